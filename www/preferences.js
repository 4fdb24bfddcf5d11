// @ts-check
// How a person wants the page: its colours and the zone of its times. The two are all that the page remembers.

import { byId, make, makeButton } from './dom.js';

/** @typedef {'auto' | 'light' | 'dark'} Theme */
/** @typedef {'UTC' | 'local'} Zone */

/** Pages of one host share their storage, as on github.io. */
const KEYS = { theme: 'clusterversion-history:theme', zone: 'clusterversion-history:zone' };
const root = document.documentElement;
const target = new EventTarget();

/** @param {string} key */
function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a frame without an origin has no storage
  }
}

/** What an earlier version of the page kept under a bare name, which may as well be another page's: it is only read. */
const old = { theme: remembered('theme'), zone: remembered('zone') };

/**
 * @param {'theme' | 'zone'} name
 * @param {string} value
 * @param {string} usual is as good as nothing, and is not kept where nothing else would be taken over
 */
function remember(name, value, usual) {
  try {
    if (value === usual && old[name] === null) localStorage.removeItem(KEYS[name]);
    else localStorage.setItem(KEYS[name], value);
  } catch {
    // It holds for this visit.
  }
}

/** @type {Theme} */
let theme = 'auto';
/** @type {Zone} */
let zone = 'UTC';
/** @type {Theme | undefined} What the link asks for; it holds until a person says otherwise, and is not remembered. */
let asked;

const kept = remembered(KEYS.theme) ?? old.theme;
if (kept === 'light' || kept === 'dark') theme = kept;
if ((remembered(KEYS.zone) ?? old.zone) === 'local') zone = 'local';

/** The zone that times are shown in. */
export const zoneNow = () => zone;

/** @param {() => void} follow called after the zone or the colours have changed */
export function onPreference(follow) {
  target.addEventListener('change', follow);
}

/** The person's own zone, by name. */
export const localName = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isUtc = /^(UTC|GMT|Etc\/(UTC|GMT|UCT|Zulu))$/.test(localName);
if (isUtc) zone = 'UTC';

/** Looks as the link says. @param {Theme} theme `auto` for what the person likes best */
export function askTheme(theme) {
  asked = theme === 'auto' ? undefined : theme;
  dress();
}

function dress() {
  root.dataset.theme = asked ?? theme;
  for (const [name, button] of themes) button.setAttribute('aria-pressed', String(name === (asked ?? theme)));
  for (const [name, button] of zones) button.setAttribute('aria-pressed', String(name === zone));
}

/**
 * Buttons of which one is pressed.
 * @template {string} T
 * @param {string} label
 * @param {[T, string, string][]} choices value, text, title
 * @param {(value: T) => void} choose
 */
function choice(label, choices, choose) {
  const group = make('div', '');
  group.className = 'choice';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  /** @type {[T, HTMLButtonElement][]} */
  const buttons = choices.map(([value, text, title]) => {
    const button = makeButton(text, () => {
      choose(value);
      dress();
      target.dispatchEvent(new Event('change'));
    });
    button.title = title;
    return [value, button];
  });
  group.append(...buttons.map(([, button]) => button));
  return { group, buttons };
}

const { group: zoneGroup, buttons: zones } = choice(
  'Times in',
  [
    ['UTC', 'UTC', 'Times as the API records them'],
    ['local', 'Local', `Times in ${localName}`],
  ],
  (value) => {
    zone = value;
    remember('zone', value, 'UTC');
  },
);
const { group: themeGroup, buttons: themes } = choice(
  'Colours',
  [
    ['auto', 'Auto', 'Colours as the system has them'],
    ['light', 'Light', 'Light colours'],
    ['dark', 'Dark', 'Dark colours'],
  ],
  (value) => {
    theme = value;
    asked = undefined;
    remember('theme', value, 'auto');
  },
);
zoneGroup.hidden = isUtc;
byId('preferences', HTMLElement).prepend(zoneGroup, themeGroup);
dress();

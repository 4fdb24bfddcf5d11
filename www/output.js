// @ts-check
// The side of the page that answers: the verdict, or why there is none.

import { mount } from './pkg/clusterversion_history.js';
import { announce } from './announce.js';
import { byId, make } from './dom.js';
import { entryAt, mark } from './moment.js';
import { onPick, pick } from './selection.js';
import { enliven } from './timeline.js';
import { writeTimes } from './zone.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */

const result = byId('result', HTMLElement);
const empty = byId('empty', HTMLElement);
const off = byId('off', HTMLElement);
const failure = byId('failure', HTMLElement);
const notes = byId('notes', HTMLElement);

/** @type {Report | undefined} */
let shown;
/** @type {string | undefined} */
let moment;
let width = 0;

/**
 * @param {Report} report
 * @param {string} [at] the time whose entry is marked
 */
export function show(report, at) {
  if (lastPicked !== undefined && !isSame(shown, report, lastPicked)) pick(undefined);
  shown = report;
  moment = at;
  off.hidden = true;
  failure.hidden = true;
  empty.hidden = true;
  result.hidden = false;
  draw(report);
  announce(`${result.querySelector('h2')?.textContent ?? ''}. ${report.summary}`);
}

/**
 * Whether the entry that was picked of one report is there in the other.
 * @param {Report | undefined} old
 * @param {Report} now
 * @param {import("./selection.js").Picked} picked
 */
function isSame(old, now, picked) {
  const of = (/** @type {Report | undefined} */ report) => {
    const history = report?.histories.find(({ id }) => id === picked.history);
    const entry = history?.entries.find(({ index }) => index === picked.entry);
    return `${history?.clusterId} ${entry?.startedTime} ${entry?.version} ${entry?.image}`;
  };
  return of(old) === of(now);
}

/**
 * @param {Report} report
 * @returns {Element | undefined} the timeline on which an entry was marked
 */
function draw(report) {
  width = result.clientWidth;
  mount(result, report, { rules: 'rules/' });
  enliven(result, report);
  writeTimes(result);
  follow(lastPicked);
  result.dataset.verdict = report.verdict;
  const found = moment === undefined ? undefined : entryAt(report, moment);
  return found && mark(result, found);
}

/**
 * Marks the entry of a time on what is shown, and brings it into view.
 * @param {string | undefined} at
 */
export function goTo(at) {
  moment = at;
  if (shown !== undefined) draw(shown)?.scrollIntoView({ block: 'center' });
}

/** Back to the empty state. */
export function forget() {
  shown = undefined;
  if (lastPicked !== undefined) pick(undefined);
  off.hidden = true;
  failure.hidden = true;
  result.replaceChildren();
  delete result.dataset.verdict;
  result.hidden = true;
  empty.hidden = false;
  announce('');
}

/** Says that a person left nothing to judge. @param {string} said */
export function showOff(said) {
  forget();
  empty.hidden = true;
  byId('off-words', HTMLElement).textContent = said;
  off.hidden = false;
  announce(said);
}

/** @param {() => void} on brings back what was switched off */
export function onSwitchOn(on) {
  byId('off-on', HTMLButtonElement).addEventListener('click', () => {
    on();
    // The button is gone.
    result.focus({ preventScroll: true });
  });
}

/**
 * Says why there is no verdict.
 * @param {string} message
 * @param {unknown} [error]
 */
export function fail(message, error) {
  forget();
  empty.hidden = true;
  failure.textContent = words(message, error);
  failure.hidden = false;
}

/**
 * @param {string} message
 * @param {unknown} [error]
 */
export function words(message, error) {
  const detail = error instanceof Error ? error.message : '';
  return message === '' ? detail : detail === '' ? message : `${message} (${detail})`;
}

/** Says something that stands in the way of nothing. @param {string[]} messages */
export function note(messages) {
  notes.replaceChildren(...messages.map((message) => make('p', message)));
  notes.hidden = messages.length === 0;
}

/** Draws what is shown anew, after what it depends on beside the report has changed. */
export function again() {
  if (shown !== undefined) draw(shown);
}

/** @type {import("./selection.js").Picked | undefined} */
let lastPicked;

/**
 * Lights up row and bar of the entry that was picked, and the finding, or all of the entry's where it is not one of them
 * that was picked.
 * @param {import("./selection.js").Picked | undefined} picked
 */
function follow(picked) {
  for (const old of result.querySelectorAll('.picked')) old.classList.remove('picked');
  if (picked?.history === undefined) return;
  const { entry, rule } = picked;
  const within = `:is([data-history="${picked.history}"], [data-after="${picked.history}"])`;
  const own = entry === undefined ? ':not([data-entry])' : `[data-entry="${entry}"]`;
  const parts = entry === undefined ? [] : [`tr[data-index="${entry}"]`, `g.entry[data-entry="${entry}"]`];
  if (rule !== undefined) parts.push(`.finding[data-rule="${CSS.escape(rule)}"]${own}`);
  else if (entry !== undefined) parts.push(`.finding${own}`);
  if (parts.length === 0) return;
  for (const part of result.querySelectorAll(`${within} :is(${parts.join(', ')})`)) part.classList.add('picked');
}

onPick((picked) => {
  lastPicked = picked;
  follow(picked);
  if (picked?.from !== 'text' && picked?.from !== 'key') return;
  const first = result.querySelector(picked.rule === undefined ? '.picked' : '.finding.picked');
  const fold = first?.closest('details');
  if (fold && picked.from === 'key') fold.open = true;
  first?.scrollIntoView({ block: 'nearest' });
});

/** The element in which reports are mounted. */
export const mounted = result;

// Timelines are drawn for one width.
new ResizeObserver(() => {
  if (shown !== undefined && Math.abs(result.clientWidth - width) > 1) draw(shown);
}).observe(result);

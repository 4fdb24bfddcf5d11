// @ts-check
// The page around the module: texts come from a person, the address or the page around this one; the module judges
// them; what it finds is shown. All of the page's state is in memory and in the fragment of its address.

import init, { inspect, version } from './pkg/clusterversion_history.js';
import './copy.js';
import { byId } from './dom.js';
import { Hosts, postHeight } from './embed.js';
import { loadExample, onExample } from './examples.js';
import { Fragments } from './fragments.js';
import { Inputs } from './inputs.js';
import { askForNamed, carried, wholePage } from './link.js';
import * as output from './output.js';
import { showUpdates } from './offline.js';
import { printable } from './paper.js';
import { askTheme, onPreference } from './preferences.js';
import { dismiss } from './prompt.js';
import './help.js';
import './order.js';
import { markTexts } from './marks.js';
import { onPick, pick } from './selection.js';
import { ADDRESS_LIMIT, readFragment } from './state.js';
import { offer, renew } from './take.js';
import { walkThrough } from './walk.js';
import { warmUpLater } from './warm.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./fragments.js").Source} Source */
/** @typedef {import("./inputs.js").Named} Named */

const root = document.documentElement;
const title = byId('title', HTMLElement);
const fullPage = byId('full-page', HTMLAnchorElement);
const plainTitle = document.title;

/** @type {Report | undefined} */
let report;
let ready = false;
/** @type {Source[]} What the report is about, in the order of its inputs. */
let inspected = [];
/** @type {Source[]} What there is, of which parts may be switched off. */
let sources = [];
let { state } = readFragment('');
/** Whether all that is shown was handed in by the page around this one or by the link: only then is that page told of it. */
let handedIn = false;
/** Counts what changed the texts, so that what is slower than its successor is dropped. */
let turn = 0;

const hosts = new Hosts();
offer(() => (report === undefined ? undefined : { report, inputs: inspected.map(({ input }) => input) }));
printable(() => report);
const inputs = new Inputs(() => {
  output.note([]);
  changed(false);
  run();
}, complain);

const fragments = new Fragments(
  () => {
    changed(false);
    judge();
  },
  (source, line) => {
    const place = { input: inspected.findIndex((each) => (each.of ?? each) === source), line, column: 1, endColumn: 1 };
    if (place.input >= 0) pick({ ...place, from: 'fragments' });
    else source.select(place);
  },
);

output.onSwitchOn(() => fragments.switchOn());

/** @param {boolean} byHost whether all that is there now was handed in */
function changed(byHost) {
  turn += 1;
  handedIn = byHost;
  dismiss();
}

/** Inspects what is there now, and lists anew what is recognised in it. */
function run() {
  if (!ready) return;
  sources = inputs.sources;
  fragments.forget();
  judge();
  if (report !== undefined) fragments.found(report, sources);
}

/** Inspects those parts of it that are wished for. */
function judge() {
  inspected = fragments.apply(sources);
  report = undefined;
  if (inspected.length === 0) {
    output.forget();
  } else if (fragments.silence !== undefined) {
    output.showOff(fragments.silence);
  } else {
    try {
      report = inspectAll();
      if (fragments.remains(report, inspected)) {
        inspected = fragments.apply(sources);
        report = inspectAll();
      }
      output.show(report, state.at);
    } catch (error) {
      output.fail(
        'The inspector broke on this input, which is a defect of its own. Reload the page to go on; the input is unharmed.',
        error,
      );
    }
  }
  root.dataset.filled = String(inspected.length > 0);
  markTexts(
    report,
    inspected.map((source) => (source.of ?? source).input),
  );
  walkThrough(report);
  renew();
  hosts.verdict(handedIn ? report : undefined);
  void linkFullPage();
}

const inspectAll = () =>
  inspect(
    inspected.map(({ input }) => input),
    { now: new Date().toISOString() },
  );

/**
 * @param {Named[]} texts one is a history, two are a before and an after
 * @param {Named[]} evidence
 * @param {boolean} byHost
 */
function replace(texts, evidence, byHost) {
  changed(byHost);
  inputs.replace(texts, evidence);
  run();
}

/** @param {string | undefined} text */
function setTitle(text) {
  state.title = text;
  title.textContent = text ?? '';
  title.hidden = !text;
  document.title = text ? `${text}: ${plainTitle}` : plainTitle;
}

/** Looks as the address says. @param {import("./state.js").State} state */
function dress({ theme, embed }) {
  askTheme(theme);
  root.dataset.embed = String(embed);
  if (embed) inputs.lock();
}

/** @param {import("./state.js").State} state */
const texts = ({ data, before, after, src, evidence }) => JSON.stringify([data, before, after, src, evidence]);

/** Does what the address says. */
async function follow() {
  const last = state;
  const read = readFragment(location.hash);
  state = read.state;
  dress(state);
  output.note(read.problems);
  const same = texts(last) === texts(state);
  // With the same texts, a host's title for them holds.
  setTitle(state.title ?? (same ? last.title : undefined));
  if (!same) await takeLink();
  output.goTo(state.at);
  void linkFullPage();
}

async function takeLink() {
  changed(false);
  const mine = turn;
  /** @type {import("./link.js").Carried} */
  let found = { texts: [], evidence: [] };
  /** @type {unknown} */
  let wrong;
  try {
    found = await carried(state);
  } catch (error) {
    wrong = error;
  }
  if (mine !== turn) return;
  replace(found.texts, found.evidence, found.texts.length > 0);
  try {
    if (wrong !== undefined) throw wrong;
    askForNamed(state, takeNamed, (error) => complain('', error));
  } catch (error) {
    complain('', error);
  }
}

/**
 * Takes in what was fetched for the link, beside what it carries itself.
 * @param {Named | undefined} history
 * @param {Named[]} evidence
 * @param {string[]} from the hosts
 */
function takeNamed(history, evidence, from) {
  changed(false);
  if (history !== undefined) inputs.fill(history);
  inputs.addEvidence(evidence);
  run();
  output.note([`Fetched from ${from.join(' and ')}.`]);
  output.goTo(state.at);
}

/**
 * Says what went wrong, without taking a verdict away.
 * @param {string} message
 * @param {unknown} [error]
 */
function complain(message, error) {
  if (report === undefined) output.fail(message, error);
  else output.note([output.words(message, error)]);
}

/** From an embedded page, a link to the whole one with the same texts. */
async function linkFullPage() {
  if (!state.embed) return;
  const mine = turn;
  const fragment = await wholePage(state, inspected.map(({ input }) => input.text));
  if (mine !== turn) return;
  fullPage.hidden = fragment.length > ADDRESS_LIMIT;
  fullPage.href = `${location.pathname}${location.search}${fragment}`;
}

/** Takes in what a host hands in. @param {import("./embed.js").Given} given */
function takeGiven({ text, evidence, title }) {
  // The link was there first, and a person can see what it says.
  if ([state.data, state.before, state.after, state.src].some((value) => value !== undefined)) return;
  output.note([]);
  setTitle(title);
  replace([{ text }], evidence, true);
  if (text.trim() === '') output.fail('The page that shows this one handed in an empty text.');
}

onExample(async (name) => {
  output.note([]);
  changed(false);
  const mine = turn;
  try {
    const texts = await loadExample(name);
    if (mine === turn) replace(texts, [], false);
  } catch (error) {
    output.fail('The example cannot be loaded.', error);
  }
});

output.mounted.addEventListener('clusterversion-history:select', (event) => {
  if (!(event instanceof CustomEvent)) return;
  // An embedded page shows its text once it is asked for a place in it.
  root.dataset.text = 'shown';
  pick({ ...event.detail, from: 'report' });
});
onPick((picked) => {
  if (picked !== undefined && picked.from !== 'text') inspected[picked.input]?.select(picked);
});
onPreference(output.again);

// As a link to a fragment it would take the state's place.
byId('skip', HTMLAnchorElement).addEventListener('click', (event) => {
  event.preventDefault();
  output.mounted.focus();
});

dress(readFragment(location.hash).state);
postHeight(byId('page', HTMLElement), () => root.dataset.embed === 'true');
try {
  await init();
  ready = true;
  byId('version', HTMLElement).textContent = `Version ${version()}.`;
  for (const button of document.querySelectorAll('[data-example]')) button.removeAttribute('disabled');
  // A reload may have kept what was typed.
  run();
  await follow();
  addEventListener('hashchange', () => void follow());
  hosts.listen(takeGiven, complain);
  delete root.dataset.arriving;
  root.dataset.ready = 'true';
  void showUpdates();
  warmUpLater(() => report === undefined);
} catch (error) {
  output.fail(
    'The inspector could not be loaded. It needs a browser with WebAssembly, and the folder pkg/ beside this page.',
    error,
  );
}

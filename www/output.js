// @ts-check
// The side of the page that answers: the verdict, or why there is none.

import { mount } from './pkg/clusterversion_history.js';
import { byId, make } from './dom.js';
import { entryAt, mark } from './moment.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */

const result = byId('result', HTMLElement);
const empty = byId('empty', HTMLElement);
const failure = byId('failure', HTMLElement);
const notes = byId('notes', HTMLElement);
const announce = byId('announce', HTMLElement);

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
  shown = report;
  moment = at;
  failure.hidden = true;
  empty.hidden = true;
  result.hidden = false;
  draw(report);
  announce.textContent = `${result.querySelector('h2')?.textContent ?? ''}. ${report.summary}`;
}

/**
 * @param {Report} report
 * @returns {Element | undefined} the timeline on which an entry was marked
 */
function draw(report) {
  width = result.clientWidth;
  mount(result, report, { rules: 'rules/' });
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
  failure.hidden = true;
  result.replaceChildren();
  delete result.dataset.verdict;
  result.hidden = true;
  empty.hidden = false;
  announce.textContent = '';
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

/** The element in which reports are mounted. */
export const mounted = result;

// Timelines are drawn for one width.
new ResizeObserver(() => {
  if (shown !== undefined && Math.abs(result.clientWidth - width) > 1) draw(shown);
}).observe(result);

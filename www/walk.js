// @ts-check
// From finding to finding by key or button: the gravest first, as the report lists them.

import { announce } from './announce.js';
import { byId, make, makeButton } from './dom.js';
import { isCommand } from './help.js';
import { current, onPick, pick } from './selection.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./selection.js").Picked} Picked */
/** @typedef {{input: number, line: number, column: number}} Spot */

/** @type {{place: Picked, related: Spot[], words: string, rank: number}[]} */
let stops = [];

const bar = byId('walk', HTMLElement);
bar.append(
  makeButton('Previous finding', () => walk(-1)),
  makeButton('Next finding', () => walk(1)),
);
const count = make('span', '');
count.className = 'count';
bar.append(count);
for (const [at, keys] of ['p', 'n'].entries()) {
  const button = bar.children[at];
  if (button instanceof HTMLElement) button.title = `Key: ${keys}, or ${at === 0 ? 'Shift+' : ''}F8`;
}

/** @param {Report | undefined} report */
export function walkThrough(report) {
  stops = [];
  const add = (/** @type {number} */ id, /** @type {Report['histories'][number]['findings']} */ findings) => {
    const input = report?.histories.find((history) => history.id === id)?.source.input ?? 0;
    for (const { line, column, endColumn, entry, rule, severity, confidence, message, related } of findings) {
      const place = { input, line, column, endColumn, history: id, rule, ...(entry !== null && { entry }), from: 'key' };
      // What a comparison found is listed with the history it concerns, too.
      if (stops.some((stop) => stop.place.input === input && stop.place.line === line && stop.place.column === column && stop.place.rule === rule)) continue;
      stops.push({ place, related, words: `${severity}: ${message}`, rank: rank(severity, confidence) });
    }
  };
  for (const { after, findings } of report?.comparisons ?? []) add(after, findings);
  for (const { id, findings } of report?.histories ?? []) add(id, findings);
  stops.sort((a, b) => a.rank - b.rank);
  bar.hidden = stops.length === 0;
  tell();
}

/**
 * What makes a history corrupt comes first, then what makes it suspect.
 * @param {'error' | 'warning' | 'info'} severity
 * @param {'proven' | 'likely' | 'possible'} confidence
 */
const rank = (severity, confidence) => (severity === 'error' ? (confidence === 'possible' ? 1 : 0) : severity === 'warning' ? 2 : 3);

/** Which of the stops is picked, itself or by a place that has a part in it; or -1. */
function position() {
  const picked = current();
  if (picked?.rule === undefined) return -1;
  const at = (/** @type {Spot} */ spot) => spot.input === picked.input && spot.line === picked.line && spot.column === picked.column;
  const own = stops.findIndex(({ place }) => place.rule === picked.rule && at(place));
  if (own >= 0) return own;
  return stops.findIndex(({ place, related }) => place.rule === picked.rule && place.history === picked.history && place.entry === picked.entry && related.some(at));
}

function tell() {
  const at = position();
  count.textContent = at < 0 ? '' : `${at + 1} of ${stops.length}`;
}
onPick(tell);

/** @param {1 | -1} by */
function walk(by) {
  if (stops.length === 0) return;
  const at = position();
  const next = at < 0 ? (by > 0 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length;
  const stop = stops[next];
  if (stop === undefined) return;
  pick(stop.place);
  announce(`Finding ${next + 1} of ${stops.length}, ${stop.words}`);
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'F8' && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    walk(event.shiftKey ? -1 : 1);
  } else if ((event.key === 'n' || event.key === 'p') && isCommand(event)) {
    walk(event.key === 'n' ? 1 : -1);
  } else if (event.key === 'Escape' && isCommand(event) && current() !== undefined) {
    pick(undefined);
  }
});

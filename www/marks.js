// @ts-check
// What a report says of the texts it is about, by their places.

import { visible } from './visible.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./selection.js").Picked} Picked */
/** @typedef {{line: number, column: number, endColumn: number, severity: 'error' | 'warning' | 'info' | 'problem' | 'related', message: string, picked: Picked}} Mark */
/** @typedef {{line: number, endLine: number, picked: Picked}} Entry */
/** @typedef {{marks: Mark[], related: Mark[], entries: Entry[]}} Marks `related`: other places that have a part in a finding, which they are picked as */

const RANK = { error: 0, warning: 1, problem: 2, info: 3, related: 4 };
const target = new EventTarget();

/** @returns {Marks} */
const none = () => ({ marks: [], related: [], entries: [] });

/** @type {Map<string, Marks>} by the role and the text of what was inspected */
let known = new Map();
/** @param {string | undefined} role @param {string} text */
const key = (role, text) => `${role ?? 'history'}\n${text}`;

/** @param {string} role @param {string} text */
export const marksOf = (role, text) => known.get(key(role, text)) ?? none();

/** @param {() => void} follow called after what is known has changed */
export function onMarks(follow) {
  target.addEventListener('marks', follow);
}

/**
 * Marks what a report says of the texts it is about.
 * @param {Report | undefined} report
 * @param {{role?: string, text: string}[]} inputs whole, in the report's order
 */
export function markTexts(report, inputs) {
  known = new Map();
  const of = (/** @type {number} */ input) => {
    const { role, text } = inputs[input] ?? { text: '' };
    const marks = known.get(key(role, text)) ?? none();
    known.set(key(role, text), marks);
    return marks;
  };
  const add = (/** @type {Report['histories'][number]} */ history, /** @type {Report['histories'][number]['findings']} */ findings) => {
    const { input } = history.source;
    for (const { line, column, endColumn, severity, message, entry, rule, related } of findings) {
      const place = { input, line, column, endColumn, history: history.id, rule, ...(entry !== null && { entry }) };
      const { marks } = of(input);
      // What a comparison found is listed with the history it concerns, too.
      if (marks.some((mark) => mark.line === line && mark.column === column && mark.picked.rule === rule)) continue;
      marks.push({ line, column, endColumn, severity, message: visible(message), picked: place });
      for (const { input, line, column, endColumn, message } of related) {
        of(input).related.push({ line, column, endColumn, severity: 'related', message: visible(message), picked: place });
      }
    }
  };
  for (const history of report?.histories ?? []) {
    const { input, endLine } = history.source;
    add(history, history.findings);
    const begins = history.entries.map(({ line }) => line).sort((a, b) => a - b);
    for (const { index, line } of history.entries) {
      const next = begins.find((other) => other > line);
      const picked = { input, line, column: 1, endColumn: 1, history: history.id, entry: index };
      of(input).entries.push({ line, endLine: next === undefined ? Math.max(line, endLine) : next - 1, picked });
    }
  }
  for (const { after, findings } of report?.comparisons ?? []) {
    const history = report?.histories.find(({ id }) => id === after);
    if (history !== undefined) add(history, findings);
  }
  for (const { input, line, column, message } of report?.problems ?? []) {
    of(input).marks.push({ line, column, endColumn: column + 1, severity: 'problem', message: visible(message), picked: { input, line, column, endColumn: column + 1 } });
  }
  for (const { marks } of known.values()) marks.sort((a, b) => a.line - b.line || RANK[a.severity] - RANK[b.severity]);
  target.dispatchEvent(new Event('marks'));
}

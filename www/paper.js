// @ts-check
// What a print of the page shows: one sheet. It is the same report with fewer entries and shorter findings, and it says
// what it leaves out. As much is left away as the sheet has no room for, the least needed first.

import { mount } from './pkg/clusterversion_history.js';
import { byId, make } from './dom.js';
import { drawInZone } from './still.js';
import { writeTimes } from './zone.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {Report['histories'][number]} History */
/** @typedef {Report['histories'][number]['findings'][number]} Finding */
/**
 * How much of a report is on the sheet.
 * @typedef {object} Measure
 * @property {number} histories those with the worst verdicts
 * @property {number} entries of each of them
 * @property {number} findings of each of them
 * @property {boolean} reasons why, and what to do, with each grave finding
 * @property {boolean} tables entries as a table, and comparisons entry by entry
 * @property {number} timelines of how many of them
 * @property {boolean} others findings of those without a timeline
 */

/** The most first. The last is short enough for any report. @type {Measure[]} */
const MEASURES = [
  { histories: 8, entries: 24, findings: 12, reasons: true, tables: true, timelines: 8, others: true },
  { histories: 8, entries: 24, findings: 12, reasons: false, tables: true, timelines: 8, others: true },
  { histories: 8, entries: 12, findings: 8, reasons: false, tables: true, timelines: 8, others: true },
  { histories: 8, entries: 16, findings: 8, reasons: false, tables: false, timelines: 8, others: true },
  { histories: 8, entries: 10, findings: 7, reasons: false, tables: false, timelines: 2, others: true },
  { histories: 8, entries: 10, findings: 4, reasons: false, tables: false, timelines: 2, others: false },
  { histories: 8, entries: 8, findings: 4, reasons: false, tables: false, timelines: 1, others: false },
  { histories: 8, entries: 6, findings: 1, reasons: false, tables: false, timelines: 1, others: false },
  { histories: 5, entries: 5, findings: 1, reasons: false, tables: false, timelines: 1, others: false },
  { histories: 2, entries: 4, findings: 1, reasons: false, tables: false, timelines: 1, others: false },
  { histories: 1, entries: 4, findings: 1, reasons: false, tables: false, timelines: 0, others: false },
];
const RANK = { corrupt: 0, suspect: 1, undetermined: 2, intact: 3 };
/** Timelines are drawn for this width, in CSS pixels, and widened to the sheet: their smallest letters are 9 pt then. */
const DRAWN = 660;
/** What a sheet has room for between its margins of 10 mm, in CSS pixels: A4, or Letter, which is lower, where that is usual. */
const HEIGHT = (((/-(US|CA|MX|PH|CL|CO|VE)$/i.test(navigator.language) ? 279 : 297) - 20) / 25.4) * 96;

/** @type {() => Report | undefined} */
let report = () => undefined;
/** @type {HTMLElement | undefined} */
let sheet;

/** @param {() => Report | undefined} now what the page shows */
export function printable(now) {
  report = now;
}

/** @param {number} count @param {string} one @param {string} more */
const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

/**
 * The entries that tell most: those with findings, what stands beside them, the newest and the oldest, then the newer ones.
 * @param {History} history
 * @param {Finding[]} findings worst first
 * @param {number} most
 */
function chosen({ entries }, findings, most) {
  if (entries.length <= most) return entries;
  const at = findings.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const wanted = [...at, ...at.flatMap((entry) => [entry - 1, entry + 1]), 0, entries.length - 1, ...entries.map(({ index }) => index)];
  const kept = new Set();
  for (const index of wanted) if (kept.size < most && index >= 0 && index < entries.length) kept.add(index);
  return entries.filter(({ index }) => kept.has(index));
}

/**
 * @param {Report} whole
 * @param {Measure} measure
 */
function lessen(whole, { histories, entries, reasons }) {
  const alone = whole.histories.length === 1;
  const compared = (/** @type {History} */ { id }) => whole.comparisons.filter(({ after }) => after === id).flatMap(({ findings }) => findings);
  // What two snapshots prove goes before what one makes likely.
  const rank = (/** @type {History} */ history) => 2 * RANK[history.verdict] + (compared(history).length > 0 ? 0 : 1);
  const worst = [...whole.histories].sort((a, b) => rank(a) - rank(b) || a.id - b.id).slice(0, histories);
  const short = (/** @type {Finding} */ finding) => {
    const { currentRelease, ...rest } = finding;
    const brief = { ...rest, references: [], commands: [] };
    if (reasons && finding.severity !== 'info') return { ...brief, ...(currentRelease && { currentRelease }) };
    return { ...brief, why: '', whatToDo: '', related: [] };
  };
  /** @type {Map<number, {entries: number, spoken: number, findings: number}>} what there is of each in full, and left out: how many entries with findings */
  const full = new Map();
  const shown = whole.histories.map((history) => {
    if (!worst.includes(history)) return { ...history, entries: [], findings: [], notChecked: [] };
    const told = compared(history);
    const own = history.findings.filter((one) => !told.some((other) => one.rule === other.rule && one.entry === other.entry && one.field === other.field));
    const kept = chosen(history, [...told, ...own], entries);
    const has = new Set(kept.map(({ index }) => index));
    const here = own.filter(({ entry }) => entry === null || has.has(entry));
    const left = new Set(own.flatMap(({ entry }) => (entry === null || has.has(entry) ? [] : [entry])));
    full.set(history.id, { entries: history.entries.length, spoken: left.size, findings: own.length });
    return { ...history, entries: kept, findings: here.map(short), notChecked: [], ...(!alone && { advice: [] }) };
  });
  const comparisons = whole.comparisons.map((one) => ({ ...one, findings: one.findings.map(short), notChecked: [] }));
  return { report: { ...whole, histories: shown, comparisons, problems: whole.problems.slice(0, 4) }, worst: worst.map(({ id }) => id), full };
}

/**
 * @param {HTMLElement} into
 * @param {Report} whole
 * @param {Measure} measure
 */
function draw(into, whole, measure) {
  const less = lessen(whole, measure);
  mount(into, less.report, { width: DRAWN });
  into.dataset.brief = String(!measure.reasons);
  const drawn = less.worst.slice(0, measure.timelines);
  /** @type {string[]} */
  const left = [];
  if (whole.problems.length > less.report.problems.length) left.push(many(whole.problems.length - less.report.problems.length, 'trouble with the input', 'troubles with the input'));
  let [comparisons, findings, dropped, timelines] = [0, 0, 0, 0];
  for (const own of into.querySelectorAll('.comparison')) {
    if (!less.worst.includes(Number(own.getAttribute('data-after')))) {
      own.remove();
      comparisons += 1;
    } else findings += cut(own, measure.findings);
  }
  for (const own of into.querySelectorAll('.history')) {
    const id = Number(own.getAttribute('data-history'));
    const [history, full] = [less.report.histories[id], less.full.get(id)];
    if (history === undefined || full === undefined) {
      own.remove();
      dropped += 1;
      continue;
    }
    unfold(own);
    findings += full.findings - history.findings.length + cut(own, measure.findings);
    const figure = own.querySelector('figure.timeline');
    // What it is called by counts all that it has.
    const facts = own.querySelector('.facts');
    if (facts?.textContent) facts.textContent = facts.textContent.replace(/, \d+ entr(y|ies),/, `, ${many(full.entries, 'entry', 'entries')},`);
    if (figure && !drawn.includes(id)) {
      figure.remove();
      timelines += 1;
    }
    // The verdict's own sentence stands at the top.
    if (whole.summary.toLowerCase().endsWith(history.summary.slice(1).toLowerCase())) own.querySelector('.own-verdict')?.remove();
    if (!measure.others && !drawn.includes(id)) {
      findings += cut(own, 0);
      facts?.remove();
      continue;
    }
    if (figure?.isConnected) drawInZone(figure, less.report, history, DRAWN);
    const away = full.entries - history.entries.length;
    if (away === 0) continue;
    const spoken = full.spoken === 0 ? 'none of them with a finding' : `${full.spoken} of them with findings`;
    const note = make('p', `${away} of ${many(full.entries, 'entry', 'entries')} are left out here, ${spoken}. Whole list: on the page.`);
    note.className = 'facts';
    if (figure?.isConnected) figure.after(note);
    else own.append(note);
  }
  if (!measure.tables) {
    for (const table of into.querySelectorAll('.scrolls')) table.remove();
    left.push('entries as tables');
  }
  for (const folded of into.querySelectorAll('details, .left-out')) folded.remove();
  // What is on the sheet was chosen so that it can be read there.
  for (const figure of into.querySelectorAll('.timeline.long')) figure.classList.remove('long');
  if (!measure.reasons) left.push('the reasons of findings');
  if (timelines > 0) left.push(many(timelines, 'timeline', 'timelines'));
  if (findings > 0) left.push(many(findings, 'finding', 'findings'));
  if (dropped > 0) left.push(many(dropped, 'history', 'histories'));
  if (comparisons > 0) left.push(many(comparisons, 'comparison', 'comparisons'));
  if (whole.evidence.length > 0) left.push(many(whole.evidence.length, 'dated record as text', 'dated records as text'));
  left.push('the inspected text', 'rules that could not be checked', 'references');
  const foot = make('p', `Left out on this sheet: ${left.join('; ')}. All of it: on the page.`);
  foot.className = 'facts foot';
  into.append(foot);
  writeTimes(into);
}

/** A fold cannot be opened on paper. @param {Element} within */
function unfold(within) {
  for (const folded of within.querySelectorAll('details.notes-folded')) folded.before(...folded.querySelectorAll('.finding'));
}

/** @param {Element} within @param {number} most @returns {number} how many findings were too many */
function cut(within, most) {
  const over = [...within.querySelectorAll('.finding')].slice(most);
  for (const finding of over) finding.remove();
  return over.length;
}

addEventListener('beforeprint', () => {
  sheet?.remove();
  const whole = report();
  if (whole === undefined) return;
  sheet = make('div', '');
  sheet.id = 'paper';
  byId('page', HTMLElement).append(sheet);
  const head = byId('page', HTMLElement).querySelector('.top')?.getBoundingClientRect().height ?? 0;
  for (const measure of MEASURES) {
    draw(sheet, whole, measure);
    if (sheet.getBoundingClientRect().height + Math.min(head, 40) <= HEIGHT) break;
  }
});
addEventListener('afterprint', () => {
  sheet?.remove();
  sheet = undefined;
});

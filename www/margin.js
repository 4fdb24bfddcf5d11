// @ts-check
// What stands beside and under a text: its line numbers, and marks where the report speaks of it. Only what is in sight
// is drawn.

import { make, makeButton } from './dom.js';
import { current, onPick, pick } from './selection.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./selection.js").Picked} Picked */
/** @typedef {{line: number, column: number, endColumn: number, severity: 'error' | 'warning' | 'info' | 'problem', message: string, picked: Picked}} Mark */
/** @typedef {{line: number, endLine: number, picked: Picked}} Entry */
/** @typedef {{marks: Mark[], entries: Entry[]}} Marks */

const LINE = 20;
/** Beyond this column a line is not one that people read. */
const FAR = 4000;
/** Signs that differ without their colour. */
const SIGNS = { error: '✖', warning: '▲', info: 'i', problem: '?' };
const RANK = { error: 0, warning: 1, problem: 2, info: 3 };

/** @type {Map<string, Marks>} by the role and the text of what was inspected */
let known = new Map();
/** @param {string | undefined} role @param {string} text */
const key = (role, text) => `${role ?? 'history'}\n${text}`;
/**
 * What turns the direction of reading around, hides or moves a cursor is named instead of obeyed.
 * @param {string} text
 */
const visible = (text) =>
  text.replace(
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
/** @type {Set<Margin>} */
const margins = new Set();

/**
 * Marks what a report says of the texts it is about.
 * @param {Report | undefined} report
 * @param {{role?: string, text: string}[]} inputs whole, in the report's order
 */
export function markTexts(report, inputs) {
  known = new Map();
  const of = (/** @type {number} */ input) => {
    const { role, text } = inputs[input] ?? { text: '' };
    const marks = known.get(key(role, text)) ?? { marks: [], entries: [] };
    known.set(key(role, text), marks);
    return marks;
  };
  const add = (/** @type {Report['histories'][number]} */ history, /** @type {Report['histories'][number]['findings']} */ findings) => {
    const { input } = history.source;
    for (const { line, column, endColumn, severity, message, entry, rule } of findings) {
      const place = { input, line, column, endColumn, history: history.id, rule, ...(entry !== null && { entry }) };
      const { marks } = of(input);
      // What a comparison found is listed with the history it concerns, too.
      if (marks.some((mark) => mark.line === line && mark.column === column && mark.picked.rule === rule)) continue;
      marks.push({ line, column, endColumn, severity, message: visible(message), picked: place });
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
  for (const margin of margins) margin.renew();
}

export class Margin {
  #area;
  #text;
  #firstLine;
  #role;
  #gutter = make('div', '');
  #under = make('div', '');
  #said = make('p', '');
  /** @type {Marks} */
  #marks = { marks: [], entries: [] };
  /** @type {Map<number, Mark[]>} the same marks, by their lines */
  #byLine = new Map();
  /** Where the area's lines begin. */
  #starts = [0];
  #frame = 0;

  /**
   * @param {HTMLTextAreaElement} area
   * @param {() => string} text all of it, where the area holds a part
   * @param {() => number} firstLine the number of the area's first line
   * @param {string} role what the text is for
   */
  constructor(area, text, firstLine, role) {
    this.#role = role;
    this.#area = area;
    this.#text = text;
    this.#firstLine = firstLine;
    const frame = make('div', '');
    frame.className = 'marked';
    this.#gutter.className = 'gutter';
    this.#under.className = 'under';
    this.#under.setAttribute('aria-hidden', 'true');
    this.#said.className = 'hint said';
    this.#said.setAttribute('role', 'status');
    this.#said.hidden = true;
    area.replaceWith(frame);
    frame.append(this.#gutter, this.#under, area);
    frame.after(this.#said);
    margins.add(this);
    area.addEventListener('scroll', () => this.#later());
    area.addEventListener('input', () => this.renew());
    area.addEventListener('mousemove', (event) => (area.title = this.#at(this.#lineAt(event.offsetY))?.message ?? ''));
    new ResizeObserver(() => this.#later()).observe(area);
    document.addEventListener('selectionchange', () => {
      if (document.activeElement === area) this.#caret();
    });
    area.addEventListener('blur', () => (this.#said.hidden = true));
    onPick(() => this.#later());
  }

  /** The text or what is known of it has changed. */
  renew() {
    this.#marks = known.get(key(this.#role, this.#text())) ?? { marks: [], entries: [] };
    this.#byLine = new Map();
    for (const mark of this.#marks.marks) this.#byLine.set(mark.line, [...(this.#byLine.get(mark.line) ?? []), mark]);
    const shown = this.#area.value;
    this.#starts = [0];
    for (let at = shown.indexOf('\n'); at >= 0; at = shown.indexOf('\n', at + 1)) this.#starts.push(at + 1);
    this.#later();
  }

  #later() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** @param {number} y in the area, from its upper edge */
  #lineAt(y) {
    return this.#firstLine() + Math.floor((y - this.#pad + this.#area.scrollTop) / LINE);
  }

  get #pad() {
    return parseFloat(getComputedStyle(this.#area).paddingTop);
  }

  /** The worst of what is said of a line. @param {number} line */
  #at(line) {
    return this.#byLine.get(line)?.[0];
  }

  #draw() {
    this.#frame = 0;
    const area = this.#area;
    if (area.clientHeight === 0) {
      this.#gutter.replaceChildren();
      this.#under.replaceChildren();
      return;
    }
    const [first, pad] = [this.#firstLine(), this.#pad];
    const from = Math.max(0, Math.floor((area.scrollTop - pad) / LINE));
    const until = Math.min(this.#starts.length, from + Math.ceil(area.clientHeight / LINE) + 1);
    const begins = new Map(this.#marks.entries.map((entry) => [entry.line, entry]));
    const held = this.#gutter.contains(document.activeElement) ? document.activeElement?.getAttribute('data-line') : undefined;
    /** @type {HTMLElement[]} */
    const numbers = [];
    /** @type {HTMLElement[]} */
    const marked = [];
    const picked = current();
    for (let at = from; at < until; at += 1) {
      const line = first + at;
      const top = `${pad + at * LINE - area.scrollTop}px`;
      const worst = this.#at(line);
      const entry = begins.get(line);
      const number = worst === undefined ? make('span', String(line)) : this.#sign(line, worst);
      number.style.top = top;
      if (entry !== undefined) number.dataset.entry = `#${entry.picked.entry}`;
      numbers.push(number);
      const own = (this.#byLine.get(line) ?? []).filter((mark) => mark.endColumn > mark.column && mark.endColumn < FAR);
      const here = picked?.line === line && this.#owns(picked);
      if (own.length === 0 && !here) continue;
      const row = make('div', '');
      row.style.top = top;
      row.style.left = `${-area.scrollLeft}px`;
      if (here) row.className = 'here';
      row.append(...underlined(own.length === 0 ? '' : this.#line(at), own));
      marked.push(row);
    }
    this.#gutter.style.width = `${String(first + this.#starts.length).length + 6}ch`;
    this.#under.style.left = `${this.#gutter.offsetWidth}px`;
    this.#gutter.replaceChildren(...numbers);
    this.#under.replaceChildren(...marked);
    if (held) {
      const again = this.#gutter.querySelector(`[data-line="${held}"]`);
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
  }

  /** Whether a place is in this text. @param {Picked} picked */
  #owns(picked) {
    return this.#marks.entries.concat(this.#marks.marks.map((mark) => ({ ...mark, endLine: mark.line }))).some((own) => own.picked.input === picked.input);
  }

  /** A line of the area, as far as people read. @param {number} at from 0 */
  #line(at) {
    const start = this.#starts[at] ?? 0;
    const next = this.#starts[at + 1];
    return this.#area.value.slice(start, Math.min(next === undefined ? Infinity : next - 1, start + FAR));
  }

  /** @param {number} line @param {Mark} mark */
  #sign(line, mark) {
    const sign = makeButton(String(line), () => pick({ ...mark.picked, from: 'margin' }));
    sign.className = mark.severity;
    sign.dataset.line = String(line);
    sign.dataset.sign = SIGNS[mark.severity];
    const all = this.#byLine.get(line) ?? [];
    sign.setAttribute('aria-label', `Line ${line}, ${all.map(({ severity, message }) => `${severity}: ${message}`).join(' ')}`);
    sign.title = all.map(({ message }) => message).join('\n');
    sign.addEventListener('focus', () => this.#say(line));
    sign.addEventListener('blur', () => (this.#said.hidden = true));
    return sign;
  }

  /** Says what is said of a line. @param {number} line */
  #say(line) {
    const all = this.#byLine.get(line) ?? [];
    this.#said.hidden = all.length === 0;
    const words = all.map(({ severity, message }) => `Line ${line}, ${severity}: ${message}`).join(' ');
    if (this.#said.textContent !== words) this.#said.textContent = words;
  }

  /** The cursor has moved: what it is in is picked. */
  #caret() {
    const caret = this.#area.selectionStart;
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= caret) low = middle;
      else high = middle;
    }
    const line = this.#firstLine() + low;
    this.#say(line);
    const column = caret - (this.#starts[low] ?? 0) + 1;
    const own = this.#byLine.get(line) ?? [];
    const mark = own.find((one) => one.column <= column && column <= one.endColumn) ?? own[0];
    const entry = this.#marks.entries.find((one) => one.line <= line && line <= one.endLine);
    const found = mark?.picked ?? entry?.picked;
    const was = current();
    if (found === undefined || (was?.history === found.history && was?.entry === found.entry && was?.rule === found.rule)) return;
    // A selection that a pick made is not a person's.
    if (was?.line === line) return;
    pick({ ...found, from: 'text' });
  }
}

/**
 * A line with its marks; of those that lie on each other the worst.
 * @param {string} text
 * @param {Mark[]} marks worst first
 */
function underlined(text, marks) {
  /** @type {Mark[]} */
  const shown = [];
  for (const mark of marks) {
    if (shown.every((other) => mark.endColumn <= other.column || other.endColumn <= mark.column)) shown.push(mark);
  }
  shown.sort((a, b) => a.column - b.column);
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let at = 1;
  for (const { column, endColumn, severity } of shown) {
    const value = make('mark', text.slice(column - 1, endColumn - 1));
    value.className = severity;
    parts.push(text.slice(at - 1, column - 1), value);
    at = endColumn;
  }
  return parts;
}

// @ts-check
// What stands beside and under a text: its line numbers, and marks where the report speaks of it. Only what is in sight
// is drawn.

import { make, makeButton } from './dom.js';
import { marksOf, onMarks } from './marks.js';
import { onPreference } from './preferences.js';
import { current, onPick, pick } from './selection.js';
import { inZone } from './zone.js';

/** @typedef {import("./selection.js").Picked} Picked */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./marks.js").Marks} Marks */

const LINE = 20;
/** Beyond this column a line is not one that people read. */
const FAR = 4000;
/** Signs that differ without their colour. */
const SIGNS = { error: '✖', warning: '▲', info: 'i', problem: '?', related: '↔' };

export class Margin {
  #area;
  #text;
  #firstLine;
  #role;
  #gutter = make('div', '');
  #under = make('div', '');
  #said = make('div', '');
  #tip = make('div', '');
  /** @type {Marks} */
  #marks = { marks: [], related: [], entries: [] };
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
    this.#said.className = 'said';
    this.#said.setAttribute('role', 'status');
    this.#said.hidden = true;
    // What it says, a line's sign and the list of findings say to a screen reader.
    this.#tip.className = 'said over';
    this.#tip.setAttribute('aria-hidden', 'true');
    this.#tip.hidden = true;
    area.replaceWith(frame);
    frame.append(this.#gutter, this.#under, area, this.#tip);
    frame.after(this.#said);
    onMarks(() => this.renew());
    onPreference(() => this.#later());
    area.addEventListener('scroll', () => {
      this.#tip.hidden = true;
      this.#later();
    });
    area.addEventListener('input', () => this.renew());
    area.addEventListener('mousemove', (event) => this.#hover(this.#lineAt(event.offsetY)));
    area.addEventListener('mouseleave', () => (this.#tip.hidden = true));
    new ResizeObserver(() => this.#later()).observe(area);
    document.addEventListener('selectionchange', () => {
      if (document.activeElement === area) this.#caret();
    });
    area.addEventListener('blur', () => (this.#said.hidden = true));
    onPick(() => this.#later());
  }

  /** The text or what is known of it has changed. */
  renew() {
    this.#marks = marksOf(this.#role, this.#text());
    this.#tip.hidden = true;
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

  /** All that is said of a line now: of what is related only what belongs to the finding that is picked. @param {number} line */
  #all(line) {
    const own = this.#byLine.get(line) ?? [];
    const picked = current();
    if (picked?.rule === undefined) return own;
    const is = (/** @type {Picked} */ other) => other.rule === picked.rule && other.history === picked.history && other.entry === picked.entry;
    return [...own, ...this.#marks.related.filter((mark) => mark.line === line && is(mark.picked))];
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
      const all = this.#all(line);
      const number = worst === undefined ? this.#number(line, all[0]) : this.#sign(line, worst);
      number.style.top = top;
      if (entry !== undefined) number.dataset.entry = `#${entry.picked.entry}`;
      numbers.push(number);
      const own = all.filter((mark) => mark.endColumn > mark.column && mark.endColumn < FAR);
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

  /** @param {number} line @param {Mark} [related] what has a part in the finding that is picked */
  #number(line, related) {
    const number = make('span', String(line));
    if (related === undefined) return number;
    number.className = related.severity;
    number.dataset.sign = SIGNS[related.severity];
    number.title = `Related: ${inZone(related.message)}`;
    return number;
  }

  /** @param {number} line @param {Mark} mark */
  #sign(line, mark) {
    const sign = makeButton(String(line), () => pick({ ...mark.picked, from: 'margin' }));
    sign.className = mark.severity;
    sign.dataset.line = String(line);
    sign.dataset.sign = SIGNS[mark.severity];
    const all = this.#byLine.get(line) ?? [];
    sign.setAttribute('aria-label', `Line ${line}, ${all.map(({ severity, message }) => `${severity}: ${inZone(message)}`).join(' ')}`);
    sign.title = all.map(({ message }) => inZone(message)).join('\n');
    sign.addEventListener('focus', () => this.#say(line));
    sign.addEventListener('blur', () => (this.#said.hidden = true));
    return sign;
  }

  /** Says what is said of a line. @param {number} line */
  #say(line) {
    tell(this.#said, line, this.#all(line));
  }

  /** The same, beside a pointer: below the line, or above where there is no room. @param {number} line */
  #hover(line) {
    tell(this.#tip, line, this.#all(line));
    if (this.#tip.hidden) return;
    const top = this.#pad + (line - this.#firstLine()) * LINE - this.#area.scrollTop;
    const room = this.#area.clientHeight - top - LINE;
    const above = room < this.#tip.offsetHeight && top > room;
    this.#tip.style.insetInlineStart = `${this.#gutter.offsetWidth + 8}px`;
    this.#tip.style.top = above ? '' : `${top + LINE + 2}px`;
    this.#tip.style.bottom = above ? `${this.#area.clientHeight - top + 2}px` : '';
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
 * @param {HTMLElement} into
 * @param {number} line
 * @param {Mark[]} marks
 */
function tell(into, line, marks) {
  into.hidden = marks.length === 0;
  const told = marks.map(({ severity, message }) => {
    const one = make('p', '');
    one.className = severity;
    one.append(make('strong', `Line ${line}, ${severity}: `), inZone(message));
    return one;
  });
  // What is written anew is read out anew.
  if (told.map((one) => one.textContent).join() !== [...into.children].map((one) => one.textContent).join()) into.replaceChildren(...told);
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

// @ts-check
// A text area and the text that it stands for, of which it shows a part where the whole would take seconds to lay out.

import { byId } from './dom.js';
import { Margin } from './margin.js';

/** @typedef {import("./pkg/clusterversion_history.js").Input} Input */
/** @typedef {NonNullable<Input['role']>} Role */
/** @typedef {{input: number, line: number, column: number, endColumn: number, from?: string}} Place */

const TYPING_PAUSE = 250;
const LONG_LINE = 300;
/** Of more than this a text area shows a part: the whole would take seconds to lay out. In UTF-16 units. */
export const MUCH = 2_000_000;
const SHOWN_LINES = 2_000;

export class Pane {
  /** @type {string | undefined} The file that the text came from, until it is edited away. */
  name;
  /** @type {{text: string, firstLine: number} | undefined} The whole, where a part is shown. */
  #held;
  #note;
  #fixed;
  #margin;

  /**
   * @param {string} id the text area's
   * @param {Role} role
   */
  constructor(id, role) {
    this.role = role;
    this.area = byId(id, HTMLTextAreaElement);
    this.#note = byId(`${id}-held`, HTMLElement);
    this.#fixed = this.area.readOnly;
    this.#margin = new Margin(
      this.area,
      () => this.text,
      () => this.#held?.firstLine ?? 1,
      role,
    );
    this.area.addEventListener('scroll', () => this.#move());
  }

  get text() {
    return this.#held?.text ?? this.area.value;
  }

  get empty() {
    return this.area.value.trim() === '';
  }

  /** @returns {Input} */
  get input() {
    return { text: this.text, role: this.role, ...(this.name !== undefined && { name: this.name }) };
  }

  /**
   * Calls back soon after typing pauses, and at once after a paste.
   * @param {() => void} changed
   */
  watch(changed) {
    const { area } = this;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let pending;
    area.addEventListener('input', (event) => {
      if (area.value === '') this.name = undefined;
      clearTimeout(pending);
      if (event instanceof InputEvent && /^insertFrom(Paste|Drop)/.test(event.inputType)) changed();
      else pending = setTimeout(changed, TYPING_PAUSE);
    });
    // What replaces the whole of a file's text is no longer that file.
    area.addEventListener('paste', (event) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      const replaces = area.selectionStart === 0 && area.selectionEnd === area.value.length;
      if (pasted.length > MUCH && !this.#fixed) {
        event.preventDefault();
        const { value, selectionStart, selectionEnd } = area;
        const around = this.#held === undefined && !replaces;
        this.fill(around ? `${value.slice(0, selectionStart)}${pasted}${value.slice(selectionEnd)}` : pasted);
        changed();
        return;
      }
      if (replaces) this.name = undefined;
    });
  }

  /** Leaves the text to be looked at, not changed. */
  lock() {
    this.#fixed = true;
    this.area.readOnly = true;
  }

  /**
   * @param {string} text
   * @param {string} [name]
   */
  fill(text, name) {
    if (text.length > MUCH) {
      this.#hold(text, 1);
    } else {
      this.#held = undefined;
      this.area.readOnly = this.#fixed;
      this.#note.hidden = true;
      this.area.value = text;
    }
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
    this.name = text === '' ? undefined : name;
    this.#margin.renew();
  }

  /**
   * Shows the lines of a long text around one of them.
   * @param {string} text
   * @param {number} line from 1
   */
  #hold(text, line) {
    const firstLine = Math.max(1, line - SHOWN_LINES / 2);
    const start = startOfLine(text, firstLine);
    let end = start;
    for (let shown = 0; shown < SHOWN_LINES && end < text.length; shown += 1) {
      const next = text.indexOf('\n', end);
      end = next < 0 ? text.length : next + 1;
    }
    this.#held = { text, firstLine };
    queueMicrotask(() => this.#margin.renew());
    this.area.readOnly = true;
    this.area.value = text.slice(start, Math.min(end, start + MUCH));
    this.#note.hidden = false;
    const clear = this.#fixed ? '' : ' Clear to type here.';
    this.#note.textContent = `${(text.length / 1e6).toFixed(1)} MB: all of it is inspected, and its lines from ${firstLine} on are shown.${clear}`;
  }

  /** Near an end of the part that is shown, the part goes along. */
  #move() {
    if (this.#held === undefined) return;
    const { text, firstLine } = this.#held;
    const { area } = this;
    const height = parseFloat(getComputedStyle(area).lineHeight);
    const left = area.scrollHeight - area.clientHeight - area.scrollTop;
    const nearStart = area.scrollTop < area.clientHeight && firstLine > 1;
    const nearEnd = left < area.clientHeight && startOfLine(text, firstLine + SHOWN_LINES) < text.lastIndexOf('\n') + 1;
    if (!nearStart && !nearEnd) return;
    const top = area.scrollTop + (firstLine - 1) * height;
    this.#hold(text, firstLine + Math.floor(area.scrollTop / height));
    const now = this.#held?.firstLine ?? 1;
    area.scrollTop = top - (now - 1) * height;
  }

  /**
   * Selects a line and brings it into view; of a line as long as minified JSON's, the place.
   * @param {Place} place
   */
  select({ line, column, endColumn, from }) {
    const { area } = this;
    if (this.#held !== undefined) this.#hold(this.#held.text, line);
    const firstLine = this.#held?.firstLine ?? 1;
    const start = startOfLine(area.value, line - firstLine + 1);
    const next = area.value.indexOf('\n', start);
    const end = next < 0 ? area.value.length : next;
    // Keys that go from finding to finding, or along the margin, must not end in the text.
    if (from !== 'key' && from !== 'margin') area.focus({ preventScroll: true });
    if (end - start > LONG_LINE && endColumn > column) {
      area.setSelectionRange(start + column - 1, Math.min(start + endColumn - 1, end));
    } else {
      area.setSelectionRange(start, end);
    }
    const style = getComputedStyle(area);
    const height = parseFloat(style.lineHeight);
    area.scrollTop = Math.max(0, (line - firstLine) * height - (area.clientHeight - height) / 2);
    // Far along a line of minified JSON, the column itself must be seen.
    const left = (column - 1) * widthOfOne(style);
    area.scrollLeft = left < area.clientWidth * 0.8 ? 0 : left - area.clientWidth / 2;
    area.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * @param {string} text
 * @param {number} line from 1; beyond the last, the last
 */
function startOfLine(text, line) {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) break;
    start = next + 1;
  }
  return start;
}

/** @param {CSSStyleDeclaration} style of a fixed-width text */
function widthOfOne(style) {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return parseFloat(style.fontSize) * 0.6;
  context.font = `${style.fontSize} ${style.fontFamily}`;
  return context.measureText('0').width;
}

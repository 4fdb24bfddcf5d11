// @ts-check
// What was recognised in the texts, fragment by fragment: each can be switched off, and a history can be made a before, an
// after or evidence. The module judges whole texts, so for a text with such a wish it is given one text a role, in which
// all other lines are empty: what stands in them keeps its line.

import { byId, make, makeButton } from './dom.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./panes.js").Role} Role */
/** @typedef {import("./evidence.js").Source & {of?: Source}} Source `of`: the one whose lines it has */
/**
 * @typedef {object} Fragment
 * @property {Source} source
 * @property {string} kind
 * @property {number} line
 * @property {number} endLine
 * @property {Role} role as recognised
 * @property {Role | 'off'} wish
 * @property {Set<number>} [records] the lines of evidence
 * @property {boolean} [whole] whether what is between those lines belongs to it
 */

const ROLES = /** @type {Role[]} */ (['history', 'before', 'after', 'evidence']);
const MOST = 100;

const section = byId('fragments', HTMLElement);
const list = byId('fragments-list', HTMLUListElement);
const told = byId('fragments-told', HTMLElement);
const reset = byId('fragments-reset', HTMLButtonElement);

export class Fragments {
  /** @type {Fragment[]} */
  #all = [];
  #changed;
  #go;

  /**
   * @param {() => void} changed a person wishes something else
   * @param {(source: Source, line: number) => void} go leads to a line
   */
  constructor(changed, go) {
    this.#changed = changed;
    this.#go = go;
    reset.addEventListener('click', () => {
      for (const fragment of this.#all) fragment.wish = fragment.role;
      this.#draw();
      section.querySelector('input')?.focus();
      changed();
    });
  }

  get touched() {
    return this.#all.some(({ wish, role }) => wish !== role);
  }

  /** Why there is nothing to judge, where a person switched all of it off. @returns {string | undefined} */
  get silence() {
    const histories = this.#all.filter(({ records }) => records === undefined);
    if (histories.length === 0 || histories.some(({ wish }) => wish !== 'off')) return undefined;
    const all = this.#all.every(({ wish }) => wish === 'off');
    return all ? 'All that was recognised is switched off.' : 'Every history is switched off: what is left is evidence, which alone gives no verdict.';
  }

  /** What was switched off is as it was recognised. */
  switchOn() {
    for (const fragment of this.#all) if (fragment.wish === 'off') fragment.wish = fragment.role;
    this.#draw();
    this.#changed();
  }

  forget() {
    this.#all = [];
    section.hidden = true;
    list.replaceChildren();
  }

  /**
   * Lists what was recognised in texts as they are.
   * @param {Report} report
   * @param {Source[]} sources its inputs
   */
  found(report, sources) {
    /** @type {Fragment[]} */
    const all = [];
    for (const { source: at } of report.histories) {
      const source = sources[at.input];
      const role = source?.input.role ?? 'history';
      if (source !== undefined) all.push({ source, kind: at.kind, line: at.line, endLine: at.endLine, role, wish: role });
    }
    const histories = [...all];
    /** @type {Map<string, Fragment>} */
    const kinds = new Map();
    for (const { input, kind, line } of report.evidence) {
      const source = sources[input];
      // What an object says beside its history goes with it.
      if (source === undefined || histories.some((one) => one.source === source && one.line <= line && line <= one.endLine)) continue;
      const key = `${input} ${kind}`;
      const known = kinds.get(key);
      if (known === undefined) {
        kinds.set(key, { source, kind, line, endLine: line, role: 'evidence', wish: 'evidence', records: new Set([line]) });
      } else {
        known.records?.add(line);
        known.line = Math.min(known.line, line);
        known.endLine = Math.max(known.endLine, line);
      }
    }
    this.#all = [...all, ...kinds.values()];
    this.#draw();
  }

  /**
   * The texts to inspect in place of those that are there.
   * @param {Source[]} sources
   * @returns {Source[]}
   */
  apply(sources) {
    if (!this.touched) return sources;
    const made = sources.flatMap((source) => this.#part(source));
    // Something must be inspected, to be told that it holds nothing.
    return made.length > 0 ? made : sources.slice(0, 1).map((source) => derive(source, source.input.role ?? 'history', ''));
  }

  /** @param {Source} source @returns {Source[]} */
  #part(source) {
    const mine = this.#all.filter((fragment) => fragment.source === source);
    const moved = mine.filter(({ wish, role }) => wish !== role);
    if (moved.length === 0) return [source];
    const lines = source.input.text.split('\n');
    const own = mine.filter(({ wish, records }) => wish !== 'off' && records === undefined);
    /** @type {Source[]} */
    const made = [];
    const rest = [...lines];
    for (const fragment of moved) for (const line of this.#lines(fragment)) rest[line - 1] = '';
    const left = mine.filter((fragment) => !moved.includes(fragment));
    // Where only records are left, a history is no longer looked for.
    const as = left.some(({ records }) => records === undefined) ? (source.input.role ?? 'history') : 'evidence';
    if (left.length > 0) made.push(derive(source, as, rest.join('\n')));
    for (const role of ROLES) {
      const alone = own.filter(({ wish, role: was }) => wish === role && wish !== was);
      if (alone.length === 0) continue;
      const kept = lines.map(() => '');
      for (const { line, endLine } of alone) for (let at = line; at <= endLine; at += 1) kept[at - 1] = lines[at - 1] ?? '';
      made.push(derive(source, role, kept.join('\n')));
    }
    return made;
  }

  /** @param {Fragment} fragment @returns {Iterable<number>} */
  #lines({ source, line, endLine, records, whole }) {
    if (records !== undefined && !whole) return records;
    const all = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
    if (records === undefined) return all;
    const histories = this.#all.filter((one) => one.source === source && one.records === undefined);
    return all.filter((at) => !histories.some((one) => one.line <= at && at <= one.endLine));
  }

  /**
   * Whether evidence that was switched off was weighed all the same, as of an object of many lines: then `apply` takes more away.
   * @param {Report} report
   * @param {Source[]} inspected
   */
  remains(report, inspected) {
    let more = false;
    for (const fragment of this.#all) {
      if (fragment.records === undefined || fragment.wish !== 'off' || fragment.whole) continue;
      const { source, kind, line, endLine } = fragment;
      fragment.whole = report.evidence.some((item) => {
        const from = inspected[item.input];
        return from !== undefined && (from.of ?? from) === source && item.kind === kind && line <= item.line && item.line <= endLine;
      });
      more ||= fragment.whole;
    }
    return more;
  }

  #draw() {
    section.hidden = this.#all.length === 0;
    list.replaceChildren(...this.#all.slice(0, MOST).map((fragment) => this.#row(fragment)));
    if (this.#all.length > MOST) list.append(make('li', `and ${this.#all.length - MOST} more`));
    this.#tell();
  }

  #tell() {
    const off = this.#all.filter(({ wish }) => wish === 'off').length;
    const moved = this.#all.filter(({ wish, role }) => wish !== 'off' && wish !== role).length;
    const histories = this.#all.filter(({ records }) => records === undefined);
    const words = [];
    if (off > 0) words.push(`${off} of ${this.#all.length} switched off`);
    if (moved > 0) words.push(`${moved} of ${this.#all.length} in another role`);
    if (histories.length > 0 && histories.every(({ wish }) => wish === 'off' || wish === 'evidence')) {
      words.push('no history is left to judge');
    }
    told.textContent = words.join(', ');
    told.hidden = reset.hidden = words.length === 0;
  }

  /** @param {Fragment} fragment */
  #row(fragment) {
    const { source, kind, line, endLine, records } = fragment;
    const lines = line === endLine ? `line ${line}` : `lines ${line}–${endLine}`;
    const several = this.#all.some((other) => other.source !== source);
    const where = several ? `${source.input.name ?? source.input.role ?? 'paste'}, ${lines}` : lines;
    const row = make('li', '');
    const label = make('label', '');
    const on = document.createElement('input');
    on.type = 'checkbox';
    on.checked = fragment.wish !== 'off';
    on.setAttribute('aria-label', `${kind}, ${where}`);
    const count = records === undefined || records.size === 1 ? '' : ` × ${records.size}`;
    label.append(on, ` ${kind}${count}`);
    const place = makeButton(where, () => this.#go(source, line));
    place.className = 'place';
    row.append(label, ' ', place, ' ');
    let wished = fragment.role;
    if (records !== undefined) {
      const role = make('span', 'evidence');
      role.className = 'role';
      row.append(role);
    } else {
      const role = document.createElement('select');
      role.setAttribute('aria-label', `Role of ${kind}, ${where}`);
      for (const each of ROLES) role.append(new Option(each));
      if (fragment.wish !== 'off') wished = fragment.wish;
      role.value = wished;
      role.disabled = fragment.wish === 'off';
      role.addEventListener('change', () => {
        wished = /** @type {Role} */ (role.value);
        this.#wish(fragment, wished);
      });
      on.addEventListener('change', () => (role.disabled = !on.checked));
      row.append(role);
    }
    on.addEventListener('change', () => this.#wish(fragment, on.checked ? wished : 'off'));
    return row;
  }

  /** @param {Fragment} fragment @param {Role | 'off'} wish */
  #wish(fragment, wish) {
    fragment.wish = wish;
    this.#tell();
    this.#changed();
  }
}

/** @param {Source} source @param {Role} role @param {string} text @returns {Source} */
const derive = (source, role, text) => ({ input: { ...source.input, role, text }, select: (place) => source.select(place), of: source });

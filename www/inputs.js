// @ts-check
// The side of the page that takes in: one pane, or a before and an after, and the evidence beside them.

import { byId } from './dom.js';
import { Evidence } from './evidence.js';
import { onChosen, onDropped, readFile } from './files.js';
import { Pane } from './panes.js';

/** @typedef {import("./evidence.js").Source} Source */
/** @typedef {{text: string, name?: string | undefined}} Named */

const main = byId('main', HTMLElement);
const compare = byId('compare', HTMLButtonElement);
const swap = byId('swap', HTMLButtonElement);

const one = new Pane('input', 'history');
const before = new Pane('before', 'before');
const after = new Pane('after', 'after');

export class Inputs {
  #edited;
  #failed;
  #evidence;

  /**
   * @param {() => void} edited a person changed something
   * @param {(message: string, error: unknown) => void} failed
   */
  constructor(edited, failed) {
    this.#edited = edited;
    this.#failed = failed;
    this.#evidence = new Evidence(edited);
    for (const pane of [one, before, after]) pane.watch(edited);
    compare.addEventListener('click', () => this.#changeMode());
    swap.addEventListener('click', () => {
      const { text, name } = before;
      before.fill(after.text, after.name);
      after.fill(text, name);
      edited();
    });
    byId('clear', HTMLButtonElement).addEventListener('click', () => {
      for (const pane of [one, before, after]) pane.fill('');
      this.#evidence.clear();
      edited();
      this.panes[0]?.area.focus();
    });
    onChosen('open', (files) => this.#take(files));
    onChosen('open-evidence', (files) => this.#takeEvidence(files));
    onDropped((files, target) => {
      if (this.#evidence.contains(target)) return this.#takeEvidence(files);
      return this.#take(files, this.panes.find((pane) => pane.area === target));
    });
  }

  get comparing() {
    return main.dataset.mode === 'two';
  }

  get panes() {
    return this.comparing ? [before, after] : [one];
  }

  /** @returns {Source[]} the histories first; none where there is no history */
  get sources() {
    const histories = this.panes.filter((pane) => !pane.empty);
    if (histories.length === 0) return [];
    return [...histories.map((pane) => ({ input: pane.input, select: pane.select.bind(pane) })), ...this.#evidence.sources];
  }

  /**
   * Puts whole texts in place of all that was there: one is a history, two are a before and an after.
   * @param {Named[]} texts
   * @param {Named[]} [beside] the evidence
   */
  replace(texts, beside = []) {
    this.#setMode(texts.length === 2);
    this.panes.forEach((pane, at) => pane.fill(texts[at]?.text ?? '', texts[at]?.name));
    this.#evidence.clear();
    this.#evidence.add(beside);
  }

  /** Puts a text in place of the history, and leaves the evidence. @param {Named} text */
  fill({ text, name }) {
    this.#setMode(false);
    one.fill(text, name);
  }

  /** @param {Named[]} texts */
  addEvidence(texts) {
    this.#evidence.add(texts);
  }

  /** Leaves the texts to be looked at, not changed. */
  lock() {
    for (const pane of [one, before, after]) pane.lock();
  }

  /** @param {boolean} two */
  #setMode(two) {
    main.dataset.mode = two ? 'two' : 'one';
    compare.setAttribute('aria-pressed', String(two));
    swap.hidden = !two;
    for (const pane of document.querySelectorAll('[data-pane]')) {
      if (pane instanceof HTMLElement) pane.hidden = pane.dataset.pane !== main.dataset.mode;
    }
  }

  #changeMode() {
    const two = !this.comparing;
    // The text at hand goes along: it is the newer snapshot until something else is said.
    const [from, to] = two ? [one, after] : [after.area.value === '' ? before : after, one];
    if (to.area.value === '' || !two) to.fill(from.text, from.name);
    this.#setMode(two);
    this.#edited();
  }

  /**
   * Takes files in: one for the pane it is meant for, two as a before and an after.
   * @param {File[]} files
   * @param {Pane} [target]
   */
  async #take(files, target) {
    const [first, second] = files;
    if (first === undefined) return;
    const read = await this.#read(second === undefined ? [first] : [first, second]);
    const [older, newer] = read;
    if (older === undefined) return;
    if (newer === undefined) {
      const free = this.panes.find((pane) => pane.area.value === '') ?? this.panes[0] ?? one;
      (target ?? free).fill(older.text, older.name);
    } else {
      this.#setMode(true);
      before.fill(older.text, older.name);
      after.fill(newer.text, newer.name);
    }
    this.#edited();
  }

  /** @param {File[]} files */
  async #takeEvidence(files) {
    const read = await this.#read(files);
    if (read.length === 0) return;
    this.#evidence.add(read);
    this.#edited();
  }

  /**
   * @param {File[]} files
   * @returns {Promise<{text: string, name: string}[]>} none where one cannot be read, which is said
   */
  async #read(files) {
    const read = [];
    for (const file of files) {
      try {
        read.push(await readFile(file));
      } catch (error) {
        this.#failed(`${file.name} cannot be read.`, error);
        return [];
      }
    }
    return read;
  }
}

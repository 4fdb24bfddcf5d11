// @ts-check
// The side of the page that takes in: one pane, or a before and an after, and the evidence beside them.

import { whileBusy } from './busy.js';
import { byId } from './dom.js';
import { Evidence } from './evidence.js';
import { onChosen, onDropped, onPasted } from './files.js';
import { megabytes } from './gather.js';
import { Histories } from './histories.js';
import { MUCH, Pane } from './panes.js';
import { gather, told, trouble } from './reading.js';

/** @typedef {import("./evidence.js").Source} Source */
/** @typedef {import("./files.js").Offered} Offered */
/** @typedef {AsyncIterable<Offered> | Offered[]} Files */
/** @typedef {{text: string, name?: string | undefined}} Named */

const main = byId('main', HTMLElement);
const compare = byId('compare', HTMLButtonElement);
const swap = byId('swap', HTMLButtonElement);

const replaced = byId('replaced', HTMLElement);

const one = new Pane('input', 'history');
const before = new Pane('before', 'before');
const after = new Pane('after', 'after');

export class Inputs {
  #edited;
  #failed;
  #evidence;
  #histories;
  #locked = false;
  /** @type {(() => void) | undefined} */
  #putBack;

  /**
   * @param {() => void} edited a person changed something
   * @param {(message: string, error: unknown) => void} failed
   */
  constructor(edited, failed) {
    this.#edited = () => {
      this.#offerBack(undefined);
      const length = this.sources.reduce((sum, { input }) => sum + input.text.length, 0);
      if (length > MUCH) void whileBusy(`Inspecting ${megabytes(length)}…`, edited);
      else edited();
    };
    this.#failed = failed;
    this.#evidence = new Evidence(this.#edited);
    this.#histories = new Histories(one, this.#edited);
    for (const pane of [one, before, after]) pane.watch(this.#edited);
    compare.addEventListener('click', () => this.#changeMode());
    swap.addEventListener('click', () => {
      const { text, name } = before;
      before.fill(after.text, after.name);
      after.fill(text, name);
      this.#edited();
    });
    byId('clear', HTMLButtonElement).addEventListener('click', () => {
      this.#change('What was there was cleared.', () => {
        this.#histories.set([]);
        for (const pane of [before, after]) pane.fill('');
        this.#evidence.clear();
        told();
      });
      this.panes[0]?.area.focus();
    });
    byId('put-back', HTMLButtonElement).addEventListener('click', () => {
      this.#putBack?.();
      this.#edited();
      this.panes[0]?.area.focus();
    });
    onChosen('open', (files) => this.#take(files));
    onChosen('open-folder', (files) => this.#take(files));
    onChosen('open-evidence', (files) => this.#takeEvidence(files));
    onDropped((files, target) => {
      if (this.#evidence.contains(target)) return this.#takeEvidence(files);
      return this.#take(files, this.panes.find((pane) => pane.area === target));
    }, trouble);
    onPasted(
      (text) => {
        if (this.#locked) return;
        this.#change('The paste took the place of what was there.', () => {
          told();
          this.#setMode(false);
          this.#histories.set([{ text }]);
        });
      },
      async (files) => {
        if (!this.#locked) await this.#take(files);
      },
      trouble,
    );
  }

  get comparing() {
    return main.dataset.mode === 'two';
  }

  get panes() {
    return this.comparing ? [before, after] : [one];
  }

  /** @returns {Source[]} the histories first; none where there is no history */
  get sources() {
    const histories = this.comparing
      ? this.panes.filter((pane) => !pane.empty).map((pane) => ({ input: pane.input, select: pane.select.bind(pane) }))
      : this.#histories.sources;
    return histories.length === 0 ? [] : [...histories, ...this.#evidence.sources];
  }

  /**
   * Puts whole texts in place of all that was there: two are a before and an after, any other number are histories.
   * @param {Named[]} texts
   * @param {Named[]} [beside] the evidence
   */
  replace(texts, beside = []) {
    this.#offerBack(undefined);
    told();
    this.#setMode(texts.length === 2);
    if (texts.length === 2) this.panes.forEach((pane, at) => pane.fill(texts[at]?.text ?? '', texts[at]?.name));
    else this.#histories.set(texts);
    this.#evidence.clear();
    this.#evidence.add(beside);
  }

  /** Puts a text in place of the history, and leaves the evidence. @param {Named} text */
  fill(text) {
    this.#setMode(false);
    this.#histories.set([text]);
  }

  /** @param {Named[]} texts */
  addEvidence(texts) {
    this.#evidence.add(texts);
  }

  /** Leaves the texts to be looked at, not changed. */
  lock() {
    this.#locked = true;
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
    if (two) {
      const [older, newer] = this.#histories.texts;
      if (newer !== undefined && older !== undefined && before.empty && after.empty) {
        before.fill(older.text, older.name);
        after.fill(newer.text, newer.name);
      } else if (after.area.value === '') after.fill(one.text, one.name);
    } else {
      const { text, name } = after.area.value === '' ? before : after;
      this.#histories.set([{ text, name }]);
    }
    this.#setMode(two);
    this.#edited();
  }

  /**
   * Takes files in: one for the pane it is meant for, two as a before and an after, more and what a search found as histories.
   * @param {Files} files
   * @param {Pane} [target]
   */
  async #take(files, target) {
    const found = await this.#read(files);
    if (found === undefined) return;
    const { histories, evidence, searched } = found;
    const [first, second] = histories;
    if (searched || histories.length > 1) {
      this.#change('The files took the place of what was there.', () => {
        if (searched) this.#evidence.clear();
        this.#evidence.add(evidence);
        this.#setMode(!searched && histories.length === 2);
        if (this.comparing) {
          before.fill(first?.text ?? '', first?.name);
          after.fill(second?.text ?? '', second?.name);
        } else this.#histories.set(histories);
      });
    } else {
      this.#evidence.add(evidence);
      if (first !== undefined) {
        const pane = target ?? this.panes.find((each) => each.area.value === '') ?? this.panes[0] ?? one;
        if (pane === one) this.#histories.set([first]);
        else pane.fill(first.text, first.name);
      }
      this.#edited();
    }
    told(found);
  }

  /** @param {Files} files */
  async #takeEvidence(files) {
    const found = await this.#read(files);
    if (found === undefined) return;
    this.#evidence.add([...found.histories, ...found.evidence]);
    this.#edited();
    told(found);
  }

  /**
   * @param {Files} files
   * @returns nothing where there is nothing to take, which is said
   */
  async #read(files) {
    const found = await gather(files);
    if (found === undefined) return undefined;
    if (found.histories.length + found.evidence.length > 0) return found;
    const why = found.problems.slice(0, 5).join(' ');
    if (why !== '') this.#failed(why, undefined);
    else if (found.searched) this.#failed(`Nothing of it is a ClusterVersion or evidence, by its name: ${found.passed} files were passed over.`, undefined);
    return undefined;
  }

  /**
   * Does what takes texts away, and offers a way back.
   * @param {string} said
   * @param {() => void} change
   */
  #change(said, change) {
    const was = this.comparing;
    const texts = this.#histories.texts;
    const sides = [before, after].map(({ text, name }) => ({ text, name }));
    const evidence = this.#evidence.kept;
    const lost = was ? !before.empty || !after.empty : texts.some(({ text }) => text.trim() !== '');
    change();
    this.#edited();
    if (!lost) return;
    this.#offerBack(() => {
      this.#setMode(was);
      this.#histories.set(texts);
      [before, after].forEach((pane, at) => pane.fill(sides[at]?.text ?? '', sides[at]?.name));
      evidence();
      told();
    }, said);
  }

  /** @param {(() => void) | undefined} putBack @param {string} [said] */
  #offerBack(putBack, said = '') {
    this.#putBack = putBack;
    byId('replaced-words', HTMLElement).textContent = said;
    replaced.hidden = putBack === undefined;
  }
}

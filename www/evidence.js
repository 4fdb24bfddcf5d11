// @ts-check
// The evidence beside the histories: files by choice, drop or link, and what is pasted.

import { byId, make, makeButton } from './dom.js';
import { Pane } from './panes.js';

/** @typedef {import("./pkg/clusterversion_history.js").Input} Input */
/** @typedef {import("./panes.js").Place} Place */
/** @typedef {{input: Input, select(place: Place): void}} Source */

export class Evidence {
  /** @type {Input[]} */
  #files = [];
  #pasted = new Pane('evidence', 'evidence');
  #viewed = new Pane('evidence-file', 'evidence');
  #section = byId('evidence-section', HTMLElement);
  #toggle = byId('evidence-toggle', HTMLButtonElement);
  #list = byId('evidence-files', HTMLUListElement);
  #view = byId('evidence-view', HTMLElement);
  #changed;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    this.#pasted.watch(changed);
    this.#toggle.addEventListener('click', () => {
      this.open(this.#section.hidden === true);
      if (!this.#section.hidden) this.#pasted.area.focus();
    });
    this.#list.setAttribute('role', 'list');
  }

  /** Whether something was dropped on it. @param {EventTarget | null} target */
  contains(target) {
    return target instanceof Node && this.#section.contains(target);
  }

  /** @param {boolean} open */
  open(open) {
    this.#section.hidden = !open;
    this.#toggle.setAttribute('aria-expanded', String(open));
  }

  /** @returns {Source[]} what there is of it, the pasted text last */
  get sources() {
    const files = this.#files.map((input) => ({ input, select: (/** @type {Place} */ place) => this.#show(input, place) }));
    const pasted = this.#pasted;
    if (pasted.empty) return files;
    const select = (/** @type {Place} */ place) => {
      this.open(true);
      pasted.select(place);
    };
    return [...files, { input: pasted.input, select }];
  }

  /**
   * Takes in files or texts beside those that are there.
   * @param {{text: string, name?: string | undefined}[]} given
   */
  add(given) {
    this.#files = [...this.#files];
    for (const { text, name } of given) {
      this.#files.push({ text, name: name ?? `evidence ${this.#files.length + 1}`, role: 'evidence' });
    }
    if (given.length > 0) this.open(true);
    this.#draw();
  }

  /** What there is of it, to be put back. */
  get kept() {
    const files = this.#files;
    const { text, name } = this.#pasted;
    return () => {
      this.#files = files;
      this.#pasted.fill(text, name);
      if (files.length > 0 || text !== '') this.open(true);
      this.#draw();
    };
  }

  clear() {
    this.#files = [];
    this.#pasted.fill('');
    this.#draw();
  }

  /** @param {Input} file */
  #remove(file) {
    const at = this.#files.indexOf(file);
    this.#files = this.#files.filter((each) => each !== file);
    this.#draw();
    // The focus was on what is gone.
    const next = this.#list.children[Math.min(at, this.#files.length - 1)]?.querySelector('[data-remove]');
    if (next instanceof HTMLElement) next.focus();
    else this.#pasted.area.focus();
    this.#changed();
  }

  #draw() {
    this.#list.hidden = this.#files.length === 0;
    this.#list.replaceChildren(
      ...this.#files.map((file) => {
        const item = make('li', '');
        const name = file.name ?? '';
        const show = makeButton(name, () => this.#show(file, { input: 0, line: 1, column: 1, endColumn: 1 }));
        show.className = 'place';
        const remove = makeButton('Remove', () => this.#remove(file));
        remove.dataset.remove = '';
        remove.setAttribute('aria-label', `Remove ${name}`);
        item.append(show, ' ', remove);
        return item;
      }),
    );
    this.#view.hidden = true;
    this.#viewed.fill('');
  }

  /**
   * @param {Input} file
   * @param {Place} place
   */
  #show(file, place) {
    this.open(true);
    this.#view.hidden = false;
    byId('evidence-file-label', HTMLElement).textContent = file.name ?? '';
    this.#viewed.fill(file.text, file.name);
    this.#viewed.select(place);
  }
}

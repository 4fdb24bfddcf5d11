// @ts-check
// More histories than one pane has room for: a list of files, of which one at a time is in the pane.

import { byId, make, makeButton } from './dom.js';

/** @typedef {import("./evidence.js").Source} Source */
/** @typedef {import("./panes.js").Pane} Pane */
/** @typedef {{text: string, name?: string | undefined}} Named */

export class Histories {
  /** @type {Named[]} none where the pane's own text is all */
  #files = [];
  #shown = 0;
  #list = byId('histories', HTMLUListElement);
  #section = byId('histories-section', HTMLElement);
  #pane;
  #changed;

  /**
   * @param {Pane} pane
   * @param {() => void} changed
   */
  constructor(pane, changed) {
    this.#pane = pane;
    this.#changed = changed;
  }

  /** All of them as they are now. @returns {Named[]} */
  get texts() {
    this.#keep();
    return this.#files.length > 0 ? [...this.#files] : [{ text: this.#pane.text, name: this.#pane.name }];
  }

  /** @param {Named[]} texts */
  set(texts) {
    this.#files = texts.length > 1 ? [...texts] : [];
    this.#shown = 0;
    this.#pane.fill(texts[0]?.text ?? '', texts[0]?.name);
    this.#draw();
  }

  /** @returns {Source[]} those that are not empty */
  get sources() {
    if (this.#files.length === 0) return this.#pane.empty ? [] : [{ input: this.#pane.input, select: this.#pane.select.bind(this.#pane) }];
    this.#keep();
    return this.#files.flatMap((file, at) => {
      if (file.text.trim() === '') return [];
      const select = (/** @type {import("./panes.js").Place} */ place) => {
        this.#show(at);
        this.#pane.select(place);
      };
      return [{ input: { text: file.text, role: 'history', ...(file.name !== undefined && { name: file.name }) }, select }];
    });
  }

  /** What was typed into the pane is the file's text now. */
  #keep() {
    if (this.#files.length > 0) this.#files[this.#shown] = { text: this.#pane.text, name: this.#pane.name };
  }

  /** @param {number} at */
  #show(at) {
    const file = this.#files[at];
    if (file === undefined || at === this.#shown) return;
    this.#keep();
    this.#shown = at;
    this.#pane.fill(file.text, file.name);
    this.#draw();
  }

  /** @param {number} at */
  #remove(at) {
    const left = this.texts.filter((_, each) => each !== at);
    const shown = Math.min(this.#shown > at ? this.#shown - 1 : this.#shown, left.length - 1);
    this.set(left);
    this.#show(shown);
    // The focus was on what is gone.
    const next = this.#list.children[Math.min(at, left.length - 1)]?.querySelector('[data-remove]');
    if (next instanceof HTMLElement && left.length > 1) next.focus();
    else this.#pane.area.focus();
    this.#changed();
  }

  #draw() {
    this.#section.hidden = this.#files.length === 0;
    const held = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(
      ...this.#files.map(({ name = 'paste' }, at) => {
        const item = make('li', '');
        const show = makeButton(name, () => this.#show(at));
        show.className = 'place';
        if (at === this.#shown) show.setAttribute('aria-current', 'true');
        const remove = makeButton('Remove', () => this.#remove(at));
        remove.dataset.remove = '';
        remove.setAttribute('aria-label', `Remove ${name}`);
        item.append(show, ' ', remove);
        return item;
      }),
    );
    const current = this.#list.querySelector('[aria-current]');
    if (held && current instanceof HTMLElement) current.focus();
  }
}

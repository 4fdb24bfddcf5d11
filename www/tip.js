// @ts-check
// What is told of an entry while a pointer or the keys are on its bar.

import { make } from './dom.js';
import { writeTime } from './zone.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report['histories'][number]} History */
/** @typedef {History['entries'][number]} Entry */

/** How long it stays after the pointer has left, so that it can be reached, in milliseconds. */
const GRACE = 250;

/**
 * A length of time in its two largest units, as the timeline writes it.
 * @param {number} seconds
 */
export function duration(seconds) {
  /** @type {[number, string, number, string][]} */
  const units = [
    [31_536_000, 'y', 86_400, 'd'],
    [86_400, 'd', 3600, 'h'],
    [3600, 'h', 60, 'min'],
    [60, 'min', 1, 's'],
  ];
  for (const [size, name, small, other] of units) {
    if (seconds < size) continue;
    const rest = Math.floor((seconds % size) / small);
    return `${Math.floor(seconds / size)} ${name}${rest === 0 ? '' : ` ${rest} ${other}`}`;
  }
  return `${seconds} s`;
}

/** @param {string} from @param {string} to */
const between = (from, to) => (Date.parse(to) - Date.parse(from)) / 1000;

export class Tip {
  #figure;
  #history;
  #box = make('div', '');
  /** @type {number | string} an entry's index, or what is told of another thing */
  #shown = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #leaving;

  /**
   * @param {HTMLElement} figure
   * @param {History} history
   */
  constructor(figure, history) {
    this.#figure = figure;
    this.#history = history;
    this.#box.className = 'tip';
    this.#box.setAttribute('role', 'status');
    this.#box.hidden = true;
    figure.append(this.#box);
    this.#box.addEventListener('pointerenter', () => this.stay());
    this.#box.addEventListener('pointerleave', () => this.leave());
  }

  /**
   * @param {number} index the entry's
   * @param {Element} row its bar
   * @param {number | undefined} x where the pointer is; none for keys
   */
  show(index, row, x) {
    this.stay();
    const entry = this.#history.entries.find((own) => own.index === index);
    if (entry === undefined) return this.hide();
    this.#put(index, () => this.#lines(entry), row.querySelector('.row') ?? row, x);
  }

  /**
   * Tells of something else than an entry.
   * @param {string} text one line or several, each of which may begin with a time
   * @param {Element} about
   * @param {number} x where the pointer is
   */
  tell(text, about, x) {
    this.stay();
    const lines = () => text.split('\n').map((line) => make('p', line.replace(/^[-\dT:]+Z(?=: )/, (time) => writeTime(time))));
    this.#put(text, lines, about, x);
  }

  /**
   * @param {number | string} what
   * @param {() => Element[]} lines
   * @param {Element} about
   * @param {number | undefined} x
   */
  #put(what, lines, about, x) {
    if (this.#shown !== what || this.#box.hidden) {
      this.#box.replaceChildren(...lines());
      this.#box.hidden = false;
      this.#shown = what;
    }
    // Beside what it is about, never on it.
    const frame = this.#figure.getBoundingClientRect();
    const place = about.getBoundingClientRect();
    const below = place.bottom - frame.top + 2;
    const fits = place.bottom + this.#box.offsetHeight + 8 < innerHeight || place.top < this.#box.offsetHeight;
    this.#box.style.top = `${fits ? below : place.top - frame.top - this.#box.offsetHeight - 2}px`;
    const most = Math.max(0, this.#figure.clientWidth - this.#box.offsetWidth - 8);
    this.#box.style.left = `${Math.min(Math.max((x ?? this.#figure.clientWidth / 3) + 12, 8), most)}px`;
  }

  /** What is told of now: an entry's index, or a record's words; -1 where nothing is. */
  get about() {
    return this.#shown;
  }

  /** The pointer is on it, or back on its bar. */
  stay() {
    clearTimeout(this.#leaving);
  }

  /** The pointer has left its bar, perhaps towards it. */
  leave() {
    this.stay();
    this.#leaving = setTimeout(() => this.hide(), GRACE);
  }

  hide() {
    this.stay();
    this.#box.hidden = true;
    this.#shown = -1;
  }

  /** @param {Entry} entry */
  #lines(entry) {
    const { entries } = this.#history;
    const at = entries.indexOf(entry);
    const [newer, older] = [entries[at - 1], entries[at + 1]];
    const list = make('dl', '');
    const add = (/** @type {string} */ name, /** @type {string} */ text) => {
      const pair = make('div', '');
      pair.append(make('dt', name), make('dd', text));
      list.append(pair);
    };
    add('Started', entry.startedTime ? writeTime(entry.startedTime) : 'unknown');
    const open = entry.index === 0 && entry.state === 'Partial' && !entry.completionTime;
    add('Recorded end', entry.completionTime ? writeTime(entry.completionTime) : open ? 'in progress' : 'none');
    const truth = entry.trueCompletion;
    const doubted = this.#doubted(entry);
    if (truth && doubted) {
      const { exact, notBefore, notAfter } = truth;
      const text = exact
        ? writeTime(exact)
        : notBefore && notAfter
          ? `between ${writeTime(notBefore)} and ${writeTime(notAfter)}`
          : notAfter
            ? `before ${writeTime(notAfter)}`
            : notBefore
              ? `after ${writeTime(notBefore)}`
              : 'unknown';
      add('True end', text);
    }
    if (truth && truth.basis.length > 0) add('Because', truth.basis.join('; '));
    if (entry.startedTime && entry.completionTime && !doubted && between(entry.startedTime, entry.completionTime) >= 0) {
      add('Took', duration(between(entry.startedTime, entry.completionTime)));
    } else if (entry.startedTime && truth?.exact) {
      add('Took', duration(between(entry.startedTime, truth.exact)));
    }
    this.#gap(add, 'Before it', older, entry);
    this.#gap(add, 'After it', entry, newer);
    if (entry.image) add('Image', entry.image);
    if (entry.verified !== null) add('Verified', String(entry.verified));
    if (entry.acceptedRisks) add('Accepted risks', entry.acceptedRisks);
    const name = make('p', `#${entry.index} ${entry.version || 'no version'} · ${entry.state ?? 'no state'}`);
    name.className = 'name';
    return [name, list];
  }

  /**
   * How long nothing was updated between two entries.
   * @param {(name: string, text: string) => void} add
   * @param {string} name
   * @param {Entry | undefined} older
   * @param {Entry | undefined} newer
   */
  #gap(add, name, older, newer) {
    if (!older || !newer?.startedTime || !older.completionTime) return;
    const which = name === 'Before it' ? `#${older.index}` : `#${newer.index}`;
    if (this.#doubted(older)) return add(name, `the recorded end of #${older.index} cannot be trusted`);
    const seconds = between(older.completionTime, newer.startedTime);
    if (seconds < 0) return add(name, `${which} overlaps by ${duration(-seconds)}`);
    add(name, seconds === 0 ? `${which}, in the same second` : `${which}, ${duration(seconds)} apart`);
  }

  /** Whether the report shows no length of it, as one of its ends is in doubt. @param {Entry} entry */
  #doubted(entry) {
    const row = this.#figure.closest('[data-history]')?.querySelector(`tr[data-index="${entry.index}"]`);
    return Boolean(entry.startedTime && entry.completionTime) && row !== null && row !== undefined && row.querySelector('.length') === null;
  }
}

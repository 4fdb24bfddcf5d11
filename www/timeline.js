// @ts-check
// Timelines that can be zoomed and moved along: by wheel, drag, pinch and keys. What is drawn, and where, the module says.

import { Timeline } from './pkg/clusterversion_history.js';
import { make, makeButton } from './dom.js';
import { Gestures } from './gesture.js';
import { current, onPick } from './selection.js';
import { Tip } from './tip.js';
import { offsets } from './zone.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./pkg/clusterversion_history.js").Window} Window */
/** @typedef {Report['histories'][number]} History */

/** How much one press zooms. */
const STEP = 1.5;
/** How far above and below what is in sight it is drawn, too, while it moves. */
const AROUND = 400;
/** How long after it has moved all of it is drawn, in milliseconds: at rest nothing is left out, wherever one scrolls. */
const REST = 250;
/** As much as there is. */
const ALL = Object.freeze([-1e9, 1e9]);

/** @type {WeakMap<Report, Map<number, {window: Window, trueScale: boolean}>>} where one had got to, for when it is drawn anew */
const kept = new WeakMap();
/** @type {Set<Chart>} */
let charts = new Set();

class Chart {
  #figure;
  #report;
  #history;
  #timeline;
  #place;
  #tip;
  #zone;
  #gestures;
  #frame = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  /** @type {readonly number[]} the heights between which it is drawn now */
  #drawn = ALL;
  /** Whether all is at one scale anyhow, at this width. */
  #even = false;
  #width = 0;
  #entryButton;
  #scaleButton;
  /** The entry that keys move to. */
  #entry = -1;
  /** The entry that keys have moved to: its index. */
  #at = -1;

  /**
   * @param {HTMLElement} figure
   * @param {Report} report
   * @param {History} history
   */
  constructor(figure, report, history) {
    this.#figure = figure;
    this.#report = report;
    this.#history = history;
    this.#timeline = new Timeline(report, history.id);
    const places = kept.get(report) ?? new Map();
    kept.set(report, places);
    this.#place = places.get(history.id) ?? { window: { zoom: 1, offset: 0 }, trueScale: false };
    places.set(history.id, this.#place);
    const times = history.entries.flatMap((entry) => [entry.startedTime, entry.completionTime]).filter((time) => time !== null).sort();
    const [first, last] = [times[0], times.at(-1)];
    this.#zone = first && last ? offsets(first, last) : undefined;
    this.#tip = new Tip(figure, history);

    figure.tabIndex = 0;
    figure.setAttribute('role', 'group');
    figure.setAttribute('aria-label', 'Timeline: plus and minus zoom, left and right move along, up and down go from entry to entry');
    const press = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) => {
      const button = makeButton(name, act);
      button.title = label;
      if (name.length === 1) button.setAttribute('aria-label', label);
      return button;
    };
    this.#entryButton = press('This entry', 'Zoom to the entry that is picked', () => this.#zoomTo(current()?.entry ?? 0));
    this.#scaleButton = press('True scale', 'Draw every stretch at one scale, without breaks', () => {
      this.#place.trueScale = !this.#place.trueScale;
      this.#to(this.#timeline.within(this.#options));
    });
    const tools = make('div', '');
    tools.className = 'tools';
    tools.setAttribute('role', 'group');
    tools.setAttribute('aria-label', 'Timeline');
    tools.append(
      press('−', 'Zoom out', () => this.#zoom(1 / STEP)),
      press('+', 'Zoom in', () => this.#zoom(STEP)),
      press('Fit', 'Show all of it', () => this.#to({ zoom: 1, offset: 0 })),
      press('Last update', 'Zoom to the newest entry', () => this.#zoomTo(0)),
      this.#entryButton,
      this.#scaleButton,
    );
    figure.before(tools);

    this.#gestures = new Gestures(figure, {
      zoom: (factor, x) => this.#zoom(factor, x),
      pan: (by) => this.#pan(by),
      movable: () => this.#place.window.zoom > 1,
      hover: (event) => this.#hover(event),
    });
    figure.addEventListener('keydown', (event) => this.#key(event));
    figure.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && this.#tip.leave());
    figure.addEventListener('blur', () => this.#tip.hide());
    figure.addEventListener('click', (event) => this.#lead(event), { capture: true });
    this.follow();
    this.draw();
  }

  /** @returns {import("./pkg/clusterversion_history.js").TimelineOptions} */
  get #options() {
    const { window, trueScale } = this.#place;
    return { width: this.#figure.clientWidth, trueScale, ...window, ...(this.#zone && { zone: this.#zone }) };
  }

  /** @param {Window} window */
  #to(window) {
    this.#place.window = window;
    this.#scaleButton.setAttribute('aria-pressed', String(this.#place.trueScale));
    this.#tip.hide();
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.draw(this.#band));
  }

  /** @param {number} factor @param {number} [x] */
  #zoom(factor, x = this.#middle()) {
    this.#to(this.#timeline.zoomAt(this.#options, x, factor));
  }

  /** Shows an entry across most of the canvas. @param {number} index */
  #zoomTo(index) {
    this.#to(this.#timeline.entry(this.#options, index));
    this.#draw(index);
    this.#bar(index)?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {number} by in CSS pixels */
  #pan(by) {
    const { zoom, offset } = this.#place.window;
    this.#place.window = { zoom, offset: offset + by };
    this.#to(this.#timeline.within(this.#options));
  }

  /** What buttons and keys zoom around: the bar of the entry one is at, as far as it is in sight, or else the middle. */
  #middle() {
    const width = this.#figure.clientWidth;
    const entry = this.#history.entries[this.#entry];
    const pieces = entry ? [...(this.#bar(entry.index)?.querySelectorAll(':scope > :not(.row)') ?? [])] : [];
    if (pieces.length === 0) return width / 2;
    const boxes = pieces.map((piece) => piece.getBoundingClientRect());
    const { left } = this.#figure.getBoundingClientRect();
    return (Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right))) / 2 - left;
  }

  /** The heights to draw between: what is in sight and something around it, or all where that is not much more. */
  get #band() {
    const height = this.#figure.querySelector('svg')?.getBoundingClientRect().height ?? 0;
    if (height < innerHeight + 2 * AROUND) return ALL;
    const { top } = this.#figure.getBoundingClientRect();
    return [-top - AROUND, innerHeight - top + AROUND];
  }

  /** Draws all of it once nothing moves it: not while it is held, or a press would lose what it began on. */
  #settle() {
    this.#rest = setTimeout(() => (this.#gestures.held ? this.#settle() : this.draw()), REST);
  }

  /** Draws it. @param {readonly number[]} [band] or only what is between these heights */
  draw(band = ALL) {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#frame = 0;
    if (band !== ALL) this.#settle();
    const old = this.#figure.querySelector('svg');
    if (old === null || this.#figure.clientWidth === 0) return;
    const [top = 0, bottom = 0] = band;
    const names = old.getAttribute('aria-labelledby')?.replace(/title$/, '');
    const options = { ...this.#options, inSight: /** @type {[number, number]} */ ([top, bottom]), ...(names && { idPrefix: names }) };
    const drawn = new DOMParser().parseFromString(this.#timeline.draw(options), 'image/svg+xml').documentElement;
    if (drawn.localName !== 'svg') return;
    // What it is called and what it shows in words stays as it is.
    drawn.prepend(...old.querySelectorAll(':scope > title, :scope > desc'));
    const picked = current();
    const marked = this.#figure.closest('[data-history]')?.querySelector('tr[aria-current]')?.getAttribute('data-index');
    for (const [name, index] of [
      ['picked', picked?.history === this.#history.id ? picked.entry : undefined],
      ['current', marked],
      ['at', this.#at],
    ]) {
      drawn.querySelector(`g.entry[data-entry="${index}"]`)?.classList.add(String(name));
    }
    old.replaceWith(document.adoptNode(drawn));
    this.#drawn = band;
    this.#scaleButton.setAttribute('aria-pressed', String(this.#place.trueScale));
    if (this.#width !== this.#figure.clientWidth) {
      this.#width = this.#figure.clientWidth;
      this.#even = !this.#timeline.distorted(this.#options);
    }
    this.#scaleButton.disabled = this.#even && !this.#place.trueScale;
    this.#scaleButton.title = this.#scaleButton.disabled ? 'It is at true scale: nothing is shortened or widened' : 'Draw every stretch at one scale, without breaks';
  }

  /** Lights up what was picked elsewhere. */
  follow() {
    const picked = current();
    const own = picked?.history === this.#history.id && picked.entry !== undefined;
    this.#entryButton.disabled = !own;
    if (!own) return;
    this.#entry = this.#history.entries.findIndex((entry) => entry.index === picked.entry);
    this.#draw(picked.entry ?? -1);
  }

  /** Sees to it that an entry's row is drawn, wherever it is. @param {number} index */
  #draw(index) {
    if (this.#drawn !== ALL && this.#bar(index) === null) this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.#figure) return;
    const far = this.#figure.clientWidth / 4;
    /** @type {Record<string, () => void>} */
    const acts = {
      '+': () => this.#zoom(STEP),
      '=': () => this.#zoom(STEP),
      '-': () => this.#zoom(1 / STEP),
      0: () => this.#to({ zoom: 1, offset: 0 }),
      ArrowLeft: () => this.#pan(-far),
      ArrowRight: () => this.#pan(far),
      Home: () => this.#pan(-Number.MAX_VALUE),
      End: () => this.#pan(Number.MAX_VALUE),
      ArrowUp: () => this.#go(-1),
      ArrowDown: () => this.#go(1),
      Enter: () => this.#press(),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  /** Goes from entry to entry. @param {number} by */
  #go(by) {
    const last = this.#history.entries.length - 1;
    this.#entry = Math.min(Math.max(this.#entry + by, 0), last);
    const entry = this.#history.entries[this.#entry];
    if (entry === undefined) return;
    this.#draw(entry.index);
    if (this.#bar(entry.index)?.childElementCount === 1) this.#reveal(entry.index);
    for (const old of this.#figure.querySelectorAll('g.at')) old.classList.remove('at');
    this.#at = entry.index;
    const bar = this.#bar(entry.index);
    bar?.classList.add('at');
    bar?.scrollIntoView({ block: 'nearest' });
    if (bar) this.#tip.show(entry.index, bar, undefined);
  }

  /** Moves to an entry that is out of sight, as near as one was. @param {number} index */
  #reveal(index) {
    const { zoom } = this.#place.window;
    this.#place.window = this.#timeline.entry(this.#options, index);
    this.#place.window = this.#timeline.zoomAt(this.#options, this.#figure.clientWidth / 2, zoom / this.#place.window.zoom);
    this.draw();
  }

  #press() {
    this.#gestures.dragged = false;
    const entry = this.#history.entries[this.#entry];
    if (entry !== undefined) this.#bar(entry.index)?.querySelector('.row')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }

  /** @param {number} index */
  #bar(index) {
    return this.#figure.querySelector(`g.entry[data-entry="${index}"]`);
  }

  /** Tells of what is there. @param {MouseEvent} event */
  #hover(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('.tip')) return this.#tip.stay();
    const lane = target?.closest('[data-lane]');
    const record = lane && this.#record(lane, event);
    if (record) return this.#tip.tell(record.title, lane, this.#gestures.x(event));
    const bar = target?.closest('[data-entry]');
    const index = Number(bar?.getAttribute('data-entry') ?? NaN);
    const row = Number.isNaN(index) ? null : this.#bar(index);
    if (row) this.#tip.show(index, row, this.#gestures.x(event));
    else this.#tip.leave();
  }

  /** @param {Element} lane @param {MouseEvent} event */
  #record(lane, event) {
    return this.#timeline.record(this.#options, Number(lane.getAttribute('data-lane')), this.#gestures.x(event));
  }

  /** Readies a press for whoever takes it. @param {MouseEvent} event */
  #lead(event) {
    // A finger's first press tells what a pointer is told by being there; the second one leads to the text.
    const told = this.#tip.about;
    if (this.#gestures.touched && !this.#gestures.dragged) {
      this.#hover(event);
      if (this.#tip.about !== told) return event.stopPropagation();
    }
    // A lane is one shape: which place it leads to, is known only now.
    const lane = event.target instanceof Element ? event.target.closest('[data-lane]') : null;
    const record = lane && this.#record(lane, event);
    if (!record) return;
    for (const [name, value] of Object.entries({ input: record.input, line: record.line, column: 1, 'end-column': 1 })) {
      lane.setAttribute(`data-${name}`, String(value));
    }
  }

  /** Takes away what is told of an entry. */
  dismiss() {
    this.#tip.hide();
  }

  /** Gives back what the module holds for it. */
  free() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#timeline.free();
  }
}

/**
 * Makes the timelines of a report that was just mounted respond.
 * @param {HTMLElement} within
 * @param {Report} report
 */
export function enliven(within, report) {
  for (const chart of charts) chart.free();
  charts = new Set();
  for (const figure of within.querySelectorAll('figure.timeline')) {
    const id = Number(figure.closest('[data-history]')?.getAttribute('data-history'));
    const history = report.histories.find((own) => own.id === id);
    if (figure instanceof HTMLElement && history !== undefined) charts.add(new Chart(figure, report, history));
  }
}

onPick(() => charts.forEach((chart) => chart.follow()));
// What a pointer brought up goes by key, too, wherever the focus is.
document.addEventListener('keydown', (event) => event.key === 'Escape' && charts.forEach((chart) => chart.dismiss()));

// @ts-check
// Timelines that can be zoomed and moved along: by wheel, drag, pinch and keys. What is drawn, and where, the module says.

import { Timeline } from './pkg/clusterversion_history.js';
import { make, makeButton } from './dom.js';
import { current, onPick } from './selection.js';
import { Tip } from './tip.js';
import { offsets } from './zone.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./pkg/clusterversion_history.js").Window} Window */
/** @typedef {Report['histories'][number]} History */

/** How much one press zooms. */
const STEP = 1.5;
/** How far a pointer moves before that is a drag, in CSS pixels. */
const SLACK = 4;

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
  #frame = 0;
  /** @type {Map<number, {x: number, y: number}>} the pointers that are down */
  #pointers = new Map();
  #dragged = false;
  #entryButton;
  #scaleButton;
  /** The entry that keys move to. */
  #entry = -1;

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
    this.#entryButton = press('This entry', 'Zoom to the entry that is picked', () => this.#to(this.#timeline.entry(this.#options, current()?.entry ?? 0)));
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
      press('Last update', 'Zoom to the newest entry', () => this.#to(this.#timeline.entry(this.#options, 0))),
      this.#entryButton,
      this.#scaleButton,
    );
    figure.before(tools);

    figure.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    figure.addEventListener('keydown', (event) => this.#key(event));
    figure.addEventListener('pointerdown', (event) => this.#down(event));
    figure.addEventListener('pointermove', (event) => this.#move(event));
    figure.addEventListener('pointerup', (event) => this.#up(event));
    figure.addEventListener('pointercancel', (event) => this.#up(event));
    figure.addEventListener('pointerleave', () => this.#tip.leave());
    figure.addEventListener('blur', () => this.#tip.hide());
    // The end of a drag is no press on what lies there.
    figure.addEventListener('click', (event) => this.#dragged && event.stopPropagation(), { capture: true });
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
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.draw());
  }

  /** @param {number} factor @param {number} [x] */
  #zoom(factor, x = this.#figure.clientWidth / 2) {
    this.#to(this.#timeline.zoomAt(this.#options, x, factor));
  }

  /** @param {number} by in CSS pixels */
  #pan(by) {
    const { zoom, offset } = this.#place.window;
    this.#place.window = { zoom, offset: offset + by };
    this.#to(this.#timeline.within(this.#options));
  }

  /** Draws what is in sight now. @param {number} [width] */
  draw(width) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const old = this.#figure.querySelector('svg');
    if (old === null || this.#figure.clientWidth === 0) return;
    const options = width === undefined ? this.#options : { width, zoom: 1, offset: 0, ...(this.#zone && { zone: this.#zone }) };
    const drawn = new DOMParser().parseFromString(this.#timeline.draw(options), 'image/svg+xml').documentElement;
    if (drawn.localName !== 'svg') return;
    for (const name of ['current', 'picked', 'at']) {
      for (const marked of old.querySelectorAll(`g.entry.${name}`)) {
        drawn.querySelector(`g.entry[data-entry="${marked.getAttribute('data-entry')}"]`)?.classList.add(name);
      }
    }
    old.replaceWith(document.adoptNode(drawn));
    this.#scaleButton.setAttribute('aria-pressed', String(this.#place.trueScale));
  }

  /** Lights up what was picked elsewhere. */
  follow() {
    const picked = current();
    const own = picked?.history === this.#history.id && picked.entry !== undefined;
    this.#entryButton.disabled = !own;
    if (own) this.#entry = this.#history.entries.findIndex((entry) => entry.index === picked.entry);
  }

  /** @param {MouseEvent} event */
  #x(event) {
    return event.clientX - this.#figure.getBoundingClientRect().left;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.#zoom(Math.exp((-event.deltaY * unit) / 200), this.#x(event));
    } else {
      // Up and down is the page's.
      const by = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
      if (this.#place.window.zoom === 1 || Math.abs(by) < Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
      event.preventDefault();
      this.#pan(by * unit);
    }
    this.#tip.hide();
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
    if (this.#bar(entry.index)?.childElementCount === 1) this.#reveal(entry.index);
    for (const old of this.#figure.querySelectorAll('g.at')) old.classList.remove('at');
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
    this.#dragged = false;
    const entry = this.#history.entries[this.#entry];
    if (entry !== undefined) this.#bar(entry.index)?.querySelector('.row')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }

  /** @param {number} index */
  #bar(index) {
    return this.#figure.querySelector(`g.entry[data-entry="${index}"]`);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('.tip'))) return;
    this.#dragged = false;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const old = this.#pointers.get(event.pointerId);
    if (old === undefined) {
      if (event.pointerType === 'mouse') this.#hover(event);
      return;
    }
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const [other] = others;
    if (other === undefined) {
      if (!this.#dragged && Math.abs(event.clientX - old.x) < SLACK) return;
      if (!this.#dragged) this.#figure.setPointerCapture(event.pointerId);
      this.#dragged = true;
      this.#pan(old.x - event.clientX);
    } else {
      this.#dragged = true;
      const apart = (/** @type {{x: number, y: number}} */ at) => Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1);
      const now = { x: event.clientX, y: event.clientY };
      const middle = (now.x + other.x) / 2 - this.#figure.getBoundingClientRect().left;
      this.#zoom(apart(now) / apart(old), middle);
      this.#pan((old.x - now.x) / 2);
    }
    this.#tip.hide();
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#pointers.delete(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('.tip')) return this.#tip.stay();
    const bar = target?.closest('[data-entry]');
    const index = Number(bar?.getAttribute('data-entry') ?? NaN);
    const row = Number.isNaN(index) ? null : this.#bar(index);
    if (row) this.#tip.show(index, row, this.#x(event));
    else this.#tip.leave();
  }

  /** Takes away what is told of an entry. */
  dismiss() {
    this.#tip.hide();
  }

  /** Gives back what the module holds for it. */
  free() {
    cancelAnimationFrame(this.#frame);
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
/** As wide as a sheet of paper between its margins. */
const PAPER = 700;
addEventListener('beforeprint', () => charts.forEach((chart) => chart.draw(PAPER)));
addEventListener('afterprint', () => charts.forEach((chart) => chart.draw()));

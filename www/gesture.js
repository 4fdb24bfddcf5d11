// @ts-check
// What wheels and pointers ask of a timeline: to zoom, to move along, to tell of what they are on.

/** How far a pointer moves before that is a drag, in CSS pixels. */
const SLACK = 4;

/**
 * @typedef {object} Acts
 * @property {(factor: number, x: number) => void} zoom around a place, from the left edge
 * @property {(by: number) => void} pan in CSS pixels
 * @property {() => boolean} movable whether there is anything to pan to
 * @property {(event: PointerEvent) => void} hover
 */

export class Gestures {
  #figure;
  #acts;
  /** @type {Map<number, {x: number, y: number}>} the pointers that are down */
  #pointers = new Map();
  /** Whether what is released now was moved: the end of a drag is no press. */
  dragged = false;
  /** Whether a finger was the last to press: it cannot hover. */
  touched = false;

  /** Whether something is held down. */
  get held() {
    return this.#pointers.size > 0;
  }

  /**
   * @param {HTMLElement} figure
   * @param {Acts} acts
   */
  constructor(figure, acts) {
    this.#figure = figure;
    this.#acts = acts;
    figure.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    figure.addEventListener('pointerdown', (event) => this.#down(event));
    figure.addEventListener('pointermove', (event) => this.#move(event));
    figure.addEventListener('pointerup', (event) => this.#pointers.delete(event.pointerId));
    figure.addEventListener('pointercancel', (event) => this.#pointers.delete(event.pointerId));
    figure.addEventListener('click', (event) => this.dragged && event.stopPropagation(), { capture: true });
  }

  /** Where it is, from the figure's left edge. @param {{clientX: number}} event */
  x({ clientX }) {
    return clientX - this.#figure.getBoundingClientRect().left;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.#acts.zoom(Math.exp((-event.deltaY * unit) / 200), this.x(event));
      return;
    }
    // Up and down is the page's.
    const by = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
    if (!this.#acts.movable() || Math.abs(by) < Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
    event.preventDefault();
    this.#acts.pan(by * unit);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('.tip'))) return;
    this.dragged = false;
    this.touched = event.pointerType === 'touch';
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    // It may have been let go of elsewhere.
    if (event.buttons === 0) this.#pointers.delete(event.pointerId);
    const old = this.#pointers.get(event.pointerId);
    if (old === undefined) {
      if (event.pointerType === 'mouse') this.#acts.hover(event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (other === undefined) {
      if (!this.dragged && Math.abs(now.x - old.x) < SLACK) return;
      if (!this.dragged) this.#figure.setPointerCapture(event.pointerId);
      this.#acts.pan(old.x - now.x);
    } else {
      const apart = (/** @type {{x: number, y: number}} */ at) => Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1);
      this.#acts.zoom(apart(now) / apart(old), this.x({ clientX: (now.x + other.x) / 2 }));
      this.#acts.pan((old.x - now.x) / 2);
    }
    this.dragged = true;
    this.#pointers.set(event.pointerId, now);
  }
}

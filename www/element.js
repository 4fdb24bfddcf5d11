// @ts-check
// <clusterversion-history>: a report as an element of any page, its styles its own.
//
//   <clusterversion-history src="version.yaml"></clusterversion-history>
//
// Attributes: `src`, the address of a text, fetched at once, since it is the page's author who wrote it; `data`, a text
// as in the page's links (`deflate:…`, `b64:…`), which goes before `src`; `theme`, `light` or `dark`, without it that of
// the page around it. Properties of the same names reflect them. Properties `text`, `evidence` and `report` hand in what
// is at hand; what was handed in last is shown.
//
// Events: `verdict` (bubbles) with the report as its `detail`, whenever a report is shown; `error`, an `ErrorEvent`, when
// there is none to show. `clusterversion-history:select` comes from `mount`.

import init, { inspect, mount } from './pkg/clusterversion_history.js';
import css from './pkg/style.js';
import './copy.js';
import { resolve } from './address.js';
import { fetchText } from './remote.js';
import { decodeData } from './state.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./pkg/clusterversion_history.js").Input} Input */
/** @typedef {string | {name?: string, text: string}} Evidence */

/** @type {Promise<unknown> | undefined} */
let loading;

/** Loads the module, once for all elements of a page. What failed is tried anew at the next call. */
function load() {
  loading ??= init().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @type {CSSStyleSheet | undefined} */
let sheet;

function styles() {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(`${css}
      :host { display: block; color: var(--text); background: var(--page); font: 0.9375rem/1.5 system-ui, sans-serif; }
      :host([hidden]) { display: none; }
      :host([theme="light"]) { color-scheme: light; }
      :host([theme="dark"]) { color-scheme: dark; }
      .failure { padding: 0.875rem 1.125rem; border: 1px solid var(--error); border-radius: var(--radius); background: var(--error-tint); }`);
  }
  return sheet;
}

/** As wide as a sheet of paper between its margins: letters of a drawing for a wide screen would be tiny there. */
const PAPER = 700;

export class ClusterVersionHistory extends HTMLElement {
  static observedAttributes = ['src', 'data'];

  #root = document.createElement('div');
  #failure = document.createElement('p');
  /** @type {Report | undefined} */
  #report;
  /** @type {Input | undefined} */
  #input;
  /** @type {Input[]} */
  #evidence = [];
  /** Counts what is asked for, so that what is slower than its successor is dropped. */
  #turn = 0;
  #judgement = 0;
  #queued = false;
  #width = 0;
  /** @type {AbortController | undefined} */
  #fetching;
  // A timeline is drawn for one width.
  #resized = new ResizeObserver(() => {
    if (!this.#onPaper && this.#report !== undefined && Math.abs(this.#root.clientWidth - this.#width) > 1) this.#draw(this.#report);
  });
  #onPaper = false;
  #print = ({ type = '' }) => {
    this.#onPaper = type === 'beforeprint';
    if (this.#report !== undefined) this.#draw(this.#report);
  };

  constructor() {
    super();
    this.#failure.className = 'failure';
    this.#failure.hidden = true;
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [styles()];
    shadow.append(this.#failure, this.#root);
  }

  connectedCallback() {
    // What was set before the element was defined lies on the object and hides the accessor.
    for (const name of /** @type {const} */ (['src', 'data', 'theme', 'text', 'evidence', 'report'])) {
      const own = Object.getOwnPropertyDescriptor(this, name);
      if (own === undefined) continue;
      delete this[name];
      Object.assign(this, { [name]: own.value });
    }
    this.#resized.observe(this.#root);
    addEventListener('beforeprint', this.#print);
    addEventListener('afterprint', this.#print);
  }

  disconnectedCallback() {
    this.#resized.disconnect();
    removeEventListener('beforeprint', this.#print);
    removeEventListener('afterprint', this.#print);
  }

  /**
   * @param {string} _name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(_name, before, now) {
    if (before !== now) this.#later();
  }

  get src() {
    return this.getAttribute('src') ?? '';
  }
  set src(value) {
    this.setAttribute('src', value);
  }

  get data() {
    return this.getAttribute('data') ?? '';
  }
  set data(value) {
    this.setAttribute('data', value);
  }

  get theme() {
    return this.getAttribute('theme') ?? '';
  }
  set theme(value) {
    this.setAttribute('theme', value);
  }

  /** The text that is judged; empty where there is none. */
  get text() {
    return this.#input?.text ?? '';
  }
  set text(value) {
    this.#turn += 1;
    this.#fetching?.abort();
    this.#input = { text: String(value) };
    void this.#judge();
  }

  /** Dated texts beside it. @returns {Input[]} */
  get evidence() {
    return [...this.#evidence];
  }
  /** @param {Evidence | Evidence[]} value */
  set evidence(value) {
    const given = Array.isArray(value) ? value : [value];
    this.#evidence = given.map((one) => ({ ...(typeof one === 'string' ? { text: one } : one), role: 'evidence' }));
    if (this.#input !== undefined) void this.#judge();
  }

  /** The report that is shown. Set, it is one that was made elsewhere. @returns {Report | undefined} */
  get report() {
    return this.#report;
  }
  set report(value) {
    this.#turn += 1;
    this.#fetching?.abort();
    this.#input = undefined;
    const mine = this.#turn;
    if (value === undefined) this.#clear();
    else void load().then(() => mine === this.#turn && this.#show(value)).catch((error) => this.#fail(mine, error));
  }

  /** Several attributes that change together are one change. */
  #later() {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      void this.#read();
    });
  }

  /** Does what the attributes say. */
  async #read() {
    const mine = (this.#turn += 1);
    this.#fetching?.abort();
    const data = this.getAttribute('data');
    const src = this.getAttribute('src');
    try {
      /** @type {Input} */
      let input;
      if (data !== null) {
        input = { text: await decodeData(data) };
      } else if (src !== null) {
        this.#fetching = new AbortController();
        const address = own(src) ?? resolve(src);
        const { text } = await fetchText(address, { signal: this.#fetching.signal, credentials: 'same-origin' });
        input = { text, name: address.name || address.host };
      } else {
        this.#input = undefined;
        this.#clear();
        return;
      }
      if (mine !== this.#turn) return;
      this.#input = input;
      await this.#judge();
    } catch (error) {
      this.#fail(mine, error);
    }
  }

  async #judge() {
    const mine = this.#turn;
    const judgement = (this.#judgement += 1);
    try {
      await load();
      // A text and its evidence, set one after the other, are judged once.
      if (mine !== this.#turn || judgement !== this.#judgement || this.#input === undefined) return;
      this.#show(inspect([this.#input, ...this.#evidence], { now: new Date().toISOString() }));
    } catch (error) {
      this.#fail(mine, error);
    }
  }

  /** @param {Report} report */
  #show(report) {
    this.#draw(report);
    this.#report = report;
    this.#failure.hidden = true;
    this.dispatchEvent(new CustomEvent('verdict', { detail: report, bubbles: true, composed: true }));
  }

  /** @param {Report} report */
  #draw(report) {
    this.#width = this.#root.clientWidth;
    // What a reader had opened stays open.
    const open = [...this.#root.querySelectorAll('details')].map((one) => one.open && report === this.#report);
    mount(this.#root, report, this.#onPaper ? { width: PAPER } : {});
    for (const [at, one] of this.#root.querySelectorAll('details').entries()) one.open = open[at] ?? false;
  }

  #clear() {
    this.#report = undefined;
    this.#failure.hidden = true;
    this.#root.replaceChildren();
  }

  /**
   * @param {number} turn
   * @param {unknown} error
   */
  #fail(turn, error) {
    if (turn !== this.#turn) return;
    this.#clear();
    const message = error instanceof Error ? error.message : String(error);
    this.#failure.textContent = message;
    this.#failure.hidden = false;
    this.dispatchEvent(new ErrorEvent('error', { message, error }));
  }
}

/**
 * An address of the page's own origin, which may be relative, and need not be https.
 * @param {string} src
 * @returns {import("./address.js").Address | undefined}
 */
function own(src) {
  const url = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : undefined;
  if (url?.origin !== location.origin || !/^https?:$/.test(url.protocol)) return undefined;
  return { url: url.href, host: url.host, name: url.pathname.split('/').pop() ?? '', rewritten: false };
}

if (!customElements.get('clusterversion-history')) customElements.define('clusterversion-history', ClusterVersionHistory);

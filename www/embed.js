// @ts-check
// The page inside another, or opened by one. As Perfetto does it, the host posts 'PING' until it hears 'PONG', then
// {clusterversionHistory: {text, evidence?, title?}}. Only the parent and the opener are listened to, whoever they are:
// what they can do is hand in a text and hear what was found in that text.

import { tidyTitle } from './state.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {{name?: string, text: string}} Text */
/** @typedef {{text: string, evidence: Text[], title?: string}} Given */

/** More is refused, in UTF-16 units of all texts together. */
const TEXT_LIMIT = 64_000_000;
const EVIDENCE_LIMIT = 50;

/**
 * What a message hands in; `undefined` where it is not meant for this page.
 * @param {unknown} message
 * @returns {Given | undefined}
 */
export function readMessage(message) {
  if (!isRecord(message) || !Object.hasOwn(message, 'clusterversionHistory')) return undefined;
  const given = message.clusterversionHistory;
  if (!isRecord(given)) throw new Error('clusterversionHistory must be an object');
  const { evidence, title } = given;
  if (title !== undefined && typeof title !== 'string') throw new Error('title must be a string');
  const many = evidence === undefined ? [] : Array.isArray(evidence) ? evidence : [evidence];
  if (many.length > EVIDENCE_LIMIT) throw new Error(`there may be ${EVIDENCE_LIMIT} pieces of evidence`);
  const text = readText(given.text, 'text');
  const beside = many.map((one) => {
    if (!isRecord(one)) return { text: readText(one, 'evidence') };
    if (one.name !== undefined && typeof one.name !== 'string') throw new Error('the name of evidence must be a string');
    return { text: readText(one.text, 'evidence'), ...(one.name && { name: tidyTitle(one.name) }) };
  });
  const length = beside.reduce((sum, one) => sum + one.text.length, text.length);
  if (length > TEXT_LIMIT) throw new Error(`it is longer than ${TEXT_LIMIT / 1e6} million characters`);
  return { text, evidence: beside, ...(title !== undefined && { title: tidyTitle(title) }) };
}

/**
 * @param {unknown} text
 * @param {string} what
 */
function readText(text, what) {
  if (typeof text !== 'string') throw new Error(`${what} must be a string`);
  return text;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The windows that may speak to this page, and what they were told. */
export class Hosts {
  /** @type {Map<Window, {origin: string, told: Report | undefined}>} */
  #known = new Map();
  /** @type {Report | undefined} What may be told now. */
  #report;

  /**
   * Begins to listen. A host that pings too early pings again.
   * @param {(given: Given) => void} take
   * @param {(message: string) => void} complain
   */
  listen(take, complain) {
    window.addEventListener('message', ({ source, origin, data }) => {
      if (!isHost(source)) return;
      const known = this.#known.get(source);
      // A window that went elsewhere is another host.
      if (known?.origin !== origin) this.#known.set(source, { origin, told: undefined });
      if (data === 'PING') {
        source.postMessage('PONG', target(origin));
        this.#tell();
        return;
      }
      try {
        const given = readMessage(data);
        if (given !== undefined) take(given);
      } catch (error) {
        complain(`The page that shows this one handed in something that cannot be read: ${error instanceof Error ? error.message : error}.`);
      }
    });
  }

  /**
   * Tells the hosts what was found. It must be about nothing but what they handed in themselves: a frame's parent has
   * no right to what a person pasted into the frame.
   * @param {Report | undefined} report
   */
  verdict(report) {
    this.#report = report;
    this.#tell();
  }

  #tell() {
    const report = this.#report;
    if (report === undefined) return;
    const findings = [...report.histories, ...report.comparisons].flatMap(({ findings }) => findings);
    for (const [host, known] of this.#known) {
      if (known.told === report) continue;
      known.told = report;
      host.postMessage({ type: 'clusterversionHistory:verdict', verdict: report.verdict, findings }, target(known.origin));
    }
  }
}

/**
 * @param {MessageEventSource | null} source
 * @returns {source is Window}
 */
function isHost(source) {
  return source !== null && source !== window && (source === window.parent || source === window.opener);
}

/** An opaque origin, a sandboxed frame's, cannot be named. @param {string} origin */
const target = (origin) => (origin === 'null' || origin === '' ? '*' : origin);

/**
 * Tells the parent how high an element is, whenever that changes. It says nothing of what is in it.
 * @param {HTMLElement} root
 * @param {() => boolean} wanted whether it is to be told; then the height must not depend on the window's
 */
export function postHeight(root, wanted) {
  if (window.parent === window) return;
  let last = -1;
  new ResizeObserver(() => {
    if (!wanted()) return;
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    window.parent.postMessage({ type: 'clusterversionHistory:height', height }, '*');
  }).observe(root);
}

// @ts-check
// The page's address is its only state, and of the address only the fragment, which no server is sent.
//
//   #data=deflate:<base64url of raw deflate (RFC 1951) of UTF-8>   or   #data=b64:<base64 of UTF-8>
//   #before=<as data>&after=<as data>                              two snapshots of one cluster
//   #src=<https or gs address>                                     fetched only after a person's press
//   &evidence=<as data, or as src>   may repeat
//   &title=<text>  &theme=auto|light|dark  &embed=1  &at=<RFC 3339>
//
// Values are percent-encoded; a plus is a plus. Of a key that is repeated, the first counts. Unknown keys are passed over.

import { deflate, fromBase64, inflate, toBase64url, toText, TooLarge } from './bytes.js';

/** @typedef {'auto' | 'light' | 'dark'} Theme */
/**
 * @typedef {object} State
 * @property {string} [data]
 * @property {string} [before]
 * @property {string} [after]
 * @property {string} [src]
 * @property {string[]} evidence
 * @property {string} [title]
 * @property {Theme} theme
 * @property {boolean} embed
 * @property {string} [at]
 */

/** A text in an address may not unpack to more than this, in bytes. */
export const DATA_LIMIT = 32_000_000;
/** Chromium silently refuses addresses of more than 2 MiB. */
export const ADDRESS_LIMIT = 2_000_000;
const TITLE_LIMIT = 120;
const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * Reads a fragment. What is wrong with it is said, and the rest of it holds.
 * @param {string} hash with or without its `#`
 * @returns {{state: State, problems: string[]}}
 */
export function readFragment(hash) {
  /** @type {State} */
  const state = { evidence: [], theme: 'auto', embed: false };
  /** @type {string[]} */
  const problems = [];
  const seen = new Set();
  for (const part of hash.replace(/^#/, '').split('&')) {
    const equals = part.indexOf('=');
    // `#result` is a place on the page.
    if (equals < 0) continue;
    const key = part.slice(0, equals);
    let value;
    try {
      value = decodeURIComponent(part.slice(equals + 1));
    } catch {
      problems.push(`The link’s ${known(key)} is not percent-encoded as it must be.`);
      continue;
    }
    if (key !== 'evidence' && seen.has(key)) continue;
    seen.add(key);
    if (key === 'data' || key === 'before' || key === 'after' || key === 'src') state[key] = value;
    else if (key === 'evidence') state.evidence.push(value);
    else if (key === 'title') state.title = tidyTitle(value);
    else if (key === 'embed') state.embed = value === '1';
    else if (key === 'theme') {
      if (value === 'auto' || value === 'light' || value === 'dark') state.theme = value;
      else problems.push('The link’s theme must be auto, light or dark.');
    } else if (key === 'at') {
      if (RFC_3339.test(value) && !Number.isNaN(Date.parse(value))) state.at = value;
      else problems.push('The link’s at= must be an RFC 3339 time, such as 2019-09-27T21:45:59Z.');
    }
  }
  return { state, problems };
}

/** @param {string} key */
const known = (key) => (/^(data|before|after|src|evidence|title|theme|embed|at)$/.test(key) ? `${key}=` : 'fragment');

/**
 * One line of plain text: without control characters, and those that turn the reading direction or are not seen.
 * @param {string} title
 */
export function tidyTitle(title) {
  const plain = title
    .slice(0, 8 * TITLE_LIMIT)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...plain];
  return characters.length > TITLE_LIMIT ? `${characters.slice(0, TITLE_LIMIT).join('')}…` : plain;
}

/** @param {string} value whether it is an address rather than the text itself */
export function isAddress(value) {
  return /^(https?|gs):\/\//i.test(value.trim());
}

/**
 * The text that a value of `data=` or `evidence=` carries.
 * @param {string} value
 */
export async function decodeData(value) {
  const colon = value.indexOf(':');
  const codec = colon < 0 ? '' : value.slice(0, colon);
  if (codec !== 'deflate' && codec !== 'b64') {
    const what = /^[\w.-]{1,20}$/.test(codec) ? `the codec “${codec}”, which this page does not know` : 'no codec';
    throw new Error(`The link’s text has ${what}. It must begin with deflate: or b64:.`);
  }
  let bytes;
  try {
    bytes = fromBase64(value.slice(colon + 1));
  } catch {
    throw new Error('The link’s text is not base64: it was cut or changed on its way.');
  }
  if (codec === 'deflate') {
    try {
      bytes = await inflate(bytes, 'deflate-raw', DATA_LIMIT);
    } catch (error) {
      if (error instanceof TooLarge) throw new Error(`The link’s text unpacks to ${error.message}.`);
      throw new Error('The link’s text does not unpack: it was cut or changed on its way.');
    }
  }
  return toText(bytes);
}

/**
 * A text as a value of `data=` or `evidence=`.
 * @param {string} text
 */
export async function encodeData(text) {
  return `deflate:${toBase64url(await deflate(new TextEncoder().encode(text), 'deflate-raw'))}`;
}

/**
 * The fragment of a state, with its `#`; what is as it is without saying is left out.
 * @param {Partial<State>} state
 */
export function writeFragment(state) {
  /** @type {string[]} */
  const parts = [];
  const add = (/** @type {string} */ key, /** @type {string | undefined} */ value) => {
    // Colons and slashes may stand in a fragment, and keep it readable.
    if (value) parts.push(`${key}=${encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/')}`);
  };
  add('data', state.data);
  add('before', state.before);
  add('after', state.after);
  add('src', state.src);
  for (const evidence of state.evidence ?? []) add('evidence', evidence);
  add('title', state.title);
  if (state.theme !== 'auto') add('theme', state.theme);
  if (state.embed) add('embed', '1');
  add('at', state.at);
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}

// @ts-check
// Fetches a file from elsewhere, and says in words why it could not be had.

import { collect, toText, TooLarge, unpack } from './bytes.js';

/** @typedef {import("./address.js").Address} Address */

/** Files beyond this size are not read, in bytes, packed or unpacked. */
export const FILE_LIMIT = 64_000_000;

const PASTE = 'Open it yourself, copy its text and paste it here.';

/**
 * The text of a file. Rejects with an `Error` whose message is for a person; with an `AbortError` where it was called off.
 * @param {Address} address
 * @param {object} [options]
 * @param {AbortSignal} [options.signal]
 * @param {RequestCredentials} [options.credentials]
 * @param {(bytes: number) => void} [options.progress]
 * @returns {Promise<{text: string, host: string}>} and the host that it came from in the end
 */
export async function fetchText({ url, host }, { signal, credentials = 'omit', progress } = {}) {
  let response;
  try {
    response = await fetch(url, { credentials, referrerPolicy: 'no-referrer', ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    // A browser tells no script which of these it was.
    throw new Error(`${host} cannot be reached, or does not let other pages read this file (no CORS header). ${PASTE}`);
  }
  const from = response.redirected ? new URL(response.url).host : host;
  if (!response.ok) {
    await response.body?.cancel().catch(() => {});
    throw new Error(`${from} ${refusal(response)}`);
  }
  const large = `The file at ${from} is larger than ${FILE_LIMIT / 1e6} MB, which is more than this page reads from elsewhere.`;
  let bytes;
  try {
    // With an encoding on the way, the length that is announced is that of the packed bytes: the count decides.
    bytes = response.body === null ? new Uint8Array() : await collect(response.body, FILE_LIMIT, progress);
    bytes = await unpack(bytes, FILE_LIMIT);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof TooLarge) throw new Error(large);
    throw new Error(`The file at ${from} broke off on its way, or is damaged.`);
  }
  const text = toText(bytes);
  if (isPage(text)) {
    throw new Error(`${from} answered with a web page, not with the file: a viewer, or a login. ${PASTE}`);
  }
  if (text.trim() === '') throw new Error(`The file at ${from} is empty.`);
  return { text, host: from };
}

/** @param {Response} response */
function refusal({ status, statusText }) {
  if (status === 404 || status === 410) return `has no such file (${status}): it was removed, or the address is wrong.`;
  if (status === 401 || status === 403) return `does not give this file to everyone (${status}). ${PASTE}`;
  if (status === 429) return 'asks for fewer requests (429). Try again later.';
  return `answered ${`${status} ${statusText}`.trim()} instead of the file.`;
}

/** @param {string} text */
const isPage = (text) => /^\s*(<!--[\s\S]{0,2000}?-->\s*)*<(!doctype\s+html|html|head)\b/i.test(text.slice(0, 4000).replace(/^\ufeff/, ''));

// @ts-check
// What a link carries, made texts: at once where they are in it, after a press where they are elsewhere.

import { resolve } from './address.js';
import { ask } from './prompt.js';
import { decodeData, isAddress } from './state.js';

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./inputs.js").Named} Named */
/** @typedef {{text?: string, evidence: Named[]}} Carried */

/**
 * The texts that stand in the link itself.
 * @param {State} state
 * @returns {Promise<Carried>}
 */
export async function carried({ data, evidence }) {
  const texts = await Promise.all(evidence.filter((value) => !isAddress(value)).map(decodeData));
  const given = texts.map((text) => ({ text }));
  return data === undefined ? { evidence: given } : { text: await decodeData(data), evidence: given };
}

/**
 * Asks for what the link only names; nothing is asked where it names nothing.
 * @param {State} state
 * @param {(history: Named | undefined, evidence: Named[], from: string[]) => void} done
 * @param {(error: unknown) => void} failed
 */
export function askForNamed({ data, src, evidence }, done, failed) {
  const history = data === undefined && src !== undefined ? [src] : [];
  const addresses = [...history, ...evidence.filter(isAddress)].map(resolve);
  if (addresses.length === 0) return;
  ask(
    addresses,
    (files, from) => {
      const [first, ...others] = files;
      if (history.length === 0) done(undefined, files, from);
      else done(first, others, from);
    },
    failed,
  );
}

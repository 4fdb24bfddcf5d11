// @ts-check
// What a link carries, made texts: at once where they are in it, after a press where they are elsewhere.

import { resolve } from './address.js';
import { ask } from './prompt.js';
import { decodeData, encodeData, isAddress, writeFragment } from './state.js';

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./inputs.js").Named} Named */
/** @typedef {{texts: Named[], evidence: Named[]}} Carried */

/**
 * The texts that stand in the link itself.
 * @param {State} state
 * @returns {Promise<Carried>}
 */
export async function carried({ data, before, after, evidence }) {
  const own = async (/** @type {string} */ value) => ({ text: await decodeData(value) });
  // One history goes before two snapshots; a snapshot alone is a history.
  const histories = data === undefined ? [before, after].filter((value) => value !== undefined) : [data];
  return {
    texts: await Promise.all(histories.map(own)),
    evidence: await Promise.all(evidence.filter((value) => !isAddress(value)).map(own)),
  };
}

/**
 * Asks for what the link only names; nothing is asked where it names nothing.
 * @param {State} state
 * @param {(history: Named | undefined, evidence: Named[], from: string[]) => void} done
 * @param {(error: unknown) => void} failed
 */
export function askForNamed({ data, before, after, src, evidence }, done, failed) {
  const history = [data, before, after].every((value) => value === undefined) && src !== undefined ? [src] : [];
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

/**
 * The fragment of the whole page with what an embedded one shows.
 * @param {State} state
 * @param {string[]} texts what is inspected, for where the link carries none of it
 */
export async function wholePage(state, texts) {
  const full = { ...state, embed: false };
  if ([state.data, state.before, state.after, state.src].every((value) => value === undefined)) {
    const [history, ...others] = texts;
    full.data = history && (await encodeData(history));
    full.evidence = await Promise.all(others.map(encodeData));
  }
  return writeFragment(full);
}

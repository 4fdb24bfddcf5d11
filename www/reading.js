// @ts-check
// Files on their way in: how far it is, a way to end it, and afterwards what was taken and what was not.

import { byId, make } from './dom.js';
import { Gathering, megabytes } from './gather.js';

/** @typedef {import("./files.js").Offered} Offered */

const LISTED = 20;

const section = byId('reading', HTMLElement);
const progress = byId('reading-progress', HTMLElement);
const taken = byId('taken', HTMLElement);

/** @type {AbortController | undefined} */
let running;
/** @type {string[]} Said by whoever lists what is to be read. */
let troubles = [];

byId('reading-cancel', HTMLButtonElement).addEventListener('click', () => running?.abort());

/** @param {string} problem */
export const trouble = (problem) => void troubles.push(problem);

/**
 * Reads what is offered; what was being read before is left.
 * @param {AsyncIterable<Offered> | Offered[]} offered
 * @returns {Promise<Gathering | undefined>} nothing where something else was offered since
 */
export async function gather(offered) {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  troubles = [];
  told();
  const gathering = new Gathering(mine.signal, ({ files, taken, bytes, at }) => {
    if (running !== mine) return;
    section.hidden = false;
    progress.textContent = `${files} files looked at, ${taken} taken, ${megabytes(bytes)} read: ${at}`;
  });
  try {
    await gathering.read(offered);
  } finally {
    if (running === mine) section.hidden = true;
  }
  if (running !== mine) return undefined;
  running = undefined;
  gathering.problems.push(...troubles);
  return gathering;
}

/** Says what was taken, where more than what was handed in file by file; without an argument, takes that back. @param {Gathering} [from] */
export function told(from) {
  /** @type {string[]} */
  const lines = [];
  if (from?.searched) {
    const { histories, evidence, passed } = from;
    const much = [many(histories.length, 'history', 'histories'), many(evidence.length, 'evidence file', 'evidence files')];
    lines.push(`Taken: ${much.join(' and ')}. ${passed === 0 ? 'Nothing else was there.' : `${many(passed, 'other file was', 'other files were')} not looked at.`}`);
  }
  lines.push(...(from?.problems.slice(0, LISTED) ?? []));
  if (from !== undefined && from.problems.length > LISTED) lines.push(`and ${from.problems.length - LISTED} more that cannot be read`);
  taken.replaceChildren(...lines.map((line) => make('p', line)));
  taken.hidden = lines.length === 0;
}

/** @param {number} count @param {string} one @param {string} more */
const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

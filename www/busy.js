// @ts-check
// Says what is at work before it begins: what judges much text keeps the page from drawing until it is done.

import { byId } from './dom.js';

const region = byId('busy', HTMLElement);
let turn = 0;

/**
 * Does what takes long once it is seen that it will; what was to be done before and is not yet, is left.
 * @param {string} words
 * @param {() => void} work
 */
export async function whileBusy(words, work) {
  turn += 1;
  const mine = turn;
  region.textContent = words;
  region.hidden = false;
  // After the next frame is drawn; out of sight none is.
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });
  if (mine !== turn) return;
  try {
    work();
  } finally {
    region.hidden = true;
  }
}

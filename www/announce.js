// @ts-check
// What a screen reader is told of the verdict and of the way through the findings, its times as they are wanted.

import { byId } from './dom.js';
import { onPreference } from './preferences.js';
import { inZone } from './zone.js';

const region = byId('announce', HTMLElement);
/** What is said now, its times in UTC. */
let said = '';

/** @param {string} words */
export function announce(words) {
  said = words;
  region.textContent = inZone(words);
}

onPreference(() => {
  // What is written anew is read out anew.
  if (region.textContent !== inZone(said)) region.textContent = inZone(said);
});

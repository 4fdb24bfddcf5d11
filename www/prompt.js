// @ts-check
// Asks before anything is fetched from elsewhere, and shows whose it is.

import { byId, make } from './dom.js';
import { fetchText } from './remote.js';

/** @typedef {import("./address.js").Address} Address */
/** @typedef {{text: string, name: string}} Fetched */

const box = byId('ask', HTMLElement);
const hosts = byId('ask-hosts', HTMLElement);
const list = byId('ask-addresses', HTMLUListElement);
const go = byId('ask-fetch', HTMLButtonElement);
const cancel = byId('ask-cancel', HTMLButtonElement);
const progress = byId('ask-progress', HTMLElement);

/** @type {AbortController | undefined} */
let running;

/** Takes the question away, and calls off what was being fetched. */
export function dismiss() {
  running?.abort();
  running = undefined;
  box.hidden = true;
}

/**
 * Asks for addresses to be fetched, all or none.
 * @param {Address[]} addresses
 * @param {(files: Fetched[], from: string[]) => void} done in the order of the addresses, and the hosts they came from
 * @param {(error: unknown) => void} failed
 */
export function ask(addresses, done, failed) {
  dismiss();
  const names = [...new Set(addresses.map(({ host }) => host))].join(' and ');
  hosts.textContent = names;
  go.textContent = `Fetch from ${names}`;
  go.disabled = false;
  progress.textContent = '';
  list.replaceChildren(...addresses.map(({ url }) => make('li', url)));
  cancel.onclick = dismiss;
  go.onclick = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running = controller;
    go.disabled = true;
    progress.textContent = 'Fetching…';
    const counts = addresses.map(() => 0);
    try {
      const answers = await Promise.all(
        addresses.map((address, at) =>
          fetchText(address, {
            signal,
            progress: (bytes) => {
              counts[at] = bytes;
              const all = counts.reduce((sum, count) => sum + count, 0);
              progress.textContent = `Fetching… ${(all / 1e6).toFixed(1)} MB`;
            },
          }),
        ),
      );
      if (signal.aborted) return;
      dismiss();
      const from = [...new Set(answers.map(({ host }) => host))];
      done(answers.map(({ text }, at) => ({ text, name: addresses[at]?.name || addresses[at]?.host || '' })), from);
    } catch (error) {
      if (signal.aborted) return;
      // What the others still send is of no use any more.
      controller.abort();
      // It can be tried again.
      go.disabled = false;
      progress.textContent = '';
      failed(error);
    }
  };
  box.hidden = false;
}

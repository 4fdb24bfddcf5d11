// @ts-check
// Texts that can be taken to the clipboard.

import { make, makeButton } from './dom.js';

/** How long a button says that it worked, in milliseconds. */
const SAID = 2000;

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is in the clipboard now
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Says on a button what came of a press, and then what it said before.
 * @param {HTMLButtonElement} button
 * @param {string} word
 */
export function say(button, word) {
  const own = button.dataset.own ?? button.textContent ?? '';
  button.dataset.own = own;
  button.textContent = word;
  setTimeout(() => {
    if (button.textContent === word) button.textContent = own;
  }, SAID);
}

/**
 * Puts a button beside each command.
 * @param {Element} within
 * @param {(message: string) => void} announce
 */
export function offerCopies(within, announce) {
  for (const command of within.querySelectorAll('.command')) {
    const text = command.textContent ?? '';
    const button = makeButton('Copy', async () => {
      if (await copy(text)) {
        say(button, 'Copied');
        announce('Copied.');
        return;
      }
      // By hand, then.
      const range = document.createRange();
      range.selectNodeContents(command);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      say(button, 'Press Ctrl+C');
      announce('The text is selected: press Control and C.');
    });
    button.setAttribute('aria-label', `Copy: ${text}`);
    const both = make('span', '');
    both.className = 'copies';
    command.replaceWith(both);
    both.append(command, button);
  }
}

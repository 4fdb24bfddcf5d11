// @ts-check
// Copies a text; where the browser does not let it, shows the text to be copied by hand.

import { make, makeButton } from './dom.js';

/**
 * @param {string} text
 * @param {string} what for the words
 * @returns {Promise<string>} what to say
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    return `Copied ${what}.`;
  } catch {
    const dialog = document.createElement('dialog');
    dialog.className = 'by-hand';
    dialog.setAttribute('aria-label', 'Copy by hand');
    const area = document.createElement('textarea');
    area.readOnly = true;
    area.value = text;
    area.setAttribute('aria-label', 'Text to copy');
    dialog.append(make('p', 'The browser does not let this page copy. The text is selected: copy it by hand.'), area, makeButton('Close', () => dialog.close()));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    area.select();
    return `Not copied: ${what} is shown to be copied by hand.`;
  }
}

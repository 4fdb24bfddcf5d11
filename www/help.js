// @ts-check
// The help that `?` opens: keys, what is read, what the verdicts mean.

import { byId, makeButton } from './dom.js';

const dialog = byId('help', HTMLDialogElement);

/** At its beginning, not at the first link in it; with `autofocus` a browser complains of it in frames. */
function open() {
  dialog.showModal();
  byId('help-heading', HTMLElement).focus({ preventScroll: true });
}

/** Whether keys are text where the focus is. @param {EventTarget | null} target */
export function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !/^(button|checkbox|file|radio)$/.test(target.type)))
  );
}

/** Whether a key pressed now is a command of the page's own. @param {KeyboardEvent} event */
export function isCommand(event) {
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
}

const button = makeButton('?', open);
button.setAttribute('aria-label', 'Help');
button.title = 'Help: keys, what is read, what the verdicts mean (?)';
const rules = document.createElement('a');
rules.href = 'rules/';
rules.textContent = 'Rules';
byId('preferences', HTMLElement).append(rules, button);

dialog.addEventListener('click', (event) => {
  // Outside of its box: the backdrop.
  if (event.target === dialog) dialog.close();
});
byId('help-close', HTMLButtonElement).addEventListener('click', () => dialog.close());

document.addEventListener('keydown', (event) => {
  if (event.key !== '?' || !isCommand(event) || dialog.open) return;
  event.preventDefault();
  open();
});

// @ts-check
// Copying a command. A button with `data-copy` copies the text of the element before it, in the page or in an element's
// shadow tree; what happened is seen on the button and told to a screen reader. Where the clipboard is out of reach the
// text is selected, so that the keys for copying do it.

/** How long the button says what it did, in milliseconds. */
const SHOWN = 2000;

/** @type {WeakMap<HTMLElement, {timer: number, text: string | null}>} */
const pressed = new WeakMap();

/**
 * @param {HTMLElement} button
 * @param {string} words
 */
function say(button, words) {
  const last = pressed.get(button);
  if (last !== undefined) clearTimeout(last.timer);
  const text = last?.text ?? button.textContent;
  button.textContent = words;
  // A live region that is there before its text is what readers tell.
  let told = button.nextElementSibling;
  if (!told?.matches('[role=status]')) {
    told = document.createElement('span');
    told.className = 'unseen';
    told.setAttribute('role', 'status');
    button.after(told);
  }
  const region = told;
  requestAnimationFrame(() => (region.textContent = words));
  const timer = setTimeout(() => {
    button.textContent = text;
    region.textContent = '';
    pressed.delete(button);
  }, SHOWN);
  pressed.set(button, { timer, text });
}

/** @param {Element} text */
function select(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

document.addEventListener('click', async (event) => {
  // What is pressed inside of an element's shadow tree is told as the element itself.
  const [target] = event.composedPath();
  const button = target instanceof Element ? target.closest('[data-copy]') : null;
  const text = button?.previousElementSibling;
  if (!(button instanceof HTMLElement) || !text) return;
  try {
    await navigator.clipboard.writeText(text.textContent ?? '');
    say(button, 'Copied');
  } catch {
    select(text);
    say(button, 'Selected: press Ctrl+C');
  }
});

// @ts-check
// The order of the page's parts in the document is the one in which they are seen, so that the Tab key and a screen
// reader go along: where one begins stands first on an empty page, and last on one that has its answer.

import { byId } from './dom.js';

const root = document.documentElement;
const main = byId('main', HTMLElement);
const empty = byId('empty', HTMLElement);
const [start, input, output] = ['start', 'input', 'output'].map((name) => main.querySelector(`section.${name}`));
/** As style.css has it. */
const wide = matchMedia('(min-width: 62rem)');

function arrange() {
  if (!start || !input || !output) return;
  const beside = wide.matches && main.dataset.mode === 'one';
  let wanted = [input, output, start];
  if (root.dataset.embed === 'true') wanted = [start, output, input];
  else if (!empty.hidden) wanted = beside ? [input, start, output] : [start, input, output];
  const now = [...main.children].filter((part) => wanted.includes(part));
  if (now.every((part, at) => part === wanted[at])) return;
  // What is moved loses the focus and where it was scrolled to: what has the focus stays, and the others go around it.
  const held = wanted.find((part) => part.contains(document.activeElement)) ?? input;
  const at = wanted.indexOf(held);
  held.before(...wanted.slice(0, at));
  held.after(...wanted.slice(at + 1));
}

const observer = new MutationObserver(arrange);
observer.observe(empty, { attributeFilter: ['hidden'] });
observer.observe(main, { attributeFilter: ['data-mode'] });
observer.observe(root, { attributeFilter: ['data-embed'] });
wide.addEventListener('change', arrange);
arrange();

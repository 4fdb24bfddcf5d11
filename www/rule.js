// @ts-check
// A rule's page: the reports on its examples below their texts, which stand in the page itself; on the index, the filter.

import init, { inspect, mount } from './pkg/clusterversion_history.js';
import { showUpdates } from './offline.js';
import { onPreference } from './preferences.js';
import { drawInZone } from './still.js';
import { writeTimes } from './zone.js';

/** @param {Element} example @param {string} which where there are several, for names that tell their landmarks apart */
function judge(example, which) {
  const texts = [...example.querySelectorAll('[data-text]')].map((one) => one.textContent ?? '');
  const inset = example.querySelector('[data-inset]');
  const [first = '', second] = texts;
  if (!(inset instanceof HTMLElement)) return;
  /** @type {import("./pkg/clusterversion_history.js").Input[]} */
  const inputs = second === undefined ? [{ text: first }] : [{ text: first, role: 'before' }, { text: second, role: 'after' }];
  const report = inspect(inputs, { now: new Date().toISOString() });
  inset.hidden = false;
  inset.dataset.verdict = report.verdict;
  const draw = () => {
    mount(inset, report, { headingLevel: 4, rules: '' });
    for (const region of inset.querySelectorAll('[role=region]')) region.setAttribute('aria-label', region.getAttribute('aria-label') + which);
    for (const figure of inset.querySelectorAll('figure.timeline')) {
      const id = Number(figure.closest('[data-history]')?.getAttribute('data-history'));
      const history = report.histories.find((own) => own.id === id);
      if (history !== undefined) drawInZone(figure, report, history, figure.clientWidth);
    }
    writeTimes(inset);
  };
  draw();
  onPreference(draw);
}

function filter() {
  const box = document.getElementById('filter');
  const matches = document.getElementById('matches');
  if (!(box instanceof HTMLInputElement) || matches === null) return;
  const rows = [...document.querySelectorAll('tbody tr')].filter((row) => row instanceof HTMLElement);
  if (box.parentElement) box.parentElement.hidden = false;
  box.addEventListener('input', () => {
    const words = box.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every((word) => (row.textContent ?? '').toLowerCase().includes(word));
    const shown = rows.filter((row) => !row.hidden).length;
    matches.textContent = box.value === '' ? '' : `${shown} of ${rows.length} rules`;
  });
}

filter();
const examples = [...document.querySelectorAll('[data-example]')];
if (examples.length > 0) {
  // Without the module the page is its text.
  await init();
  examples.forEach((example, at) => judge(example, examples.length > 1 ? `, example ${at + 1}` : ''));
}
document.documentElement.dataset.ready = 'true';
void showUpdates();

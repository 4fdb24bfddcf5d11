// @ts-check
// The examples beside the page.

/** @type {Record<string, string[]>} One file is a history, two are a before and an after. */
const EXAMPLES = {
  'must-gather': ['bug-1756461-must-gather.yaml'],
  tail: ['bug-1756461-tail.txt'],
  '4.1.18': ['4.1.18-before.txt', '4.1.18-after.txt'],
  4.3: ['4.3-before.txt', '4.3-after.txt'],
};

/**
 * @param {string} name
 * @returns {Promise<{name: string, text: string}[]>}
 */
export function loadExample(name) {
  return Promise.all(
    (EXAMPLES[name] ?? []).map(async (file) => {
      const response = await fetch(new URL(`examples/${file}`, document.baseURI));
      if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
      return { name: file, text: await response.text() };
    }),
  );
}

/** @param {(name: string) => void} chosen */
export function onExample(chosen) {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-example]') : null;
    if (button instanceof HTMLElement) chosen(button.dataset.example ?? '');
  });
}

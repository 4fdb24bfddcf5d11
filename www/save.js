// @ts-check
// Saves the report that is shown as one HTML file, under the name by which Prow shows it.

import { renderHtml } from './pkg/clusterversion_history.js';

/** @typedef {import("./pkg/clusterversion_history.js").Input} Input */
/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */

const NAME = 'custom-link-clusterversion-history.html';

/**
 * Makes the page's button save; whoever calls shows it where there is a report.
 * @param {() => {report: Report, inputs: Input[]} | undefined} current
 * @param {(message: string, error: unknown) => void} fail
 * @returns {HTMLElement} the button
 */
export function offerSave(current, fail) {
  const button = document.getElementById('save');
  if (button === null) throw new Error('the page has no button with the id save');
  button.addEventListener('click', async () => {
    const now = current();
    if (now === undefined) return;
    try {
      const response = await fetch(new URL('pkg/viewer.js', import.meta.url));
      if (!response.ok) throw new Error(`viewer.js: ${response.status} ${response.statusText}`);
      const html = renderHtml(now.report, { viewer: await response.text(), inputs: now.inputs });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
      link.download = NAME;
      link.click();
      // The download reads it after this turn.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (error) {
      fail('The report cannot be saved.', error);
    }
  });
  return button;
}

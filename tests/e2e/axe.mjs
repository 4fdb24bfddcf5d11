// Accessibility as axe-core judges it: by all of its rules, best practices and experiments among them, but those of WCAG's
// level AAA, those that are withdrawn, and one that only reminds of what is hidden.

import assert from 'node:assert/strict';
import axe from 'axe-core';

const LEFT_OUT = /^(wcag2aaa|deprecated|review-item)$/;
const rules = axe.getRules().filter(({ tags }) => !tags.some((tag) => LEFT_OUT.test(tag))).map(({ ruleId }) => ruleId);
const colours = rules.filter((rule) => /colou?r|contrast|link-in-text/.test(rule));

/**
 * What is wrong with what a page shows now, an element a line.
 * @param {import('playwright-core').Page} page
 * @param {object} [options]
 * @param {string} [options.within] a selector: the rest is not looked at
 * @param {boolean} [options.coloursOnly] for one more scheme of a page that was looked at
 * @returns {Promise<string[]>}
 */
export async function violations(page, { within, coloursOnly = false } = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ within, values }) => {
      const found = await globalThis.axe.run(within ?? document, { runOnly: { type: 'rule', values }, resultTypes: ['violations'] });
      // The signs beside lines are as high as the lines. What they do, larger controls do as well, which WCAG 2.5.8 asks for: the
      // finding's own place, and the buttons that go from finding to finding.
      const allowed = (id, { target: [first] }) => id === 'target-size' && typeof first === 'string' && Boolean(document.querySelector(first)?.closest('.gutter'));
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.filter((node) => !allowed(id, node)).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/g, ' ').slice(0, 300)}`),
      );
    },
    { within, values: coloursOnly ? colours : rules },
  );
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} [what] what it shows, for the message
 * @param {Parameters<typeof violations>[1]} [options]
 */
export async function assertAccessible(page, what = '', options) {
  const found = await violations(page, options);
  assert.deepEqual(found, [], `${what}: ${found.length} violations\n${found.join('\n')}`);
}

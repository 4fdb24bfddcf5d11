// What the report says in words, its commands, and two snapshots side by side.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertAccessible } from './axe.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true });

const visit = (options) => app.visit(options);

const example = async (page, name, verdict) => {
  await page.getByRole('button', { name }).click();
  await page.waitForSelector(`#result[data-verdict=${verdict}]`);
};

const SAVE = 'oc get clusterversion version -o yaml > $(date +%F)-clusterversion.yaml';

test('the verdict is a sentence with the entry, the bug, its advisory and the truth', async () => {
  const page = await visit();
  await example(page, 'The must-gather of bug 1756461', 'corrupt');
  assert.equal(
    await page.locator('.verdict .summary').innerText(),
    'The completion of entry 1 (4.3.0-0.ci-2019-09-27-181735) was overwritten when the next update began (likely, bug 1756461, ' +
      'fixed in 4.3.0 by RHBA-2020:0062): it really completed between 2019-09-27T21:25:09Z and 2019-09-27T21:45:59Z; ' +
      'do not compute durations from it.',
  );
  const times = page.locator('.verdict .summary time');
  assert.deepEqual(await times.evaluateAll((all) => all.map((one) => one.dateTime)), ['2019-09-27T21:25:09Z', '2019-09-27T21:45:59Z']);
  await page.getByText('current release, 4.3.0-0.ci-2019-09-27-182824, still has bug 1756461').waitFor();
});

test('a command is copied, and that it was is seen and told', async () => {
  const page = await visit();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await example(page, 'The must-gather of bug 1756461', 'corrupt');
  const copy = page.locator('.verdict').getByRole('button', { name: /^Copy the command: Save a copy/ });
  await copy.click();
  await page.locator('.verdict').getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  assert.equal(await copy.innerText(), 'Copied');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), SAVE);
});

test('a command is selected where the clipboard is out of reach', async () => {
  const page = await visit();
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('no'))));
  await example(page, 'The must-gather of bug 1756461', 'corrupt');
  await page.locator('.verdict').getByRole('button', { name: /^Copy the command: Save a copy/ }).click();
  await page.locator('.verdict').getByRole('status').filter({ hasText: 'Selected' }).waitFor();
  assert.equal(await page.evaluate(() => getSelection()?.toString()), SAVE);
});

test('without a history it is said what to run', async () => {
  const page = await visit();
  await page.fill('#input', 'kind: Pod\n');
  await page.waitForSelector('#result[data-verdict=undetermined]');
  const commands = await page.locator('.verdict code').allInnerTexts();
  assert.deepEqual(commands, [
    'oc get clusterversion version -o yaml',
    "cat $(find must-gather.local.* -path '*clusterversions/version.yaml')",
  ]);
});

test('two snapshots stand side by side, and each place leads to its text', async () => {
  for (const width of [360, 1600]) {
    const page = await visit({ viewport: { width, height: 900 } });
    await example(page, 'Before and after an update on 4.1.18', 'corrupt');
    const table = page.getByRole('region', { name: /^Entries of 4\.1\.18-before\.txt and/ }).locator('tbody tr');
    const rows = await table.evaluateAll((all) => all.map((row) => row.innerText.replace(/\s+/g, ' ').trim()));
    assert.equal(rows.length, 4);
    assert.match(rows[0], /none .*Entry 0 4\.1\.18 .*added: allowed/);
    assert.match(rows[3], /2019-10-14T03:13:16Z .*2019-10-14T03:42:31Z .*forbidden \(completion-overwritten\)/);
    await table.getByRole('button', { name: /^Entry 2: 4\.1\.18-after\.txt, line 3/ }).click();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width}`);
  }
});

test("a finding's title leads to its rule's page", async () => {
  const page = await visit();
  await example(page, 'The must-gather of bug 1756461', 'corrupt');
  const link = page.getByRole('link', { name: "A completed update's end was overwritten" });
  assert.equal(await link.getAttribute('href'), 'rules/completion-overwritten.html');
});

test('what is said and compared is accessible in both schemes', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await visit({ colorScheme });
    await example(page, 'Before and after an update on 4.1.18', 'corrupt');
    await assertAccessible(page, colorScheme);
  }
});

// Evidence beside the history, on the page: by choice, by drop, by paste.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { assertAccessible } from './axe.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true });

const seed = (name) => readFileSync(new URL(`../cases/seed/${name}`, import.meta.url), 'utf8');
const MUST_GATHER = seed('mustgather.yaml');
const LINE = 'Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable';
const LOG = `# the test’s log\n${LINE}\n`;

async function visit(options) {
  const page = await app.newPage(options);
  page.setDefaultTimeout(10_000);
  await page.goto(app.url());
  await page.waitForSelector('[data-ready]');
  await page.fill('#input', MUST_GATHER);
  await confidence(page, 'likely');
  return page;
}
const confidence = (page, word) => page.locator('[data-rule=completion-overwritten]').getByText(word, { exact: true }).first().waitFor();
const toggle = (page) => page.getByRole('button', { name: 'Add evidence' });
const list = (page) => page.getByRole('list', { name: 'Evidence' });
const names = (page) => list(page).getByRole('listitem').locator('.place').allInnerTexts();
const choose = (page, ...files) =>
  page
    .getByLabel('Open evidence files…')
    .setInputFiles(files.map(([name, text]) => ({ name, mimeType: '', buffer: Buffer.from(text) })));
const selection = (page, id) =>
  page.$eval(id, (pane) => pane.value.slice(pane.selectionStart, pane.selectionEnd));

const drop = async (page, target, files) => {
  const data = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent(target, 'dragover', { dataTransfer: data });
  await page.dispatchEvent(target, 'drop', { dataTransfer: data });
};

test('files are chosen, listed by name, and removed one by one', async () => {
  const page = await visit();
  assert.equal(await page.getByRole('region', { name: 'Evidence' }).isVisible(), false);
  await toggle(page).click();
  assert.equal(await toggle(page).getAttribute('aria-expanded'), 'true');
  await choose(page, ['e2e.log', LOG], ['<b>other</b>.txt', 'nothing dated\n']);
  await confidence(page, 'proven');
  assert.deepEqual(await names(page), ['e2e.log', '<b>other</b>.txt']);
  await page.locator('[data-problem=no-evidence]').waitFor();
  await page.getByRole('button', { name: 'Remove <b>other</b>.txt' }).click();
  await page.waitForSelector('[data-problem=no-evidence]', { state: 'detached' });
  assert.deepEqual(await names(page), ['e2e.log']);
  await page.getByRole('button', { name: 'Remove e2e.log' }).click();
  await confidence(page, 'likely');
  assert.equal(await list(page).isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'evidence');
});

test('a place in a file shows the file there', async () => {
  const page = await visit();
  await toggle(page).click();
  await choose(page, ['e2e.log', LOG]);
  await confidence(page, 'proven');
  await page.getByRole('button', { name: 'e2e.log, line 2', exact: false }).first().click();
  assert.equal(await selection(page, '#evidence-file'), LINE);
  assert.equal(await page.getByLabel('e2e.log', { exact: true }).getAttribute('id'), 'evidence-file');
  await page.getByRole('button', { name: 'paste, line 8, column 21' }).first().click();
  assert.equal(await selection(page, '#input'), '  - completionTime: 2019-09-27T21:45:59Z');
});

test('text is pasted, and judged at once; a place leads to its line', async () => {
  const page = await visit();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await toggle(page).click();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'evidence');
  await page.evaluate((text) => navigator.clipboard.writeText(text), LOG);
  await page.keyboard.press('Control+V');
  await confidence(page, 'proven');
  await page.getByRole('button', { name: 'evidence, line 2', exact: false }).first().click();
  assert.equal(await selection(page, '#evidence'), LINE);
  await page.getByLabel('Pasted evidence').fill('');
  await confidence(page, 'likely');
});

test('files dropped on it are evidence, and elsewhere a history', async () => {
  const page = await visit();
  await toggle(page).click();
  await drop(page, '#evidence', [
    ['a.log', LOG],
    ['b.log', LOG],
  ]);
  await confidence(page, 'proven');
  assert.deepEqual(await names(page), ['a.log', 'b.log']);
  assert.equal(await page.inputValue('#input'), MUST_GATHER);
  await drop(page, 'h1', [['version.yaml', seed('pipe-4.1.18-before.txt')]]);
  await page.waitForSelector('#result[data-verdict=intact]');
  assert.deepEqual(await names(page), ['a.log', 'b.log']);
});

test('it stays beside a before and an after, and goes with all that is cleared', async () => {
  const page = await visit();
  await toggle(page).click();
  await choose(page, ['e2e.log', LOG]);
  await confidence(page, 'proven');
  await page.getByRole('button', { name: 'Before and after', exact: true }).click();
  await confidence(page, 'proven');
  assert.deepEqual(await names(page), ['e2e.log']);
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.equal(await list(page).isVisible(), false);
  await page.getByRole('button', { name: 'The must-gather of bug 1756461' }).click();
  await confidence(page, 'likely');
});

test('evidence alone is kept until there is a history', async () => {
  const page = await app.newPage();
  await page.goto(app.url());
  await page.waitForSelector('[data-ready]');
  await toggle(page).click();
  await choose(page, ['e2e.log', LOG]);
  await page.getByRole('button', { name: 'e2e.log', exact: true }).waitFor();
  assert.deepEqual(await names(page), ['e2e.log']);
  assert.equal(await page.locator('#result').isVisible(), false);
  await page.fill('#input', MUST_GATHER);
  await confidence(page, 'proven');
});

test('a file that cannot be read is said, and the others are as they were', async () => {
  const page = await visit();
  await toggle(page).click();
  await choose(page, ['e2e.log', LOG]);
  await confidence(page, 'proven');
  await page
    .getByLabel('Open evidence files…')
    .setInputFiles({ name: 'broken.gz', mimeType: '', buffer: Buffer.from([0x1f, 0x8b, 8, 0, 0]) });
  await page.getByText('broken.gz cannot be read.').waitFor();
  assert.deepEqual(await names(page), ['e2e.log']);
});

test('it is all done by keyboard', async () => {
  const page = await visit();
  const tabTo = async (name) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
      );
      if (focused === name) return;
    }
    assert.fail(`no way to ${name} by Tab`);
  };
  await tabTo('Add evidence');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(LOG);
  await confidence(page, 'proven');
  await choose(page, ['a.log', LOG], ['b.log', LOG]);
  await confidence(page, 'proven');
  await page.getByRole('heading', { level: 1 }).click();
  await tabTo('Remove a.log');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Remove b.log');
  await page.keyboard.press('Enter');
  assert.deepEqual(await names(page), []);
});

for (const colorScheme of ['light', 'dark']) {
  test(`everyone can use it: ${colorScheme}`, async () => {
    const page = await visit({ colorScheme, viewport: { width: 360, height: 800 } });
    await toggle(page).click();
    await choose(page, ['e2e.log', LOG], [`${'long'.repeat(60)}.log`, LOG]);
    await confidence(page, 'proven');
    await page.getByRole('button', { name: 'e2e.log', exact: true }).click();
    await assertAccessible(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${over} px too wide`);
  });
}

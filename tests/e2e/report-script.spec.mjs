// What the report as a file of its own does where scripts may run, and how the page saves it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { stage } from './hosts.mjs';
import { reports, seed } from './reports.mjs';
import { harness } from './support.mjs';

const app = harness();
const hosts = stage();
const usual = reports([{ name: 'version.yaml', text: seed }]);

describe('with scripts', () => {
  const opened = (/** @type {object} */ options = {}) => hosts.visit(hosts.url('plain', usual.full), { ready: 'wasm', options });

  test('a finding, its row and its bar light up together', async () => {
    const { page, close } = await opened();
    const picked = () => page.locator('.picked').evaluateAll((all) => all.map((one) => `${one.localName} ${one.getAttribute('data-entry') ?? one.getAttribute('data-index')}`));
    await page.locator('g.entry[data-entry="2"] .row').click();
    const all = ['g 2', 'article 2', 'tr 2'];
    assert.deepEqual(await picked(), all);
    // The drawing of another width has it, too.
    await page.setViewportSize({ width: 900, height: 700 });
    await page.waitForFunction(() => Number(document.querySelector('.timeline svg')?.getAttribute('width')) < 900);
    assert.deepEqual(await picked(), all);
    await page.locator('tr[data-index="0"] button').click();
    assert.deepEqual(await picked(), ['g 0', 'article 0', 'tr 0']);
    await page.keyboard.press('Escape');
    assert.deepEqual(await picked(), []);
    await close();
  });

  test('a place leads to its line in the text', async () => {
    const { page, close } = await opened();
    const text = page.locator('.code');
    assert.equal(await text.isVisible(), false);
    await page.getByRole('button', { name: 'line 3, column 22' }).click();
    assert.equal(await text.isVisible(), true);
    assert.equal(await page.locator('.at').getAttribute('data-number'), '3');
    assert.equal(await page.locator('.at').innerText(), seed.split('\n')[2]);
    assert.equal(await page.locator('.at mark').innerText(), '2019-10-14T03:42:31Z');
    await close();
  });

  test('times are UTC, and local when asked for', async () => {
    const { page, close } = await opened();
    const cell = page.locator('tr[data-index="2"] time').first();
    const caption = page.locator('caption');
    assert.deepEqual([await cell.innerText(), await caption.innerText()], ['2019-10-14 02:57:34', 'Entries, newest first; times in UTC']);
    await page.getByRole('button', { name: 'Local time' }).click();
    assert.deepEqual([await cell.innerText(), await caption.innerText()], ['2019-10-14 04:57:34', 'Entries, newest first; times in Europe/Berlin']);
    await page.getByRole('button', { name: 'UTC' }).click();
    assert.deepEqual([await cell.innerText(), await caption.innerText()], ['2019-10-14 02:57:34', 'Entries, newest first; times in UTC']);
    await close();
  });

  test('where the reader is in UTC there is nothing to change', async () => {
    const { page, close } = await opened({ timezoneId: 'UTC' });
    assert.deepEqual(await page.locator('.tools button').allInnerTexts(), ['Dark', '−', '+', 'Fit']);
    await close();
  });

  test('the timeline is zoomed by buttons and by keys', async () => {
    const { page, close } = await opened();
    const width = async () => Number(await page.locator('.timeline svg').getAttribute('width')) / (await page.locator('.timeline').evaluate((figure) => figure.clientWidth));
    assert.equal(await width(), 1);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    assert.equal(await width(), 1.5);
    await page.locator('.timeline').press('+');
    assert.equal(await width(), 2.25);
    await page.locator('.timeline').press('-');
    assert.equal(await width(), 1.5);
    await page.getByRole('button', { name: 'Fit' }).click();
    assert.equal(await width(), 1);
    await close();
  });

  test('the colours are those of the reader, and can be changed', async () => {
    const { page, close } = await opened({ colorScheme: 'dark' });
    const canvas = () => page.locator('.canvas').getAttribute('fill');
    const behind = () => page.locator('#cvh').evaluate((root) => getComputedStyle(root).backgroundColor);
    assert.deepEqual([await canvas(), await behind()], ['#15191e', 'rgb(14, 17, 22)']);
    await page.getByRole('button', { name: 'Light' }).click();
    assert.deepEqual([await canvas(), await behind()], ['#ffffff', 'rgb(244, 246, 248)']);
    await close();
  });

  test('without wasm the drawing that is there is magnified', async () => {
    const { page, close } = await hosts.visit(hosts.url('no-wasm', usual.full), { ready: 'script', allow: [/WebAssembly/] });
    const width = () => page.locator('.timeline svg').evaluate((svg) => svg.clientWidth / (svg.parentElement?.clientWidth ?? 0));
    assert.equal(await width(), 1);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    assert.equal(await width(), 1.5);
    await close();
  });

  test('nobody is kept out, in either colours', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const { page, close } = await opened({ colorScheme });
      await page.getByRole('button', { name: 'line 3, column 22' }).click();
      await page.locator('.not-checked summary').click();
      await assertAccessible(page, colorScheme);
      await close();
    }
  });
});

test('the page saves the report under the name that Prow looks for', async () => {
  const page = await app.newPage();
  await page.goto(app.url());
  const menu = page.getByText('Save as…');
  assert.equal(await menu.isVisible(), false);
  await page.locator('html[data-ready]').waitFor();
  await page.getByLabel('ClusterVersion, or a part of it').fill(seed);
  const download = page.waitForEvent('download');
  await page.getByRole('checkbox', { name: /Mask names/ }).uncheck();
  await menu.click();
  await page.getByRole('button', { name: 'HTML report' }).click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'custom-link-clusterversion-history.html');
  const text = await readFile(await saved.path(), 'utf8');
  assert.equal(text, reports([{ text: seed, role: 'history' }]).full);
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.equal(await menu.isVisible(), false);
});

// What a person takes away of a verdict.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import axe from 'axe-core';
import { harness } from './support.mjs';

const app = harness({ site: true });
const ID = '2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a';
const PSEUDONYM = '00000000-0000-4000-8000-000000000001';
const seed = await readFile(new URL('../cases/seed/mustgather.yaml', import.meta.url), 'utf8');
const secret = `${seed}# ${ID} jdoe@api.prod7.corp-example.com\n`;

async function open(text) {
  const page = await app.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(app.url());
  await page.locator('html[data-ready]').waitFor();
  await page.getByLabel('ClusterVersion, or a part of it').fill(text);
  await page.locator('#result[data-verdict]').waitFor();
  return page;
}

const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

async function saved(page, name) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const file = await download;
  await page.getByText(`Saved ${file.suggestedFilename()}.`).waitFor();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a link gives the same verdict elsewhere, and carries pseudonyms', async () => {
  const page = await open(secret);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText(/^Copied the link, /).waitFor();
  const link = await copied(page);
  const verdict = await page.locator('#result').getAttribute('data-verdict');
  const other = await app.newPage();
  await other.goto(link);
  await other.locator('#result[data-verdict]').waitFor();
  assert.equal(await other.locator('#result').getAttribute('data-verdict'), verdict);
  const text = await other.getByLabel('ClusterVersion, or a part of it').inputValue();
  assert.equal(text.length, secret.length);
  assert.ok(text.includes(PSEUDONYM) && !/jdoe|prod7|2f9cdb9b/.test(text));
});

test('two snapshots travel in a link', async () => {
  const page = await open(seed);
  await page.getByRole('button', { name: 'Before and after on a fixed 4.3 build' }).click();
  await page.getByLabel('After the update').waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText(/^Copied the link, /).waitFor();
  const other = await app.newPage();
  await other.goto(await copied(page));
  await other.locator('#result[data-verdict]').waitFor();
  for (const label of ['Before the update', 'After the update']) {
    assert.equal((await other.getByLabel(label).inputValue()).length, (await page.getByLabel(label).inputValue()).length);
  }
});

test('every file is saved, masked until that is switched off', async () => {
  const page = await open(secret);
  await page.getByText('Save as…').click();
  for (const [button, name] of [
    ['Markdown', 'clusterversion-history-corrupt.md'],
    ['JSON', 'clusterversion-history-corrupt.json'],
    ['SVG', 'clusterversion-history-corrupt.svg'],
    ['HTML report', 'custom-link-clusterversion-history.html'],
  ]) {
    const file = await saved(page, button);
    assert.equal(file.name, name);
    assert.doesNotMatch(file.bytes.toString(), /jdoe|prod7|2f9cdb9b/, button);
  }
  const svg = (await saved(page, 'SVG')).bytes.toString();
  const png = (await saved(page, 'PNG')).bytes;
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  assert.equal(png.readUInt32BE(16), 2 * Number(/<svg[^>]* width="(\d+)/.exec(svg)?.[1]));
  assert.ok(png.length > 5000, `${png.length} bytes`);
  await page.getByRole('checkbox', { name: /Mask names/ }).uncheck();
  assert.match((await saved(page, 'HTML report')).bytes.toString(), /jdoe/);
});

test('a comment is plain, short of 80 columns, and the toolbar is accessible', async () => {
  const page = await open(secret);
  await page.getByRole('button', { name: 'Copy as bug comment' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Copied the comment.').waitFor();
  const comment = await copied(page);
  assert.match(comment, /^ClusterVersion history: corrupt\. /);
  assert.doesNotMatch(comment, /[{}[\]|`]/);
  assert.match(comment.replaceAll('\n', ' '), /Masked: 1 cluster id, 1 host name, 1 user name\. Others may be left: look through it\. Found by/);
  await page.getByText('What is masked').click();
  await page.getByRole('cell', { name: ID }).waitFor();
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations);
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join('; ')}`), []);
});

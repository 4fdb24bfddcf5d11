// What a person takes away of a verdict.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true });
const ID = '2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a';
const PSEUDONYM = '00000000-0000-4000-8000-000000000001';
const cases = (name) => readFile(new URL(`../cases/seed/${name}`, import.meta.url), 'utf8');
const seed = await cases('mustgather.yaml');
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

test('of several histories it is said which one a picture shows, and of one nothing', async () => {
  const page = await open(secret);
  await page.getByText('Save as…').click();
  const svg = page.getByRole('button', { name: 'SVG' });
  const told = () => svg.evaluate((button) => document.getElementById(button.getAttribute('aria-describedby'))?.textContent);
  assert.equal(await told(), '');
  // Two snapshots of one cluster, the newer one overwritten.
  await page.getByLabel('ClusterVersion, or a part of it').fill(`${await cases('pipe-4.1.18-before.txt')}\n---\n${await cases('pipe-4.1.18-after.txt')}`);
  await page.getByText(/^SVG and PNG show/).waitFor();
  assert.equal(await told(), 'SVG and PNG show the history in lines 4 to 6 of paste. For another, pick one of its entries.');
  const newer = await saved(page, 'SVG');
  assert.equal(newer.name, 'clusterversion-history-corrupt-history-2.svg');
  await page.locator('[data-history="0"] tr[data-index="0"] .place').first().click();
  assert.equal(await told(), 'SVG and PNG show the history in line 1 of paste. For another, pick one of its entries.');
  const older = await saved(page, 'SVG');
  assert.equal(older.name, 'clusterversion-history-intact-history-1.svg');
  const entries = ({ bytes }) => new Set(bytes.toString().match(/data-entry="\d+"/g)).size;
  assert.deepEqual([entries(older), entries(newer)], [1, 3]);
});

test('a comment is plain, short of 80 columns, and the toolbar is accessible', async () => {
  const page = await open(secret);
  await page.getByRole('button', { name: 'Copy as bug comment' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Copied the comment.').waitFor();
  const comment = await copied(page);
  assert.match(comment, /^ClusterVersion history: corrupt\. /);
  assert.doesNotMatch(comment, /[{}[\]|`]/);
  assert.match(comment.replaceAll('\n', ' '), /Masked: 1 object id, 1 host name, 1 user name\. Others may be left: look through it\. Found by/);
  await page.getByText('What is masked').click();
  await page.getByRole('cell', { name: ID }).waitFor();
  await assertAccessible(page);
});

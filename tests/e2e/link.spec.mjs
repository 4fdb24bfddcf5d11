// What a link carries: the page's state is the fragment of its address.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { assertAccessible } from './axe.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true });

const seed = (name) => readFileSync(new URL(`../cases/seed/${name}`, import.meta.url), 'utf8');
const MUST_GATHER = seed('mustgather.yaml');
const BEFORE = seed('pipe-4.1.18-before.txt');
const EVIDENCE = 'Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n';

const deflated = (text) => `deflate:${deflateRawSync(text).toString('base64url')}`;

async function visit(fragment, options) {
  const page = await app.newPage(options);
  page.setDefaultTimeout(10_000);
  await page.goto(app.url(fragment));
  await page.waitForSelector('[data-ready]');
  return page;
}
const verdictIs = (page, verdict) => page.waitForSelector(`#result[data-verdict=${verdict}]`);
const history = (page) => page.getByLabel('ClusterVersion, or a part of it');
const overwritten = (page) => page.locator('[data-rule=completion-overwritten]');

for (const [name, data] of [
  ['deflated', deflated(MUST_GATHER)],
  ['in base64url', `b64:${Buffer.from(MUST_GATHER).toString('base64url')}`],
  ['in base64, percent-encoded', `b64:${encodeURIComponent(Buffer.from(MUST_GATHER).toString('base64'))}`],
  ['in base64 with its plus signs and slashes', `b64:${Buffer.from(MUST_GATHER).toString('base64')}`],
]) {
  test(`a link has a text ${name}`, async () => {
    const page = await visit(`#data=${data}`);
    await verdictIs(page, 'corrupt');
    assert.equal(await history(page).inputValue(), MUST_GATHER);
  });
}

test('a link has characters beyond ASCII', async () => {
  const text = '# ÄÖÜ 🙂 日本\n';
  const page = await visit(`#data=${deflated(text)}`);
  await verdictIs(page, 'undetermined');
  assert.equal(await history(page).inputValue(), text);
});

for (const [name, data, said] of [
  ['an unknown codec', 'lzma:AAAA', /the codec “lzma”, which this page does not know. It must begin with deflate: or b64:/],
  ['no codec', 'AAAA', /The link’s text has no codec/],
  ['a codec that is no word', encodeURIComponent('<img src=x onerror=alert(1)>:AAAA'), /has no codec/],
  ['broken base64', 'b64:AA*AA', /is not base64: it was cut or changed/],
  ['broken base64 that was deflated', 'deflate:A', /is not base64/],
  ['a stream that was cut', deflated(MUST_GATHER).slice(0, -40), /does not unpack: it was cut or changed/],
  ['a stream with something after it', `${deflated(BEFORE)}AAAA`, /does not unpack/],
  ['zlib’s wrapping', `deflate:${deflateSync(MUST_GATHER).toString('base64url')}`, /does not unpack/],
  ['a bomb', deflated(Buffer.alloc(33_000_000)), /unpacks to more than 32 MB/],
  ['broken percent-encoding', '%E0%A4%A', /^The link’s data= is not percent-encoded/],
]) {
  test(`a link with ${name} says so`, async () => {
    const page = await visit(`#data=${data}`);
    const where = name === 'broken percent-encoding' ? '#notes' : '#failure';
    assert.match(await page.locator(where).innerText(), said);
    assert.equal(await page.locator('#result').isVisible(), false);
    await history(page).fill(MUST_GATHER);
    await verdictIs(page, 'corrupt');
    assert.equal(await page.getByRole('alert').isVisible(), false);
  });
}

test('a link that changes is read again, and what it does not have stays', async () => {
  const page = await visit(`#data=${deflated(MUST_GATHER)}`);
  await verdictIs(page, 'corrupt');
  await page.evaluate((hash) => (location.hash = hash), `#data=${deflated(BEFORE)}`);
  await verdictIs(page, 'intact');
  await page.evaluate((hash) => (location.hash = hash), '#data=no:x');
  await page.getByRole('alert').waitFor();
  await page.goBack();
  await verdictIs(page, 'intact');
  await history(page).fill(MUST_GATHER);
  await verdictIs(page, 'corrupt');
  await page.evaluate(() => (location.hash += '&theme=dark'));
  await page.waitForSelector('[data-theme=dark]');
  assert.equal(await history(page).inputValue(), MUST_GATHER);
});

test('the way to the verdict leaves the link alone', async () => {
  const page = await visit(`#data=${deflated(MUST_GATHER)}`);
  await verdictIs(page, 'corrupt');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'result');
  assert.equal(new URL(page.url()).hash, `#data=${deflated(MUST_GATHER)}`);
});

test('a link has evidence, as often as it says so', async () => {
  const page = await visit(`#data=${deflated(MUST_GATHER)}&evidence=${deflated(EVIDENCE)}&evidence=${deflated('nothing dated\n')}`);
  await verdictIs(page, 'corrupt');
  assert.match(await overwritten(page).innerText(), /proven/);
  const files = page.getByRole('list', { name: 'Evidence' }).getByRole('listitem');
  assert.deepEqual(await files.allInnerTexts(), ['evidence 1\nRemove', 'evidence 2\nRemove']);
});

test('a title is one line of plain text, and bounded', async () => {
  const title = `<b>Job\u202e 1</b>\n\u0000\u200bof${' many'.repeat(100)}`;
  const page = await visit(`#data=${deflated(BEFORE)}&title=${encodeURIComponent(title)}`);
  const shown = await page.locator('#title').textContent();
  assert.equal(shown, `${`<b>Job 1</b> of${' many'.repeat(100)}`.slice(0, 120)}…`);
  assert.equal(await page.title(), `${shown}: ClusterVersion history: can it be trusted?`);
});

for (const [theme, colorScheme, background] of [
  ['dark', 'light', 'rgb(17, 21, 27)'],
  ['light', 'dark', 'rgb(244, 246, 248)'],
  ['auto', 'dark', 'rgb(17, 21, 27)'],
  ['auto', 'light', 'rgb(244, 246, 248)'],
]) {
  test(`the theme ${theme} on a ${colorScheme} system`, async () => {
    const page = await visit(`#theme=${theme}`, { colorScheme });
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), background);
  });
}

test('a theme or a time that is none is said, and nothing else is lost', async () => {
  const page = await visit(`#theme=pink&at=yesterday&embed=2&new=1&data=${deflated(BEFORE)}`);
  await verdictIs(page, 'intact');
  assert.deepEqual(await page.locator('#notes p').allInnerTexts(), [
    'The link’s theme must be auto, light or dark.',
    'The link’s at= must be an RFC 3339 time, such as 2019-09-27T21:45:59Z.',
  ]);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

for (const [at, entry] of [
  ['2019-09-27T22:00:00Z', '0'],
  ['2019-09-27T21:45:59Z', '0'],
  ['2019-09-27T23:30:00+02:00', '1'],
  ['2001-01-01T00:00:00Z', '1'],
  ['2030-01-01T00:00:00Z', '0'],
]) {
  test(`the time ${at} is marked on the timeline`, async () => {
    const page = await visit(`#data=${deflated(MUST_GATHER)}&at=${encodeURIComponent(at)}`, {
      viewport: { width: 700, height: 300 },
    });
    await verdictIs(page, 'corrupt');
    assert.deepEqual(
      await page.locator('tr[aria-current=true]').evaluateAll((rows) => rows.map((row) => row.dataset.index)),
      [entry],
    );
    assert.deepEqual(
      await page.locator('svg .entry.current').evaluateAll((bars) => bars.map((bar) => bar.dataset.entry)),
      [entry],
    );
    const box = await page.getByRole('img', { name: 'Timeline of status.history' }).boundingBox();
    assert.ok(box.y < 300 && box.y + box.height > 0, `timeline at ${box.y}`);
  });
}

test('packed files are unpacked, whatever they are called', async () => {
  const page = await visit('');
  await page.getByLabel('Open file…').setInputFiles({ name: 'version.yaml', mimeType: '', buffer: gzipSync(MUST_GATHER) });
  await verdictIs(page, 'corrupt');
  assert.equal(await history(page).inputValue(), MUST_GATHER);
  await page
    .getByLabel('Open file…')
    .setInputFiles({ name: 'broken.gz', mimeType: '', buffer: gzipSync(MUST_GATHER).subarray(0, 60) });
  await page.locator('#notes').getByText('broken.gz cannot be read.').waitFor();
  assert.equal(await history(page).inputValue(), MUST_GATHER);
});

const ASKED = '#src=https://gcs.ci.openshift.org/gcs/bucket/a/clusterversion.json&title=Job%201&at=never';
for (const [name, fragment] of [
  ['what is asked', ASKED],
  ['an embedded page', `#embed=1&data=${deflated(MUST_GATHER)}&evidence=${deflated(EVIDENCE)}&title=Job%201&at=2019-09-27T22:00:00Z`],
  ['an embedded page without a text', '#embed=1'],
  ['a broken link', '#data=x:y'],
]) {
  for (const theme of ['light', 'dark']) {
    test(`everyone can use ${name}: ${theme}`, async () => {
      const page = await visit(`${fragment}&theme=${theme}`, { viewport: { width: 360, height: 700 } });
      await assertAccessible(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${over} px too wide`);
    });
  }
}

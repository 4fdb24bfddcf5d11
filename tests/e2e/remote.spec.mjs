// Links that name a file elsewhere: nothing is fetched before a press, and what stood in the way is said.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';

import { foreign, page as html, shared } from './foreign.mjs';
import { harness } from './support.mjs';

const app = harness();

const MUST_GATHER = readFileSync(new URL('../cases/seed/mustgather.yaml', import.meta.url), 'utf8');
const EVIDENCE = 'Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n';
const deflated = (text) => `deflate:${deflateRawSync(text).toString('base64url')}`;
const SHARED = { 'Access-Control-Allow-Origin': '*' };

let files;
let other;
let host;
before(async () => {
  other = await foreign({ '/moved.yaml': shared(MUST_GATHER) }, { tls: true });
  host = await foreign({ '/': html('') });
  files = await foreign(
    {
      '/a/version.yaml': shared(MUST_GATHER),
      '/e2e.log': shared(EVIDENCE),
      '/version.yaml.gz': shared(gzipSync(MUST_GATHER), { 'Content-Type': 'application/gzip' }),
      '/encoded.yaml': shared(gzipSync(MUST_GATHER), { 'Content-Encoding': 'gzip' }),
      '/private.yaml': (request, response) => response.end(MUST_GATHER),
      '/missing.yaml': (request, response) => response.writeHead(404, SHARED).end('no'),
      '/forbidden.yaml': (request, response) => response.writeHead(403, SHARED).end('no'),
      '/broken.yaml': (request, response) => response.writeHead(502, SHARED).end('no'),
      '/viewer.yaml': shared('\n<!-- a viewer -->\n<!DOCTYPE html><p>Log in</p>', { 'Content-Type': 'text/plain' }),
      '/empty.yaml': shared(' \n'),
      '/large.yaml': shared(Buffer.alloc(64_000_001, 'x')),
      '/bomb.gz': shared(gzipSync(Buffer.alloc(64_000_001, 'x'))),
      '/damaged.gz': shared(gzipSync(MUST_GATHER).subarray(0, 60)),
      '/elsewhere': (request, response) => response.writeHead(302, { ...SHARED, Location: `${other.origin}/moved.yaml` }).end(),
      '/downgraded': (request, response) => response.writeHead(302, { ...SHARED, Location: `${host.origin}/` }).end(),
      '/cut.yaml': (request, response) => {
        response.writeHead(200, { ...SHARED, 'Content-Length': 1000 });
        response.write('kind');
        setTimeout(() => response.destroy(), 50);
      },
      '/slow.yaml': (request, response) => {
        response.writeHead(200, SHARED);
        response.write('kind: ClusterVersion\n');
      },
    },
    { tls: true },
  );
});
after(() => Promise.all([files, other, host].map((server) => server.close())));

async function visit(fragment, options) {
  const page = await app.newPage({ origins: [files.origin, other.origin], ignoreHTTPSErrors: true, ...options });
  page.setDefaultTimeout(10_000);
  await page.goto(app.url(fragment));
  await page.waitForSelector('[data-ready]');
  return page;
}
const fetchButton = (page) => page.getByRole('button', { name: `Fetch from ${files.host}` });
const verdictIs = (page, verdict) => page.waitForSelector(`#result[data-verdict=${verdict}]`);
const asked = () => files.asked.splice(0).map(({ path }) => path);

test('a file is fetched after a press, and not before', async () => {
  asked();
  const page = await visit(`#src=${encodeURIComponent(`${files.origin}/a/version.yaml?x=1#L3`)}&title=Job`);
  await page.getByRole('heading', { name: `Fetch from ${files.host}?` }).waitFor();
  assert.deepEqual(await page.getByRole('region', { name: 'Fetch from' }).getByRole('listitem').allInnerTexts(), [
    `${files.origin}/a/version.yaml?x=1`,
  ]);
  await page.waitForLoadState('networkidle');
  assert.deepEqual(asked(), []);
  await fetchButton(page).click();
  await verdictIs(page, 'corrupt');
  const [{ path, headers }, ...more] = files.asked.splice(0);
  assert.deepEqual([path, headers.cookie, headers.referer, more.length], ['/a/version.yaml?x=1', undefined, undefined, 0]);
  await page.getByText('lines 1 to 15 of version.yaml').waitFor();
  await page.getByText(`Fetched from ${files.host}.`).waitFor();
  assert.equal(await page.locator('#ask').isVisible(), false);
});

test('in a frame a file is not fetched before a press either', async () => {
  asked();
  const page = await app.newPage({ origins: [files.origin, host.origin], ignoreHTTPSErrors: true });
  await page.goto(`${host.origin}/`);
  await page.setContent(`<iframe src="${app.url(`#embed=1&src=${files.origin}/a/version.yaml`)}" width=800 height=600></iframe>`);
  const frame = page.frameLocator('iframe');
  await frame.locator('[data-ready]').waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(asked(), []);
  await frame.getByRole('button', { name: `Fetch from ${files.host}` }).click();
  await frame.locator('#result[data-verdict=corrupt]').waitFor();
  assert.deepEqual(asked(), ['/a/version.yaml']);
});

test('a question that is answered with no fetches nothing', async () => {
  asked();
  const page = await visit(`#src=${files.origin}/a/version.yaml`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.locator('#ask').isVisible(), false);
  await page.fill('#input', MUST_GATHER);
  await verdictIs(page, 'corrupt');
  assert.deepEqual(asked(), []);
});

test('a link’s text goes before its address, and evidence elsewhere is asked for alone', async () => {
  asked();
  const page = await visit(`#data=${deflated(MUST_GATHER)}&src=${files.origin}/a/version.yaml&evidence=${files.origin}/e2e.log`);
  await verdictIs(page, 'corrupt');
  assert.match(await page.locator('[data-rule=completion-overwritten]').innerText(), /likely/);
  assert.deepEqual(await page.locator('#ask li').allInnerTexts(), [`${files.origin}/e2e.log`]);
  await fetchButton(page).click();
  await page.locator('[data-rule=completion-overwritten]').getByText('proven').waitFor();
  assert.deepEqual(asked(), ['/e2e.log']);
});

test('a history and its evidence are fetched with one press', async () => {
  const page = await visit(`#src=${files.origin}/a/version.yaml&evidence=${files.origin}/e2e.log&evidence=${deflated('nothing\n')}`);
  await fetchButton(page).click();
  await page.locator('[data-rule=completion-overwritten]').getByText('proven').waitFor();
  assert.deepEqual(await page.locator('#evidence-files li .place').allInnerTexts(), ['evidence 1', 'e2e.log']);
});

for (const name of ['version.yaml.gz', 'encoded.yaml']) {
  test(`${name} is unpacked`, async () => {
    const page = await visit(`#src=${files.origin}/${name}`);
    await fetchButton(page).click();
    await verdictIs(page, 'corrupt');
    assert.equal(await page.inputValue('#input'), MUST_GATHER);
  });
}

test('a host that leads to another is named', async () => {
  const page = await visit(`#src=${files.origin}/elsewhere`);
  await fetchButton(page).click();
  await verdictIs(page, 'corrupt');
  await page.getByText(`Fetched from ${other.host}.`).waitFor();
});

const PASTE = 'Open it yourself, copy its text and paste it here\\.';
for (const [path, said, ...allow] of [
  ['private.yaml', `cannot be reached, or does not let other pages read this file \\(no CORS header\\)\\. ${PASTE}`, /CORS policy|net::ERR_FAILED/],
  ['missing.yaml', 'has no such file \\(404\\): it was removed, or the address is wrong\\.', /404/],
  ['forbidden.yaml', `does not give this file to everyone \\(403\\)\\. ${PASTE}`, /403/],
  ['broken.yaml', 'answered 502 Bad Gateway instead of the file\\.', /502/],
  ['viewer.yaml', `answered with a web page, not with the file: a viewer, or a login\\. ${PASTE}`],
  ['empty.yaml', 'is empty\\.'],
  ['large.yaml', 'is larger than 64 MB, which is more than this page reads from elsewhere\\.'],
  ['bomb.gz', 'is larger than 64 MB'],
  ['damaged.gz', 'broke off on its way, or is damaged\\.'],
  ['cut.yaml', 'broke off on its way, or is damaged\\.', /ERR_CONTENT_LENGTH_MISMATCH|ERR_CONNECTION/],
  ['downgraded', 'cannot be reached', /Content Security Policy|Refused to connect|CORS policy|net::ERR|Mixed|request to/],
]) {
  test(`${path} is said to be unreadable, and can be tried again`, async () => {
    const page = await visit(`#src=${files.origin}/${path}`, { allow });
    await fetchButton(page).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), new RegExp(`${said}`));
    assert.ok((await alert.innerText()).includes(files.host));
    assert.equal(await fetchButton(page).isEnabled(), true);
    await page.fill('#input', MUST_GATHER);
    await verdictIs(page, 'corrupt');
    assert.equal(await page.locator('#ask').isVisible(), false);
  });
}

test('a host that does not answer can be left', async () => {
  const page = await visit(`#src=${files.origin}/slow.yaml`);
  await fetchButton(page).click();
  await page.getByText('Fetching… 0.0 MB').waitFor();
  assert.equal(await fetchButton(page).isEnabled(), false);
  await page.evaluate((hash) => (location.hash = hash), `#data=${deflated(MUST_GATHER)}`);
  await verdictIs(page, 'corrupt');
  assert.equal(await page.locator('#ask').isVisible(), false);
});

test('an address of a viewer is shown as the one that will be fetched', async () => {
  const page = await visit('#src=https://gcs.ci.openshift.org/gcs/bucket/logs/job/1/clusterversion.json');
  await page.getByRole('button', { name: 'Fetch from storage.googleapis.com' }).waitFor();
  assert.deepEqual(await page.locator('#ask li').allInnerTexts(), [
    'https://storage.googleapis.com/storage/v1/b/bucket/o/logs%2Fjob%2F1%2Fclusterversion.json?alt=media',
  ]);
});

for (const [src, said] of [
  ['http://example.org/version.yaml', 'Only https:// and gs:// addresses are fetched, not http://.'],
  ['javascript:alert(1)', 'Only https:// and gs:// addresses are fetched, not javascript://.'],
  ['version.yaml', 'This is not an address.'],
  ['gs://bucket/logs/job/1770000000000000000', 'is a directory or a job’s page, not a file.'],
]) {
  test(`the address ${src} is not asked for, and why is said`, async () => {
    const page = await visit(`#src=${encodeURIComponent(src)}`);
    await page.getByRole('alert').getByText(said).waitFor();
    assert.equal(await page.locator('#ask').isVisible(), false);
  });
}

// The built site: its rules' pages, its habits, and what it remembers.

import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { serveSite } from '../../scripts/serve.mjs';
import { buildSite } from '../../scripts/site.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true, at: '/some/where/' });
const home = 'some/where/';
const www = fileURLToPath(new URL('../../www', import.meta.url));
const fires = '2019-10-14T03:43:16Z|2019-10-14T03:43:31Z|Completed|4.1.18\n2019-10-14T02:57:34Z|2019-10-14T03:43:16Z|Completed|4.1.17\n';
const link = `#data=b64:${Buffer.from(fires).toString('base64')}`;

async function visit(path = home, options) {
  const page = await app.newPage(options);
  page.setDefaultTimeout(15_000);
  await page.goto(app.url(path));
  await page.waitForSelector('[data-ready]');
  return page;
}

/**
 * Waits for a condition in the page. Playwright's own way evaluates strings there, which the page's policy forbids.
 * @param {import('playwright-core').Page} page
 * @param {() => unknown} condition
 */
async function until(page, condition) {
  for (const end = Date.now() + 15_000; ; await new Promise((done) => setTimeout(done, 50))) {
    const value = await page.evaluate(condition).catch(() => undefined); // a page that is being left
    if (value) return value;
    assert.ok(Date.now() < end, `it never came true: ${condition}`);
  }
}

/** Until the worker controls the page: all is kept then. */
const kept = (page) => until(page, () => navigator.serviceWorker.controller?.state === 'activated');

const stores = (page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
  }));

test('a finding leads to its rule’s page, which judges its own examples', async () => {
  const report = await visit(home + link);
  const opened = report.waitForEvent('popup');
  await report.getByRole('link', { name: 'A completed update\'s end was overwritten' }).first().click();
  const page = await opened;
  await page.getByRole('heading', { level: 1, name: 'A completed update\'s end was overwritten' }).waitFor();
  await page.waitForSelector('[data-ready]');
  const verdicts = await page.locator('[data-inset]').evaluateAll((all) => all.map((one) => one.dataset.verdict));
  assert.equal(verdicts.length, 2);
  assert.equal(verdicts[0], 'corrupt');
  assert.equal(await page.locator('[data-inset]').nth(1).locator('[data-rule=completion-overwritten]').count(), 0);
  await page.getByRole('link', { name: 'Open this example on the page' }).first().click();
  await page.waitForSelector('#result[data-verdict=corrupt]');
});

test('the index has every rule, by severity, and filters them', async () => {
  const page = await visit(`${home}rules/`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  const documented = (await readFile(new URL('../../docs/rules.md', import.meta.url), 'utf8')).match(/^## /gm)?.length;
  assert.equal(await rows.count(), documented);
  const severities = await rows.evaluateAll((all) => all.map((row) => row.className));
  assert.deepEqual(severities, [...severities].sort((a, b) => ['error', 'warning', 'info'].indexOf(a) - ['error', 'warning', 'info'].indexOf(b)));
  await page.getByRole('searchbox', { name: 'Filter' }).fill('overwrit');
  assert.deepEqual(await rows.getByRole('link').allInnerTexts(), ['completion-overwritten', 'overwrite-pending']);
  await page.getByText(`2 of ${documented} rules`).waitFor();
});

test('a rule’s page says all without scripts', async () => {
  const page = await app.newPage({ javaScriptEnabled: false });
  await page.goto(app.url(`${home}rules/entry-changed.html`));
  await page.getByText('2024-01-01T00:00:00Z|2024-01-01T00:40:00Z|Completed|4.14.1').waitFor();
  await page.getByText('Trust the earlier snapshot.').waitFor();
  await page.getByRole('link', { name: 'All rules' }).click();
  await page.getByRole('link', { name: 'entry-lost', exact: true }).waitFor();
});

test('after one visit all of it works without a network', async () => {
  const page = await visit();
  await kept(page);
  await page.context().setOffline(true);
  await page.goto(app.url(`${home}?again${link}`));
  await page.waitForSelector('#result[data-verdict=corrupt]');
  await page.getByRole('button', { name: 'The must-gather of bug 1756461' }).click();
  await until(page, () => document.querySelector('#input').value.includes('completionTime'));
  await page.goto(app.url(`${home}rules/index.html`));
  await page.getByRole('link', { name: 'entry-lost', exact: true }).click();
  await page.waitForSelector('[data-inset][data-verdict]');
});

test('a page names at once all that it is going to load', async () => {
  for (const path of [home + link, `${home}rules/completion-overwritten.html`]) {
    const page = await app.newPage();
    const loaded = new Set();
    page.on('request', (request) => /\.(js|wasm)$/.test(request.url()) && !request.serviceWorker() && loaded.add(request.url()));
    await page.goto(app.url(path));
    await page.waitForSelector('[data-ready]');
    const named = await page.locator('link[rel=modulepreload], link[rel=preload], script').evaluateAll((all) => all.map((one) => one.href ?? one.src));
    assert.deepEqual([...loaded].filter((url) => !url.endsWith('/sw.js')).sort(), named.sort());
  }
});

test('colours and zone are remembered, and nothing else', async () => {
  const page = await visit(home + link, { timezoneId: 'Europe/Prague' });
  await kept(page);
  const cache = (await stores(page)).caches;
  assert.equal(cache.length, 1);
  const version = await page.locator('meta[name=clusterversion-history-version]').getAttribute('content');
  assert.deepEqual(cache, [`clusterversion-history /${home} ${version}`]);
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Local' }).click();
  await page.locator('time', { hasText: '2019-10-14T05:43:16+02:00' }).first().waitFor();
  await page.reload();
  await page.waitForSelector('#result[data-verdict=corrupt]');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await page.locator('time', { hasText: '2019-10-14T05:43:16+02:00' }).first().waitFor();
  const left = { local: { 'clusterversion-history:theme': 'dark', 'clusterversion-history:zone': 'local' }, session: {}, cookies: '', databases: 0, caches: cache };
  assert.deepEqual(await stores(page), left);
  const asked = [];
  for (const request of await page.evaluate((name) => caches.open(name).then((one) => one.keys()).then((all) => all.map(({ url }) => url)), cache[0])) {
    if (!request.startsWith(app.url(home)) || /[?#]/.test(request)) asked.push(request);
  }
  assert.deepEqual(asked, []);
});

test('what an earlier version kept under a bare name holds until something else is chosen, and stays its owner’s', async () => {
  const page = await visit(`${home}${link}`);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await page.waitForSelector('[data-ready]');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await page.getByRole('button', { name: 'Auto' }).click();
  await page.reload();
  await page.waitForSelector('[data-ready]');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'auto');
  assert.deepEqual((await stores(page)).local, { theme: 'dark', 'clusterversion-history:theme': 'auto' });
});

test('a link’s theme goes before what is remembered, and is not', async () => {
  const page = await visit(`${home}#theme=light`, { colorScheme: 'dark' });
  assert.equal(await page.getAttribute('html', 'data-theme'), 'light');
  assert.deepEqual((await stores(page)).local, {});
});

test('? opens the help, unless one types', async () => {
  const page = await visit();
  await page.getByLabel('ClusterVersion, or a part of it').pressSequentially('?');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByRole('link', { name: 'Rules', exact: true }).focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('the worker answers what it keeps when it is asked to get it, and nothing else', async () => {
  const page = await visit(home, { allow: [/ERR_INTERNET_DISCONNECTED/] });
  await kept(page);
  await page.context().setOffline(true);
  const status = (path, method) => page.evaluate(([path, method]) => fetch(path, { method }).then(({ status }) => status, () => 'failed'), [path, method]);
  assert.equal(await status('examples/4.3-after.txt', 'GET'), 200);
  assert.equal(await status('examples/4.3-after.txt', 'HEAD'), 'failed');
  assert.equal(await status('examples/none.txt', 'GET'), 'failed');
});

test('its headers are those of a real host', async () => {
  const get = (path) => fetch(app.url(home + path), { headers: { 'accept-encoding': 'br' } });
  const index = await get('');
  assert.equal(index.headers.get('cache-control'), 'no-cache');
  assert.equal(index.headers.get('content-encoding'), 'br');
  assert.equal(index.headers.get('x-frame-options'), null);
  const main = /v\/[0-9a-f]+\//.exec(await index.text())?.[0];
  const wasm = await get(`${main}pkg/clusterversion_history_bg.wasm`);
  assert.equal(wasm.headers.get('content-type'), 'application/wasm');
  assert.equal(wasm.headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

test('the policy is one: in the header, in the page and in the README', async () => {
  const index = await fetch(app.url(home));
  const header = index.headers.get('content-security-policy');
  assert.equal(
    header,
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self' https:; worker-src 'self'; base-uri 'none'; form-action 'none'",
  );
  assert.equal(/<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(await index.text())?.[1], header);
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, told = ''] = /as a header it is the same, `([^`]+)`/.exec(readme) ?? [];
  assert.equal(told.replace(/\s+/g, ' '), header);
});

test('an update is taken whole: no page gets scripts of one version and a module of another', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'site-'));
  const [source, site] = [join(directory, 'www'), join(directory, 'site')];
  /** Another version: its script and its module both say which. */
  const deploy = async (mark) => {
    await cp(www, source, { recursive: true });
    const main = await readFile(join(source, 'main.js'), 'utf8');
    await writeFile(join(source, 'main.js'), `${main}\nimport { mark } from './pkg/mark.js';\ndocument.documentElement.dataset.mix = '${mark}' + mark;\n`);
    await writeFile(join(source, 'pkg/mark.js'), `export const mark = '${mark}';\n`);
    return (await buildSite({ from: source, to: site })).version;
  };
  const first = await deploy('a');
  const host = await serveSite({ directory: site });
  try {
    const page = await app.newPage({ origins: [new URL(host.url).origin] });
    page.setDefaultTimeout(15_000);
    const mix = () => until(page, () => document.documentElement.dataset.mix);
    await page.goto(host.url);
    assert.equal(await mix(), 'aa');
    await kept(page);
    assert.deepEqual((await stores(page)).caches, [`clusterversion-history / ${first}`]);

    const second = await deploy('b');
    await page.reload();
    // The old one once more, whole, while the new one comes.
    assert.equal(await mix(), 'aa');
    await page.getByRole('status').filter({ hasText: 'A new version is ready.' }).waitFor();
    // What the open page has not loaded yet it still gets of its own version.
    assert.equal(await page.evaluate((version) => fetch(`v/${version}/pkg/viewer.js`).then(({ status }) => status), first), 200);
    await page.getByRole('button', { name: 'Reload' }).click();
    await until(page, () => document.documentElement.dataset.mix === 'bb');
    await until(page, async () => (await caches.keys()).length === 1);
    assert.deepEqual((await stores(page)).caches, [`clusterversion-history / ${second}`]);

    // Half a deploy: what does not match its hash is not taken.
    await deploy('c');
    const half = join(site, 'rules/index.html');
    await writeFile(half, `${await readFile(half, 'utf8')}<!-- of another version -->`);
    const failed = await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()).then(
      async ({ installing }) => new Promise((done) => installing.addEventListener('statechange', () => done(installing.state)))));
    assert.equal(failed, 'redundant');
    await page.reload();
    assert.equal(await mix(), 'bb');
    // The reload tries the half deploy once more, and drops it again.
    await until(page, async () => (await caches.keys()).length === 1);
    assert.deepEqual((await stores(page)).caches, [`clusterversion-history / ${second}`]);
  } finally {
    await host.close();
    await rm(directory, { recursive: true });
  }
});

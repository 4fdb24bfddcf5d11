// <clusterversion-history> on a page of its own, under a strict policy.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { assertAccessible } from './axe.mjs';
import { foreign, page as html, shared } from './foreign.mjs';
import { harness } from './support.mjs';

const app = harness();

const seed = (name) => readFileSync(new URL(`../cases/seed/${name}`, import.meta.url), 'utf8');
const MUST_GATHER = seed('mustgather.yaml');
const INTACT = seed('pipe-4.1.18-before.txt');
const LOG = 'Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n';
const deflated = (text) => `deflate:${deflateRawSync(text).toString('base64url')}`;

let files;
before(async () => {
  files = await foreign({ '/version.yaml': shared(MUST_GATHER) }, { tls: true });
});
after(() => files.close());

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self' https:";

/** A page of the element's own origin with a body, which keeps the events it hears. */
async function visit(body, { allow, ...options } = {}) {
  const page = await app.newPage({ allow: allow ?? [], ...options });
  page.setDefaultTimeout(10_000);
  const answers = {
    '/host.html': [
      'text/html',
      `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Host</title>
      <script src="/host.js"></script><script type="module" src="/element.js"></script><main><h1>Host</h1>${body}</main>`,
    ],
    '/host.js': [
      'text/javascript',
      `heard = [];
      addEventListener('verdict', ({ target, detail, composed }) => heard.push([target.id, detail.verdict, composed]));
      addEventListener('error', (event) => event instanceof ErrorEvent && event.target.id && heard.push([event.target.id, 'error', event.message]), true);`,
    ],
    '/artifacts/version.yaml': ['text/plain', MUST_GATHER],
    '/artifacts/page.yaml': ['text/html', '<!doctype html><p>x'],
  };
  for (const [path, [contentType, body]] of Object.entries(answers)) {
    await page.route(app.url(path), (route) => route.fulfill({ contentType, body }));
  }
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(app.url('host.html'));
  await page.waitForFunction(() => customElements.get('clusterversion-history'));
  return { page, asked };
}
const heard = (page, count) =>
  page.waitForFunction((count) => heard.length >= count, count).then(() => page.evaluate(() => heard));
const verdict = (page, id, verdict) => page.locator(`#${id} .report[data-verdict=${verdict}]`).waitFor();

test('two of them load the module once, and each has its own report and ids', async () => {
  const { page, asked } = await visit(
    `<clusterversion-history id="a" data="${deflated(MUST_GATHER)}"></clusterversion-history>
     <clusterversion-history id="b" data="b64:${Buffer.from(INTACT).toString('base64')}"></clusterversion-history>`,
  );
  await verdict(page, 'a', 'corrupt');
  await verdict(page, 'b', 'intact');
  assert.deepEqual((await heard(page, 2)).toSorted(), [['a', 'corrupt', true], ['b', 'intact', true]]);
  assert.equal(asked.filter((url) => url.endsWith('.wasm')).length, 1);
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll('clusterversion-history')].flatMap(({ shadowRoot }) =>
      [...shadowRoot.querySelectorAll('[id]')].map(({ id }) => id),
    ),
  );
  assert.ok(ids.length > 0);
  assert.equal(new Set(ids).size, ids.length);
});

test('a src of the page’s own origin is fetched at once, and an attribute that changes is followed', async () => {
  const { page, asked } = await visit('<clusterversion-history id="a" src="artifacts/version.yaml"></clusterversion-history>');
  await verdict(page, 'a', 'corrupt');
  await page.locator('#a').getByText('lines 1 to 15 of version.yaml').waitFor();
  assert.equal(asked.filter((url) => url.endsWith('version.yaml')).length, 1);
  await page.evaluate((data) => document.querySelector('#a').setAttribute('data', data), deflated(INTACT));
  await verdict(page, 'a', 'intact');
  await page.evaluate(() => document.querySelector('#a').removeAttribute('data'));
  await verdict(page, 'a', 'corrupt');
  await page.evaluate(() => document.querySelector('#a').removeAttribute('src'));
  await page.waitForFunction(() => document.querySelector('#a').report === undefined);
  assert.equal(await page.locator('#a .report').count(), 0);
});

test('a src elsewhere is fetched where that host allows it', async () => {
  const page = await app.newPage({ origins: [files.origin], ignoreHTTPSErrors: true });
  await page.goto(app.url());
  await page.evaluate(async (src) => {
    const element = document.createElement('clusterversion-history');
    Object.assign(element, { id: 'a', src });
    document.body.append(element);
    await import('/element.js');
  }, `${files.origin}/version.yaml`);
  await verdict(page, 'a', 'corrupt');
});

for (const [attribute, value, said, ...allow] of [
  ['src', 'artifacts/nothing.yaml', /has no such file \(404\)/, /404/],
  ['src', 'artifacts/page.yaml', /answered with a web page/],
  ['src', 'gs://bucket/logs/', /is a directory/],
  ['src', 'http://example.org/x.yaml', /Only https:\/\/ and gs:\/\//],
  ['data', 'zip:AAAA', /the codec “zip”/],
  ['data', 'deflate:AAAA', /does not unpack/],
]) {
  test(`${attribute}="${value}" is an error event, and words in its place`, async () => {
    const { page } = await visit(`<clusterversion-history id="a" ${attribute}="${value}"></clusterversion-history>`, { allow });
    const [[id, kind, message], ...more] = await heard(page, 1);
    assert.deepEqual([id, kind, more], ['a', 'error', []]);
    assert.match(message, said);
    assert.equal(await page.locator('#a .failure').innerText(), message);
    await page.evaluate((text) => (document.querySelector('#a').text = text), INTACT);
    await verdict(page, 'a', 'intact');
    assert.equal(await page.locator('#a .failure').isVisible(), false);
  });
}

test('properties hand in a text with its evidence, judged once', async () => {
  const { page } = await visit('<clusterversion-history id="a"></clusterversion-history>');
  const [text, evidence, report] = await page.evaluate(
    async ([text, log]) => {
      const a = document.querySelector('#a');
      const shown = new Promise((done) => a.addEventListener('verdict', done, { once: true }));
      a.text = text;
      a.evidence = [{ name: 'e2e.log', text: log }, 'nothing dated'];
      await shown;
      return [a.text, a.evidence, a.report];
    },
    [MUST_GATHER, LOG],
  );
  assert.equal(text, MUST_GATHER);
  assert.deepEqual(evidence, [
    { name: 'e2e.log', text: LOG, role: 'evidence' },
    { text: 'nothing dated', role: 'evidence' },
  ]);
  assert.equal(report.histories[0].findings[0].confidence, 'proven');
  assert.deepEqual(await heard(page, 1), [['a', 'corrupt', true]]);
  await page.evaluate(() => (document.querySelector('#a').evidence = []));
  await heard(page, 2);
  assert.equal(await page.evaluate(() => document.querySelector('#a').report.histories[0].findings[0].confidence), 'likely');
});

test('a report made elsewhere is shown as it is', async () => {
  const { page } = await visit(
    `<clusterversion-history id="a" data="${deflated(MUST_GATHER)}"></clusterversion-history>
     <clusterversion-history id="b"></clusterversion-history>`,
  );
  await verdict(page, 'a', 'corrupt');
  await page.evaluate(() => {
    const [a, b] = document.querySelectorAll('clusterversion-history');
    b.report = JSON.parse(JSON.stringify(a.report));
  });
  await verdict(page, 'b', 'corrupt');
  assert.equal(await page.evaluate(() => document.querySelector('#b').text), '');
  await page.evaluate(() => (document.querySelector('#b').report = { verdict: 'corrupt' }));
  const all = await heard(page, 3);
  assert.deepEqual(all[2].slice(0, 2), ['b', 'error']);
});

test('what was set before the element was defined holds', async () => {
  const page = await app.newPage();
  await page.goto(app.url());
  await page.evaluate(async (text) => {
    const element = document.createElement('clusterversion-history');
    element.id = 'late';
    element.text = text;
    document.body.append(element);
    await import('/element.js');
  }, INTACT);
  await verdict(page, 'late', 'intact');
});

test('the page’s styles stay out, and its own in; its scheme is the page’s unless it says so', async () => {
  const { page } = await visit(
    `<clusterversion-history id="a" data="${deflated(MUST_GATHER)}"></clusterversion-history>
     <clusterversion-history id="b" theme="dark" data="${deflated(MUST_GATHER)}"></clusterversion-history>`,
    { colorScheme: 'dark' },
  );
  await verdict(page, 'a', 'corrupt');
  await verdict(page, 'b', 'corrupt');
  const look = (id) =>
    page.evaluate((id) => {
      const host = document.querySelector(id);
      const verdict = host.shadowRoot.querySelector('.verdict');
      return [getComputedStyle(host).backgroundColor, getComputedStyle(verdict).borderTopStyle];
    }, id);
  assert.deepEqual(await look('#a'), ['rgb(244, 246, 248)', 'solid']);
  assert.deepEqual(await look('#b'), ['rgb(17, 21, 27)', 'solid']);
  await page.evaluate(() => (document.querySelector('#b').theme = 'light'));
  assert.deepEqual(await look('#b'), ['rgb(244, 246, 248)', 'solid']);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgba(0, 0, 0, 0)');
  assert.equal(await page.evaluate(() => document.querySelector('#b').getAttribute('theme')), 'light');
});

test('its timeline follows its width', async () => {
  const { page } = await visit(`<clusterversion-history id="a" data="${deflated(MUST_GATHER)}"></clusterversion-history>`, {
    viewport: { width: 1400, height: 800 },
  });
  await verdict(page, 'a', 'corrupt');
  const width = () => page.locator('#a svg[role=img]').evaluate((svg) => Number(svg.getAttribute('width')));
  const wide = await width();
  await page.setViewportSize({ width: 600, height: 800 });
  await page.waitForFunction(
    (wide) => Number(document.querySelector('#a').shadowRoot.querySelector('svg[role=img]').getAttribute('width')) !== wide,
    wide,
  );
  assert.ok((await width()) <= 600);
  assert.equal((await heard(page, 1)).length, 1);
  await page.evaluate(() => {
    const a = document.querySelector('#a');
    a.remove();
    document.querySelector('main').append(a);
  });
  await verdict(page, 'a', 'corrupt');
});

test('a press on a place leaves the shadow tree', async () => {
  const { page } = await visit(`<clusterversion-history id="a" data="${deflated(MUST_GATHER)}"></clusterversion-history>`);
  await verdict(page, 'a', 'corrupt');
  const pressed = page.evaluate(
    () => new Promise((done) => addEventListener('clusterversion-history:select', ({ detail, target }) => done([target.id, detail]))),
  );
  await page.locator('#a').getByRole('button', { name: 'line 8, column 21' }).click();
  assert.deepEqual(await pressed, [
    'a',
    { input: 0, line: 8, column: 21, endColumn: 41, history: 0, entry: 1, rule: 'completion-overwritten' },
  ]);
});

test('it says when its module cannot be loaded, and tries again when asked again', async () => {
  const { page } = await visit('<clusterversion-history id="a"></clusterversion-history>', { allow: [/ERR_FAILED/] });
  await page.route('**/*_bg.wasm', (route) => route.abort());
  await page.evaluate((text) => (document.querySelector('#a').text = text), INTACT);
  assert.deepEqual((await heard(page, 1))[0].slice(0, 2), ['a', 'error']);
  await page.unroute('**/*_bg.wasm');
  await page.evaluate((text) => (document.querySelector('#a').text = text), INTACT);
  await verdict(page, 'a', 'intact');
});

test('it is printed black on white, at the width of paper, and is as it was afterwards', async () => {
  const { page } = await visit(`<clusterversion-history id="a" theme="dark" data="${deflated(MUST_GATHER)}"></clusterversion-history>`, {
    viewport: { width: 1200, height: 900 },
    colorScheme: 'dark',
  });
  await verdict(page, 'a', 'corrupt');
  await page.locator('#a .not-checked summary').click();
  const look = () =>
    page.locator('#a').evaluate((host) => {
      const style = (selector) => getComputedStyle(host.shadowRoot.querySelector(selector));
      return {
        ground: [getComputedStyle(host).backgroundColor, ...['.verdict', '.finding', '.scrolls', '.timeline'].map((one) => style(one).backgroundColor)],
        text: style('.message').color,
        canvas: style('.cvh-timeline .fill-canvas').fill,
        width: host.shadowRoot.querySelector('.timeline svg').getAttribute('width'),
        buttons: [...host.shadowRoot.querySelectorAll('button')].filter((one) => one.checkVisibility() && getComputedStyle(one).textDecorationLine !== 'none').length,
        copy: style('.copy').display,
        parted: ['.finding', '.verdict', '.timeline', 'tbody tr'].map((one) => style(one).breakInside),
        open: host.shadowRoot.querySelector('.not-checked').open,
      };
    });
  const before = await look();
  assert.notEqual(before.ground[0], 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const white = 'rgb(255, 255, 255)';
  assert.deepEqual(await look(), {
    ground: Array(5).fill(white), text: 'rgb(0, 0, 0)', canvas: white, width: '700', buttons: 0, copy: 'none', parted: Array(4).fill('avoid'), open: true,
  });
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.deepEqual(await look(), before);
});

test('everyone can use it inside a page', async () => {
  for (const theme of ['light', 'dark']) {
    const { page } = await visit(
      `<clusterversion-history id="a" theme="${theme}" data="${deflated(MUST_GATHER)}"></clusterversion-history>`,
    );
    await verdict(page, 'a', 'corrupt');
    await assertAccessible(page, theme);
  }
});

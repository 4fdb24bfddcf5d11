// The page inside another, or opened by one, of another origin.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { serve } from '../../scripts/serve.mjs';
import { foreign, page as html } from './foreign.mjs';
import { harness } from './support.mjs';

const app = harness();

const seed = (name) => readFileSync(new URL(`../cases/seed/${name}`, import.meta.url), 'utf8');
const MUST_GATHER = seed('mustgather.yaml');
const INTACT = seed('pipe-4.1.18-before.txt');
const EVIDENCE = 'Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n';
const deflated = (text) => `deflate:${deflateRawSync(text).toString('base64url')}`;

/** Keeps what it hears, and where from. */
const LISTEN = `<script>
  globalThis.heard = [];
  addEventListener('message', ({ data, origin }) => heard.push({ data, origin }));
</script>`;

let host;
let readmeHost = '';
before(async () => {
  host = await foreign({
    '/': html(`${LISTEN}<p>The host’s own page.</p><div id="frames"></div>`),
    '/readme': (request, response) => html(readmeHost)(request, response),
    '/sibling': html('<p>sibling</p>'),
  });
});
after(() => host.close());

/** A host's page with ours in a frame, ready. */
async function embedded(fragment, { sandbox, ...options } = {}) {
  const page = await app.newPage({ origins: [host.origin], ...options });
  page.setDefaultTimeout(10_000);
  await page.goto(`${host.origin}/`);
  await page.evaluate(
    ([src, sandbox]) => {
      const frame = document.createElement('iframe');
      frame.name = 'ours';
      frame.style.width = '100%';
      if (sandbox) frame.sandbox = sandbox;
      frame.src = src;
      document.querySelector('#frames').append(frame);
    },
    [app.url(fragment), sandbox],
  );
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  await frame.waitForSelector('[data-ready]');
  return { page, frame };
}

const post = (page, message) => page.evaluate((message) => frames.ours.postMessage(message, '*'), message);
const heard = (page) => page.evaluate(() => globalThis.heard.map(({ data }) => data));
const verdicts = async (page) => (await heard(page)).filter(({ type }) => type === 'clusterversionHistory:verdict');
const heights = async (page) =>
  (await heard(page)).filter(({ type }) => type === 'clusterversionHistory:height').map(({ height }) => height);
const verdictIs = (frame, verdict) => frame.waitForSelector(`#result[data-verdict=${verdict}]`);
/** Has one more message go to the frame and back, after which all before it was answered. */
async function settled(page) {
  const pongs = async () => (await heard(page)).filter((data) => data === 'PONG').length;
  const count = await pongs();
  await post(page, 'PING');
  await page.waitForFunction((count) => heard.filter(({ data }) => data === 'PONG').length > count, count);
}

test('a host pings, hands in a text, and hears the verdict from our origin', async () => {
  const { page, frame } = await embedded('#embed=1');
  await frame.getByText('No history was handed in yet.').waitFor();
  await post(page, 'PING');
  await page.waitForFunction(() => heard.some(({ data }) => data === 'PONG'));
  await post(page, {
    clusterversionHistory: { text: MUST_GATHER, evidence: { name: 'e2e.log', text: EVIDENCE }, title: 'Job <b>1</b>\u202e' },
  });
  await verdictIs(frame, 'corrupt');
  assert.equal(await frame.locator('#title').innerText(), 'Job <b>1</b>');
  await settled(page);
  const [told, ...more] = await verdicts(page);
  assert.deepEqual(more, []);
  assert.equal(told.verdict, 'corrupt');
  assert.deepEqual(
    told.findings.map(({ rule, severity, entry }) => [rule, severity, entry]),
    [
      ['completion-overwritten', 'error', 1],
      ['overwrite-pending', 'info', 0],
      ['unverified-release', 'info', 0],
    ],
  );
  const [{ confidence, line, column }] = told.findings;
  assert.deepEqual([confidence, line, column], ['proven', 8, 21]);
  const origins = await page.evaluate(() => [...new Set(heard.map(({ origin }) => origin))]);
  assert.deepEqual(origins, [new URL(app.url()).origin]);
});

test('the README’s host hears all of it', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, code] = /```html\n(<iframe[\s\S]*?)```/.exec(readme);
  const page = await app.newPage({ origins: [host.origin] });
  page.setDefaultTimeout(10_000);
  const said = [];
  page.on('console', (message) => said.push(message.text()));
  readmeHost = `<script>const text = ${JSON.stringify(MUST_GATHER)}, log = ${JSON.stringify(EVIDENCE)}</script>${code.replace('https://example.org/history/', app.url())}`;
  await page.goto(`${host.origin}/readme`);
  await page.frameLocator('iframe').getByText('Job 1770').waitFor();
  await page.frameLocator('iframe').locator('#result[data-verdict=corrupt]').waitFor();
  await page.waitForFunction(() => parseInt(document.querySelector('iframe').style.height) > 500);
  assert.match(said.join('\n'), /^corrupt /);
});

test('each text that is handed in takes the place of the one before', async () => {
  const { page, frame } = await embedded('#embed=1');
  await post(page, { clusterversionHistory: { text: MUST_GATHER, title: 'One' } });
  await verdictIs(frame, 'corrupt');
  await post(page, { clusterversionHistory: { text: INTACT, evidence: [EVIDENCE, 'x'] } });
  await verdictIs(frame, 'intact');
  assert.equal(await frame.locator('#title').isVisible(), false);
  await settled(page);
  assert.deepEqual((await verdicts(page)).map(({ verdict }) => verdict), ['corrupt', 'intact']);
});

test('an embedded page shows the result alone, and a place in the text on demand', async () => {
  const { page, frame } = await embedded(`#embed=1&data=${deflated(MUST_GATHER)}`);
  await verdictIs(frame, 'corrupt');
  assert.equal((await frame.locator('.top').boundingBox()).width, 1);
  for (const hidden of ['.top p', '.toolbar', '#input', '.examples', '.bottom', '.skip']) {
    assert.equal(await frame.locator(hidden).first().isVisible(), false, hidden);
  }
  await frame.getByRole('button', { name: 'line 8, column 21' }).click();
  const input = frame.getByLabel('ClusterVersion, or a part of it');
  assert.equal(await input.isVisible(), true);
  assert.equal(await input.evaluate((pane) => pane.value.slice(pane.selectionStart, pane.selectionEnd)), '  - completionTime: 2019-09-27T21:45:59Z');
  assert.equal(await input.evaluate((pane) => pane.readOnly), true);
  await page.evaluate(() => 0);
});

test('an embedded page leads to the whole one with the same texts', async () => {
  const { page, frame } = await embedded('#embed=1&theme=dark');
  await post(page, { clusterversionHistory: { text: MUST_GATHER, evidence: EVIDENCE, title: 'Job 1' } });
  await verdictIs(frame, 'corrupt');
  const link = frame.getByRole('link', { name: 'Open in full page' });
  assert.deepEqual(await link.evaluate((link) => [link.target, link.rel]), ['_blank', 'noopener']);
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await opened.waitForSelector('#result[data-verdict=corrupt]');
  assert.equal(await opened.inputValue('#input'), MUST_GATHER);
  assert.equal(await opened.locator('#title').innerText(), 'Job 1');
  assert.match(await opened.locator('[data-rule=completion-overwritten]').innerText(), /proven/);
  assert.equal(await opened.locator('html').getAttribute('data-theme'), 'dark');
  await opened.getByRole('heading', { level: 1 }).waitFor();
});

test('what a person pasted is not told to the page around', async () => {
  const { page, frame } = await embedded('');
  await post(page, 'PING');
  await post(page, { clusterversionHistory: { text: INTACT } });
  await verdictIs(frame, 'intact');
  await settled(page);
  assert.equal((await verdicts(page)).length, 1);
  await frame.getByLabel('ClusterVersion, or a part of it').fill(MUST_GATHER);
  await verdictIs(frame, 'corrupt');
  await settled(page);
  assert.deepEqual((await verdicts(page)).map(({ verdict }) => verdict), ['intact']);
  await frame.getByRole('button', { name: 'Before and after an update on 4.1.18' }).click();
  await verdictIs(frame, 'corrupt');
  await settled(page);
  assert.equal((await verdicts(page)).length, 1);
});

test('what stands in the link is told once the host speaks, and it goes before a message', async () => {
  const { page, frame } = await embedded(`#embed=1&data=${deflated(MUST_GATHER)}`);
  await verdictIs(frame, 'corrupt');
  assert.deepEqual(await verdicts(page), []);
  await settled(page);
  await settled(page);
  await post(page, { clusterversionHistory: { text: INTACT } });
  await settled(page);
  assert.deepEqual((await verdicts(page)).map(({ verdict }) => verdict), ['corrupt']);
  assert.equal(await frame.locator('#result').getAttribute('data-verdict'), 'corrupt');
});

for (const [name, payload, said] of [
  ['null', null, 'clusterversionHistory must be an object'],
  ['a list', [MUST_GATHER], 'clusterversionHistory must be an object'],
  ['a string', MUST_GATHER, 'clusterversionHistory must be an object'],
  ['no text', {}, 'text must be a string'],
  ['a text that is a list', { text: [MUST_GATHER] }, 'text must be a string'],
  ['a text that is an object', { text: { toString: 1 } }, 'text must be a string'],
  ['evidence that is a number', { text: INTACT, evidence: 1 }, 'evidence must be a string'],
  ['evidence without a text', { text: INTACT, evidence: [{ name: 'x' }] }, 'evidence must be a string'],
  ['evidence with an odd name', { text: INTACT, evidence: { name: {}, text: '' } }, 'the name of evidence must be a string'],
  ['much evidence', { text: INTACT, evidence: Array(51).fill('') }, 'there may be 50 pieces of evidence'],
  ['a title that is a list', { text: INTACT, title: ['x'] }, 'title must be a string'],
]) {
  test(`a message with ${name} is said to be wrong, and changes nothing`, async () => {
    const { page, frame } = await embedded('#embed=1');
    await post(page, { clusterversionHistory: { text: MUST_GATHER } });
    await verdictIs(frame, 'corrupt');
    await post(page, { clusterversionHistory: payload });
    await frame
      .getByText(`The page that shows this one handed in something that cannot be read: ${said}.`)
      .waitFor();
    assert.equal(await frame.locator('#result').getAttribute('data-verdict'), 'corrupt');
  });
}

test('a message that is not for us is passed over', async () => {
  const { page, frame } = await embedded('#embed=1');
  await page.evaluate(() => {
    const strange = [undefined, null, 0, '', 'ping', 'PING ', [], ['PING'], {}, { text: 'x' }, new Map([['clusterversionHistory', 1]]), new Date(), new Error('x'), new ArrayBuffer(8), { type: 'clusterversionHistory:verdict' }];
    for (const message of strange) frames.ours.postMessage(message, '*');
    // A message's prototype does not travel, and a getter is called before it leaves.
    frames.ours.postMessage(Object.create({ clusterversionHistory: { text: 'x' } }), '*');
  });
  await settled(page);
  assert.deepEqual((await heard(page)).filter(({ type } = {}) => type !== 'clusterversionHistory:height'), ['PONG']);
  assert.equal(await frame.locator('#notes').isVisible(), false);
  assert.equal(await frame.locator('#result').isVisible(), false);
});

test('a text that is too long is refused', async () => {
  const { page, frame } = await embedded('#embed=1');
  await page.evaluate(() => {
    const half = 'x'.repeat(32_000_000);
    frames.ours.postMessage({ clusterversionHistory: { text: half, evidence: [half, 'x'] } }, '*');
  });
  await frame.getByText('it is longer than 64 million characters.').waitFor();
});

test('an empty text is said to be empty', async () => {
  const { page, frame } = await embedded('#embed=1');
  await post(page, { clusterversionHistory: { text: ' ' } });
  await frame.getByRole('alert').getByText('handed in an empty text.').waitFor();
});

test('neither a sibling, nor a child of the host, nor the page itself is listened to', async () => {
  const { page, frame } = await embedded('#embed=1');
  await page.evaluate(() => {
    const sibling = document.createElement('iframe');
    sibling.src = '/sibling';
    document.body.append(sibling);
    return new Promise((done) => (sibling.onload = done));
  });
  const sibling = page.frames().find((frame) => frame.url().endsWith('/sibling'));
  await sibling.evaluate((text) => {
    globalThis.heard = [];
    addEventListener('message', ({ data }) => heard.push(data));
    top.frames.ours.postMessage('PING', '*');
    top.frames.ours.postMessage({ clusterversionHistory: { text } }, '*');
  }, MUST_GATHER);
  await frame.evaluate((text) => {
    postMessage('PING', '*');
    postMessage({ clusterversionHistory: { text } }, '*');
    dispatchEvent(new MessageEvent('message', { data: { clusterversionHistory: { text } }, source: null }));
  }, MUST_GATHER);
  await settled(page);
  assert.deepEqual(await sibling.evaluate(() => heard), []);
  assert.equal(await frame.locator('#result').isVisible(), false);
  assert.deepEqual((await heard(page)).filter((data) => data === 'PONG'), ['PONG']);
});

test('a page that is not embedded and was not opened by another listens to nobody', async () => {
  const page = await app.newPage();
  await page.goto(app.url());
  await page.waitForSelector('[data-ready]');
  await page.evaluate((text) => {
    globalThis.heard = [];
    addEventListener('message', ({ data }) => heard.push(data));
    postMessage('PING', '*');
    postMessage({ clusterversionHistory: { text } }, '*');
    return new Promise((done) => setTimeout(done, 200));
  }, MUST_GATHER);
  assert.equal(await page.locator('#result').isVisible(), false);
  assert.deepEqual(await page.evaluate(() => heard.map((data) => data.type ?? typeof data)), ['string', 'object']);
});

test('an opener hands in a text, and hears the verdict', async () => {
  const page = await app.newPage({ origins: [host.origin] });
  await page.goto(`${host.origin}/`);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate((url) => void (globalThis.popup = open(url, 'ours')), app.url()),
  ]);
  await opened.waitForSelector('[data-ready]');
  await page.evaluate((text) => {
    popup.postMessage('PING', '*');
    popup.postMessage({ clusterversionHistory: { text } }, '*');
  }, MUST_GATHER);
  await opened.waitForSelector('#result[data-verdict=corrupt]');
  await page.waitForFunction(() => heard.length === 2);
  assert.deepEqual(
    (await heard(page)).map((data) => data.verdict ?? data),
    ['PONG', 'corrupt'],
  );
});

test('in sandboxed frames, whose origin is opaque, host and page understand each other', async () => {
  // Scripts of an opaque origin need CORS, as GitHub's pages and most hosts of static files have it.
  const open = await serve({ headers: { 'Access-Control-Allow-Origin': '*' } });
  const origin = new URL(open.url).origin;
  try {
    const page = await app.newPage({ origins: [host.origin, origin] });
    await page.goto(`${host.origin}/`);
    await page.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.sandbox = 'allow-scripts';
      frame.srcdoc = `<script>heard = []; addEventListener('message', ({ data, origin }) => heard.push({ data, origin }))</script>
        <iframe name="ours" src="${url}#embed=1"></iframe>`;
      document.body.append(frame);
    }, open.url);
    await page.waitForFunction(() => frames.length === 1);
    const ours = await (await page.frameLocator('iframe').locator('iframe').elementHandle()).contentFrame();
    await ours.waitForSelector('[data-ready]');
    assert.equal(await ours.evaluate(() => origin), 'null');
    const theirs = ours.parentFrame();
    await post(theirs, 'PING');
    await post(theirs, { clusterversionHistory: { text: MUST_GATHER } });
    await verdictIs(ours, 'corrupt');
    await theirs.waitForFunction(() => heard.some(({ data }) => data.verdict === 'corrupt'));
    assert.deepEqual(await theirs.evaluate(() => [...new Set(heard.map(({ origin }) => origin))]), ['null']);
  } finally {
    await open.close();
  }
});

test('the height follows the content, without a loop, whatever the host does with it', async () => {
  const { page, frame } = await embedded('#embed=1', { viewport: { width: 900, height: 700 } });
  await page.evaluate(() => {
    addEventListener('message', ({ data }) => {
      if (data?.type === 'clusterversionHistory:height') document.querySelector('iframe').style.height = `${data.height}px`;
    });
  });
  await post(page, { clusterversionHistory: { text: MUST_GATHER } });
  await verdictIs(frame, 'corrupt');
  const fits = () =>
    frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth);
  await page.waitForFunction(() => heard.some(({ data }) => data.height > 600));
  await frame.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight);
  const before = (await heights(page)).length;
  // Long enough for a loop to turn hundreds of times.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
  const all = await heights(page);
  assert.equal(all.length, before, String(all));
  assert.ok(all.length <= 6, String(all));
  assert.equal(await fits(), true);
  // Twice the same is never said, and a taller frame is not filled.
  assert.ok(all.every((height, at) => at === 0 || height !== all[at - 1]), String(all));
  await page.evaluate(() => (document.querySelector('iframe').style.height = '3000px'));
  await settled(page);
  assert.equal((await heights(page)).length, all.length);
  await post(page, { clusterversionHistory: { text: INTACT } });
  await verdictIs(frame, 'intact');
  await page.waitForFunction((count) => heard.filter(({ data }) => data.height).length > count, all.length);
  assert.ok((await heights(page)).at(-1) < all.at(-1));
});

test('a width that changes no height says none', async () => {
  const { page, frame } = await embedded('#embed=1', { viewport: { width: 900, height: 700 } });
  await page.waitForFunction(() => heard.some(({ data }) => data.height > 0));
  const said = (await heights(page)).length;
  await page.evaluate(() => (document.querySelector('iframe').style.width = '640px'));
  await frame.waitForFunction(() => innerWidth === 640);
  await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await settled(page);
  assert.equal((await heights(page)).length, said);
});

test('a page in a frame that is not told to embed itself says no height', async () => {
  const { page, frame } = await embedded(`#data=${deflated(MUST_GATHER)}`);
  await verdictIs(frame, 'corrupt');
  await settled(page);
  assert.deepEqual(await heights(page), []);
  await frame.getByRole('heading', { level: 1 }).waitFor();
  await frame.evaluate(() => (location.hash += '&embed=1'));
  await page.waitForFunction(() => heard.some(({ data }) => data.height > 600));
});

test('a frame as high as what it shows shows all of a long history', async () => {
  const long = readFileSync(new URL('../cases/real/014-oc-4.16.0-ec2-pdb-74-entries.yaml', import.meta.url), 'utf8');
  const { page, frame } = await embedded(`#embed=1&data=${deflated(long)}`);
  await verdictIs(frame, 'intact');
  await page.evaluate(() => {
    const follow = () => {
      const height = globalThis.heard.findLast(({ data }) => data.type === 'clusterversionHistory:height')?.data.height;
      document.querySelector('iframe').style.height = `${height}px`;
    };
    follow();
    addEventListener('message', follow);
  });
  await frame.waitForFunction(() => document.querySelectorAll('g.entry').length === 74);
});

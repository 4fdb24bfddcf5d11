// The report as a file of its own, on the result pages that show it.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { complaints, packed } from '../../scripts/viewer.mjs';
import { HOSTS, serveHosts, visit } from './hosts.mjs';
import { HOSTILE, cases, hostilePaste, hundred, reports, seed, viewer } from './reports.mjs';
import { harness, launch } from './support.mjs';

const app = harness();
const bytes = (/** @type {string} */ text) => Buffer.byteLength(text);
const usual = reports([{ name: 'version.yaml', text: seed }]);

/** @type {Awaited<ReturnType<typeof serveHosts>>} */
let hosts;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  [hosts, browser] = await Promise.all([serveHosts(), launch()]);
});
after(async () => {
  await browser?.close();
  await hosts?.close();
});

describe('the file', () => {
  test('keeps its sizes', () => {
    const long = reports([{ text: hundred() }]);
    const data = bytes(long.full.match(/<script type="application\/json"[^]*?<\/script>/)?.[0] ?? '');
    assert.equal(long.report.histories[0].entries.length, 100);
    assert.ok(data > 10_000);
    assert.ok(bytes(long.full) - data < 500_000, `${bytes(long.full)} bytes, ${data} of them data`);
    assert.ok(bytes(usual.light) < 60_000, `${bytes(usual.light)} bytes`);
    // GitHub refuses a summary longer than this; a file of its own has no such limit, and keeps it.
    assert.ok(bytes(long.full) < 1024 * 1024);
  });

  test('holds nothing that a host would decode, end or fetch', async () => {
    const hostile = HOSTILE.map((text) => reports([{ name: text, text: hostilePaste(text) }]).full);
    for (const file of [usual.full, usual.light, ...hostile]) {
      // The viewer's own last line and the data's are ends that are meant.
      const scripts = file.match(/<\/script>/g)?.length ?? 0;
      assert.deepEqual(complaints(file.replaceAll('</script>', '')), []);
      assert.equal(scripts, file === usual.light ? 0 : 2);
      assert.doesNotMatch(file, /<(link|img|iframe|object|embed|base)\b|\bsrc=|@import|url\((?!#)/i);
      assert.equal(file.match(/<title/g)?.length, 1);
    }
  });

  test('is checked by a lint that finds what it is for', () => {
    assert.deepEqual(complaints('a && b & c &\nfoo(1)&2'), []);
    for (const bad of ['a&&b', 'x&#60;', '"</script>"', '<!-- x', 'height:100vh', 'document.body.append(x)', 'import("./x.js")', 'fetch("x")']) {
      assert.equal(complaints(bad).length, 1, bad);
    }
    assert.deepEqual(complaints(viewer), []);
    assert.equal(packed('  // why\n  if (a&&b) {\n  /** more\n   * of it */\n  c(); }\n'), 'if (a&& b) {\nc(); }\n');
  });
});

for (const { host, ready, allow } of HOSTS) {
  test(`reads in full on ${host}`, async () => {
    const { page, frame, close } = await visit(browser, hosts.url(host, hosts.add(usual.full)), { ready, allow });
    if (host === 'prow') await page.frames()[1]?.locator('.header').click();
    const text = await frame.locator('#cvh').innerText();
    for (const said of ['Corrupt', 'bug 1756461', 'The completion of 4.1.18 was overwritten', 'What to do', 'True completion: between']) {
      assert.ok(text.includes(said), `${said} is missing in ${text}`);
    }
    const seen = await frame.locator('figure svg, .timeline svg').first().boundingBox();
    assert.ok((seen?.width ?? 0) > 600 && (seen?.height ?? 0) > 150, JSON.stringify(seen));
    const colors = await frame.evaluate(() => {
      const color = (/** @type {string} */ selector, /** @type {'color' | 'backgroundColor' | 'fill'} */ name) => {
        const found = document.querySelector(selector);
        return found === null ? 'none' : getComputedStyle(found)[name];
      };
      return [color('.verdict .bar', 'backgroundColor'), color('.verdict h1 font', 'color'), color('.verdict .sign-outline', 'fill')];
    });
    const bad = host === 'prow' ? 'rgb(255, 156, 143)' : 'rgb(174, 35, 24)';
    assert.deepEqual(colors, [bad, bad, bad]);
    await close();
  });
}

test('reads in full from a file on disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'report-'));
  try {
    const path = join(directory, 'custom-link-clusterversion-history.html');
    await writeFile(path, usual.full);
    const { frame, close } = await visit(browser, pathToFileURL(path).href, { ready: 'wasm' });
    assert.equal(await frame.title(), 'ClusterVersion history: corrupt');
    await close();
  } finally {
    await rm(directory, { recursive: true });
  }
});

describe("Prow's lens", () => {
  const opened = async (/** @type {string} */ file) => {
    const visited = await visit(browser, hosts.url('prow', hosts.add(file)), { ready: 'wasm', allow: HOSTS[0]?.allow ?? [] });
    const lens = visited.page.frames()[1];
    assert.ok(lens);
    return { ...visited, lens };
  };

  test('calls the report by its verdict', async () => {
    const { lens, close } = await opened(usual.full);
    assert.equal(await lens.locator('h6').innerText(), 'ClusterVersion history: corrupt info');
    const about = await lens.locator('abbr').getAttribute('title');
    assert.equal(about, 'Whether status.history of the ClusterVersion can be trusted: 1 error, 0 warnings found in 3 entries');
    await close();
  });

  test('shows all of it when it is expanded, and it stays as high as it is', async () => {
    const { lens, frame, close } = await opened(usual.full);
    assert.equal(await lens.locator('iframe').isVisible(), false);
    await lens.locator('.header').click();
    // The timeline was drawn for no width while it was hidden.
    await frame.waitForFunction(() => {
      const figure = document.querySelector('.timeline');
      return figure !== null && figure.clientWidth > 0 && figure.querySelector('svg')?.getAttribute('width') === String(figure.clientWidth);
    });
    const measure = async () => [
      await lens.locator('iframe').evaluate((frame) => frame.clientHeight),
      await frame.evaluate(() => document.getElementById('wrapper')?.offsetHeight ?? 0),
      await frame.evaluate(() => document.documentElement.scrollHeight),
    ];
    const [height, wrapper, document] = await measure();
    assert.ok(height !== undefined && height > 500);
    assert.deepEqual([wrapper, document], [height, height]);
    const told = await lens.evaluate('heights.length');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual(await measure(), [height, height, height]);
    assert.equal(await lens.evaluate('heights.length'), told);
    await close();
  });

  test('grows and shrinks with what is opened', async () => {
    const { lens, frame, close } = await opened(usual.full);
    await lens.locator('.header').click();
    const height = () => lens.locator('iframe').evaluate((frame) => frame.clientHeight);
    const closed = await height();
    await frame.locator('.not-checked summary').click();
    await lens.waitForFunction((closed) => (document.querySelector('iframe')?.clientHeight ?? 0) > closed + 20, closed);
    await frame.locator('.not-checked summary').click();
    await lens.waitForFunction((closed) => document.querySelector('iframe')?.clientHeight === closed, closed);
    await close();
  });
});

describe('with scripts', () => {
  const opened = (/** @type {object} */ options = {}) => visit(browser, hosts.url('plain', hosts.add(usual.full)), { ready: 'wasm', options });

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
    await page.getByRole('button', { name: 'Change time zone of the lists' }).click();
    assert.deepEqual([await cell.innerText(), await caption.innerText()], ['2019-10-14 04:57:34', 'Entries, newest first; times in Europe/Berlin']);
    await page.getByRole('button', { name: 'Change time zone of the lists' }).click();
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
    await page.getByRole('button', { name: 'Show all of it' }).click();
    assert.equal(await width(), 1);
    await close();
  });

  test('the colours are those of the reader, and can be changed', async () => {
    const { page, close } = await opened({ colorScheme: 'dark' });
    const canvas = () => page.locator('.canvas').getAttribute('fill');
    const behind = () => page.locator('#cvh').evaluate((root) => getComputedStyle(root).backgroundColor);
    assert.deepEqual([await canvas(), await behind()], ['#15191e', 'rgb(14, 17, 22)']);
    await page.getByRole('button', { name: 'Change colours' }).click();
    assert.deepEqual([await canvas(), await behind()], ['#ffffff', 'rgb(244, 246, 248)']);
    await close();
  });

  test('without wasm the drawing that is there is magnified', async () => {
    const { page, close } = await visit(browser, hosts.url('no-wasm', hosts.add(usual.full)), { ready: 'script', allow: [/WebAssembly/] });
    const width = () => page.locator('.timeline svg').evaluate((svg) => svg.clientWidth / (svg.parentElement?.clientWidth ?? 0));
    assert.equal(await width(), 1);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    assert.equal(await width(), 1.5);
    await close();
  });
});

describe('a hostile history', () => {
  for (const { host, ready, allow } of HOSTS) {
    test(`is text on ${host}`, async () => {
      for (const text of HOSTILE) {
        const file = reports([{ name: text, text: hostilePaste(text) }, { name: text, text: `Oct 14 03:13:16.755 E clusterversion/version changed Failing to True: ${text}`, role: 'evidence' }]).full;
        const { page, frame, close } = await visit(browser, hosts.url(host, hosts.add(file)), { ready, allow });
        if (host === 'prow') await page.frames()[1]?.locator('.header').click();
        // Whatever can be pressed is.
        for (const summary of await frame.locator('summary').all()) await summary.click();
        for (const place of (await frame.locator('button.place').all()).slice(0, 4)) await place.click();
        const alive = await frame.evaluate(() => document.querySelectorAll('img, b:not(.said):not(.not-checked b), script:not([type]):not(:last-of-type), [onerror], [onmouseover], [data-pwned], #pwned, iframe').length);
        assert.equal(alive, 0, text);
        assert.equal(await page.evaluate(() => 'pwned' in window), false);
        const shown = (await frame.locator('tr[data-index="0"] td').first().innerText()).replace(' · ', '');
        const looks = { '<': '‹', '>': '›', '&': '＆', '\u202e': '⟨U+202E⟩', '\u2066': '⟨U+2066⟩', '\0': '⟨U+0000⟩', '\u2028': '⟨U+2028⟩' };
        const expected = [...text].map((c) => looks[/** @type {keyof typeof looks} */ (c)] ?? c).join('');
        assert.ok(shown.includes(expected), `${shown} does not tell ${expected}`);
        await close();
      }
    });
  }

  test('of a megabyte in one field stays short', async () => {
    const { full } = reports([{ text: hostilePaste('<b>'.repeat(350_000)) }], (report) => report);
    const { frame, close } = await visit(browser, hosts.url('plain', hosts.add(full)), { ready: 'wasm' });
    assert.ok(((await frame.locator('.report').textContent()) ?? '').length < 200_000);
    await close();
  });
});

test('the reports of all texts there are open without a complaint', async () => {
  const all = await cases();
  assert.ok(all.length >= 10, `${all.length} cases`);
  for (const { name, text } of all) {
    const { full, light, report } = reports([{ name, text }]);
    assert.ok(bytes(full) < 500_000, `${name}: ${bytes(full)} bytes`);
    const entries = report.histories.reduce((/** @type {number} */ sum, /** @type {any} */ { entries }) => sum + entries.length, 0);
    assert.ok(bytes(light) < (entries > 8 ? 130_000 : 60_000), `${name}: ${bytes(light)} bytes, ${entries} entries`);
    const { frame, close } = await visit(browser, hosts.url('plain', hosts.add(full)), { ready: 'wasm' });
    assert.equal(await frame.locator('.report').getAttribute('data-verdict'), report.verdict, name);
    assert.equal(await frame.locator('.timeline svg').count(), report.histories.filter((/** @type {any} */ history) => history.entries.length > 0).length, name);
    await close();
  }
});

test('the page saves the report under the name that Prow looks for', async () => {
  const page = await app.newPage();
  await page.goto(app.url());
  const save = page.getByRole('button', { name: 'Save report' });
  assert.equal(await save.isVisible(), false);
  await page.locator('html[data-ready]').waitFor();
  await page.getByLabel('ClusterVersion, or a part of it').fill(seed);
  const download = page.waitForEvent('download');
  await save.click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'custom-link-clusterversion-history.html');
  const text = await readFile(await saved.path(), 'utf8');
  assert.equal(text, reports([{ text: seed, role: 'history' }]).full);
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.equal(await save.isVisible(), false);
});

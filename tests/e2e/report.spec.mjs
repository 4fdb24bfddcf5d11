// The report as a file of its own, on the result pages that show it.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { complaints, packed } from '../../scripts/viewer.mjs';
import { visible } from '../../www/visible.js';
import { HOSTS, stage } from './hosts.mjs';
import { HOSTILE, cases, hostilePaste, hundred, reports, seed, viewer } from './reports.mjs';

const bytes = (/** @type {string} */ text) => Buffer.byteLength(text);
const usual = reports([{ name: 'version.yaml', text: seed }]);

const hosts = stage();

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
      assert.deepEqual(file.match(/<(link|img|iframe|object|embed|base)\b|<[a-z][^>]*\bsrc=|@import|\burl\((?!#)/g), null);
      assert.equal(file.match(/<title/g)?.length, 1);
    }
  });

  test('is checked by a lint that finds what it is for', () => {
    assert.deepEqual(complaints('a && b & c &\nfoo(1)&2'), []);
    for (const bad of ['a&&b', 'x&#60;', '"</script>"', '<!-- x', 'height:100vh', 'document.body.append(x)', 'import("./x.js")', 'fetch("x")']) {
      assert.equal(complaints(bad).length, 1, bad);
    }
    // What the letters of a module in base64 spell is nobody's word.
    assert.deepEqual(complaints(`atob("${'A'.repeat(300)}/9vh/${'B'.repeat(300)}")`), []);
    assert.deepEqual(complaints(viewer), []);
    assert.equal(packed('  // why\n  if (a&&b) {\n  /** more\n   * of it */\n  c(); }\n'), 'if (a&& b) {\nc(); }\n');
  });
});

for (const { host, ready, allow } of HOSTS) {
  test(`reads in full on ${host}`, async () => {
    const { page, frame, close } = await hosts.visit(hosts.url(host, usual.full), { ready, allow });
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
    const { frame, close } = await hosts.visit(pathToFileURL(path).href, { ready: 'wasm' });
    assert.equal(await frame.title(), 'ClusterVersion history: corrupt');
    await close();
  } finally {
    await rm(directory, { recursive: true });
  }
});

describe("Prow's lens", () => {
  const opened = async (/** @type {string} */ file) => {
    const visited = await hosts.visit(hosts.url('prow', file), { ready: 'wasm', allow: HOSTS[0]?.allow ?? [] });
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

describe('a hostile history', () => {
  // A line of a log beside each history, so that its texts are in lanes and in the list of evidence, too.
  const line = (/** @type {string} */ text) => `Oct 14 03:13:16.755 E clusterversion/version changed Failing to True: ${text}`;
  const inputs = HOSTILE.flatMap((text) => [{ name: text, text: hostilePaste(text) }, { name: text, text: line(text), role: /** @type {const} */ ('evidence') }]);
  const file = reports(inputs).full;
  const looks = new Map(Object.entries({ '<': '‹', '>': '›', '&': '＆', '\u202e': '⟨U+202E⟩', '\u2066': '⟨U+2066⟩', '\0': '⟨U+0000⟩', '\u2028': '⟨U+2028⟩' }));
  const alive = 'img, iframe, b:not(.said):not(.not-checked b), script:not(:nth-last-of-type(-n + 3)), [onerror], [onmouseover], [data-pwned], #pwned';

  for (const { host, ready, allow } of HOSTS) {
    test(`is text on ${host}`, async () => {
      const { page, frame, close } = await hosts.visit(hosts.url(host, file), { ready, allow });
      if (host === 'prow') await page.frames()[1]?.locator('.header').click();
      // Whatever can be pressed is.
      await frame.locator('summary, button.place').evaluateAll((all) => all.forEach((one) => one instanceof HTMLElement ? one.click() : undefined));
      assert.deepEqual(await frame.locator(alive).evaluateAll((all) => all.map((one) => one.outerHTML)), []);
      assert.equal(await page.evaluate(() => 'pwned' in window), false);
      const versions = await frame.locator('tr[data-index="0"] td:nth-child(2)').allInnerTexts();
      assert.equal(versions.length, HOSTILE.length);
      for (const [at, text] of HOSTILE.entries()) {
        const expected = [...text].map((c) => looks.get(c) ?? c).join('');
        assert.ok(versions[at]?.includes(expected), `${versions[at]} does not tell ${expected}`);
      }
      await close();
    });
  }

  test('has the same characters named by the script as by the module', () => {
    const ranges = [[0, 0xa1], [0x600, 0x620], [0x2000, 0x2070], [0xfefe, 0xff00], [0xfff0, 0xfffd], [0xe0000, 0xe0080]];
    const all = ranges.flatMap(([from = 0, until = 0]) => Array.from({ length: until - from }, (_, at) => String.fromCodePoint(from + at)));
    // Escaped, or what cleans a paste would take some of them away.
    const paste = hostilePaste(all.map((c) => `${c} `).join('')).replace(/[\x7f-\ud7ff\ue000-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const { light } = reports([{ text: paste }]);
    const named = (/** @type {string} */ text) => new Set(text.match(/⟨U\+[0-9A-F]+⟩/g));
    assert.deepEqual(named(all.map(visible).join('')), named(light));
    assert.equal(named(light).size, 222);
  });

  test('of a megabyte in each field stays short', async () => {
    const { full } = reports([{ text: hostilePaste('<b>'.repeat(350_000)) }]);
    assert.ok(bytes(full) < 700_000, `${bytes(full)} bytes`);
    const { close } = await hosts.visit(hosts.url('plain', full), { ready: 'wasm' });
    await close();
  });
});

test('the reports of all texts there are open without a complaint', async () => {
  const all = await cases();
  assert.ok(all.length >= 10, `${all.length} cases`);
  const { page, open, close } = await hosts.visit(hosts.url('plain', usual.full), { ready: 'wasm' });
  for (const { name, text } of all) {
    const { full, light, report } = reports([{ name, text }]);
    assert.ok(bytes(full) < 500_000, `${name}: ${bytes(full)} bytes`);
    const entries = report.histories.reduce((/** @type {number} */ sum, /** @type {any} */ { entries }) => sum + entries.length, 0);
    assert.ok(bytes(light) < (entries > 8 ? 130_000 : 60_000), `${name}: ${bytes(light)} bytes, ${entries} entries`);
    await open(hosts.url('plain', full));
    assert.equal(await page.locator('.report').getAttribute('data-verdict'), report.verdict, name);
    const drawn = report.histories.filter((/** @type {any} */ history) => history.entries.length > 0).length;
    assert.equal(await page.locator('.timeline svg').count(), drawn, name);
  }
  await close();
});

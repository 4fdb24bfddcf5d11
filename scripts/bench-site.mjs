// The built site's part of `npm run bench`: what a visitor waits for, and what comes over the wire, from a link to a
// verdict, beside a blank page from the same server in the same run. Prints a Markdown table, judges nothing.
//
//   node scripts/bench-site.mjs [ROUNDS]     medians of 9 without; reads site/, which scripts/site.mjs makes
//
// Cold: a fresh profile, nothing kept. Kept: a second visit in one profile, all answered by the service worker.
// The server is on this machine, so times have no network in them; what was transferred is counted at Chromium's network layer.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../tests/e2e/support.mjs';
import { serveSite } from './serve.mjs';

const ROUNDS = Number(process.argv[2] ?? 9);
const seed = await readFile(new URL('../tests/cases/seed/mustgather.yaml', import.meta.url));
const link = `#data=b64:${seed.toString('base64url')}`;

const directory = await mkdtemp(join(tmpdir(), 'bench-site-'));
await cp(fileURLToPath(new URL('../site', import.meta.url)), directory, { recursive: true });
await writeFile(
  join(directory, 'blank.html'),
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Blank</title><link rel="icon" href="data:,"></head><body><p>Blank</p></body></html>\n',
);
const server = await serveSite({ directory });
const browser = await launch();
const columns = { 'blank, cold': [], 'page, cold': [], 'page, kept': [] };
try {
  // Once for nothing: the server compresses each file at its first request.
  for (let round = -1; round < ROUNDS; round += 1) {
    const seen = [await visitOnce('blank.html'), ...(await visitTwice(link))];
    if (round >= 0) Object.values(columns).forEach((column, number) => column.push(seen[number]));
  }
} finally {
  await browser.close();
  await server.close();
  await rm(directory, { recursive: true });
}
print();

async function visitOnce(path) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  try {
    return await measure(context, path);
  } finally {
    await context.close();
  }
}

/** Cold, and again once the worker has kept everything. */
async function visitTwice(path) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  try {
    const cold = await measure(context, path, async (page) => {
      await until(page, () => navigator.serviceWorker.controller?.state === 'activated');
    });
    return [cold, await measure(context, path)];
  } finally {
    await context.close();
  }
}


/**
 * One visit. What is transferred is counted until the page rests, without what the service worker fetches for later.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} path
 * @param {(page: import('playwright-core').Page) => Promise<void>} [afterwards]
 */
async function measure(context, path, afterwards) {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const wire = new Map();
  let requests = 0;
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith('data:')) return;
    wire.set(requestId, response.fromServiceWorker || response.fromDiskCache ? 0 : NaN);
    if (!response.fromServiceWorker && !response.fromDiskCache) requests += 1;
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (Number.isNaN(wire.get(requestId))) wire.set(requestId, encodedDataLength);
  });
  await network.send('Network.enable');
  await page.addInitScript(observe);
  await page.goto(server.url + path);
  await until(page, () => globalThis.benchmark.reached !== undefined);
  // The page rests: the figures are final.
  await new Promise((done) => setTimeout(done, 700));
  const { reached: time, fcp, lcp, cls, long } = await page.evaluate(() => globalThis.benchmark);
  const bytes = [...wire.values()].reduce((sum, length) => sum + (length || 0), 0);
  // As Lighthouse counts it, up to the verdict instead of its "interactive".
  const blocking = long
    .filter(({ start }) => start + 50 < Math.max(time, fcp))
    .reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start + 50, fcp)), 0);
  await afterwards?.(page);
  await page.close();
  return { time, bytes, requests, fcp, lcp, cls, blocking };
}

/** In the page, before its own scripts. */
function observe() {
  const seen = { reached: undefined, fcp: NaN, lcp: NaN, cls: 0, long: [] };
  globalThis.benchmark = seen;
  const watch = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  watch('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.fcp = entry.startTime));
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  watch('layout-shift', (entry) => entry.hadRecentInput || (seen.cls += entry.value));
  watch('longtask', (entry) => seen.long.push({ start: entry.startTime, end: entry.startTime + entry.duration }));
  const look = () => {
    const there = /blank\.html$/.test(location.pathname) ? document.body !== null : document.querySelector('#result[data-verdict]') !== null;
    if (!there || seen.reached !== undefined) return;
    seen.reached = performance.now();
    observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-verdict'] });
}

/** Waits for a condition in the page, which forbids evaluated strings. */
async function until(page, condition) {
  for (const end = Date.now() + 60_000; !(await page.evaluate(condition).catch(() => false)); ) {
    if (Date.now() > end) throw new Error(`it never came true: ${condition}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

function print() {
  const median = (key, column) => columns[column].map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const ms = (value) => `${value.toFixed(0)} ms`;
  const rows = [
    ['verdict there (blank: body there)', 'time', ms],
    ['transferred, compressed', 'bytes', (value) => `${(value / 1000).toFixed(1)} kB`],
    ['requests', 'requests', String],
    ['first contentful paint', 'fcp', ms],
    ['largest contentful paint', 'lcp', ms],
    ['cumulative layout shift', 'cls', (value) => value.toFixed(3)],
    ['total blocking time', 'blocking', ms],
  ];
  const names = Object.keys(columns);
  console.log(`\nFrom a link to a verdict: medians of ${ROUNDS}, Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, served on the same machine\n`);
  console.log(`| | ${names.join(' | ')} |\n|---|${names.map(() => '--:|').join('')}`);
  for (const [label, key, write] of rows) console.log(`| ${label} | ${names.map((name) => write(median(key, name))).join(' | ')} |`);
}

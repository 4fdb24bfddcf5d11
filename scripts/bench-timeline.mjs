// The timeline's part of `npm run bench`: how smoothly it zooms and moves in Chromium, with 100 entries and 10,000 items
// of evidence. Real wheel and drag input goes in; frames are timed by the page's own requestAnimationFrame. Reports, judges nothing.
//
//   node scripts/bench-timeline.mjs [SECONDS]     of each motion; 5 without

import { launch } from '../tests/e2e/support.mjs';
import { clusterVersion } from './bench-data.mjs';
import { serve } from './serve.mjs';

const ENTRIES = 100;
const ITEMS = 10_000;
const SECONDS = Number(process.argv[2] ?? 5);
/** What a frame may take at 60 a second. */
const FRAME = 1000 / 60;

const server = await serve();
const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 }, timezoneId: 'UTC' });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.error(error));
  await page.goto(server.url);
  await page.waitForSelector('[data-ready]');
  const { text, evidence } = inputs();
  await page.getByRole('button', { name: 'Add evidence' }).click();
  await page.getByLabel('Open evidence files…').setInputFiles(file('cvo.log', evidence));
  await page.getByLabel('Open file…').setInputFiles(file('version.yaml', text));
  await page.waitForSelector('#result[data-verdict] figure.timeline');

  const figure = page.locator('figure.timeline').first();
  await figure.scrollIntoViewIfNeeded();
  const made = await page.evaluate(count, { text, evidence });
  const box = await figure.boundingBox();
  if (box === null) throw new Error('the page drew no timeline');
  const middle = { x: box.x + box.width / 2, y: Math.max(box.y, 0) + Math.min(box.height, 900 - Math.max(box.y, 0)) / 2 };
  await page.mouse.move(middle.x, middle.y);

  console.log(
    `\nTimeline in Chromium ${browser.version()}, ${Math.round(box.width)} px wide: ${made.entries} entries, ${made.evidence} items of evidence, ` +
      `${made.elements} SVG elements when all is shown`,
  );
  console.log('motion          frames   median ms   p95 ms   longest ms   over 16.7 ms   drawn anew   ms of work each');
  // What the main thread itself worked, whatever else this machine was doing meanwhile.
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async () => (await metrics.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  await measure('none', () => new Promise((done) => setTimeout(done, 50)));
  await measure('zoom by wheel', async (step) => {
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, step % 60 < 30 ? -40 : 40);
    await page.keyboard.up('Control');
  });
  await figure.focus();
  await page.keyboard.press('0');
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('+');
  await measure('pan by wheel', (step) => page.mouse.wheel(step % 60 < 30 ? 40 : -40, 0));
  await page.mouse.down();
  await measure('pan by drag', (step) => page.mouse.move(middle.x + 300 * Math.sin(step / 15), middle.y));
  await page.mouse.up();

  /** @param {string} name @param {(step: number) => Promise<unknown>} move */
  async function measure(name, move) {
    await page.evaluate(watch);
    const before = await work();
    const end = performance.now() + SECONDS * 1000;
    for (let step = 0; performance.now() < end; step += 1) await move(step);
    const { deltas, drawn } = await page.evaluate(() => globalThis.endWatch());
    const each = drawn === 0 ? '' : (((await work()) - before) / drawn).toFixed(1);
    const sorted = deltas.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)].toFixed(1);
    // The browser's clock is coarse: a frame on time may read as a tenth of a millisecond late.
    const over = deltas.filter((delta) => delta > FRAME + 0.15).length / deltas.length;
    console.log(
      name.padEnd(14) + String(deltas.length).padStart(8) + at(0.5).padStart(12) + at(0.95).padStart(9) + at(1).padStart(13) +
        `${(over * 100).toFixed(1)} %`.padStart(15) + String(drawn).padStart(13) + each.padStart(18),
    );
  }
} finally {
  await browser.close();
  await server.close();
}

function file(name, text) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** In the page: notes each frame, and each time the timeline's picture is put in anew. */
function watch() {
  const deltas = [];
  let drawn = 0;
  let last;
  let frame = requestAnimationFrame(function next(now) {
    if (last !== undefined) deltas.push(now - last);
    last = now;
    frame = requestAnimationFrame(next);
  });
  const observer = new MutationObserver((changes) => {
    drawn += changes.filter(({ addedNodes }) => [...addedNodes].some((node) => node.nodeName === 'svg')).length;
  });
  for (const figure of document.querySelectorAll('figure.timeline')) observer.observe(figure, { childList: true });
  globalThis.endWatch = () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    return { deltas, drawn };
  };
}

/** In the page: what was made of the inputs. */
async function count({ text, evidence }) {
  const { inspect } = await import(new URL('pkg/clusterversion_history.js', document.baseURI).href);
  const report = inspect([{ text }, { text: evidence, role: 'evidence' }], { now: new Date().toISOString() });
  return {
    entries: report.histories[0].entries.length,
    evidence: report.evidence.length,
    elements: document.querySelectorAll('figure.timeline svg *').length,
  };
}

/** A history, and an operator's log that agrees with it: each line says what was applied, or being applied, at its time. */
function inputs() {
  const text = clusterVersion({ bytes: 60_000, entries: ENTRIES, overwritten: 10 });
  const status = text.slice(text.indexOf('\n  history:\n'));
  const of = (key) => [...status.matchAll(new RegExp(`^[ -]+${key}: "?([^"\n]+)`, 'gm'))].map(([, value]) => value).slice(0, ENTRIES);
  const versions = of('version').reverse();
  const starts = of('startedTime').map((time) => Date.parse(time)).reverse();
  const first = starts[0];
  const span = starts.at(-1) + 3_600_000 - first;
  const lines = [];
  let running = 0;
  for (let item = 0; item < ITEMS; item += 1) {
    const time = first + Math.floor((span * item) / ITEMS);
    while (running + 1 < starts.length && starts[running + 1] <= time) running += 1;
    const stamp = new Date(time).toISOString();
    const klog = `I${stamp.slice(5, 7)}${stamp.slice(8, 10)} ${stamp.slice(11, 23)}000       1 sync_worker.go:453] `;
    const state = time - starts[running] < 12_000_000 ? 'Updating' : 'Reconciling';
    lines.push(`${stamp.slice(0, 23)}000000Z ${klog}Running sync ${versions[running]} (force=false) on generation ${running + 1} in state ${state} at attempt 0`);
  }
  return { text, evidence: `${lines.join('\n')}\n` };
}

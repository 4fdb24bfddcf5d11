// The browser's half of `npm run bench`: prints a table, asserts nothing about time.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from '../tests/e2e/support.mjs';
import { directory, pageInput, sizes } from './bench-data.mjs';
import { serve } from './serve.mjs';
import { sizeLine, wasmSize } from './size.mjs';

const path = (name) => fileURLToPath(new URL(`../${name}/`, import.meta.url));
const rounds = {
  '10k': { rounds: 15, batch: 20 },
  '1m': { rounds: 9, batch: 1 },
  '20m': { rounds: 3, batch: 1, atMost: { yaml: 1 } },
};

const server = await serve({
  mounts: { '/': path('www'), '/bench/': path('benches/page'), '/data/': directory, '/modules/': path('node_modules') },
});
const browser = await launch();
try {
  await parsers();
  console.log();
  await paste();
  console.log(sizeLine(await wasmSize()));
} finally {
  await browser.close();
  await server.close();
}

/** Whole inspections beside mere parses. */
async function parsers() {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${server.url}bench/`);
  await page.waitForFunction('globalThis.measure');

  console.log(`\nIn ${await browser.version()}: ms, medians; ×: as many times as long as inspect takes`);
  row('YAML', 'inspect', 'ns/byte', 'js-yaml load', '', 'yaml parseDocument', '', 'wasm memory');
  const results = [];
  for (const { name, entries } of sizes) {
    const { bytes, times, memory } = await page.evaluate((options) => globalThis.measure(options), {
      name,
      entries,
      ...rounds[name],
    });
    results.push({ bytes, ...times });
    row(
      name,
      ms(times.inspect),
      ((times.inspect * 1e6) / bytes).toFixed(1),
      ms(times['js-yaml']),
      ratio(times['js-yaml'], times.inspect),
      ms(times.yaml),
      ratio(times.yaml, times.inspect),
      `${(memory / 1e6).toFixed(1)} MB`,
    );
  }
  const [, small, large] = results;
  console.log(
    `growth from ${sizes[1].name} to ${sizes[2].name}: ${ratio(large.inspect, small.inspect)} the time for ` +
      `${ratio(large.bytes, small.bytes)} the bytes`,
  );
  await page.close();
}

/** From the paste event to the verdict in its place, on the real page. */
async function paste() {
  const text = await readFile(`${directory}${pageInput.name}.yaml`, 'utf8');
  const first = [];
  const second = [];
  for (let round = 0; round < 9; round += 1) {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(server.url);
    if (!(await page.locator('#input').count())) {
      console.log('paste to verdict: not measured, the page has no #input');
      return context.close();
    }
    await page.waitForLoadState('networkidle'); // the module is there before anyone pastes
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    first.push(await pasteOnce(page));
    second.push(await pasteOnce(page));
    await context.close();
  }
  const say = (times, part) => ms(median(times.map((time) => time[part])));
  console.log(
    `paste of ${pageInput.entries} entries (${(text.length / 1000).toFixed(0)} kB) to a verdict laid out: ` +
      `${say(first, 'laidOut')} ms the first time, ${say(second, 'laidOut')} ms the second; ` +
      `to the end of the frame that shows it: ${say(first, 'shown')} and ${say(second, 'shown')} ms`,
  );
}

/** Pastes with the keyboard over whatever is there, as a person does. */
async function pasteOnce(page) {
  await page.focus('#input');
  await page.keyboard.press('ControlOrMeta+A');
  const times = page.evaluate(
    () =>
      new Promise((done, fail) => {
        setTimeout(() => fail(new Error('the page drew no verdict within ten seconds')), 10_000);
        const result = document.querySelector('#result');
        addEventListener(
          'paste',
          () => {
            const start = performance.now();
            // Runs when the page's own code has returned, so a verdict that is drawn in steps counts by its last.
            const observer = new MutationObserver(() => {
              if (!result.matches('[data-verdict]') || !result.querySelector('svg[role=img]')) return;
              observer.disconnect();
              result.getBoundingClientRect(); // lays out
              const laidOut = performance.now() - start;
              requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = () => done({ laidOut, shown: performance.now() - start });
                port2.postMessage(undefined);
              });
            });
            observer.observe(result, { attributes: true, childList: true, subtree: true });
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.evaluate(() => new Promise(requestAnimationFrame)); // the listener is in place
  await page.keyboard.press('ControlOrMeta+V');
  return times;
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}
function ms(time) {
  return time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0);
}
function ratio(a, b) {
  return `×${(a / b).toFixed(a / b < 10 ? 2 : 1)}`;
}
function row(...cells) {
  const widths = [6, 10, 9, 14, 8, 20, 8, 13];
  console.log(cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(''));
}

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
  await paste().catch((error) => console.log(`paste to verdict: not measured: ${error.message}`));
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

  console.log(`\nIn Chromium ${browser.version()}: ms, medians; ×: the time of inspect over that of the mere parse`);
  row('YAML', 'inspect', 'ns/byte', 'js-yaml load', '×', 'yaml parseDocument', '×', 'wasm memory');
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
      ratio(times.inspect, times['js-yaml']),
      ms(times.yaml),
      ratio(times.inspect, times.yaml),
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
    const copy = (copied) => page.evaluate((copied) => navigator.clipboard.writeText(copied), copied);
    await copy(text);
    first.push(await pasteOnce(page));
    await copy(`${text}\n`); // another text, or the page might rightly do nothing
    second.push(await pasteOnce(page));
    await context.close();
  }
  console.log(`paste of ${pageInput.entries} entries (${(text.length / 1000).toFixed(0)} kB) into the page, ms since the event:`);
  console.log('       text inserted  verdict drawn  laid out  shown in a frame');
  for (const [name, times] of Object.entries({ first, second })) {
    const part = (key, width) => ms(median(times.map((time) => time[key]))).padStart(width);
    console.log(`${name.padEnd(7)}${part('inserted', 13)}${part('drawn', 15)}${part('laidOut', 10)}${part('shown', 18)}`);
  }
}

/** Pastes with the keyboard over whatever is there, as a person does. */
async function pasteOnce(page) {
  await page.focus('#input');
  await page.keyboard.press('ControlOrMeta+A');
  const times = page.evaluate(
    () =>
      new Promise((done, fail) => {
        const overdue = setTimeout(() => fail(new Error('the page drew no verdict within ten seconds')), 10_000);
        const result = document.querySelector('#result');
        const begin = () => {
          const start = performance.now();
          const since = () => performance.now() - start;
          let settled;
          let inserted;
          addEventListener('input', () => (inserted ??= since()), { capture: true, once: true });
          // Called when the page's own code has returned. Whatever else it draws within a fifth of a
          // second belongs to the verdict, so the last of these calls counts.
          new MutationObserver((_, observer) => {
            if (!result.matches('[data-verdict]')) return;
            const drawn = since();
            result.getBoundingClientRect(); // lays out
            const laidOut = since();
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => {
                const shown = since();
                clearTimeout(overdue);
                clearTimeout(settled);
                settled = setTimeout(() => {
                  observer.disconnect();
                  done({ inserted: inserted ?? 0, drawn, laidOut, shown });
                }, 200);
              };
              port2.postMessage(undefined);
            });
          }).observe(result, { attributes: true, childList: true, subtree: true });
        };
        addEventListener('paste', begin, { capture: true, once: true });
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

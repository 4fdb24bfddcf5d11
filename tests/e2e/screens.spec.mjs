// Pictures of the page's main states, compared with the ones in screens/. What differs by a few pixels at an edge, as fonts
// and their smoothing do from machine to machine, is let through; what was moved, lost or recoloured is not.
//
//   UPDATE_SCREENS=1 node --test tests/e2e/screens.spec.mjs     takes the pictures anew: look at them before you commit them
//
// A picture that differs is written to target/screens/, beside which the kept one can be laid.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { harness } from './support.mjs';

const app = harness({ site: true });
const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const update = process.env.UPDATE_SCREENS === '1';

/** Side of a block, in pixels. */
const BLOCK = 16;
/** How far a block's mean may be from its picture's in one channel, of 255. */
const NEAR = 14;
/** Share of the blocks that may be farther. */
const SHARE = 0.01;

/** The states: what the person sees, and how to get there. */
const states = {
  'empty-1600': { width: 1600, height: 900 },
  'empty-360': { width: 360, height: 740 },
  'corrupt-1366-light': { width: 1366, height: 900, example: 'The must-gather of bug 1756461' },
  'comparison-1366-dark': { width: 1366, height: 900, scheme: 'dark', example: 'Before and after an update on 4.1.18' },
  'intact-1366': { width: 1366, height: 900, example: 'Before and after on a fixed 4.3 build' },
  'rule-1366': { width: 1366, height: 900, path: 'rules/completion-overwritten.html' },
};

async function open({ width, height, scheme = 'light', path = '', example }) {
  const page = await app.newPage({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
    timezoneId: 'UTC',
    // It would come in at its own time.
    serviceWorkers: 'block',
    allow: [/Service Worker registration blocked by Playwright/],
  });
  page.setDefaultTimeout(30_000);
  await page.clock.setFixedTime('2026-01-15T12:00:00Z');
  await page.goto(app.url(path));
  await page.locator('[data-ready]').waitFor({ state: 'attached' });
  if (example !== undefined) {
    await page.getByRole('button', { name: example, exact: true }).click();
    await page.locator('#result[data-verdict]').waitFor();
    await page.locator('#result').getByRole('heading').first().waitFor();
    // Its length is told a little later.
    await page.getByRole('button', { name: /^Copy link.* characters/ }).waitFor();
  }
  await page.evaluate(async () => {
    document.activeElement?.blur?.();
    scrollTo(0, 0);
    await document.fonts.ready;
    // Two frames: what was asked for in the first is drawn in the second.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  await page.mouse.move(0, 0);
  return page;
}

const shoot = (page) => page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });

/**
 * A picture as it is kept: of 256 colours, which nobody tells from all, and a third of the bytes.
 * @param {Buffer} picture
 */
async function lighter(picture) {
  const page = await app.newPage();
  const { width, height, palette, rows } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const colours = Array.from({ length: width * height }, (_, at) => (data[4 * at] << 16) | (data[4 * at + 1] << 8) | data[4 * at + 2]);
    const counts = new Map();
    for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    const palette = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b).slice(0, 256);
    const apart = (a, b) => [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);
    const places = new Map(
      [...counts.keys()].map((colour) => [colour, palette.reduce((best, other, at) => (apart(colour, other) < apart(colour, palette[best]) ? at : best), 0)]),
    );
    // Each row begins with its filter, none.
    const rows = Array.from({ length: height }, (_, y) => `\0${colours.slice(y * width, (y + 1) * width).map((colour) => String.fromCharCode(places.get(colour))).join('')}`);
    return { width, height, palette, rows: rows.join('') };
  }, picture.toString('base64'));
  const chunk = (type, data) => {
    const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(Buffer.from(rows, 'latin1'), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * How two pictures differ, by the means of their blocks. The browser decodes them.
 * @param {Buffer} kept
 * @param {Buffer} taken
 * @returns {Promise<{size: string, blocks: number, far: number, worst: number, where: string}>}
 */
async function compare(kept, taken) {
  const page = await app.newPage(); // about:blank has no policy
  return page.evaluate(
    async ({ pictures, block, near }) => {
      const [one, other] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        }),
      );
      const size = `${one.width}×${one.height}`;
      if (size !== `${other.width}×${other.height}`) {
        return { size: `${size}, now ${other.width}×${other.height}`, blocks: 0, far: 0, worst: 255, where: '' };
      }
      const means = ({ data, width, height }, left, top) => {
        const sums = [0, 0, 0];
        const [right, bottom] = [Math.min(left + block, width), Math.min(top + block, height)];
        for (let y = top; y < bottom; y += 1) {
          for (let x = left; x < right; x += 1) {
            for (let channel = 0; channel < 3; channel += 1) sums[channel] += data[4 * (y * width + x) + channel];
          }
        }
        return sums.map((sum) => sum / ((right - left) * (bottom - top)));
      };
      let [blocks, far, worst, where] = [0, 0, 0, ''];
      for (let top = 0; top < one.height; top += block) {
        for (let left = 0; left < one.width; left += block) {
          const a = means(one, left, top);
          const b = means(other, left, top);
          const apart = Math.max(...a.map((mean, channel) => Math.abs(mean - b[channel])));
          blocks += 1;
          if (apart > near) far += 1;
          if (apart > worst) [worst, where] = [apart, `${left},${top}`];
        }
      }
      return { size, blocks, far, worst: Math.round(worst), where };
    },
    { pictures: [kept, taken].map((picture) => picture.toString('base64')), block: BLOCK, near: NEAR },
  );
}

const same = ({ blocks, far }) => blocks > 0 && far / blocks <= SHARE;

for (const [name, state] of Object.entries(states)) {
  test(`the page looks as it did: ${name}`, async () => {
    const taken = await shoot(await open(state));
    const file = at(`screens/${name}.png`);
    if (update) return writeFile(file, await lighter(taken));
    const difference = await compare(await readFile(file), taken);
    if (same(difference)) return;
    await mkdir(at('../../target/screens/'), { recursive: true });
    await writeFile(at(`../../target/screens/${name}.png`), taken);
    assert.fail(
      `${name} (${difference.size}): ${difference.far} of ${difference.blocks} blocks differ, by up to ${difference.worst} at ${difference.where}; ` +
        `see target/screens/${name}.png`,
    );
  });
}

/** What somebody might break, and in which picture it must be seen. */
const breakages = {
  'the verdict is hidden': ['corrupt-1366-light', '#result { visibility: hidden }'],
  'the timeline is hidden': ['corrupt-1366-light', 'figure.timeline { visibility: hidden }'],
  'the text is hidden': ['comparison-1366-dark', 'textarea { visibility: hidden }'],
  'the examples are hidden': ['empty-360', '.examples { visibility: hidden }'],
  'the dark theme is lost': ['comparison-1366-dark', ':root { color-scheme: light !important }'],
};

for (const [what, [name, css]] of Object.entries(breakages)) {
  test(`a picture tells when ${what}`, async () => {
    const page = await open(states[name]);
    // Through the object model: the page's policy lets no style sheet in.
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, css);
    const broken = await compare(await readFile(at(`screens/${name}.png`)), await shoot(page));
    assert.ok(!same(broken), `only ${broken.far} of ${broken.blocks} blocks differ`);
  });
}

test('the pictures weigh less than 600 kB together', async () => {
  const sizes = await Promise.all(Object.keys(states).map(async (name) => (await readFile(at(`screens/${name}.png`))).length));
  const sum = sizes.reduce((a, b) => a + b);
  assert.ok(sum < 600_000, `${sum} bytes`);
});

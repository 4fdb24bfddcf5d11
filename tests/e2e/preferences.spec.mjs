// What a reader asks all pages for: a few colours of their own, and no motion. What colours tell elsewhere, shapes, patterns
// and outlines tell then.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true });
const THREAD = await readFile(new URL('../cases/seed/whole-thread.txt', import.meta.url), 'utf8');
/** Entries of every kind of bar, and findings of every severity. */
const KINDS = `2019-10-16T08:23:10Z||Partial|4.3.4
2019-10-16T08:02:08Z|2019-10-16T08:22:25Z|Completed|4.3.3
2019-10-16T07:21:25Z|2019-10-16T08:02:08Z|Partial|4.3.2
2019-10-16T06:21:25Z|2019-10-16T06:12:08Z|Completed|4.3.2
2019-10-16T05:10:53Z|2019-10-16T05:37:40Z|Finished|4.3.1
2019-10-16T04:22:53Z|2019-10-16T05:10:53Z|Completed|4.3.0
`;

async function visit(text, options, at = '') {
  const page = await app.newPage(options);
  page.setDefaultTimeout(10_000);
  await page.goto(app.url(at));
  await page.waitForSelector('[data-ready]');
  await page.getByLabel('ClusterVersion, or a part of it').fill(text);
  await page.locator('#result[data-verdict]').waitFor();
  return page;
}

/** What stands on a highlight has the canvas' colour here, and is called that. */
const FORCED = ['Canvas', 'CanvasText', 'Highlight', 'LinkText', 'GrayText'];

/**
 * The reader's colours by what computed styles say for them.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<Record<string, string>>}
 */
async function readers(page) {
  const values = await page.evaluate((names) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.forcedColorAdjust = 'none';
    const values = names.map((name) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return values;
  }, FORCED);
  return Object.fromEntries(values.map((value, at) => [value, FORCED[at]]));
}

/**
 * Properties of what a selector finds, each different set once, colours by their names.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 * @param {string[]} properties
 */
async function styles(page, selector, properties) {
  const names = await readers(page);
  // At one go: what is drawn anew between two would have no style.
  const found = await page.evaluate(
    ([selector, properties]) => [...document.querySelectorAll(selector)].map((one) => properties.map((property) => getComputedStyle(one).getPropertyValue(property))),
    /** @type {const} */ ([selector, properties]),
  );
  return [...new Set(found.map((one) => one.map((value) => names[value] ?? value).join(', ')))].sort();
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const forced = { forcedColors: /** @type {const} */ ('active'), colorScheme, viewport: { width: 1500, height: 1000 } };

  test(`in forced colours a timeline has no others, and its bars differ without them: ${colorScheme}`, async () => {
    const page = await visit(KINDS, forced);
    const painted = '.cvh-timeline :is(rect, path, circle, text, line)';
    const fills = await styles(page, `${painted}:not([fill=none])`, ['fill']);
    assert.deepEqual(fills.filter((one) => !one.startsWith('url(')), ['Canvas', 'CanvasText']);
    assert.deepEqual(await styles(page, `${painted}[stroke]`, ['stroke']), ['Canvas', 'CanvasText']);
    const bars = await page.locator('g.entry [class*="bar-"]').evaluateAll((all) =>
      all.map((bar) => {
        const { fill, strokeDasharray } = getComputedStyle(bar);
        const id = /^url\("#(.+)"\)$/.exec(fill)?.[1];
        const pattern = id === undefined ? undefined : document.getElementById(id);
        return [/bar-[\w-]+/.exec(bar.getAttribute('class') ?? '')?.[0], pattern?.querySelector('path')?.getAttribute('d') ?? (fill === 'none' ? 'empty' : 'solid'), strokeDasharray];
      }),
    );
    const crossed = 'M0 0L6 6M0 6L6 0';
    const expected = [
      ['bar-in-progress', 'M1 0L5 4L1 8', 'none'],
      ['bar-completed', 'solid', 'none'],
      ['bar-partial', 'M-1 1L1 -1M0 6L6 0M5 7L7 5', 'none'],
      ['bar-reversed', crossed, 'none'],
      ['bar-unknown', 'empty', '1.5px, 3px'],
      ['bar-overwritten', crossed, '5px, 3px'],
    ];
    assert.deepEqual(bars, expected);
    assert.equal(new Set(bars.map((bar) => bar.slice(1).join())).size, expected.length);
  });

  test(`in forced colours signs and underlines differ by their shape: ${colorScheme}`, async () => {
    const page = await visit(`${THREAD}\n${KINDS}- {]\n`, forced);
    assert.deepEqual(await styles(page, '.sign-outline', ['fill']), ['CanvasText']);
    assert.deepEqual(await styles(page, '.sign-mark', ['stroke']), ['Canvas']);
    const shapes = async (/** @type {string} */ severity) =>
      [...new Set(await page.locator(`.finding.${severity} > :first-child .sign-mark`).evaluateAll((all) => all.map((one) => one.getAttribute('d'))))];
    const all = (await Promise.all(['error', 'warning', 'info'].map(shapes))).flat();
    assert.deepEqual(all, ['M8 8l8 8M16 8l-8 8', 'M12 9v6M12 17.5v1.5', 'M12 11v6.5M12 6.5V8']);

    const underline = ['text-decoration-style', 'text-decoration-thickness', 'text-decoration-color', 'background-color', 'color'];
    const rest = 'CanvasText, rgba(0, 0, 0, 0), rgba(0, 0, 0, 0)';
    await page.keyboard.press('F8');
    await page.locator('.under mark.error').first().waitFor();
    assert.deepEqual(await styles(page, '.under mark.error', underline), [`wavy, 1.5px, ${rest}`]);
    assert.deepEqual(await styles(page, '.under mark.related', underline), [`dotted, 1px, ${rest}`]);
    await page.getByLabel('ClusterVersion, or a part of it').fill(KINDS);
    await page.locator('.under mark.warning').waitFor();
    assert.deepEqual(await styles(page, '.under mark.warning', underline), [`dashed, 2px, ${rest}`]);
    assert.deepEqual(await page.locator('.gutter button').evaluateAll((all) => all.map((one) => [one.className, getComputedStyle(one, '::before').content])), [
      ['error', '"✖ " / ""'], ['warning', '"▲ " / ""'], ['error', '"✖ " / ""'],
    ]);
  });

  test(`in forced colours what is picked, pressed, asked for and in focus stands out: ${colorScheme}`, async () => {
    const page = await visit(KINDS, forced, '#at=2019-10-16T05:20:00Z');
    const outline = ['outline-color', 'outline-style', 'outline-width'];
    const plain = (/** @type {string} */ one) => one.includes(', none, ');
    await page.keyboard.press('F8');
    await page.locator('.finding.picked').waitFor();
    for (const picked of ['.finding.picked', 'tr.picked', 'tr[aria-current]']) assert.deepEqual(await styles(page, picked, outline), ['Highlight, solid, 3px'], picked);
    for (const other of ['.finding:not(.picked)', 'tr:not(.picked, [aria-current])']) assert.ok((await styles(page, other, outline)).every(plain), other);
    assert.deepEqual(await styles(page, 'g.entry.picked > .row', ['stroke', 'stroke-width']), ['Highlight, 3px']);
    assert.deepEqual(await styles(page, 'g.entry.current > .row', ['stroke', 'stroke-width']), ['Highlight, 3px']);
    assert.deepEqual(await styles(page, 'g.entry:not(.picked, .current) > .row', ['stroke']), ['none']);
    assert.deepEqual(await styles(page, '.under .here', ['outline-color', 'outline-style', 'border-left-color', 'border-left-width']), ['Highlight, solid, Highlight, 6px']);

    const pressed = page.getByRole('button', { name: 'True scale' });
    const colours = ['background-color', 'color', 'border-top-color'];
    assert.notDeepEqual(await styles(page, '.tools button', colours), ['Highlight, Canvas, Highlight']);
    await pressed.click();
    // Below the pointer, and away from it once colours have settled.
    for (const at of [() => pressed.hover(), () => page.mouse.move(0, 0)]) {
      await at();
      await page.waitForFunction(() => document.getAnimations().length === 0).catch(() => {});
      assert.deepEqual(await styles(page, '.tools button[aria-pressed=true]', colours), ['Highlight, Canvas, Highlight']);
    }

    await page.locator('body').click({ position: { x: 2, y: 2 } });
    const seen = new Set();
    for (let at = 0; at < 45; at += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const one = document.activeElement;
        if (one === null || one === document.body) return undefined;
        const ring = one.closest('.button, div.marked:not(:has(.gutter :focus))') ?? one;
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(ring);
        return [one.outerHTML.slice(0, 80), outlineStyle, Number.parseFloat(outlineWidth) >= 1, outlineColor === getComputedStyle(document.body).backgroundColor];
      });
      if (focused === undefined) break;
      seen.add(focused[0]);
      assert.deepEqual(focused.slice(1), ['solid', true, false], focused[0]);
    }
    assert.ok(seen.size > 20, `${seen.size} in the order of tabs`);
    await assertAccessible(page, 'forced', { coloursOnly: true });
  });
}

test('what cannot be pressed is told from what can in forced colours', async () => {
  const page = await visit(KINDS, { forcedColors: 'active', colorScheme: 'dark' });
  assert.deepEqual(await styles(page, '.tools button:disabled', ['color', 'border-top-color']), ['GrayText, GrayText']);
  assert.deepEqual(await styles(page, '.tools button:enabled', ['color', 'border-top-color']), ['CanvasText, CanvasText']);
});

/** What moves, or would once something changes. @param {import('playwright-core').Page} page */
const moving = (page) =>
  page.evaluate(() => {
    const found = new Set(document.getAnimations().map((one) => `runs: ${one.effect instanceof KeyframeEffect ? one.effect.target?.localName : ''}`));
    for (const one of document.querySelectorAll('*')) {
      for (const part of [null, '::before', '::after', '::backdrop']) {
        const style = getComputedStyle(one, part);
        if (/[1-9]/.test(style.transitionDuration + style.transitionDelay)) found.add(`transition: ${one.localName}`);
        if (style.animationName !== 'none') found.add(`animation: ${one.localName}`);
        if (style.scrollBehavior !== 'auto') found.add(`scrolling: ${one.localName}`);
      }
    }
    return [...found, .../** @type {any} */ (globalThis).smooth].sort();
  });

/** Remembers what scripts ask for. */
function watch() {
  /** @type {string[]} */
  const smooth = ((/** @type {any} */ (globalThis)).smooth = []);
  for (const [owner, names] of /** @type {const} */ ([[Element.prototype, ['scrollIntoView', 'scrollTo', 'scrollBy', 'scroll', 'animate']], [window, ['scrollTo', 'scrollBy', 'scroll']]])) {
    for (const name of names) {
      const own = owner[name];
      owner[name] = function (...given) {
        if (name === 'animate' || given.some((one) => one?.behavior === 'smooth')) smooth.push(`${name}: ${this.localName ?? 'window'}`);
        return own.apply(this, given);
      };
    }
  }
}

/** The ways about the page in which something could move. @param {import('playwright-core').Page} page */
async function* about(page) {
  await page.addInitScript(watch);
  page.setDefaultTimeout(10_000);
  await page.goto(app.url());
  await page.waitForSelector('[data-ready]');
  yield 'nothing yet';
  await page.locator('#open-label').hover();
  yield 'below a pointer';
  await page.getByLabel('ClusterVersion, or a part of it').fill(KINDS);
  await page.locator('#result[data-verdict]').waitFor();
  yield 'a verdict';
  for (const key of ['F8', 'F8']) await page.keyboard.press(key);
  await page.locator('#result .where .place').last().click();
  yield 'a place';
  const chart = page.getByRole('group', { name: /^Timeline: / }).first();
  await chart.focus();
  for (const key of ['+', '+', 'ArrowDown', 'ArrowRight', '0']) await page.keyboard.press(key);
  yield 'a timeline';
  await page.getByText('Save as…').click();
  yield 'a list that opens';
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  yield 'help';
}

test('where a reader wants no motion, nothing moves by itself', async () => {
  const page = await app.newPage({ reducedMotion: 'reduce' });
  for await (const state of about(page)) assert.deepEqual(await moving(page), [], state);
});

test('what moves elsewhere is found by the same look', async () => {
  const page = await app.newPage({ reducedMotion: 'no-preference' });
  /** @type {Set<string>} */
  const found = new Set();
  for await (const _ of about(page)) for (const one of await moving(page)) found.add(one);
  assert.ok(found.has('transition: button'), [...found].join());
  await page.evaluate(() => document.body.scrollIntoView({ behavior: 'smooth' }));
  assert.ok((await moving(page)).includes('scrollIntoView: body'));
});

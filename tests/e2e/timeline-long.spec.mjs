// Timelines of long histories with much evidence: drawn as far as they are in sight, told of record by record.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { harness } from './support.mjs';

const app = harness({ site: true });
const LONG = readFileSync(new URL('../cases/real/014-oc-4.16.0-ec2-pdb-74-entries.yaml', import.meta.url), 'utf8');

async function visit(text, { zone = 'UTC', evidence, ...options } = {}) {
  const page = await app.newPage({ viewport: { width: 1366, height: 700 }, timezoneId: zone, ...options });
  page.setDefaultTimeout(10_000);
  await page.goto(app.url());
  await page.waitForSelector('[data-ready]');
  if (evidence !== undefined) {
    await page.getByRole('button', { name: 'Add evidence' }).click();
    await page.getByLabel('Pasted evidence').fill(evidence);
  }
  await page.getByLabel('ClusterVersion, or a part of it').fill(text);
  await page.waitForSelector('#result[data-verdict] figure.timeline svg');
  return page;
}

const timeline = (page) => page.getByRole('group', { name: /^Timeline: plus and minus zoom/ });
const tools = (page) => page.getByRole('group', { name: 'Timeline', exact: true });
const tip = (page) => timeline(page).getByRole('status');
/** The entries whose rows are drawn, and those that can be seen. */
const rows = (page) =>
  timeline(page).evaluate((figure) => {
    const all = [...figure.querySelectorAll('g.entry')];
    const number = (row) => Number(row.getAttribute('data-entry'));
    const seen = (row) => row.getBoundingClientRect().bottom > 0 && row.getBoundingClientRect().top < innerHeight;
    return { drawn: all.map(number), seen: all.filter(seen).map(number) };
  });
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('while it moves only the rows in sight and some around them are drawn, at rest all', async () => {
  const page = await visit(LONG);
  const { height, top } = await timeline(page).evaluate((figure) => {
    const { height, top } = figure.querySelector('svg').getBoundingClientRect();
    return { height, top: top + scrollY };
  });
  assert.deepEqual((await rows(page)).drawn, range(0, 73));
  for (const share of [0, 0.3, 0.6, 1]) {
    await page.evaluate((y) => scrollTo(0, y), top + (height - 700) * share);
    // What is drawn in the next frame, and what was in sight of it.
    const moving = await timeline(page).evaluate(
      (figure) =>
        new Promise((resolve) => {
          figure.dispatchEvent(new WheelEvent('wheel', { deltaY: -20, ctrlKey: true, clientX: 700, bubbles: true, cancelable: true }));
          requestAnimationFrame(() => {
            const all = [...figure.querySelectorAll('g.entry')];
            const [first, last] = [all[0], all.at(-1)];
            const from = first.dataset.entry === '0' || first.getBoundingClientRect().top < 0;
            const to = last.dataset.entry === '73' || last.getBoundingClientRect().bottom > innerHeight;
            resolve({ from, to, drawn: all.length });
          });
        }),
    );
    assert.deepEqual([moving.from, moving.to, moving.drawn > 10 && moving.drawn < 74], [true, true, true], `${share}: ${moving.drawn}`);
    await page.waitForFunction(() => document.querySelectorAll('g.entry').length === 74);
  }
  // Its size and its name are the same as before.
  assert.equal(await timeline(page).locator('svg').evaluate((svg) => svg.getBoundingClientRect().height), height);
  await timeline(page).getByRole('img', { name: 'Timeline of status.history', description: '74 entries, newest first.' }).waitFor();
});

test('an entry far away is come to by key, by the text and by the table, and keeps its light', async () => {
  const page = await visit(LONG);
  await timeline(page).focus();
  for (let at = 0; at <= 60; at += 1) await page.keyboard.press('ArrowDown');
  assert.match(await tip(page).locator('.name').textContent(), /^#60 /);
  assert.ok((await rows(page)).seen.includes(60));
  await page.keyboard.press('Enter');
  await page.locator('g.entry.picked[data-entry="60"]').waitFor();
  // Out of sight and back again.
  await timeline(page).focus();
  await timeline(page).evaluate((figure) => figure.scrollIntoView());
  await page.keyboard.press('+');
  await page.locator('g.entry[data-entry="60"]').waitFor({ state: 'detached' });
  await timeline(page).evaluate((figure) => figure.scrollIntoView({ block: 'end' }));
  await page.locator('g.entry.picked[data-entry="60"]').waitFor();
  await timeline(page).evaluate((figure) => figure.scrollIntoView());
  await page.locator('#result tr[data-index="70"]').getByRole('button').first().click();
  await page.locator('g.entry.picked[data-entry="70"]').waitFor();
});

test('zooming to an entry brings its row into sight', async () => {
  const page = await visit(LONG);
  await page.locator('#result tr[data-index="59"]').getByRole('button').first().click();
  await timeline(page).evaluate((figure) => figure.scrollIntoView());
  for (const [name, index] of [['This entry', 59], ['Last update', 0]]) {
    await tools(page).getByRole('button', { name }).click();
    await page.waitForFunction((index) => {
      const { top, bottom, width } = document.querySelector(`g.entry[data-entry="${index}"] > :not(.row)`)?.getBoundingClientRect() ?? {};
      return top > 0 && bottom < innerHeight && width > 300;
    }, index);
  }
});

test('what was picked of one history is not picked of the next', async () => {
  const page = await visit(LONG);
  await page.locator('#result tr[data-index="1"]').getByRole('button').first().click();
  await page.locator('g.entry.picked[data-entry="1"]').waitFor();
  const text = page.getByLabel('ClusterVersion, or a part of it');
  // Judged anew, with something beside it, it is the same.
  await page.getByRole('button', { name: 'Add evidence' }).click();
  await page.getByLabel('Pasted evidence').fill('nothing dated\n');
  await page.locator('[data-problem=no-evidence]').first().waitFor();
  await page.locator('g.entry.picked[data-entry="1"]').waitFor();
  await text.fill(readFileSync(new URL('../cases/seed/mustgather.yaml', import.meta.url), 'utf8'));
  await page.waitForSelector('#result[data-verdict=corrupt]');
  assert.equal(await page.locator('.picked').count(), 0);
  assert.equal(await tools(page).getByRole('button', { name: 'This entry' }).isDisabled(), true);
});

test('where records last longer than what is in sight, it goes on zooming and judging', async () => {
  const page = await visit(readFileSync(new URL('../cases/seed/whole-thread.txt', import.meta.url), 'utf8'));
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const first = page.getByRole('group', { name: /^Timeline: plus and minus zoom/ }).first();
  await first.focus();
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('+');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await page.getByLabel('ClusterVersion, or a part of it').fill(LONG);
  await page.waitForSelector('#result[data-verdict=intact]');
  assert.deepEqual(errors, []);
});

test('keys and buttons zoom around the entry one is at', async () => {
  const page = await visit(LONG);
  await timeline(page).focus();
  for (let at = 0; at <= 20; at += 1) await page.keyboard.press('ArrowDown');
  const middle = () =>
    timeline(page).evaluate((figure) => {
      const boxes = [...figure.querySelectorAll('g.entry[data-entry="20"] > :not(.row)')].map((piece) => piece.getBoundingClientRect());
      const from = figure.getBoundingClientRect().left;
      return [(Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right))) / 2 - from, boxes[0].width];
    });
  const [was, wide] = await middle();
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('+');
    assert.equal(await tip(page).isVisible(), false, 'what was told of it is not where it was');
    await page.waitForTimeout(50);
  }
  const [is, wider] = await middle();
  // Stretches widened to be seen shift it a little; around the middle it would be thousands of pixels away.
  assert.ok(wider > wide * 2 && Math.abs(is - was) < 15, `${was} became ${is}, ${wide} became ${wider}`);
});

test('a finger is told of an entry first, and led to the text by the second press', async () => {
  const page = await visit(LONG, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await timeline(page).evaluate((figure) => figure.querySelector('g.entry[data-entry="30"]').scrollIntoView({ block: 'center' }));
  const at = await timeline(page).locator('g.entry[data-entry="30"] .row').boundingBox();
  const y = await page.evaluate(() => scrollY);
  await page.touchscreen.tap(at.x + 100, at.y + at.height / 2);
  await tip(page).locator('.name', { hasText: /^#30 / }).waitFor();
  await page.waitForTimeout(400);
  assert.deepEqual([await tip(page).isVisible(), await page.evaluate(() => scrollY), await page.locator('.picked').count()], [true, y, 0]);
  await page.touchscreen.tap(at.x + 100, at.y + at.height / 2);
  await page.locator('tr.picked[data-index="30"]').waitFor();
});

test('true scale can be asked for only where something is shortened or widened', async () => {
  const page = await visit(LONG);
  const scale = tools(page).getByRole('button', { name: 'True scale' });
  assert.deepEqual([await scale.isDisabled(), await scale.getAttribute('title')], [false, 'Draw every stretch at one scale, without breaks']);
  await scale.click();
  await timeline(page).locator('svg text', { hasText: 'true to scale' }).waitFor();
  assert.deepEqual([await scale.isDisabled(), await scale.getAttribute('aria-pressed')], [false, 'true']);
  await page.getByLabel('ClusterVersion, or a part of it').fill(readFileSync(new URL('../cases/seed/mustgather.yaml', import.meta.url), 'utf8'));
  await page.waitForSelector('#result[data-verdict=corrupt]');
  assert.deepEqual([await scale.isDisabled(), await scale.getAttribute('title')], [true, 'It is at true scale: nothing is shortened or widened']);
});

test('a record of evidence is told of under the pointer, in the zone chosen, and leads to its line', async () => {
  const seed = readFileSync(new URL('../cases/seed/mustgather.yaml', import.meta.url), 'utf8');
  const at = (time) => `I0927 ${time}.000000       1 sync_worker.go:453] Running sync 4.3.0-0.ci-2019-09-27-181735 (force=false) on generation 1 in state Updating at attempt 0`;
  const page = await visit(seed, {
    zone: 'Europe/Prague',
    evidence: `2019-09-27T21:25:30.000000000Z ${at('21:25:30')}\n2019-09-27T21:35:30.000000000Z ${at('21:35:30')}\n`,
  });
  const lane = timeline(page).locator('[data-lane="0"]');
  await lane.waitFor({ state: 'attached' });
  const spot = (n) =>
    lane.evaluate((path, n) => {
      // Each mark is a rectangle of the outline.
      const [x, y] = path.getAttribute('d').split('M').slice(1)[n].split(/[ LZ]/).map(Number);
      path.scrollIntoView({ block: 'center' });
      const { left, top } = path.ownerSVGElement.getBoundingClientRect();
      return { x: left + x + 2, y: top + y + 3 };
    }, n);
  const second = await spot(1);
  await page.mouse.move(second.x, second.y);
  await tip(page).getByText('2019-09-27T21:35:30Z: ', { exact: false }).waitFor();
  await page.mouse.click(second.x, second.y);
  assert.match(await page.$eval('#evidence', (pane) => pane.value.slice(pane.selectionStart, pane.selectionEnd)), /^2019-09-27T21:35:30/);
  const first = await spot(0);
  await page.mouse.move(first.x, first.y);
  await tip(page).getByText('2019-09-27T21:25:30Z: ', { exact: false }).waitFor();
  await page.getByRole('group', { name: 'Times in' }).getByRole('button', { name: 'Local' }).click();
  const again = await spot(0);
  await page.mouse.move(again.x + 1, again.y);
  await tip(page).getByText('2019-09-27T23:25:30+02:00: ', { exact: false }).waitFor();
});

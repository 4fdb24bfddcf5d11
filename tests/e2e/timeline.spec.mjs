// Timelines: zoomed and moved along by buttons, keys, wheel, drag and pinch; asked, in the reader's zone, on paper.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { harness } from './support.mjs';

const app = harness({ site: true });

async function visit({ clock = false, ...options } = {}) {
  const page = await app.newPage({ viewport: { width: 1600, height: 900 }, ...options });
  page.setDefaultTimeout(10_000);
  if (clock) await page.clock.install();
  await page.goto(app.url());
  await page.waitForSelector('[data-ready]');
  return page;
}

async function seed(options) {
  const page = await visit(options);
  await page.getByRole('button', { name: 'The must-gather of bug 1756461' }).click();
  await page.waitForSelector('#result[data-verdict=corrupt]');
  await timeline(page).scrollIntoViewIfNeeded();
  return page;
}

const timeline = (page) => page.getByRole('group', { name: /^Timeline: plus and minus zoom/ });
const tools = (page) => page.getByRole('group', { name: 'Timeline', exact: true });
const button = (page, name) => tools(page).getByRole('button', { name, exact: true });
const tip = (page) => timeline(page).getByRole('status');

/** Where the newest entry's bar begins and ends, from the timeline's left edge. */
const bar = (page) =>
  timeline(page).evaluate((figure) => {
    const { left, right } = figure.querySelector('g.entry[data-entry="0"] :not(.row)').getBoundingClientRect();
    const from = figure.getBoundingClientRect().left;
    return { left: left - from, right: right - from };
  });

/** Waits until the bar is drawn elsewhere than it was, and tells where. */
async function moved(page, was) {
  await timeline(page).evaluate(
    (figure, was) =>
      new Promise((resolve) => {
        const look = () => {
          const own = figure.querySelector('g.entry[data-entry="0"] :not(.row)')?.getBoundingClientRect();
          const from = figure.getBoundingClientRect().left;
          const still = own && Math.abs(own.left - from - was.left) < 0.01 && Math.abs(own.right - from - was.right) < 0.01;
          if (still) requestAnimationFrame(look);
          else resolve(undefined);
        };
        look();
      }),
    was,
  );
  return bar(page).catch(() => undefined);
}

const near = (actual, expected, what) => assert.ok(Math.abs(actual - expected) < 1.5, `${what}: ${actual}, not ${expected}`);
const words = (page) => timeline(page).locator('svg text').allTextContents();
const picked = (page) => page.locator('#result tr.picked').evaluateAll((all) => all.map((one) => one.dataset.index));

test('its buttons zoom, fit, and go to an update and to what is picked', async () => {
  const page = await seed();
  const names = await tools(page).getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
  assert.deepEqual(names, ['Zoom out', 'Zoom in', 'Fit', 'Last update', 'This entry', 'True scale']);
  const all = await bar(page);
  await button(page, 'Zoom in').click();
  const closer = await moved(page, all);
  near(all.left - closer.left, (464 - all.left) * 0.5, 'zoomed by half around the middle');
  await button(page, 'Zoom out').click();
  const back = await moved(page, closer);
  near(back.left, all.left, 'zoomed out again');
  await button(page, 'Last update').click();
  const last = await moved(page, back);
  assert.ok(last.left < all.left && last.right - last.left > 0.6 * 928, JSON.stringify(last));
  await button(page, 'Fit').click();
  near((await moved(page, last)).left, all.left, 'fit');
  assert.equal(await button(page, 'This entry').isDisabled(), true);
  await page.locator('#result tr[data-index="1"]').getByRole('button', { name: /entry 1/i }).first().click();
  await button(page, 'This entry').click();
  const first = await moved(page, all);
  assert.ok(first === undefined || first.left > all.left, 'the older entry has come into view');
});

test('keys zoom and move along it', async () => {
  const page = await seed();
  await timeline(page).focus();
  const all = await bar(page);
  const [before, wide] = [await words(page), await timeline(page).evaluate((figure) => figure.clientWidth)];
  const press = async (key, was) => {
    await page.keyboard.press(key);
    return moved(page, was);
  };
  const one = await press('+', all);
  const two = await press('=', one);
  assert.ok(two.left < one.left && one.left < all.left);
  const three = await press('-', two);
  near(three.left, one.left, 'minus takes plus back');
  const right = await press('ArrowLeft', three);
  assert.ok(right.left > three.left, 'what is earlier comes into view');
  near((await press('ArrowRight', right)).left, Math.max(right.left - wide / 4, -Infinity), 'a quarter along');
  const end = await press('End', await bar(page));
  near(end.right, all.right, 'the end is at the right edge');
  const home = await press('Home', end);
  assert.ok(home.left > end.left);
  const again = await press('0', home);
  near(again.left, all.left, 'all of it');
  assert.deepEqual(await words(page), before);
});

test('up and down tell of each entry, exactly, and Enter picks it', async () => {
  const page = await seed();
  await timeline(page).focus();
  const lines = () =>
    tip(page).evaluate((box) => [
      box.querySelector('.name').textContent,
      ...[...box.querySelectorAll('dl > div')].map((pair) => `${pair.querySelector('dt').textContent}: ${pair.querySelector('dd').textContent}`),
    ]);
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await lines(), [
    '#0 4.3.0-0.ci-2019-09-27-182824 · Completed',
    'Started: 2019-09-27T21:45:59Z',
    'Recorded end: 2019-09-27T22:29:06Z',
    'Took: 43 min 7 s',
    'Before it: the recorded end of #1 cannot be trusted',
    'Image: registry.svc.ci.openshift.org/ocp/release:4.3.0-0.ci-2019-09-27-182824',
    'Verified: false',
  ]);
  await page.keyboard.press('ArrowDown');
  const older = [
    '#1 4.3.0-0.ci-2019-09-27-181735 · Completed',
    'Started: 2019-09-27T21:25:09Z',
    'Recorded end: 2019-09-27T21:45:59Z',
    'True end: between 2019-09-27T21:25:09Z and 2019-09-27T21:45:59Z',
    'Because: not before the installation itself began; not after the next update began',
    'After it: the recorded end of #1 cannot be trusted',
    'Image: registry.svc.ci.openshift.org/ocp/release@sha256:d2462537f448853571cc914b334e7169c307767540aad25ebcf4106661953471',
    'Verified: false',
  ];
  assert.deepEqual(await lines(), older);
  // Beyond the last there is none.
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await lines(), older);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#result tr.picked');
  assert.deepEqual(await picked(page), ['1']);
  assert.equal(await button(page, 'This entry').isDisabled(), false);
});

test('the wheel with Ctrl zooms around the pointer; alone it scrolls the page', async () => {
  const page = await seed({ viewport: { width: 1600, height: 500 } });
  const all = await bar(page);
  const frame = await timeline(page).boundingBox();
  await page.mouse.move(frame.x + all.left, frame.y + 105);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  const closer = await moved(page, all);
  // Pointers stand on whole pixels.
  assert.ok(Math.abs(closer.left - all.left) < 3, `what is under the pointer stays: ${closer.left}, not ${all.left}`);
  assert.ok(closer.right > all.right - 1);
  // Another stretch of the axis is seen.
  const before = await words(page);
  const top = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction((top) => scrollY > top, top);
  assert.deepEqual(await words(page), before);
  near((await bar(page)).left, closer.left, 'scrolling does not zoom');
});

test('a drag moves it, and is no press; a press is', async () => {
  const page = await seed();
  const all = await bar(page);
  await button(page, 'Zoom in').click();
  const closer = await moved(page, all);
  const frame = await timeline(page).boundingBox();
  const [x, y] = [frame.x + 500, frame.y + 105];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 6 });
  await page.mouse.up();
  const dragged = await moved(page, closer);
  near(dragged.left - closer.left, 60, 'along with the pointer');
  assert.deepEqual(await picked(page), []);
  // Nor does it take the keys' presses along.
  await timeline(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#result tr.picked');
  assert.deepEqual(await picked(page), ['0']);
  await page.keyboard.press('Escape');
  await timeline(page).scrollIntoViewIfNeeded();
  const now = await timeline(page).boundingBox();
  await page.mouse.click(now.x + 10, now.y + 145);
  await page.waitForSelector('#result tr.picked[data-index="1"]');
  assert.deepEqual(await picked(page), ['1']);
});

test('what was let go of elsewhere is not dragged on', async () => {
  const page = await seed();
  const all = await bar(page);
  await button(page, 'Zoom in').click();
  const closer = await moved(page, all);
  const { x, y, height } = await timeline(page).boundingBox();
  await page.mouse.move(x + 500, y + height - 4);
  await page.mouse.down();
  await page.mouse.move(x + 500, y + height + 30);
  await page.mouse.up();
  await page.mouse.move(x + 300, y + height - 20, { steps: 4 });
  await page.mouse.move(x + 600, y + height - 20, { steps: 4 });
  await timeline(page).evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  near((await bar(page)).left, closer.left, 'it stays');
});

test('two fingers zoom it', async () => {
  const page = await seed({ hasTouch: true });
  const all = await bar(page);
  const frame = await timeline(page).boundingBox();
  const touch = await page.context().newCDPSession(page);
  const [middle, y] = [frame.x + all.left, frame.y + 105];
  const points = (apart) => [
    { x: middle - apart, y, id: 1 },
    { x: middle + apart, y, id: 2 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(40) });
  for (const apart of [50, 60, 70, 80]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(apart) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // The finger's spot stays, all around it is twice as wide: so the older entry's bar begins twice as far to the left.
  await page.waitForFunction(() => ![...document.querySelectorAll('figure.timeline svg text')].some((text) => text.textContent === '21:25'));
  const now = await bar(page);
  assert.ok(Math.abs(now.left - all.left) < 8, `the bar began at ${all.left}, and begins at ${now.left}`);
  assert.deepEqual(await picked(page), []);
  await button(page, 'Fit').click();
  near((await moved(page, now)).left, all.left, 'fit');
});

const HISTORY = (newer, older) => `history:
- completionTime: 2020-10-14T03:42:31Z
  image: quay.io/b
  startedTime: 2020-10-14T03:20:00Z
  state: Completed
  verified: true
  version: ${newer}
- completionTime: 2019-10-14T03:20:00Z
  image: quay.io/a
  startedTime: 2019-10-14T02:43:16Z
  state: Completed
  verified: false
  version: ${older}
`;

async function paste(page, text) {
  await page.getByLabel('ClusterVersion, or a part of it').fill(text);
  await page.waitForSelector('#result[data-verdict] figure.timeline svg');
}

test('a quiet year is shortened, visibly, until the true scale is asked for', async () => {
  const page = await visit();
  await paste(page, HISTORY('4.5.14', '4.1.20'));
  const scale = button(page, 'True scale');
  assert.equal(await scale.getAttribute('aria-pressed'), 'false');
  const short = await bar(page);
  assert.equal(await timeline(page).locator('g.breaks > *').count() > 0, true);
  assert.ok((await words(page)).includes('time shortened'));
  await scale.click();
  const long = await moved(page, short);
  assert.equal(await scale.getAttribute('aria-pressed'), 'true');
  assert.equal(await timeline(page).locator('g.breaks > *').count(), 0);
  assert.ok(!(await words(page)).includes('time shortened'));
  assert.ok(long.right - long.left < 10, 'twenty-two minutes of a year');
  await scale.click();
  near((await moved(page, long)).left, short.left, 'shortened again');
  assert.equal(await scale.getAttribute('aria-pressed'), 'false');
});

test('what is told under a pointer can be reached, and goes by itself or by Escape', async () => {
  const page = await seed({ clock: true });
  const frame = await timeline(page).boundingBox();
  const bar = await timeline(page).locator('g.entry[data-entry="0"]').boundingBox();
  const hover = () => page.mouse.move(frame.x + 600, bar.y + bar.height / 2, { steps: 3 });
  await hover();
  await tip(page).getByText('Took').waitFor();
  const box = await tip(page).boundingBox();
  await page.mouse.move(box.x + 40, box.y + 20, { steps: 5 });
  // Long after it would have gone.
  await page.clock.runFor(5_000);
  assert.equal(await tip(page).isVisible(), true);
  // It is not in the way of who has read it, wherever the focus is.
  await page.keyboard.press('Escape');
  assert.equal(await tip(page).isVisible(), false);
  await page.mouse.move(frame.x + 600, frame.y - 60);
  await hover();
  await tip(page).getByText('Took').waitFor();
  await page.mouse.move(5, 5);
  await page.clock.runFor(1_000);
  assert.equal(await tip(page).isVisible(), false);
});

test("all times are in the reader's zone at a switch, and back exactly", async () => {
  const page = await seed({ timezoneId: 'Europe/Prague' });
  const result = page.locator('#result');
  const times = () => result.locator('time').allTextContents();
  const captions = () => result.locator('caption').allTextContents();
  const [asRecorded, asDrawn] = [await times(), await words(page)];
  assert.deepEqual(await captions(), ['Entries, newest first; times in UTC']);
  assert.ok(asDrawn.includes('Times in UTC'));
  await button(page, 'Zoom in').click();
  const closer = await moved(page, { left: -1, right: -1 });
  const zone = page.getByRole('group', { name: 'Times in' });
  await zone.getByRole('button', { name: 'Local' }).click();
  await result.locator('caption', { hasText: 'times in Europe/Prague' }).waitFor();
  assert.deepEqual(await captions(), ['Entries, newest first; times in Europe/Prague']);
  assert.equal(await result.locator('tr[data-index="0"] time').first().textContent(), '2019-09-27T23:45:59+02:00');
  assert.equal(await result.locator('tr[data-index="0"] time').nth(1).textContent(), '2019-09-28T00:29:06+02:00');
  assert.equal((await times()).every((time) => /\+02:00$/.test(time)), true);
  near((await bar(page)).left, closer.left, 'it stays where one had got to');
  await button(page, 'Fit').click();
  await timeline(page).locator('svg text', { hasText: /^23:25$/ }).waitFor();
  assert.match((await words(page))[0], /^Times in Europe\/Prague/);
  await timeline(page).focus();
  await page.keyboard.press('ArrowDown');
  await tip(page).getByText('2019-09-28T00:29:06+02:00').waitFor();
  await zone.getByRole('button', { name: 'UTC' }).click();
  await result.locator('caption', { hasText: 'times in UTC' }).waitFor();
  assert.deepEqual(await times(), asRecorded);
  assert.deepEqual(await words(page), asDrawn);
});

test('on paper the verdict is one page', async () => {
  const page = await seed();
  const bytes = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(bytes.match(/\/Type\s*\/Page\b(?!s)/g)?.length, 1);
  // Afterwards it is as wide as the screen has room for.
  await page.waitForFunction(() => {
    const figure = document.querySelector('figure.timeline');
    return Math.abs(figure.querySelector('svg').width.baseVal.value - figure.clientWidth) < 1;
  });
});

test('markup in a version is text in the drawing and beside it', async () => {
  const page = await visit();
  const evil = '</text><script>document.title=1</script><image href=x onerror=document.title=1>]]>&amp;';
  await paste(page, HISTORY(`'${evil}'`, `'${evil}'`));
  await timeline(page).focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await tip(page).locator('.name').textContent(), `#0 ${evil} · Completed`);
  await page.keyboard.press('+');
  await moved(page, { left: -1, right: -1 });
  assert.equal(await timeline(page).locator('script, image').count(), 0);
  assert.ok((await words(page)).some((text) => text.startsWith('</text>')));
  assert.equal(await page.title(), 'ClusterVersion history: can it be trusted?');
});

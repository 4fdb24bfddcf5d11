// The page's parts are in the document as they are seen, whatever there is to see.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { harness } from './support.mjs';

const app = harness();

/** The parts as the document has them, and as they lie on the page: from left to right, in each from top to bottom. */
const parts = (page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('main > section')]
      .map((part) => ({ name: part.classList[0], box: part.getBoundingClientRect() }))
      .filter(({ name, box }) => ['start', 'input', 'output'].includes(name) && box.height > 0)
      // Without anything to say it has no place of its own.
      .filter(({ name }) => name !== 'output' || document.querySelector('#empty').hidden);
    const seen = [...all].sort((a, b) => (a.box.right <= b.box.left ? -1 : b.box.right <= a.box.left ? 1 : a.box.top - b.box.top));
    return [all, seen].map((list) => list.map(({ name }) => name).join(' '));
  });

const until = async (page, wanted) => {
  await page.waitForFunction(
    (names) => [...document.querySelectorAll('main > section')].map((part) => part.classList[0]).filter((name) => names.includes(name)).join(' ') === names,
    wanted,
  );
  const shown = (await page.locator('#empty').isVisible()) ? wanted.replace(' output', '') : wanted;
  assert.deepEqual(await parts(page), [shown, shown]);
};

test('the order is that of the eye at each width, empty and filled, with one text and two', async () => {
  for (const [width, empty] of [[360, 'start input output'], [1600, 'input start output']]) {
    const page = await app.visit({ viewport: { width, height: 900 } });
    await until(page, empty);
    await page.getByRole('button', { name: 'The must-gather of bug 1756461' }).click();
    await page.waitForSelector('#result[data-verdict=corrupt]');
    await until(page, 'input output start');
    await page.getByRole('button', { name: 'Before and after', exact: true }).click();
    await page.waitForSelector('#result[data-verdict]');
    await until(page, 'input output start');
    await page.getByRole('button', { name: 'Clear' }).click();
    await until(page, 'start input output');
    await page.getByRole('button', { name: 'Before and after', exact: true }).click();
    await until(page, empty);
  }
});

test('a window that changes its width takes the order along', async () => {
  const page = await app.visit({ viewport: { width: 1600, height: 900 } });
  await until(page, 'input start output');
  await page.setViewportSize({ width: 500, height: 900 });
  await until(page, 'start input output');
});

test('who presses an example by key keeps the focus on it, and Tab goes on behind the verdict', async () => {
  const page = await app.visit({ viewport: { width: 1600, height: 900 } });
  const button = page.getByRole('button', { name: 'The must-gather of bug 1756461' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#result[data-verdict=corrupt]');
  await until(page, 'input output start');
  assert.equal(await button.evaluate((own) => document.activeElement === own), true);
  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.evaluate(() => document.activeElement.closest('main > section').classList[0]), 'output');
});

test('typing goes on while the parts are put in order', async () => {
  const page = await app.visit({ viewport: { width: 360, height: 900 } });
  await page.getByLabel('ClusterVersion, or a part of it').pressSequentially('2019-10-14T02:43:16Z|2019-10-14T03:13:16Z|Completed|4.1.18');
  await page.waitForSelector('#result[data-verdict=intact]');
  await until(page, 'input output start');
  await page.keyboard.type('9');
  assert.match(await page.getByLabel('ClusterVersion, or a part of it').inputValue(), /4\.1\.189$/);
});

test('an embedded page has its text below the verdict, in the document too', async () => {
  const page = await app.newPage({ viewport: { width: 900, height: 900 } });
  const data = Buffer.from('2019-10-14T02:43:16Z|2019-10-14T03:13:16Z|Completed|4.1.18\n').toString('base64');
  await page.goto(app.url(`#embed=1&data=b64:${encodeURIComponent(data)}`));
  await page.waitForSelector('#result[data-verdict=intact]');
  await page.locator('#result .place').first().click();
  await page.waitForSelector('.input', { state: 'visible' });
  assert.deepEqual(await parts(page), ['output input', 'output input']);
});

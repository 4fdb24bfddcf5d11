// What a print of the page is: one sheet that says what it leaves out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { harness } from './support.mjs';

const app = harness();

const text = (name) => readFileSync(new URL(`../cases/${name}`, import.meta.url), 'utf8');
const SEED = text('seed/mustgather.yaml');
const THREAD = text('seed/whole-thread.txt');
const LONG = text('real/014-oc-4.16.0-ec2-pdb-74-entries.yaml');

async function judged(paste, options) {
  const page = await app.visit(options);
  await page.getByLabel('ClusterVersion, or a part of it').fill(paste);
  await page.waitForSelector('#result[data-verdict]');
  return page;
}

const pages = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;

/** The page as it is printed, to be read as a person does. */
async function onPaper(page) {
  // 190 mm between the margins of A4.
  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

test('each report is one sheet, of A4 and of Letter', async () => {
  for (const [paste, locale, format] of [[SEED, 'cs-CZ', 'A4'], [SEED, 'en-US', 'Letter'], [THREAD, 'cs-CZ', 'A4'], [THREAD, 'en-US', 'Letter'], [LONG, 'cs-CZ', 'A4'], [LONG, 'en-US', 'Letter']]) {
    const page = await judged(paste, { locale });
    assert.equal(pages(await page.pdf({ format })), 1, `${paste.slice(0, 40)} on ${format}`);
    await page.context().close();
  }
});

test('the sheet has the verdict, what to do, each finding and the entries, in letters of 8.5 points and more', async () => {
  const page = await judged(SEED);
  await onPaper(page);
  await page.getByRole('heading', { name: 'Verdict: Corrupt' }).waitFor();
  await page.getByRole('heading', { name: 'What to do now' }).waitFor();
  for (const title of ["A completed update's end was overwritten", 'The next update will overwrite this completion', 'An update is recorded as not verified']) {
    await page.getByRole('heading', { name: title }).waitFor();
  }
  assert.equal(await page.getByRole('img', { name: /./ }).count(), 1);
  await page.locator('#paper').getByText('Why', { exact: true }).waitFor();
  await page.getByText('Left out on this sheet: the inspected text; rules that could not be checked; references. All of it: on the page.').waitFor();
  // Nothing of what belongs to a screen alone.
  assert.deepEqual(await page.locator('button:not(.place), textarea, input, select').filter({ visible: true }).allInnerTexts(), []);
  const points = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('#paper'), NodeFilter.SHOW_TEXT);
    const sizes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const own = node.parentElement;
      if (node.textContent.trim() === '' || own.closest('.unseen, title, desc') || getComputedStyle(own).display === 'none') continue;
      const svg = own.closest('svg');
      const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
      sizes.push(parseFloat(getComputedStyle(own).fontSize) * scale * 0.75);
    }
    return Math.min(...sizes);
  });
  assert.ok(Math.round(points * 100) >= 850, `${points} pt`);
});

test('of a long history those entries are printed that findings stand at, and how many are left out', async () => {
  const page = await judged(LONG);
  await onPaper(page);
  await page.getByText('ClusterVersion, 74 entries, lines 3 to 541').filter({ visible: true }).waitFor();
  const bars = page.locator('#paper g.entry');
  const shown = await bars.evaluateAll((all) => all.map((one) => Number(one.dataset.entry)));
  for (const index of [66, 67, 68, 69, 70, 71, 73]) assert.ok(shown.includes(index), `${index} of ${shown}`);
  await page.getByText(`${74 - shown.length} of 74 entries are left out here, none of them with a finding. Whole list: on the page.`).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await page.locator('#paper').count(), 0);
});

test('of a thread each history has its sentence, and what proves the verdict stands first', async () => {
  const page = await judged(THREAD);
  await onPaper(page);
  const headings = await page.locator('#paper').getByRole('heading', { level: 3 }).allInnerTexts();
  assert.deepEqual(headings, [
    'What to do now',
    'History 3 (paste, line 68) compared with history 2 (paste, line 64)',
    'History 5 (paste, line 82) compared with history 4 (paste, line 78)',
    'History 1 (paste, line 8)',
    'History 2 (paste, line 64)',
    'History 3 (paste, line 68)',
    'History 4 (paste, line 78)',
    'History 5 (paste, line 82)',
  ]);
  await page.getByText(/^Left out on this sheet: entries as tables; the reasons of findings; 4 timelines; /).waitFor();
});

test('paper is white and its words are black, and the times are in the zone that was chosen', async () => {
  const page = await judged(SEED, { colorScheme: 'dark', timezoneId: 'Europe/Prague' });
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Local' }).click();
  await onPaper(page);
  const colours = await page.evaluate(() => {
    const of = (selector) => getComputedStyle(document.querySelector(selector));
    return [of('body').backgroundColor, of('#paper .verdict').backgroundColor, of('#paper .summary').color, of('#paper .fill-text').fill];
  });
  assert.deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)']);
  await page.locator('#paper').getByText('Times in Europe/Prague').first().waitFor();
  await page.locator('#paper .summary').getByText('2019-09-27T23:25:09+02:00').waitFor();
});

test('a print of the page before there is a verdict leaves its controls away', async () => {
  const page = await app.visit();
  await onPaper(page);
  assert.deepEqual(await page.getByRole('button').filter({ visible: true }).allInnerTexts(), []);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

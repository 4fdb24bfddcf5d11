// A saved report on paper: black on white, nothing to press, nothing cut off or parted.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { stage } from './hosts.mjs';
import { reports, seed } from './reports.mjs';

const hosts = stage();
const cases = (/** @type {string} */ name) => readFile(new URL(`../cases/${name}`, import.meta.url), 'utf8');
const THREAD = await cases('seed/whole-thread.txt');
const LONG = await cases('real/014-oc-4.16.0-ec2-pdb-74-entries.yaml');

/** Black, and what is dark enough to pass for it: a muted word, an error, a warning, what is fine. */
const INKS = ['rgb(0, 0, 0)', 'rgb(51, 51, 51)', 'rgb(143, 26, 16)', 'rgb(107, 67, 0)', 'rgb(20, 83, 45)'];

const pages = (/** @type {Buffer} */ pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

/** A report, gone about by a reader in the dark, as it is printed. @param {string} html @param {'wasm' | undefined} ready */
async function opened(html, ready) {
  const options = { colorScheme: /** @type {const} */ ('dark'), viewport: { width: 1200, height: 900 } };
  const { page, close } = await hosts.visit(hosts.url('plain', html), { ready, options });
  if (ready !== undefined) {
    await page.getByRole('button', { name: 'Zoom in' }).first().click();
    await page.locator('button.place').first().click();
    await page.locator('.code').first().waitFor();
    assert.equal(await page.locator('.timeline .canvas').first().getAttribute('fill'), '#15191e');
  }
  const onPaper = async () => {
    // 186 mm between the margins of A4.
    await page.setViewportSize({ width: 703, height: 1032 });
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  };
  return { page, close, onPaper };
}

for (const kind of /** @type {const} */ (['full', 'light'])) {
  for (const [name, text] of [['three entries', seed], ['a whole thread', THREAD], ['74 entries', LONG]]) {
    test(`a ${kind} report of ${name} is clean on paper`, async () => {
      const { page, close, onPaper } = await opened(reports([{ text }])[kind], kind === 'full' ? 'wasm' : undefined);
      await onPaper();
      const seen = (await page.locator('#cvh').innerText()).trim();
      assert.ok(/^Verdict:\n(Corrupt|Intact)\n/.test(seen), seen.slice(0, 80));
      assert.deepEqual(await page.locator('button:not(.place), input, select, .code, .source').filter({ visible: true }).count(), 0);
      // What cannot be read there is not there, and a sentence says so; what is folded is.
      const isLong = text === LONG;
      const unchecked = isLong ? 0 : text === THREAD ? 5 : 1;
      const shown = (/** @type {string} */ selector) => page.locator(selector).evaluateAll((all) => all.map((one) => one.checkVisibility({ contentVisibilityAuto: true })));
      assert.deepEqual([...new Set(await shown('.timeline svg'))], [!isLong]);
      assert.equal(seen.includes('The timeline is left out on paper: the table has all of its entries.'), isLong);
      assert.deepEqual(await shown('.notes-folded .finding'), Array(isLong ? 7 : 0).fill(true));
      assert.deepEqual(await shown('details.long > ul'), Array(unchecked).fill(false));
      assert.equal(seen.split('Left out on paper: which rules these are, and why each was not checked.').length - 1, unchecked);
      const found = await page.evaluate((inks) => {
        const styles = (/** @type {string} */ selector, /** @type {(style: CSSStyleDeclaration) => string} */ of) =>
          [...new Set([...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => of(getComputedStyle(one))))];
        const edge = document.documentElement.clientWidth;
        return {
          ground: styles('body, #cvh, .in, .scrolls, .facts-table, .facts-table :is(tr, td, th), .timeline', (style) => style.backgroundColor).filter((one) => one !== 'rgba(0, 0, 0, 0)'),
          text: styles('#cvh :not(svg, svg *)', (style) => style.color).filter((one) => !inks.includes(one)),
          places: styles('.place, a', (style) => `${style.textDecorationLine} ${style.borderTopWidth}`),
          parted: styles('.finding, .verdict, .timeline, tr[data-index]', (style) => style.breakInside),
          wide: [...document.querySelectorAll('#cvh, #cvh *')].filter((one) => one.getBoundingClientRect().right > edge + 0.5 && !one.closest('.unseen')).map((one) => one.outerHTML.slice(0, 100)),
          canvas: [...new Set([...document.querySelectorAll('.timeline .canvas')].map((one) => getComputedStyle(one).fill))],
          high: [...document.querySelectorAll('.timeline svg')].every((one) => one.getBoundingClientRect().height < 820),
        };
      }, INKS);
      assert.deepEqual(found, {
        ground: ['rgb(255, 255, 255)'],
        text: [],
        places: ['none 0px'],
        parted: ['avoid'],
        wide: [],
        canvas: ['rgb(255, 255, 255)'],
        high: true,
      });
      await close();
    });
  }
}

test('it is as long as it must be, and is as it was afterwards', async () => {
  for (const [text, sheets] of /** @type {const} */ ([[seed, 2], [THREAD, 6], [LONG, 5]])) {
    const { page, close } = await opened(reports([{ text }]).full, 'wasm');
    const look = () => page.evaluate(() => [document.querySelector('.timeline svg')?.getAttribute('width'), document.querySelector('.timeline .canvas')?.getAttribute('fill')]);
    const before = await look();
    // Another machine's letters may take one more.
    const printed = pages(await page.pdf({ format: 'A4' })) ?? 0;
    assert.ok(printed >= sheets && printed <= sheets + 1, `${printed} sheets`);
    assert.deepEqual(await look(), before);
    await close();
  }
});

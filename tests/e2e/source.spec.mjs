// A text beside its verdict: line numbers, marks in place, and the way from finding to finding.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { harness } from './support.mjs';

const app = harness({ site: true });

const PENDING = 'This cluster still runs 4.3.0-0.ci-2019-09-27-182824: the next update will overwrite the completion of this entry.';
const UNVERIFIED = 'The update to 4.3.0-0.ci-2019-09-27-182824 is recorded as not verified.';
const OVERWRITTEN =
  'The completion of 4.3.0-0.ci-2019-09-27-181735 was overwritten with the start of 4.3.0-0.ci-2019-09-27-182824.';

async function visit(options) {
  const page = await app.newPage({ viewport: { width: 1600, height: 900 }, ...options });
  page.setDefaultTimeout(10_000);
  await page.goto(app.url());
  await page.waitForSelector('[data-ready]');
  return page;
}

const sign = (page, name) => page.getByRole('button', { name, exact: true });

/** The bug's must-gather, its verdict and its marks. */
async function seed(options) {
  const page = await visit(options);
  await page.getByRole('button', { name: 'The must-gather of bug 1756461' }).click();
  await page.waitForSelector('#result[data-verdict=corrupt]');
  await sign(page, `Line 8, error: ${OVERWRITTEN}`).waitFor();
  return page;
}

const input = (page) => page.getByLabel('ClusterVersion, or a part of it');
const announced = (page, text) => page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });

/** What lights up in the report, in words. */
const lit = (page) =>
  page.locator('#result .picked').evaluateAll((all) =>
    all.map((one) => {
      const [name, entry] = [one.localName, one.dataset.entry ?? one.dataset.index];
      return name === 'article' ? `finding ${one.dataset.rule}` : `${name === 'tr' ? 'row' : 'bar'} ${entry}`;
    }).sort(),
  );

const untilLit = async (page, expected) => {
  await page.waitForFunction((count) => document.querySelectorAll('#result .picked').length === count, expected.length);
  assert.deepEqual(await lit(page), expected);
};

const selection = (page, id = '#input') =>
  page.$eval(id, (area) => ({
    text: area.value.slice(area.selectionStart, area.selectionEnd),
    line: area.value.slice(0, area.selectionStart).split('\n').length,
    focused: document.activeElement === area,
  }));

const ENTRY_0 = ['bar 0', 'finding overwrite-pending', 'finding unverified-release', 'row 0'];
const ENTRY_1 = ['bar 1', 'finding completion-overwritten', 'row 1'];

test('each line has its number, and those that are spoken of a sign with words', async () => {
  const page = await seed();
  const shown = (all) => all.map(({ dataset, innerText }) => `${dataset.sign ?? ''} ${innerText}`);
  const numbers = await page.locator('.gutter').first().locator('> *').evaluateAll(shown);
  assert.deepEqual(
    numbers.map((text) => text.trim()),
    ['1', 'i 2', '3', '4', '5', 'i 6', '7', '✖ 8', '9', '10', '11', '12', '13', '14', '15', '16'],
  );
  const signs = await page.locator('.gutter').first().getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.deepEqual(signs, [`Line 2, info: ${PENDING}`, `Line 6, info: ${UNVERIFIED}`, `Line 8, error: ${OVERWRITTEN}`]);
  // Where entries begin.
  const entries = page.locator('.gutter').first().locator('[data-entry]');
  assert.deepEqual(await entries.evaluateAll((all) => all.map((one) => [one.dataset.entry, `${one.dataset.sign} ${one.innerText}`])), [
    ['#0', 'i 2'],
    ['#1', '✖ 8'],
  ]);
});

test('a value that is doubted is underlined exactly where it stands', async () => {
  for (const width of [360, 1600]) {
    const page = await seed({ viewport: { width, height: 900 } });
    const mark = page.locator('.under mark.error');
    assert.equal(await mark.textContent(), '2019-09-27T21:45:59Z');
    const off = await page.evaluate(() => {
      const area = document.querySelector('#input');
      const style = getComputedStyle(area);
      // Where the area itself puts columns 21 to 41 of line 8.
      const context = document.createElement('canvas').getContext('2d');
      context.font = `${style.fontSize} ${style.fontFamily}`;
      const wide = (text) => context.measureText(text).width;
      const frame = area.getBoundingClientRect();
      const line = area.value.split('\n')[7];
      const left = frame.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft) + wide(line.slice(0, 20)) - area.scrollLeft;
      const top = frame.top + parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop) + 7 * parseFloat(style.lineHeight) - area.scrollTop;
      const box = document.querySelector('.under mark.error').getBoundingClientRect();
      const row = document.querySelector('.under mark.error').parentElement.getBoundingClientRect();
      return { left: box.left - left, right: box.right - left - wide(line.slice(20, 40)), top: row.top - top };
    });
    for (const [side, by] of Object.entries(off)) assert.ok(Math.abs(by) < 1, `${width} px: the mark's ${side} is off by ${by} px`);
    // It goes along with the text.
    await input(page).evaluate((area) => {
      area.scrollLeft = 40;
    });
    await page.waitForFunction(() => {
      const area = document.querySelector('#input');
      return document.querySelector('.under mark.error').parentElement.style.left === `${-area.scrollLeft}px`;
    });
  }
});

test("a press on a line's sign picks what it is about", async () => {
  const page = await seed();
  await sign(page, `Line 8, error: ${OVERWRITTEN}`).click();
  await untilLit(page, ENTRY_1);
  // Who walks along the margin stays there.
  assert.deepEqual(await selection(page), { text: '  - completionTime: 2019-09-27T21:45:59Z', line: 8, focused: false });
  await sign(page, `Line 2, info: ${PENDING}`).click();
  await untilLit(page, ['bar 0', 'finding overwrite-pending', 'row 0']);
  assert.equal((await selection(page)).line, 2);
});

test('the keyboard reaches a sign, and what it says is told', async () => {
  const page = await seed();
  await sign(page, `Line 8, error: ${OVERWRITTEN}`).focus();
  await announced(page, `Line 8, error: ${OVERWRITTEN}`);
  await page.keyboard.press('Enter');
  await untilLit(page, ENTRY_1);
  // Drawn anew, it keeps the focus.
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-line') === '8');
});

test("a press on a finding's place selects its line, and on a bar its entry's", async () => {
  const page = await seed();
  await page.getByRole('button', { name: 'line 8, column 21' }).first().click();
  await untilLit(page, ENTRY_1);
  assert.deepEqual(await selection(page), { text: '  - completionTime: 2019-09-27T21:45:59Z', line: 8, focused: true });
  await page.locator('g.entry[data-entry="0"] .bar-completed').click();
  await untilLit(page, ENTRY_0);
  assert.equal((await selection(page)).line, 2);
});

test('the cursor in the text picks the entry that it is in', async () => {
  const page = await seed();
  await input(page).focus();
  await input(page).evaluate((area) => area.setSelectionRange(area.value.indexOf('    startedTime: 2019-09-27T21:25:09Z'), area.value.indexOf('    startedTime: 2019-09-27T21:25:09Z')));
  await untilLit(page, ENTRY_1);
  for (let up = 0; up < 5; up += 1) await page.keyboard.press('ArrowUp');
  await untilLit(page, ENTRY_0);
  // Outside of all entries nothing else is picked.
  await page.keyboard.press('Control+Home');
  await untilLit(page, ENTRY_0);
});

test('n and p, F8 and Shift+F8 go from finding to finding, the gravest first', async () => {
  const page = await seed();
  const stops = [`Finding 1 of 3, error: ${OVERWRITTEN}`, `Finding 2 of 3, info: ${PENDING}`, `Finding 3 of 3, info: ${UNVERIFIED}`];
  const count = page.getByRole('group', { name: 'Findings' }).getByText(/^\d of 3$/);
  await page.getByRole('heading', { name: 'Verdict: Corrupt' }).click();
  for (const [next, back] of [['n', 'p'], ['F8', 'Shift+F8']]) {
    for (const stop of [...stops, stops[0]]) {
      await page.keyboard.press(next);
      await announced(page, stop);
    }
    await untilLit(page, ENTRY_1);
    assert.equal(await count.innerText(), '1 of 3');
    assert.equal((await selection(page)).line, 8);
    for (const stop of [stops[2], stops[1], stops[0]]) {
      await page.keyboard.press(back);
      await announced(page, stop);
    }
    await page.keyboard.press('Escape');
    await untilLit(page, []);
    assert.equal(await count.count(), 0);
  }
  // Without anything picked, back begins at the end. Of its entry's findings only that one lights up.
  await page.keyboard.press('p');
  await announced(page, stops[2]);
  await untilLit(page, ['bar 0', 'finding unverified-release', 'row 0']);
  assert.equal(await count.innerText(), '3 of 3');
  assert.equal((await selection(page)).focused, false);
});

test('notes that are folded away are opened by the key that comes to them', async () => {
  const page = await visit();
  await input(page).fill(readFileSync(new URL('../cases/real/014-oc-4.16.0-ec2-pdb-74-entries.yaml', import.meta.url), 'utf8'));
  await page.waitForSelector('#result[data-verdict=intact]');
  const first = page.getByRole('heading', { name: "The installation's entry is gone" });
  assert.equal(await first.isVisible(), false);
  await page.keyboard.press('F8');
  await announced(page, /^Finding 1 of 7, info: /);
  await first.waitFor();
});

test('what is announced and what was recorded follow the zone', async () => {
  const page = await seed({ timezoneId: 'Europe/Prague' });
  const told = page.getByRole('status').filter({ hasText: 'Verdict: Corrupt.' });
  const value = page.locator('[data-rule=completion-overwritten] .values');
  assert.match(await told.innerText(), /between 2019-09-27T21:25:09Z and 2019-09-27T21:45:59Z;/);
  assert.match(await value.innerText(), /^Recorded\s+2019-09-27T21:45:59Z$/);
  await page.getByRole('button', { name: 'Local' }).click();
  assert.match(await told.innerText(), /between 2019-09-27T23:25:09\+02:00 and 2019-09-27T23:45:59\+02:00;/);
  assert.match(await value.innerText(), /^Recorded\s+2019-09-27T23:45:59\+02:00$/);
  await page.getByRole('button', { name: 'UTC' }).click();
  assert.match(await told.innerText(), /between 2019-09-27T21:25:09Z and/);
  assert.match(await value.innerText(), /^Recorded\s+2019-09-27T21:45:59Z$/);
});

test('the buttons do what the keys do, and letters stay letters in a text', async () => {
  const page = await seed();
  const walk = page.getByRole('group', { name: 'Findings' });
  await walk.getByRole('button', { name: 'Next finding' }).click();
  await announced(page, `Finding 1 of 3, error: ${OVERWRITTEN}`);
  await walk.getByRole('button', { name: 'Previous finding' }).click();
  await announced(page, `Finding 3 of 3, info: ${UNVERIFIED}`);
  await input(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('np');
  assert.match(await input(page).inputValue(), /np$/);
  // F8 is no letter: it works there, too.
  await page.keyboard.press('F8');
  await announced(page, /^Finding \d of 3/);
});

test('before and after: a sign stands in the text that it is about, findings of both are walked through', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Before and after an update on 4.1.18' }).click();
  await page.waitForSelector('#result[data-verdict=corrupt]');
  const after = page.locator('.pane', { has: page.getByLabel('After the update') });
  await after.getByRole('button', { name: /^Line 3, error: / }).click();
  assert.equal((await selection(page, '#after')).line, 3);
  assert.ok((await lit(page)).includes('bar 2'));
});

/** A history of a release with the bug, whose second entry was overwritten: at line 8 of it. */
const TAIL = `history:
- completionTime: 2019-10-14T03:42:31Z
  image: b
  startedTime: 2019-10-14T03:20:00Z
  state: Completed
  verified: true
  version: 4.1.19
- completionTime: 2019-10-14T03:20:00Z
  image: a
  startedTime: 2019-10-14T02:43:16Z
  state: Completed
  verified: false
  version: 4.1.18
`;

test('of 20 MB only what is in sight is drawn, and its end can be reached', async () => {
  const page = await visit();
  const data = await page.evaluateHandle((tail) => {
    const data = new DataTransfer();
    data.items.add(new File([`${'x'.repeat(99)}\n`.repeat(200_000) + tail], 'big.log'));
    return data;
  }, TAIL);
  await page.dispatchEvent('#input', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('#input', 'drop', { dataTransfer: data });
  await page.waitForSelector('#result[data-verdict=corrupt]', { timeout: 60_000 });
  const gutter = page.locator('.gutter').first();
  const few = async () => {
    const count = await gutter.locator('> *').count();
    assert.ok(count > 5 && count < 60, `${count} lines are in the gutter`);
  };
  await gutter.getByText('1', { exact: true }).waitFor();
  await few();
  // A person scrolls on and on, each time as far as there is.
  const last = () => gutter.locator('> *').last().innerText().then((words) => Number(words.replace(/\D/g, '')));
  let reached = 0;
  for (let turn = 0; turn < 8; turn += 1) {
    await input(page).evaluate((area) => {
      area.scrollTop = area.scrollHeight;
    });
    await page.waitForFunction((was) => Number(document.querySelector('.gutter > :last-child').innerText.replace(/\D/g, '')) > was, reached);
    reached = await last();
    await few();
  }
  assert.ok(reached > 8_000, `after eight turns it is at line ${reached}`);
  // A press leads to the end at once.
  await page.getByRole('button', { name: /^line 200008, column / }).first().click();
  await page.getByRole('button', { name: /^Line 200008, error: / }).waitFor();
  await few();
  await input(page).evaluate((area) => {
    area.scrollTop = area.scrollHeight;
  });
  await page.waitForFunction(() => document.querySelector('.gutter > :last-child').innerText.includes('200014'));
});

test('one line of a megabyte is marked in place', async () => {
  const page = await visit();
  const entry = (completed, started, version) =>
    ({ completionTime: completed, image: version, startedTime: started, state: 'Completed', verified: true, version });
  const history = [
    entry('2019-10-14T03:42:31Z', '2019-10-14T03:20:00Z', '4.1.19'),
    entry('2019-10-14T03:20:00Z', '2019-10-14T02:43:16Z', '4.1.18'),
  ];
  const text = JSON.stringify({ kind: 'ClusterVersion', metadata: { name: 'version', annotations: { padding: 'y'.repeat(1_000_000) } }, status: { history } });
  await page.setInputFiles('#open', { name: 'one-line.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.waitForSelector('#result[data-verdict=corrupt]', { timeout: 60_000 });
  await page.getByRole('button', { name: /^Line 1, error: / }).waitFor();
  // The place is what is selected and seen, not the line.
  await page.locator('[data-rule=completion-overwritten] .place').first().click();
  const picked = await selection(page);
  assert.match(picked.text, /^"?2019-10-14T03:20:00Z"?$/);
  assert.ok(await input(page).evaluate((area) => area.scrollLeft > 1_000_000));
  await page.keyboard.press('F8');
  await announced(page, /^Finding \d of \d/);
  const drawn = await page.locator('.under').first().evaluate((under) => under.textContent.length);
  assert.ok(drawn < 10_000, `${drawn} characters are drawn under the text`);
});

test('markup in a text is text in its margin', async () => {
  const page = await visit();
  const evil = '<img src=x onerror=document.title=1>';
  await input(page).fill(TAIL.replace('4.1.19', `"${evil}"`).replace('4.1.18', `"${evil}\u202e"`));
  await page.waitForSelector('#result[data-verdict=suspect]');
  const mark = page.getByRole('button', { name: /^Line 8, error: .*<img src=x onerror/ });
  await mark.focus();
  await announced(page, /^Line 8, error: .*<img src=x/);
  assert.equal(await page.locator('.input img, .output img').count(), 0);
  assert.equal(await page.title(), 'ClusterVersion history: can it be trusted?');
});

test('what is related to the finding that is picked is marked as such, and let go of with it', async () => {
  const page = await seed();
  const related = page.locator('.gutter').first().locator('.related');
  assert.equal(await related.count(), 0);
  await page.keyboard.press('F8');
  await related.waitFor();
  assert.deepEqual(await related.evaluateAll((all) => all.map((one) => [one.dataset.sign, one.innerText.trim(), one.title])), [
    ['↔', '4', 'Related: the next update started in the same second'],
  ]);
  assert.deepEqual(await page.locator('.under mark.related').allTextContents(), ['2019-09-27T21:45:59Z']);
  // The cursor on its line is told why.
  await page.locator('[data-rule=completion-overwritten] .related .place').click();
  await announced(page, 'Line 4, related: the next update started in the same second');
  // It has a part in the finding, from which the walk goes on.
  assert.equal(await page.locator('#walk .count').innerText(), '1 of 3');
  await page.keyboard.press('F8');
  assert.equal(await page.locator('#walk .count').innerText(), '2 of 3');
  await page.locator('[data-rule=completion-overwritten] .related .place').click();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Verdict: Corrupt' }).click();
  await page.keyboard.press('Escape');
  await related.waitFor({ state: 'detached' });
});

test('a pointer on a marked line is told what is said of it, in the zone that was chosen', async () => {
  const page = await seed({ timezoneId: 'Europe/Prague' });
  const tip = page.locator('.said.over').first();
  const area = await input(page).boundingBox();
  const over = (line) => page.mouse.move(area.x + 120, area.y + 10 + (line - 1) * 20 + 10);
  await over(8);
  await tip.waitFor();
  assert.equal(await tip.innerText(), `Line 8, error: ${OVERWRITTEN}`);
  // It hides neither its line nor is cut off.
  const box = await tip.boundingBox();
  assert.ok(box.y >= area.y + 10 + 8 * 20 && box.x + box.width <= area.x + area.width);
  await over(9);
  await tip.waitFor({ state: 'hidden' });
  await over(8);
  await tip.waitFor();
  await page.mouse.move(5, 5);
  await tip.waitFor({ state: 'hidden' });
});

test('a line of 10 kB is scrolled along, and nothing else is moved by it', async () => {
  for (const width of [360, 1600]) {
    const page = await visit({ viewport: { width, height: 900 } });
    await input(page).fill(TAIL.replace('image: a', `image: ${'a'.repeat(10_000)}`));
    await page.waitForSelector('#result[data-verdict=corrupt]');
    await page.getByRole('button', { name: /^Line 8, error: / }).waitFor();
    const before = await page.locator('.marked').first().boundingBox();
    await input(page).evaluate((area) => {
      area.scrollLeft = area.scrollWidth;
    });
    await page.waitForFunction(() => document.querySelector('.under mark.error').parentElement.style.left.startsWith('-'));
    assert.ok(await input(page).evaluate((area) => area.scrollLeft > 10_000));
    assert.deepEqual(await page.locator('.marked').first().boundingBox(), before);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width}`);
  }
});

test('help begins at its beginning, not at a link', async () => {
  const page = await seed();
  await page.getByRole('heading', { name: 'Verdict: Corrupt' }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Help', exact: true }).evaluate((own) => document.activeElement === own), true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'hidden' });
});

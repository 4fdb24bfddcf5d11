// The page as a new user meets it: built, served, in a real browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { assertAccessible } from './axe.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true });

const visit = (options) => app.visit(options);

const seed = (name) => readFileSync(new URL(`../cases/seed/${name}`, import.meta.url), 'utf8');
const MUST_GATHER = seed('mustgather.yaml');
const BEFORE = seed('pipe-4.1.18-before.txt');
const AFTER = seed('pipe-4.1.18-after.txt');

const OVERWRITTEN = '[data-rule=completion-overwritten]';

const result = (page) => page.locator('#result');
const verdictIs = (page, verdict) => page.waitForSelector(`#result[data-verdict=${verdict}]`);
const example = (page, name) => page.getByRole('button', { name }).click();

/** What is selected in a textarea, and the line it begins on. */
const selection = (page, id) =>
  page.$eval(id, (pane) => ({
    text: pane.value.slice(pane.selectionStart, pane.selectionEnd),
    line: pane.value.slice(0, pane.selectionStart).split('\n').length,
    focused: document.activeElement === pane,
  }));

async function paste(page, id, text) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.focus(id);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

const drop = async (page, target, files) => {
  const data = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent(target, 'dragover', { dataTransfer: data });
  await page.dispatchEvent(target, 'drop', { dataTransfer: data });
};

test('a first visit says what to paste, and that nothing leaves the browser', async () => {
  const page = await visit();
  await assert.doesNotReject(
    page.getByText('Paste a ClusterVersion, or drop a must-gather, anywhere on this page').waitFor(),
  );
  assert.equal(await page.getByText('nothing leaves it').count(), 1);
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
  assert.equal(await result(page).isVisible(), false);
  assert.equal(await page.getByRole('group', { name: 'Examples' }).getByRole('button').count(), 4);
});

test('a first visit is answered by an example, one press away', async () => {
  const page = await visit();
  await example(page, 'The must-gather of bug 1756461');
  await verdictIs(page, 'corrupt');
  await page.getByRole('heading', { name: 'Verdict: Corrupt' }).waitFor();
  assert.equal(await page.getByText('Paste a ClusterVersion, or').isVisible(), false);
  const findings = page.locator('[data-rule]');
  assert.deepEqual(await findings.evaluateAll((all) => all.map((one) => [one.dataset.rule, one.dataset.entry])), [
    ['completion-overwritten', '1'],
    ['overwrite-pending', '0'],
    ['unverified-release', '0'],
  ]);
  assert.match(await page.locator(OVERWRITTEN).innerText(), /likely[\s\S]*bug 1756461[\s\S]*line 8, column 21/);
  assert.equal(await page.getByRole('img', { name: /./ }).count(), 1);
});

test('a first visit each example gives its verdict', async () => {
  const page = await visit();
  await example(page, 'The same, cut by tail -n15');
  await verdictIs(page, 'corrupt');
  assert.equal(
    await page.locator(`${OVERWRITTEN}[data-entry="1"]`).getByRole('button').first().innerText(),
    'line 9, column 21',
  );
  await example(page, 'Before and after on a fixed 4.3 build');
  await verdictIs(page, 'intact');
  assert.equal(await page.locator('.error, .warning').count(), 0);
  await page.getByRole('cell', { name: 'in progress' }).waitFor();
  await example(page, 'Before and after an update on 4.1.18');
  await verdictIs(page, 'corrupt');
});

test('a text is judged at once when it is pasted', async () => {
  const page = await visit();
  await paste(page, '#input', MUST_GATHER);
  await verdictIs(page, 'corrupt');
  const finding = page.locator(OVERWRITTEN);
  assert.equal(await finding.getAttribute('data-entry'), '1');
  assert.equal(
    await page.getByRole('status').innerText(),
    `Verdict: Corrupt. ${await page.locator('.verdict .summary').innerText()}`,
  );
});

test('a text is judged soon after typing pauses, and again when it changes', async () => {
  const page = await visit();
  await page.getByLabel('ClusterVersion, or a part of it').pressSequentially(BEFORE.trim());
  // On a busy machine typing itself pauses: what is judged then is not the whole line yet.
  await page.waitForSelector('#result[data-verdict=intact] [data-rule=overwrite-pending]');
  assert.deepEqual(await page.locator('[data-rule]').evaluateAll((all) => all.map((one) => one.dataset.rule)), [
    'overwrite-pending',
  ]);
  await page.fill('#input', AFTER);
  await verdictIs(page, 'corrupt');
  assert.equal(await page.locator(OVERWRITTEN).getAttribute('data-entry'), '2');
});

test('a text that is broken gives a problem with its line, and what is whole is judged', async () => {
  const page = await visit();
  await paste(page, '#input', `${MUST_GATHER.trimEnd()}\n  conditions: [{"type": "Available"\n`);
  await verdictIs(page, 'corrupt');
  assert.equal(await page.locator(OVERWRITTEN).getAttribute('data-entry'), '1');
  const problem = page.locator('[data-problem]').first();
  await problem.getByRole('button', { name: /^line \d+, column \d+$/ }).click();
  const selected = await selection(page, '#input');
  assert.ok(selected.line >= 16, `line ${selected.line}`);
  assert.equal(selected.focused, true);
});

test('a text without a history is told so, at a line', async () => {
  const page = await visit();
  await page.fill('#input', 'kind: Pod\nmetadata: {name: x}\n');
  await verdictIs(page, 'undetermined');
  await page.getByRole('heading', { name: 'Verdict: Undetermined' }).waitFor();
  assert.equal(await page.locator('[data-problem=no-history]').getByRole('button').innerText(), 'line 1, column 1');
});

test('a text never leaves a blank page, whatever it is', async () => {
  const page = await visit();
  for (const text of [
    '{',
    '\u0000',
    'a: &a [*a]',
    '- - - -\n\t',
    '🙂'.repeat(99),
    '['.repeat(100_000),
    'status: {history: [{state: ',
  ]) {
    await page.fill('#input', text);
    await verdictIs(page, 'undetermined');
    assert.notEqual((await result(page).innerText()).trim(), '', JSON.stringify(text.slice(0, 20)));
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForSelector('#result[data-verdict]', { state: 'detached' });
    assert.equal(await page.locator('#empty').isVisible(), true);
  }
});

test('a text is only ever text', async () => {
  const page = await visit();
  const evil = '<img src=x onerror=globalThis.executed=1>';
  await paste(
    page,
    '#input',
    `2019-10-14T03:42:31Z|2019-10-14T03:43:16Z|Completed|4.1.20\n2019-10-14T02:57:34Z|2019-10-14T03:42:31Z|Completed|4.1.18${evil}\u202e"'</script><script>globalThis.executed=1</script>\n`,
  );
  await page.waitForSelector('#result[data-verdict]');
  assert.ok((await result(page).innerText()).includes(evil));
  assert.ok((await result(page).innerText()).includes('⟨U+202E⟩'));
  assert.equal(await page.locator('#result :is(img, script, iframe, style)').count(), 0);
  assert.equal(await page.evaluate(() => globalThis.executed), undefined);
});

test('a place of a finding selects its line', async () => {
  const page = await visit();
  await paste(page, '#input', MUST_GATHER);
  await page.locator(OVERWRITTEN).getByRole('button', { name: 'line 8, column 21' }).click();
  assert.deepEqual(await selection(page, '#input'), {
    text: '  - completionTime: 2019-09-27T21:45:59Z',
    line: 8,
    focused: true,
  });
  await page.locator(OVERWRITTEN).getByRole('button', { name: 'line 4, column 18' }).click();
  assert.deepEqual(await selection(page, '#input'), {
    text: '    startedTime: 2019-09-27T21:45:59Z',
    line: 4,
    focused: true,
  });
});

test('a place in a line of minified JSON is selected alone, and scrolled to', async () => {
  const page = await visit();
  const entry = (start, end, version) =>
    JSON.stringify({
      state: 'Completed',
      startedTime: start,
      completionTime: end,
      version,
      image: version,
      verified: true,
    });
  const newer = entry('2019-10-14T03:42:31Z', '2019-10-14T04:43:16Z', '4.1.20');
  const older = entry('2019-10-14T02:57:34Z', '2019-10-14T03:42:31Z', '4.1.18');
  const text = `{"kind":"ClusterVersion","metadata":{"name":"${'x'.repeat(2000)}"},"status":{"history":[${newer},${older}]}}`;
  await page.setInputFiles('#open', { name: 'cv.json', mimeType: '', buffer: Buffer.from(text) });
  await page
    .locator(`${OVERWRITTEN}[data-entry="1"]`)
    .getByRole('button', { name: /^line 1, column \d+$/ })
    .first()
    .click();
  const { text: selected, line } = await selection(page, '#input');
  assert.equal(selected.replaceAll('"', ''), '2019-10-14T03:42:31Z');
  assert.equal(line, 1);
  assert.ok((await page.$eval('#input', (pane) => pane.scrollLeft)) > 1000);
});

test('the time of the visit is what the future is measured by', async () => {
  const page = await visit();
  await page.fill('#input', '2099-10-14T02:57:34Z|2099-10-14T03:13:16Z|Completed|4.12.18\n');
  await verdictIs(page, 'suspect');
  assert.equal(await page.locator('[data-rule=time-in-future]').first().getAttribute('data-entry'), '0');
});

test('a place far down a text is scrolled to', async () => {
  const page = await visit();
  const padding = '# nothing to see\n'.repeat(5000);
  await page.setInputFiles('#open', { name: 'long.yaml', mimeType: '', buffer: Buffer.from(padding + MUST_GATHER) });
  await page.locator(OVERWRITTEN).getByRole('button', { name: 'line 5008, column 21' }).click();
  assert.equal((await selection(page, '#input')).line, 5008);
  const [top, height] = await page.$eval('#input', (pane) => [pane.scrollTop, pane.clientHeight]);
  assert.ok(5007 * 20 > top && 5008 * 20 < top + height, `line at ${5007 * 20}, seen ${top} to ${top + height}`);
});

test('of a text too long for a text area a part is shown, and all of it is inspected', async () => {
  const page = await visit();
  const lines = 150_000;
  const padding = '# nothing to see here\n'.repeat(lines);
  const text = padding + MUST_GATHER;
  await page.setInputFiles('#open', { name: 'huge.yaml', mimeType: '', buffer: Buffer.from(text) });
  await verdictIs(page, 'corrupt');
  assert.equal(await page.$eval('#input', (pane) => pane.readOnly), true);
  await page.getByText('3.3 MB: all of it is inspected, and its lines from 1 on are shown.').waitFor();
  await page.locator(OVERWRITTEN).getByRole('button', { name: `line ${lines + 8}, column 21` }).click();
  assert.equal((await selection(page, '#input')).text, '  - completionTime: 2019-09-27T21:45:59Z');
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.deepEqual(await page.$eval('#input', (pane) => [pane.readOnly, pane.value]), [false, '']);
  await paste(page, '#input', text);
  await verdictIs(page, 'corrupt');
  assert.ok((await page.$eval('#input', (pane) => pane.value.length)) < 100_000);
});

test("a place of an entry is a row's number, or its bar", async () => {
  const page = await visit();
  await paste(page, '#input', MUST_GATHER);
  await page.getByRole('button', { name: 'line 8: entry 1' }).click();
  assert.equal((await selection(page, '#input')).line, 8);
  await page.locator('svg[role=img] [data-entry="0"]').first().click();
  assert.equal((await selection(page, '#input')).line, 2);
});

test('a file is opened, and called by its name', async () => {
  const page = await visit();
  await page.setInputFiles('#open', { name: 'version.yaml', mimeType: 'text/yaml', buffer: Buffer.from(MUST_GATHER) });
  await verdictIs(page, 'corrupt');
  assert.equal(await page.inputValue('#input'), MUST_GATHER);
  await page.getByText('lines 1 to 15 of version.yaml').waitFor();
});

test('a file may be UTF-16, as PowerShell writes it, with CR LF', async () => {
  const page = await visit();
  const text = `\ufeff${MUST_GATHER.replaceAll('\n', '\r\n')}`;
  await page.setInputFiles('#open', { name: 'version.yaml', mimeType: '', buffer: Buffer.from(text, 'utf16le') });
  await verdictIs(page, 'corrupt');
  await page.locator(OVERWRITTEN).getByRole('button', { name: 'line 8, column 21' }).click();
  assert.equal((await selection(page, '#input')).text, '  - completionTime: 2019-09-27T21:45:59Z');
});

test('a file is dropped anywhere', async () => {
  const page = await visit();
  await drop(page, 'h1', [['dropped.yaml', MUST_GATHER]]);
  await verdictIs(page, 'corrupt');
  await page.getByText('lines 1 to 15 of dropped.yaml').waitFor();
});

test('a file beside another is a before and an after', async () => {
  const page = await visit();
  await drop(page, 'body', [
    ['old.txt', BEFORE],
    ['new.txt', AFTER],
  ]);
  await verdictIs(page, 'corrupt');
  await page.getByRole('heading', { name: 'new.txt compared with old.txt' }).waitFor();
});

test('a before and an after are compared, and prove the overwritten time', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Before and after', exact: true }).click();
  assert.equal(
    await page.getByRole('button', { name: 'Before and after', exact: true }).getAttribute('aria-pressed'),
    'true',
  );
  await paste(page, '#before', BEFORE);
  await paste(page, '#after', AFTER);
  await verdictIs(page, 'corrupt');
  const finding = page.locator(`.comparison ${OVERWRITTEN}`);
  assert.equal(await finding.getAttribute('data-entry'), '2');
  assert.match(
    await finding.innerText(),
    /proven[\s\S]*Recorded\s+2019-10-14T03:42:31Z\s+Should be\s+2019-10-14T03:13:16Z/,
  );
  await finding.getByRole('button', { name: 'after, line 3, column 22' }).click();
  assert.deepEqual(await selection(page, '#after'), { text: AFTER.split('\n')[2], line: 3, focused: true });
  await finding.getByRole('button', { name: 'before, line 1, column 22' }).click();
  assert.deepEqual(await selection(page, '#before'), { text: BEFORE.trim(), line: 1, focused: true });
});

test('a before and an after can change sides, and one of them can be missing', async () => {
  const page = await visit();
  await page.fill('#input', AFTER);
  await page.getByRole('button', { name: 'Before and after', exact: true }).click();
  assert.equal(await page.inputValue('#after'), AFTER);
  await page.locator('[data-problem=nothing-to-compare]').waitFor();
  assert.equal(await page.locator(OVERWRITTEN).getAttribute('data-entry'), '2');
  await page.locator(OVERWRITTEN).getByRole('button', { name: 'line 3, column 22' }).click();
  assert.equal((await selection(page, '#after')).line, 3);
  await page.getByRole('button', { name: 'Swap sides' }).click();
  assert.equal(await page.inputValue('#before'), AFTER);
  assert.equal(await page.inputValue('#after'), '');
  await page.getByRole('button', { name: 'Before and after', exact: true }).click();
  assert.equal(await page.inputValue('#input'), AFTER);
  await page.locator(OVERWRITTEN).waitFor();
});

const states = {
  empty: async () => {},
  corrupt: (page) => example(page, 'The must-gather of bug 1756461').then(() => verdictIs(page, 'corrupt')),
  compared: (page) => example(page, 'Before and after an update on 4.1.18').then(() => verdictIs(page, 'corrupt')),
  intact: (page) => example(page, 'Before and after on a fixed 4.3 build').then(() => verdictIs(page, 'intact')),
  undetermined: (page) => page.fill('#input', 'kind: Pod\n').then(() => verdictIs(page, 'undetermined')),
};
for (const colorScheme of ['light', 'dark']) {
  for (const [name, reach] of Object.entries(states)) {
    test(`everyone can use the page: ${name}, ${colorScheme}`, async () => {
      const page = await visit({ colorScheme });
      await reach(page);
      await assertAccessible(page);
    });
  }
}

for (const width of [320, 360, 1000, 1600]) {
  test(`everyone sees the whole width of the page at ${width} px`, async () => {
    const page = await visit({ viewport: { width, height: 800 } });
    for (const reach of Object.values(states)) {
      await page.reload();
      await page.waitForSelector('[data-ready]');
      await reach(page);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(over <= 0, `${over} px too wide`);
    }
  });
}

test('everyone can do it all by keyboard', async () => {
  const page = await visit();
  const tabTo = async (name) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
      if (focused === name) return;
    }
    assert.fail(`no way to ${name} by Tab`);
  };
  await tabTo('Skip to the verdict');
  await tabTo('The must-gather of bug 1756461');
  await page.keyboard.press('Enter');
  await verdictIs(page, 'corrupt');
  await tabTo('line 8, column 21');
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'none');
  await page.keyboard.press('Enter');
  assert.deepEqual(await selection(page, '#input'), {
    text: '  - completionTime: 2019-09-27T21:45:59Z',
    line: 8,
    focused: true,
  });
});

test('everyone is told when the inspector cannot be loaded', async () => {
  const page = await app.newPage({ allow: [/ERR_FAILED/] });
  await page.route('**/*_bg.wasm', (route) => route.abort());
  await page.goto(app.url());
  await page.getByRole('alert').getByText('The inspector could not be loaded.').waitFor();
});

test('everyone gets a timeline that fits after the window changed', async () => {
  const page = await visit({ viewport: { width: 1600, height: 900 } });
  await example(page, 'The must-gather of bug 1756461');
  await verdictIs(page, 'corrupt');
  const width = () => page.$eval('svg[role=img]', (svg) => Number(svg.getAttribute('width')));
  const wide = await width();
  await page.setViewportSize({ width: 700, height: 800 });
  await page.waitForFunction(
    (wide) => Number(document.querySelector('svg[role=img]')?.getAttribute('width')) !== wide,
    wide,
  );
  assert.ok((await width()) <= 700);
});

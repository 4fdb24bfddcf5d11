// How texts come in: a paste anywhere, files, folders and archives; and what of them is judged.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { assertAccessible } from './axe.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true });

const seed = (name) => readFileSync(new URL(`../cases/seed/${name}`, import.meta.url), 'utf8');
const MUST_GATHER = seed('mustgather.yaml');
const BEFORE = seed('pipe-4.1.18-before.txt');
const AFTER = seed('pipe-4.1.18-after.txt');
const THREAD = seed('whole-thread.txt');
const LOG = 'Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n';
const EVIL = '<img src=x onerror=globalThis.executed=1>';

const visit = (options) => app.visit(options);
const history = (page) => page.getByLabel('ClusterVersion, or a part of it');
const verdictIs = (page, verdict) => page.waitForSelector(`#result[data-verdict=${verdict}]`);
const open = (page, ...files) =>
  page.getByLabel('Open file…').setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: '', buffer: Buffer.from(buffer) })));
const histories = (page) => page.getByRole('list', { name: 'Histories' }).locator('.place').allInnerTexts();
const evidence = (page) => page.getByRole('list', { name: 'Evidence' }).locator('.place').allInnerTexts();
const fragments = (page) => page.getByRole('list', { name: 'What was recognised' });

/** A paste with the focus where it is. */
async function paste(page, text) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press('Control+V');
}

// A tar archive by hand: ustar (POSIX.1-2017, pax), with GNU's long names.
function header(name, size, flag = '0', prefix = '') {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('        ', 148);
  block.write(flag, 156);
  block.write('ustar\x0000', 257, 'latin1');
  block.write(prefix, 345, 155);
  block.write(`${block.reduce((sum, byte) => sum + byte).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
function member(name, content, flag, prefix) {
  const body = Buffer.from(content);
  return Buffer.concat([header(name, body.length, flag, prefix), body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
function record(key, value) {
  let length = `0 ${key}=${value}\n`.length;
  while (`${length} ${key}=${value}\n`.length !== length) length = `${length} ${key}=${value}\n`.length;
  return `${length} ${key}=${value}\n`;
}
const END = Buffer.alloc(1024);
const tar = (...members) => Buffer.concat([...members, END]);
const PATH = 'cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml';

test('a paste is taken with the focus anywhere, and what it replaced can be put back', async () => {
  const page = await visit();
  await paste(page, BEFORE);
  await verdictIs(page, 'intact');
  assert.equal(await history(page).inputValue(), BEFORE);
  assert.equal(await page.getByRole('button', { name: 'Put back' }).isVisible(), false);
  await page.getByRole('button', { name: 'Add evidence' }).focus();
  await paste(page, MUST_GATHER);
  await verdictIs(page, 'corrupt');
  await page.getByRole('button', { name: 'Put back' }).click();
  await verdictIs(page, 'intact');
  assert.equal(await history(page).inputValue(), BEFORE);
});

test('a paste over a before and an after can be taken back', async () => {
  const page = await visit();
  await open(page, ['old.txt', BEFORE], ['new.txt', AFTER]);
  await page.getByRole('heading', { name: 'new.txt compared with old.txt' }).waitFor();
  await page.locator('#result').focus();
  await paste(page, MUST_GATHER);
  await page.waitForFunction(() => document.querySelector('main').dataset.mode === 'one');
  await page.getByRole('button', { name: 'Put back' }).click();
  await page.getByRole('heading', { name: 'new.txt compared with old.txt' }).waitFor();
});

test('a paste into a text of its own goes there', async () => {
  const page = await visit();
  await history(page).fill(MUST_GATHER);
  await verdictIs(page, 'corrupt');
  await page.getByRole('button', { name: 'Add evidence' }).click();
  await paste(page, LOG);
  assert.equal(await page.getByLabel('Pasted evidence').inputValue(), LOG);
  assert.equal(await history(page).inputValue(), MUST_GATHER);
});

/** What the page does with a clipboard that the driver cannot fill. */
const pasteData = (page, { html, files = [] }) =>
  page.evaluate(
    ({ html, files }) => {
      const clipboardData = new DataTransfer();
      if (html !== undefined) clipboardData.setData('text/html', html);
      for (const [name, text] of files) clipboardData.items.add(new File([text], name));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { html, files },
  );

test('a paste of HTML alone is its text, and runs nothing; one of a file is opened', async () => {
  // Chromium says so even of a document that is parsed and never shown.
  const page = await visit({ allow: [/Executing inline event handler violates/] });
  await pasteData(page, { html: `${EVIL}<script>globalThis.executed=1</script><pre>${BEFORE.trim()}</pre>` });
  await verdictIs(page, 'intact');
  assert.equal(await history(page).inputValue(), BEFORE);
  await pasteData(page, { files: [['version.yaml', MUST_GATHER]] });
  await verdictIs(page, 'corrupt');
  assert.equal(await page.evaluate(() => globalThis.executed), undefined);
});

test('a folder gives its histories and its evidence, by their paths', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'must-gather-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (path, text) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write(`a/${PATH}`, MUST_GATHER);
  write(`b/${PATH}`, BEFORE);
  write('a/build-log.txt', LOG);
  write('a/other.yaml', 'kind: Pod\n');
  write('a/namespaces/openshift-etcd/pods/x/y/current.log', LOG);
  const page = await visit();
  await page.getByLabel('Open folder…').setInputFiles(folder);
  await verdictIs(page, 'corrupt');
  const root = folder.split('/').at(-1);
  assert.deepEqual((await histories(page)).sort(), [`${root}/a/${PATH}`, `${root}/b/${PATH}`]);
  assert.deepEqual(await evidence(page), [`${root}/a/build-log.txt`]);
  await page.getByText('Taken: 2 histories and 1 evidence file. 2 other files were not looked at.').waitFor();
  await page.getByRole('button', { name: `${root}/b/${PATH}`, exact: true }).first().click();
  assert.equal(await history(page).inputValue(), BEFORE);
  await page.getByRole('button', { name: `Remove ${root}/a/${PATH}` }).click();
  await verdictIs(page, 'intact');
});

const LONG = `${'deep/'.repeat(40)}${PATH}`;
const archives = {
  'ustar, with a prefix': [tar(member('version.yaml', MUST_GATHER, '0', dirname(PATH))), PATH],
  'a pax path': [tar(member('x', record('path', LONG), 'x'), member('cut', MUST_GATHER)), LONG],
  'a GNU long name': [tar(member('././@LongLink', `${LONG}\0`, 'L'), member('cut', MUST_GATHER)), LONG],
  'links and directories beside it': [tar(header('clusterversions/', 0, '5'), header(PATH, 0, '2'), member(`x/${PATH}`, MUST_GATHER)), `x/${PATH}`],
  'a member packed itself': [tar(member(PATH, gzipSync(MUST_GATHER))), PATH],
  'an archive in it': [tar(member('a/must-gather.tar.gz', gzipSync(tar(member(PATH, MUST_GATHER)))), member('z', 'z')), `a/must-gather.tar.gz!/${PATH}`],
};
for (const [name, [archive, path]] of Object.entries(archives)) {
  for (const [file, bytes] of [['gathered.tar', archive], ['gathered.tar.gz', gzipSync(archive)]]) {
    test(`an archive is read: ${name}, ${file}`, async () => {
      const page = await visit();
      await open(page, [file, bytes]);
      await verdictIs(page, 'corrupt');
      assert.equal(await history(page).inputValue(), MUST_GATHER);
      await page.getByText(`lines 1 to 15 of ${file}!/${path}`).waitFor();
    });
  }
}

test('an archive that was cut off gives what was before, and says so', async () => {
  const page = await visit();
  await open(page, ['cut.tar', tar(member(PATH, MUST_GATHER), member('build-log.txt', LOG.repeat(99))).subarray(0, 4000)]);
  await verdictIs(page, 'corrupt');
  await page.getByText('cut.tar!/build-log.txt cannot be read. (it was cut off)').waitFor();
});

test('an archive without anything to take says so, and leaves what is there', async () => {
  const page = await visit();
  await history(page).fill(MUST_GATHER);
  await verdictIs(page, 'corrupt');
  await open(page, [`${EVIL}.tar`, tar(member('pod.yaml', 'kind: Pod\n'))]);
  await page.getByText(`${EVIL}.tar holds none of clusterversions/version.yaml`).waitFor();
  assert.equal(await history(page).inputValue(), MUST_GATHER);
  assert.equal(await page.evaluate(() => globalThis.executed), undefined);
});

test('an archive of much that is not wanted is passed through; a member that is too large is not read', async () => {
  const page = await visit();
  const zeros = Buffer.alloc(307_200_000);
  const archive = Buffer.concat([header('core', zeros.length), zeros, header('nodes.json', zeros.length), zeros, member(PATH, MUST_GATHER), END]);
  await open(page, ['large.tar.gz', gzipSync(archive, { level: 1 })]);
  await page.waitForSelector('#result[data-verdict=corrupt]', { timeout: 60_000 });
  await page.getByText('large.tar.gz!/nodes.json is too large (307 MB), and was not read.').waitFor();
});

test('a drop of a folder is walked; what cannot be listed is said', async () => {
  const page = await visit();
  const found = await page.evaluate(async (files) => {
    const { walk } = await import(files);
    const file = (fullPath) => ({ isFile: true, isDirectory: false, name: fullPath.split('/').at(-1), fullPath, file: (done) => done(new File(['x'], 'x')) });
    const folder = (fullPath, batches) => ({
      isFile: false,
      isDirectory: true,
      name: fullPath.split('/').at(-1),
      fullPath,
      createReader: () => {
        let at = 0;
        return { readEntries: (done, fail) => (batches === undefined ? fail(new Error('denied')) : done(batches[at++] ?? [])) };
      },
    });
    const troubles = [];
    const paths = [];
    const root = folder('/g', [[file('/g/b'), folder('/g/c')], [file('/g/a')]]);
    for await (const { path, given } of walk([root, file('/z')], (trouble) => troubles.push(trouble))) paths.push([path, given]);
    return { paths, troubles };
  }, await app.module('files.js'));
  assert.deepEqual(found, { paths: [['g/a', false], ['g/b', false], ['z', true]], troubles: ['g/c cannot be listed. (denied)'] });
});

test('reading ends at its bounds', async () => {
  const page = await visit();
  const said = await page.evaluate(async (gather) => {
    const { Gathering, LIMITS } = await import(gather);
    const offered = Array.from({ length: 5 }, (_, at) => ({ path: `${at}/clusterversion.json`, given: false, open: async () => new Blob(['{}']) }));
    const read = (limits, signal = new AbortController().signal) => new Gathering(signal, () => {}, { ...LIMITS, ...limits }).read(offered);
    const all = await Promise.all([read({ taken: 2 }), read({ files: 3 }), read({ all: 5 })]);
    return all.map(({ histories, problems }) => [histories.length, ...problems]);
  }, await app.module('gather.js'));
  assert.deepEqual(said, [
    [2, 'More than 2 files: 2/clusterversion.json and what comes after it was not read.'],
    [3, 'More than 3 files: 3/clusterversion.json and what comes after it was not looked at.'],
    [2, 'More than 0.0 MB in all: 2/clusterversion.json and what comes after it was not read.'],
  ]);
});

test('reading ends when its time is over, with what was read by then', async () => {
  const page = await visit();
  const said = await page.evaluate(async (module) => {
    const { Gathering, LIMITS } = await import(module);
    // Longer than the page may be kept from drawing: it is looked at the clock after each.
    const slow = () => new Promise((resolve) => setTimeout(() => resolve(new Blob(['{}'])), 40));
    const offered = Array.from({ length: 500 }, (_, at) => ({ path: `${at}/clusterversion.json`, given: false, open: slow }));
    const { histories, problems } = await new Gathering(new AbortController().signal, () => {}, { ...LIMITS, seconds: 0.1 }).read(offered);
    return [histories.length > 0 && histories.length < 500, problems];
  }, await app.module('gather.js'));
  assert.deepEqual(said, [true, ['It took more than 0.1 seconds: what was not read by then was left out.']]);
});

test('Cancel ends reading, and says what was taken by then', async () => {
  const page = await visit();
  await page.evaluate(async (module) => {
    const { gather, told } = await import(module);
    async function* endless() {
      for (let at = 0; ; at += 1) {
        yield { path: `${at}/clusterversion.json`, given: false, open: () => new Promise((resolve) => setTimeout(() => resolve(new Blob(['{}'])), 40)) };
      }
    }
    globalThis.reading = gather(endless()).then((found) => {
      told(found);
      return found.histories.length;
    });
  }, await app.module('reading.js'));
  const reading = page.getByRole('group', { name: 'Reading files' });
  await reading.getByText(/^\d+ files looked at, \d+ taken, [\d.]+ MB read: \d+\/clusterversion\.json$/).waitFor();
  await reading.getByRole('button', { name: 'Cancel reading' }).press('Enter');
  const taken = await page.evaluate(() => globalThis.reading);
  assert.ok(taken > 0);
  await reading.waitFor({ state: 'hidden' });
  await page.getByText('Cancelled: what was not read by then was left out.').waitFor();
  await page.getByText(new RegExp(`^Taken: ${taken} histor(y|ies) and 0 evidence files\\.`)).waitFor();
});

test('what was recognised is listed with its lines, which a press leads to', async () => {
  const page = await visit();
  await paste(page, THREAD);
  await verdictIs(page, 'corrupt');
  assert.equal(await fragments(page).getByRole('combobox').count(), 5);
  await fragments(page).getByRole('button', { name: 'lines 68–70' }).click();
  assert.equal(
    await history(page).evaluate((area) => area.value.slice(0, area.selectionStart).split('\n').length),
    68,
  );
});

test('a fragment is switched off, and its findings go with it; the lines of the others hold', async () => {
  const page = await visit();
  await paste(page, `${BEFORE}\nnote\n\n${MUST_GATHER}`);
  await verdictIs(page, 'corrupt');
  const [first, second] = await fragments(page).getByRole('checkbox').all();
  await second.uncheck();
  await verdictIs(page, 'intact');
  await page.getByText('1 of 2 switched off').waitFor();
  await first.uncheck();
  await page.getByText('2 of 2 switched off, no history is left to judge').waitFor();
  await page.getByText('All that was recognised is switched off.').filter({ visible: true }).last().waitFor();
  assert.equal(await page.locator('#result').isVisible(), false);
  await page.getByRole('button', { name: 'Switch all on' }).press('Enter');
  await verdictIs(page, 'corrupt');
  assert.deepEqual(await fragments(page).getByRole('checkbox').evaluateAll((all) => all.map((one) => one.checked)), [true, true]);
  await page.waitForFunction(() => document.activeElement?.id === 'result');
  await first.uncheck();
  await second.uncheck();
  await page.getByRole('button', { name: 'Switch all on' }).waitFor();
  await second.check();
  await verdictIs(page, 'corrupt');
  await page.locator('[data-rule=completion-overwritten]').getByRole('button', { name: 'line 12, column 21' }).waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.equal(await fragments(page).getByRole('checkbox').first().isChecked(), true);
  assert.equal(await page.getByText('switched off').isVisible(), false);
});

test('a before and an after are made of two fragments of one paste', async () => {
  const page = await visit();
  await paste(page, `${MUST_GATHER}\n\nthen\n\n${BEFORE}\n\nnow\n\n${AFTER}`);
  await verdictIs(page, 'corrupt');
  const [, older, newer] = await fragments(page).getByRole('combobox').all();
  await older.selectOption('before');
  await newer.selectOption('after');
  await page.getByText('2 of 3 in another role').waitFor();
  const proven = page.locator('.comparison [data-rule=completion-overwritten]');
  assert.match(await proven.innerText(), /proven[\s\S]*2019-10-14T03:42:31Z[\s\S]*2019-10-14T03:13:16Z/);
  await history(page).press('End');
  await history(page).pressSequentially(' ');
  await page.getByText('in another role').waitFor({ state: 'hidden' });
});

test('evidence that is switched off is not weighed', async () => {
  const page = await visit();
  await paste(page, `${MUST_GATHER}\n${LOG}`);
  const confidence = (word) => page.locator('[data-rule=completion-overwritten]').getByText(word, { exact: true }).first().waitFor();
  await confidence('proven');
  await fragments(page).getByRole('checkbox').nth(1).uncheck();
  await confidence('likely');
  await fragments(page).getByRole('checkbox').nth(1).check();
  await confidence('proven');
});

test('fragments are switched by keyboard alone', async () => {
  const page = await visit();
  await paste(page, MUST_GATHER);
  await verdictIs(page, 'corrupt');
  await fragments(page).getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Switch all on' }).waitFor();
  await page.keyboard.press('Space');
  await verdictIs(page, 'corrupt');
});

for (const colorScheme of ['light', 'dark']) {
  test(`everyone can use what was taken in: ${colorScheme}`, async () => {
    const page = await visit({ colorScheme });
    await open(page, ['g.tar', tar(member(`a/${PATH}`, MUST_GATHER), member(`b/${PATH}`, BEFORE), member('build-log.txt', LOG))]);
    await verdictIs(page, 'corrupt');
    await fragments(page).getByRole('checkbox').first().uncheck();
    await assertAccessible(page);
  });
}

for (const [width, height] of [[360, 640], [1366, 768], [1600, 1000]]) {
  test(`the sentence and the examples are on the first screen at ${width} × ${height}`, async () => {
    const page = await visit({ viewport: { width, height } });
    const examples = await page.getByRole('group', { name: 'Examples' }).getByRole('button').all();
    for (const seen of [page.getByText('nothing leaves it'), ...examples]) {
      const box = await seen.boundingBox();
      assert.ok(box !== null && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
    }
  });
}

test('where only evidence is left on, it is said that it gives no verdict alone', async () => {
  const page = await visit();
  await paste(page, `${MUST_GATHER}\n${LOG}`);
  await verdictIs(page, 'corrupt');
  await fragments(page).getByRole('checkbox').first().uncheck();
  await page.getByText('Every history is switched off: what is left is evidence, which alone gives no verdict.').last().waitFor();
});

test('20 MB pasted into a text that has some already are taken at once, and what is at work is said before it begins', async () => {
  const page = await visit();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await history(page).fill('first\nlast');
  await history(page).evaluate((area) => area.setSelectionRange(6, 6));
  await page.evaluate((seed) => {
    globalThis.said = [];
    const busy = document.querySelector('#busy');
    new MutationObserver(() => {
      // As drawn: the frame after this one comes before the work.
      requestAnimationFrame(() => globalThis.said.push([busy.hidden ? '' : busy.textContent, document.querySelector('#result').dataset.verdict ?? '']));
    }).observe(busy, { attributes: true });
    return navigator.clipboard.writeText(`${'x'.repeat(99)}\n`.repeat(200_000) + seed);
  }, MUST_GATHER);
  await history(page).focus();
  await page.keyboard.press('Control+V');
  await page.waitForSelector('#result[data-verdict=corrupt]', { timeout: 60_000 });
  await page.waitForFunction(() => globalThis.said.length >= 2);
  const said = await page.evaluate(() => globalThis.said);
  assert.deepEqual(said.at(-1), ['', 'corrupt']);
  assert.match(said[0][0], /^Inspecting 20 MB…$/);
  // The whole is around where the cursor was: one line before it, its own 200,000, and the object.
  await page.getByRole('button', { name: /^line 200009, column / }).first().waitFor();
  await page.getByText(/^20\.0 MB: all of it is inspected/).waitFor();
});

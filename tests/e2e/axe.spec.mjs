// Every state of the page, reached as a person would, is one that everyone can use: in both colour schemes, on a wide screen
// and on a phone's. Lists, headings, landmarks, names, contrast and order are axe-core's to judge; that nothing is wider than
// the screen is looked at as well.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { assertAccessible, violations } from './axe.mjs';
import { harness } from './support.mjs';

const app = harness({ site: true });
const cases = (name) => readFile(new URL(`../cases/${name}`, import.meta.url), 'utf8');
const SEED = await cases('seed/mustgather.yaml');
const THREAD = await cases('seed/whole-thread.txt');
const MONITOR = await cases('seed/monitor.log');
const MANY = await cases('real/014-oc-4.16.0-ec2-pdb-74-entries.yaml');
const deflated = (text) => `deflate:${deflateRawSync(text).toString('base64url')}`;

const button = (page, name) => page.getByRole('button', { name, exact: true });
const verdict = (page) => page.locator('#result[data-verdict]').waitFor();
async function paste(page, text) {
  await page.getByLabel('ClusterVersion, or a part of it').fill(text);
  await verdict(page);
}
async function example(page, name) {
  await button(page, name).click();
  await verdict(page);
}
const open = (page, name, text) => page.getByLabel('Open file…').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** @type {Record<string, {at?: string, reach?: (page: import('playwright-core').Page) => Promise<unknown>}>} */
const states = {
  'nothing yet': {},
  help: { reach: (page) => button(page, 'Help').click() },
  'not to be trusted': { reach: (page) => paste(page, SEED) },
  'to be trusted': { reach: (page) => example(page, 'Before and after on a fixed 4.3 build') },
  suspect: { reach: (page) => paste(page, SEED.replace(/^( *)state: Completed/m, '$1state: Finished')) },
  'no history': { reach: (page) => paste(page, 'kind: Pod\n') },
  'nothing but blanks': { reach: (page) => page.getByLabel('ClusterVersion, or a part of it').fill('   \n') },
  'a broken paste': { reach: (page) => paste(page, `${SEED}\n  - {]\n\t- x: "\n`) },
  'a hostile paste': { reach: (page) => paste(page, SEED.replaceAll(/version: .*/g, `version: "<img src=x onerror=alert(1)>${'W'.repeat(300)}"`)) },
  'two snapshots': { reach: (page) => example(page, 'Before and after an update on 4.1.18') },
  'a whole thread, with several histories and comparisons': { reach: (page) => paste(page, THREAD) },
  '74 entries': { reach: (page) => paste(page, MANY) },
  'fragments switched': {
    reach: async (page) => {
      await paste(page, THREAD);
      const list = page.getByRole('list', { name: 'What was recognised' });
      await list.getByRole('checkbox').first().uncheck();
      await list.getByRole('combobox').nth(1).selectOption('before');
      await button(page, 'Reset').waitFor();
    },
  },
  'every fragment off': {
    reach: async (page) => {
      await paste(page, SEED);
      await page.getByRole('list', { name: 'What was recognised' }).getByRole('checkbox').uncheck();
    },
  },
  'evidence of its own': {
    reach: async (page) => {
      await paste(page, SEED);
      await button(page, 'Add evidence').click();
      await page.getByLabel('Open evidence files…').setInputFiles({ name: 'e2e.log', mimeType: 'text/plain', buffer: Buffer.from(MONITOR) });
      await button(page, 'e2e.log').click();
      await page.getByLabel('Pasted evidence').fill('W');
    },
  },
  'several files': {
    reach: async (page) => {
      await page.getByLabel('Open file…').setInputFiles(['a', 'b'].map((name) => ({ name: `${name}.yaml`, mimeType: '', buffer: Buffer.from(SEED) })));
      await verdict(page);
    },
  },
  'a paste that replaced another': {
    reach: async (page) => {
      await paste(page, SEED);
      await button(page, 'Add evidence').focus();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate((text) => navigator.clipboard.writeText(text), MANY);
      await page.keyboard.press('Control+V');
      await button(page, 'Put back').waitFor();
    },
  },
  'a text of which a part is shown': { reach: (page) => open(page, 'big.yaml', SEED + '# x\n'.repeat(700_000)).then(() => verdict(page)) },
  'a finding picked': {
    reach: async (page) => {
      await paste(page, SEED);
      await button(page, 'Next finding').click();
    },
  },
  'an entry of the timeline told of': {
    reach: async (page) => {
      await paste(page, MANY);
      await page.getByRole('group', { name: /^Timeline: / }).focus();
      for (const key of ['+', '+', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      await page.getByRole('group', { name: /^Timeline: / }).getByRole('status').waitFor();
    },
  },
  'what to take away, unfolded': {
    reach: async (page) => {
      await paste(page, `${SEED}# 2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a jdoe@api.prod7.corp-example.com\n`);
      await page.getByText('Save as…').click();
      await page.getByText('What is masked').click();
    },
  },
  'nothing masked': {
    reach: async (page) => {
      await paste(page, `${SEED}# 2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a\n`);
      await page.getByRole('checkbox', { name: /Mask names/ }).uncheck();
    },
  },
  'local time': {
    reach: async (page) => {
      await paste(page, SEED);
      await button(page, 'Local').click();
    },
  },
  'a link’s text': { at: `#data=${deflated(THREAD)}` },
  'a broken link': { at: '#data=x:y' },
  'a link that asks': { at: '#src=https://gcs.ci.openshift.org/gcs/bucket/a/clusterversion.json&title=Job%201' },
  'inside another page': { at: `#embed=1&title=Job%201&data=${deflated(SEED)}` },
  'inside another page, empty': { at: '#embed=1' },
  'the index of rules': { at: 'rules/' },
  'a rule’s page': { at: 'rules/completion-overwritten.html' },
};

for (const [name, { at = '', reach }] of Object.entries(states)) {
  for (const [width, height] of [[1600, 1000], [360, 740]]) {
    test(`everyone can use it: ${name}, ${width} px`, async () => {
      // Without motion colours are there at once.
      const page = await app.newPage({ viewport: { width, height }, colorScheme: 'light', reducedMotion: 'reduce', timezoneId: 'Europe/Prague' });
      page.setDefaultTimeout(15_000);
      await page.goto(app.url(at));
      await page.waitForSelector('[data-ready]');
      await reach?.(page);
      await assertAccessible(page, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await assertAccessible(page, 'dark', { coloursOnly: true });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${over} px too wide`);
    });
  }
}

test('what is not accessible is found', async () => {
  const page = await app.visit();
  await paste(page, SEED);
  await page.evaluate(() => {
    const pale = document.createElement('p');
    pale.textContent = 'pale';
    pale.style.cssText = 'color: #ddd; background: #fff';
    const nameless = document.createElement('button');
    document.querySelector('main').append(pale, nameless);
  });
  const found = await violations(page);
  assert.deepEqual(found.map((one) => one.split(':')[0]).sort(), ['button-name', 'color-contrast']);
  const pale = await violations(page, { coloursOnly: true });
  assert.deepEqual(pale.map((one) => one.split(':')[0]), ['color-contrast']);
});

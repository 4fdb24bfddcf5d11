// A browser and a server for tests of the page. In a spec file, once, at its top:
//
//   import { harness } from './support.mjs';
//   const app = harness();
//
//   test('a paste gives a verdict', async () => {
//     const page = await app.newPage();            // a Playwright page with a fresh, empty profile
//     await page.goto(app.url());                  // app.url('#data=…') for a path or a fragment
//     …
//   });
//
// After each test every page of it must have been clean, or the test fails: no error or warning on
// the console, no uncaught exception, no failed load, no request to any other origin (such a request
// is stopped, too: nothing leaves the machine). Where a test provokes one on purpose, it says so:
//
//   await app.newPage({ allow: [/404 \(Not Found\)/, /^request to https:\/\/example\.com\//] })
//
// Origins that a test serves itself are named, and count as ours: newPage({ origins: [host.origin] }).
//
// `harness({ site: true })` serves the built site instead, as a host would: its own headers, compressed. It must be of
// what www/ has now, as `node scripts/site.mjs` makes it.
//
// A pattern is matched against the complaint as the failing test prints it. To answer an allowed
// foreign request, use page.route(). All other options are Playwright's for a context (viewport,
// colorScheme, reducedMotion, …). `app.assertClean()` checks in the middle of a test.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before } from 'node:test';
import { chromium } from 'playwright-core';
import { serve, serveSite } from '../../scripts/serve.mjs';
import { assertCurrent } from '../../scripts/site.mjs';

/**
 * Starts one server and one browser for the tests of a file, and stops both after them.
 *
 * @param {object} [options] what `serve` takes: other directories than www/
 * @param {boolean} [options.site] the built site, and then what `serveSite` takes
 */
export function harness({ site = false, ...options } = {}) {
  /** @type {{ context: import('playwright-core').BrowserContext, complaints: string[] }[]} */
  let open = [];
  let server;
  let browser;

  before(async () => {
    if (site) await assertCurrent();
    server = await (site ? serveSite : serve)(options);
    browser = await launch();
  });
  afterEach(async () => {
    const pages = open;
    open = [];
    await Promise.all(
      pages.map(async ({ context }) => {
        // One more round trip each, so that what a page has already complained of arrives here.
        await Promise.all(context.pages().map((page) => page.evaluate('0').catch(() => {})));
        await context.close();
      }),
    );
    assertNone(pages);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    /** The address of a path, a query or a fragment on the server; of the page itself without one. */
    url: (path = '') => new URL(path, server.url).href,

    async newPage({ allow = [], origins = [], ...contextOptions } = {}) {
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...contextOptions });
      const complaints = [];
      const complain = (text) => {
        if (!allow.some((pattern) => pattern.test(text))) complaints.push(text);
      };
      open.push({ context, complaints });

      // `data:`, `blob:` and `about:` go nowhere.
      const isForeign = (url) =>
        !['data:', 'blob:', 'about:'].includes(url.protocol) && ![new URL(server.url).origin, ...origins].includes(url.origin);
      await context.route(
        (url) => isForeign(url),
        (route) => route.abort('blockedbyclient'),
      );
      context.on('request', (request) => {
        if (isForeign(new URL(request.url()))) complain(`request to ${request.url()}`);
      });
      context.on('console', (message) => {
        if (!['error', 'warning', 'assert'].includes(message.type())) return;
        complain(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error()}`));
      const page = await context.newPage();
      page.on('websocket', (socket) => complain(`request to ${socket.url()}`));
      page.on('crash', () => complain('the page crashed'));
      return page;
    },

    /** The address of one of the page's own modules, for `import`. */
    async module(name) {
      const [directory = ''] = /v\/\w+\//.exec(await (await fetch(server.url)).text()) ?? [];
      return this.url(`${directory}${name}`);
    },

    /** The page in a fresh browser, ready for a first paste. */
    async visit(pageOptions) {
      const page = await this.newPage(pageOptions);
      page.setDefaultTimeout(10_000);
      await page.goto(this.url());
      await page.waitForSelector('[data-ready]');
      return page;
    },

    assertClean: () => assertNone(open),
  };
}

/** Starts the browser that scripts/setup found, as it says. */
export async function launch() {
  let found;
  try {
    found = JSON.parse(await readFile(new URL('../../webdriver.json', import.meta.url), 'utf8'));
  } catch (error) {
    throw new Error('webdriver.json is missing: run scripts/setup first', { cause: error });
  }
  const { binary, args } = found['goog:chromeOptions'];
  return chromium.launch({ executablePath: binary, args: args.filter((arg) => arg !== '--headless') });
}

function assertNone(pages) {
  const complaints = pages.flatMap((page) => page.complaints);
  assert.deepEqual(complaints, [], `the page was not clean:\n${complaints.join('\n')}`);
}

// Result pages as CI systems make them, each rebuilt from what its host is known to do with a file,
// on a real server. What a browser complains of there is collected by `visit`.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { launch } from './support.mjs';

const JENKINS = {
  // Before and after 2.426, for artifacts and reports.
  old: "sandbox; default-src 'none'; img-src 'self'; style-src 'self';",
  new: "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self';",
};

/** A server and a browser for the tests of a file, until they are over. */
export function stage() {
  /** @type {Awaited<ReturnType<typeof serveHosts>>} */
  let hosts;
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => {
    [hosts, browser] = await Promise.all([serveHosts(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await hosts?.close();
  });
  return {
    /** The address of a file on a host. @param {string} host @param {string} file */
    url: (host, file) => hosts.url(host, hosts.add(file)),
    /** @param {string} url @param {Parameters<typeof visit>[2]} expected */
    visit: (url, expected) => visit(browser, url, expected),
  };
}

/** A server on which every host shows every file that was added. */
async function serveHosts() {
  /** @type {string[]} */
  const files = [];
  const server = createServer((request, response) => {
    const [, host = '', at = ''] = (request.url ?? '').split('/');
    const file = files[Number(at)];
    const page = file === undefined ? undefined : pages[host]?.(file, at);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const policy = page.policy === undefined ? {} : { 'content-security-policy': page.policy };
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff', ...policy });
    response.end(page.html);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    /** @param {string} html @returns {number} its number */
    add: (html) => files.push(html) - 1,
    /** @param {string} host @param {number} file */
    url: (host, file) => `http://127.0.0.1:${port}/${host}/${file}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** @type {Record<string, (file: string, at: string) => {html: string, policy?: string}>} */
const pages = {
  plain: (html) => ({ html }),
  prow: (_, at) => ({ html: jobPage(`/lens/${at}`) }),
  lens: (file) => ({ html: lens(file, 'custom-link-clusterversion-history.html-0') }),
  'jenkins-old': (_, at) => ({ html: publisher(`/jenkins-old-file/${at}`) }),
  'jenkins-new': (_, at) => ({ html: publisher(`/jenkins-new-file/${at}`) }),
  'jenkins-old-file': (html) => ({ html, policy: JENKINS.old }),
  'jenkins-new-file': (html) => ({ html, policy: JENKINS.new }),
  sandbox: (_, at) => ({ html: `<!doctype html><iframe sandbox="allow-scripts" src="/plain/${at}" width="1000" height="900"></iframe>` }),
  'no-wasm': (html) => ({ html, policy: "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'" }),
};

/** The hosts by the names above that a reader opens, and whether each lets scripts and wasm run. */
export const HOSTS = [
  { host: 'prow', ready: 'wasm', allow: [/can escape its sandboxing/] },
  { host: 'jenkins-old', ready: undefined, allow: [/inline style/, /inline script/, /Blocked script execution/] },
  { host: 'jenkins-new', ready: undefined, allow: [/inline style/, /inline script/, /Blocked script execution/] },
  { host: 'sandbox', ready: 'wasm', allow: [] },
  { host: 'no-wasm', ready: 'script', allow: [/WebAssembly/] },
  { host: 'plain', ready: 'wasm', allow: [] },
];

/** Prow's job page: dark, with the lens in a frame that grows with it. */
function jobPage(lens) {
  return `<!doctype html><html><head><title>periodic-ci-e2e-aws-upgrade</title><style>
body{margin:0;background:#1f1f1f;color:#ddd;font:14px/1.4 Roboto,'Helvetica Neue',sans-serif}
header{background:#212c3a;padding:14px 24px;font-size:18px;color:#fff}
main{padding:16px 24px}
.job{margin:0 0 14px;padding:12px 16px;background:#303030;border-radius:3px}
.job b{color:#f66}
iframe{display:block;border:0;width:100%}
</style></head><body><header>☸ Prow · Spyglass</header><main>
<div class="job">periodic-ci-openshift-release-e2e-aws-upgrade #1179 · <b>failed</b> after 2h 14m · Job history · Artifacts</div>
<iframe id="lens" sandbox="allow-scripts allow-top-navigation allow-popups allow-same-origin" src="${lens}" height="120"></iframe>
</main><script>addEventListener('message', ({ data }) => { if (data.lens) document.getElementById('lens').height = data.lens; });</script></body></html>`;
}

/**
 * The html lens: a file inside of an element whose height it is told, the whole in the attribute of
 * a frame, where only quotes are escaped. The last title of the file and its description are put
 * into the page as they are.
 */
function lens(file, id) {
  const outside = file.replace(/<(script|style)\b[^>]*>[^]*?<\/\1>/g, '');
  const title = [...outside.matchAll(/<title\b[^>]*>([^<]*)/g)].at(-1)?.[1] ?? id;
  const description = outside.match(/<meta name="description" content="([^"]*)"/)?.[1];
  const about = description === undefined ? '' : ` <abbr class="icon" title="${description}">info</abbr>`;
  const notifier = `<script type="text/javascript">
window.addEventListener("load", function () {
  if (window.self === window.top) return;
  var tell = function () {
    parent.postMessage({ "height": document.getElementById("wrapper").offsetHeight, "id": "${id}" }, "*");
  };
  tell();
  window.addEventListener("resize", tell);
  new MutationObserver(tell).observe(window.document, { attributes: true, childList: true, characterData: true, subtree: true });
});
</script>`;
  const content = `<div id="wrapper">${file}</div>${notifier}`.replaceAll('"', '&quot;');
  return `<!doctype html><html><head><style>
body{margin:0;background:#303030;color:#fff;font:14px/1.4 Roboto,'Helvetica Neue',sans-serif}
table{width:100%;border-collapse:collapse}
.header td{padding:8px 18px;border-top:1px solid #444;cursor:pointer}
h6{margin:0;font-size:16px;font-weight:500}
.icon{font-size:12px;color:#aaa}
iframe{border:0;display:block}
</style></head><body><table>
<tr class="header"><td><h6>${title}${about}</h6></td><td align="right">⌄</td></tr>
<tr class="initial" id="${id}-tr"><td colspan="2" style="border: 0px; padding: 0px;"><iframe srcdoc="${content}" title="${id}" sandbox="allow-scripts allow-popups allow-same-origin allow-forms" id="${id}" width="100%" scrolling="no"></iframe></td></tr>
</table><script>
window.heights = [];
const grow = () => parent.postMessage({ lens: document.documentElement.offsetHeight }, '*');
addEventListener('message', ({ data, source }) => {
  const frame = document.getElementById(data.id);
  if (frame === null || frame.contentWindow !== source) return;
  heights.push(data.height);
  frame.style.height = data.height + 'px';
  const row = document.getElementById(data.id + '-tr');
  // Hidden only now: inside of what is not shown, nothing has a height.
  if (row.className === 'initial') { row.className = ''; row.hidden = true; }
  grow();
});
document.querySelector('.header').addEventListener('click', () => { const row = document.querySelector('[id$="-tr"]'); row.hidden = !row.hidden; grow(); });
</script></body></html>`;
}

/** Jenkins' publisher: a file in a frame that has nothing of its own but the header of its answer. */
function publisher(file) {
  return `<!doctype html><html><head><title>ClusterVersion history</title><style>
body{margin:0;font:14px system-ui,sans-serif}nav{padding:10px 16px;background:#f8f8f8;border-bottom:1px solid #ddd}
iframe{display:block;border:0;width:100%;height:1400px}
</style></head><body><nav>Back to e2e-aws-upgrade #1179</nav><iframe id="myframe" src="${file}"></iframe></body></html>`;
}

/**
 * Opens a page and waits until the report in it is as far as it gets.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {{allow?: RegExp[], ready?: string, options?: import('playwright-core').BrowserContextOptions}} expected
 */
async function visit(browser, url, { allow = [], ready, options = {} } = {}) {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', viewport: { width: 1200, height: 900 }, ...options });
  /** @type {string[]} */
  const complaints = [];
  const complain = (/** @type {string} */ text) => {
    if (!allow.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  // The host's own pages are all that may ever be asked for.
  await context.route(
    () => true,
    (route) => (new URL(route.request().url()).origin === new URL(url).origin ? route.continue() : route.abort('blockedbyclient')),
  );
  context.on('request', (request) => {
    if (!request.isNavigationRequest()) complain(`request for ${request.url()}`);
  });
  context.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) complain(`console ${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error()}`));
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    complain(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', () => complain('popup'));
  const open = async (/** @type {string} */ url) => {
    await page.goto(url);
    const frame = page.frames().at(-1) ?? page.mainFrame();
    // A selector would wait for its element to be seen, which the lens defers.
    const wanted = ready === undefined ? '.report' : `#cvh[data-ready="${ready}"]`;
    await frame.locator(wanted).waitFor({ state: 'attached' });
    return frame;
  };
  return {
    page,
    frame: await open(url),
    /** Shows another page in its place. */
    open,
    async close() {
      await Promise.all(page.frames().map((frame) => frame.evaluate('0').catch(() => {})));
      await context.close();
      assert.deepEqual(complaints, [], `${url} was not clean:\n${complaints.join('\n')}`);
    },
  };
}

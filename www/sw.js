// The service worker of the built site; scripts/site.mjs writes what it keeps in place of the two constants.
//
// All files of one version are put into a cache of their own, each checked by its hash, or none are: a deploy that is
// half done installs nothing. Pages name their scripts by a folder of their version, so that no page gets another's.

const VERSION = '';
/** @type {Record<string, string>} addresses below this file's folder, and their SHA-256 in base64 */
const FILES = {};

const root = new URL('./', self.location.href);
const prefix = `clusterversion-history ${root.pathname} `;
const own = prefix + VERSION;

self.addEventListener('install', (event) => {
  event.waitUntil(
    fill().then(
      () => self.skipWaiting(),
      async (error) => {
        await caches.delete(own);
        throw error;
      },
    ),
  );
});

async function fill() {
  const cache = await caches.open(own);
  // All of them are waited for, so that nothing is put any more where one fails.
  const done = await Promise.allSettled(
    Object.entries(FILES).map(async ([path, hash]) => {
      const address = new URL(path, root).href;
      const response = await fetch(address, { cache: 'no-cache', integrity: `sha256-${hash}` });
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      // A redirected answer must not answer a navigation.
      const { headers } = response;
      await cache.put(address, response.redirected ? new Response(await response.blob(), { headers }) : response);
    }),
  );
  const failed = done.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim().then(tidy)));
self.addEventListener('message', (event) => {
  if (event.data === 'tidy') event.waitUntil(tidy());
});

/** Removes the versions that no open page is of. */
async function tidy() {
  const { held = [], pending = [] } = await navigator.locks.query();
  const used = new Set([own, ...[...held, ...pending].map(({ name }) => name)]);
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && !used.has(name)).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { method, url, headers } = event.request;
  const asked = new URL(url);
  if (method !== 'GET' || asked.origin !== root.origin || !asked.pathname.startsWith(root.pathname) || headers.has('range')) return;
  const path = asked.pathname.slice(root.pathname.length).replace(/(^|\/)index\.html$/, '$1');
  const key = path === '' ? './' : path;
  // Another version's folder: of a page that is still open.
  if (Object.hasOwn(FILES, key)) event.respondWith(kept(own, key, event.request));
  else if (/^v\/[0-9a-f]+\//.test(key)) event.respondWith(kept(`${prefix}${key.split('/')[1]}`, key, event.request));
});

async function kept(name, key, request) {
  // Opening would make it, were it gone.
  const found = await caches.match(new URL(key, root).href, { cacheName: name, ignoreVary: true });
  return found ?? fetch(request);
}

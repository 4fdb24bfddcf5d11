// Makes site/, a folder for any static host and any path on it, from www/.
//
//   npm run build:site        builds www/pkg first
//
// Pages stay where they are; what they load lies under v/<hash of all of it>/, so that a page gets all of one version
// and a host may let browsers keep it for good. sw.js keeps the whole for when there is no network.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeRules } from './rules.mjs';

const PAGES_ONLY = /^(sw\.js|rules\/|examples\/|index\.html$)/;
const SKIPPED = /(^|\/)\.|\.d\.ts$/;

const WASM = 'pkg/clusterversion_history_bg.wasm';

/** The headers that a host should send, as `_headers` says them to those that read it. */
export const HEADERS = {
  '/*': {
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // As in the page itself. No frame-ancestors: CI pages show the inspector in a frame.
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self' https:; worker-src 'self'; base-uri 'none'; form-action 'none'",
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  },
  // Named by the hash of what they hold. Pages elsewhere may load the element.
  '/v/*': { 'Cache-Control': 'public, max-age=31536000, immutable', 'Access-Control-Allow-Origin': '*' },
  '/element.js': { 'Access-Control-Allow-Origin': '*' },
};

/**
 * `_headers`, as Netlify and Cloudflare Pages read it. No header stands under two patterns that match one address, for
 * hosts join the two. What is not under v/ is asked for anew each time by default with both.
 */
function headersFile() {
  const block = ([pattern, headers]) => [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
  return Object.entries(HEADERS).map(block).join('\n');
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('base64');

/**
 * What a site is made of, and the version that this makes.
 * @param {string} from
 */
async function read(from) {
  const all = (await readdir(from, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(from.length)}/${entry.name}`.replaceAll('\\', '/').replace(/^\/+/, ''))
    .filter((name) => !SKIPPED.test(name))
    .sort();
  const contents = new Map(await Promise.all(all.map(async (name) => /** @type {const} */ ([name, await readFile(`${from}/${name}`)]))));
  const hash = createHash('sha256');
  for (const [name, bytes] of contents) hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  return { contents, version: hash.digest('hex').slice(0, 16) };
}

/** Ends with what to do, unless site/ is of what www/ has now. */
export async function assertCurrent() {
  const index = await readFile(path('site/index.html'), 'utf8').catch(() => '');
  if (/-version" content="(\w+)"/.exec(index)?.[1] === (await read(path('www'))).version) return;
  throw new Error(`site/ is ${index === '' ? 'not built' : 'of another www/ than there is now'}: run node scripts/site.mjs, after npm run build where src/ has changed`);
}

/**
 * @param {object} [options]
 * @param {string} [options.from]
 * @param {string} [options.to]
 */
export async function buildSite({ from = path('www'), to = path('site') } = {}) {
  await writeRules(from);
  const { contents, version } = await read(from);
  /** @type {Map<string, Uint8Array | string>} */
  const site = new Map();
  for (const [name, bytes] of contents) {
    if (name === 'sw.js') continue;
    if (name.endsWith('.html')) site.set(name, versioned(bytes.toString(), name, version, contents));
    else if (PAGES_ONLY.test(name)) site.set(name, bytes);
    else site.set(`v/${version}/${name}`, bytes);
  }
  site.set('element.js', `export * from './v/${version}/element.js';\n`);
  const keys = [...site].map(([name, bytes]) => [name.replace(/(^|\/)index\.html$/, '$1') || './', sha256(bytes)]);
  const worker = contents.get('sw.js')?.toString() ?? '';
  const filled = worker
    .replace("const VERSION = '';", `const VERSION = '${version}';`)
    .replace('const FILES = {};', () => `const FILES = ${JSON.stringify(Object.fromEntries(keys), null, 1)};`);
  if (filled === worker) throw new Error('sw.js has no place for its files');
  site.set('sw.js', filled);
  site.set('_headers', headersFile());
  site.set('.nojekyll', '');

  await rm(to, { recursive: true, force: true });
  for (const [name, bytes] of site) {
    await mkdir(`${to}/${name}`.replace(/\/[^/]*$/, ''), { recursive: true });
    await writeFile(`${to}/${name}`, bytes);
  }
  return { version, files: site.size };
}

/**
 * A page that loads what its version has.
 * @param {string} html
 * @param {string} name
 * @param {string} version
 * @param {Map<string, Uint8Array>} contents
 */
function versioned(html, name, version, contents) {
  const up = '../'.repeat(name.split('/').length - 1);
  const changed = html.replace(/^ *(?=<script type="module" src="(?:\.\.\/)?([\w./-]+)")/m, (indent, script) => {
    const hints = [`<link rel="preload" as="fetch" type="application/wasm" crossorigin href="${up}${WASM}">`];
    for (const module of imported(script, contents)) hints.push(`<link rel="modulepreload" href="${up}${module}">`);
    return hints.map((hint) => `${indent}${hint}\n`).join('') + indent;
  }).replace(/(<(?:link|script)\b[^>]*\b(?:href|src)=")(?:\.\.\/)?([\w./-]+)"/g, `$1${up}v/${version}/$2"`);
  return changed.replace('<meta charset="utf-8">', `$&\n  <meta name="clusterversion-history-version" content="${version}" data-root="${up || './'}">`);
}

/**
 * All that a script imports: a browser that is told of it at once need not find it file by file.
 * @param {string} script
 * @param {Map<string, Uint8Array>} contents
 */
function imported(script, contents) {
  const found = new Set([script]);
  for (const module of found) {
    for (const [, relative] of (contents.get(module)?.toString() ?? '').matchAll(/^(?:import|export)\b[^'"]*?['"](\.[^'"]+)['"]/gm)) {
      found.add(new URL(relative, `file:///${module}`).pathname.slice(1));
    }
  }
  found.delete(script);
  return found;
}

function path(name) {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { version, files } = await buildSite();
  console.log(`site: ${files} files, version ${version}`);
}

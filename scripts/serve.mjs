// A static file server for the page: node's own http, no dependency, this machine only.
//
//   node scripts/serve.mjs           serves www/ on 127.0.0.1:8080, or the next port that is free
//   PORT=9000 node scripts/serve.mjs
//   SITE=1 node scripts/serve.mjs    serves site/, compressed and with the headers that its _headers names
//
// As a module: `const server = await serve({ port: 0 })` gives { url, port, close() }.
// It sends no Content-Security-Policy: the page has its own, in a <meta>, wherever it is hosted.

import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The types of what a page is made of. */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.log': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.yaml': 'text/plain; charset=utf-8',
  '.yml': 'text/plain; charset=utf-8',
};

const always = {
  'Cache-Control': 'no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Starts a server.
 *
 * @param {object} [options]
 * @param {number} [options.port] 0 takes any free one; a taken one makes way for the next.
 * @param {Record<string, string>} [options.mounts] directories by the URL path they appear under,
 *   which ends in a slash; the longest that matches wins.
 * @param {Record<string, string> | ((path: string) => Record<string, string>)} [options.headers] sent with every file,
 *   or with the one of a URL path, beside the server's own
 * @param {boolean} [options.compress] as static hosts do, where the reader takes it
 */
export async function serve({ port = 0, mounts = { '/': join(root, 'www') }, headers = {}, compress = false } = {}) {
  const headersOf = typeof headers === 'function' ? headers : () => headers;
  // Resolved once, so that a link inside a directory cannot lead out of it unseen.
  const directories = await Promise.all(
    Object.entries(mounts)
      .sort(([a], [b]) => b.length - a.length)
      .map(async ([prefix, directory]) => ({ prefix, directory: await realpath(resolve(directory)) })),
  );
  const server = createServer((request, response) => {
    answer(directories, headersOf, compress, request, response).catch((error) => {
      console.error(error);
      refuse(request, response, 500, 'Internal Server Error');
    });
  });
  const bound = await listen(server, port);
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}/`,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** Listens on `port` or the first free one of the twenty after it. */
async function listen(server, port) {
  for (let next = port; ; next += 1) {
    try {
      await new Promise((done, fail) => {
        server.once('error', fail);
        server.listen(next, '127.0.0.1', () => {
          server.off('error', fail);
          done();
        });
      });
      return server.address().port;
    } catch (error) {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (!taken || port === 0 || next >= Math.min(port + 20, 65535)) throw error;
    }
  }
}

async function answer(directories, headersOf, compress, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(request, response, 405, 'Method Not Allowed');
  }
  let path;
  try {
    // Not through URL, which would fold `..` away and so hide what was asked for.
    path = decodeURIComponent(request.url.split(/[?#]/, 1)[0]);
  } catch {
    return refuse(request, response, 400, 'Bad Request');
  }
  const found = await locate(directories, path);
  if (found?.redirect) {
    response.writeHead(301, { ...always, Location: found.redirect, 'Content-Length': 0 });
    return response.end();
  }
  if (!found) return refuse(request, response, 404, 'Not Found');
  const type = types[extname(found.file).toLowerCase()] ?? 'application/octet-stream';
  const own = { ...always, ...headersOf(path), 'Content-Type': type };
  const encoding = compress && compressible.test(type) ? encodingFor(request) : undefined;
  if (encoding !== undefined) {
    const body = await compressed(found.file, encoding);
    response.writeHead(200, { ...own, 'Content-Encoding': encoding, Vary: 'Accept-Encoding', 'Content-Length': body.length });
    return response.end(request.method === 'HEAD' ? undefined : body);
  }
  response.writeHead(200, { ...own, 'Content-Length': found.size });
  if (request.method === 'HEAD') return response.end();
  // A reader that goes away, or a file that changes under us, ends this answer and nothing else.
  pipeline(createReadStream(found.file), response, () => {});
}

const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;

/** @param {import('node:http').IncomingMessage} request */
function encodingFor(request) {
  const taken = String(request.headers['accept-encoding'] ?? '').split(',').map((one) => one.trim());
  return ['br', 'gzip'].find((name) => taken.includes(name));
}

/** @type {Map<string, Promise<Buffer>>} each file is compressed once for as long as it does not change */
const packed = new Map();

async function compressed(file, encoding) {
  const key = `${encoding} ${(await stat(file)).mtimeMs} ${file}`;
  const made = packed.get(key) ?? readFile(file).then((bytes) => compressors[encoding](bytes));
  packed.set(key, made);
  return made;
}

const compressors = {
  // Quality 11 is what hosts have made beforehand; 9 is near it and does not keep a test waiting.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * Serves a built site as a host does that reads its `_headers` and compresses.
 * @param {{ port?: number, directory?: string, at?: string }} [options] `at` is the URL path it lies under
 */
export async function serveSite({ port = 0, directory = join(root, 'site'), at = '/' } = {}) {
  const text = await readFile(join(directory, '_headers'), 'utf8');
  /** @type {[RegExp, Record<string, string>][]} */
  const rules = [];
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^ +([\w-]+): (.*)$/.exec(line) ?? [];
    if (name !== '') Object.assign(rules.at(-1)?.[1] ?? {}, { [name]: value });
    else if (line !== '') rules.push([new RegExp(`^${line.replace(/[.?+^$()[\]{}|]/g, '\\$&').replaceAll('*', '.*')}$`), {}]);
  }
  const headers = (path) => {
    const below = `/${path.slice(at.length)}`;
    return Object.assign({}, ...rules.filter(([pattern]) => pattern.test(below)).map(([, sent]) => sent));
  };
  return serve({ port, mounts: { [at]: directory }, headers, compress: true });
}

/** The file that a URL path names, if there is one and it lies inside its directory. */
async function locate(directories, path) {
  const bad = /[\0\\]/.test(path) || path.split('/').some((part) => part.startsWith('.'));
  const mount = directories.find(({ prefix }) => path.startsWith(prefix));
  if (bad || !mount) return undefined;
  try {
    const file = await realpath(join(mount.directory, path.slice(mount.prefix.length)));
    if (file !== mount.directory && !file.startsWith(mount.directory + sep)) return undefined;
    const stats = await stat(file);
    if (stats.isFile()) return path.endsWith('/') ? undefined : { file, size: stats.size };
    if (!stats.isDirectory()) return undefined;
    // One leading slash only: `//host/` would be another host's address.
    if (!path.endsWith('/')) return { redirect: `${encodeURI(path).replace(/^\/+/, '/')}/` };
    const index = join(file, 'index.html');
    return { file: index, size: (await stat(index)).size };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES'].includes(error.code)) return undefined;
    throw error;
  }
}

function refuse(request, response, status, reason) {
  if (response.headersSent) return response.destroy();
  const body = `${status} ${reason}\n`;
  response.writeHead(status, {
    ...always,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

if (process.argv[1] && import.meta.url === pathToFileURL(await realpath(process.argv[1])).href) {
  const port = Number(process.env.PORT || 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    console.error(`PORT is not a port: ${process.env.PORT}`);
    process.exit(2);
  }
  const server = await (process.env.SITE ? serveSite : serve)({ port });
  console.log(`clusterversion-history is at ${server.url} (Ctrl-C stops it)`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => server.close().then(() => process.exit(0)));
  }
}

// The server: what it sends, and what it does not.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve } from '../../scripts/serve.mjs';

let directory;
let server;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'serve-'));
  const www = join(directory, 'www');
  await mkdir(join(www, 'sub dir'), { recursive: true });
  await mkdir(join(www, 'empty'));
  await writeFile(join(directory, 'secret.txt'), 'secret');
  await writeFile(join(www, 'index.html'), '<!doctype html>');
  await writeFile(join(www, 'main.js'), 'export {};');
  await writeFile(join(www, 'style.css'), '');
  await writeFile(join(www, 'module.wasm'), Buffer.from([0, 97, 115, 109]));
  await writeFile(join(www, 'unknown.bin'), 'x');
  await writeFile(join(www, '.hidden'), 'hidden');
  await writeFile(join(www, 'sub dir', 'index.html'), 'sub');
  await symlink(join(directory, 'secret.txt'), join(www, 'link.txt'));
  server = await serve({ mounts: { '/': www, '/data/': join(directory, 'www', 'sub dir') } });
});

after(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** Asks for a path exactly as it is written: fetch would tidy `..` away. */
function get(path, method = 'GET') {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port: server.port, path, method }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      );
    })
      .on('error', fail)
      .end();
  });
}

for (const [path, type] of [
  ['/', 'text/html; charset=utf-8'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/main.js?v=1', 'text/javascript; charset=utf-8'],
  ['/style.css', 'text/css; charset=utf-8'],
  ['/module.wasm', 'application/wasm'],
  ['/unknown.bin', 'application/octet-stream'],
]) {
  test(`${path} is ${type}`, async () => {
    const { status, headers } = await get(path);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], type);
  });
}

test('every answer is safe to look at and never stale', async () => {
  for (const path of ['/', '/nothing', '/sub%20dir']) {
    const { headers } = await get(path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['referrer-policy'], 'no-referrer', path);
    assert.equal(headers['cache-control'], 'no-cache', path);
  }
});

for (const path of [
  '/nothing',
  '/index.html/',
  '/empty/',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/sub%20dir/../../secret.txt',
  '/data/../../secret.txt',
  '/..%5csecret.txt',
  '//etc/passwd',
  '/link.txt',
  '/.hidden',
  '/main.js%00.html',
]) {
  test(`${path} is not found`, async () => {
    const { status, body } = await get(path);
    assert.equal(status, 404);
    assert.equal(body, '404 Not Found\n');
  });
}

test('a directory without its slash leads to the one with it, on this host', async () => {
  const { status, headers } = await get('/sub%20dir');
  assert.equal(status, 301);
  assert.equal(headers.location, '/sub%20dir/');
  assert.equal((await get('/sub%20dir/')).body, 'sub');
  assert.equal((await get('//sub%20dir')).headers.location, '/sub%20dir/');
});

test('the longest mount wins', async () => {
  assert.equal((await get('/data/')).body, 'sub');
});

test('HEAD has the headers of GET and no body', async () => {
  const head = await get('/index.html', 'HEAD');
  assert.equal(head.status, 200);
  assert.equal(head.headers['content-length'], '15');
  assert.equal(head.body, '');
  assert.equal((await get('/nothing', 'HEAD')).status, 404);
});

test('nothing else is allowed', async () => {
  const { status, headers } = await get('/', 'POST');
  assert.equal(status, 405);
  assert.equal(headers.allow, 'GET, HEAD');
});

test('a broken escape is a bad request', async () => {
  assert.equal((await get('/%zz')).status, 400);
});

test('a taken port makes way for the next', async () => {
  const other = await serve({ port: server.port, mounts: { '/': directory } });
  try {
    assert.notEqual(other.port, server.port);
    assert.equal(await (await fetch(`${other.url}secret.txt`)).text(), 'secret');
  } finally {
    await other.close();
  }
});

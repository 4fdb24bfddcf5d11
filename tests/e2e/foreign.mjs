// Other origins on this machine: pages that embed ours, and hosts that files are fetched from.

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

/**
 * Starts a server on a free port of 127.0.0.1, an origin of its own.
 *
 * @param {Record<string, (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void>} answers
 *   by path, without the query
 * @param {{tls?: boolean}} [options] with a certificate that nobody vouches for
 */
export async function foreign(answers, { tls = false } = {}) {
  const asked = [];
  const answer = (request, response) => {
    asked.push({ path: request.url, headers: request.headers });
    const found = answers[request.url.split('?')[0]];
    if (found) return found(request, response);
    response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
  };
  const server = tls ? createTlsServer(selfSigned(), answer) : createServer(answer);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${server.address().port}`;
  return {
    host,
    origin: `${tls ? 'https' : 'http'}://${host}`,
    /** What was asked for, in order. */
    asked,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** An answer that is a page. */
export const page = (html) => (request, response) =>
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!doctype html><title>Host</title>${html}`);

/** An answer that pages of other origins may read. */
export const shared =
  (body, headers = {}) =>
  (request, response) =>
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', ...headers }).end(body);

/** A key and a certificate of it, as X.509 in DER: node makes keys, but no certificates. */
function selfSigned() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = (tag, ...parts) => {
    const body = Buffer.concat(parts);
    const { length: n } = body;
    // DER wants the shortest form.
    const length = n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 255];
    return Buffer.concat([Buffer.from([tag, ...length]), body]);
  };
  const sequence = (...parts) => der(0x30, ...parts);
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
  const name = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('127.0.0.1')))));
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = sequence(serial, ecdsaWithSha256, name, validity, name, spki);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const cert = sequence(body, ecdsaWithSha256, signature).toString('base64').match(/.{1,64}/g).join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  };
}

// @ts-check
// Addresses of CI artifacts as people copy them, to the one that a browser may read from: of Google's storage, only the
// JSON API answers other origins, whatever the bucket says.

/**
 * @typedef {object} Address
 * @property {string} url what is fetched
 * @property {string} host whose it is, as it is shown and asked for
 * @property {string} name the file's, as the report calls it
 * @property {boolean} rewritten whether it is another address than the one given
 */

const API = 'https://storage.googleapis.com/storage/v1/b/';

const DIRECTORY =
  'This address is a directory or a job’s page, not a file. Give the address of the file: of a must-gather, ' +
  'cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml; of a job’s artifacts, ' +
  'gather-extra/artifacts/clusterversion.json.';

/**
 * What to fetch for an address, or, as an `Error`, why nothing is.
 * @param {string} given
 * @returns {Address}
 */
export function resolve(given) {
  const text = given.trim();
  const gs = /^gs:\/\/([^/?#]+)\/?([^?#]*)/i.exec(text);
  if (gs) return object(gs[1] ?? '', gs[2] ?? '');
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new Error('This is not an address. It must begin with https:// or gs://.');
  }
  if (url.protocol !== 'https:') throw new Error(`Only https:// and gs:// addresses are fetched, not ${url.protocol}//.`);
  if (url.username !== '' || url.password !== '') throw new Error('An address with a user name or password is not fetched.');
  // A signed address is good for itself alone.
  const signed = [...url.searchParams.keys()].some((key) => /signature$/i.test(key));
  const stored = signed ? undefined : storedAt(url);
  if (stored !== undefined) return object(stored.bucket, stored.path);
  url.hash = '';
  if (url.hostname === 'storage.googleapis.com' && /^\/(download\/)?storage\/v1\/b\/[^/]+\/o\/./.test(url.pathname)) {
    const before = url.href;
    url.searchParams.set('alt', 'media');
    return { url: url.href, host: url.host, name: nameOf(decode(url.pathname)), rewritten: url.href !== before };
  }
  return { url: url.href, host: url.host, name: nameOf(decode(url.pathname)), rewritten: false };
}

/**
 * The object that one of the viewers or front ends of Google's storage shows at an address.
 * @param {URL} url
 * @returns {{bucket: string, path: string} | undefined}
 */
function storedAt(url) {
  const host = url.hostname;
  const path = decode(url.pathname);
  /** @param {RegExp} pattern whose first group is the bucket, and the second the path */
  const match = (pattern) => {
    const found = pattern.exec(path);
    return found ? { bucket: found[1] ?? '', path: found[2] ?? '' } : undefined;
  };
  // Prow's pages show a job, never a file.
  if (/(^|[.-])(prow|deck)[.-]/.test(host)) {
    const job = match(/^\/view\/(?:gs|gcs)\/([^/]+)\/?(.*)$/);
    return job && { ...job, path: isFile(job.path) ? job.path : `${job.path}/` };
  }
  if (/(^|[.-])gcsweb([.-]|$)/.test(host) || host === 'gcs.ci.openshift.org') return match(/^\/gcs\/([^/]+)\/?(.*)$/);
  if (host === 'storage.googleapis.com' && !/^\/(download\/|upload\/)?storage\/v1\//.test(path)) return match(/^\/([^/]+)\/?(.*)$/);
  if (host === 'storage.cloud.google.com') return match(/^\/([^/]+)\/?(.*)$/);
  if (host === 'console.cloud.google.com' || host === 'console.developers.google.com') {
    const file = match(/^\/storage\/browser\/_details\/([^/]+)\/([^;]*)/);
    const directory = match(/^\/storage\/browser\/([^/;]+)\/?([^;]*)/);
    return file ?? (directory && { ...directory, path: `${directory.path.replace(/\/$/, '')}/` });
  }
  const bucket = /^(.+)\.storage\.googleapis\.com$/.exec(host)?.[1];
  return bucket === undefined ? undefined : { bucket, path: path.slice(1) };
}

/**
 * @param {string} bucket
 * @param {string} path
 * @returns {Address}
 */
function object(bucket, path) {
  if (path === '' || path.endsWith('/') || /(^|\/)\d{5,}$/.test(path)) throw new Error(DIRECTORY);
  const url = `${API}${encodeURIComponent(bucket)}/o/${encodeURIComponent(path)}?alt=media`;
  return { url, host: 'storage.googleapis.com', name: nameOf(path), rewritten: true };
}

/** @param {string} path */
const isFile = (path) => /\.(ya?ml|json|txt|log|gz)$/.test(path);

/** @param {string} path */
const nameOf = (path) => path.split('/').filter(Boolean).pop() ?? '';

/** @param {string} path */
function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// @ts-check
// What is taken of files, folders and archives: a ClusterVersion where must-gather and CI put it, and dated records
// beside it. All of it is bounded, and what is not read is said.

import { isGzip, isTar, members, Pieces, streamOf } from './archive.js';
import { toText } from './bytes.js';

/** @typedef {{text: string, name: string}} Named */
/** @typedef {{path: string, open: () => Promise<Blob>, given: boolean}} Offered a file, and whether it was itself given rather than found in a folder */
/** @typedef {{files: number, taken: number, bytes: number, at: string}} Progress */

/** As the command line's src/cli/sources.rs. */
const HISTORIES = ['clusterversions/version.yaml', 'clusterversions.yaml', 'clusterversion.json'];
const ARCHIVES = ['must-gather.tar', 'must-gather.tar.gz', 'must-gather.tgz'];
/** What src/evidence reads, by the names that CI, the installer and must-gather give it. */
const EVIDENCE = [
  /(^|\/)e2e-events[^/]*\.json$/,
  /(^|\/)events\.json$/,
  /(^|\/)\.openshift_install[^/]*\.log$/,
  /(^|\/)build-log\.txt$/,
  /(^|\/)nodes\.json$/,
  /(^|\/)clusteroperators\.json$/,
  /(^|\/)namespaces\/openshift-cluster-version\/pods\/.*\/(current|previous)\.log$/,
  /(^|\/)openshift-cluster-version_cluster-version-operator[^/]*\.log$/,
];

/** In bytes: one member of an archive or folder, one file that a person chose, all that is taken together, all that is unpacked. */
export const LIMITS = { member: 64 << 20, file: 512_000_000, all: 768_000_000, archive: 64 * 2 ** 30, taken: 500, files: 200_000, seconds: 300 };
const MAX_DEPTH = 3;
/** How long the page may be kept from drawing, in milliseconds. */
const BREATH = 25;

/** @param {string} path @param {string} wanted */
const ends = (path, wanted) => path === wanted || path.endsWith(`/${wanted}`);

/**
 * What a file of a folder or archive is taken as, by its path.
 * @param {string} path
 * @returns {'history' | 'evidence' | 'archive' | undefined}
 */
export function kindOf(path) {
  if (HISTORIES.some((wanted) => ends(path, wanted))) return 'history';
  if (ARCHIVES.some((wanted) => ends(path, wanted))) return 'archive';
  const plain = path.replace(/\.gz$/, '');
  return EVIDENCE.some((pattern) => pattern.test(plain)) ? 'evidence' : undefined;
}

/** Why reading ends before its end, which is no fault of the file that was being read. */
class Stop extends Error {}

/** Reads what is offered, and keeps what is wanted of it. */
export class Gathering {
  /** @type {Named[]} */
  histories = [];
  /** @type {Named[]} */
  evidence = [];
  /** @type {string[]} What cannot be read, in words. */
  problems = [];
  /** Whether a folder or an archive was among what was offered. */
  searched = false;
  passed = 0;
  /** @type {Progress} */
  progress = { files: 0, taken: 0, bytes: 0, at: '' };
  #held = 0;
  #ends;
  #drawn = performance.now();
  #signal;
  #tell;

  /**
   * @param {AbortSignal} signal
   * @param {(progress: Progress) => void} tell
   */
  constructor(signal, tell, limits = LIMITS) {
    this.#signal = signal;
    this.#tell = tell;
    this.limits = limits;
    this.#ends = performance.now() + limits.seconds * 1000;
  }

  /** @param {AsyncIterable<Offered> | Iterable<Offered>} offered */
  async read(offered) {
    try {
      for await (const { path, open, given } of offered) {
        await this.#count(path, !given);
        const kind = given ? 'given' : kindOf(path);
        if (kind === undefined) {
          this.passed += 1;
          continue;
        }
        await this.#attempt(path, async () => {
          const file = await open();
          await this.#open(new Pieces(file.stream(), (bytes) => this.#breathe(bytes)), path, path, kind, 0);
        });
      }
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      this.problems.push(error.message);
    }
    return this;
  }

  /** Trouble with one file leaves the others. @param {string} name @param {() => Promise<void>} attempt */
  async #attempt(name, attempt) {
    try {
      await attempt();
    } catch (error) {
      if (error instanceof Stop) throw error;
      const detail = error instanceof Error && error.message !== '' ? ` (${error.message})` : '';
      this.problems.push(`${name} cannot be read.${detail}`);
    }
  }

  /**
   * @param {Pieces} from
   * @param {string} path within its archive or folder
   * @param {string} name
   * @param {'history' | 'evidence' | 'archive' | 'given'} kind
   * @param {number} depth
   * @returns {Promise<void>}
   */
  async #open(from, path, name, kind, depth) {
    const head = await from.exactly(512);
    from.unread(head);
    try {
      if (isGzip(head)) {
        if (depth > 2 * MAX_DEPTH) throw new Error('it is packed too deep');
        const unpacked = streamOf(from).pipeThrough(new DecompressionStream('gzip'));
        return await this.#open(new Pieces(unpacked, (bytes) => this.#breathe(bytes)), path, name, kind, depth + 1);
      }
      if (isTar(head)) return await this.#archive(from, name, kind, depth);
      if (kind !== 'archive') await this.#keep(from, path, name, kind);
    } finally {
      await from.close();
    }
  }

  /** @param {Pieces} from @param {string} name @param {string} kind @param {number} depth */
  async #archive(from, name, kind, depth) {
    if (kind === 'history' || kind === 'evidence') throw new Error('it is an archive, where a text was expected');
    this.searched = true;
    const before = this.progress.taken;
    const troubles = this.problems.length;
    await members(from, async (path, body, size) => {
      const full = `${name}!/${path}`;
      await this.#count(full, true);
      const wanted = kindOf(path);
      if (wanted === undefined || (wanted === 'archive' && depth > 2 * MAX_DEPTH)) {
        this.passed += 1;
        return;
      }
      if (wanted !== 'archive' && size > this.limits.member) {
        this.problems.push(`${full} is too large (${megabytes(size)}), and was not read.`);
        return;
      }
      await this.#attempt(full, () => this.#open(new Pieces(streamOf(body), async () => {}), path, full, wanted, depth + 1));
    });
    if (this.progress.taken === before && this.problems.length === troubles && depth < 2) {
      this.problems.push(`${name} holds none of ${HISTORIES.join(', ')}, and no evidence.`);
    }
  }

  /** @param {Pieces} from @param {string} path @param {string} name @param {'history' | 'evidence' | 'given'} kind */
  async #keep(from, path, name, kind) {
    const limit = kind === 'given' ? this.limits.file : this.limits.member;
    /** @type {Uint8Array[]} */
    const chunks = [];
    let length = 0;
    for (;;) {
      const some = await from.some(limit);
      if (some.length === 0) break;
      chunks.push(some);
      length += some.length;
      if (length > limit) throw new Error(`more than ${megabytes(limit)}`);
      if (this.#held + length > this.limits.all) throw new Stop(`More than ${megabytes(this.limits.all)} in all: ${name} and what comes after it was not read.`);
    }
    if (this.progress.taken >= this.limits.taken) throw new Stop(`More than ${this.limits.taken} files: ${name} and what comes after it was not read.`);
    const whole = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    const text = toText(whole);
    // Of the containers that never restarted there are empty logs.
    if (kind === 'evidence' && text.trim() === '') return;
    this.#held += length;
    this.progress.taken += 1;
    const role = kind === 'given' ? kindOf(path) : kind;
    (role === 'evidence' ? this.evidence : this.histories).push({ text, name });
  }

  /** @param {string} at @param {boolean} found */
  async #count(at, found) {
    this.progress.files += 1;
    this.progress.at = at;
    if (found) this.searched = true;
    if (this.progress.files > this.limits.files) throw new Stop(`More than ${this.limits.files} files: ${at} and what comes after it was not looked at.`);
    await this.#breathe(0);
  }

  /** Lets the page draw, and ends what takes too long. @param {number} bytes */
  async #breathe(bytes) {
    this.progress.bytes += bytes;
    if (this.progress.bytes > this.limits.archive) throw new Stop(`More than ${megabytes(this.limits.archive)}: what comes after it was not read.`);
    const now = performance.now();
    if (now - this.#drawn < BREATH) return;
    this.#tell(this.progress);
    await new Promise((resolve) => setTimeout(resolve));
    this.#drawn = performance.now();
    if (this.#signal.aborted) throw new Stop('Cancelled: what was not read by then was left out.');
    if (now > this.#ends) throw new Stop(`It took more than ${this.limits.seconds} seconds: what was not read by then was left out.`);
  }
}

/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

// @ts-check
// Archives read as streams: gzip with the browser's own, tar member by member. Of an archive only what is wanted is
// held, so that one of many gigabytes needs no more memory than what is taken of it.
//
// Format: POSIX.1-2017 `pax`, "ustar Interchange Format" and "pax Header Block"; GNU tar's manual, "Basic Tar Format"
// for the type flags L (long name) and S (sparse).

const BLOCK = 512;
/** A name, or what extends a header, is far shorter, in bytes. */
const MAX_NAME = 64 << 10;

/** The bytes of a stream in the lengths that are asked for. */
export class Pieces {
  /** @type {Uint8Array} */
  #rest = new Uint8Array(0);
  #reader;
  #breathe;

  /**
   * @param {ReadableStream<Uint8Array>} stream
   * @param {(bytes: number) => Promise<void>} breathe called with what came in; it may wait, or throw to end the reading
   */
  constructor(stream, breathe) {
    this.#reader = stream.getReader();
    this.#breathe = breathe;
  }

  /** The next bytes, as many as came at once and not more than that; none at the end. @param {number} most */
  async some(most) {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return new Uint8Array(0);
      await this.#breathe(value.length);
      this.#rest = value;
    }
    const some = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(some.length);
    return some;
  }

  /** That many bytes; fewer only at the end. @param {number} length */
  async exactly(length) {
    const whole = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const some = await this.some(length - at);
      if (some.length === 0) break;
      whole.set(some, at);
      at += some.length;
    }
    return whole.subarray(0, at);
  }

  /** Puts back what was looked at. @param {Uint8Array} bytes */
  unread(bytes) {
    const whole = new Uint8Array(bytes.length + this.#rest.length);
    whole.set(bytes);
    whole.set(this.#rest, bytes.length);
    this.#rest = whole;
  }

  /** Reads no further, here and at the source. */
  async close() {
    await this.#reader.cancel().catch(() => {});
  }
}

/** What can be read from, piece by piece. @typedef {{some(most: number): Promise<Uint8Array>}} From */

/** A member's own bytes, and an error where the archive ends before them. @implements {From} */
class Body {
  #from;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** @param {Pieces} from @param {number} left */
  constructor(from, left) {
    this.#from = from;
    this.left = left;
  }

  /** One after the other: what unpacks a member may still read while the rest of it is passed over. @param {number} most */
  some(most) {
    const next = this.#last.then(() => this.#next(most));
    this.#last = next.catch(() => {});
    return next;
  }

  /** @param {number} most */
  async #next(most) {
    if (this.left === 0) return new Uint8Array(0);
    const some = await this.#from.some(Math.min(most, this.left));
    if (some.length === 0) throw new Error('it was cut off');
    this.left -= some.length;
    return some;
  }

  async skip() {
    while (this.left > 0) await this.some(this.left);
  }
}

/** @param {From} from @returns {ReadableStream<Uint8Array<ArrayBuffer>>} */
export function streamOf(from) {
  return new ReadableStream(
    {
      async pull(controller) {
        const some = await from.some(64 << 10);
        // A copy: what is handed on may be handed over.
        if (some.length === 0) controller.close();
        else controller.enqueue(some.slice());
      },
    },
    { highWaterMark: 0 },
  );
}

/** @param {Uint8Array} head */
export const isGzip = (head) => head[0] === 0x1f && head[1] === 0x8b;

/** @param {Uint8Array} head the first block */
export const isTar = (head) => head.length === BLOCK && ascii(head, 257, 5) === 'ustar';

/**
 * Gives each plain member of a tar archive with its path and body, in their order. What the taker leaves of a body is passed over.
 * Links, directories and sparse files are passed over too.
 * @param {Pieces} from
 * @param {(path: string, body: From, size: number) => Promise<void>} take
 */
export async function members(from, take) {
  /** @type {string | undefined} */
  let long;
  for (;;) {
    const header = await from.exactly(BLOCK);
    if (header.length === 0 || header.every((byte) => byte === 0)) return;
    if (header.length < BLOCK) throw new Error('it was cut off');
    if (!isSummed(header)) throw new Error('a header’s checksum is wrong');
    const size = sizeOf(header);
    const body = new Body(from, size);
    const flag = String.fromCharCode(header[156] ?? 0);
    if (flag === 'L' || flag === 'x') {
      const records = await short(body);
      if (flag === 'L') long = text(records).split('\0')[0];
      else {
        const extended = pax(records);
        // Without this length, which no must-gather needs, the next member could not be found.
        if (extended.has('size')) throw new Error('it has members of more than 8 GiB, which are not read');
        // GNU's newer sparse files call themselves plain ones.
        if ([...extended.keys()].some((key) => key.startsWith('GNU.sparse.'))) long = '';
        else long = extended.get('path') ?? long;
      }
    } else if (flag === '0' || flag === '\0' || flag === '7') {
      const path = long ?? nameOf(header);
      long = undefined;
      // A directory of the oldest tars is a file whose name ends so.
      if (path !== '' && !path.endsWith('/')) await take(path.replace(/^(\.\/)+/, ''), body, size);
    } else if (flag === 'S') {
      long = undefined;
      // Of a sparse file's further map blocks nothing in its size tells.
      for (let more = header[482] === 1; more; ) more = (await from.exactly(BLOCK))[504] === 1;
    } else if (flag !== 'K' && flag !== 'g') {
      long = undefined;
    }
    await body.skip();
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    await from.exactly(padding);
  }
}

/** @param {Body} body */
async function short(body) {
  if (body.left > MAX_NAME) throw new Error('a name in it is too long');
  const whole = new Uint8Array(body.left);
  for (let at = 0; at < whole.length; ) {
    const some = await body.some(whole.length - at);
    whole.set(some, at);
    at += some.length;
  }
  return whole;
}

/** Records such as `27 path=a/long/name\n`, whose length counts itself. @param {Uint8Array} records */
function pax(records) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (let at = 0; at < records.length; ) {
    const space = records.indexOf(0x20, at);
    const length = space < 0 ? NaN : Number(ascii(records, at, space - at));
    if (!Number.isInteger(length) || length < 5 || at + length > records.length) break;
    const [key, ...value] = text(records.subarray(space + 1, at + length - 1)).split('=');
    if (key !== undefined) found.set(key, value.join('='));
    at += length;
  }
  return found;
}

/** @param {Uint8Array} header */
function nameOf(header) {
  const name = text(until0(header.subarray(0, 100)));
  // GNU's own format has times where ustar has the prefix.
  const prefix = ascii(header, 257, 6) === 'ustar\0' ? text(until0(header.subarray(345, 500))) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** @param {Uint8Array} header */
function sizeOf(header) {
  if ((header[124] ?? 0) & 0x80) {
    // Base 256, for what does not fit in eleven octal digits.
    let size = (header[124] ?? 0) & 0x3f;
    for (const byte of header.subarray(125, 136)) size = size * 256 + byte;
    if (!Number.isSafeInteger(size)) throw new Error('a member’s size makes no sense');
    return size;
  }
  const digits = ascii(header, 124, 12).replace(/[\0 ]+$/, '').trim();
  if (!/^[0-7]*$/.test(digits)) throw new Error('a member’s size makes no sense');
  return digits === '' ? 0 : parseInt(digits, 8);
}

/** @param {Uint8Array} header */
function isSummed(header) {
  let sum = 0;
  header.forEach((byte, at) => (sum += at >= 148 && at < 156 ? 0x20 : byte));
  return parseInt(ascii(header, 148, 8).replace(/\0.*$/, '').trim(), 8) === sum;
}

/** @param {Uint8Array} bytes */
function until0(bytes) {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** @param {Uint8Array} bytes */
const text = (bytes) => new TextDecoder().decode(bytes);

/** @param {Uint8Array} bytes @param {number} start @param {number} length */
const ascii = (bytes, start, length) => String.fromCharCode(...bytes.subarray(start, start + length));

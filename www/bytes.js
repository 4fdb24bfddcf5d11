// @ts-check
// Bytes to text and back, within bounds: what unpacks to more than it says must not take the tab with it.

/** What was read is larger than it may be. */
export class TooLarge extends Error {
  /** @param {number} limit in bytes */
  constructor(limit) {
    super(`more than ${Math.round(limit / 1e6)} MB`);
    this.name = 'TooLarge';
  }
}

/**
 * All bytes of a stream. It stops reading, and the source with it, beyond the limit.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} limit in bytes
 * @param {(bytes: number) => void} [progress]
 */
export async function collect(stream, limit, progress) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => {});
      throw new TooLarge(limit);
    }
    chunks.push(value);
    progress?.(length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionFormat} format
 * @param {number} limit of what comes out, in bytes
 */
export function inflate(bytes, format, limit) {
  return collect(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)), limit);
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionFormat} format
 */
export function deflate(bytes, format) {
  return collect(new Blob([bytes]).stream().pipeThrough(new CompressionStream(format)), Infinity);
}

/**
 * What was packed with gzip, unpacked; everything else as it is. CI stores its artifacts so, whatever they are called.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} limit in bytes
 */
export async function unpack(bytes, limit) {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? inflate(bytes, 'gzip', limit) : bytes;
}

/**
 * The text that bytes stand for. PowerShell's redirection writes UTF-16; all else is read as UTF-8.
 * @param {Uint8Array} bytes
 */
export function toText(bytes) {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * Base64url without padding (RFC 4648, section 5).
 * @param {Uint8Array} bytes
 */
export function toBase64url(bytes) {
  let binary = '';
  // As arguments of one call, a large array would overflow the stack.
  for (let at = 0; at < bytes.length; at += 0x2000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The bytes of base64 in either alphabet, padded or not.
 * @param {string} text
 */
export function fromBase64(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

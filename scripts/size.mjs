// Prints what the wasm module weighs on disk and on the wire, and what reports of their own files weigh.

import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Sizes in bytes of the built module. */
export async function wasmSize() {
  const wasm = await readFile(new URL('../www/pkg/clusterversion_history_bg.wasm', import.meta.url));
  return {
    raw: wasm.length,
    gzip: gzipSync(wasm, { level: 9 }).length,
    brotli: brotliCompressSync(wasm, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length },
    }).length,
  };
}

/** The same in words. */
export function sizeLine({ raw, gzip, brotli }) {
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return `wasm: ${kb(raw)} raw, ${kb(gzip)} gzip -9, ${kb(brotli)} brotli -q 11`;
}

if (process.argv[1]?.endsWith('size.mjs')) {
  console.log(sizeLine(await wasmSize()));
  const { hundred, reports, seed } = await import('../tests/e2e/reports.mjs');
  for (const [name, text] of [['3 entries', seed], ['100 entries', hundred()]]) {
    const { full, light } = reports([{ text }]);
    const [all, markup] = [full, light].map((file) => `${(Buffer.byteLength(file) / 1000).toFixed(1)} kB`);
    console.log(`HTML report of ${name}: ${all} full, ${markup} light`);
  }
}

// Makes www/pkg/viewer.js: one classic script with all that a report of its own file needs, from
// the small module (deflated, in base64), its glue, www/viewer.js and www/visible.js.
//
//   node scripts/viewer.mjs GLUE.js MODULE.wasm OUT.js

import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';

/**
 * What must not stand in a report, whatever host shows it. Empty where it may be shipped.
 * @param {string} text a script, or a whole file
 * @returns {string[]}
 */
export function complaints(text) {
  const forbidden = [
    [/&(?=[a-z#])/gi, 'a host would decode this reference once too early'],
    [/<\/script/gi, 'this ends the script'],
    [/<!--/g, 'this begins a comment of the page'],
    [/\d[dsl]?vh\b/g, 'a height of the window grows without end where a frame follows its contents'],
    [/document\.body\.append|\bimport\s*\(|\bfetch\s*\(\s*["'`]/g, 'a report has nothing beside itself'],
  ];
  // The module's base64 has neither marks nor words, whatever its letters happen to spell.
  const words = text.replace(/[A-Za-z0-9+/=]{200,}/g, '');
  return forbidden.flatMap(([pattern, why]) =>
    [...words.matchAll(pattern)].map(({ index }) => `${JSON.stringify(words.slice(Math.max(0, index - 20), index + 30))}: ${why}`),
  );
}

/**
 * A script without its comments on lines of their own and its indentation, and with a space after
 * each ampersand before a name. For our own sources and wasm-bindgen's, where neither stands in a string.
 * @param {string} source
 */
export function packed(source) {
  return source
    .replace(/^\s*\/\*[^]*?\*\/\s*$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '')
    .replace(/&(?=[a-z#])/gi, '& ');
}

/**
 * @param {string} glue what wasm-bindgen writes for no modules
 * @param {Uint8Array} wasm
 * @param {string} page www/viewer.js
 * @param {string} visible www/visible.js
 */
export function viewer(glue, wasm, page, visible) {
  const base64 = deflateRawSync(wasm, { level: 9 }).toString('base64');
  // Without a document the glue does not ask for its own address, which a frame from srcdoc cannot tell.
  return `(() => {
const glue = ((document) => { ${packed(glue)}
return wasm_bindgen; })();
${packed(visible).replace('export ', '')}${packed(page)}
clusterversionHistoryReport(async () => {
const bytes = Uint8Array.from(atob("${base64}"), (c) => c.charCodeAt(0));
const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
await glue({ module_or_path: await new Response(plain).arrayBuffer() });
return glue;
}, visible);
})();
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [glue, wasm, out] = process.argv.slice(2);
  const [page, visible] = await Promise.all(['viewer', 'visible'].map((name) => readFile(new URL(`../www/${name}.js`, import.meta.url), 'utf8')));
  const made = viewer(await readFile(glue, 'utf8'), await readFile(wasm), page, visible);
  const wrong = complaints(made);
  if (wrong.length > 0) {
    console.error(`The viewer may not be shipped:\n${wrong.join('\n')}`);
    process.exit(1);
  }
  await writeFile(out, made);
  console.log(`viewer: ${(made.length / 1000).toFixed(1)} kB`);
}

// @ts-check
// Files that a person opens, or drops on the page.

import { byId } from './dom.js';
import { toText, unpack } from './bytes.js';

/** A packed file may not unpack to more than this, in bytes. */
const LIMIT = 512_000_000;

/**
 * @param {File} file
 * @returns {Promise<{name: string, text: string}>}
 */
export async function readFile(file) {
  const bytes = await unpack(new Uint8Array(await file.arrayBuffer()), LIMIT);
  return { name: file.name, text: toText(bytes) };
}

/**
 * @param {string} id of a file input
 * @param {(files: File[]) => Promise<void>} take
 */
export function onChosen(id, take) {
  const input = byId(id, HTMLInputElement);
  input.addEventListener('change', async () => {
    await take([...(input.files ?? [])]);
    // The same file can be opened again after it has changed.
    input.value = '';
  });
}

/** @param {(files: File[], target: EventTarget | null) => Promise<void>} take */
export function onDropped(take) {
  const shade = byId('drop', HTMLElement);
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    shade.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) shade.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    shade.hidden = true;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void take(files, event.target);
  });
}

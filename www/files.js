// @ts-check
// Files and folders that a person opens, drops or pastes.

import { byId } from './dom.js';

/** @typedef {import("./gather.js").Offered} Offered */

/** Folders in folders in folders. */
const MAX_DEPTH = 40;

/** @param {Iterable<File>} files @returns {Offered[]} */
export function offer(files) {
  return [...files].map((file) => {
    // The files of a folder that was opened have their paths within it.
    const within = file.webkitRelativePath;
    return { path: within || file.name, open: async () => file, given: !within };
  });
}

/**
 * What is below the entries of a drop, in the order of the paths; of each folder only its entries are held. What cannot be
 * listed is said.
 * @param {FileSystemEntry[]} entries
 * @param {(problem: string) => void} trouble
 * @returns {AsyncGenerator<Offered>}
 */
export async function* walk(entries, trouble, depth = 0) {
  for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = entry.fullPath.replace(/^\//, '');
    if (entry.isFile) {
      const file = /** @type {FileSystemFileEntry} */ (entry);
      yield { path, given: depth === 0, open: () => new Promise((resolve, reject) => file.file(resolve, reject)) };
    } else if (entry.isDirectory && depth < MAX_DEPTH) {
      try {
        yield* walk(await list(/** @type {FileSystemDirectoryEntry} */ (entry)), trouble, depth + 1);
      } catch (error) {
        trouble(`${path} cannot be listed.${error instanceof Error ? ` (${error.message})` : ''}`);
      }
    } else if (entry.isDirectory) {
      trouble(`${path} is too deep, and was not looked at.`);
    }
  }
}

/** @param {FileSystemDirectoryEntry} directory */
async function list(directory) {
  const reader = directory.createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  // A browser gives a hundred at a time, and none at the end.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    for (const entry of some) all.push(entry);
  }
}

/**
 * @param {string} id of a file input
 * @param {(files: Offered[]) => Promise<void>} take
 */
export function onChosen(id, take) {
  const input = byId(id, HTMLInputElement);
  input.addEventListener('change', async () => {
    await take(offer(input.files ?? []));
    // The same file can be opened again after it has changed.
    input.value = '';
  });
}

/** @param {DataTransfer} data @param {(problem: string) => void} trouble */
function offered(data, trouble) {
  // Entries are there only while the event is handled.
  const entries = [...data.items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? []) : []));
  return entries.some((entry) => entry.isDirectory) ? walk(entries, trouble) : offer(data.files);
}

/** @typedef {(files: AsyncIterable<Offered> | Offered[], target: EventTarget | null) => Promise<void>} Take */

/**
 * @param {Take} take
 * @param {(problem: string) => void} trouble
 */
export function onDropped(take, trouble) {
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
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    void take(offered(event.dataTransfer, trouble), event.target);
  });
}

/**
 * Pastes that go to no text of their own, and files pasted anywhere.
 * @param {(text: string) => void} takeText
 * @param {Take} take
 * @param {(problem: string) => void} trouble
 */
export function onPasted(takeText, take, trouble) {
  document.addEventListener('paste', (event) => {
    const data = event.clipboardData;
    if (data === null || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (data.types.includes('Files') && !data.types.includes('text/plain')) {
      event.preventDefault();
      void take(offered(data, trouble), event.target);
      return;
    }
    if (takesText(event.target)) return;
    const text = data.getData('text/plain') || plain(data.getData('text/html'));
    if (text.trim() === '') return;
    event.preventDefault();
    takeText(text);
  });
}

/** @param {EventTarget | null} target */
function takesText(target) {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  if (target instanceof HTMLInputElement) return !['button', 'checkbox', 'radio', 'file'].includes(target.type);
  return target instanceof HTMLElement && target.isContentEditable;
}

/** The text of HTML, which is never shown: a parsed document runs and loads nothing. @param {string} html */
function plain(html) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template')) hidden.remove();
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of body.querySelectorAll('p, div, pre, tr, li, h1, h2, h3, h4, h5, h6')) block.append('\n');
  return body.textContent ?? '';
}

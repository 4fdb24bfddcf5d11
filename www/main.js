// @ts-check
// The page around the module: it hands texts in, mounts what comes back, and follows the presses on places.
// All of its state is in memory.

import init, { inspect, mount, version } from './pkg/clusterversion_history.js';
import { offerSave } from './save.js';

/** @typedef {import("./pkg/clusterversion_history.js").Input} Input */
/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {{input: number, line: number, column: number, endColumn: number}} Place */

const TYPING_PAUSE = 250;
const LONG_LINE = 300;
/** A text area takes seconds to take in a text longer than this: only a part of it is shown. */
const MUCH = 2_000_000;
const SHOWN_LINES = 2_000;

/** @type {Record<string, string[]>} One file is a history, two are a before and an after. */
const EXAMPLES = {
  'must-gather': ['bug-1756461-must-gather.yaml'],
  tail: ['bug-1756461-tail.txt'],
  '4.1.18': ['4.1.18-before.txt', '4.1.18-after.txt'],
  4.3: ['4.3-before.txt', '4.3-after.txt'],
};

/**
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} with the id ${id}`);
  return found;
}

const main = byId('main', HTMLElement);
const result = byId('result', HTMLElement);
const empty = byId('empty', HTMLElement);
const failure = byId('failure', HTMLElement);
const announce = byId('announce', HTMLElement);
const compare = byId('compare', HTMLButtonElement);
const swap = byId('swap', HTMLButtonElement);
const open = byId('open', HTMLInputElement);
const drop = byId('drop', HTMLElement);
const one = byId('input', HTMLTextAreaElement);
const before = byId('before', HTMLTextAreaElement);
const after = byId('after', HTMLTextAreaElement);

/** @type {Map<HTMLTextAreaElement, string>} The files that the texts came from, until they are edited away. */
const names = new Map();
/** @type {Map<HTMLTextAreaElement, {text: string, firstLine: number}>} Texts of which a pane shows a part. */
const held = new Map();
/** @type {Report | undefined} */
let report;
let ready = false;
let mountedWidth = 0;
/** @type {HTMLTextAreaElement[]} The panes that the report is about, in the order of its inputs. */
let inspected = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pending;
const save = offerSave(() => (report === undefined ? undefined : { report, inputs: inputs() }), complain);

const comparing = () => main.dataset.mode === 'two';
const panes = () => (comparing() ? [before, after] : [one]);

/** @returns {Input[]} */
function inputs() {
  return inspected.map((pane) => {
    /** @type {Input} */
    const input = { text: textOf(pane), role: pane === before ? 'before' : pane === after ? 'after' : 'history' };
    const name = names.get(pane);
    if (name !== undefined) input.name = name;
    return input;
  });
}

/** @param {HTMLTextAreaElement} pane */
function textOf(pane) {
  return held.get(pane)?.text ?? pane.value;
}

/**
 * Shows the lines of a long text around one of them.
 * @param {HTMLTextAreaElement} pane
 * @param {string} text
 * @param {number} line from 1
 */
function hold(pane, text, line) {
  const firstLine = Math.max(1, line - SHOWN_LINES / 2);
  let start = 0;
  for (let at = 1; at < firstLine; at += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) break;
    start = next + 1;
  }
  let end = start;
  for (let shown = 0; shown < SHOWN_LINES && end < text.length; shown += 1) {
    const next = text.indexOf('\n', end);
    end = next < 0 ? text.length : next + 1;
  }
  held.set(pane, { text, firstLine });
  pane.readOnly = true;
  pane.value = text.slice(start, Math.min(end, start + MUCH));
  const note = document.querySelector(`[data-held="${pane.id}"]`);
  if (note instanceof HTMLElement) {
    note.hidden = false;
    note.textContent = `${(text.length / 1e6).toFixed(1)} MB: all of it is inspected, and its lines from ${firstLine} on are shown. Clear to type here.`;
  }
}

/** @param {HTMLTextAreaElement} pane */
function release(pane) {
  held.delete(pane);
  pane.readOnly = false;
  const note = document.querySelector(`[data-held="${pane.id}"]`);
  if (note instanceof HTMLElement) note.hidden = true;
}

/** Inspects what is there now. */
function run() {
  clearTimeout(pending);
  if (!ready) return;
  failure.hidden = true;
  inspected = panes().filter((pane) => pane.value.trim() !== '');
  if (inspected.length === 0) {
    forget();
    return;
  }
  try {
    report = inspect(inputs(), { now: new Date().toISOString() });
    show();
    const headline = result.querySelector('h2')?.textContent ?? '';
    announce.textContent = `${headline}. ${report.summary}`;
  } catch (error) {
    fail(
      'The inspector broke on this input, which is a defect of its own. Reload the page to go on; the input is unharmed.',
      error,
    );
  }
}

function show() {
  if (report === undefined) return;
  empty.hidden = true;
  result.hidden = false;
  save.hidden = false;
  mountedWidth = result.clientWidth;
  mount(result, report);
  result.dataset.verdict = report.verdict;
}

/** Back to the empty state. */
function forget() {
  report = undefined;
  result.replaceChildren();
  delete result.dataset.verdict;
  result.hidden = true;
  save.hidden = true;
  empty.hidden = false;
  announce.textContent = '';
}

/**
 * @param {string} message
 * @param {unknown} [error]
 */
function fail(message, error) {
  forget();
  empty.hidden = true;
  complain(message, error);
}

/**
 * Says it beside what there is.
 * @param {string} message
 * @param {unknown} [error]
 */
function complain(message, error) {
  failure.textContent = error instanceof Error ? `${message} (${error.message})` : message;
  failure.hidden = false;
}

/** @param {boolean} two */
function setMode(two) {
  main.dataset.mode = two ? 'two' : 'one';
  compare.setAttribute('aria-pressed', String(two));
  swap.hidden = !two;
  for (const pane of document.querySelectorAll('[data-pane]')) {
    if (pane instanceof HTMLElement) pane.hidden = pane.dataset.pane !== main.dataset.mode;
  }
}

/**
 * @param {HTMLTextAreaElement} pane
 * @param {string} text
 * @param {string} [name]
 */
function fill(pane, text, name) {
  if (text.length > MUCH) {
    hold(pane, text, 1);
  } else {
    release(pane);
    pane.value = text;
  }
  pane.setSelectionRange(0, 0);
  pane.scrollTop = 0;
  if (name === undefined || text === '') names.delete(pane);
  else names.set(pane, name);
}

/**
 * Takes files in: one for the pane it is meant for, two as a before and an after.
 * @param {File[]} files
 * @param {HTMLTextAreaElement} [target]
 */
async function take(files, target) {
  const [first, second] = files;
  if (first === undefined) return;
  try {
    if (second !== undefined) {
      const texts = [await readText(first), await readText(second)];
      setMode(true);
      fill(before, texts[0] ?? '', first.name);
      fill(after, texts[1] ?? '', second.name);
    } else {
      const text = await readText(first);
      const free = panes().find((pane) => pane.value === '') ?? panes()[0] ?? one;
      fill(target ?? free, text, first.name);
    }
  } catch (error) {
    fail(`${first.name} cannot be read.`, error);
    return;
  }
  run();
}

/**
 * A file's text. PowerShell's redirection writes UTF-16.
 * @param {Blob} file
 */
async function readText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** @param {string} name */
async function example(name) {
  const files = EXAMPLES[name] ?? [];
  try {
    const texts = await Promise.all(
      files.map(async (file) => {
        const response = await fetch(new URL(`examples/${file}`, document.baseURI));
        if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
        return response.text();
      }),
    );
    setMode(texts.length === 2);
    panes().forEach((pane, at) => fill(pane, texts[at] ?? '', files[at]));
  } catch (error) {
    fail('The example cannot be loaded.', error);
    return;
  }
  run();
}

/**
 * Selects a line in the pane it belongs to, and brings it into view; of a line as long as minified JSON's, the place.
 * @param {Place} place
 */
function select({ input, line, column, endColumn }) {
  const pane = inspected[input];
  if (pane === undefined) return;
  const whole = held.get(pane);
  if (whole !== undefined) hold(pane, whole.text, line);
  const firstLine = held.get(pane)?.firstLine ?? 1;
  const text = pane.value;
  let start = 0;
  for (let at = firstLine; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) break;
    start = next + 1;
  }
  const next = text.indexOf('\n', start);
  const end = next < 0 ? text.length : next;
  pane.focus({ preventScroll: true });
  if (end - start > LONG_LINE && endColumn > column) {
    pane.setSelectionRange(start + column - 1, Math.min(start + endColumn - 1, end));
  } else {
    pane.setSelectionRange(start, end);
  }
  const style = getComputedStyle(pane);
  const height = parseFloat(style.lineHeight);
  pane.scrollTop = Math.max(0, (line - firstLine) * height - (pane.clientHeight - height) / 2);
  // Far along a line of minified JSON, the column itself must be seen.
  const left = (column - 1) * widthOfOne(style);
  pane.scrollLeft = left < pane.clientWidth * 0.8 ? 0 : left - pane.clientWidth / 2;
  pane.scrollIntoView({ block: 'nearest' });
}

/** @param {CSSStyleDeclaration} style of a fixed-width text */
function widthOfOne(style) {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return parseFloat(style.fontSize) * 0.6;
  context.font = `${style.fontSize} ${style.fontFamily}`;
  return context.measureText('0').width;
}

for (const pane of [one, before, after]) {
  pane.addEventListener('input', (event) => {
    if (pane.value === '') names.delete(pane);
    clearTimeout(pending);
    if (event instanceof InputEvent && /^insertFrom(Paste|Drop)/.test(event.inputType)) run();
    else pending = setTimeout(run, TYPING_PAUSE);
  });
  // What replaces the whole of a file's text is no longer that file.
  pane.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const replaces = pane.selectionStart === 0 && pane.selectionEnd === pane.value.length;
    if (pasted.length > MUCH && (replaces || held.has(pane))) {
      event.preventDefault();
      fill(pane, pasted);
      run();
      return;
    }
    if (replaces) names.delete(pane);
  });
}

compare.addEventListener('click', () => {
  const two = !comparing();
  // The text at hand goes along: it is the newer snapshot until something else is said.
  const [from, to] = two ? [one, after] : [after.value === '' ? before : after, one];
  if (to.value === '' || !two) fill(to, textOf(from), names.get(from));
  setMode(two);
  run();
});

swap.addEventListener('click', () => {
  const [text, name] = [textOf(before), names.get(before)];
  fill(before, textOf(after), names.get(after));
  fill(after, text, name);
  run();
});

byId('clear', HTMLButtonElement).addEventListener('click', () => {
  for (const pane of [one, before, after]) fill(pane, '');
  run();
  panes()[0]?.focus();
});

open.addEventListener('change', async () => {
  await take([...(open.files ?? [])]);
  // The same file can be opened again after it has changed.
  open.value = '';
});

document.addEventListener('dragover', (event) => {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  drop.hidden = false;
});
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) drop.hidden = true;
});
document.addEventListener('drop', (event) => {
  drop.hidden = true;
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  const under = panes().find((pane) => pane === event.target);
  void take(files, under);
});

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-example]') : null;
  if (button instanceof HTMLElement) void example(button.dataset.example ?? '');
});

result.addEventListener('clusterversion-history:select', (event) => {
  if (event instanceof CustomEvent) select(event.detail);
});

// Timelines are drawn for one width.
new ResizeObserver(() => {
  if (report !== undefined && Math.abs(result.clientWidth - mountedWidth) > 1) show();
}).observe(result);

/** An engine compiles a function of the module at its first call: that is done while the person still has to paste. */
function warmUp() {
  if (report !== undefined) return;
  const entry = (/** @type {number} */ day, /** @type {number} */ end) =>
    `- completionTime: 2019-01-0${end}T00:00:00Z\n  image: a${day}\n  startedTime: 2019-01-0${day}T00:00:00Z\n  state: Completed\n  version: 4.1.${day}\n`;
  mount(document.createElement('div'), inspect(`history:\n${entry(2, 3)}${entry(1, 2)}`, { now: new Date().toISOString() }));
}

try {
  await init();
  ready = true;
  byId('version', HTMLElement).textContent = `Version ${version()}.`;
  for (const button of document.querySelectorAll('[data-example]')) button.removeAttribute('disabled');
  document.documentElement.dataset.ready = 'true';
  // A reload may have kept what was typed.
  run();
  if ('requestIdleCallback' in window) requestIdleCallback(warmUp);
  else setTimeout(warmUp, 200);
} catch (error) {
  fail(
    'The inspector could not be loaded. It needs a browser with WebAssembly, and the folder pkg/ beside this page.',
    error,
  );
}

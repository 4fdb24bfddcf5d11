// @ts-check
// What a person takes away of a verdict: a link, a comment, a file. All of it is made from the texts anew, once asked for,
// with pseudonyms in place of cluster ids, hosts, users and secrets unless the person switches that off.

import { inspect, mask, renderComment, renderHtml, renderMarkdown, renderTimeline } from './pkg/clusterversion_history.js';
import { copy } from './clipboard.js';
import { make, makeButton, byId } from './dom.js';
import { draw } from './picture.js';
import { saveFile, viewerScript } from './save.js';
import { current, onPick } from './selection.js';
import { ADDRESS_LIMIT, encodeData, writeFragment } from './state.js';
import { visible } from './visible.js';

/** @typedef {import("./pkg/clusterversion_history.js").Input} Input */
/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {{report: Report, inputs: Input[]}} Shown */

/** Under this name Prow shows a report among a job's artifacts, as the README says. */
const HTML_NAME = 'custom-link-clusterversion-history.html';

/** Characters that are masked while a person types. */
const AT_ONCE = 200_000;

const place = byId('take', HTMLElement);
const said = make('p', '');
said.className = 'hint';
said.setAttribute('role', 'status');
const names = make('div', '');
/** Which of several timelines a picture has. */
const which = make('p', '');
which.className = 'hint';
which.id = 'take-which';
const masking = document.createElement('input');
masking.type = 'checkbox';
masking.checked = true;
const maskLabel = document.createElement('label');
const maskWords = make('span', 'Mask names');
maskLabel.append(masking, maskWords);

/** @type {() => Shown | undefined} */
let shown = () => undefined;
/** @type {ReturnType<typeof mask> | undefined} of what is shown now, once it was asked for */
let masked;
/** @type {Shown | undefined} */
let maskedReport;

const linkButton = makeButton('Copy link', act(copyLink));
/** Counts the lengths that were asked for, so that the last is shown. */
let asked = 0;

/** @param {() => Shown | undefined} now what is shown */
export function offer(now) {
  shown = now;
  const bar = make('div', '');
  bar.className = 'toolbar';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Take it away');
  bar.append(
    linkButton,
    makeButton('Copy as bug comment', act(async ({ report }) => copy(renderComment(report), 'the comment'))),
    maskLabel,
  );
  const files = document.createElement('details');
  const buttons = make('div', '');
  buttons.className = 'toolbar';
  const svg = (/** @type {Report} */ report) => renderTimeline(report, { history: historyOf(report), theme: theme() });
  const pictures = [
    makeButton('SVG', act(async ({ report }) => saveFile(pictureName(report, 'svg'), svg(report), 'image/svg+xml'))),
    makeButton('PNG', act(async ({ report }) => saveFile(pictureName(report, 'png'), await draw(svg(report)), 'image/png'))),
  ];
  for (const picture of pictures) picture.setAttribute('aria-describedby', which.id);
  buttons.append(
    makeButton('Markdown', act(async ({ report }) => saveFile(name(report.verdict, 'md'), renderMarkdown(report), 'text/markdown'))),
    makeButton('JSON', act(async ({ report }) => saveFile(name(report.verdict, 'json'), `${JSON.stringify(report, null, 2)}\n`, 'application/json'))),
    makeButton('HTML report', act(async ({ report, inputs }) =>
      `${saveFile(HTML_NAME, renderHtml(report, { viewer: await viewerScript(), inputs }), 'text/html')} Under this name Prow shows it on a job’s page.`)),
    ...pictures,
    which,
  );
  onPick(tellWhich);
  files.append(make('summary', 'Save as…'), buttons);
  masking.addEventListener('change', () => {
    tellMasked();
    void tellLength();
  });
  files.className = 'files';
  linkButton.after(files);
  place.replaceChildren(bar, names, said);
}

/** What is shown has changed. */
export function renew() {
  masked = undefined;
  maskedReport = undefined;
  said.textContent = '';
  place.hidden = shown() === undefined;
  tellMasked();
  tellWhich();
  void tellLength();
}

/**
 * @param {(what: Shown) => Promise<string>} doIt gives what to say
 * @returns {() => Promise<void>}
 */
function act(doIt) {
  return async () => {
    said.textContent = 'Preparing…';
    try {
      // What is said is painted before a long text is masked.
      await new Promise((done) => setTimeout(done));
      const what = taken();
      tellMasked();
      if (what !== undefined) said.textContent = await doIt(what);
    } catch (error) {
      said.textContent = `That did not work: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
}

/** @returns {Shown | undefined} what is taken away, masked or not */
function taken() {
  const now = shown();
  if (now === undefined || !masking.checked) return now;
  masked ??= mask(now.inputs);
  maskedReport ??= { inputs: masked.inputs, report: { ...inspect(masked.inputs, { now: new Date().toISOString() }), masked: masked.count } };
  return maskedReport;
}

/** Says what is masked, without a claim that it is all. */
function tellMasked() {
  names.replaceChildren();
  maskWords.textContent = 'Mask names';
  const now = shown();
  if (now === undefined) return;
  if (!masking.checked) {
    names.append(make('p', 'Names are not masked: what you take away carries the texts as they are.'));
    return;
  }
  // Long texts are masked when something is taken away, not while they are typed.
  if (masked === undefined && now.inputs.reduce((sum, { text }) => sum + text.length, 0) > AT_ONCE) return;
  masked ??= mask(now.inputs);
  const found = masked.masked;
  maskWords.textContent = `Mask names (${found.length} masked)`;
  if (found.length === 0) return;
  const more = document.createElement('details');
  const table = document.createElement('table');
  table.append(row('th', ['Kind', 'Original', 'Pseudonym', 'Times']));
  table.append(...found.slice(0, 500).map((one) => row('td', [one.kind, one.original, one.pseudonym, String(one.count)])));
  more.append(make('summary', 'What is masked'), table);
  if (found.length > 500) more.append(make('p', `${found.length - 500} more are not listed.`));
  more.append(make('p', 'Ids, hosts, users and secrets are known by their form or their place, and others may be left: look through it before you post it. Names of three letters are looked for elsewhere only where two places tell them, shorter ones and machines called like a plain word never.'));
  names.append(more);
}

/** @param {string} tag @param {string[]} cells */
function row(tag, cells) {
  const made = document.createElement('tr');
  made.append(...cells.map((cell) => make(tag, cell)));
  return made;
}

/** The link that shows the same elsewhere. @param {Input[]} inputs */
async function linkTo(inputs) {
  const by = (/** @type {string} */ role) => inputs.filter((input) => (input.role ?? 'history') === role).map(({ text }) => text);
  // A link carries one text of each role; documents are parted as YAML parts them.
  const [data, before, after] = await Promise.all(['history', 'before', 'after'].map(async (role) => {
    const texts = by(role);
    return texts.length === 0 ? undefined : encodeData(texts.join('\n---\n'));
  }));
  const evidence = await Promise.all(by('evidence').map(encodeData));
  const fragment = writeFragment({ data, before, after, evidence, theme: 'auto' });
  return `${location.origin === 'null' ? 'file://' : location.origin}${location.pathname}${fragment}`;
}

/** @param {string} link */
const sizeOf = ({ length }) => (length < 1000 ? `${length} characters` : `${(length / 1000).toFixed(1)} kB`);

/** @param {Shown} what */
async function copyLink({ inputs }) {
  const roles = new Set(inputs.map(({ role }) => role ?? 'history'));
  if (roles.has('history') && (roles.has('before') || roles.has('after'))) {
    return 'A link cannot carry a history beside a before or an after. Save the HTML report instead, or switch the other parts off.';
  }
  const link = await linkTo(inputs);
  if (link.length > ADDRESS_LIMIT) {
    return `The link would be ${sizeOf(link)} long, and Chromium takes no address beyond 2 MB. Save the HTML report instead.`;
  }
  return copy(link, `the link, ${sizeOf(link)}`);
}

/** Shows how long the link would be, of what is not so long that a person would wait for it. */
async function tellLength() {
  const now = shown();
  const mine = ++asked;
  linkButton.textContent = 'Copy link';
  const roles = new Set(now?.inputs.map(({ role }) => role ?? 'history'));
  if (roles.has('history') && (roles.has('before') || roles.has('after'))) return;
  if (now === undefined || now.inputs.reduce((sum, { text }) => sum + text.length, 0) > AT_ONCE) return;
  const link = await linkTo(masking.checked && masked !== undefined ? masked.inputs : now.inputs);
  if (mine === asked) linkButton.textContent = `Copy link · ${sizeOf(link)}`;
}

/** The history that is picked, or else the worst that can be drawn. @param {Report} report */
function historyOf({ histories, verdict }) {
  const picked = current()?.history;
  if (picked !== undefined && histories[picked] !== undefined) return picked;
  const drawn = histories.filter(({ entries }) => entries.length > 0);
  return (drawn.find((history) => history.verdict === verdict) ?? drawn[0])?.id ?? 0;
}

/** Says which timeline a picture has, where there are several. */
function tellWhich() {
  const report = shown()?.report;
  const source = report?.histories[historyOf(report)]?.source;
  which.textContent = '';
  if (report === undefined || source === undefined || report.histories.length < 2) return;
  const { name, line, endLine } = source;
  const lines = line === endLine ? `line ${line}` : `lines ${line} to ${endLine}`;
  which.textContent = `SVG and PNG show the history in ${lines} of ${visible(name)}. For another, pick one of its entries.`;
}

/** @returns {'light' | 'dark'} */
function theme() {
  const asked = document.documentElement.dataset.theme;
  if (asked === 'light' || asked === 'dark') return asked;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** A name that says nothing of the cluster but the verdict. @param {string} what @param {string} ending */
const name = (what, ending) => `clusterversion-history-${what}.${ending}`;

/** Of several pictures each says what it is of. @param {Report} report @param {string} ending */
function pictureName(report, ending) {
  const history = report.histories[historyOf(report)];
  if (history === undefined || report.histories.length < 2) return name(report.verdict, ending);
  return name(`${history.verdict}-history-${history.id + 1}`, ending);
}

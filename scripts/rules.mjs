// Writes the rules' pages, www/rules/<id>.html and an index of them, from the rules' own documentation, which the
// built module carries: the same text as docs/rules.md.
//
//   node scripts/rules.mjs
//
// Each example is judged here as a person's browser will judge it. One that does not fire, or fires where it must not,
// ends the build.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SEVERITIES = ['error', 'warning', 'info'];
const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
/** @param {string} text */
const linked = (text) => `<a href="${escape(text)}" rel="noopener noreferrer">${escape(text.replace(/^https:\/\//, ''))}</a>`;

/** What the page's fragment carries to show a text. @param {string} text */
const opened = (text) => `../#data=b64:${encodeURIComponent(Buffer.from(text).toString('base64'))}`;

/** Both snapshots as one paste, which the page parts again. */
const both = (before, after) => `Before:\n\n${before}\nAfter:\n\n${after}`;

/**
 * @param {string} title
 * @param {string} description
 * @param {string} body
 */
function page(title, description, body) {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${CSP}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="referrer" content="no-referrer">
  <meta name="description" content="${escape(description)}">
  <title>${escape(title)}</title>
  <link rel="icon" href="../favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="../report.css">
  <link rel="stylesheet" href="../style.css">
  <link rel="stylesheet" href="../rule.css">
  <script type="module" src="../rule.js"></script>
</head>
<body>
<div id="page">
  <header class="top">
    <p class="home"><a href="../">ClusterVersion history</a></p>
    <div id="preferences" class="toolbar" role="group" aria-label="Display"></div>
  </header>
${body}
</div>
</body>
</html>
`;
}

/**
 * An example as plain text, and a place for the report on it.
 * @param {string} name
 * @param {{before?: string | undefined, text: string, link?: string | undefined}} example
 */
function example(name, { before, text, link }) {
  const block = (role, shown) => `<pre tabindex="0" role="region" aria-label="${role}" data-text>${escape(shown)}</pre>`;
  const texts =
    before === undefined
      ? block(`Example: ${name}`, text)
      : `<p>Before:</p>${block(`Example: ${name}, before`, before)}<p>After:</p>${block(`Example: ${name}, after`, text)}`;
  const open = link === undefined ? '' : `<p><a href="${escape(opened(link))}">Open this example on the page</a></p>`;
  return `<section class="example" data-example>
      <h3>${name}</h3>
      ${texts}
      <div class="inset" data-inset hidden></div>
      ${open}
    </section>`;
}

function rulePage(rule, at, rules, fires) {
  const { id, title, severity, what, why, whatToDo, references } = rule;
  const beside = (to, word) =>
    to === undefined ? '' : `<a rel="${word}" href="${to.id}.html">${word === 'prev' ? '← ' : ''}${escape(to.title)}${word === 'next' ? ' →' : ''}</a>`;
  const before = rule.firesBefore ?? undefined;
  const link = (text) => {
    if (before === undefined) return text;
    // Not every pair is told apart in one paste: two clusters' objects are never joined by themselves.
    const paste = both(before, text);
    return fires([{ text: paste }], id) === (text === rule.fires) ? paste : undefined;
  };
  const clean = before === undefined || fires([{ text: both(before, rule.fires) }], id) ? link(rule.clean) : undefined;
  return page(
    `${id}: ${title}`,
    `${title}: what the rule ${id} checks in an OpenShift cluster's update history, and why.`,
    `  <main class="rule ${severity}">
    <h1>${escape(title)}</h1>
    <p class="tags"><span class="tag">${severity}</span> <code>${id}</code></p>
    <h2>What it does</h2>
    <p>${escape(what)}</p>
    <h2>Why it matters</h2>
    <p>${escape(why)}</p>
    <h2>What to do</h2>
    <p>${escape(whatToDo)}</p>
    <h2>Examples</h2>
    ${example('It fires on', { before, text: rule.fires, link: link(rule.fires) })}
    ${example('It does not fire on', { before, text: rule.clean, link: clean })}
    <h2>Sources</h2>
    <ul class="sources">${references.map((one) => `<li>${linked(one)}</li>`).join('')}</ul>
    <nav class="beside-rules" aria-label="Rules">${beside(rules[at - 1], 'prev')} <a href="./">All rules</a> ${beside(rules[at + 1], 'next')}</nav>
  </main>`,
  );
}

function indexPage(rules) {
  const sorted = SEVERITIES.flatMap((severity) => rules.filter((rule) => rule.severity === severity));
  const rows = sorted.map(
    ({ id, title, severity }) =>
      `<tr class="${severity}"><td><span class="tag">${severity}</span></td><th scope="row"><a href="${id}.html"><code>${id}</code></a></th><td>${escape(title)}</td></tr>`,
  );
  return page(
    'Rules: ClusterVersion history',
    "Every rule by which an OpenShift cluster's update history is judged, with examples, reasons and sources.",
    `  <main class="rule">
    <h1>Rules</h1>
    <p>Entry 0 is the newest. Errors make a history corrupt where they are likely or proven, and suspect where they are only possible; warnings make it suspect; infos do not change the verdict.</p>
    <p class="filter" hidden><label for="filter">Filter</label> <input id="filter" type="search" autocomplete="off" spellcheck="false"> <span id="matches" role="status"></span></p>
    <table class="rules">
      <caption class="unseen">Rules by severity</caption>
      <thead><tr><th scope="col">Severity</th><th scope="col">Rule</th><th scope="col">What it finds</th></tr></thead>
      <tbody>${rows.join('\n')}</tbody>
    </table>
  </main>`,
  );
}

/** Writes the pages into a directory. @param {string} www */
export async function writeRules(www) {
  const module = await import(pathToFileURL(`${www}/pkg/clusterversion_history.js`).href);
  module.initSync({ module: await readFile(`${www}/pkg/clusterversion_history_bg.wasm`) });
  const rules = module.rules();
  const now = new Date().toISOString();
  const fires = (inputs, id) => {
    const report = module.inspect(inputs, { now });
    return [...report.histories, ...report.comparisons].some(({ findings }) => findings.some(({ rule }) => rule === id));
  };
  for (const { id, fires: bad, firesBefore: before, clean } of rules) {
    const inputs = (text) => (before ? [{ text: before, role: 'before' }, { text, role: 'after' }] : [{ text }]);
    if (!fires(inputs(bad), id)) throw new Error(`${id} does not fire on its example`);
    if (fires(inputs(clean), id)) throw new Error(`${id} fires on its clean example`);
  }
  await rm(`${www}/rules`, { recursive: true, force: true });
  await mkdir(`${www}/rules`, { recursive: true });
  await writeFile(`${www}/rules/index.html`, indexPage(rules));
  await Promise.all(rules.map((rule, at) => writeFile(`${www}/rules/${rule.id}.html`, rulePage(rule, at, rules, fires))));
  return rules.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(`rules: ${await writeRules(fileURLToPath(new URL('../www', import.meta.url)))} pages`);
}

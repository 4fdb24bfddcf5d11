// Reports for tests: the module of the page, run here, writes them as the page does.

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { initSync, inspect, renderHtml } from '../../www/pkg/clusterversion_history.js';

const read = (/** @type {string} */ path) => readFile(new URL(path, import.meta.url));

initSync({ module: await read('../../www/pkg/clusterversion_history_bg.wasm') });

/** The viewer, as the page puts it into what it saves. */
export const viewer = await readFile(new URL('../../www/pkg/viewer.js', import.meta.url), 'utf8');

/**
 * @param {{name?: string, text: string, role?: 'history' | 'before' | 'after' | 'evidence'}[]} inputs
 * @param {(report: any) => any} [change]
 */
export function reports(inputs, change = (report) => report) {
  const report = change(inspect(inputs, { now: '2026-01-01T00:00:00Z' }));
  return { full: renderHtml(report, { viewer, inputs }), light: renderHtml(report), report };
}

/** The history that the project is about, without and with the line that proves what was done to it. */
export const seed = (await read('../cases/seed/pipe-4.1.18-after.txt')).toString();

/** All the pasted texts there are: the project's, and those beside it where it has them. */
export async function cases() {
  /** @type {Map<string, string>} names by text */
  const found = new Map();
  for (const directory of ['../cases/', '../../../shared/cases/']) {
    const base = new URL(directory, import.meta.url);
    const names = await readdir(base, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of names) {
      if (entry.isFile() && /\.(txt|ya?ml|json|log|md)$/.test(entry.name) && !/^(README\.md|expected\.json)$/.test(entry.name)) {
        found.set(await readFile(join(entry.parentPath, entry.name), 'utf8'), entry.name);
      }
    }
  }
  return [...found].map(([text, name]) => ({ name, text }));
}

/** A history as long as an operator keeps it. */
export function hundred() {
  const time = (/** @type {number} */ n) => new Date(Date.UTC(2020, 0, 1) + n * 5e8).toISOString().replace('.000', '');
  const entry = (/** @type {number} */ n) => `  - completionTime: "${time(n + 0.01)}"
    image: quay.io/openshift-release-dev/ocp-release@sha256:${n.toString(16).padStart(64, '0')}
    startedTime: "${time(n)}"
    state: Completed
    verified: true
    version: 4.${Math.floor(n / 10)}.${n % 10}
`;
  return `status:\n  history:\n${Array.from({ length: 100 }, (_, at) => entry(100 - at)).join('')}`;
}

/** What would act if it were markup, a script, a reference, or could end what it stands in. */
export const HOSTILE = [
  '<img src=https://evil.example/a onerror="alert(1);parent.pwned=1">',
  '&lt;img src=https://evil.example/b onerror=alert(2)&gt;&#60;b id=pwned&#62;x&#60;/b&#62;',
  '&amp;lt;img src=https://evil.example/c onerror=alert(3)&amp;gt;&amp;amp;lt;b&amp;amp;gt;',
  `"'></script></style></title></svg><script>alert(4)</script><!--`,
  'x" onmouseover="alert(5)" data-pwned="1',
  `&quot; onmouseover=&quot;alert(6)&quot; data-pwned=&quot;1`,
  '\u202etxt.\u2066\u0000\u2028exe',
  'javascript:alert(7)',
];

/** A paste in which every text of the object is one of them. */
export function hostilePaste(/** @type {string} */ text) {
  const history = (/** @type {string} */ completionTime, /** @type {string} */ startedTime) => ({
    state: 'Completed', version: text, image: text, acceptedRisks: text, verified: true, startedTime, completionTime,
  });
  return JSON.stringify({
    apiVersion: 'config.openshift.io/v1',
    kind: 'ClusterVersion',
    metadata: { name: text, managedFields: [{ manager: text, fieldsV1: { 'f:status': { 'f:history': {} } } }] },
    spec: { clusterID: text },
    status: {
      desired: { version: text, image: text },
      conditions: [{ type: 'Progressing', status: 'False', reason: text, message: text, lastTransitionTime: '2019-10-14T03:43:31Z' }],
      versionHash: text,
      history: [history('2019-10-14T03:43:31Z', '2019-10-14T03:42:31Z'), { ...history('2019-10-14T03:42:31Z', '2019-10-14T02:57:34Z'), version: `${text}2` }],
    },
  }, null, 2);
}

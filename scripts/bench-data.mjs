// Writes the benchmarks' inputs: ClusterVersions of about 10 kB, 1 MB and 20 MB, as `oc get -o yaml
// --show-managed-fields` prints them, and one with 74 history entries for the page.
//
//   node scripts/bench-data.mjs      writes target/bench/*.yaml
//
// The same every time and everywhere: the randomness is a seeded generator's. The histories are intact
// (each entry ends before its successor starts), so that reading is what is measured; the page's has
// findings, for they are what takes the drawing.

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const directory = fileURLToPath(new URL('../target/bench/', import.meta.url));

/** What is measured, smallest first. */
export const sizes = [
  { name: '10k', bytes: 10_000, entries: 10 },
  { name: '1m', bytes: 1_000_000, entries: 100 },
  { name: '20m', bytes: 20_000_000, entries: 100 },
];
export const pageInput = { name: '74-entries', bytes: 25_000, entries: 74, overwritten: 10 };

/** A small seeded generator of random numbers (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => list[below(list.length)],
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
  };
}

const channelKinds = ['candidate', 'eus', 'fast', 'stable'];
const risks = [
  ['EtcdLeaderChurn', 'Clusters whose control plane disks are slower than ten milliseconds at the 99th percentile may see leader elections during the update'],
  ['SlowImagePulls', 'Nodes behind a proxy that rewrites ranges pull images several times: expect draining to take up to twice as long'],
  ['LegacyCNIRoutes', 'Pods on nodes with secondary networks can lose routes until the node’s agent is restarted; see the article for a "safe" order'],
  ['StaleMachineConfig', 'A pool that was paused for more than 90 days may reboot each of its nodes twice'],
  ['AuthProxyTimeout', "The console can't be reached for some minutes where the identity provider answers slowly"],
];
const resources = ['clusteroperators', 'machineconfigs', 'infrastructures', 'networks', 'proxies', 'ingresses'];
const managers = ['cluster-bootstrap', 'cluster-version-operator', 'oc', 'kubectl-edit', 'openshift-gitops'];

/**
 * One ClusterVersion in YAML, about `bytes` long. Every `overwritten`-th of its entries has lost its
 * completion to its successor's start.
 *
 * @param {{ bytes: number, entries: number, overwritten?: number, seed?: number }} options
 */
export function clusterVersion({ bytes, entries, overwritten = Infinity, seed = 1756461 }) {
  const { below, pick, hex } = random(seed);
  const uid = () => [8, 4, 4, 4, 12].map(hex).join('-');
  const image = () => `quay.io/openshift-release-dev/ocp-release@sha256:${hex(64)}`;
  const version = (serial) => `4.${12 + (Math.floor(serial / 60) % 8)}.${serial % 60}`;
  const time = (seconds) => `"${new Date(seconds * 1000).toISOString().slice(0, 19)}Z"`;
  const indent = (lines, by) => lines.map((line) => ' '.repeat(by) + line);

  // The history, oldest first, then turned round: 45 to 165 minutes an update, at least a day between two.
  let clock = Date.UTC(2023, 0, 9, 7, 30) / 1000;
  const created = time(clock - 120);
  const history = [];
  for (let serial = 0; serial < entries; serial += 1) {
    const started = clock;
    const completed = started + 2700 + below(7200);
    clock = completed + 86_400 + below(5 * 86_400);
    history.unshift({ started, completed, image: image(), version: version(serial), verified: serial > 0 });
  }
  for (let index = overwritten; index < entries; index += overwritten) {
    history[index].completed = history[index - 1].started;
  }
  const newest = history[0];

  const release = (serial) => {
    const minor = 12 + (Math.floor(serial / 60) % 8);
    return [
      'channels:',
      ...channelKinds.flatMap((kind) => [`- ${kind}-4.${minor}`, `- ${kind}-4.${minor + 1}`]),
      `image: ${image()}`,
      `url: https://access.redhat.com/errata/RHSA-${2023 + below(3)}:${1000 + below(9000)}`,
      `version: ${version(serial)}`,
    ];
  };
  const item = (lines) => lines.map((line, number) => (number === 0 ? `- ${line}` : `  ${line}`));

  const risk = () => {
    const [name, message] = pick(risks);
    // Long plain scalars are folded at about 80 columns, as Kubernetes' YAML writer does.
    const quoted = `message: '${message.replaceAll("'", "''")}'`;
    const [head, tail] = [quoted.slice(0, quoted.indexOf(' ', 70)), quoted.slice(quoted.indexOf(' ', 70) + 1)];
    return item([
      'matchingRules:',
      '- promql:',
      '    promql: |',
      `      group(cluster_operator_conditions{_id="",name="${pick(resources)}"})`,
      '      or',
      '      0 * group(cluster_operator_conditions{_id=""})',
      '  type: PromQL',
      head,
      `  ${tail}`,
      `name: ${name}`,
      `url: https://access.redhat.com/solutions/${7_000_000 + below(99_999)}`,
    ]);
  };
  const conditional = (serial) =>
    item([
      'conditions:',
      `- lastTransitionTime: ${time(newest.completed + below(86_400))}`,
      '  message: The update is recommended, because none of the conditional update risks',
      '    apply to this cluster.',
      '  reason: AsExpected',
      '  status: "True"',
      '  type: Recommended',
      'release:',
      ...indent(release(serial), 2),
      'risks:',
      ...Array.from({ length: 1 + below(4) }, risk).flat(),
    ]);
  const managed = () =>
    item([
      'apiVersion: config.openshift.io/v1',
      'fieldsType: FieldsV1',
      'fieldsV1:',
      '  f:metadata:',
      '    f:annotations:',
      '      .: {}',
      `      f:example.com/${pick(resources)}-${hex(6)}: {}`,
      '  f:spec:',
      '    .: {}',
      '    f:channel: {}',
      '    f:clusterID: {}',
      '    f:overrides:',
      ...Array.from({ length: 1 + below(6) }, () => [
        `      k:{"group":"config.openshift.io","kind":"${pick(resources)}","name":"${hex(8)}"}:`,
        '        .: {}',
        '        f:unmanaged: {}',
      ]).flat(),
      `manager: ${pick(managers)}`,
      'operation: Update',
      `time: ${time(newest.completed - below(86_400))}`,
    ]);

  const parts = { managedFields: [], availableUpdates: [], conditionalUpdates: [] };
  const document = () =>
    [
      'apiVersion: config.openshift.io/v1',
      'kind: ClusterVersion',
      'metadata:',
      `  creationTimestamp: ${created}`,
      `  generation: ${entries + 1}`,
      '  managedFields:',
      ...indent(parts.managedFields, 2),
      '  name: version',
      '  resourceVersion: "4865636482"',
      `  uid: ${ids[0]}`,
      'spec:',
      '  channel: stable-4.13',
      `  clusterID: ${ids[1]}`,
      'status:',
      '  availableUpdates:',
      ...indent(parts.availableUpdates, 2),
      '  conditionalUpdates:',
      ...indent(parts.conditionalUpdates, 2),
      '  conditions:',
      ...indent(conditions, 2),
      '  desired:',
      `    image: ${newest.image}`,
      `    version: ${newest.version}`,
      '  history:',
      ...indent(
        history.flatMap((entry) =>
          item([
            `completionTime: ${time(entry.completed)}`,
            `image: ${entry.image}`,
            `startedTime: ${time(entry.started)}`,
            'state: Completed',
            `verified: ${entry.verified}`,
            `version: ${entry.version}`,
          ]),
        ),
        2,
      ),
      `  observedGeneration: ${entries + 1}`,
      '  versionHash: q1w2e3r4t5Y=',
      '',
    ].join('\n');
  const ids = [uid(), uid()];
  const conditions = [
    ['Available', history.at(-1).completed, 'True', `Done applying ${newest.version}`],
    ['Failing', history.at(-1).completed + 60, 'False', ''],
    ['Progressing', newest.completed, 'False', `Cluster version is ${newest.version}`],
  ].flatMap(([type, at, status, message]) =>
    item([`lastTransitionTime: ${time(at)}`, ...(message ? [`message: ${message}`] : []), `status: "${status}"`, `type: ${type}`]),
  );

  // The bulk: whichever list is furthest behind its share of what is still to fill grows next.
  let missing = bytes - document().length;
  const shares = { managedFields: 0.25, availableUpdates: 0.2, conditionalUpdates: 0.55 };
  const grown = { managedFields: 0, availableUpdates: 0, conditionalUpdates: 0 };
  for (let serial = 0; missing > 0; serial += 1) {
    const [kind] = Object.keys(shares).sort((a, b) => grown[a] / shares[a] - grown[b] / shares[b]);
    const lines =
      kind === 'managedFields' ? managed() : kind === 'availableUpdates' ? item(release(serial)) : conditional(serial);
    const length = lines.reduce((sum, line) => sum + line.length + 3, 0);
    parts[kind].push(...lines);
    grown[kind] += length;
    missing -= length;
  }
  return document();
}

/** Writes all of them, and gives their paths by name. */
export async function writeAll() {
  await mkdir(directory, { recursive: true });
  for (const { name, ...options } of [...sizes, pageInput]) {
    await writeFile(`${directory}${name}.yaml`, clusterVersion(options));
  }
}

if (process.argv[1]?.endsWith('bench-data.mjs')) await writeAll();

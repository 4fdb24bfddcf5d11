// Runs in the browser. Times the whole wasm inspection beside the mere parse of two YAML libraries,
// in one process and by turns, so that a machine's mood falls on all of them.

import init, { inspect } from '/pkg/clusterversion_history.js';
import { load } from '/modules/js-yaml/dist/js-yaml.mjs';
import { parseDocument } from '/modules/yaml/browser/dist/index.js';

const { memory } = await init();

const candidates = {
  inspect: (text) => inspect(text).histories[0].entries.length,
  'js-yaml': (text) => load(text).status.history.length,
  // toJS() is not asked for: it would only make it slower.
  yaml: (text) => parseDocument(text).getIn(['status', 'history']).items.length,
};

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/**
 * @param {string} name of the data file
 * @param {number} entries its history has
 * @param {number} rounds
 * @param {number} batch calls timed as one: the clock is coarse
 * @param {Record<string, number>} atMost rounds of a candidate that is too slow for all
 */
globalThis.measure = async ({ name, entries, rounds, batch, atMost = {} }) => {
  const text = await (await fetch(`/data/${name}.yaml`)).text();
  const times = Object.fromEntries(Object.keys(candidates).map((candidate) => [candidate, []]));
  // The first round warms up and checks; on the largest input it is too dear to throw away.
  for (let round = batch > 1 ? -2 : 0; round < rounds; round += 1) {
    for (const [candidate, run] of Object.entries(candidates)) {
      if (round >= (atMost[candidate] ?? Infinity)) continue;
      const start = performance.now();
      let found;
      for (let call = 0; call < batch; call += 1) found = run(text);
      const time = (performance.now() - start) / batch;
      if (found !== entries) throw new Error(`${candidate} found ${found} entries of ${entries} in ${name}`);
      if (round >= 0) times[candidate].push(time);
    }
    await new Promise((done) => setTimeout(done));
  }
  return {
    bytes: new TextEncoder().encode(text).length,
    times: Object.fromEntries(Object.entries(times).map(([candidate, all]) => [candidate, median(all)])),
    memory: memory.buffer.byteLength,
  };
};

// The entry for Node: the module lies beside this file and is compiled when this one is imported, so `init` may be left out.
import { readFileSync } from 'node:fs';
import { initSync } from './pkg/clusterversion_history.js';

initSync({ module: readFileSync(new URL('./pkg/clusterversion_history_bg.wasm', import.meta.url)) });

export * from './pkg/clusterversion_history.js';

/** Nothing is left to load; code that runs in browsers too may await it. */
export default async function init() {}

// Writes 10,000 must-gather version.yaml, each in a directory of its own as must-gather lays them out, 3 to 10 kB,
// the same every time. Every fifth history has lost a completion to its successor's start.
//
//   node scripts/bench-files.mjs DIRECTORY [COUNT]

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterVersion } from './bench-data.mjs';

const [directory, count = '10000'] = process.argv.slice(2);
if (!directory) throw new Error('name a directory to write into');
for (let number = 0; number < Number(count); number += 1) {
  const entries = 2 + (number % 12);
  const overwritten = number % 5 === 0 ? 2 : Infinity;
  const text = clusterVersion({ bytes: 3000 + ((number * 7919) % 7000), entries, overwritten, seed: number + 1 });
  const inside = join(directory, `must-gather.${String(number).padStart(5, '0')}`, 'cluster-scoped-resources/config.openshift.io/clusterversions');
  await mkdir(inside, { recursive: true });
  await writeFile(join(inside, 'version.yaml'), text);
}

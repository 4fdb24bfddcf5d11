// Lays out target/npm/package, of which scripts/package makes the tarball. Its files lie as they do in www/, so that
// nothing in them has to change.

import { execFileSync } from 'node:child_process';
import { appendFile, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const staged = `${root}target/npm/package`;

/** What goes in, by where it comes from. */
const FILES = {
  www: [
    'copy.js',
    'element.js',
    'address.js',
    'bytes.js',
    'remote.js',
    'state.js',
    'pkg/clusterversion_history.js',
    'pkg/clusterversion_history.d.ts',
    'pkg/clusterversion_history_bg.wasm',
    'pkg/style.js',
  ],
  npm: ['README.md', 'node.js'],
  '.': ['LICENSE', 'LICENSE-APACHE', 'LICENSE-MIT', 'CHANGELOG.md'],
};

await rm(`${root}target/npm`, { recursive: true, force: true });
await mkdir(`${staged}/pkg`, { recursive: true });
for (const [from, names] of Object.entries(FILES)) {
  for (const name of names) await copyFile(`${root}${from}/${name}`, `${staged}/${name}`);
}

const types = ['--allowJs', '--declaration', '--emitDeclarationOnly', '--target', 'es2022', '--module', 'es2022'];
const where = ['--moduleResolution', 'bundler', '--rootDir', 'www', '--outDir', staged, '--ignoreConfig'];
execFileSync('tsc', [...types, ...where, 'www/element.js'], { cwd: root, stdio: 'inherit' });
await appendFile(
  `${staged}/element.d.ts`,
  `declare global {
  interface HTMLElementTagNameMap {
    'clusterversion-history': ClusterVersionHistory;
  }
}
`,
);

const { name, version, description, license } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const entry = './pkg/clusterversion_history';
const manifest = {
  name,
  version,
  description,
  license,
  keywords: ['openshift', 'clusterversion', 'must-gather', 'upgrade', 'wasm', 'web-component'],
  type: 'module',
  engines: { node: '>=20' },
  exports: {
    '.': { types: `${entry}.d.ts`, node: './node.js', default: `${entry}.js` },
    './element': { types: './element.d.ts', default: './element.js' },
    './wasm': `${entry}_bg.wasm`,
    './package.json': './package.json',
  },
  // For tools from before `exports`.
  main: './node.js',
  browser: `${entry}.js`,
  types: `${entry}.d.ts`,
  sideEffects: ['./element.js', './node.js'],
};
await writeFile(`${staged}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);

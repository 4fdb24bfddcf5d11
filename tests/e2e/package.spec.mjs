// The npm package as a stranger meets it: a tarball, an empty folder, and what its README says.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { serve } from '../../scripts/serve.mjs';
import { harness } from './support.mjs';

const app = harness();

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'";

let folder;
let installed;
/** The README's code, by language, in its order. */
let snippets;

before(async () => {
  await run('bash', ['scripts/package'], { cwd: root, maxBuffer: 1e8 });
  const [tarball] = (await readdir(`${root}target/npm`)).filter((name) => name.endsWith('.tgz'));
  folder = await mkdtemp(join(tmpdir(), 'stranger-'));
  await writeFile(join(folder, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }\n');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `${root}target/npm/${tarball}`], { cwd: folder });
  await cp(new URL('../cases/seed/mustgather.yaml', import.meta.url), join(folder, 'version.yaml'));
  installed = join(folder, 'node_modules/clusterversion-history');
  const readme = await readFile(join(installed, 'README.md'), 'utf8');
  snippets = [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, code]) => ({ language, code }));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A file of the stranger's, and how a command on it ends. */
async function command(file, text, name, args, cwd = folder) {
  await writeFile(join(cwd, file), text);
  return run(name, args, { cwd }).catch((error) => assert.fail(`${error.message}\n${error.stdout}\n${error.stderr}`));
}

test('it has what it needs, no dependencies, and runs nothing when it is installed', async () => {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  assert.equal(manifest.name, 'clusterversion-history');
  assert.equal(manifest.license, '(MIT OR Apache-2.0)');
  for (const key of ['scripts', 'dependencies', 'peerDependencies', 'private']) assert.equal(manifest[key], undefined, key);
  assert.equal(Object.keys(manifest.exports['.'])[0], 'types');
  const targets = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targets));
  const named = [...targets(manifest.exports), manifest.main, manifest.browser, manifest.types, ...manifest.sideEffects];
  for (const file of [...named, 'LICENSE', 'LICENSE-MIT', 'LICENSE-APACHE', 'README.md']) {
    assert.ok((await readFile(join(installed, file))).length > 0, file);
  }
  assert.deepEqual(
    snippets.map(({ language }) => language),
    ['js', 'html', 'js', 'html'],
  );
});

test('Node runs the README’s snippet', async () => {
  const { stdout } = await command('snippet.mjs', snippets[0].code, 'node', ['snippet.mjs']);
  assert.match(stdout, /^corrupt /);
});

test('Node needs no init, may have it, and draws', async () => {
  const { stdout } = await command(
    'use.mjs',
    `import { readFileSync } from 'node:fs';
     import init, { inspect, renderTimeline, rules, version } from 'clusterversion-history';
     const report = inspect(readFileSync('version.yaml', 'utf8'));
     await init();
     console.log(JSON.stringify([report.verdict, version(), rules().length > 20, renderTimeline(report).slice(0, 4)]));`,
    'node',
    ['use.mjs'],
  );
  const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
  assert.deepEqual(JSON.parse(stdout), ['corrupt', version, true, '<svg']);
});

test('CommonJS imports it too', async () => {
  const { stdout } = await command(
    'use.cjs',
    `import('clusterversion-history').then(({ inspect }) => console.log(inspect('').verdict));`,
    'node',
    ['use.cjs'],
  );
  assert.equal(stdout, 'undetermined\n');
});

/** Serves a directory under a policy, and looks at its page. */
async function look(directory, headers, check) {
  const server = await serve({ mounts: { '/': directory }, headers });
  try {
    const page = await app.newPage({ origins: [new URL(server.url).origin] });
    page.setDefaultTimeout(10_000);
    await page.goto(server.url);
    await check(page);
  } finally {
    await server.close();
  }
}

test('a page without a bundler runs the README’s snippet', async () => {
  await writeFile(join(folder, 'index.html'), `<!doctype html><title>x</title><link rel="icon" href="data:,">${snippets[1].code}`);
  await look(folder, {}, (page) => page.locator('#result .report[data-verdict=corrupt]').waitFor());
});

test('a page without a bundler has the element, under a strict policy', async () => {
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>x</title><script type="module" src="node_modules/clusterversion-history/element.js"></script>${snippets[3].code}`,
  );
  await look(folder, { 'Content-Security-Policy': POLICY }, (page) =>
    page.locator('clusterversion-history .report[data-verdict=corrupt]').waitFor(),
  );
});

test('Vite builds a page with the element and the functions, under a strict policy', async () => {
  const project = join(folder, 'vite');
  await mkdir(join(project, 'public'), { recursive: true });
  await cp(join(folder, 'version.yaml'), join(project, 'public/version.yaml'));
  await writeFile(
    join(project, 'index.html'),
    `<!doctype html><title>x</title><script type="module" src="/main.js"></script>${snippets[3].code}<div id="result"></div>`,
  );
  await command(
    'main.js',
    `${snippets[2].code}
     import init, { inspect, mount } from 'clusterversion-history';
     await init();
     mount(document.querySelector('#result'), inspect('2019-10-14T02:57:34Z|2019-10-14T03:13:16Z|Completed|4.1.18'));`,
    'node',
    [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'],
    project,
  );
  const built = await readdir(join(project, 'dist/assets'));
  assert.equal(built.filter((name) => name.endsWith('.wasm')).length, 1, built.join(' '));
  await look(join(project, 'dist'), { 'Content-Security-Policy': POLICY }, async (page) => {
    await page.locator('clusterversion-history .report[data-verdict=corrupt]').waitFor();
    await page.locator('#result .report[data-verdict=intact]').waitFor();
  });
});

for (const [module, moduleResolution] of [
  ['esnext', 'bundler'],
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
]) {
  test(`TypeScript is content with it in strict mode: ${moduleResolution}`, async () => {
    await command(
      `use-${moduleResolution}.ts`,
      `import init, { inspect, mount, renderTimeline, type Finding, type Report, type Verdict } from 'clusterversion-history';
       import { ClusterVersionHistory } from 'clusterversion-history/element';
       await init();
       const report: Report = inspect([{ text: '', role: 'evidence' }], { now: '2026-01-01T00:00:00Z' });
       const findings: Finding[] = report.histories.flatMap((history) => history.findings);
       const verdict: Verdict = report.verdict;
       const element: ClusterVersionHistory = document.createElement('clusterversion-history');
       element.evidence = [{ text: 'x' }];
       element.addEventListener('verdict', () => element.report?.verdict);
       mount(element, report);
       export const svg: string = renderTimeline(report, { width: 640 }) + verdict + findings.length;
       // @ts-expect-error: no such verdict
       export const wrong: Verdict = 'fine';
       // @ts-expect-error: no such role
       inspect([{ text: '', role: 'other' }]);
       // @ts-expect-error: not a text
       element.text = 1;
       // @ts-expect-error: a report has no such field
       report.nothing;`,
      'node',
      [
        `${root}node_modules/typescript/bin/tsc`,
        ...['--noEmit', '--strict', '--target', 'es2022', '--ignoreConfig', '--types', ''],
        ...['--module', module, '--moduleResolution', moduleResolution, `use-${moduleResolution}.ts`],
      ],
    );
  });
}

// What other programs must be able to read: SARIF against its schema, and the rest of the command's formats as parsers see them.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const root = fileURLToPath(new URL('../../', import.meta.url));
const binary = join(root, 'target/debug/clusterversion-history');
const cases = ['seed', 'real'].flatMap((name) => {
  const directory = join(root, 'tests/cases', name);
  return readdirSync(directory).filter((file) => !file.endsWith('.json')).map((file) => join(directory, file));
});
/** @type {string} */
let place;

before(() => {
  execFileSync('cargo', ['build', '--quiet'], { cwd: root, stdio: 'inherit', env: { ...process.env, CARGO_TARGET_DIR: join(root, 'target') } });
  place = mkdtempSync(join(tmpdir(), 'formats-'));
});
after(() => rmSync(place, { recursive: true }));

/** @param {string[]} args */
function run(...args) {
  const { status, stdout } = spawnSync(binary, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status, stdout };
}

test('SARIF is valid against the schema of 2.1.0', () => {
  const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(join(root, 'tests/schemas/sarif-2.1.0.json'), 'utf8')));
  const hostile = join(place, 'a b:c#%?ä[1].yaml');
  writeFileSync(hostile, '- {state: "{0} [x](y)\\n\\u0001", version: "\\u202e", image: "", startedTime: 2024-01-01T00:00:00Z, completionTime: 2023-01-01T00:00:00Z}\n');
  for (const [file, ...flags] of [...cases, hostile].flatMap((file) => [[file], [file, '--mask']])) {
    const log = JSON.parse(run(file, ...flags, '--format', 'sarif').stdout);
    assert.equal(validate(log), true, `${file}: ${JSON.stringify(validate.errors, null, 1)}`);
    for (const result of log.runs[0].results) {
      assert.equal(log.runs[0].tool.driver.rules[result.ruleIndex].id, result.ruleId);
    }
  }
  const [first] = JSON.parse(run(join(root, 'tests/cases/seed/mustgather.yaml'), '--format', 'sarif').stdout).runs[0].results;
  assert.deepEqual(first.locations[0].physicalLocation, {
    artifactLocation: { uri: 'tests/cases/seed/mustgather.yaml' },
    region: { startLine: 8, startColumn: 21, endColumn: 41 },
  });
  // The check itself can fail.
  assert.equal(validate({ version: '2.1.0', runs: [{ tool: {} }] }), false);
});

test('a line of jsonl is a report', () => {
  const { status, stdout } = run(...cases, '--format', 'jsonl', '--fail-on', 'never');
  assert.equal(status, 0);
  const reports = stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.equal(reports.length, cases.length);
  assert.ok(reports.every((report) => report.schemaVersion === 1));
});

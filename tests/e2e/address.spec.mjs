// Which address is fetched for the one that a person has.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { resolve } from '../../www/address.js';

const API = 'https://storage.googleapis.com/storage/v1/b';
const FILE = `${API}/test-platform-results-public/o/logs%2Fjob%2F1%2Fartifacts%2Fclusterversion.json?alt=media`;
const PATH = 'test-platform-results-public/logs/job/1/artifacts/clusterversion.json';

for (const given of [
  `gs://${PATH}`,
  `  GS://${PATH}\n`,
  `https://storage.googleapis.com/${PATH}`,
  `https://storage.googleapis.com/${PATH}?authuser=0#x`,
  'https://test-platform-results-public.storage.googleapis.com/logs/job/1/artifacts/clusterversion.json',
  `https://storage.cloud.google.com/${PATH}`,
  `https://console.cloud.google.com/storage/browser/_details/${PATH};tab=live_object?project=x`,
  `https://gcs.ci.openshift.org/gcs/${PATH}`,
  `https://gcsweb-ci.apps.ci.l2s4.p1.openshiftapps.com/gcs/${PATH}`,
  `https://gcsweb.k8s.io/gcs/${PATH}`,
  `https://prow.ci.openshift.org/view/gs/${PATH}`,
  `https://prow.ci.openshift.org/view/gcs/${PATH}`,
  `https://qe-private-deck-ci.apps.ci.l2s4.p1.openshiftapps.com/view/gs/${PATH}`,
]) {
  test(`${given.trim()} is read from the JSON API`, () => {
    assert.deepEqual(resolve(given), {
      url: FILE,
      host: 'storage.googleapis.com',
      name: 'clusterversion.json',
      rewritten: true,
    });
  });
}

test('what a path has encoded is encoded once', () => {
  assert.equal(
    resolve('https://storage.googleapis.com/b/a%20b/%2B+/c%2Fd.yaml').url,
    `${API}/b/o/a%20b%2F%2B%2B%2Fc%2Fd.yaml?alt=media`,
  );
  assert.equal(resolve('gs://b/ä b.yaml').url, `${API}/b/o/%C3%A4%20b.yaml?alt=media`);
});

for (const [given, url, name] of [
  ['https://example.org/a/version.yaml?raw=1#L3', 'https://example.org/a/version.yaml?raw=1', 'version.yaml'],
  ['https://example.org/', 'https://example.org/', ''],
  ['https://example.org/view/gs/b/c.yaml', 'https://example.org/view/gs/b/c.yaml', 'c.yaml'],
  ['https://prow.example.org/other/c.yaml', 'https://prow.example.org/other/c.yaml', 'c.yaml'],
  ['https://notgcsweb.example.org/gcs/b/c.yaml', 'https://notgcsweb.example.org/gcs/b/c.yaml', 'c.yaml'],
  [
    'https://storage.googleapis.com/b/c.yaml?X-Goog-Signature=0a',
    'https://storage.googleapis.com/b/c.yaml?X-Goog-Signature=0a',
    'c.yaml',
  ],
]) {
  test(`${given} is read from where it is`, () => {
    assert.deepEqual(resolve(given), { url, host: new URL(url).host, name, rewritten: false });
  });
}

test('an address of the JSON API is asked for the file, not for facts about it', () => {
  const { url, name, rewritten } = resolve(`${API}/b/o/a%2Fc.yaml`);
  assert.deepEqual([url, name, rewritten], [`${API}/b/o/a%2Fc.yaml?alt=media`, 'c.yaml', true]);
  assert.equal(resolve(FILE).rewritten, false);
});

for (const given of [
  'gs://bucket',
  'gs://bucket/',
  'gs://bucket/logs/job/1770000000000000000',
  'https://prow.ci.openshift.org/view/gs/bucket/logs/job/1770000000000000000',
  'https://prow.ci.openshift.org/view/gs/bucket/logs/job/latest',
  'https://gcs.ci.openshift.org/gcs/bucket/logs/job/1770000000000000000/artifacts/',
  'https://console.cloud.google.com/storage/browser/bucket/logs/job;tab=objects?prefix=',
]) {
  test(`${given} is told to be no file, and which to look for`, () => {
    assert.throws(() => resolve(given), /directory or a job’s page.*clusterversions\/version\.yaml.*clusterversion\.json/);
  });
}

for (const [given, reason] of [
  ['', /not an address/],
  ['version.yaml', /not an address/],
  ['http://example.org/version.yaml', /Only https:\/\/ and gs:\/\/ addresses are fetched, not http:\/\/\./],
  ['javascript:alert(1)', /not javascript:/],
  ['data:text/plain,x', /not data:/],
  ['file:///etc/passwd', /not file:/],
  ['https://me:secret@example.org/x', /user name or password/],
]) {
  test(`${JSON.stringify(given)} is not fetched`, () => {
    assert.throws(() => resolve(given), reason);
  });
}

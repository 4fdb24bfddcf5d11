#!/usr/bin/env bash
# Measures the command on directories of 1,000 and 10,000 must-gather version.yaml: seconds, cores, peak memory; then
# files a second beside yq and jq, where they are there, which take nothing but the history out of the same files.
# jq reads no YAML, so it gets them as JSON, made beforehand and not counted. Judges nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v /usr/bin/time >/dev/null || { echo "bench-files: GNU time is missing, so nothing is measured" >&2; exit 0; }
[ -n "${CVH_BINARY:-}" ] || cargo build --release --quiet
binary=${CVH_BINARY:-target/release/clusterversion-history}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
node scripts/bench-files.mjs "$place/10000" 10000
node scripts/bench-files.mjs "$place/1000" 1000

echo "cores: $(nproc), load: $(cut -d' ' -f1 /proc/loadavg)"
# measure NAME FILES COMMAND…
measure() {
  local name=$1 files=$2
  shift 2
  /usr/bin/time -o "$place/time" -f '%e %U %S %M' "$@" >"$place/out" 2>/dev/null || true
  awk -v name="$name" -v files="$files" 'END {
    cpu = $2 + $3
    printf "%-28s %6d files %8.2f s %6.1f cores %8.1f MiB %9.0f files/s %9.0f files/s of one core\n", name, files, $1, cpu / ($1 + .001), $4 / 1024, files / ($1 + .001), files / (cpu + .001)
  }' "$place/time"
}
for count in 1000 10000; do
  for format in text jsonl sarif github; do
    measure "$format" "$count" "$binary" "$place/$count" --format "$format" --fail-on never
  done
done

find "$place/1000" -name version.yaml -print0 >"$place/list"
if command -v yq >/dev/null; then
  measure "yq" 1000 xargs -0 -n 200 yq '.status.history' <"$place/list"
fi
if command -v jq >/dev/null; then
  node --input-type=module - "$place/list" <<'JS'
    import { readFileSync, writeFileSync } from 'node:fs';
    import { parse } from 'yaml';
    for (const file of readFileSync(process.argv[2], 'utf8').split('\0').filter(Boolean)) {
      writeFileSync(`${file}.json`, JSON.stringify(parse(readFileSync(file, 'utf8'))));
    }
JS
  find "$place/1000" -name '*.json' -print0 >"$place/json"
  measure "jq, of JSON" 1000 xargs -0 -n 200 jq '.status.history' <"$place/json"
fi

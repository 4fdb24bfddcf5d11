# Sourced, not run. The environment of every other script: what scripts/setup found and wrote down.
# Cheap on purpose; all the looking around is setup's.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
if [ ! -f target/setup.env ]; then
  echo "target/setup.env is missing: run scripts/setup first" >&2
  exit 1
fi
# shellcheck source=/dev/null
. target/setup.env

# The project's own tools come first: wasm-opt is binaryen's of package.json, so that wasm-pack downloads none.
export PATH="$root/node_modules/.bin:${CVH_TOOLS_PATH:+$CVH_TOOLS_PATH:}$PATH"
export CHROME CHROMEDRIVER

# Runs a command with the compiler that can make wasm. That may be another than the native one, so
# it has a target directory of its own: sharing one would rebuild everything at each change.
with_wasm_rust() {
  if [ -n "$CVH_WASM_BIN" ]; then
    PATH="$CVH_WASM_BIN:$PATH" CARGO_TARGET_DIR="$root/target/wasm-debian" "$@"
  else
    CARGO_TARGET_DIR="$root/target/wasm" "$@"
  fi
}

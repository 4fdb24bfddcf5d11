# Sourced by scripts/setup (its functions, its $wasm_bin): makes Debian's Rust able to compile to wasm32.
# Debian packages a current Rust for its browsers (rustc-web) with the library's source, but no wasm
# std; so std is built once from that source into that compiler's sysroot.

debian_rust=(rustc-web cargo-web rust-web-src rust-web-clippy)
dpkg-query -W -f '${db:Status-Abbrev}\n' "${debian_rust[@]}" 2>/dev/null | grep -c '^ii' | grep -qx "${#debian_rust[@]}" ||
  apt_install "${debian_rust[@]}" ||
  die "no compiler for wasm: run 'rustup target add wasm32-unknown-unknown' (https://rustup.rs)"
# Only that compiler may be touched: never one of rustup's, nor a hand-installed one.
dpkg -S /usr/bin/rustc 2>/dev/null | grep -q '^rustc-web:' ||
  die "/usr/bin/rustc is not Debian's rustc-web: run 'rustup target add wasm32-unknown-unknown' (https://rustup.rs)"

# rustc calls its linker `rust-lld -flavor wasm`; LLVM's generic lld answers to that.
llvm=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
[ -x "/usr/lib/llvm-$llvm/bin/lld" ] || apt_install "lld-$llvm" || die "no linker for wasm: install lld-$llvm"

mkdir -p "$wasm_bin"
for tool in cargo rustc rustdoc cargo-clippy clippy-driver; do
  rm -f "$wasm_bin/$tool"
  [ ! -x "/usr/bin/$tool" ] || ln -s "/usr/bin/$tool" "$wasm_bin/$tool"
done
ln -sf "/usr/lib/llvm-$llvm/bin/lld" "$wasm_bin/rust-lld"

if ! PATH=$wasm_bin:$PATH makes_wasm rustc; then
  say "building std for wasm32-unknown-unknown with $(/usr/bin/rustc --version) (once, two minutes)"
  std_lib=$(/usr/bin/rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib
  std_work=$(mktemp -d)
  mkdir "$std_work/src"
  printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n' >"$std_work/Cargo.toml"
  : >"$std_work/src/lib.rs"
  # build-std is unstable; RUSTC_BOOTSTRAP opens it for this one build.
  (
    cd "$std_work"
    unset RUSTFLAGS CARGO_TARGET_DIR CARGO_BUILD_TARGET
    PATH=$wasm_bin:$PATH RUSTC_BOOTSTRAP=1 cargo build --release --target wasm32-unknown-unknown \
      -Z build-std=std,panic_abort,test
  ) >target/std.log 2>&1 </dev/null ||
    { tail -n 15 target/std.log >&2; rm -rf "$std_work"; die "std for wasm did not build: run 'rustup target add wasm32-unknown-unknown'"; }
  # What an older compiler left there goes: two stds side by side are an error of their own.
  rm -rf "$std_lib"
  mkdir -p "$std_lib"
  find "$std_work/target/wasm32-unknown-unknown/release/deps" -name '*.rlib' ! -name 'libempty*' -exec cp {} "$std_lib/" \;
  rm -rf "$std_work"
fi

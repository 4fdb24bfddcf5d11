//! Puts the viewer into the command line where it has been built: `cargo build` needs no wasm.

use std::path::Path;

const VIEWER: &str = "www/pkg/viewer.js";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(cvh_viewer)");
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_CLI").is_none() {
        return;
    }
    if Path::new(VIEWER).exists() {
        println!("cargo::rustc-cfg=cvh_viewer");
        println!("cargo::rerun-if-changed={VIEWER}");
    } else if Path::new("www").exists() {
        // A file that is not there would count as changed each time; the directory changes when it comes.
        println!("cargo::rerun-if-changed={}", if Path::new("www/pkg").exists() { "www/pkg" } else { "www" });
    }
}

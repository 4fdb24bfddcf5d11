//! What JavaScript gets, in a real browser.
#![cfg(target_arch = "wasm32")]

use clusterversion_history::{Options, inspect};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn an_empty_paste_gives_a_report() {
    assert_eq!(inspect(&[], &Options::default()).schema_version, 1);
}

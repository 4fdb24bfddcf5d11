//! A larger collection of pastes, where it stands beside the project: prints how many are judged
//! as expected. What is expected of formats that are not read yet does not fail here.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::print_stdout)]

mod support;

use std::path::Path;

#[test]
fn score() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases");
    for (name, dir) in [("pastes", beside.clone()), ("real", beside.join("real")), ("seed", beside.join("seed"))] {
        if !dir.join("expected.json").is_file() {
            println!("{name}: not here");
            continue;
        }
        let faults = support::faults(&dir);
        let good = faults.iter().filter(|(_, faults)| faults.is_empty()).count();
        println!("{name}: {good} of {} as expected", faults.len());
        for (input, faults) in faults.iter().filter(|(_, faults)| !faults.is_empty()) {
            println!("  {input}: {}", faults.join("; "));
        }
    }
}

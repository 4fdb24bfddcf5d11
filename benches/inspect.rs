//! How long a whole inspection takes, by the size of the paste.
//!
//! `npm run bench` generates the inputs and runs this; alone: `node scripts/bench-data.mjs && cargo bench`.
#![allow(missing_docs, reason = "criterion_group! makes a public function without one")]
#![allow(clippy::panic, reason = "a benchmark without its input has nothing to go on with")]

use std::path::Path;
use std::time::Duration;

use clusterversion_history::{Input, Options, inspect};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn inspect_by_size(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("inspect");
    for (size, samples, seconds) in [("10k", 100, 3), ("1m", 30, 10), ("20m", 10, 20)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("target/bench/{size}.yaml"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; `node scripts/bench-data.mjs` writes it", path.display()));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.sample_size(samples).measurement_time(Duration::from_secs(seconds));
        let inputs = [Input { text, ..Input::default() }];
        group.bench_with_input(BenchmarkId::from_parameter(size), &inputs, |bencher, inputs| {
            bencher.iter(|| inspect(inputs, &Options::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, inspect_by_size);
criterion_main!(benches);

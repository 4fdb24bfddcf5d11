//! The modelled operator's snapshots, compared: whole, in parts, over pruning and after a restored backup.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/operator.rs"]
mod operator;

use chrono::TimeDelta;
use clusterversion_history::report::{AlignedRow, ComparisonReport, Confidence, FieldChange, Finding, RowKind, Severity};
use clusterversion_history::{Input, Options, Role, inspect};
use operator::{Cluster, Step, cluster, step, time};
use proptest::prelude::*;

/// What the comparison of two texts finds, without what is only worth knowing.
fn compared(before: String, after: String) -> Vec<Finding> {
    let input = |text: String, role| Input { name: None, text, role };
    let report = inspect(&[input(before, Role::Before), input(after, Role::After)], &Options::default());
    report.comparisons.iter().for_each(aligned);
    let found = report.comparisons.into_iter().flat_map(|comparison| comparison.findings);
    found.filter(|finding| finding.severity > Severity::Info).collect()
}

/// The table of a comparison says of each entry and field what the findings say, and nothing else.
fn aligned(comparison: &ComparisonReport) {
    let fields = ["entry-changed", "state-regressed", "completion-overwritten"];
    let broken = comparison
        .rows
        .iter()
        .flat_map(|row| row.changes.iter().filter(|change| !change.allowed).map(move |change| (row, change)));
    for (row, change) in broken.clone() {
        let rule = change.rule.as_deref().expect("what is not allowed names its rule");
        assert!(fields.contains(&rule) && comparison.findings.iter().any(|finding| finding.rule == rule), "{row:#?}");
        assert_eq!(row.kind, RowKind::Changed);
    }
    for finding in comparison.findings.iter().filter(|finding| fields.contains(&finding.rule.as_str())) {
        let told = |(row, change): (&AlignedRow, &FieldChange)| {
            row.after == finding.entry && Some(&change.field) == finding.field.as_ref()
        };
        assert!(broken.clone().any(told), "{finding:#?} {:#?}", comparison.rows);
    }
    for (kind, rule) in [(RowKind::Lost, "entry-lost"), (RowKind::Inserted, "entry-inserted")] {
        let (rows, found) =
            (comparison.rows.iter().any(|row| row.kind == kind), comparison.findings.iter().any(|finding| finding.rule == rule));
        assert_eq!(rows, found, "{rule}: {:#?}", comparison.rows);
    }
    // Every entry of both sides stands in one row.
    for side in [|row: &AlignedRow| row.before, |row: &AlignedRow| row.after] {
        let shown: Vec<usize> = comparison.rows.iter().filter_map(side).collect();
        assert_eq!(shown, (0..shown.len()).collect::<Vec<_>>());
    }
}

fn places(found: &[Finding]) -> Vec<(&str, Option<usize>)> {
    found.iter().map(|finding| (finding.rule.as_str(), finding.entry)).collect()
}

/// The entry that was overwritten between two snapshots, by its position in the later one.
fn overwritten(before: &Cluster, later: &Cluster) -> Option<usize> {
    let head = &before.history[0];
    let at = later.history.iter().position(|entry| entry.started == head.started)?;
    (head.completed && later.history[at].completion != head.completion).then_some(at)
}

/// A fragment of the list: with its key, or indented so that nothing tells whether it has its head.
fn fragment(cluster: &Cluster, range: std::ops::Range<usize>, keyed: bool) -> String {
    if keyed { format!("  history:\n{}", cluster.list(range, 2)) } else { cluster.list(range, 4) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 700, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_of_a_snapshot_accuse_nobody_of_what_they_leave_out(
        cluster in cluster(1..5, 1..8),
        more in prop::collection::vec(step(), 0..4),
        cut in any::<[prop::sample::Index; 3]>(),
    ) {
        let mut later = cluster.clone();
        more.iter().for_each(|step| later.step(step));
        let count = later.history.len();
        let (from, to) = (cut[0].index(count), cut[1].index(count));
        let (from, to) = (from.min(to), from.max(to) + 1);
        // The whole of the older, a part of the newer without its head; and the newer's head alone beside a part of the older.
        let at = overwritten(&cluster, &later);
        for found in [
            compared(cluster.yaml(), fragment(&later, from..to, false)),
            compared(fragment(&cluster, cut[2].index(cluster.history.len())..cluster.history.len(), false), fragment(&later, 0..to, true)),
        ] {
            for finding in &found {
                // Two parts without an entry in common may be anybody's.
                let unsure = finding.rule == "snapshots-unrelated" && finding.confidence == Confidence::Possible;
                prop_assert!(finding.rule == "completion-overwritten" || unsure, "{:#?}", found);
            }
            let wrong = found.iter().filter(|finding| finding.rule != "snapshots-unrelated").count();
            prop_assert!(wrong <= usize::from(at.is_some()), "{:#?}", found);
        }
        // A part that shows the overwritten entry shows it to whoever has the older one.
        let found = compared(cluster.yaml(), fragment(&later, 0..to, true));
        let known = at.filter(|at| *at < to);
        let places: Vec<_> = places(&found).into_iter().filter(|(rule, _)| *rule != "snapshots-unrelated").collect();
        prop_assert_eq!(places, known.map(|at| ("completion-overwritten", Some(at))).into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_restored_backup_is_a_loss_and_nothing_else(
        cluster in cluster(3..9, 1..6),
        lost in prop::collection::vec(step(), 1..4),
        again in prop::collection::vec(step(), 0..3),
    ) {
        let mut before = cluster.clone();
        lost.iter().for_each(|step| before.step(step));
        let gone = before.history.len() - cluster.history.len();
        prop_assume!(gone > 0);
        let mut after = cluster;
        after.now = before.now + TimeDelta::seconds(3_600);
        again.iter().for_each(|step| after.step(step));
        let found = compared(before.yaml(), after.yaml());
        prop_assert!(!found.is_empty());
        // What the backup's newest entry became the second time is part of the same loss.
        prop_assert_eq!(places(&found), [("entry-lost", found[0].entry)], "{}\n{}", before.list(0..before.history.len(), 0), after.list(0..after.history.len(), 0));
    }
}

#[test]
fn pruning_between_two_snapshots_is_no_loss() {
    for (minor, first, more) in [(4, 30, 25), (6, 48, 30), (12, 90, 15), (12, 99, 40), (14, 120, 30)] {
        let mut cluster = Cluster::install(minor, 2_000);
        let mut before = cluster.clone();
        for update in 0..first + more {
            if update == first {
                before = cluster.clone();
            }
            cluster.step(&Step::Wait(400_000));
            cluster.step(&Step::Update { minor: update % 17 == 16 && minor >= 12, seconds: 3_600 });
        }
        assert_eq!(places(&compared(before.yaml(), cluster.yaml())), [], "{minor}: {first} updates and {more} more");
    }
}

#[test]
fn the_older_snapshot_knows_the_overwritten_time() {
    let mut cluster = Cluster::install(1, 2_000);
    let before = cluster.clone();
    cluster.step(&Step::Wait(5_000));
    cluster.step(&Step::Update { minor: false, seconds: 1_800 });
    let found = compared(before.yaml(), cluster.yaml());
    assert_eq!(places(&found), [("completion-overwritten", Some(1))]);
    assert_eq!(found[0].expected, before.history[0].completion.map(time));
}

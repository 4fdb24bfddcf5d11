//! The modelled operator's snapshots, compared: whole, in parts, over pruning and after a restored backup.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/operator.rs"]
mod operator;

use chrono::TimeDelta;
use clusterversion_history::report::{Change, ChangeVerdict, Confidence, Finding, Row, RowKind, Severity};
use clusterversion_history::{Input, Options, Role, inspect};
use operator::{Cluster, Step, cluster, step, time};
use proptest::prelude::*;

/// What the comparison of two texts finds, without what is only worth knowing.
fn compared(before: String, after: String) -> Vec<Finding> {
    let input = |text: String, role| Input { name: None, text, role };
    let report = inspect(&[input(before, Role::Before), input(after, Role::After)], &Options::default());
    let found = report.comparisons.into_iter().flat_map(|comparison| comparison.findings);
    found.filter(|finding| finding.severity > Severity::Info).collect()
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

/// The rows of a comparison.
fn rows(before: String, after: String) -> (Vec<Row>, Vec<Finding>) {
    let input = |text: String, role| Input { name: None, text, role };
    let mut report = inspect(&[input(before, Role::Before), input(after, Role::After)], &Options::default());
    let compared = report.comparisons.remove(0);
    (compared.rows, compared.findings)
}

/// What the rows call forbidden is what rules fire on.
fn agree(rows: &[Row], found: &[Finding]) {
    for row in rows {
        let own = |change: &Change| (change.verdict == ChangeVerdict::Forbidden) == change.rule.is_some();
        assert!(row.changes.iter().all(own), "{row:#?}");
        let wrong =
            matches!(row.kind, RowKind::Lost | RowKind::Inserted) || row.changes.iter().any(|change| change.rule.is_some());
        assert_eq!(wrong, row.rule.is_some(), "{row:#?}");
        assert!(row.rule.iter().all(|rule| found.iter().any(|finding| finding.rule == *rule)), "{row:#?}");
    }
    assert_eq!(found.is_empty(), rows.iter().all(|row| row.rule.is_none()), "{found:#?} {rows:#?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_healthy_operator_changes_is_allowed(
        cluster in cluster(3..9, 1..6),
        more in prop::collection::vec(step(), 0..4),
        open in any::<bool>(),
    ) {
        let mut before = cluster;
        if open {
            before.step(&Step::Retarget { seconds: 600 });
        }
        let mut after = before.clone();
        more.iter().for_each(|step| after.step(step));
        let (rows, found) = rows(before.yaml(), after.yaml());
        agree(&rows, &found);
        prop_assert!(rows.iter().all(|row| matches!(row.kind, RowKind::Same | RowKind::Changed | RowKind::Added | RowKind::Pruned)), "{rows:#?}");
        let changes: Vec<_> = rows.iter().flat_map(|row| &row.changes).collect();
        prop_assert!(changes.iter().all(|change| change.verdict == ChangeVerdict::Allowed), "{changes:#?}");
    }

    #[test]
    fn what_was_tampered_with_is_marked_where_it_stands(
        cluster in cluster(3..9, 2..6),
        more in prop::collection::vec(step(), 0..3),
        which in any::<prop::sample::Index>(),
        how in 0..5_usize,
    ) {
        let before = cluster;
        let mut after = before.clone();
        more.iter().for_each(|step| after.step(step));
        // An older entry, by its place in the older snapshot.
        prop_assume!(before.history.len() > 2);
        let was = 1 + which.index(before.history.len() - 1);
        let added = after.history.len() - before.history.len();
        let entry = &mut after.history[was + added];
        let field = match how {
            0 => { entry.completion = entry.completion.map(|time| time - TimeDelta::seconds(7)); "completionTime" }
            1 => { entry.completed = !entry.completed; "state" }
            2 => { entry.verified = !entry.verified; "verified" }
            3 => { entry.completion = None; "completionTime" }
            _ => { after.history.remove(was + added); "" }
        };
        let (rows, found) = rows(before.yaml(), after.yaml());
        agree(&rows, &found);
        let row = rows.iter().find(|row| row.before == Some(was)).unwrap();
        prop_assert!(row.rule.is_some(), "{how} {row:#?}");
        if field.is_empty() {
            prop_assert_eq!(row.kind, RowKind::Lost);
        } else {
            let forbidden = |change: &Change| change.field == field && change.verdict == ChangeVerdict::Forbidden;
            prop_assert!(row.changes.iter().any(forbidden), "{how} {row:#?}");
        }
        let others = rows.iter().filter(|row| row.before != Some(was));
        prop_assert!(others.clone().all(|row| row.rule.is_none()), "{rows:#?}");
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

//! A model of the operator writes thousands of histories whose truth is known: every overwritten
//! entry must be found, nothing may be found in what it wrote rightly, and tampering must be found
//! wherever the rules say that it can be.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/operator.rs"]
mod operator;

use chrono::TimeDelta;
use clusterversion_history::report::Finding;
use clusterversion_history::{Input, Options, Role, inspect};
use operator::{Cluster, Step, cluster, grave, judge, step, time};
use proptest::prelude::*;

/// What an administrator does on a machine whose clock is set now and then.
fn clocked(by: std::ops::Range<i64>) -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => step(),
        1 => by.clone().prop_map(Step::Clock),
        1 => (900..20_000_i64, by).prop_map(|(seconds, clock)| Step::UpdateOverClock { seconds, clock }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_overwritten_entry_is_found_and_nothing_else(cluster in cluster(1..3, 1..14)) {
        let yaml = cluster.yaml();
        let history = judge(&yaml);
        let mut found = grave(&history);
        found.sort_by_key(|finding| finding.entry);
        let at: Vec<_> = found.iter().map(|finding| (finding.rule.as_str(), finding.entry.unwrap())).collect();
        let truth: Vec<_> = cluster.overwritten().into_iter().map(|entry| ("completion-overwritten", entry)).collect();
        prop_assert_eq!(at, truth, "{}", yaml);
        for finding in found {
            prop_assert_eq!(finding.cause.as_deref(), Some("bz1756461"));
            let entry = &cluster.history[finding.entry.unwrap()];
            // Where Available tells the true time, it is the true time.
            if let Some(expected) = &finding.expected {
                prop_assert_eq!(expected, &time(entry.truth.unwrap()));
            }
        }
    }

    #[test]
    fn a_fixed_operator_is_never_accused(cluster in cluster(3..12, 1..20)) {
        let yaml = cluster.yaml();
        let history = judge(&yaml);
        prop_assert_eq!(grave(&history), Vec::<&Finding>::new(), "{}", yaml);
    }

    #[test]
    fn a_clock_set_forward_is_no_defect(steps in prop::collection::vec(clocked(1..900_000), 1..14), minor in 1..6_u32) {
        let mut cluster = Cluster::install(minor, 2_000);
        steps.iter().for_each(|step| cluster.step(step));
        let yaml = cluster.yaml();
        let history = judge(&yaml);
        let mut at: Vec<_> = grave(&history).iter().map(|finding| (finding.rule.as_str(), finding.entry.unwrap())).collect();
        at.sort_by_key(|(_, entry)| *entry);
        let truth: Vec<_> = cluster.overwritten().into_iter().map(|entry| ("completion-overwritten", entry)).collect();
        prop_assert_eq!(at, truth, "{}", yaml);
    }

    #[test]
    fn a_clock_set_back_is_told_where_it_shows(steps in prop::collection::vec(clocked(-900_000..-1), 1..14), minor in 1..6_u32) {
        let mut cluster = Cluster::install(minor, 2_000);
        steps.iter().for_each(|step| cluster.step(step));
        let yaml = cluster.yaml();
        let history = judge(&yaml);
        let entries = &cluster.history;
        let found: Vec<_> = grave(&history).iter().filter_map(|finding| Some((finding.rule.as_str(), finding.entry?))).collect();
        for at in cluster.overwritten() {
            prop_assert!(found.iter().any(|(_, entry)| *entry == at), "{}: {:?}\n{}", at, found, yaml);
        }
        for (at, entry) in entries.iter().enumerate() {
            let backwards = entry.completion.is_some_and(|end| end < entry.started)
                || at > 0 && (entries[at - 1].started < entry.started || entry.completion.is_some_and(|end| end > entries[at - 1].started));
            let here: Vec<_> = found.iter().filter(|(_, entry)| *entry == at).map(|(rule, _)| *rule).collect();
            prop_assert!(!backwards || !here.is_empty(), "{}: {:?}\n{}", at, found, yaml);
            let is_overwritten = entry.completed && entry.completion != entry.truth;
            prop_assert!(backwards || is_overwritten || here.is_empty(), "{}: {:?}\n{}", at, here, yaml);
        }
    }

    #[test]
    fn two_snapshots_tell_what_was_overwritten_between_them(cluster in cluster(1..5, 1..8), more in prop::collection::vec(step(), 0..4)) {
        let before = cluster.yaml();
        let mut later = cluster.clone();
        more.iter().for_each(|step| later.step(step));
        let input = |text: String, role| Input { name: None, text, role };
        let report = inspect(&[input(before, Role::Before), input(later.yaml(), Role::After)], &Options::default());
        let found: Vec<_> = report.comparisons[0].findings.iter().map(|finding| {
            (finding.rule.as_str(), finding.entry.unwrap(), finding.expected.clone())
        }).collect();
        let added = later.history.len() - cluster.history.len();
        let head = &cluster.history[0];
        let overwritten = head.completed && later.history[added].completion != head.completion;
        let truth: Vec<_> = overwritten.then(|| ("completion-overwritten", added, head.truth.map(time))).into_iter().collect();
        prop_assert_eq!(found, truth);
    }

    #[test]
    fn tampering_is_found(cluster in cluster(3..9, 3..9), which in 0..5_usize, at in any::<prop::sample::Index>()) {
        let mut cluster = cluster;
        let superseded: Vec<usize> = (1..cluster.history.len()).collect();
        prop_assume!(!superseded.is_empty());
        let at = superseded[at.index(superseded.len())];
        let entry = cluster.history[at].clone();
        let (rule, must) = match which {
            0 => {
                cluster.history[at].completion = None;
                ("completion-missing", true)
            }
            1 if entry.completed => {
                cluster.history[at].completed = false;
                ("partial-closed-apart", true)
            }
            2 => {
                cluster.history[at].completion = Some(entry.started - TimeDelta::seconds(1));
                ("completed-before-started", true)
            }
            3 if entry.completed => {
                cluster.history[at].completion = Some(cluster.history[at - 1].started + TimeDelta::seconds(1));
                ("overlaps-successor", true)
            }
            4 if !entry.completed => {
                cluster.history[at].completion = entry.completion.map(|end| end - TimeDelta::seconds(1)).filter(|end| *end >= entry.started);
                ("partial-closed-apart", cluster.history[at].completion.is_some())
            }
            _ => ("", false),
        };
        let yaml = cluster.yaml();
        let history = judge(&yaml);
        let has = history.findings.iter().any(|finding| finding.rule == rule && finding.entry == Some(at));
        prop_assert!(has || !must, "{} at {}\n{}", rule, at, yaml);
    }
}

#[test]
fn pruning_is_no_defect() {
    for (minor, updates) in [(4, 60), (6, 80), (12, 130), (14, 160)] {
        let mut cluster = Cluster::install(minor, 2_000);
        for update in 0..updates {
            cluster.step(&Step::Wait(400_000));
            cluster.step(&Step::Update { minor: update % 17 == 16 && minor >= 12, seconds: 3_600 });
            if update % 9 == 4 {
                cluster.step(&Step::Retarget { seconds: 600 });
            }
        }
        let yaml = cluster.yaml();
        let history = judge(&yaml);
        assert_eq!(grave(&history), Vec::<&Finding>::new(), "{minor}: {} entries", cluster.history.len());
    }
}

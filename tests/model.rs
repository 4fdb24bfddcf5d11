//! A model of the operator writes thousands of histories whose truth is known: every overwritten
//! entry must be found, nothing may be found in what it wrote rightly, and tampering must be found
//! wherever the rules say that it can be.
//!
//! It follows the operator's mergeOperatorHistory (cluster-version-operator `pkg/cvo/status.go`)
//! before and after pull request 247, and its pruners (`pkg/cvo/status.go` before 4.12,
//! `pkg/cvo/status_history.go` since).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use clusterversion_history::report::{Finding, HistoryReport, Severity};
use clusterversion_history::{Input, Options, Role, inspect};
use proptest::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Entry {
    completed: bool,
    started: DateTime<Utc>,
    completion: Option<DateTime<Utc>>,
    /// What the completion would be without the bug.
    truth: Option<DateTime<Utc>>,
    version: String,
    verified: bool,
}

#[derive(Debug, Clone)]
struct Cluster {
    created: DateTime<Utc>,
    now: DateTime<Utc>,
    /// Newest first.
    history: Vec<Entry>,
    /// The release whose operator runs.
    running: (u32, u32),
    available: Option<DateTime<Utc>>,
    updates: usize,
}

/// What an administrator, or fate, does next.
#[derive(Debug, Clone)]
enum Step {
    Wait(i64),
    /// To the next patch or minor, complete after so many seconds.
    Update {
        minor: bool,
        seconds: i64,
    },
    /// To another release while the last is still on its way.
    Retarget {
        seconds: i64,
    },
    /// Back to the release before, within seconds: the operator was not replaced yet.
    Cancel {
        seconds: i64,
    },
}

impl Cluster {
    fn install(minor: u32, seconds: i64) -> Self {
        let created: DateTime<Utc> = "2019-06-01T00:00:00Z".parse().unwrap();
        let started = created + TimeDelta::seconds(20);
        let done = started + TimeDelta::seconds(seconds);
        let version = format!("4.{minor}.0");
        let first = Entry { completed: true, started, completion: Some(done), truth: Some(done), version, verified: false };
        // The smallest pause that was ever seen on a fixed release is 45 seconds (bug 1756461's verification).
        Cluster {
            created,
            now: done + TimeDelta::seconds(45),
            history: vec![first],
            running: (minor, 0),
            available: Some(done),
            updates: 0,
        }
    }

    /// Whether the running operator has the bug: 4.1.0 to 4.1.20 and 4.2.0; the boundary releases are not used here.
    fn has_bug(&self) -> bool {
        matches!(self.running, (1, 0..=20) | (2, 0))
    }

    fn prepend(&mut self, version: (u32, u32), verified: bool) {
        let now = self.now;
        let bug = self.has_bug();
        let last = &mut self.history[0];
        if bug || last.completion.is_none() {
            last.completion = Some(now);
        }
        if last.truth.is_none() {
            last.truth = Some(now);
        }
        let version = format!("4.{}.{}", version.0, version.1);
        self.history.insert(0, Entry { completed: false, started: now, completion: None, truth: None, version, verified });
        self.prune();
        self.updates += 1;
    }

    fn complete(&mut self) {
        let head = &mut self.history[0];
        head.completed = true;
        head.completion.get_or_insert(self.now);
        head.truth.get_or_insert(self.now);
    }

    /// One entry goes when there are too many, as the release that runs does it.
    fn prune(&mut self) {
        let most = if self.running.0 >= 12 { 100 } else { 50 };
        if self.history.len() <= most {
            return;
        }
        if most == 50 {
            let last_completed = self.history[50].completed;
            self.history.remove(if last_completed { 49 } else { 50 });
            return;
        }
        let minor = |entry: &Entry| entry.version.split('.').nth(1).unwrap().to_owned();
        let rank = |index: usize| -> f64 {
            let newest_completed = self.history.iter().position(|entry| entry.completed);
            if index == 100 || index <= 4 || Some(index) == newest_completed {
                return 1000.0;
            }
            let entry = &self.history[index];
            let same = |other: Option<&Entry>| other.is_some_and(|other| other.completed && minor(other) == minor(entry));
            let edge = entry.completed && !(same(self.history.get(index + 1)) && same(self.history.get(index - 1)));
            (if edge { 30.0 } else { 0.0 }) - 1.01 * index as f64
        };
        let worst = (0..self.history.len()).min_by(|a, b| rank(*a).total_cmp(&rank(*b))).unwrap();
        self.history.remove(worst);
    }

    fn next_release(&self, minor: bool) -> (u32, u32) {
        let (y, z) = self.target();
        // Over the releases of which nobody knows whether they have the fix.
        match (y, z) {
            _ if minor => (y + 1, 0),
            (1, 18..=21) => (1, if z < 20 { 20 } else { 22 }),
            (2, 0..=3) => (2, 4),
            _ => (y, z + 1),
        }
    }

    fn target(&self) -> (u32, u32) {
        let mut parts = self.history[0].version.split('.').skip(1).map(|part| part.parse().unwrap());
        (parts.next().unwrap(), parts.next().unwrap())
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Wait(seconds) => self.now += TimeDelta::seconds(*seconds),
            Step::Update { minor, seconds } => {
                let to = self.next_release(*minor);
                self.prepend(to, true);
                self.now += TimeDelta::seconds(*seconds);
                self.running = to;
                self.complete();
                self.now += TimeDelta::seconds(45);
            }
            Step::Retarget { seconds } => {
                let to = self.next_release(false);
                self.prepend(to, true);
                self.now += TimeDelta::seconds(*seconds);
            }
            Step::Cancel { seconds } => {
                let back = self.running;
                let to = self.next_release(false);
                self.prepend(to, true);
                self.now += TimeDelta::seconds(*seconds);
                self.prepend(back, false);
                self.now += TimeDelta::seconds(15);
                self.complete();
                self.now += TimeDelta::seconds(30);
            }
        }
    }

    fn yaml(&self) -> String {
        let mut out = format!(
            "apiVersion: config.openshift.io/v1\nkind: ClusterVersion\nmetadata:\n  creationTimestamp: {}\n  generation: {}\n  name: version\n  uid: f81d4fae-7dec-11d0-a765-00a0c91e6bf6\nspec:\n  clusterID: a81d4fae-7dec-11d0-a765-00a0c91e6bf6\nstatus:\n  conditions:\n",
            time(self.created),
            self.updates + 1
        );
        let head = &self.history[0];
        if let Some(available) = self.available {
            write!(out, "  - lastTransitionTime: {}\n    status: \"True\"\n    type: Available\n", time(available)).unwrap();
        }
        let (status, since) = if head.completed { ("False", head.truth.unwrap()) } else { ("True", head.started) };
        write!(out, "  - lastTransitionTime: {}\n    status: \"{status}\"\n    type: Progressing\n", time(since)).unwrap();
        write!(out, "  desired:\n    image: {0}\n    version: {1}\n  history:\n", image(&head.version), head.version).unwrap();
        for entry in &self.history {
            write!(
                out,
                "  - completionTime: {}\n    image: {}\n    startedTime: {}\n    state: {}\n    verified: {}\n    version: {}\n",
                entry.completion.map_or("null".into(), time),
                image(&entry.version),
                time(entry.started),
                if entry.completed { "Completed" } else { "Partial" },
                entry.verified,
                entry.version
            )
            .unwrap();
        }
        write!(out, "  observedGeneration: {}\n  versionHash: 9zNtav-0cDg=\n", self.updates + 1).unwrap();
        out
    }

    /// The entries whose recorded completion is not the true one.
    fn overwritten(&self) -> Vec<usize> {
        let wrong = |entry: &Entry| entry.completed && entry.completion != entry.truth;
        self.history.iter().enumerate().filter(|(_, entry)| wrong(entry)).map(|(index, _)| index).collect()
    }
}

fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn image(version: &str) -> String {
    format!("quay.io/openshift-release-dev/ocp-release@sha256:{version}")
}

fn judge(yaml: &str) -> HistoryReport {
    let mut report = inspect(&[Input { text: yaml.into(), ..Input::default() }], &Options::default());
    assert_eq!(report.problems, [], "{yaml}");
    report.histories.remove(0)
}

fn grave(history: &HistoryReport) -> Vec<&Finding> {
    history.findings.iter().filter(|finding| finding.severity > Severity::Info).collect()
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (60..40_000_000_i64).prop_map(Step::Wait),
        4 => (any::<bool>(), 900..20_000_i64).prop_map(|(minor, seconds)| Step::Update { minor: minor && seconds % 3 == 0, seconds }),
        1 => (20..9_000_i64).prop_map(|seconds| Step::Retarget { seconds }),
        1 => (20..900_i64).prop_map(|seconds| Step::Cancel { seconds }),
    ]
}

fn cluster(from: std::ops::Range<u32>, steps: std::ops::Range<usize>) -> impl Strategy<Value = Cluster> {
    (from, 1_000..6_000_i64, prop::collection::vec(step(), steps)).prop_map(|(minor, seconds, steps)| {
        let mut cluster = Cluster::install(minor, seconds);
        steps.iter().for_each(|step| cluster.step(step));
        cluster
    })
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

//! A model of the operator, whose histories' truth is known.
//!
//! It follows the operator's mergeOperatorHistory (cluster-version-operator `pkg/cvo/status.go`)
//! before and after pull request 247, and its pruners (`pkg/cvo/status.go` before 4.12,
//! `pkg/cvo/status_history.go` since).
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use clusterversion_history::report::{Finding, HistoryReport, Severity};
use clusterversion_history::{Input, Options, inspect};
use proptest::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) completed: bool,
    pub(crate) started: DateTime<Utc>,
    pub(crate) completion: Option<DateTime<Utc>>,
    /// What the completion would be without the bug.
    pub(crate) truth: Option<DateTime<Utc>>,
    pub(crate) version: String,
    pub(crate) verified: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Cluster {
    pub(crate) created: DateTime<Utc>,
    pub(crate) now: DateTime<Utc>,
    /// Newest first.
    pub(crate) history: Vec<Entry>,
    /// The release whose operator runs.
    pub(crate) running: (u32, u32),
    pub(crate) available: Option<DateTime<Utc>>,
    pub(crate) updates: usize,
}

/// What an administrator, or fate, does next.
#[derive(Debug, Clone)]
pub(crate) enum Step {
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
    /// The machine's clock is set, forward or back.
    Clock(i64),
    /// To the next patch, while the clock is set.
    UpdateOverClock {
        seconds: i64,
        clock: i64,
    },
    /// Back to the release before, within seconds: the operator was not replaced yet.
    Cancel {
        seconds: i64,
    },
}

impl Cluster {
    pub(crate) fn install(minor: u32, seconds: i64) -> Self {
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
    pub(crate) fn has_bug(&self) -> bool {
        matches!(self.running, (1, 0..=20) | (2, 0))
    }

    pub(crate) fn prepend(&mut self, version: (u32, u32), verified: bool) {
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

    pub(crate) fn complete(&mut self) {
        let head = &mut self.history[0];
        head.completed = true;
        head.completion.get_or_insert(self.now);
        head.truth.get_or_insert(self.now);
    }

    /// One entry goes when there are too many, as the release that runs does it.
    pub(crate) fn prune(&mut self) {
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

    pub(crate) fn next_release(&self, minor: bool) -> (u32, u32) {
        let (y, z) = self.target();
        // Over the releases of which nobody knows whether they have the fix.
        match (y, z) {
            _ if minor => (y + 1, 0),
            (1, 18..=21) => (1, if z < 20 { 20 } else { 22 }),
            (2, 0..=3) => (2, 4),
            _ => (y, z + 1),
        }
    }

    pub(crate) fn target(&self) -> (u32, u32) {
        let mut parts = self.history[0].version.split('.').skip(1).map(|part| part.parse().unwrap());
        (parts.next().unwrap(), parts.next().unwrap())
    }

    pub(crate) fn step(&mut self, step: &Step) {
        match step {
            Step::Wait(seconds) | Step::Clock(seconds) => self.now += TimeDelta::seconds(*seconds),
            Step::UpdateOverClock { seconds, clock } => {
                let to = self.next_release(false);
                self.prepend(to, true);
                self.now += TimeDelta::seconds(seconds + clock);
                self.running = to;
                self.complete();
                self.now += TimeDelta::seconds(45);
            }
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

    pub(crate) fn yaml(&self) -> String {
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
        out.push_str(&self.list(0..self.history.len(), 2));
        write!(out, "  observedGeneration: {}\n  versionHash: 9zNtav-0cDg=\n", self.updates + 1).unwrap();
        out
    }

    /// Some of the entries, as a list in YAML.
    pub(crate) fn list(&self, range: std::ops::Range<usize>, indent: usize) -> String {
        let mut out = String::new();
        for entry in &self.history[range] {
            write!(
                out,
                "{0:1$}- completionTime: {2}\n{0:1$}  image: {3}\n{0:1$}  startedTime: {4}\n{0:1$}  state: {5}\n{0:1$}  verified: {6}\n{0:1$}  version: {7}\n",
                "",
                indent,
                entry.completion.map_or("null".into(), time),
                image(&entry.version),
                time(entry.started),
                if entry.completed { "Completed" } else { "Partial" },
                entry.verified,
                entry.version
            )
            .unwrap();
        }
        out
    }

    /// The entries whose recorded completion is not the true one.
    pub(crate) fn overwritten(&self) -> Vec<usize> {
        let wrong = |entry: &Entry| entry.completed && entry.completion != entry.truth;
        self.history.iter().enumerate().filter(|(_, entry)| wrong(entry)).map(|(index, _)| index).collect()
    }
}

pub(crate) fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

pub(crate) fn image(version: &str) -> String {
    format!("quay.io/openshift-release-dev/ocp-release@sha256:{version}")
}

pub(crate) fn judge(yaml: &str) -> HistoryReport {
    let mut report = inspect(&[Input { text: yaml.into(), ..Input::default() }], &Options::default());
    assert_eq!(report.problems, [], "{yaml}");
    report.histories.remove(0)
}

pub(crate) fn grave(history: &HistoryReport) -> Vec<&Finding> {
    history.findings.iter().filter(|finding| finding.severity > Severity::Info).collect()
}

pub(crate) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (60..40_000_000_i64).prop_map(Step::Wait),
        4 => (any::<bool>(), 900..20_000_i64).prop_map(|(minor, seconds)| Step::Update { minor: minor && seconds % 3 == 0, seconds }),
        1 => (20..9_000_i64).prop_map(|seconds| Step::Retarget { seconds }),
        1 => (20..900_i64).prop_map(|seconds| Step::Cancel { seconds }),
    ]
}

pub(crate) fn cluster(from: std::ops::Range<u32>, steps: std::ops::Range<usize>) -> impl Strategy<Value = Cluster> {
    (from, 1_000..6_000_i64, prop::collection::vec(step(), steps)).prop_map(|(minor, seconds, steps)| {
        let mut cluster = Cluster::install(minor, seconds);
        steps.iter().for_each(|step| cluster.step(step));
        cluster
    })
}

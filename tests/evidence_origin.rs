//! Whose records they are, and how they are said: what is not the cluster's own proves nothing of it.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::report::{Confidence, Report};
use clusterversion_history::{Input, Options, inspect};

fn judge(text: &str) -> Report {
    inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default())
}

/// A history whose installation ended, by the record, in the second in which the update began; the release has the fix.
const UNEXPLAINED: &str = "\
history:
- completionTime: \"2020-01-31T10:49:20Z\"
  image: b
  startedTime: \"2020-01-31T10:00:00Z\"
  state: Completed
  verified: true
  version: 4.3.1
- completionTime: \"2020-01-31T10:00:00Z\"
  image: a
  startedTime: \"2020-01-29T22:04:00Z\"
  state: Completed
  verified: false
  version: 4.3.0
";

/// How sure the overwrite of the installation is.
fn sure(report: &Report) -> Confidence {
    let found = report.histories[0].findings.iter().find(|finding| finding.rule == "completion-overwritten");
    found.unwrap().confidence
}

/// What is said of an entry: not after, and the basis.
fn said(report: &Report, entry: usize) -> (Option<String>, Vec<String>) {
    let truth = report.histories[0].entries[entry].true_completion.clone();
    truth.map(|truth| (truth.not_after, truth.basis)).unwrap_or_default()
}

#[test]
fn only_the_operator_s_own_words_count() {
    for (line, own) in [
        ("I0130 03:05:00.123456       1 sync_worker.go:453] Running sync 4.3.0 (force=false) in state Reconciling at attempt 0", true),
        ("E0130 03:05:00.123456       7 status.go:9] Cluster version is 4.3.0", true),
        ("2020-01-30T03:05:00.5Z I0130 03:05:00.123456       1 cvo.go:1] Cluster version is 4.3.0", true),
        ("I0130 03:05:00.123456       1 sync_worker.go:831] apply: 4.3.0 on generation 1 in state Reconciling at attempt 0", true),
        ("I0130 03:05:00.123456       1 other.go:1] Cluster version is 4.3.0", false),
        ("I0130 03:05:00.123456       1 my_status.go:1] Cluster version is 4.3.0", false),
        ("I0130 03:05:00.123456       1 status.go] Cluster version is 4.3.0", false),
        ("I0130 03:05:00.123456       1 status.go:1] waiting until Cluster version is 4.3.0", false),
        ("I0130 03:05:00.123456       1 status.go:1] will be Running sync 4.3.0 in state Reconciling at attempt 0", false),
        ("I0130 03:05:00.123456       1 cvo.go:400] Desired version from operator is v1.Update{Version:\"4.3.0\"}", false),
        ("I0130 03:05:00.123456 Cluster version is 4.3.0", false),
        ("I0130 03:05:00.123456       1 a [status.go:1] Cluster version is 4.3.0", false),
        ("2020-01-30T03:05:00.5Z said: I0130 03:05:00.123456       1 cvo.go:1] Cluster version is 4.3.0", false),
        ("2020-01-30T03:05:00.5Z someone: it is 1 status.go:1] Cluster version is 4.3.0", false),
        ("Jan 30 03:05:00.000 I ns/openshift-foo pod/bar cluster reached 4.3.0", false),
        ("Jan 30 03:05:00.000 I ns/clusterversion/version cluster reached 4.3.0", false),
    ] {
        let report = judge(&format!("{UNEXPLAINED}\n{line}\n"));
        assert_eq!(report.evidence.len(), usize::from(own), "{line}");
        assert_eq!(sure(&report), if own { Confidence::Proven } else { Confidence::Possible }, "{line}");
    }
    // Of the tests, whatever they say, only that they ran.
    let report = judge(&format!("{UNEXPLAINED}\nJan 30 03:05:00.000: INFO: not Completed upgrade to a/b:4.3.1\n"));
    assert_eq!(said(&report, 0), (None, vec![]));
    assert_eq!(said(&report, 1).1.last().unwrap(), "paste line 15: the tests were already running at 2020-01-30T03:05:00Z");
}

#[test]
fn a_record_that_bounds_both_ways_is_said_once() {
    let report = judge(&format!("{UNEXPLAINED}\nJan 31 10:49:20.062 W clusterversion/version cluster reached 4.3.1\n"));
    let agrees = ["the evidence agrees with the recorded time", "paste line 15: the release was reached at 2020-01-31T10:49:20Z"];
    assert_eq!(said(&report, 0), (Some("2020-01-31T10:49:21Z".into()), agrees.map(str::to_owned).to_vec()));
}

#[test]
fn how_far_a_look_now_and_then_may_be_off_is_said() {
    let line = "Jan 31 10:00:11.007 - 2954s W clusterversion/version cluster is updating to 4.3.1";
    let report = judge(&format!("{UNEXPLAINED}\n{line}\n"));
    let agrees = [
        "the evidence agrees with the recorded time",
        "paste line 15: the update was still going on at 2020-01-31T10:49:25Z, give or take 15 seconds",
    ];
    assert_eq!(said(&report, 0), (None, agrees.map(str::to_owned).to_vec()));
}

//! Whose records they are, and how they are said: what is not the cluster's own proves nothing of it.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::report::{Confidence, Report, Verdict};
use clusterversion_history::{Input, Options, Role, inspect};

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

/// The whole object, healthy where `installed` is not the update's start: its conditions confirm both completions.
fn object(installed: &str) -> String {
    let history =
        UNEXPLAINED.replacen("completionTime: \"2020-01-31T10:00:00Z\"", &format!("completionTime: \"{installed}\""), 1);
    let history = history.lines().map(|line| format!("  {line}\n")).collect::<String>();
    format!(
        "apiVersion: config.openshift.io/v1\nkind: ClusterVersion\nmetadata:\n  creationTimestamp: \"2020-01-29T22:03:40Z\"\n  generation: 2\n\
         status:\n  conditions:\n  - lastTransitionTime: \"{installed}\"\n    message: Done applying 4.3.1\n    status: \"True\"\n    type: Available\n\
         \x20 - lastTransitionTime: \"2020-01-31T10:49:20Z\"\n    message: Cluster version is 4.3.1\n    status: \"False\"\n    type: Progressing\n\
         {history}  observedGeneration: 2\n"
    )
}

/// A history, and a log in a file of its own.
fn beside(history: &str, log: &str) -> Report {
    let inputs = [
        Input { name: Some("version.yaml".into()), text: history.into(), role: Role::History },
        Input { name: Some("test.log".into()), text: log.into(), role: Role::Evidence },
    ];
    inspect(&inputs, &Options::default())
}

/// Why records were not weighed, and the line that shows it.
fn left_out(report: &Report) -> Vec<(usize, usize, String)> {
    let why = report.problems.iter().filter(|problem| problem.code == "evidence-not-weighed");
    why.map(|problem| (problem.input, problem.line, problem.message.replacen("These records were not weighed: ", "", 1)))
        .collect()
}

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
        (
            "I0130 03:05:00.123456       1 sync_worker.go:453] Running sync 4.3.0 (force=false) in state Reconciling at attempt 0",
            true,
        ),
        ("E0130 03:05:00.123456       7 status.go:9] Cluster version is 4.3.0", true),
        ("2020-01-30T03:05:00.5Z I0130 03:05:00.123456       1 cvo.go:1] Cluster version is 4.3.0", true),
        (
            "I0130 03:05:00.123456       1 sync_worker.go:831] apply: 4.3.0 on generation 1 in state Reconciling at attempt 0",
            true,
        ),
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

const TESTS: &str = "Jan 29 22:40:00.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n";

#[test]
fn another_cluster_s_installation_bounds_nothing() {
    let log = |lines: &[(&str, &str)]| -> String {
        lines.iter().map(|(time, said)| format!("time=\"{time}\" level=info msg=\"{said}\"\n")).collect()
    };
    let complete = ("2020-01-29T22:40:00Z", "Install complete!");
    let begin = "Creating infrastructure resources...";
    for (lines, why) in [
        (vec![complete], None),
        (vec![("2020-01-29T21:50:00Z", begin), complete], None),
        (vec![("2020-01-29T21:50:00Z", "OpenShift Installer 4.3.0"), complete], None),
        (vec![("2020-01-29T21:50:00Z", "OpenShift Installer v4.3.7-202001221218-dirty"), complete], None),
        (vec![("2020-01-29T21:50:00Z", "OpenShift Installer unreleased-master-1742"), complete], None),
        // Waiting for it has a header of its own, and a second try begins anew.
        (vec![("2020-01-29T21:50:00Z", begin), ("2020-01-29T22:30:00Z", "OpenShift Installer 4.3.0"), complete], None),
        (
            vec![
                ("2020-01-28T10:00:00Z", begin),
                ("2020-01-28T11:00:00Z", "Install complete!"),
                ("2020-01-29T21:50:00Z", begin),
                complete,
            ],
            None,
        ),
        (
            vec![
                ("2020-01-29T21:50:00Z", "OpenShift Installer 4.4.0"),
                ("2020-01-29T21:50:00Z", "Found override for release image. Please be warned, this is not advised"),
                complete,
            ],
            None,
        ),
        (
            vec![("2020-01-29T21:50:00Z", "OpenShift Installer 4.4.0"), ("2020-01-29T21:50:01Z", begin), complete],
            Some((
                1,
                "this cluster was installed with 4.3.0, and not by \u{201c}OpenShift Installer 4.4.0\u{201d}: they are another cluster's.",
            )),
        ),
        (
            vec![("2020-01-29T21:50:00Z", "OpenShift Installer 4.3.1"), complete],
            Some((
                1,
                "this cluster was installed with 4.3.0, and not by \u{201c}OpenShift Installer 4.3.1\u{201d}: they are another cluster's.",
            )),
        ),
        (
            vec![("2020-01-29T22:04:02Z", begin), complete],
            Some((
                1,
                "their installation began at 2020-01-29T22:04:02Z, when this cluster's had begun, at 2020-01-29T22:04:00Z: they are another cluster's.",
            )),
        ),
        (
            vec![("2020-01-28T11:00:00Z", "Install complete!"), complete],
            Some((
                1,
                "by them a cluster was installed or tested at 2020-01-28T11:00:00Z, and this one's installation only began at 2020-01-29T22:04:00Z: they are another cluster's, or of another clock.",
            )),
        ),
    ] {
        let report = beside(&object("2020-01-31T10:00:00Z"), &log(&lines));
        let (sureness, until) = match why {
            None => (Confidence::Proven, "2020-01-29T22:40:01Z"),
            Some(_) => (Confidence::Possible, "2020-01-31T10:00:00Z"),
        };
        assert_eq!((sure(&report), said(&report, 1).0.as_deref()), (sureness, Some(until)), "{lines:?}");
        let why: Vec<_> = why.into_iter().map(|(line, why)| (1, line, why.to_owned())).collect();
        assert_eq!(left_out(&report), why, "{lines:?}");
        // Its records are listed all the same.
        assert_eq!(report.evidence.iter().filter(|item| item.input == 1).count(), lines.len());
    }
}

#[test]
fn a_year_in_the_log_itself_is_the_log_s() {
    for (log, day, proves) in [
        (TESTS.to_owned(), "2020-01-29", true),
        (format!("2020-01-29T22:39:58Z starting\n{TESTS}"), "2020-01-29", true),
        (format!("2023-01-29T22:39:58Z starting\n{TESTS}2023-01-29T22:41:58Z x\n"), "2023-01-29", false),
        (format!("{TESTS}INFO[2023-01-20 10:00:00] done\n"), "2023-01-29", false),
        (
            format!("{TESTS}I0129 22:50:00.000001       1 status.go:1] Cluster version is 4.3.0\n2019-01-30T00:00:00Z\n"),
            "2019-01-29",
            false,
        ),
        // A date further on in a line is no stamp.
        (format!("{TESTS}a certificate of this cluster is good until only 2023-01-29T10:00:00Z\n"), "2020-01-29", true),
    ] {
        let report = beside(&object("2020-01-31T10:00:00Z"), &log);
        let days: Vec<_> = report.evidence.iter().filter(|item| item.input == 1).map(|item| &item.time[..10]).collect();
        assert!(days.iter().all(|known| *known == day), "{log}{days:?}");
        assert_eq!(sure(&report), if proves { Confidence::Proven } else { Confidence::Possible }, "{log}");
        assert_eq!(said(&report, 1).0.as_deref(), Some(if proves { "2020-01-29T22:40:00Z" } else { "2020-01-31T10:00:00Z" }));
    }
    // In one paste with the history, a date of another day is a comment's; one of that day is the log's.
    for (line, proves) in [("2023-05-05T10:00:00Z someone wrote:", true), ("2023-01-29T22:39:58Z starting", false)] {
        let report = judge(&format!("{}\n{line}\n{TESTS}", object("2020-01-31T10:00:00Z")));
        assert_eq!(sure(&report), if proves { Confidence::Proven } else { Confidence::Possible }, "{line}");
    }
}

#[test]
fn what_was_reached_before_its_update_began_is_another_cluster_s() {
    for (lines, at) in [
        (
            "Jan 31 08:49:20.123 W clusterversion/version cluster reached 4.3.1\n",
            "4.3.1 was reached or under way at 2020-01-31T08:49:20Z, and by this history the update to it only began at 2020-01-31T10:00:00Z",
        ),
        (
            "Jan 31 08:00:00.000 - 3500s W clusterversion/version cluster is updating to 4.3.1\n",
            "4.3.1 was reached or under way at 2020-01-31T08:58:20Z, and by this history the update to it only began at 2020-01-31T10:00:00Z",
        ),
        (
            "I0131 08:49:20.123456       1 status.go:1] Cluster version is 4.3.1\n",
            "4.3.1 was reached or under way at 2020-01-31T08:49:20Z, and by this history the update to it only began at 2020-01-31T10:00:00Z",
        ),
        (
            "Jan 29 20:40:00.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n",
            "a cluster was installed or tested at 2020-01-29T20:40:00Z, and this one's installation only began at 2020-01-29T22:04:00Z",
        ),
    ] {
        // The other line would prove it.
        for log in [format!("{lines}Jan 30 03:00:00.000 W clusterversion/version cluster reached 4.3.0\n"), lines.to_owned()] {
            let reason = format!("by them {at}: they are another cluster's, or of another clock.");
            for (input, report) in [
                (1, beside(&object("2020-01-31T10:00:00Z"), &log)),
                (0, judge(&format!("{}\n{log}", object("2020-01-31T10:00:00Z")))),
            ] {
                assert_eq!((sure(&report), report.verdict), (Confidence::Possible, Verdict::Suspect), "{log}");
                assert_eq!(said(&report, 1).0.as_deref(), Some("2020-01-31T10:00:00Z"), "{log}");
                let why = left_out(&report);
                assert_eq!((why.len(), why[0].0, why[0].2.as_str()), (1, input, reason.as_str()), "{log}");
            }
        }
    }
    // Within the precision it is not before.
    for line in [
        "Jan 31 09:59:58.000 W clusterversion/version cluster reached 4.3.1",
        "Jan 31 09:00:00.000 - 3590s W clusterversion/version cluster is updating to 4.3.1",
    ] {
        assert_eq!(sure(&beside(&object("2020-01-31T10:00:00Z"), &format!("{line}\n{TESTS}"))), Confidence::Proven, "{line}");
    }
}

#[test]
fn the_records_of_another_history_in_the_paste_are_not_held_against_one() {
    let other =
        UNEXPLAINED.replace("2020-01-29", "2020-01-19").replace("2020-01-31", "2020-01-21").replace("image: a", "image: c");
    let report = judge(&format!(
        "{UNEXPLAINED}\n---\n{other}\nJan 29 22:40:00.500 W clusterversion/version cluster reached 4.3.0\nJan 19 22:40:00.500 W clusterversion/version cluster reached 4.3.0\n"
    ));
    assert_eq!(left_out(&report), []);
    for (history, until) in report.histories.iter().zip(["2020-01-29T22:40:01Z", "2020-01-19T22:40:01Z"]) {
        assert_eq!(history.findings[0].confidence, Confidence::Proven);
        assert_eq!(history.entries[1].true_completion.clone().unwrap().not_after.as_deref(), Some(until));
    }
}

#[test]
fn stamps_without_a_year_far_from_everything_are_tied_to_the_cluster_or_not_weighed() {
    let object = object("2020-01-31T10:00:00Z").replace("2020-01-31", "2020-06-01");
    let line = "I0303 10:20:20.123456       1 sync_worker.go:453] Running sync 4.3.0 (force=false) on generation 1 in state Reconciling at attempt 0\n";
    let reason = "their stamps have no year, they lie 33 days after the update to 4.3.0 began, and nothing else in them shows that they are of this cluster.";
    let report = beside(&object, line);
    assert_eq!((sure(&report), left_out(&report)), (Confidence::Possible, vec![(1, 1, reason.to_owned())]));
    for tie in [
        // The beginning or the end of an update, to the second; two updates, each in its time; the year itself; the paste.
        "Jun  1 10:00:00.753 W clusterversion/version changed Progressing to True: Working towards 4.3.1: 1% complete\n",
        "Jun  1 10:49:20.062 W clusterversion/version cluster reached 4.3.1\n",
        "I0601 11:00:00.123456       1 status.go:1] Cluster version is 4.3.1\n",
        "2020-03-03T10:00:00Z starting\n",
    ] {
        let report = beside(&object, &format!("{line}{tie}"));
        assert_eq!((sure(&report), left_out(&report)), (Confidence::Proven, vec![]), "{tie}");
    }
    assert_eq!(sure(&judge(&format!("{object}\n{line}"))), Confidence::Proven);
    assert_eq!(sure(&beside(&object, &format!("2020-03-03T10:20:20.2Z {line}"))), Confidence::Proven);
    let week = |stamp: &str| sure(&beside(&object, &line.replace("I0303 10:20:20", stamp)));
    assert_eq!((week("I0205 22:03:59"), week("I0205 22:04:00")), (Confidence::Proven, Confidence::Possible));
    let other = beside(&object, &format!("{TESTS}Jan 29 23:00:00.000 W clusterversion/version cluster reached 4.9.9\n"));
    assert_eq!(left_out(&other), [(1, 2, "they name only releases that no history here has.".to_owned())]);
}

#[test]
fn what_contradicts_the_object_s_own_conditions_is_doubted_and_never_passed_over() {
    let healthy = object("2020-01-29T22:31:09Z");
    let at = |name: &str, time: &str, condition: &str| {
        format!(
            "they contradict the completion of {name} at {time}, which the object's own condition {condition} confirms: they are another cluster's, or of another clock."
        )
    };
    let (installed, updated) =
        (at("4.3.0", "2020-01-29T22:31:09Z", "Available"), at("4.3.1", "2020-01-31T10:49:20Z", "Progressing"));
    for (line, reason) in [
        ("Jan 29 22:20:00.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable", &installed),
        ("Jan 29 22:20:00.080 W clusteroperator/dns changed Degraded to False", &installed),
        ("time=\"2020-01-29T22:10:00Z\" level=debug msg=\"Cluster is initialized\"", &installed),
        ("Jan 29 22:20:00.080 W clusterversion/version cluster reached 4.3.0", &installed),
        ("Jan 29 23:20:00.080 W clusterversion/version cluster reached 4.3.0", &installed),
        (
            "I0131 10:20:20.123456       1 sync_worker.go:453] Running sync 4.3.1 (force=false) in state Reconciling at attempt 0",
            &updated,
        ),
        ("Jan 31 10:20:20.062 W clusterversion/version cluster reached 4.3.1", &updated),
        ("Jan 31 11:20:20.062 W clusterversion/version cluster reached 4.3.1", &updated),
    ] {
        for (input, name, report) in
            [(1, "test.log", beside(&healthy, &format!("{line}\n"))), (0, "paste", judge(&format!("{healthy}{line}\n")))]
        {
            assert_eq!(report.verdict, Verdict::Intact, "{line}");
            let why = left_out(&report);
            assert_eq!((why.len(), why[0].0, &why[0].2), (1, input, reason), "{line}");
            let expected = format!(
                "Its 2 entries passed every check that could run. The records in {name} contradict what the object itself confirms, \
                 and were not weighed: they are another cluster's, or of another clock."
            );
            assert_eq!(report.summary, expected, "{line}");
            for entry in &report.histories[0].entries {
                assert!(!report.histories[0].is_doubted(entry), "{line}");
            }
        }
    }
    // What agrees, or has no condition against it, is weighed.
    let agrees = beside(&healthy, TESTS);
    assert!(
        agrees.problems.is_empty() && agrees.summary.starts_with("Nothing speaks against this history."),
        "{}",
        agrees.summary
    );
    let bare = UNEXPLAINED.replacen("completionTime: \"2020-01-31T10:00:00Z\"", "completionTime: \"2020-01-29T22:31:09Z\"", 1);
    let report = judge(&format!(
        "{bare}observedGeneration: 2\nJan 29 22:20:00.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n"
    ));
    let summary =
        "Its 2 entries passed every check that could run. Evidence contradicts the recorded completion of entry 1, though.";
    assert_eq!((report.verdict, report.summary.as_str()), (Verdict::Intact, summary));
    let two = judge(&format!(
        "{bare}observedGeneration: 2\nJan 29 22:20:00.080: INFO: x\n---\n2021-01-01T00:00:00Z|2021-01-01T01:00:00Z|Completed|4.9.1\n"
    ));
    assert_eq!(two.summary, format!("History 1 of 2: {summary}"));
}

#[test]
fn two_records_that_exclude_each_other_are_said() {
    let lines = "Jan 29 22:40:00.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\nJan 29 22:30:00.007 - 1800s W clusterversion/version cluster is updating to 4.3.0\n";
    let both = "two records exclude each other, and neither was weighed: paste line 16: the update was still going on at 2020-01-29T23:00:00Z, give or take 15 seconds; paste line 15: the tests were already running at 2020-01-29T22:40:00Z";
    let report = judge(&format!("{UNEXPLAINED}observedGeneration: 2\n{lines}"));
    let (until, basis) = said(&report, 1);
    assert_eq!(
        (sure(&report), until.as_deref(), basis.last().unwrap().as_str()),
        (Confidence::Possible, Some("2020-01-31T10:00:00Z"), both)
    );
    // On an entry that no rule finds fault with, too.
    let fine = UNEXPLAINED.replacen("completionTime: \"2020-01-31T10:00:00Z\"", "completionTime: \"2020-01-29T22:31:09Z\"", 1);
    let report = judge(&format!("{fine}observedGeneration: 2\n{lines}"));
    assert_eq!(
        (report.verdict, said(&report, 1)),
        (Verdict::Intact, (None, vec!["not before the installation itself began".to_owned(), both.to_owned()]))
    );
}

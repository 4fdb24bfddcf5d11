//! Evidence bounds the true times, proves what it contradicts beyond its own precision, and nothing else.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::report::{Confidence, Report, TrueCompletion, Verdict};
use clusterversion_history::{Input, Options, Role, inspect};

fn judge(text: &str) -> Report {
    inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default())
}

/// Overwritten, and with a fix: the installation ended at 21:45:59 by the record.
fn history(version: &str) -> String {
    format!(
        "history:\n- {{completionTime: 2019-09-27T22:29:06Z, image: b, startedTime: 2019-09-27T21:45:59Z, state: Completed, version: 4.3.0}}\n\
         - {{completionTime: 2019-09-27T21:45:59Z, image: a, startedTime: 2019-09-27T21:25:09Z, state: Completed, version: {version}}}\nobservedGeneration: 2\n"
    )
}

fn of_installation(report: &Report) -> (Confidence, TrueCompletion) {
    let history = &report.histories[0];
    let found = history.findings.iter().find(|finding| finding.rule == "completion-overwritten").unwrap();
    (found.confidence, history.entries[1].true_completion.clone().unwrap())
}

#[test]
fn the_whole_thread() {
    let report = judge(include_str!("cases/seed/whole-thread.txt"));
    assert_eq!(report.verdict, Verdict::Corrupt);
    assert_eq!(report.problems, []);
    let verdicts: Vec<_> = report.histories.iter().map(|history| history.verdict).collect();
    use Verdict::{Corrupt, Intact};
    assert_eq!(verdicts, [Corrupt, Intact, Corrupt, Intact, Intact]);
    let (confidence, truth) = of_installation(&report);
    assert_eq!(confidence, Confidence::Proven);
    assert_eq!(
        (truth.not_before.as_deref(), truth.not_after.as_deref()),
        (Some("2019-09-27T21:25:09Z"), Some("2019-09-27T21:42:28Z"))
    );
    assert_eq!(
        truth.basis.last().map(String::as_str),
        Some("paste line 24: the tests were already running at 2019-09-27T21:42:28Z")
    );
    let proof = report.histories[0].findings[0].related.last().unwrap();
    assert_eq!((proof.input, proof.line, proof.column), (0, 24, 1));
    let first = &report.evidence[0];
    assert_eq!((first.time.as_str(), first.kind.as_str(), first.line), ("2019-09-27T21:42:28.080Z", "e2e", 24));
    let lasting = report.evidence.iter().find(|item| item.end_time.is_some()).unwrap();
    assert_eq!(
        (lasting.time.as_str(), lasting.end_time.as_deref()),
        ("2019-09-27T21:46:11.007Z", Some("2019-09-27T22:28:55.007Z"))
    );
    let count = |kinds: &[&str]| report.evidence.iter().filter(|item| kinds.contains(&item.kind.as_str())).count();
    assert_eq!((count(&["monitor", "e2e"]), count(&["node-ready"]), report.evidence.len()), (12, 6, 18));
    // Nodes are what they are: only those after the recorded completion were still rolling.
    let rolling: Vec<usize> =
        report.evidence.iter().filter(|item| item.message.contains("no fault of the history")).map(|item| item.line).collect();
    assert_eq!(rolling, [44, 45]);
    // What agrees is said too.
    let newest = report.histories[0].entries[0].true_completion.clone().unwrap();
    assert_eq!(newest.exact.as_deref(), Some("2019-09-27T22:29:06Z"));
    assert_eq!(newest.basis[0], "the evidence agrees with the recorded time");
    // The records of 2019-09-27 say nothing of a history of 2019-10-14.
    assert_eq!(report.histories[1].entries[0].true_completion, None);
}

#[test]
fn evidence_may_stand_in_a_file_of_its_own() {
    let log = "Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n";
    let inputs = [
        Input { name: Some("version.yaml".into()), text: history("4.1.18"), role: Role::History },
        Input { name: Some("test.log".into()), text: log.into(), role: Role::Evidence },
    ];
    let report = inspect(&inputs, &Options::default());
    let (confidence, truth) = of_installation(&report);
    assert_eq!((confidence, truth.not_after.as_deref()), (Confidence::Proven, Some("2019-09-27T21:42:28Z")));
    let proof = report.histories[0].findings[0].related.last().unwrap();
    assert_eq!((proof.input, proof.line), (1, 1));
    assert_eq!(report.problems, []);
    let unknown = Input { name: None, text: "nothing\n".into(), role: Role::Evidence };
    let report = inspect(&[inputs[0].clone(), unknown], &Options::default());
    assert_eq!(report.problems[0].code, "no-evidence");
}

#[test]
fn each_kind_proves_beyond_its_precision_and_not_within_it() {
    for (line, proves) in [
        // The tests were running: clocks and whole seconds are together within one.
        ("Sep 27 21:45:57.999: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable", true),
        ("Sep 27 21:45:58.000: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable", false),
        // Whatever the tests or their monitor recorded, they were running.
        ("Sep 27 21:45:57.999: INFO: >>> kubeConfig: /tmp/admin.kubeconfig", true),
        ("Sep 27 21:45:58.000: INFO: >>> kubeConfig: /tmp/admin.kubeconfig", false),
        ("Sep 27 21:45:57.999 W clusteroperator/dns changed Progressing to True", true),
        ("Sep 27 21:45:58.000 W clusteroperator/dns changed Progressing to True", false),
        ("Sep 27 21:45:57.999 W ns/a pod/b node/c container/d restarted", false),
        // Up to ten seconds late, so it had been reached by then.
        ("Sep 27 21:45:57.999: INFO: Completed upgrade to registry.svc.ci.openshift.org/ocp/release:4.1.18", true),
        ("Sep 27 21:45:58.000: INFO: Completed upgrade to registry.svc.ci.openshift.org/ocp/release:4.1.18", false),
        // The monitor's instants: within a second.
        ("Sep 27 21:45:57.900 W clusterversion/version cluster reached 4.1.18", true),
        ("Sep 27 21:45:58.000 W clusterversion/version cluster reached 4.1.18", false),
        // The sampler: fifteen seconds.
        ("Sep 27 21:30:00.000 - 975s W clusterversion/version cluster is updating to 4.1.18", true),
        ("Sep 27 21:30:00.000 - 974s W clusterversion/version cluster is updating to 4.1.18", false),
        // The installer's log: to the second, and a second late.
        ("time=\"2019-09-27T21:45:57Z\" level=info msg=\"Install complete!\"", true),
        ("time=\"2019-09-27T21:45:58Z\" level=info msg=\"Install complete!\"", false),
        // The operator's log says it again and again: had been reached by then.
        ("I0927 21:40:00.123456       1 sync_worker.go:501] Cluster version is 4.1.18", true),
        (
            "I0927 21:45:56.999999       1 sync_worker.go:453] Running sync 4.1.18 (force=false) on generation 1 in state Reconciling at attempt 0",
            true,
        ),
        (
            "I0927 21:45:58.000000       1 sync_worker.go:453] Running sync 4.1.18 (force=false) on generation 1 in state Reconciling at attempt 0",
            false,
        ),
        // Which is also said when overrides have changed.
        (
            "I0927 21:40:00.123456       1 sync_worker.go:453] Running sync 4.1.18 (force=false) on generation 1 in state Updating at attempt 0",
            false,
        ),
        (
            "2019-09-27T21:40:00.1Z I0927 21:40:00.000456       1 sync_worker.go:453] Running sync 4.1.18 in state Reconciling at attempt 0",
            true,
        ),
        // Another release's, another day's.
        ("Sep 27 21:40:00.000 W clusterversion/version cluster reached 4.1.17", false),
        ("Sep 26 21:40:00.000 W clusterversion/version cluster reached 4.1.18", false),
        ("2019-09-27T21:40:00Z openshift-machine-api/ci-op-master-1", false),
    ] {
        let (confidence, _) = of_installation(&judge(&format!("{}\n{line}\n", history("4.1.18"))));
        assert_eq!(confidence == Confidence::Proven, proves, "{line}");
    }
}

/// A line without a colon, behind a fragment's last scalar, is no part of it: whatever comes first.
#[test]
fn records_behind_a_fragment_prove_in_every_order() {
    let fragment = history("4.10.3").replace("observedGeneration: 2\n", "");
    let yaml = "history:\n- completionTime: 2019-09-27T22:29:06Z\n  image: b\n  startedTime: 2019-09-27T21:45:59Z\n  state: Completed\n  version: 4.3.0\n\
                - completionTime: 2019-09-27T21:45:59Z\n  image: a\n  startedTime: 2019-09-27T21:25:09Z\n  state: Completed\n  version: 4.10.3\n";
    let lines = [
        "Sep 27 21:46:11.007 - 2564s W clusterversion/version cluster is updating to 4.3.0",
        "Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable",
        "I0927 22:29:06.123456       1 sync_worker.go:453] Running sync 4.3.0 (force=false) on generation 2 in state Reconciling at attempt 0",
        "test.log:Sep 27 21:45:59.753 W clusterversion/version changed Progressing to True: Working towards 4.3.0: 1% complete",
    ];
    let orders = (0..256).map(|code| [code % 4, code / 4 % 4, code / 16 % 4, code / 64]).filter(|order| {
        let mut sorted = *order;
        sorted.sort_unstable();
        sorted == [0, 1, 2, 3]
    });
    let mut tried = 0;
    for order in orders {
        for (above, gap) in [(yaml, ""), (yaml, "\n"), (&yaml.replace("4.10.3", "\"4.10.3\""), ""), (fragment.as_str(), "")] {
            let text = format!("{above}{gap}{}\n", order.map(|at| lines[at]).join("\n"));
            let report = judge(&text);
            let (confidence, truth) = of_installation(&report);
            assert_eq!((confidence, truth.not_after.as_deref()), (Confidence::Proven, Some("2019-09-27T21:42:28Z")), "{text}");
            assert_eq!((report.problems.as_slice(), report.evidence.len()), ([].as_slice(), 4), "{text}");
            tried += 1;
        }
    }
    assert_eq!(tried, 24 * 4);
}

#[test]
fn evidence_makes_a_mere_possibility_proven() {
    let line = "Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable";
    assert_eq!(judge(&history("4.10.3")).verdict, Verdict::Suspect);
    assert_eq!(judge(&format!("{}{line}\n", history("4.10.3"))).verdict, Verdict::Corrupt);
}

#[test]
fn nodes_that_became_ready_later_are_no_fault() {
    let text =
        "2019-10-16T08:22:08Z|2019-10-16T08:22:25Z|Completed|4.3.0\n2019-10-16T09:00:00Z openshift-machine-api/ci-worker-1\n";
    let report = judge(text);
    assert_eq!((report.verdict, report.evidence.len()), (Verdict::Intact, 1));
    assert_eq!(report.evidence[0].kind, "node-ready");
}

#[test]
fn lanes_show_each_kind_in_time_and_lead_to_their_lines() {
    use clusterversion_history::timeline::{TimelineOptions, layout_with, render_timeline};
    let report = judge(include_str!("cases/seed/whole-thread.txt"));
    for width in [320.0, 960.0, 1600.0] {
        let options = TimelineOptions { width: Some(width), ..TimelineOptions::default() };
        let scene = layout_with(&report.histories[0], &[], &report.evidence, &options);
        // Two nodes became Ready, and the tests said they were done, after the last instant of the history.
        assert_eq!(scene.records.iter().map(|record| record.count).sum::<usize>(), 15);
        let lines: Vec<_> = scene.records.iter().map(|record| record.line).collect();
        assert_eq!(lines[0], 24);
        for record in &scene.records {
            assert!(record.rect.x >= scene.plot.x && record.rect.x + record.rect.w <= scene.plot.x + scene.plot.w + 0.01);
            assert!(record.rect.y > scene.plot.y + scene.plot.h);
        }
        let lanes: Vec<_> = scene
            .labels
            .iter()
            .filter(|label| label.text.ends_with("record") || label.text.ends_with("records"))
            .map(|label| label.text.as_str())
            .collect();
        assert_eq!(lanes, ["e2e: 1 record", "monitor: 10 records", "node-ready: 4 records"]);
        assert!(render_timeline(&report, &TimelineOptions { history: Some(0), ..options }).contains("data-line=\"24\""));
    }
    // Records of another day have no lane.
    let scene = layout_with(&report.histories[2], &[], &report.evidence, &TimelineOptions::default());
    assert!(scene.records.is_empty());
}

//! What records say of which entry, and what they leave alone.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::report::{Confidence, Report, TrueCompletion, Verdict};
use clusterversion_history::{Input, Options, Role, inspect};
use proptest::prelude::*;

fn judge(text: &str) -> Report {
    inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default())
}

/// An installation and an update, with a release that has the fix.
fn history(installed: &str) -> String {
    format!(
        "history:\n- {{completionTime: 2021-03-29T22:29:06Z, image: b, startedTime: 2021-03-29T21:45:59Z, state: Completed, version: 4.7.2}}\n\
         - {{completionTime: {installed}, image: a, startedTime: 2021-03-29T21:05:09Z, state: Completed, version: 4.7.1}}\nobservedGeneration: 2\n"
    )
}

fn truth(report: &Report, history: usize, entry: usize) -> Option<TrueCompletion> {
    report.histories[history].entries[entry].true_completion.clone()
}

/// Not before, not after, exact, and what it rests on first.
fn known(report: &Report, history: usize, entry: usize) -> Option<(String, String, String, String)> {
    let truth = truth(report, history, entry)?;
    let word = |time: Option<String>| time.unwrap_or_else(|| "-".into());
    Some((word(truth.not_before), word(truth.not_after), word(truth.exact), truth.basis[0].clone()))
}

fn four(a: &str, b: &str, c: &str, d: &str) -> Option<(String, String, String, String)> {
    Some((a.into(), b.into(), c.into(), d.into()))
}

const AGREES: &str = "the evidence agrees with the recorded time";

#[test]
fn what_agrees_is_said_and_is_exact_only_where_it_was_seen_to_happen() {
    let text = history("2021-03-29T21:35:01Z");
    for (line, expected) in [
        (
            "Mar 29 21:40:00.500: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable",
            four("2021-03-29T21:05:09Z", "2021-03-29T21:40:00Z", "-", AGREES),
        ),
        (
            "Mar 29 21:35:01.600 W clusterversion/version cluster reached 4.7.1",
            four("2021-03-29T21:35:00Z", "2021-03-29T21:35:02Z", "2021-03-29T21:35:01Z", AGREES),
        ),
        // Within the precision: the record is not shut out by what agrees with it.
        (
            "Mar 29 21:35:00.400 W clusterversion/version condition/Progressing status/False reason/ changed: Cluster version is 4.7.1",
            four("2021-03-29T21:05:09Z", "2021-03-29T21:35:01Z", "-", AGREES),
        ),
        (
            "Mar 29 21:30:00.000 - 301s  W clusterversion/version cluster is updating to 4.7.1",
            four("2021-03-29T21:34:46Z", "-", "-", AGREES),
        ),
    ] {
        let report = judge(&format!("{text}{line}\n"));
        assert_eq!(report.verdict, Verdict::Intact, "{line}");
        assert_eq!(known(&report, 0, 1), expected, "{line}");
        assert_eq!(truth(&report, 0, 0), None, "{line}");
    }
}

#[test]
fn a_time_on_which_no_rule_fires_is_contradicted_in_its_bounds() {
    let report = judge(&format!(
        "{}Mar 29 21:30:00.000: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n",
        history("2021-03-29T21:35:01Z")
    ));
    assert_eq!(report.verdict, Verdict::Intact);
    let contradicted = "the evidence contradicts the recorded time, 2021-03-29T21:35:01Z";
    assert_eq!(known(&report, 0, 1), four("2021-03-29T21:05:09Z", "2021-03-29T21:30:00Z", "-", contradicted));
    // Moved to before it was true.
    let early = judge(&format!(
        "{}Mar 29 21:35:01.600 W clusterversion/version cluster reached 4.7.1\n",
        history("2021-03-29T21:20:00Z")
    ));
    let contradicted = "the evidence contradicts the recorded time, 2021-03-29T21:20:00Z";
    assert_eq!(known(&early, 0, 1), four("2021-03-29T21:35:00Z", "2021-03-29T21:35:02Z", "-", contradicted));
}

#[test]
fn any_error_at_a_completion_is_proven_by_what_contradicts_it() {
    let line = "Mar 29 21:40:00.000: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable";
    let report = judge(&format!("{}{line}\n", history("2021-03-29T21:50:00Z")));
    let found = &report.histories[0].findings[0];
    assert_eq!((found.rule.as_str(), found.confidence), ("overlaps-successor", Confidence::Proven));
    assert_eq!(found.related.last().map(|related| (related.line, related.column)), Some((5, 1)));
    // A release with the fix: what was only possible is worded as what it is once it is proven.
    let report = judge(&format!("{}{line}\n", history("2021-03-29T21:45:59Z")));
    let found = &report.histories[0].findings[0];
    assert_eq!(found.message, "The completion of 4.7.1 was overwritten with the start of 4.7.2.");
    assert_eq!((found.confidence, report.verdict), (Confidence::Proven, Verdict::Corrupt));
}

#[test]
fn both_paddings_prefixes_quotes_and_any_order() {
    let lines = "> e2e.log-7-Jan  3 01:05:00.500 W clusterversion/version cluster reached 4.7.2\n\
                 > e2e.log:3:Dec 31 23:40:00.500: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n\
                 Jan 03 00:10:00.000 - 3285s W clusterversion/version cluster is updating to 4.7.2\n";
    let text = format!(
        "history:\n- {{completionTime: 2021-01-03T01:05:00Z, image: b, startedTime: 2021-01-03T00:00:00Z, state: Completed, version: 4.7.2}}\n\
         - {{completionTime: 2020-12-31T23:35:00Z, image: a, startedTime: 2020-12-31T23:00:00Z, state: Completed, version: 4.7.1}}\nobservedGeneration: 2\n{lines}"
    );
    let report = judge(&text);
    let times: Vec<_> = report.evidence.iter().map(|item| (item.line, item.time.as_str(), item.end_time.as_deref())).collect();
    assert_eq!(
        times,
        [
            (5, "2021-01-03T01:05:00.500Z", None),
            (6, "2020-12-31T23:40:00.500Z", None),
            (7, "2021-01-03T00:10:00Z", Some("2021-01-03T01:04:45Z"))
        ]
    );
    assert_eq!(known(&report, 0, 0).map(|known| known.2), Some("2021-01-03T01:05:00Z".into()));
    assert_eq!(known(&report, 0, 1), four("2020-12-31T23:00:00Z", "2020-12-31T23:40:00Z", "-", AGREES));
}

#[test]
fn a_rollback_returns_to_a_release_and_each_return_has_its_own_records() {
    let text = "2019-10-16T08:22:08Z|2019-10-16T08:22:25Z|Completed|4.3.1\n\
                2019-10-16T08:21:25Z|2019-10-16T08:22:08Z|Partial|4.3.2\n\
                2019-10-16T04:22:53Z|2019-10-16T08:21:25Z|Completed|4.3.1\n\
                Oct 16 04:37:40.100 W clusterversion/version cluster reached 4.3.1\n\
                Oct 16 08:22:25.900 W clusterversion/version cluster reached 4.3.1\n";
    let report = judge(text);
    assert_eq!(known(&report, 0, 0).map(|known| known.2), Some("2019-10-16T08:22:25Z".into()));
    let overwritten = truth(&report, 0, 2).unwrap();
    assert_eq!(
        (overwritten.not_before.as_deref(), overwritten.not_after.as_deref(), overwritten.exact),
        (Some("2019-10-16T04:37:39Z"), Some("2019-10-16T04:37:41Z"), None)
    );
    let found = &report.histories[0].findings[0];
    assert_eq!((found.rule.as_str(), found.confidence, found.entry), ("completion-overwritten", Confidence::Proven, Some(2)));
}

#[test]
fn another_day_another_release_and_what_fits_two_clusters_are_left_alone() {
    let text = history("2021-03-29T21:45:59Z");
    for line in [
        "Mar 28 21:30:00.000 W clusterversion/version cluster reached 4.7.1",
        "Mar 29 21:30:00.000 W clusterversion/version cluster reached 4.7.0",
        "Mar 29 21:46:01.100 W clusterversion/version cluster reached 4.7.1",
        "Mar 29 21:46:01.100: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable",
        "Apr  2 21:30:00.000: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable",
    ] {
        let report = judge(&format!("{text}{line}\n"));
        assert_eq!(report.histories[0].findings[0].confidence, Confidence::Possible, "{line}");
        assert_eq!(report.evidence.len(), 1, "{line}");
        assert_eq!(truth(&report, 0, 0), None, "{line}");
    }
    let line = "Mar 29 21:40:00.000: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n";
    let other = "\nhistory:\n- {completionTime: 2021-03-29T21:38:00Z, image: c, startedTime: 2021-03-29T21:00:00Z, state: Completed, version: 4.6.1}\nobservedGeneration: 1\n";
    let two = judge(&format!("{text}{line}{other}"));
    assert_eq!(two.histories.len(), 2);
    assert_eq!(two.histories[0].findings[0].confidence, Confidence::Possible);
    assert_eq!(truth(&two, 1, 0), None);
    // The same with the two being one cluster, before and after.
    let before = "\nhistory:\n- {completionTime: 2021-03-29T21:38:00Z, image: a, startedTime: 2021-03-29T21:05:09Z, state: Completed, version: 4.7.1}\nobservedGeneration: 1\n";
    let one = judge(&format!("{before}{line}{text}"));
    assert_eq!(known(&one, 0, 0), four("2021-03-29T21:05:09Z", "2021-03-29T21:40:00Z", "-", AGREES));
    assert_eq!(one.histories[1].findings[0].confidence, Confidence::Proven);
    assert_eq!(truth(&one, 1, 1).and_then(|truth| truth.exact).as_deref(), Some("2021-03-29T21:38:00Z"));
}

#[test]
fn records_that_exclude_each_other_prove_nothing() {
    let report = judge(&format!(
        "{}Mar 29 21:20:00.000: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n\
         Mar 29 21:30:00.000 W clusterversion/version cluster reached 4.7.1\n",
        history("2021-03-29T21:45:59Z")
    ));
    assert_eq!(report.histories[0].findings[0].confidence, Confidence::Possible);
}

#[test]
fn an_oldest_entry_at_the_text_s_end_is_bounded_where_the_tests_updated_from_it() {
    let columns = "2021-03-29T21:45:59Z|2021-03-29T22:29:06Z|Completed|4.1.20\n2021-03-29T21:05:09Z|2021-03-29T21:45:59Z|Completed|4.1.18\n";
    let test = "Mar 29 21:40:00.000: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n";
    let update =
        "Mar 29 21:45:59.753 W clusterversion/version changed Progressing to True: Working towards 4.1.20: 1% complete\n";
    let logs = |log: &str| {
        let inputs = [
            Input { text: columns.into(), ..Input::default() },
            Input { text: log.into(), role: Role::Evidence, ..Input::default() },
        ];
        inspect(&inputs, &Options::default()).histories[0].findings[0].confidence
    };
    assert_eq!(logs(test), Confidence::Likely);
    assert_eq!(logs(&format!("{test}{update}")), Confidence::Proven);
    assert_eq!(logs(&format!("{test}{}", update.replace("4.1.20", "4.1.19"))), Confidence::Likely);
}

#[test]
fn what_the_object_says_of_itself_is_listed_and_agrees() {
    let text = include_str!("cases/real/022-oc-ocpbugs-60768.yaml");
    let report = judge(text);
    assert_eq!(report.verdict, Verdict::Intact);
    let line = |item: &clusterversion_history::report::EvidenceItem| {
        text.lines().nth(item.line - 1).unwrap().trim_start_matches([' ', '-']).to_owned()
    };
    let creation = report.evidence.iter().find(|item| item.kind == "creation").unwrap();
    assert!(line(creation).starts_with("creationTimestamp:"), "{}", line(creation));
    let conditions: Vec<_> = report.evidence.iter().filter(|item| item.kind == "condition").collect();
    assert_eq!(conditions.len(), 3);
    for item in conditions {
        assert_eq!(line(item), format!("lastTransitionTime: \"{}\"", item.time));
    }
}

#[test]
fn nodes_operators_and_events_beside_a_history() {
    let lists = r#"{"kind": "List", "items": [
  {"kind": "Node", "metadata": {"name": "m0", "annotations": {"machine.openshift.io/machine": "openshift-machine-api/m-0"}},
   "status": {"conditions": [{"type": "Ready", "status": "True", "lastTransitionTime": "2021-03-29T22:33:30Z"}]}},
  {"kind": "ClusterOperator", "metadata": {"name": "dns"}, "status": {"conditions": [{"type": "Progressing", "status": "False", "lastTransitionTime": "2021-03-29T22:20:00Z"}]}}
]}
{"kind": "EventList", "items": [
  {"kind": "Event", "involvedObject": {"kind": "ClusterVersion", "name": "cluster"}, "reason": "UpgradeVersion", "message": "version/4.7.2 image/4.7.2", "eventTime": "2021-03-29T22:29:09.000123Z"}
]}
"#;
    let report = judge(&format!("{}---\n{lists}", history("2021-03-29T21:35:01Z")));
    let found: Vec<_> = report.evidence.iter().map(|item| (item.kind.as_str(), item.line, item.message.as_str())).collect();
    let rolling = "openshift-machine-api/m-0 became Ready, after 4.7.2 was recorded complete: its pool was still rolling, which the operator does not wait for; no fault of the history";
    assert_eq!(
        found,
        [
            ("node-ready", 7, rolling),
            ("cluster-operator", 9, "dns: Progressing became False"),
            ("event", 12, "UpgradeVersion: version/4.7.2 image/4.7.2")
        ]
    );
    assert_eq!(known(&report, 0, 0), four("2021-03-29T21:45:59Z", "2021-03-29T22:29:09Z", "-", AGREES));
}

#[test]
fn a_saved_copy_among_the_evidence_gives_the_exact_time() {
    let inputs = [
        Input { text: include_str!("cases/seed/pipe-4.1.18-after.txt").into(), ..Input::default() },
        Input { text: include_str!("cases/seed/pipe-4.1.18-before.txt").into(), role: Role::Evidence, ..Input::default() },
    ];
    let report = inspect(&inputs, &Options::default());
    assert_eq!(report.problems, []);
    assert_eq!(report.histories[0].findings[0].confidence, Confidence::Proven);
    assert_eq!(truth(&report, 0, 2).and_then(|truth| truth.exact).as_deref(), Some("2019-10-14T03:13:16Z"));
}

#[test]
fn brackets_around_a_log_are_no_json() {
    let log = "{  fail [upgrade.go:1]: x\nMar 29 21:40:00.000: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n}\n";
    assert_eq!(judge(&format!("{}{log}", history("2021-03-29T21:35:01Z"))).evidence.len(), 1);
}

#[test]
fn the_command_line_takes_several_files() {
    let dir = std::env::temp_dir().join(format!("clusterversion-history-evidence-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let version = write("version.yaml", &history("2021-03-29T21:45:59Z"));
    let nodes = write("nodes.txt", "2021-03-29T22:33:30Z openshift-machine-api/m-0\n");
    // Larger than what is read whole.
    let other =
        "        {\n            \"locator\": \"ns/a pod/b\",\n            \"message\": \"x\"\n        },\n".repeat(160_000);
    let hit = "        {\n            \"locator\": \"clusterversion/version\",\n            \"message\": \"cluster reached 4.7.1\",\n            \"from\": \"2021-03-29T21:35:01Z\",\n            \"to\": \"2021-03-29T21:35:01Z\"\n        }\n";
    let events = write("e2e-events_20210329-214000.json", &format!("{{\n    \"items\": [\n{other}{hit}    ]\n}}\n"));
    let run = |format: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_clusterversion-history"))
            .arg(&version)
            .arg("--evidence")
            .args([&nodes, &events])
            .args(["--format", format, "--now", "2026-12-01T00:00:00Z"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let report: Report = serde_json::from_str(&run("json")).unwrap();
    let found: Vec<_> = report.evidence.iter().map(|item| (item.kind.as_str(), item.input, item.line)).collect();
    assert_eq!(found, [("node-ready", 1, 1), ("e2e", 2, 1), ("interval", 2, 3 + 4 * 160_000)]);
    assert_eq!(report.problems, []);
    let text = run("text");
    assert!(text.contains(&format!("e2e-events_20210329-214000.json:{}:", 3 + 4 * 160_000)), "{text}");
    std::fs::remove_dir_all(&dir).unwrap();
}

const SEEDS: [&str; 3] = [
    include_str!("cases/seed/whole-thread.txt"),
    "{\"items\":[{\"locator\":\"clusterversion/version\",\"message\":\"cluster reached 4.1.18\",\"from\":\"2019-10-14T03:13:16Z\",\"to\":null}]}\n{\"kind\":\"Node\",\"metadata\":{\"name\":\"é\"},\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"lastTransitionTime\":\"2019-10-14T03:13:16Z\"}]}}\n",
    "time=\"2019-10-14T03:13:16Z\" level=info msg=\"Install complete!\"\nI1014 03:13:16.062333       1 status.go:78] merge into existing history completed=true desired=v1.Update{Version:\"4.1.18\"} last=&v1.UpdateHistory{CompletionTime:(*v1.Time)(nil)}\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_cut_changed_and_mixed(seed in 0..3_usize, from in 0.0..1.0_f64, to in 0.0..1.0_f64, breaker in "[0-9:.TZ\\-\\[\\]{}\"\\\\ \nWIé]{0,6}") {
        let text = SEEDS[seed];
        let place = |share: f64| {
            let mut at = (text.len() as f64 * share) as usize;
            while !text.is_char_boundary(at) { at -= 1 }
            at
        };
        let (low, high) = (place(from.min(to)), place(from.max(to)));
        let changed = format!("{}{}{breaker}{}", SEEDS[0], &text[..low], &text[high..]);
        let report = judge(&changed);
        let lines = changed.lines().count();
        prop_assert!(report.evidence.iter().all(|item| item.line >= 1 && item.line <= lines));
        judge(&format!("{breaker}{}", &text[low..high]));
    }
}

#[test]
fn a_kept_time_that_a_record_contradicts_is_a_bound() {
    let object = "kind: ClusterVersion\nmetadata:\n  creationTimestamp: 2019-10-14T02:57:00Z\nstatus:\n  conditions:\n  - lastTransitionTime: 2019-10-14T05:00:00Z\n    status: \"True\"\n    type: Available\n  history:\n  - completionTime: 2019-10-20T09:00:11Z\n    image: b\n    startedTime: 2019-10-20T08:20:01Z\n    state: Completed\n    version: 4.2.4\n  - completionTime: 2019-10-20T08:20:01Z\n    image: a\n    startedTime: 2019-10-14T02:57:34Z\n    state: Completed\n    version: 4.1.18\n  versionHash: \"\"\n";
    let line = "Oct 14 03:40:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n";
    let judged = |text: String| {
        let report = inspect(&[Input { text, ..Input::default() }], &Options::default());
        let history = &report.histories[0];
        let finding = history.findings.iter().find(|finding| finding.rule == "completion-overwritten").unwrap();
        (finding.expected.clone(), finding.confidence, history.entries[1].true_completion.clone().unwrap())
    };
    let (expected, _, truth) = judged(object.to_owned());
    assert_eq!((expected.as_deref(), truth.exact.as_deref()), (Some("2019-10-14T05:00:00Z"), Some("2019-10-14T05:00:00Z")));
    let (expected, confidence, truth) = judged(format!("{object}{line}"));
    assert_eq!((expected, truth.exact, confidence), (None, None, Confidence::Proven));
    assert_eq!(truth.not_after.as_deref(), Some("2019-10-14T03:40:28Z"));
    assert!(truth.basis.iter().any(|basis| basis.ends_with("so this entry was complete by then")), "{:?}", truth.basis);
}

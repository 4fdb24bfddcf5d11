//! Whole inputs through the whole pipeline: the bug's own thread, real objects, broken ones.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::path::Path;

use clusterversion_history::report::{Confidence, Report, Severity, Verdict};
use clusterversion_history::{Input, Options, Role, inspect};

fn judge(text: &str) -> Report {
    inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default())
}

fn seed(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/seed").join(name)).unwrap()
}

/// Rule, entry, line and column of each finding of the first history.
fn found(report: &Report) -> Vec<(&str, Option<usize>, usize, usize)> {
    let findings = &report.histories[0].findings;
    findings.iter().map(|finding| (finding.rule.as_str(), finding.entry, finding.line, finding.column)).collect()
}

#[test]
fn real_objects_are_judged_as_expected() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/real");
    let faults = support::faults(&dir);
    assert_eq!(faults.len(), 7);
    for (input, faults) in faults {
        assert_eq!(faults, [""; 0], "{input}");
    }
}

#[test]
fn the_must_gather_of_the_bug() {
    let report = judge(&seed("mustgather.yaml"));
    assert_eq!(report.verdict, Verdict::Corrupt);
    let all = [
        ("completion-overwritten", Some(1), 8, 21),
        ("overwrite-pending", Some(0), 2, 21),
        ("unverified-release", Some(0), 6, 15),
    ];
    assert_eq!(found(&report), all);
    let finding = &report.histories[0].findings[0];
    assert_eq!((finding.cause.as_deref(), finding.confidence), (Some("bz1756461"), Confidence::Likely));
    assert_eq!(finding.path, "status.history[1].completionTime");
    assert_eq!((finding.related[0].entry, finding.related[0].line, finding.related[0].column), (Some(0), 4, 18));
    let truth = report.histories[0].entries[1].true_completion.clone().unwrap();
    assert_eq!(truth.not_before.as_deref(), Some("2019-09-27T21:25:09Z"));
    assert_eq!(truth.not_after.as_deref(), Some("2019-09-27T21:45:59Z"));
    assert_eq!(truth.exact, None);
    assert_eq!(report.problems, []);
}

#[test]
fn the_same_with_its_prompt_line() {
    let report = judge(&seed("mustgather-tail15.txt"));
    assert_eq!(report.verdict, Verdict::Corrupt);
    let all = [
        ("completion-overwritten", Some(1), 9, 21),
        ("overwrite-pending", Some(0), 3, 21),
        ("unverified-release", Some(0), 7, 15),
    ];
    assert_eq!(found(&report), all);
}

#[test]
fn before_and_after_an_update_with_the_bug() {
    let before = judge(&seed("pipe-4.1.18-before.txt"));
    assert_eq!((before.verdict, found(&before)), (Verdict::Intact, vec![("overwrite-pending", Some(0), 1, 22)]));
    let after = judge(&seed("pipe-4.1.18-after.txt"));
    assert_eq!(after.verdict, Verdict::Corrupt);
    assert_eq!(found(&after), [("completion-overwritten", Some(2), 3, 22), ("overwrite-pending", Some(0), 1, 22)]);
}

fn compared(before: &str, after: &str) -> Report {
    let input = |name: &str, role| Input { name: Some(name.into()), text: seed(name), role };
    inspect(&[input(before, Role::Before), input(after, Role::After)], &Options::default())
}

#[test]
fn a_comparison_proves_the_overwrite_and_gives_the_true_time() {
    let report = compared("pipe-4.1.18-before.txt", "pipe-4.1.18-after.txt");
    assert_eq!(report.verdict, Verdict::Corrupt);
    let comparison = &report.comparisons[0];
    assert_eq!((comparison.before, comparison.after, comparison.findings.len()), (0, 1, 1));
    let finding = &comparison.findings[0];
    assert_eq!(
        (finding.rule.as_str(), finding.entry, finding.confidence),
        ("completion-overwritten", Some(2), Confidence::Proven)
    );
    assert_eq!(finding.recorded.as_deref(), Some("2019-10-14T03:42:31Z"));
    assert_eq!(finding.expected.as_deref(), Some("2019-10-14T03:13:16Z"));
    let own = &report.histories[1].findings[0];
    assert_eq!((own.confidence, own.expected.as_deref()), (Confidence::Proven, Some("2019-10-14T03:13:16Z")));
    let truth = report.histories[1].entries[2].true_completion.clone().unwrap();
    assert_eq!(truth.exact.as_deref(), Some("2019-10-14T03:13:16Z"));
}

#[test]
fn a_fixed_release_is_clean_alone_and_compared() {
    for name in ["pipe-4.3-before.txt", "pipe-4.3-after.txt"] {
        let report = judge(&seed(name));
        assert_eq!(report.verdict, Verdict::Intact, "{name}");
        assert!(report.histories[0].findings.iter().all(|finding| finding.severity == Severity::Info), "{name}");
    }
    let report = compared("pipe-4.3-before.txt", "pipe-4.3-after.txt");
    assert_eq!((report.verdict, report.comparisons[0].findings.len()), (Verdict::Intact, 0));
    assert!(report.summary.contains("Nothing speaks against"), "{}", report.summary);
}

#[test]
fn available_tells_the_true_completion_of_an_overwritten_installation() {
    let text = "\
apiVersion: config.openshift.io/v1
kind: ClusterVersion
metadata:
  creationTimestamp: 2019-09-27T21:24:50Z
status:
  conditions:
  - lastTransitionTime: 2019-09-27T21:40:02Z
    status: \"True\"
    type: Available
  history:
  - completionTime: 2019-09-27T22:29:06Z
    image: a
    startedTime: 2019-09-27T21:45:59Z
    state: Completed
    version: 4.2.0
  - completionTime: 2019-09-27T21:45:59Z
    image: b
    startedTime: 2019-09-27T21:25:09Z
    state: Completed
    version: 4.1.18
";
    let report = judge(text);
    let finding = &report.histories[0].findings[0];
    assert_eq!((finding.rule.as_str(), finding.confidence), ("completion-overwritten", Confidence::Proven));
    assert_eq!(finding.expected.as_deref(), Some("2019-09-27T21:40:02Z"));
    let condition = &finding.related[1];
    assert_eq!((condition.line, condition.column), (7, 25));
    let truth = report.histories[0].entries[1].true_completion.clone().unwrap();
    assert_eq!(truth.exact.as_deref(), Some("2019-09-27T21:40:02Z"));
}

#[test]
fn what_holds_no_history_says_so_and_what_to_run() {
    for (text, code) in [
        ("", "empty"),
        (" \n\u{feff}", "empty"),
        ("NAME VERSION AVAILABLE PROGRESSING\nversion 4.1 True False\n", "no-history"),
        ("kind: ClusterVersion\nmetadata:\n  name: version\n", "no-history"),
        ("Cluster version is 4.13.8\n\nRecommended updates:\n\n  VERSION     IMAGE\n", "no-history"),
        ("hello", "no-history"),
        ("{", "no-history"),
        ("\u{0}\u{0}", "no-history"),
    ] {
        let report = judge(text);
        assert_eq!(report.verdict, Verdict::Undetermined, "{text:?}");
        let codes: Vec<_> = report.problems.iter().map(|problem| problem.code.as_str()).collect();
        assert_eq!(codes[0], code, "{text:?}: {codes:?}");
        assert!(report.summary.contains("oc get clusterversion"), "{}", report.summary);
    }
}

#[test]
fn what_a_filter_took_out_is_between_its_lines() {
    let columns = "$ oc get clusterversion -o json | jq -r '.items[0].status.history[] | select(.state==\"Partial\") | .startedTime + \"|\" + .completionTime + \"|\" + .state + \"|\" + .version'\n\
                   2021-03-14T03:42:31Z|2021-03-14T03:43:16Z|Partial|4.7.1\n2021-01-14T03:42:31Z|2021-01-14T03:43:16Z|Partial|4.6.20\n";
    let objects = "$ jq '.status.history[] | select(.state==\"Partial\")' cv.json\n\
                   {\"startedTime\": \"2021-03-14T03:42:31Z\", \"completionTime\": \"2021-03-14T03:43:16Z\", \"state\": \"Partial\", \"version\": \"4.7.1\"}\n\
                   {\"startedTime\": \"2021-01-14T03:42:31Z\", \"completionTime\": \"2021-01-14T03:43:16Z\", \"state\": \"Partial\", \"version\": \"4.6.20\"}\n";
    for text in [columns, objects] {
        let report = judge(text);
        assert_eq!((report.verdict, report.histories.len()), (Verdict::Intact, 2), "{text}");
    }
}

#[test]
fn markup_and_comments_around_a_history_are_no_trouble() {
    let entries = "{ completionTime: null, image: \"b\", startedTime: \"2019-10-14T03:42:31Z\", state: \"Partial\", version: \"4.1.20\" },\n  \
                   { completionTime: \"2019-10-14T03:42:31Z\", image: \"a\", startedTime: \"2019-10-14T02:57:34Z\", state: \"Completed\", version: \"4.1.18\" },\n";
    let script = format!("const history = [\n  // newest first\n  {entries}];\n");
    let asciidoc = format!("....\nhistory: [\n  {entries}]\n....\n");
    for text in [script, asciidoc] {
        let report = judge(&text);
        assert_eq!(found(&report)[0].0, "completion-overwritten", "{text}");
        assert_eq!(report.histories[0].entries.len(), 2);
        assert_eq!(report.problems, [], "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_told_once_and_in_plain_words() {
    let whole = "status:\n  history:\n  - completionTime: \"2019-09-27T22:29:06Z\"\n    image: a\n    \
                 startedTime: \"2019-09-27T21:45:59Z\"\n    state: Completed\n    verified: false\n    version: 4.1.2\n";
    for (from, to, line, column, why) in [
        ("29:06Z\"", "29:06Z", 3, 21, "a quotation mark is never closed"),
        ("state: ", "state ", 7, 5, "a line that looks like a key has no colon, here or right above"),
        ("    state", "   state", 6, 4, "a line stands at an indentation where no key can be"),
    ] {
        let report = judge(&whole.replace(from, to));
        let said: Vec<_> = report
            .problems
            .iter()
            .filter(|problem| problem.code == "syntax")
            .map(|p| (p.line, p.column, p.message.as_str()))
            .collect();
        let message = format!("This cannot be read: {why}. What stands before it was kept, and reading went on after it.");
        assert_eq!(said, [(line, column, message.as_str())], "{from}");
        // A verdict in green says first that it is not about all of it.
        let told = format!("Not all of paste could be read (line {line}); this is about the rest. Nothing speaks against");
        assert_eq!(report.summary.starts_with(&told), report.verdict == Verdict::Intact, "{}", report.summary);
    }
}

#[test]
fn a_green_verdict_says_first_that_an_entry_was_cut_off() {
    let entry = r#"{"completionTime":"2020-01-02T01:00:00Z","image":"a","startedTime":"2020-01-02T00:00:00Z","state":"Completed","verified":false,"version":"4.3.5"}"#;
    let report = judge(&format!(r#"{{"status":{{"history":[{entry},{{"state":"Comp"#));
    assert_eq!(report.verdict, Verdict::Intact);
    let told = "An entry in paste is cut off (line 1); this is about the rest. Nothing speaks against this history.";
    assert!(report.summary.starts_with(told), "{}", report.summary);
}

#[test]
fn an_entry_without_a_start_among_others_is_said() {
    let entry = |day: u32, start: &str| {
        format!(
            "  - completionTime: \"2020-01-0{day}T01:00:00Z\"\n    image: quay.io/a/b{day}\n{start}    state: Completed\n    verified: {}\n    version: 4.3.{day}\n",
            day > 1
        )
    };
    let start = |day: u32| format!("    startedTime: \"2020-01-0{day}T00:00:00Z\"\n");
    let object = |middle: &str| {
        format!(
            "status:\n  history:\n{}{}{}  observedGeneration: 3\n",
            entry(3, &start(3)),
            entry(2, middle),
            entry(1, &start(1))
        )
    };
    let said = |text: &str| {
        let report = judge(text);
        let problems: Vec<_> = report.problems.into_iter().map(|p| (p.code, p.line, p.column, p.message)).collect();
        (report.verdict, problems)
    };
    let message = "This entry has no startedTime, which the API always has; the checks that need it did not run.";
    for (middle, column) in [("", 5), ("    startedTime: null\n", 18), ("    startedTime: \"\"\n", 18)] {
        let (verdict, problems) = said(&object(middle));
        assert_eq!(verdict, Verdict::Intact, "{middle}");
        let line = if middle.is_empty() { 9 } else { 11 };
        assert_eq!(problems, [("unreadable-time".to_owned(), line, column, message.to_owned())], "{middle}");
        assert!(judge(&object(middle)).summary.starts_with(&format!("Not all of paste could be read (line {line});")));
    }
    assert_eq!(said(&object(&start(2))), (Verdict::Intact, vec![]));
    // A column that is not there at all.
    let none = format!("status:\n  history:\n{}{}", entry(3, ""), entry(2, ""));
    assert_eq!(said(&none).1, []);
}

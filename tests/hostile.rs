//! No input is a panic, and none is silence: there is a history or a problem with a place.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::report::{Report, Severity, Verdict};
use clusterversion_history::{Input, Options, Role, inspect};
use proptest::prelude::*;

fn judge(text: &str) -> Report {
    let report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default());
    assert!(!report.summary.is_empty());
    assert!(!report.histories.is_empty() || !report.problems.is_empty(), "nothing said of {text:?}");
    let lines = text.split(['\n', '\r']).count();
    let places = report.problems.iter().map(|problem| (problem.line, problem.column));
    let findings = report.histories.iter().flat_map(|history| &history.findings);
    let found = findings.clone().map(|finding| (finding.line, finding.column));
    let related = findings.flat_map(|finding| finding.related.iter().map(|related| (related.line, related.column)));
    for (line, column) in places.chain(found).chain(related) {
        assert!(line >= 1 && line <= lines && column >= 1, "{line}:{column} in {text:?}");
    }
    report
}

const SEEDS: [&str; 4] = [
    include_str!("cases/seed/mustgather.yaml"),
    include_str!("cases/seed/pipe-4.1.18-after.txt"),
    include_str!("cases/seed/whole-thread.txt"),
    include_str!("cases/real/022-oc-ocpbugs-60768.yaml"),
];

#[test]
fn depth_is_a_problem_and_not_a_trap() {
    for (open, close, count) in
        [("[", "]", 100_000), ("{\"a\":", "}", 50_000), ("- ", "", 100_000), ("{a: ", "}", 50_000), ("? ", "", 20_000)]
    {
        for text in [open.repeat(count), open.repeat(count) + "1" + &close.repeat(count)] {
            let report = judge(&text);
            assert_eq!(report.verdict, Verdict::Undetermined, "{}", &text[..20]);
            let why = if open == "? " { ["no-history"; 2] } else { ["syntax", "too-deep"] };
            assert!(
                report.problems.iter().any(|problem| why.contains(&problem.code.as_str())),
                "{}: {:?}",
                &text[..20],
                report.problems
            );
            let amid = format!("{}\nstatus:\n  junk: {text}\n", SEEDS[0].trim_end());
            assert_eq!(judge(&amid).histories[0].entries.len(), 2);
        }
    }
    let nested = (0..5_000).map(|depth| format!("{}status:\n", " ".repeat(depth))).collect::<String>();
    assert!(judge(&nested).problems.iter().any(|problem| problem.code == "too-deep"));
}

#[test]
fn aliases_are_bounded() {
    let mut bomb = String::from("items:\n- &a0 {state: Partial, startedTime: 2024-01-01T00:00:00Z}\n");
    for level in 1..40 {
        bomb += &format!("- &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(", "));
    }
    let report = judge(&bomb);
    assert!(report.problems.iter().any(|problem| problem.code == "alias-not-followed"));
    let chain: String = (1..20_000).map(|at| format!("- &a{at} [*a{}]\n", at - 1)).collect();
    judge(&format!("items:\n- &a0 x\n{chain}"));
    let plain =
        "history:\n- &e {state: Completed, startedTime: 2024-01-01T00:00:00Z, completionTime: 2024-01-01T01:00:00Z}\n- *e\n";
    assert_eq!(judge(plain).histories[0].entries.len(), 2);
}

#[test]
fn a_key_that_stands_twice_is_said_and_the_last_one_counts() {
    let text = "{\"history\": [{\"state\": \"Partial\", \"state\": \"Completed\",\n \"startedTime\": \"2024-01-01T00:00:00Z\"}]}";
    let report = judge(text);
    assert_eq!(report.histories[0].entries[0].state.as_deref(), Some("Completed"));
    let problem = &report.problems[0];
    assert_eq!((problem.code.as_str(), problem.line, problem.column), ("duplicate-key", 1, 35));
}

#[test]
fn values_of_other_types_are_problems_and_the_rest_is_judged() {
    let text = "\
status:
  conditions: {}
  desired: 4.1.2
  history:
  - state: [Completed]
    startedTime: {}
    version: 4.10
  - state: Completed
    startedTime: 2024-01-01T00:00:00Z
    completionTime: yesterday
    verified: \"true\"
    version: 4.10
";
    let report = judge(text);
    let problems: Vec<_> = report.problems.iter().map(|problem| (problem.code.as_str(), problem.line)).collect();
    assert!(problems.contains(&("unreadable-time", 10)), "{problems:?}");
    assert!(problems.contains(&("wrong-type", 3)), "{problems:?}");
    let entry = report.histories[0].entries.last().unwrap();
    assert_eq!((entry.version.as_deref(), entry.verified, entry.line), (Some("4.10"), Some(true), 8));
}

#[test]
fn broken_bytes_in_every_place() {
    for seed in SEEDS {
        for breaker in ["\u{0}", "\"", "'", "\t", "{", "]", ": ", "\u{202e}", "&", "*", "|", "%", "\r", "---\n", "\u{feff}", "😀"]
        {
            for at in (0..seed.len()).step_by(61).filter(|&at| seed.is_char_boundary(at)) {
                judge(&format!("{}{breaker}{}", &seed[..at], &seed[at..]));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in "\\PC{0,300}") {
        judge(&text);
    }

    #[test]
    fn yaml_like_text(text in "([ \\-]{0,6}(history|status|state|startedTime|items|kind|image|conditions)?:? ?[\\[\\]{}\"'&*|>,a0-9TZ:\\-]{0,12}[\n\r]{0,2}){0,40}") {
        judge(&text);
    }

    #[test]
    fn seeds_cut_and_joined(a in 0..4_usize, b in 0..4_usize, from in 0.0..1.0_f64, to in 0.0..1.0_f64, at in 0.0..1.0_f64) {
        let place = |text: &str, share: f64| {
            let mut at = (text.len() as f64 * share) as usize;
            while !text.is_char_boundary(at) { at -= 1 }
            at
        };
        let (low, high) = (from.min(to), from.max(to));
        let piece = &SEEDS[a][place(SEEDS[a], low)..place(SEEDS[a], high)];
        let host = SEEDS[b];
        let cut = place(host, at);
        judge(&format!("{}{piece}{}", &host[..cut], &host[cut..]));
        let inputs = [Role::Before, Role::After].map(|role| Input {
            text: if role == Role::Before { piece.into() } else { host.into() }, role, name: None,
        });
        inspect(&inputs, &Options::default());
    }
}

#[test]
fn an_element_that_is_no_entry_keeps_its_neighbours_apart() {
    let entry = |started: &str, ended: &str| {
        format!("  - {{state: Partial, startedTime: {started}, completionTime: {ended}, version: 4.10.1, image: x}}\n")
    };
    for between in ["  - {version: 4.10.2, image: x}\n", "  - ~\n", "  - []\n"] {
        let text = format!(
            "history:\n{}{between}{}",
            entry("2024-03-01T00:00:00Z", "~"),
            entry("2024-01-01T00:00:00Z", "2024-02-01T00:00:00Z")
        );
        let report = judge(&text);
        assert_eq!(report.histories[0].entries.len(), 3);
        let grave: Vec<_> = report.histories[0].findings.iter().filter(|finding| finding.severity > Severity::Info).collect();
        assert!(grave.is_empty(), "{between}: {grave:?}");
        assert_eq!(report.problems[0].code, "wrong-type");
    }
}

#[test]
fn a_history_behind_a_long_log_is_found_on_its_line() {
    let log = "12:30 some prose, with a colon: and more\n- a dash\n{\"json\": [1, 2}\nkey: \"unclosed\nI0927 21:40:00.123456 1 x.go:1] y\n> quoted (text)\n";
    for lines in [3, 100, 20_000] {
        let text = format!("{}{}", log.repeat(lines), SEEDS[0]);
        let report = judge(&text);
        assert_eq!(report.histories.len(), 1, "{lines}");
        let found = &report.histories[0].findings[0];
        assert_eq!((found.rule.as_str(), found.line), ("completion-overwritten", 6 * lines + 8));
    }
}

/// A cluster of its own on every number; a copy of the seed's overwritten completion where `bad`.
fn fleet_object(number: usize, bad: bool) -> serde_json::Value {
    let ended = if bad { "2019-10-14T03:42:31Z" } else { "2019-10-14T03:13:16Z" };
    let entry = |started: &str, ended: &str, version: &str| {
        serde_json::json!({"completionTime": ended, "image": format!("quay.io/r@sha256:{version}{number}"), "startedTime": started,
            "state": "Completed", "verified": version == "4.1.20", "version": version})
    };
    serde_json::json!({
        "apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion",
        "metadata": {"name": "version"}, "spec": {"clusterID": format!("f81d4fae-7dec-11d0-a765-{number:012}")},
        "status": {"history": [
            entry("2019-10-14T03:42:31Z", "2019-10-14T04:42:31Z", "4.1.20"),
            entry("2019-10-14T02:57:34Z", ended, "4.1.18"),
        ]},
    })
}

/// As Python prints it, near enough.
fn python(json: &str) -> String {
    json.replace('"', "'").replace("true", "True").replace("false", "False")
}

/// As Go prints the entries.
fn golang(object: &serde_json::Value) -> String {
    let entry = |entry: &serde_json::Value| {
        let fields = ["completionTime", "image", "startedTime", "state", "verified", "version"];
        let field = |key: &&str| format!("{key}:{}", entry[*key].to_string().trim_matches('"'));
        format!("map[{}]", fields.iter().map(field).collect::<Vec<_>>().join(" "))
    };
    let entries = object["status"]["history"].as_array().unwrap().iter().map(entry);
    format!("[{}]", entries.collect::<Vec<_>>().join(" "))
}

type Form = fn(usize, &serde_json::Value) -> String;

#[test]
fn of_many_objects_each_is_read() {
    const COUNT: usize = 400;
    let forms: [(&str, Form); 9] = [
        ("lines", |_, object| format!("{object}\n")),
        ("indented", |_, object| format!("{object:#}\n")),
        ("behind a name", |number, object| format!("cluster-{number}: {object}\n")),
        ("behind a log prefix", |number, object| format!("2024-01-01 INFO [{number}] got {object}\n")),
        ("python", |_, object| format!("{}\n", python(&object.to_string()))),
        ("etcd", |_, object| format!("/kubernetes.io/config.openshift.io/clusterversions/version\n{object}\n")),
        ("audit", |_, object| format!("{{\"kind\":\"Event\",\"verb\":\"update\",\"responseObject\":{object}}}\n")),
        ("string", |number, object| format!("{{\"n\": {number}, \"log\": {}}}\n", serde_json::Value::String(object.to_string()))),
        ("go", |number, object| format!("I0101 00:00:00 {number} history: {}\n", golang(object))),
    ];
    for (name, form) in forms {
        let text: String = (0..COUNT).map(|number| form(number, &fleet_object(number, number + 1 == COUNT))).collect();
        let report = judge(&text);
        assert_eq!((report.histories.len(), report.verdict), (COUNT, Verdict::Corrupt), "{name}");
        assert!(report.histories[..COUNT - 1].iter().all(|history| history.verdict == Verdict::Intact), "{name}");
    }
}

#[test]
fn one_mention_after_another_is_gone_over_once() {
    for mention in
        ["startedTime: ", "\"startedTime\": ", "{startedTime: ", "[startedTime: ", "\\\"startedTime\\\": ", "\\nstartedTime: "]
    {
        judge(&mention.repeat(20_000));
        judge(&format!("{mention}\n").repeat(5_000));
    }
}

#[test]
fn of_many_findings_of_a_kind_the_first_are_listed() {
    let report = judge(&"2019-10-14T02:57:34Z|2019-10-14T02:57:34Z|Completed|4.1.18\n".repeat(20_000));
    let history = &report.histories[0];
    assert_eq!(history.entries.len(), 20_000);
    let overwritten: Vec<_> = history.findings.iter().filter(|finding| finding.rule == "completion-overwritten").collect();
    assert_eq!(overwritten.len(), 200);
    assert!(overwritten[199].why.ends_with("And 19799 more of the same, which are not listed."), "{}", overwritten[199].why);
}

#[test]
fn what_was_too_much_to_read_is_said_and_nothing_is_called_intact() {
    // Each opens a list around all that follows, and none holds a history.
    let text = format!("{}\n{}", fleet_object(1, false), "x [{[{[{[{ startedTime: y\n".repeat(30_000));
    let report = judge(&text);
    assert_eq!(report.verdict, Verdict::Undetermined);
    assert!(report.problems.iter().any(|problem| problem.code == "not-read"));
    assert!(report.summary.contains("was not read"), "{}", report.summary);
}

#[test]
fn a_second_empty_history_is_said() {
    let object = "apiVersion: config.openshift.io/v1\nkind: ClusterVersion\nstatus:\n  history:\n  - state: Partial\n    startedTime: 2024-01-01T00:00:00Z\n  history: []\n";
    let report = judge(object);
    let codes: Vec<_> = report.problems.iter().map(|problem| (problem.code.as_str(), problem.line)).collect();
    assert_eq!(codes, [("no-history", 7), ("duplicate-key", 7)]);
    assert!(report.summary.starts_with("The key history stands twice"), "{}", report.summary);
}

#[test]
fn merge_keys_bring_what_they_stand_for() {
    let text = "common: &c\n  state: Completed\n  verified: true\nstatus:\n  history:\n  - <<: *c\n    completionTime: 2020-01-31T10:49:20Z\n    startedTime: 2020-01-31T10:00:00Z\n    version: 4.2.9\n  - <<: [*c]\n    verified: false\n    completionTime: 2019-10-29T23:04:00Z\n    startedTime: 2019-10-29T22:04:00Z\n    version: 4.2.0\n  versionHash: \"\"\n";
    let report = judge(text);
    let entries: Vec<_> = report.histories[0].entries.iter().map(|entry| (entry.state.as_deref(), entry.verified)).collect();
    assert_eq!(entries, [(Some("Completed"), Some(true)), (Some("Completed"), Some(false))]);
    assert_eq!(report.problems, []);
}

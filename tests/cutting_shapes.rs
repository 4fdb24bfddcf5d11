//! Every shape of a healthy history, cut at every byte: a cut may hide things, it may not accuse anybody.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use clusterversion_history::report::Severity;
use clusterversion_history::{Input, Options, inspect};

struct Entry {
    start: &'static str,
    end: &'static str,
    state: &'static str,
    version: &'static str,
    digit: char,
}

/// Written by operators with the fix; its second is a superseded Partial.
const ENTRIES: [Entry; 4] = [
    Entry { start: "2020-03-02T09:00:11Z", end: "2020-03-02T09:50:12Z", state: "Completed", version: "4.3.13", digit: 'a' },
    Entry { start: "2020-03-02T08:20:01Z", end: "2020-03-02T09:00:11Z", state: "Partial", version: "4.3.12", digit: 'b' },
    Entry { start: "2020-01-31T10:00:00Z", end: "2020-01-31T10:49:20Z", state: "Completed", version: "4.3.11", digit: 'c' },
    Entry { start: "2020-01-29T22:04:00Z", end: "2020-01-29T22:31:09Z", state: "Completed", version: "4.3.10", digit: 'd' },
];

fn image(entry: &Entry) -> String {
    format!("quay.io/openshift-release-dev/ocp-release@sha256:{}", entry.digit.to_string().repeat(64))
}

fn rows(row: impl Fn(&Entry) -> String) -> String {
    ENTRIES.iter().map(|entry| row(entry) + "\n").collect()
}

fn yaml_list(indent: &str) -> String {
    rows(|entry| {
        let verified = entry.version != "4.3.10";
        format!(
            "{indent}- completionTime: \"{}\"\n{indent}  image: {}\n{indent}  startedTime: \"{}\"\n{indent}  state: {}\n{indent}  verified: {verified}\n{indent}  version: {}",
            entry.end,
            image(entry),
            entry.start,
            entry.state,
            entry.version
        )
    })
}

fn yaml() -> String {
    format!(
        "apiVersion: config.openshift.io/v1\nkind: ClusterVersion\nmetadata:\n  creationTimestamp: \"2020-01-29T22:03:40Z\"\n  generation: 4\n  name: version\nspec:\n  channel: stable-4.3\n  clusterID: 0a7c2f5e-5b9a-4b0e-9a0e-5f3ec62ad1c1\nstatus:\n  conditions:\n  - lastTransitionTime: \"2020-01-29T22:31:09Z\"\n    message: Done applying 4.3.13\n    status: \"True\"\n    type: Available\n  - lastTransitionTime: \"2020-03-02T09:50:12Z\"\n    message: Cluster version is 4.3.13\n    status: \"False\"\n    type: Progressing\n  desired:\n    force: false\n    image: {}\n    version: 4.3.13\n  history:\n{}  observedGeneration: 4\n  versionHash: 9zNtav-0cDg=\n",
        image(&ENTRIES[0]),
        yaml_list("  ")
    )
}

fn entry_json(entry: &Entry) -> serde_json::Value {
    serde_json::json!({
        "completionTime": entry.end, "image": image(entry), "startedTime": entry.start, "state": entry.state,
        "verified": entry.version != "4.3.10", "version": entry.version,
    })
}

fn describe() -> String {
    let mut out = "Name:         version\nNamespace:    \nLabels:       <none>\nAPI Version:  config.openshift.io/v1\nKind:         ClusterVersion\nMetadata:\n  Creation Timestamp:  2020-01-29T22:03:40Z\n  Generation:          4\nSpec:\n  Channel:     stable-4.3\n  Cluster ID:  0a7c2f5e-5b9a-4b0e-9a0e-5f3ec62ad1c1\nStatus:\n  Conditions:\n    Last Transition Time:  2020-01-29T22:31:09Z\n    Message:               Done applying 4.3.13\n    Status:                True\n    Type:                  Available\n    Last Transition Time:  2020-03-02T09:50:12Z\n    Message:               Cluster version is 4.3.13\n    Status:                False\n    Type:                  Progressing\n  Desired:\n".to_owned();
    write!(out, "    Image:    {}\n    Version:  4.3.13\n  History:\n", image(&ENTRIES[0])).unwrap();
    for entry in &ENTRIES {
        write!(
            out,
            "    Completion Time:    {}\n    Image:              {}\n    Started Time:       {}\n    State:              {}\n    Verified:           {}\n    Version:            {}\n",
            entry.end,
            image(entry),
            entry.start,
            entry.state,
            entry.version != "4.3.10",
            entry.version
        )
        .unwrap();
    }
    out + "  Observed Generation:  4\n  Version Hash:         9zNtav-0cDg=\nEvents:                 <none>\n"
}

fn shapes() -> Vec<(&'static str, String)> {
    let bars = |entry: &Entry| format!("{}|{}|{}|{}", entry.start, entry.end, entry.state, entry.version);
    let list: Vec<_> = ENTRIES.iter().map(entry_json).collect();
    let object: serde_json::Value = serde_yaml::from_str(&yaml()).unwrap();
    let dedented = |text: String| text.lines().map(|line| line.trim_start().to_owned() + "\n").collect::<String>();
    vec![
        ("bars", rows(bars)),
        ("bars with image", rows(|entry| format!("{}|{}|{}", bars(entry), image(entry), entry.version != "4.3.10"))),
        ("blanks", rows(|entry| bars(entry).replace('|', " "))),
        ("tabs", rows(|entry| bars(entry).replace('|', "\t"))),
        ("commas", rows(|entry| bars(entry).replace('|', ","))),
        (
            "a Markdown table",
            format!(
                "| started | completed | state | version |\n|---|---|---|---|\n{}",
                rows(|entry| format!("| {} |", bars(entry).replace('|', " | ")))
            ),
        ),
        (
            "custom columns",
            format!(
                "VERSION   STATE       STARTED                COMPLETED\n{}",
                rows(|entry| format!("{:<10}{:<12}{:<23}{}", entry.version, entry.state, entry.start, entry.end))
            ),
        ),
        ("describe", describe()),
        ("describe without indentation", dedented(describe())),
        ("YAML", yaml()),
        ("a history in YAML", format!("history:\n{}", yaml_list(""))),
        ("a list in YAML", yaml_list("")),
        ("a history without indentation", format!("history:\n{}", dedented(yaml_list("")))),
        ("JSON", serde_json::to_string_pretty(&object).unwrap()),
        ("JSON on one line", object.to_string()),
        ("JSON lines", rows(|entry| entry_json(entry).to_string())),
        ("jq's objects", rows(|entry| serde_json::to_string_pretty(&entry_json(entry)).unwrap())),
        ("jq's list", serde_json::to_string_pretty(&list).unwrap()),
    ]
}

fn grave(text: &str) -> Vec<String> {
    let report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default());
    let findings = report.histories.into_iter().flat_map(|history| history.findings);
    let grave = findings.filter(|finding| finding.severity > Severity::Info);
    grave.map(|finding| format!("{} at {}:{}", finding.rule, finding.line, finding.column)).collect()
}

#[test]
fn every_shape_is_read_whole() {
    for (shape, text) in shapes() {
        let report = inspect(&[Input { text: text.clone(), ..Input::default() }], &Options::default());
        assert_eq!(report.histories.len(), 1, "{shape}");
        let starts: Vec<_> = report.histories[0].entries.iter().filter_map(|entry| entry.started_time.as_deref()).collect();
        assert_eq!(starts, ENTRIES.map(|entry| entry.start), "{shape}");
        let ends: Vec<_> = report.histories[0].entries.iter().filter_map(|entry| entry.completion_time.as_deref()).collect();
        assert_eq!(ends, ENTRIES.map(|entry| entry.end), "{shape}");
        assert_eq!(grave(&text), [""; 0], "{shape}");
    }
}

#[test]
fn no_cut_accuses_anybody() {
    let mut wrong = vec![];
    for (shape, text) in shapes() {
        for cut in (1..text.len()).filter(|&cut| text.is_char_boundary(cut)) {
            for (side, part) in [("head", &text[..cut]), ("tail", &text[cut..])] {
                let found = grave(part);
                if !found.is_empty() {
                    let near = if side == "head" { &part[part.len().saturating_sub(50)..] } else { &part[..part.len().min(50)] };
                    wrong.push(format!("{shape}, {side}, cut at {cut}: {found:?} {near:?}"));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of them:\n{}",
        wrong.len(),
        wrong.iter().step_by(wrong.len() / 40 + 1).cloned().collect::<Vec<_>>().join("\n")
    );
}

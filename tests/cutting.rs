//! A paste may begin and end anywhere: every whole entry in it is read, on its right line.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use clusterversion_history::{Input, Options, inspect};

/// Start times of the entries read, with the line each entry begins on.
fn entries(text: &str) -> BTreeMap<String, usize> {
    let report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default());
    let entries = report.histories.into_iter().flat_map(|history| history.entries);
    entries.filter_map(|entry| Some((entry.started_time?, entry.line))).collect()
}

/// The object as `oc get -o json` prints it.
fn json(yaml: &str, indent: &[u8]) -> String {
    use serde::Serialize;
    let value: serde_yaml::Value = serde_yaml::from_str(yaml).unwrap();
    let mut out = vec![];
    let formatter = serde_json::ser::PrettyFormatter::with_indent(indent);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, formatter)).unwrap();
    String::from_utf8(out).unwrap()
}

const REAL: [&str; 3] = [
    include_str!("cases/real/014-oc-4.16.0-ec2-pdb-74-entries.yaml"),
    include_str!("cases/real/022-oc-ocpbugs-60768.yaml"),
    include_str!("cases/real/032-cao-minimal-clusterversions-list.yaml"),
];

fn texts() -> Vec<String> {
    let texts: Vec<_> = REAL.iter().flat_map(|yaml| [(*yaml).to_owned(), json(yaml, b"    "), json(yaml, b"\t")]).collect();
    let counts: Vec<_> = texts.iter().map(|text| whole(text).len()).collect();
    assert_eq!(counts, [74, 74, 74, 2, 2, 2, 1, 1, 1]);
    texts
}

/// For each entry of the whole text: its first line, the last line that is its own, its start time.
fn whole(text: &str) -> Vec<(usize, usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let known = entries(text);
    let mut found: Vec<(usize, usize, String)> = vec![];
    for (start, line) in known {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let depth = indent(lines[line - 1]);
        let own = |next: &&&str| {
            // In YAML the first key stands behind a dash; in JSON the brackets stand a level further out.
            let dashed = lines[line - 1].trim_start().starts_with('-');
            if dashed { indent(next) > depth } else { indent(next) >= depth }
        };
        let more = lines[line..].iter().take_while(own).count();
        found.push((line, line + more, start));
    }
    found
}

#[test]
fn a_head_keeps_every_whole_entry() {
    for text in texts() {
        let whole = whole(&text);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for kept in (1..=lines.len()).step_by(if lines.len() > 300 { 7 } else { 1 }) {
            let found = entries(&lines[..kept].concat());
            for (line, _, start) in whole.iter().filter(|(_, last, _)| *last <= kept) {
                assert_eq!(found.get(start), Some(line), "head -n {kept}");
            }
        }
    }
}

#[test]
fn a_tail_keeps_every_whole_entry() {
    for text in texts() {
        let whole = whole(&text);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for cut in (0..lines.len()).step_by(if lines.len() > 300 { 7 } else { 1 }) {
            let found = entries(&lines[cut..].concat());
            for (line, _, start) in whole.iter().filter(|(first, ..)| *first > cut) {
                assert_eq!(found.get(start), Some(&(line - cut)), "tail -n +{}: {:?}", cut + 1, lines[cut]);
            }
        }
    }
}

#[test]
fn a_cut_is_never_an_error() {
    for text in texts() {
        let clean = |text: &str| {
            let report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default());
            let findings = report.histories.into_iter().flat_map(|history| history.findings);
            let grave = findings.filter(|finding| finding.severity > clusterversion_history::report::Severity::Info);
            grave.map(|finding| format!("{} at {}:{}", finding.rule, finding.line, finding.column)).collect::<Vec<_>>()
        };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in (1..lines.len()).step_by(if lines.len() > 300 { 7 } else { 1 }) {
            assert_eq!(clean(&lines[..at].concat()), [""; 0], "head -n {at}: {:?}", lines[at]);
            assert_eq!(clean(&lines[at..].concat()), [""; 0], "tail -n +{}: {:?}", at + 1, lines[at]);
        }
    }
}

/// On one line, as `jq -c` prints it, and in the middle of any other line.
#[test]
fn a_cut_inside_a_line_keeps_every_whole_entry() {
    let value: serde_json::Value = serde_json::from_str(&json(REAL[1], b" ")).unwrap();
    for text in [value.to_string(), json(REAL[1], b"  "), REAL[1].to_owned()] {
        let mut seen = 0;
        for cut in (text.rfind("history").unwrap()..text.len()).filter(|&cut| text.is_char_boundary(cut)) {
            let found = entries(&text[..cut]);
            // Where an entry ends in the text: behind its last value.
            let ends = value["status"]["history"].as_array().unwrap().iter().map(|entry| {
                let list = text.rfind("history").unwrap();
                let at = list + text[list..].find(entry["startedTime"].as_str().unwrap()).unwrap();
                let version = entry["version"].as_str().unwrap();
                (entry["startedTime"].as_str().unwrap(), at + text[at..].find(version).unwrap() + version.len() + 1)
            });
            for (start, _) in ends.filter(|(_, end)| *end <= cut) {
                assert!(found.contains_key(start), "cut at {cut}: {:?}", &text[cut.saturating_sub(40)..cut]);
                seen += 1;
            }
        }
        assert!(seen > 300, "{seen}");
    }
}

/// Lines taken out of the middle leave an entry without its beginning, as at the beginning of a text.
#[test]
fn an_entry_that_lacks_its_beginning_is_said() {
    let whole = "status:\n  history:\n  - completionTime: \"2020-01-03T01:00:00Z\"\n    startedTime: \"2020-01-03T00:00:00Z\"\n    state: Completed\n    version: 4.3.5\n";
    let rest = "    startedTime: \"2020-01-02T00:00:00Z\"\n    state: Completed\n    version: 4.3.4\n";
    let more = "  - completionTime: \"2020-01-01T01:00:00Z\"\n    startedTime: \"2020-01-01T00:00:00Z\"\n    state: Completed\n    version: 4.3.3\n";
    let said = |text: &str| {
        let report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default());
        report.problems.into_iter().map(|problem| (problem.line, problem.column, problem.message)).collect::<Vec<_>>()
    };
    let judged = "The text begins inside this entry; what it lacks was not judged.";
    for mark in ["[snip 40 lines]\n", "...\n"] {
        let line = 7 + mark.lines().count();
        for behind in ["", more] {
            let text = format!("{whole}{mark}{rest}{behind}");
            assert_eq!(said(&text), [(line, 5, judged.to_owned())], "{text}");
        }
    }
    assert_eq!(said(&format!("{rest}{more}")), [(1, 5, judged.to_owned())]);
    assert_eq!(said(rest), [(1, 5, judged.to_owned())]);
    let left_out = "The text begins inside this entry; it was left out.";
    assert_eq!(said(&format!("{whole}[snip]\n{rest}  observedGeneration: 3\n")), [(8, 5, left_out.to_owned())]);
    // One that is whole: yq prints it so, and comments indent what is code.
    let one =
        "completionTime: \"2020-01-02T01:00:00Z\"\nstartedTime: \"2020-01-02T00:00:00Z\"\nstate: Completed\nversion: 4.3.4\n";
    for text in [one.to_owned(), one.lines().map(|line| format!("    {line}\n")).collect()] {
        assert_eq!(said(&text), [], "{text}");
    }
    assert_eq!(said(&format!("{whole}{more}")), []);
}

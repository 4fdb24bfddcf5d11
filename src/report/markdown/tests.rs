#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::report::{EntryReport, SourceRef};
use crate::{Input, Options, inspect};

fn report(name: &str, text: &str) -> Report {
    inspect(&[Input { name: Some(name.into()), text: text.into(), ..Input::default() }], &Options::default())
}

fn rendered(name: &str, text: &str) -> String {
    render_markdown(&report(name, text), &MarkdownOptions::default())
}

#[test]
fn a_verdict_a_table_and_a_chart() {
    insta::assert_snapshot!(rendered("version.yaml", include_str!("../../../tests/cases/seed/mustgather.yaml")));
}

#[test]
fn two_snapshots_and_their_evidence() {
    insta::assert_snapshot!(rendered("thread.txt", include_str!("../../../tests/cases/seed/whole-thread.txt")));
}

#[test]
fn nothing_from_the_input_is_markup() {
    let text = "- state: \"x|y`z\\n```\\n<img src=x onerror=alert(1)>\\u202E\\e[31m\"\n  startedTime: \"2019-01-01T00:00:00Z\"\n  \
                completionTime: \"2019-01-01T01:00:00Z\"\n  version: \"a:b;c#d,e%%{init}|``` [x](javascript:y) @org\"\n  image: \"\"\n";
    let out = rendered("``` |x|\n# h <b>", text);
    for line in out.lines() {
        assert!(!line.chars().any(|c| c.is_control() || c == '\u{202e}'), "{line:?}");
        let cells = line.replace("\\|", "").matches('|').count();
        assert!(!line.starts_with('|') || cells == 9, "{line}");
    }
    assert_eq!(out.matches("```mermaid\n").count(), 1);
    assert_eq!(out.lines().filter(|line| line.starts_with("```")).count(), 2, "{out}");
    let name = out.lines().find_map(|line| line.strip_prefix("    section 0 ")).unwrap();
    assert!(name.starts_with("a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}\u{fffd}\u{fffd}init\u{fffd}"), "{name}");
    assert!(name.chars().all(|c| c.is_alphanumeric() || " .…\u{fffd}".contains(c)), "{name}");
}

#[test]
fn it_is_never_too_long_and_says_what_is_left_out() {
    let mut report = report("x", include_str!("../../../tests/cases/seed/mustgather.yaml"));
    let long = "|`<\\".repeat(250_000);
    let history = &mut report.histories[0];
    let (entry, finding) = (history.entries[1].clone(), history.findings[0].clone());
    history.entries = (0..10_000).map(|index| EntryReport { index, ..entry.clone() }).collect();
    for entry in history.entries.iter_mut().take(30) {
        entry.version = Some(long.clone());
        entry.state = Some(long.clone());
    }
    history.findings = (0..10_000).map(|entry| Finding { entry: Some(entry), ..finding.clone() }).collect();
    for finding in history.findings.iter_mut().take(20) {
        finding.message = long.clone();
        finding.what_to_do = long.clone();
    }
    history.source.name = long.clone();
    report.summary = long.clone();
    for most in [None, Some(1), Some(1 << 20), Some(100_000)] {
        let out = render_markdown(&report, &MarkdownOptions { max_bytes: most, title: Some(long.clone()) });
        let most = most.unwrap_or(1_000_000).clamp(4096, 1 << 20);
        assert!(out.len() <= most, "{} of {most}", out.len());
        assert!(out.len() > most / 2 || most == 4096, "{} of {most}", out.len());
        assert!(out.contains("more characters"), "{most}");
        if most > 4096 {
            assert!(out.contains(" more entries are left out") && out.contains(" more findings are left out"), "{most}");
        }
    }
    report.histories[0].entries.clear();
    report.histories[0].findings.clear();
    let base = HistoryReport {
        entries: vec![],
        findings: vec![],
        source: SourceRef { name: "x".repeat(500), ..report.histories[0].source.clone() },
        ..report.histories[0].clone()
    };
    let histories = (0..5000).map(|id| HistoryReport { id, ..base.clone() }).collect();
    let many = Report { histories, ..report.clone() };
    let out = render_markdown(&many, &MarkdownOptions::default());
    assert!(out.len() <= 1_000_000 && out.contains(" more rows are left out") && out.contains(" more histories are left out"));
}

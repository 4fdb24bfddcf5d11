//! Histories for the tests.

use super::words::{clock, date};
use crate::report::*;

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// An entry; empty texts are absent.
pub(super) fn entry(index: usize, state: &str, version: &str, started: &str, completed: &str) -> EntryReport {
    EntryReport {
        index,
        state: some(state),
        version: some(version),
        image: None,
        verified: Some(true),
        started_time: some(started),
        completion_time: some(completed),
        accepted_risks: None,
        line: 1,
        true_completion: None,
    }
}

/// A finding: an error where the rule is of an overwritten completion, else a warning.
pub(super) fn finding(rule: &str, entry: usize, field: &str) -> Finding {
    let error = rule == "completion-overwritten";
    Finding {
        rule: rule.to_owned(),
        severity: if error { Severity::Error } else { Severity::Warning },
        confidence: Confidence::Likely,
        cause: None,
        entry: Some(entry),
        field: Some(field.to_owned()),
        path: String::new(),
        line: 1,
        column: 1,
        end_column: 1,
        message: "overwritten".to_owned(),
        why: String::new(),
        what_to_do: String::new(),
        recorded: None,
        expected: None,
        related: Vec::new(),
        references: Vec::new(),
        current_release: None,
        commands: Vec::new(),
    }
}

/// A history with these entries.
pub(super) fn history(entries: Vec<EntryReport>) -> HistoryReport {
    HistoryReport {
        id: 0,
        source: SourceRef { name: "paste".into(), input: 0, kind: "ClusterVersion".into(), line: 1, end_line: 1 },
        cluster_id: None,
        verdict: Verdict::Corrupt,
        summary: String::new(),
        entries,
        findings: Vec::new(),
        not_checked: Vec::new(),
        advice: Vec::new(),
    }
}

/// A report with this history alone.
pub(super) fn report(history: HistoryReport) -> Report {
    Report {
        schema_version: 1,
        tool: Tool { name: "clusterversion-history".into(), version: "0".into() },
        verdict: history.verdict,
        summary: String::new(),
        histories: vec![history],
        comparisons: Vec::new(),
        evidence: Vec::new(),
        problems: Vec::new(),
        advice: Vec::new(),
        masked: None,
    }
}

/// The bug's own must-gather: an installation whose completion was overwritten, and one update.
pub(super) fn must_gather() -> HistoryReport {
    let mut h = history(vec![
        entry(0, "Completed", "4.3.0-0.ci-2019-09-27-182824", "2019-09-27T21:45:59Z", "2019-09-27T22:29:06Z"),
        entry(1, "Completed", "4.3.0-0.ci-2019-09-27-181735", "2019-09-27T21:25:09Z", "2019-09-27T21:45:59Z"),
    ]);
    h.findings.push(finding("completion-overwritten", 1, "completionTime"));
    h
}

/// The bug's update from 4.1.18 to 4.1.20 and back.
pub(super) fn thread_after() -> HistoryReport {
    let mut h = history(vec![
        entry(0, "Completed", "4.1.18", "2019-10-14T03:43:16Z", "2019-10-14T03:43:31Z"),
        entry(1, "Partial", "4.1.20", "2019-10-14T03:42:31Z", "2019-10-14T03:43:16Z"),
        entry(2, "Completed", "4.1.18", "2019-10-14T02:57:34Z", "2019-10-14T03:42:31Z"),
    ]);
    h.findings.push(finding("completion-overwritten", 2, "completionTime"));
    h
}

fn rfc(t: i64) -> String {
    format!("{}T{}Z", date(t), clock(t, true))
}

/// A history of everything at once: seconds beside years, equal instants, overwritten and
/// reversed completions, missing times, and many findings.
pub(super) fn synthetic(count: usize) -> HistoryReport {
    const HOUR: i64 = 3600;
    const DAY: i64 = 24 * HOUR;
    let lengths = [HOUR, 15, 17, 3 * 365 * DAY, 0, 2 * HOUR, 45, 10 * DAY, 90 * 60, HOUR];
    let pauses = [30 * DAY, 0, 43, 7 * DAY, 0, 400 * DAY, 0, 0, 20 * DAY, 3 * HOUR];
    let mut t = 1_500_000_000;
    let mut oldest_first = Vec::new();
    let mut findings = Vec::new();
    for i in 0..count {
        let index = count - 1 - i;
        let (start, end) = (t, t + lengths[i % lengths.len()]);
        let version = match i % 4 {
            0 => "4.3.0-0.nightly-2019-10-15-225018".to_owned(),
            3 => String::new(),
            _ => format!("4.{}.{}", i / 9, i % 9),
        };
        let state = ["Completed", "Completed", "Partial", "Completed", "Odd"][i % 5];
        let (started, done) = match i % 17 {
            11 => (String::new(), rfc(end)),
            13 => (rfc(start), rfc(start - 27)),
            15 => (rfc(start), String::new()),
            _ => (rfc(start), rfc(end)),
        };
        let mut e = entry(index, state, &version, &started, &done);
        e.image = some("quay.io/release@sha256:d2462537f448853571cc914b334e7169c307767540aad25ebcf4106661953471");
        if index == 0 && count != 2 {
            e.state = some("Partial");
            e.completion_time = None;
        }
        if i % 3 == 0 {
            findings.push(finding("completion-overwritten", index, "completionTime"));
            if i % 2 == 0 {
                e.true_completion = Some(TrueCompletion {
                    not_before: Some(rfc(start + 5)),
                    not_after: Some(rfc(start + 700)),
                    exact: None,
                    basis: Vec::new(),
                });
            }
        }
        for n in 0..i % 5 {
            findings.push(finding(&format!("rule-{n}"), index, "startedTime"));
        }
        oldest_first.push(e);
        t = end + pauses[i % pauses.len()];
    }
    oldest_first.reverse();
    let mut general = finding("history-too-long", 0, "");
    general.entry = None;
    findings.push(general);
    let mut h = history(oldest_first);
    h.findings = findings;
    h
}

//! The drawing's facts in words, for whoever cannot see it.

use chrono::{DateTime, Utc};

use super::text::duration;
use crate::report::{EntryReport, HistoryReport, Severity};

/// One entry in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its index; 0 is the newest.
    pub entry: usize,
    /// The line it begins on.
    pub line: usize,
    /// Its version, or else its image.
    pub release: String,
    /// Its state.
    pub state: String,
    /// When it began.
    pub started: String,
    /// When it ended, as recorded.
    pub completed: String,
    /// How long it took by that record.
    pub duration: String,
    /// What is known of its true end, where the record is not to be trusted.
    pub truth: Option<String>,
    /// The rules that found something at it, worst first.
    pub findings: Vec<(Severity, String)>,
}

/// One row an entry, newest first.
pub fn table(history: &HistoryReport) -> Vec<Row> {
    history.entries.iter().map(|entry| row(history, entry)).collect()
}

fn row(history: &HistoryReport, entry: &EntryReport) -> Row {
    let (started, completed) = (time(&entry.started_time), time(&entry.completion_time));
    let open = entry.index == 0 && entry.state.as_deref() == Some("Partial") && completed.is_none();
    let findings = history.findings.iter().filter(|finding| finding.entry == Some(entry.index));
    Row {
        entry: entry.index,
        line: entry.line,
        release: release(entry),
        state: entry.state.clone().filter(|state| !state.is_empty()).unwrap_or_else(|| "no state".into()),
        started: entry.started_time.clone().unwrap_or_else(|| "no start time".into()),
        completed: entry.completion_time.clone().unwrap_or_else(|| if open { "in progress" } else { "no end" }.into()),
        duration: match (started, completed) {
            (Some(from), Some(to)) => duration((to - from).num_seconds()),
            _ => "not known".into(),
        },
        truth: truth(entry),
        findings: findings.map(|finding| (finding.severity, finding.rule.clone())).collect(),
    }
}

/// What is known of an entry's true end.
pub(super) fn truth(entry: &EntryReport) -> Option<String> {
    let truth = entry.true_completion.as_ref()?;
    Some(match (&truth.exact, &truth.not_before, &truth.not_after) {
        (Some(exact), ..) => exact.clone(),
        (None, Some(from), Some(to)) => format!("between {from} and {to}"),
        (None, Some(from), None) => format!("after {from}"),
        (None, None, Some(to)) => format!("before {to}"),
        (None, None, None) => return None,
    })
}

/// An entry's version, or else its image, or else its number.
pub(super) fn release(entry: &EntryReport) -> String {
    let some = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    some(&entry.version).or_else(|| some(&entry.image)).unwrap_or_else(|| format!("entry {}", entry.index))
}

/// A time of the report.
pub(super) fn time(text: &Option<String>) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(text.as_deref()?).ok().map(|time| time.to_utc())
}

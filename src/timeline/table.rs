//! The facts of the picture in words, for whoever cannot see it.

use super::entry::{Entry, entries};
use super::labels::plain;
use super::words::{duration, stamp};
use crate::report::{Finding, HistoryReport, Severity};

/// One entry in words. Plain text: whoever prints it escapes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Index of the entry; 0 is the newest.
    pub entry: usize,
    /// The version, else what tells the image, else `entry N`.
    pub version: String,
    /// The state as recorded, `in progress`, or `no state`.
    pub state: String,
    /// `2019-09-27 21:25:09 UTC`, or `no start time`.
    pub started: String,
    /// The recorded completion, `in progress`, or `no completion time`.
    pub completed: String,
    /// How long it took by the record, such as `43 min 57 s`; empty where that cannot be told.
    pub duration: String,
    /// What is known of the true completion; empty where nothing contradicts the record.
    pub true_completion: String,
    /// The findings that stand at the entry, worst first: `error: … (rule)`.
    pub findings: Vec<String>,
}

/// The rows of a history, newest entry first.
pub fn table(history: &HistoryReport) -> Vec<Row> {
    entries(history, &[]).iter().map(row).collect()
}

/// One entry in words.
pub(super) fn row(entry: &Entry<'_>) -> Row {
    let state = entry.report.state.as_deref().map(|s| plain(s, 60)).filter(|s| !s.is_empty());
    let open = entry.in_progress();
    Row {
        entry: entry.report.index,
        version: entry.name(),
        state: state.unwrap_or_else(|| "no state".to_owned()),
        started: entry.start.map_or_else(|| "no start time".to_owned(), stamp),
        completed: match entry.end {
            Some(end) => stamp(end),
            None if open => "in progress".to_owned(),
            None => "no completion time".to_owned(),
        },
        duration: length(entry).map_or_else(String::new, duration),
        true_completion: truth(entry),
        findings: entry.findings.iter().map(|f| finding(f)).collect(),
    }
}

/// The recorded length in seconds.
pub(super) fn length(entry: &Entry<'_>) -> Option<i64> {
    entry.end?.checked_sub(entry.start?)
}

/// The true length in seconds, where it differs from the recorded one and is known.
pub(super) fn true_length(entry: &Entry<'_>) -> Option<i64> {
    let exact = entry.exact.filter(|t| Some(*t) != entry.end)?;
    exact.checked_sub(entry.start?)
}

/// A finding in one line.
pub(super) fn finding(finding: &Finding) -> String {
    let severity = severity(finding.severity);
    format!("{severity}: {} ({})", plain(&finding.message, 300), plain(&finding.rule, 60))
}

/// A severity in a word.
pub(super) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

fn truth(entry: &Entry<'_>) -> String {
    if let Some(exact) = entry.exact {
        return if Some(exact) == entry.end { String::new() } else { stamp(exact) };
    }
    let contradicted = entry.overwritten().is_some()
        || entry.not_after.is_some_and(|t| entry.end.is_none_or(|end| t < end))
        || entry.not_before.is_some_and(|t| entry.end.is_none_or(|end| t > end));
    match (entry.not_before, entry.not_after) {
        _ if !contradicted => String::new(),
        (Some(from), Some(to)) => format!("between {} and {}", stamp(from), stamp(to)),
        (Some(from), None) => format!("not before {}", stamp(from)),
        (None, Some(to)) => format!("by {}", stamp(to)),
        (None, None) => "unknown".to_owned(),
    }
}

/// A bar's tooltip.
pub(super) fn tooltip(row: &Row) -> String {
    let mut text = format!("Entry {}: {}, {}", row.entry, row.version, row.state);
    text.push_str(&format!("\n{} \u{2192} {}", row.started, row.completed));
    if !row.duration.is_empty() {
        text.push_str(&format!("\nTook {} by the record", row.duration));
    }
    if !row.true_completion.is_empty() {
        text.push_str(&format!("\nTrue completion: {}", row.true_completion));
    }
    for finding in row.findings.iter().take(8) {
        text.push('\n');
        text.push_str(finding);
    }
    text
}

/// The whole picture in one paragraph: every entry of a short history, those with errors of a long one.
pub(super) fn description(rows: &[Row], general: &[&Finding]) -> String {
    const SHORT: usize = 12;
    let mut text = match rows.len() {
        0 => "No entries.".to_owned(),
        1 => "1 entry.".to_owned(),
        n => format!("{n} entries, newest first."),
    };
    let told = |row: &&Row| rows.len() <= SHORT || row.findings.iter().any(|f| f.starts_with("error"));
    for row in rows.iter().filter(told).take(2 * SHORT) {
        text.push_str(&format!(
            " Entry {}: {}, {}, from {} to {}",
            row.entry, row.version, row.state, row.started, row.completed
        ));
        if !row.duration.is_empty() {
            text.push_str(&format!(", {}", row.duration));
        }
        if !row.true_completion.is_empty() {
            text.push_str(&format!("; true completion {}", row.true_completion));
        }
        text.push('.');
        for finding in &row.findings {
            text.push_str(&format!(" {finding}."));
        }
    }
    for finding_ in general {
        text.push_str(&format!(" {}.", finding(finding_)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::TrueCompletion;
    use crate::timeline::sample;

    #[test]
    fn a_row_tells_the_record_and_the_truth() {
        let mut history = sample::thread_after();
        let rows = table(&history);
        assert_eq!(rows.len(), 3);
        assert_eq!(
            rows[2],
            Row {
                entry: 2,
                version: "4.1.18".into(),
                state: "Completed".into(),
                started: "2019-10-14 02:57:34 UTC".into(),
                completed: "2019-10-14 03:42:31 UTC".into(),
                duration: "44 min 57 s".into(),
                true_completion: "unknown".into(),
                findings: vec!["error: overwritten (completion-overwritten)".into()],
            }
        );
        assert_eq!((rows[0].duration.as_str(), rows[1].duration.as_str()), ("15 s", "45 s"));
        history.entries[2].true_completion = Some(TrueCompletion {
            not_before: Some("2019-10-14T02:57:34Z".into()),
            not_after: None,
            exact: Some("2019-10-14T03:13:16Z".into()),
            basis: Vec::new(),
        });
        assert_eq!(table(&history)[2].true_completion, "2019-10-14 03:13:16 UTC");
        let read = entries(&history, &[]);
        assert_eq!(true_length(&read[2]), Some(942));
        assert!(tooltip(&row(&read[2])).contains("True completion: 2019-10-14 03:13:16 UTC\nerror: "));
    }

    #[test]
    fn what_is_missing_is_said() {
        let history = sample::history(vec![
            sample::entry(0, "Partial", "4.3.0", "2019-10-16T08:23:10Z", ""),
            sample::entry(1, "Completed", "4.2.0", "yesterday", ""),
        ]);
        let rows = table(&history);
        assert_eq!((rows[0].completed.as_str(), rows[0].duration.as_str()), ("in progress", ""));
        assert_eq!((rows[1].started.as_str(), rows[1].completed.as_str()), ("no start time", "no completion time"));
    }

    #[test]
    fn a_long_history_is_described_by_its_errors() {
        let text = description(&table(&sample::synthetic(46)), &[]);
        assert!(text.starts_with("46 entries, newest first. Entry "));
        assert!(text.len() < 6000, "{}", text.len());
    }
}

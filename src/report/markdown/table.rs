//! The entries, newest first.

use super::escape::{code, text};
use super::{Page, SHORT};
use crate::report::{EntryReport, HistoryReport, words};
use crate::timeline::words::{duration, seconds};

/// Characters of a version or a state.
const CELL: usize = 80;
/// Rules named in a row.
const RULES: usize = 5;

pub(super) fn table(page: &mut Page, history: &HistoryReport) {
    let head = "| | version | state | started | completed, as recorded | in truth | took | findings |\n|--:|---|---|---|---|---|---|---|\n";
    if history.entries.is_empty() || !page.push(head) {
        return;
    }
    page.list("entries", &history.entries, |page, entry| page.push(&row(history, entry)));
    page.push("\n");
}

fn row(history: &HistoryReport, entry: &EntryReport) -> String {
    let value = |text: &Option<String>| match text.as_deref() {
        None => String::new(),
        Some(value) => code(value, CELL, true),
    };
    let doubted = history.is_doubted(entry);
    let completed = match &entry.completion_time {
        Some(time) if doubted => format!("~~{time}~~"),
        Some(time) => time.clone(),
        None => String::new(),
    };
    let truth = entry.true_completion.as_ref().filter(|_| doubted).map(|truth| text(&words::truth(truth), SHORT));
    let at = |finding: &&crate::report::Finding| finding.entry == Some(entry.index);
    let mut rules: Vec<_> = history.findings.iter().filter(at).take(RULES).map(|found| code(&found.rule, CELL, true)).collect();
    if let Some(more @ 1..) = history.findings.iter().filter(at).count().checked_sub(RULES) {
        rules.push(format!("{more} more"));
    }
    let cells = [
        entry.index.to_string(),
        value(&entry.version),
        value(&entry.state),
        entry.started_time.clone().unwrap_or_default(),
        completed,
        truth.unwrap_or_default(),
        took(entry, doubted),
        rules.join(" "),
    ];
    format!("| {} |\n", cells.join(" | "))
}

/// How long it took, or between what: never what follows from a time that is not to be trusted.
fn took(entry: &EntryReport, doubted: bool) -> String {
    let Some(start) = seconds(entry.started_time.as_deref()) else { return String::new() };
    let since =
        |time: &Option<String>| seconds(time.as_deref()).and_then(|time| time.checked_sub(start)).filter(|took| *took >= 0);
    match &entry.true_completion {
        _ if !doubted => since(&entry.completion_time).map(duration).unwrap_or_default(),
        None => "not known".into(),
        Some(truth) => match (since(&truth.exact), since(&truth.not_before).filter(|took| *took > 0), since(&truth.not_after)) {
            (Some(exact), ..) => duration(exact),
            (None, Some(from), Some(to)) => format!("{} to {}", duration(from), duration(to)),
            (None, Some(from), None) => format!("at least {}", duration(from)),
            (None, None, Some(to)) => format!("at most {}", duration(to)),
            _ => "not known".into(),
        },
    }
}

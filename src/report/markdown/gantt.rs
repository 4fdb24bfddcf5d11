//! A Mermaid gantt chart: what was recorded, and where the true completion lies.
//!
//! Mermaid takes and shows times in the reader's zone. Without a zone it shows what is written here, which is UTC.

use super::escape::label;
use crate::report::{EntryReport, HistoryReport};
use crate::timeline::words::{clock, date, seconds};

/// Entries drawn; more are too narrow to be seen.
const ENTRIES: usize = 40;
/// Characters of a version.
const VERSION: usize = 36;

/// Pixels of a character of a section's name, which Mermaid does not measure: bars would lie on it.
const CHARACTER: usize = 7;
const DAY: i64 = 86_400;

/// The chart of a history, newest entry first; nothing where no entry has a time.
pub(super) fn gantt(history: &HistoryReport) -> Option<String> {
    let drawn = &history.entries[..history.entries.len().min(ENTRIES)];
    let times =
        drawn.iter().flat_map(|entry| [seconds(entry.started_time.as_deref()), seconds(entry.completion_time.as_deref())]);
    let times = || times.clone().flatten().filter(|time| is_shown(*time));
    let (earliest, latest) = (times().min()?, times().max()?);
    let tasks: String = drawn.iter().filter_map(|entry| section(history, entry, latest)).collect();
    if tasks.is_empty() {
        return None;
    }
    let axis = match latest - earliest {
        ..172_800 => "%H:%M",
        span if span < 300 * DAY => "%m-%d",
        _ => "%Y-%m",
    };
    let names = tasks.lines().filter_map(|line| line.trim_start().strip_prefix("section "));
    let room = 20 + CHARACTER * names.map(|name| name.chars().count()).max().unwrap_or(0);
    let left_out = history.entries.len() - drawn.len();
    let more = if left_out == 0 { String::new() } else { format!(", the newest {ENTRIES} of {} entries", history.entries.len()) };
    Some(format!(
        "```mermaid\n%%{{init: {{\"gantt\": {{\"leftPadding\": {room}}}}}}}%%\ngantt\n    title {} to {} UTC{more}\n    \
         dateFormat YYYY-MM-DD HH:mm:ss\n    axisFormat {axis}\n{tasks}```\n",
        date(earliest),
        date(latest)
    ))
}

fn section(history: &HistoryReport, entry: &EntryReport, latest: i64) -> Option<String> {
    let shown = |time: &Option<String>| seconds(time.as_deref()).filter(|time| is_shown(*time));
    let start = shown(&entry.started_time)?;
    let state = label(entry.state.as_deref().unwrap_or("no state"), 20);
    let bar = |what: &str, tags: &str, from: i64, to: i64| match to > from {
        true => format!("    {what} :{tags}{}, {}\n", stamp(from), stamp(to)),
        false => format!("    {what} :{tags}milestone, {}, 0s\n", stamp(from.min(to))),
    };
    let version = entry.version.as_deref().filter(|version| !version.is_empty()).unwrap_or("no version");
    let mut out = format!("    section {} {}\n", entry.index, label(version, VERSION));
    let doubted = history.is_doubted(entry);
    out.push_str(&match shown(&entry.completion_time) {
        Some(end) if end < start => bar(&format!("{state} - recorded as ended before it began"), "crit, ", end, start),
        Some(end) if doubted => bar(&format!("{state} - recorded end is not to be trusted"), "crit, ", start, end),
        Some(end) => bar(&state, "done, ", start, end),
        None if entry.index == 0 => bar(&format!("{state} - in progress"), "active, ", start, latest),
        None => bar(&format!("{state} - no end recorded"), "crit, ", start, start),
    });
    if let Some(truth) = entry.true_completion.as_ref().filter(|_| doubted) {
        let (from, to) = (shown(&truth.not_before), shown(&truth.not_after));
        out.push_str(&match (shown(&truth.exact), from, to) {
            (Some(exact), ..) => bar("True end", "milestone, ", exact, exact).replace("milestone, milestone", "milestone"),
            (None, Some(from), Some(to)) => bar("True end lies within", "active, ", from, to),
            (None, Some(from), None) => bar("True end not before", "active, ", from, from),
            (None, None, Some(to)) => bar("True end by", "active, ", to, to),
            _ => String::new(),
        });
    }
    Some(out)
}

/// Mermaid's dates have four digits of a year.
fn is_shown(time: i64) -> bool {
    (-30_000_000_000..253_402_300_800).contains(&time)
}

fn stamp(time: i64) -> String {
    format!("{} {}", date(time), clock(time, true))
}

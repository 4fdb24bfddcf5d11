//! Lines of jq output, one entry a line: `start|completion|state|version`, the completion possibly
//! empty; with bars, spaces, tabs or commas between, with more columns (image, verified) or fewer,
//! in another order, or over two lines.
//!
//! The command is the one that bug 1756461's comments use:
//! `jq -r '.items[0].status.history[]|.startedTime + "|" + .completionTime + "|" + .state + "|" + .version'`.
//! A column is told by its shape; the first time is the start.

use serde_yaml::{Mapping, Value};

use super::document::{Document, Extent, Kind, Tail};
use super::node::{Child, Node, Place};
use super::{Problem, ProblemCode};
use crate::order;
use crate::source::Span;
use fields::{Column, Order, fields, record};

mod broken;
mod fields;

pub(super) use broken::among_rows;

/// The records of a text: a line each, or two; without their line ends.
pub fn candidate_lines(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = vec![];
    let mut next = 0;
    // Every record has a time, and every time has a T between digits, or is printed by Go.
    let mut times: Vec<usize> =
        text.match_indices('T').map(|(at, _)| at).filter(|&at| is_amid_time(text.as_bytes(), at)).collect();
    let printed = times.len();
    times.extend(text.match_indices("+0000 UTC").map(|(at, _)| at));
    if times.len() > printed {
        order::sort_by_key(&mut times, |at| *at);
    }
    for at in times {
        if at < next {
            continue;
        }
        let start = text[next..at].rfind(['\n', '\r']).map_or(next, |end| next + end + 1);
        let end = text[at..].find(['\n', '\r']).map_or(text.len(), |on| at + on);
        let line = Span::new(start, end);
        next = end;
        // Most times in an object stand behind a key.
        let begins = |c: char| c.is_ascii_digit() || matches!(c, '|' | 'C' | 'P' | '"' | '[');
        if !line.of(text).trim_start_matches(blank).starts_with(begins) && !line.of(text).contains('|') {
            continue;
        }
        let is_record = |span: Span| record(span.of(text), Order::StartFirst).is_some();
        if is_record(line) {
            found.push(line);
        } else if let Some(two) = with_next_line(text, line).filter(|two| is_record(*two)) {
            next = two.end;
            found.push(two);
        }
    }
    found
}

fn blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_amid_time(text: &[u8], at: usize) -> bool {
    at >= 10 && text.get(at + 1).is_some_and(u8::is_ascii_digit) && text[at - 1].is_ascii_digit() && text[at - 3] == b'-'
}

/// A line of times alone, and the one below it.
fn with_next_line(text: &str, line: Span) -> Option<Span> {
    let columns = fields(line.of(text))?;
    let times = columns.iter().all(|field| matches!(field.column, Column::Time | Column::Nothing));
    let rest = &text[line.end..];
    let skip = if rest.starts_with("\r\n") { 2 } else { 1 };
    let below = rest.get(skip..)?;
    let length = below.find(['\n', '\r']).unwrap_or(below.len());
    let states = fields(&below[..length])?.iter().any(|field| field.column == Column::State);
    (times && states).then(|| Span::new(line.start, line.end + skip + length))
}

/// Reads a fragment of such lines as one history; as one whose ends are not known where a filter chose the lines.
pub fn read(text: &str, span: Span, filtered: bool, problems: &mut Vec<Problem>) -> Document {
    let mut entries = vec![];
    let mut place = Place { span, block: true, closed: true, ..Place::default() };
    let lines: Vec<Span> = candidate_lines(span.of(text))
        .into_iter()
        .map(|line| Span::new(span.start + line.start, span.start + line.end))
        .collect();
    let order = times_order(text, &lines, problems);
    let rows: Vec<_> = lines.iter().filter_map(|line| Some((line.of(text), record(line.of(text), order)?, *line))).collect();
    let short = broken::short(&rows.iter().map(|(text, record, _)| (*text, record.as_slice())).collect::<Vec<_>>());
    for ((_, record, line), short) in rows.into_iter().zip(short) {
        if short {
            problems.push(broken::lacks_a_column(line));
        }
        let mut map = Mapping::new();
        let mut whole = Place { span: line, block: true, closed: !short, ..Place::default() };
        for (key, value, at) in record {
            let at = Span::new(line.start + at.start, line.start + at.end);
            map.insert(Value::String(key.into()), value.map_or(Value::Null, |value| Value::String(value.to_owned())));
            whole.children.push(Child { key: Some((key.into(), at)), place: Place::leaf(at) });
        }
        entries.push(map);
        place.children.push(Child { key: None, place: whole });
    }
    if text[..span.start].trim().is_empty() {
        begin_inside(text, &mut entries, &mut place.children);
    }
    let root = Node { value: Value::Sequence(entries.into_iter().map(Value::Mapping).collect()), place };
    // Any number of lines may have been left out of the paste, at either end.
    let mut document = Document::new(Kind::Columns, root, &[], Extent { head: !filtered, tail: Tail::Unknown }, problems);
    document.begun = !filtered && is_printed(&text[..span.start]);
    document
}

/// Whether the line above is a command that prints a list from its beginning.
fn is_printed(above: &str) -> bool {
    let line = above.trim_end().lines().next_back().unwrap_or_default();
    let has = |words: &[&str]| line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| words.contains(&word));
    has(&["jq", "oc", "kubectl", "yq"]) && !has(&["tail", "sed", "grep", "select", "awk", "egrep", "last"])
}

/// Which of the two times stands first: as the line above names them, else as no update can end before it begins.
fn times_order(text: &str, lines: &[Span], problems: &mut Vec<Problem>) -> Order {
    let Some(first) = lines.first() else { return Order::StartFirst };
    let above = text[..first.start].trim_end().lines().next_back().unwrap_or_default().to_ascii_lowercase();
    let named = |words: &[&str]| words.iter().filter_map(|word| above.find(word)).min();
    if let (Some(start), Some(end)) = (named(&["start"]), named(&["complet", "finish", "ended"])) {
        // A command's words name its columns, a table's header does, and prose about them may in any order.
        let is_heading = above.contains('|') || above.contains(',') || above.split_whitespace().count() <= 8;
        if is_heading {
            return if end < start { Order::EndFirst } else { Order::StartFirst };
        }
    }
    let orders: Vec<Order> = lines.iter().filter_map(|line| fields::order(line.of(text))).collect();
    if orders.len() < 2 || orders.contains(&Order::StartFirst) {
        return Order::StartFirst;
    }
    let message = "Each line's first time is the later one: it was read as the completion, the second as the start.";
    problems.push(Problem { code: ProblemCode::ColumnsReversed, span: *first, message: message.into() });
    Order::EndFirst
}

/// The text may begin inside its first line: `|2019-10-14T03:13:16Z|Completed|4.1.18`, where others have two times.
fn begin_inside(text: &str, entries: &mut [Mapping], places: &mut [Child]) {
    let others = entries.iter().skip(1).any(|entry| entry.get("completionTime").is_some_and(|end| !end.is_null()));
    let (Some(first), Some(place)) = (entries.first_mut(), places.first_mut()) else { return };
    // Without bars nothing marks a completion that is still to come, and a Completed entry has one.
    let barred = place.place.span.of(text).contains('|');
    let completed = first.get("state").and_then(Value::as_str) == Some("Completed");
    let has_end = first.get("completionTime").is_some_and(|end| barred || !completed || !end.is_null());
    if !others || has_end {
        return;
    }
    place.place.children.retain(|child| child.key.as_ref().is_none_or(|(key, _)| key != "completionTime"));
    if let Some(time) = first.shift_remove("startedTime") {
        first.insert(Value::String("completionTime".into()), time);
        for child in &mut place.place.children {
            if let Some((key, _)) = child.key.as_mut().filter(|(key, _)| key == "startedTime") {
                *key = "completionTime".into();
            }
        }
        place.place.begins_before = true;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read_line(line: &str) -> Vec<(&'static str, Option<&str>, usize)> {
        record(line, Order::StartFirst)
            .unwrap_or_default()
            .into_iter()
            .map(|(key, value, span)| (key, value, span.start))
            .collect()
    }

    #[test]
    fn an_empty_completion_is_none_and_stands_between_its_bars() {
        assert_eq!(
            read_line("2019-10-16T08:23:10Z||Partial|4.3.0"),
            [
                ("startedTime", Some("2019-10-16T08:23:10Z"), 0),
                ("completionTime", None, 21),
                ("state", Some("Partial"), 22),
                ("version", Some("4.3.0"), 30)
            ]
        );
    }

    #[test]
    fn any_separator_and_any_columns() {
        for (line, keys) in [
            (
                "  2019-10-16T08:23:10Z 2019-10-16T08:24:10Z Completed 4.3.0",
                vec!["startedTime", "completionTime", "state", "version"],
            ),
            (
                "2019-10-16T08:23:10Z\t-\tPartial\t4.3.0\tquay.io/a@sha256:b\ttrue",
                vec!["startedTime", "completionTime", "state", "version", "image", "verified"],
            ),
            ("2019-10-16T08:23:10Z  Partial 4.3.0", vec!["startedTime", "state", "version", "completionTime"]),
            ("2019-10-16T08:23:10Z|null|Partial", vec!["startedTime", "completionTime", "state"]),
            (
                "4.3.0 Completed 2019-10-16T08:23:10Z 2019-10-16T08:24:10Z",
                vec!["version", "state", "startedTime", "completionTime"],
            ),
            (
                "| 2019-10-16T08:23:10Z | 2019-10-16T08:24:10Z | Completed | 4.3.0 |",
                vec!["startedTime", "completionTime", "state", "version"],
            ),
            ("2019-10-16T08:23:10Z|2019-10-16T08:24:10Z|Done|4.3.0", vec!["startedTime", "completionTime", "state", "version"]),
        ] {
            assert_eq!(read_line(line).into_iter().map(|(key, ..)| key).collect::<Vec<_>>(), keys, "{line}");
        }
    }

    #[test]
    fn only_records_are_candidates() {
        for line in [
            "| 2019-10-16T08:23:10Z |",
            "# oc get clusterversion -o json|jq -r '.items[0].status.history[]|.startedTime'",
            "2019-10-16|x|Partial|4.3.0",
            "2019-10-16T08:23:10Z|soon|Partial|4.3.0",
            "2019-09-27T22:09:55Z openshift-machine-api/ci-op-91m3mhcv-77a90-6dht8-master-1",
            "2020-10-01T15:47:42Z - INFO     - MainProcess - upgrade: done",
            "  - lastTransitionTime: 2020-10-01T15:47:42Z Completed 4.1.2",
        ] {
            assert!(candidate_lines(line).is_empty(), "{line}");
        }
        assert_eq!(candidate_lines("x\r\n2019-10-16T08:23:10Z||Partial|\r\ny"), [Span::new(3, 33)]);
    }

    #[test]
    fn a_record_may_take_two_lines() {
        let text = "2019-10-16T08:23:10Z 2019-10-16T08:24:10Z\nCompleted 4.3.0\n";
        assert_eq!(candidate_lines(text), [Span::new(0, 57)]);
        assert_eq!(read_line(&text[..57])[3], ("version", Some("4.3.0"), 52));
    }

    #[test]
    fn what_stands_before_the_first_time_and_between_the_two_is_no_column() {
        let keys = ["startedTime", "completionTime", "state", "version"];
        for (line, at) in [
            ("History: 2019-10-16T08:23:10Z|2019-10-16T08:24:10Z|Completed|4.3.0", 9),
            ("🚀 2019-10-16T08:23:10Z|2019-10-16T08:24:10Z|Completed|4.3.0", 5),
            ("\"2019-10-16T08:23:10Z|2019-10-16T08:24:10Z|Completed|4.3.0\"", 1),
            ("2019-10-16T08:23:10Z -> 2019-10-16T08:24:10Z Completed 4.3.0", 0),
            ("2019-10-16T08:23:10Z - 2019-10-16T08:24:10Z Completed 4.3.0", 0),
            ("\u{feff}2019-10-16T08:23:10Z 2019-10-16T08:24:10Z Completed 4.3.0", 3),
            ("2019-10-16T08:23:10Z;2019-10-16T08:24:10Z;Completed;4.3.0", 0),
            ("[\"2019-10-16T08:23:10Z\",\"2019-10-16T08:24:10Z\",\"Completed\",\"4.3.0\"]", 2),
            ("2019-10-16 08:23:10 +0000 UTC|2019-10-16 08:24:10 +0000 UTC|Completed|4.3.0", 0),
            ("2019-10-16 08:23:10 +0000 UTC 2019-10-16 08:24:10 +0000 UTC Completed 4.3.0", 0),
        ] {
            assert_eq!(candidate_lines(line), [Span::new(0, line.len())], "{line}");
            let read = read_line(line);
            assert_eq!(read.iter().map(|(key, ..)| *key).collect::<Vec<_>>(), keys, "{line}");
            assert_eq!((read[0].2, read[3].1), (at, Some("4.3.0")), "{line}");
        }
        assert_eq!(read_line("[\"2019-10-16T08:23:10Z\",null,\"Partial\",\"4.3.0\"]")[1], ("completionTime", None, 24));
    }

    fn times(text: &str) -> Vec<(Option<String>, Option<String>)> {
        let report = crate::inspect(&[crate::Input { text: text.into(), ..Default::default() }], &Default::default());
        assert_eq!(report.histories.len(), 1, "{text}");
        report.histories[0].entries.iter().map(|entry| (entry.started_time.clone(), entry.completion_time.clone())).collect()
    }

    #[test]
    fn the_completion_may_stand_first() {
        let lines = "|2019-10-17T08:23:10Z|Partial|4.3.1\n2019-10-16T08:24:10Z|2019-10-16T08:23:10Z|Completed|4.3.0\n2019-10-15T08:24:10Z|2019-10-15T08:23:10Z|Completed|4.2.9\n";
        let read = times(lines);
        assert_eq!(read[0], (Some("2019-10-17T08:23:10Z".into()), None));
        assert_eq!(read[2], (Some("2019-10-15T08:23:10Z".into()), Some("2019-10-15T08:24:10Z".into())));
        // One line alone is taken at its word, unless a heading names its columns.
        let one = "2019-10-16T08:24:10Z|2019-10-16T08:23:10Z|Completed|4.3.0\n";
        assert_eq!(times(one)[0].0.as_deref(), Some("2019-10-16T08:24:10Z"));
        for heading in [
            "completed|started|state|version",
            "COMPLETED STARTED STATE VERSION",
            "jq -r '.status.history[]|.completionTime+\"|\"+.startedTime'",
        ] {
            assert_eq!(times(&format!("{heading}\n{one}"))[0].0.as_deref(), Some("2019-10-16T08:23:10Z"), "{heading}");
        }
    }

    #[test]
    fn a_command_above_prints_the_list_from_its_beginning() {
        let rules = |above: &str| {
            let text = format!(
                "{above}2019-10-16T08:23:10Z|2019-10-16T08:24:10Z|Partial|4.3.0\n2019-10-15T08:23:10Z|2019-10-15T08:24:10Z|Completed|4.2.9\n"
            );
            let report = crate::inspect(&[crate::Input { text, ..Default::default() }], &Default::default());
            report.histories[0].findings.iter().map(|finding| finding.rule.clone()).collect::<Vec<_>>()
        };
        assert_eq!(
            rules("$ oc get clusterversion -o json | jq -r '.items[0].status.history[]|.startedTime'\n"),
            ["open-entry-closed"]
        );
        for above in [
            "",
            "After the update:\n",
            "$ oc get clusterversion -o json | jq -r '.items[0].status.history[]|.startedTime' | tail -2\n",
        ] {
            assert_eq!(rules(above), [""; 0], "{above}");
        }
    }

    #[test]
    fn a_text_that_begins_inside_its_first_line_lacks_that_start() {
        let read = times("|2019-10-16T08:24:10Z|Completed|4.3.0\n2019-10-15T08:23:10Z|2019-10-15T08:24:10Z|Completed|4.2.9\n");
        assert_eq!(read[0], (None, Some("2019-10-16T08:24:10Z".into())));
    }
}

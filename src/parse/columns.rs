//! Lines of jq output, one entry a line: `start|completion|state|version`, the completion possibly
//! empty; with bars, spaces, tabs or commas between, with more columns (image, verified) or fewer,
//! in another order, or over two lines.
//!
//! The command is the one that bug 1756461's comments use:
//! `jq -r '.items[0].status.history[]|.startedTime + "|" + .completionTime + "|" + .state + "|" + .version'`.
//! A column is told by its shape; the first time is the start.

use serde_yaml::{Mapping, Value};

use super::Problem;
use super::document::{Document, Extent, Kind, Tail};
use super::node::{Child, Node, Place};
use crate::source::Span;

/// The records of a text: a line each, or two; without their line ends.
pub fn candidate_lines(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = vec![];
    let mut next = 0;
    // Every record has a time, and every time has a T between digits.
    for (at, _) in text.match_indices('T') {
        if at < next || !is_amid_time(text.as_bytes(), at) {
            continue;
        }
        let start = text[next..at].rfind(['\n', '\r']).map_or(next, |end| next + end + 1);
        let end = text[at..].find(['\n', '\r']).map_or(text.len(), |on| at + on);
        let line = Span::new(start, end);
        next = end;
        // Most times in an object stand behind a key.
        if !line
            .of(text)
            .trim_start_matches(blank)
            .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '|' | 'C' | 'P' | '"'))
        {
            continue;
        }
        if record(line.of(text)).is_some() {
            found.push(line);
        } else if let Some(two) = with_next_line(text, line).filter(|two| record(two.of(text)).is_some()) {
            next = two.end;
            found.push(two);
        }
    }
    found
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

/// What a column is, by its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Time,
    Nothing,
    State,
    Word,
    Verified,
    Image,
    Version,
}

/// A column and its place in the line.
#[derive(Debug, Clone, Copy)]
struct Field<'t> {
    column: Column,
    text: &'t str,
    at: usize,
}

/// A record's values by key, each with its place in the line.
type Record<'t> = Vec<(&'static str, Option<&'t str>, Span)>;

/// Reads a line; none where it is anything but a record.
fn record(line: &str) -> Option<Record<'_>> {
    let fields = fields(line)?;
    let barred = line.contains('|');
    let mut record: Record<'_> = vec![];
    let put = |key: &'static str, value: Option<&'static str>, field: &Field<'_>| {
        (key, value, Span::new(field.at, field.at + field.text.len()))
    };
    let mut free = vec!["startedTime", "completionTime"];
    let mut state = false;
    for (index, field) in fields.iter().enumerate() {
        let (key, _, span) = match field.column {
            Column::Time if !free.is_empty() => put(free.remove(0), None, field),
            Column::State if !state => {
                state = true;
                put("state", None, field)
            }
            // Behind bars any word may stand where the state does.
            Column::Word if barred && !state && index == 2 => {
                state = true;
                put("state", None, field)
            }
            Column::Word if barred && state => put("version", None, field),
            // Nothing is the completion where one is still to come, else a version or image that is empty.
            Column::Nothing if free == ["completionTime"] && !state => {
                free.clear();
                put("completionTime", None, field)
            }
            Column::Nothing => continue,
            Column::Verified => put("verified", None, field),
            Column::Image => put("image", None, field),
            Column::Version => put("version", None, field),
            _ => return None,
        };
        if record.iter().any(|(known, ..)| *known == key) {
            return None;
        }
        let value = (field.column != Column::Nothing).then_some(field.text);
        record.push((key, value, span));
    }
    // Without bars an open entry simply lacks the column.
    if !barred && state && free == ["completionTime"] {
        let (_, _, after) = record.iter().find(|(key, ..)| *key == "startedTime")?;
        record.push(("completionTime", None, Span::new(after.end, after.end)));
    }
    let started = record.iter().any(|(key, ..)| *key == "startedTime");
    (started && state && record.len() >= 3).then_some(record)
}

/// Splits a line into columns; none where there are too few or far too many.
fn fields(line: &str) -> Option<Vec<Field<'_>>> {
    let mut fields = vec![];
    let mut at = 0;
    let whole = line.trim_matches(blank);
    let inner = if whole.contains('|') { line } else { whole };
    let offset = line.len() - line.trim_start_matches(blank).len();
    if inner.contains('|') {
        for part in inner.split(['|', '\n', '\r']) {
            let text = part.trim_matches(blank);
            let lead = if text.is_empty() { 0 } else { part.len() - part.trim_start_matches(blank).len() };
            fields.push(Field { column: column(text), text, at: at + lead });
            at += part.len() + 1;
        }
        // A table's outer bars.
        for end in [0, fields.len().saturating_sub(1)] {
            if fields.len() > 4 && fields.get(end).is_some_and(|field| field.text.is_empty()) {
                fields.remove(end);
            }
        }
    } else {
        let separator = |c: char| c.is_whitespace() || c == ',';
        while at < inner.len() {
            let rest = &inner[at..];
            let skip = rest.len() - rest.trim_start_matches(separator).len();
            let length = rest[skip..].find(separator).unwrap_or(rest.len() - skip);
            let text = rest[skip..skip + length].trim_matches('"');
            if length > 0 {
                let lead = rest[skip..].len() - rest[skip..].trim_start_matches('"').len();
                fields.push(Field { column: column(text), text, at: offset + at + skip + lead.min(length) });
            }
            at += skip + length.max(1);
        }
    }
    (2..=9).contains(&fields.len()).then_some(fields)
}

fn column(text: &str) -> Column {
    match text {
        "" | "null" | "-" | "<no value>" | "<none>" | "<nil>" | "None" | "nil" | "~" => Column::Nothing,
        "Completed" | "Partial" => Column::State,
        "true" | "false" | "True" | "False" => Column::Verified,
        _ if looks_like_time(text) => Column::Time,
        _ if text.contains('/') || text.contains("@sha256:") || text.starts_with("sha256:") => Column::Image,
        _ if text.contains('.') && text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(':') => Column::Version,
        _ => Column::Word,
    }
}

fn blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// `2019-10-14T02:57:34` and whatever follows.
fn looks_like_time(field: &str) -> bool {
    let bytes = field.as_bytes();
    let digit = |(c, shape): (&u8, &u8)| if *shape == b'0' { c.is_ascii_digit() } else { c == shape };
    bytes.len() >= 19 && bytes.len() <= 40 && bytes[..19].iter().zip(b"0000-00-00T00:00:00").all(digit)
}

/// Reads a fragment of such lines as one history; as one whose ends are not known where a filter chose the lines.
pub fn read(text: &str, span: Span, filtered: bool, problems: &mut Vec<Problem>) -> Document {
    let mut entries = vec![];
    let mut place = Place { span, block: true, closed: true, ..Place::default() };
    for line in candidate_lines(span.of(text)) {
        let line = Span::new(span.start + line.start, span.start + line.end);
        let Some(record) = record(line.of(text)) else { continue };
        let mut map = Mapping::new();
        let mut whole = Place { span: line, block: true, closed: true, ..Place::default() };
        for (key, value, at) in record {
            let at = Span::new(line.start + at.start, line.start + at.end);
            map.insert(Value::String(key.into()), value.map_or(Value::Null, |value| Value::String(value.to_owned())));
            whole.children.push(Child { key: Some((key.into(), at)), place: Place::leaf(at) });
        }
        entries.push(Value::Mapping(map));
        place.children.push(Child { key: None, place: whole });
    }
    let root = Node { value: Value::Sequence(entries), place };
    // Any number of lines may have been left out of the paste, at either end.
    Document::new(Kind::Columns, root, &[], Extent { head: !filtered, tail: Tail::Unknown }, problems)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read_line(line: &str) -> Vec<(&'static str, Option<&str>, usize)> {
        record(line).unwrap_or_default().into_iter().map(|(key, value, span)| (key, value, span.start)).collect()
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
}

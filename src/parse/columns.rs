//! Lines of jq output: `start|completion|state|version`, the completion possibly empty.
//!
//! The command is the one that bug 1756461's comments use:
//! `jq -r '.items[0].status.history[]|.startedTime + "|" + .completionTime + "|" + .state + "|" + .version'`.

use serde_yaml::{Mapping, Value};

use super::document::{Document, Extent, Kind};
use super::node::{Child, Node, Place};
use super::{Problem, ProblemCode};
use crate::source::Span;

/// The columns, in their order.
const KEYS: [&str; 4] = ["startedTime", "completionTime", "state", "version"];

/// The lines of a text that are such output, without their line ends.
pub fn candidate_lines(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = vec![];
    let mut next = 0;
    for (bar, _) in text.match_indices('|') {
        if bar < next {
            continue;
        }
        let start = text[..bar].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        next = text[bar..].find(['\n', '\r']).map_or(text.len(), |at| bar + at);
        let span = Span::new(start, next);
        if is_record(span.of(text)) {
            found.push(span);
        }
    }
    found
}

/// A start, a completion or nothing, a state, and maybe a version.
fn is_record(line: &str) -> bool {
    let mut fields = line.trim_matches(blank).split('|').map(str::trim);
    let started = fields.next().is_some_and(looks_like_time);
    let completed = fields.next().is_some_and(|field| is_nothing(field) || looks_like_time(field));
    let state = fields.next().is_some_and(|field| !field.is_empty() && field.chars().all(|c| c.is_ascii_alphabetic()));
    started && completed && state
}

fn blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_nothing(field: &str) -> bool {
    matches!(field, "" | "null" | "-" | "<no value>" | "<none>")
}

/// `2019-10-14T02:57:34` and whatever follows.
fn looks_like_time(field: &str) -> bool {
    let bytes = field.as_bytes();
    bytes.len() >= 19
        && bytes[..19].iter().zip(b"0000-00-00T00:00:00").all(
            |(&c, &shape)| {
                if shape == b'0' { c.is_ascii_digit() } else { c == shape }
            },
        )
}

/// Reads a fragment of such lines as one history.
pub fn read(text: &str, span: Span, problems: &mut Vec<Problem>) -> Document {
    let mut entries = vec![];
    let mut place = Place { span, block: true, closed: true, ..Place::default() };
    let mut at = span.start;
    for line in span.of(text).split_inclusive(['\n', '\r']) {
        if is_record(line) {
            let (entry, where_) = record(line, at, problems);
            entries.push(Value::Mapping(entry));
            place.children.push(Child { key: None, place: where_ });
        }
        at += line.len();
    }
    let root = Node { value: Value::Sequence(entries), place };
    // Any number of lines may have been left out of the paste, at either end.
    let extent = Extent { head: true, tail: false };
    Document::new(Kind::Columns, root, &[], extent, problems)
}

fn record(line: &str, start: usize, problems: &mut Vec<Problem>) -> (Mapping, Place) {
    let mut map = Mapping::new();
    let mut place = Place { block: true, closed: true, ..Place::default() };
    let mut at = start;
    for (index, field) in line.split('|').enumerate() {
        let inner = field.trim_matches(blank);
        let from = at + (field.len() - field.trim_start_matches(blank).len());
        let span = if inner.is_empty() { Span::new(at, at) } else { Span::new(from, from + inner.len()) };
        at += field.len() + 1;
        place.span = if index == 0 { span } else { place.span.join(span) };
        match KEYS.get(index) {
            Some(key) => {
                let value = if is_nothing(inner) { Value::Null } else { Value::String(inner.to_owned()) };
                map.insert(Value::String((*key).to_owned()), value);
                place.children.push(Child { key: Some(((*key).to_owned(), span)), place: Place::leaf(span) });
            }
            None if inner.is_empty() => {}
            None => problems.push(Problem {
                code: ProblemCode::WrongType,
                span,
                message: "There are more than the four columns start, completion, state and version; this one was not read."
                    .into(),
            }),
        }
    }
    (map, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_completion_is_none_and_stands_between_its_bars() {
        let mut problems = vec![];
        let (map, place) = record("2019-10-16T08:23:10Z||Partial|4.3.0", 100, &mut problems);
        assert_eq!(map.get("completionTime"), Some(&Value::Null));
        assert_eq!(place.get("completionTime").map(|c| c.place.span), Some(Span::new(121, 121)));
        assert_eq!(place.get("version").map(|c| c.place.span), Some(Span::new(130, 135)));
        assert!(problems.is_empty());
    }

    #[test]
    fn only_records_are_candidates() {
        for line in [
            "| 2019-10-16T08:23:10Z |",
            "# oc get clusterversion -o json|jq -r '.items[0].status.history[]|.startedTime'",
            "2019-10-16|x|Partial|4.3.0",
            "2019-10-16T08:23:10Z|soon|Partial|4.3.0",
            "2019-10-16T08:23:10Z||4.3.0|Partial",
        ] {
            assert!(candidate_lines(line).is_empty(), "{line}");
        }
        assert_eq!(candidate_lines("x\r\n2019-10-16T08:23:10Z||Partial|\r\ny"), [Span::new(3, 33)]);
    }
}

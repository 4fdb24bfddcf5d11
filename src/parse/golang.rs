//! What Go prints of a history: a list of maps, `[map[completionTime:… state:Completed] map[…]]`, or of structs with
//! their fields' names (`%+v`), `[{State:Completed StartedTime:2019-10-14 02:57:34 +0000 UTC …} {…}]`.

use serde_yaml::{Mapping, Value};

use super::document::{Document, Extent, Kind, Tail};
use super::node::{Child, Node, Place};
use super::{ENTRY_KEYS, Reading};
use crate::order;
use crate::source::Span;

/// How an entry begins and ends.
const SHAPES: [(&str, char); 2] = [("map[", ']'), ("{", '}')];

/// Reads the list around the mention of a start; where it ends.
pub(super) fn read(text: &str, at: usize, reading: &mut Reading) -> Option<usize> {
    SHAPES.iter().find_map(|shape| list(text, at, *shape, reading))
}

fn list(text: &str, at: usize, (opener, closer): (&str, char), reading: &mut Reading) -> Option<usize> {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let first = line + text[line..at].rfind(opener)?;
    // JSON and its like quote their keys or have blanks behind colons: they are read elsewhere.
    let printed = text[first + opener.len()..].starts_with(|c: char| c.is_ascii_alphabetic());
    let valued =
        text[at + "startedTime".len()..].strip_prefix(':').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if text[first..at].contains(closer) || !printed || !valued {
        return None;
    }
    let mut list = Node { value: Value::Sequence(vec![]), place: Place { closed: true, ..Place::default() } };
    let mut next = first;
    let mut end = first;
    while text.get(next..).is_some_and(|rest| rest.starts_with(opener)) {
        let length = text[next..].find(closer).map_or(text.len() - next, |on| on + 1);
        let span = Span::new(next, next + length);
        let (entry, place) = entry(text, span, opener.len(), closer);
        if let Value::Sequence(items) = &mut list.value {
            items.push(entry);
        }
        list.place.children.push(Child { key: None, place });
        end = span.end;
        next = end + (text[end..].len() - text[end..].trim_start_matches([' ', ',', '\n']).len());
    }
    list.place.span = Span::new(first, end);
    let tail = if text[end..].trim_start().starts_with(']') { Tail::Seen } else { Tail::Unknown };
    let extent = Extent { head: text[..first].ends_with('['), tail };
    reading.documents.push(Document::new(Kind::List, list, &[], extent, &mut reading.problems));
    Some(end)
}

/// Values may hold colons and spaces: a value ends where the next known key begins.
fn entry(text: &str, span: Span, opener: usize, closer: char) -> (Value, Place) {
    let closed = text[..span.end].ends_with(closer);
    let inner = Span::new(span.start + opener, span.end - usize::from(closed));
    let body = inner.of(text);
    let mut keys: Vec<(usize, &str)> = vec![];
    for key in ENTRY_KEYS {
        let starts = body.match_indices(&key[1..]).filter_map(|(at, _)| {
            let at = at.checked_sub(1)?;
            let is_key = body.as_bytes()[at].eq_ignore_ascii_case(&key.as_bytes()[0])
                && body[at + key.len()..].starts_with(':')
                && (at == 0 || body.as_bytes()[at - 1] == b' ');
            is_key.then_some((at, key))
        });
        keys.extend(starts.take(1));
    }
    order::sort(&mut keys, Ord::cmp);
    let mut map = Mapping::new();
    let mut place = Place { span, closed, ..Place::default() };
    for (index, (at, key)) in keys.iter().enumerate() {
        let from = at + key.len() + 1;
        let to = keys.get(index + 1).map_or(body.len(), |(next, _)| *next);
        let value = body[from..to].trim();
        let at = Span::new(inner.start + from, inner.start + from + value.len());
        let null = matches!(value, "" | "<nil>" | "nil");
        map.insert(Value::String((*key).into()), if null { Value::Null } else { Value::String(value.into()) });
        place.children.push(Child { key: Some(((*key).into(), at)), place: Place::leaf(at) });
    }
    (Value::Mapping(map), place)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::rescue::tests::{histories, starts};

    #[test]
    fn a_list_of_maps() {
        let text = "got [map[completionTime:<nil> image:quay.io/a@sha256:b startedTime:2020-12-11T16:39:05Z state:Partial verified:false version:4.5.22] map[completionTime:2020-12-02T23:08:32Z image:c startedTime:2020-12-02T22:46:39Z state:Completed verified:false version:4.5.15]]";
        assert_eq!(starts(text), [[("2020-12-11T16:39:05Z".to_owned(), 1), ("2020-12-02T22:46:39Z".to_owned(), 1)]]);
        assert_eq!(histories(text)[0].entries[0].completion_time, None);
    }

    #[test]
    fn a_list_of_structs() {
        let text = "I1014 03:50:00 cvo.go:1] history:\n[{State:Partial StartedTime:2019-10-14 03:42:31 +0000 UTC CompletionTime:<nil> Version:4.1.20 Image:quay.io/b Verified:true} {State:Completed StartedTime:2019-10-14 02:57:34 +0000 UTC CompletionTime:2019-10-14 03:42:31 +0000 UTC Version:4.1.18 Image:quay.io/a Verified:false}]\n";
        let found = histories(text);
        assert_eq!(found.len(), 1);
        assert_eq!(starts(text), [[("2019-10-14T03:42:31Z".to_owned(), 2), ("2019-10-14T02:57:34Z".to_owned(), 2)]]);
        assert_eq!(found[0].entries[1].verified, Some(false));
        let finding = &found[0].findings[0];
        assert_eq!(
            (finding.rule.as_str(), finding.entry, finding.line, finding.column),
            ("completion-overwritten", Some(1), 2, 200)
        );
        assert_eq!(&text.lines().nth(1).unwrap()[199..][..29], "2019-10-14 03:42:31 +0000 UTC");
        assert!(found[0].findings.iter().all(|finding| finding.rule != "foreign-time-format"));
    }
}

//! `oc describe` whose indentation was lost: what belongs to the history is told by its place behind `History:`.

use serde_yaml::{Mapping, Value};

use super::super::document::{Document, Extent, Kind, Tail};
use super::super::node::{Child, Node, Place};
use super::super::{ENTRY_KEYS, Problem, ProblemCode};
use super::key;
use crate::source::Span;

/// The entries behind a `History:` that stands no further out than they do; none where it does.
pub(super) fn read(text: &str, span: Span, problems: &mut Vec<Problem>) -> Option<Document> {
    let mut lines = lines(text, span).skip_while(|line| !line.is("history") || !line.value.of(text).is_empty());
    let heading = lines.next()?;
    let mut entries: Vec<(Mapping, Place)> = vec![];
    let mut last = String::new();
    let mut tail = Tail::TextEnds;
    for line in lines {
        if line.indent > heading.indent {
            return None;
        }
        if !ENTRY_KEYS.contains(&line.name.as_str()) {
            tail = Tail::Seen;
            break;
        }
        // Keys are sorted: one that does not come after the last begins the next entry.
        if entries.is_empty() || line.name <= last {
            entries.push((Mapping::new(), Place { span: line.key, block: true, closed: true, ..Place::default() }));
        }
        last.clone_from(&line.name);
        let Some((map, place)) = entries.last_mut() else { break };
        let value = match line.value.of(text) {
            "" | "<nil>" | "<none>" | "<unset>" | "null" => Value::Null,
            value => Value::String(value.to_owned()),
        };
        let at = if line.value.of(text).is_empty() { line.key } else { line.value };
        place.span = place.span.join(at);
        map.insert(Value::String(line.name.clone()), value);
        place.children.push(Child { key: Some((line.name, line.key)), place: Place::leaf(at) });
    }
    if let (Tail::TextEnds, Some((_, place))) = (tail, entries.last_mut()) {
        place.closed = last == "version";
    }
    let first = entries.first()?.1.span;
    let end = entries.last()?.1.span;
    let mut list =
        Node { value: Value::Sequence(vec![]), place: Place { span: first.join(end), closed: true, ..Place::default() } };
    for (map, place) in entries {
        if let Value::Sequence(items) = &mut list.value {
            items.push(Value::Mapping(map));
        }
        list.place.children.push(Child { key: None, place });
    }
    let message = "The indentation of these lines is lost; the lines behind History: were read as its entries.".into();
    problems.push(Problem { code: ProblemCode::Syntax, span: heading.key, message });
    Some(Document::new(Kind::List, list, &[], Extent { head: true, tail }, problems))
}

struct Line {
    indent: usize,
    name: String,
    key: Span,
    value: Span,
}

impl Line {
    fn is(&self, name: &str) -> bool {
        self.name == name
    }
}

fn lines(text: &str, span: Span) -> impl Iterator<Item = Line> {
    let mut at = span.start;
    span.of(text).split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let (indent, name, value_at) = key(line)?;
        let value = line[value_at..].trim();
        let from = start + value_at + (line[value_at..].len() - line[value_at..].trim_start().len()).min(line.len() - value_at);
        let value =
            if value.is_empty() { Span::new(start + value_at, start + value_at) } else { Span::new(from, from + value.len()) };
        Some(Line { indent, name, key: Span::new(start + indent, start + value_at - 1), value })
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::rescue::tests::{histories, starts};

    #[test]
    fn only_what_stands_behind_history_is_an_entry() {
        let text = "Name: version\nKind: ClusterVersion\nStatus:\nConditions:\nLast Transition Time: 2019-10-14T03:13:16Z\nStatus: True\nType: Available\nDesired:\nImage: a\nVersion: 4.1.18\nHistory:\nCompletion Time:  <nil>\nImage:            b\nStarted Time:     2019-10-14T03:42:31Z\nState:            Partial\nVerified:         true\nVersion:          4.1.20\nCompletion Time:  2019-10-14T03:42:31Z\nImage:            a\nStarted Time:     2019-10-14T02:57:34Z\nState:            Completed\nVerified:         false\nVersion:          4.1.18\nObserved Generation: 2\nVersion Hash: 9zNtav-0cDg=\nEvents: <none>\n";
        assert_eq!(starts(text), [[("2019-10-14T03:42:31Z".to_owned(), 12), ("2019-10-14T02:57:34Z".to_owned(), 18)]]);
        let history = &histories(text)[0];
        let finding = &history.findings[0];
        assert_eq!(
            (finding.rule.as_str(), finding.entry, finding.line, finding.column),
            ("completion-overwritten", Some(1), 18, 19)
        );
    }
}

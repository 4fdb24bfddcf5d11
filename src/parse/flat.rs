//! YAML whose indentation was lost or shrunk on the way, or whose dashes became bullets, as chats and trackers do it.

use serde_yaml::{Mapping, Value};

use super::document::{Document, Extent, Kind, Tail};
use super::node::{Child, Node, Place};
use super::{ENTRY_KEYS, Problem, ProblemCode};
use crate::source::Span;

/// What stands for a dash where lists were made pretty.
const BULLETS: [char; 6] = ['*', '•', '◦', '·', '–', '—'];

/// Whether what begins an element is a dash, and how far in its first key stands.
type Mark = (bool, usize);

/// The stretches of a text that are such lists: an entry's key does not stand below the first behind the dash above it, or that
/// dash is none.
pub(crate) fn regions(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = vec![];
    let mut before = 0;
    // The last line looked at, where the lines above it end that are such, and the dash among them.
    let mut seen: Option<(usize, usize, Option<Mark>)> = None;
    for (at, _) in text.match_indices("startedTime") {
        // Only the first of a line can be its key.
        let again = before > 0 && !text[before..at].contains('\n');
        before = at + 1;
        if again {
            continue;
        }
        let line = line_start(text, at);
        if found.last().is_some_and(|last| line < last.end) {
            continue;
        }
        let floor = found.last().map_or(0, |last| last.end);
        let mut dash = None;
        let mut start = line;
        while start > floor && dash.is_none() {
            let above = line_start(text, start - 1).max(floor);
            let Some((mark, ..)) = flat_line(&text[above..start]) else { break };
            let first = text[above..start].len() - text[above..start].trim_start_matches([' ', '\t', mark.unwrap_or(' ')]).len();
            dash = mark.map(|mark| (mark == '-', first));
            start = above;
            if let (None, Some((_, first, known))) = (dash, seen.filter(|(line, ..)| *line == above)) {
                (start, dash) = (first, known);
                break;
            }
        }
        seen = Some((line, start, dash));
        let indent = text[line..at].len() - text[line..at].trim_start().len();
        let own = text[line..at].trim();
        let is_list = |(is_dash, first): (bool, usize)| is_dash && indent == first;
        if dash.is_none_or(is_list) || !matches!(own, "" | "\"" | "'") {
            continue;
        }
        while start > floor {
            let above = line_start(text, start - 1).max(floor);
            if flat_line(&text[above..start]).is_none() {
                break;
            }
            start = above;
        }
        let length: usize = text[start..].split_inclusive('\n').take_while(|line| flat_line(line).is_some()).map(str::len).sum();
        found.push(Span::new(start, start + length));
    }
    found
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// YAML without its indentation: known keys line by line, a dash or a key that comes again begins the next entry.
pub(super) fn read(text: &str, span: Span, problems: &mut Vec<Problem>) -> Option<Document> {
    let start = span.start;
    let mut entries: Vec<(Mapping, Place)> = vec![];
    let mut end = start;
    // What follows is a key of what the list is part of; a dash or a part of a word is the list's own.
    let behind = text[span.end..].trim_start();
    let followed = behind.lines().next().is_some_and(|line| line.contains(':') && !line.starts_with(['-', '*']));
    for line in span.of(text).split_inclusive('\n') {
        let Some((dash, key, value)) = flat_line(line) else { break };
        let again = entries.last().is_some_and(|(map, _)| map.contains_key(key));
        if dash.is_some() || again || entries.is_empty() {
            let begins_before = entries.is_empty() && dash.is_none();
            entries.push((Mapping::new(), Place { block: true, closed: true, begins_before, ..Place::default() }));
        }
        let key_at = end + line.find(key).unwrap_or(0);
        let value_at = end + line.find(value).filter(|_| !value.is_empty()).unwrap_or(line.len());
        let plain = value.trim_matches(['"', '\'']);
        let key_span = Span::new(key_at, key_at + key.len());
        let span = if value.is_empty() { key_span } else { Span::new(value_at, value_at + value.len()) };
        if let Some((map, place)) = entries.last_mut() {
            let null = matches!(plain, "" | "null" | "~");
            map.insert(Value::String(key.into()), if null { Value::Null } else { Value::String(plain.into()) });
            place.span = if place.children.is_empty() { key_span.join(span) } else { place.span.join(span) };
            place.children.push(Child { key: Some((key.into(), key_span)), place: Place::leaf(span) });
        }
        end += line.len();
    }
    entries.retain(|(map, _)| map.contains_key("startedTime") || map.contains_key("state"));
    if let Some((_, last)) = entries.last_mut().filter(|_| !followed) {
        last.ran_out = true;
    }
    let (first, last) = (entries.first()?.1.span, entries.last()?.1.span);
    let mut list = Node {
        value: Value::Sequence(vec![]),
        place: Place { span: first.join(last), block: true, closed: true, ..Place::default() },
    };
    for (map, place) in entries {
        if let Value::Sequence(items) = &mut list.value {
            items.push(Value::Mapping(map));
        }
        list.place.children.push(Child { key: None, place });
    }
    let head = text[..start].trim_end().ends_with("history:");
    let extent = Extent { head, tail: if followed { Tail::Seen } else { Tail::TextEnds } };
    let message = "The indentation of these lines is lost; a dash was taken to begin each entry.".into();
    problems.push(Problem { code: ProblemCode::Syntax, span: Span::new(first.start, first.start), message });
    Some(Document::new(Kind::List, list, &[], extent, problems))
}

/// A line with a key of an entry: the dash or bullet before it, the key, its value.
fn flat_line(line: &str) -> Option<(Option<char>, &'static str, &str)> {
    let inner = line.trim();
    let mark = inner.chars().next().filter(|mark| *mark == '-' || BULLETS.contains(mark));
    let rest = mark.and_then(|mark| inner.strip_prefix(mark)?.strip_prefix([' ', '\t']));
    let (dash, inner) = match rest {
        Some(rest) => (mark, rest.trim_start()),
        None => (None, inner),
    };
    let (name, value) = inner.split_once(':')?;
    let name = name.trim_matches(['"', '\'']);
    let key = ENTRY_KEYS.into_iter().find(|key| *key == name)?;
    Some((dash, key, value.trim().trim_end_matches(',')))
}

#[cfg(test)]
mod tests {
    use super::super::rescue::tests::{histories, starts};

    #[test]
    fn yaml_without_indentation() {
        let text = "history:\n- image: a\nstartedTime: \"2019-09-16T18:44:55Z\"\nstate: Completed\n- image: b\nstartedTime: \"2019-09-15T18:44:55Z\"\nstate: Completed\nobservedGeneration: 1\n";
        assert_eq!(starts(text), [[("2019-09-16T18:44:55Z".to_owned(), 2), ("2019-09-15T18:44:55Z".to_owned(), 5)]]);
    }

    #[test]
    fn yaml_with_one_blank_a_level_or_with_bullets() {
        let entry = |mark: &str, indent: &str, day: u32| {
            format!(
                "{mark} completionTime: \"2019-09-1{day}T19:00:00Z\"\n{indent}image: a{day}\n{indent}startedTime: \"2019-09-1{day}T18:44:55Z\"\n{indent}state: Completed\n"
            )
        };
        let want = [[("2019-09-16T18:44:55Z".to_owned(), 2), ("2019-09-15T18:44:55Z".to_owned(), 6)]];
        for (mark, indent) in [("-", " "), ("-", ""), ("*", "  "), ("•", "  "), ("–", "    "), ("*", "")] {
            let text = format!("history:\n{}{}observedGeneration: 1\n", entry(mark, indent, 6), entry(mark, indent, 5));
            assert_eq!(starts(&text), want, "{text}");
            assert_eq!(histories(&text)[0].entries[1].completion_time.as_deref(), Some("2019-09-15T19:00:00Z"));
        }
    }
}

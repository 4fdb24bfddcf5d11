//! `oc describe clusterversion`: keys in words, lists without dashes, keys in alphabetical order.
//!
//! It often is valid YAML, whose repeated keys would then be lost; so it is read line by line.
//! Source of the format: kubectl's describer for unstructured objects (`pkg/describe/describe.go`,
//! printUnstructuredContent), which sorts the keys and prints a list's elements one after the other.

use serde_yaml::{Mapping, Value};

use super::document::{Document, Extent, Kind, Tail};
use super::node::{Child, Node, Place};
use super::{Problem, ProblemCode};
use crate::source::Span;

mod dedented;

/// The stretches of a text that are such output and hold entries.
pub(crate) fn regions(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = vec![];
    for (at, _) in text.match_indices("Started Time:") {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        if found.last().is_some_and(|last| start < last.end) || !text[start..at].trim().is_empty() {
            continue;
        }
        let floor = found.last().map_or(0, |last| last.end);
        found.push(Span::new(first_line(text, start, floor), last_line(text, start)));
    }
    found
}

/// Back to `Name:`, or as far as the lines have such keys.
fn first_line(text: &str, from: usize, floor: usize) -> usize {
    let mut first = from;
    let mut at = from;
    while at > floor {
        let start = text[..at - 1].rfind('\n').map_or(0, |end| end + 1).max(floor);
        let line = &text[start..at];
        if key(line).is_some() {
            first = start;
            if line.starts_with("Name:") {
                break;
            }
        } else if is_prompt(line) {
            break;
        }
        at = start;
    }
    first
}

/// On to `Events:`, or to the last line that has such a key.
fn last_line(text: &str, from: usize) -> usize {
    let mut at = from;
    let mut last = from;
    for line in text[from..].split_inclusive('\n') {
        let is_new = line.starts_with("Name:") || line.trim() == "History:" || is_prompt(line) || line.starts_with("---");
        if is_new {
            break;
        }
        at += line.len();
        if key(line).is_some() {
            last = at;
        }
        if line.starts_with("Events:") {
            break;
        }
    }
    last
}

fn is_prompt(line: &str) -> bool {
    line.starts_with("$ ") || line.starts_with("# ") || (line.starts_with('[') && line.contains("]#") | line.contains("]$"))
}

/// A line's indentation, its key in the API's spelling, and where its value begins.
fn key(line: &str) -> Option<(usize, String, usize)> {
    let indent = line.len() - line.trim_start().len();
    let (words, _) = line[indent..].split_once(':')?;
    let is_word = |word: &str| {
        word.chars().next().is_some_and(|c| c.is_ascii_uppercase()) && word.chars().all(|c| c.is_ascii_alphanumeric())
    };
    if words.is_empty() || words.len() > 40 || !words.split(' ').all(is_word) {
        return None;
    }
    let value = &line[indent + words.len() + 1..];
    if !(value.trim().is_empty() || value.starts_with(' ')) {
        return None;
    }
    let mut name = String::new();
    for (index, word) in words.split(' ').enumerate() {
        match (index, word) {
            (0, "API") => name.push_str("api"),
            (0, "UID") => name.push_str("uid"),
            (0, _) => name.push_str(&(word[..1].to_ascii_lowercase() + &word[1..])),
            _ => name.push_str(word),
        }
    }
    Some((indent, name, indent + words.len() + 1))
}

/// A mapping that is being read, and the indentation of its keys.
struct Open {
    indent: usize,
    key: Option<(String, Span)>,
    map: Mapping,
    place: Place,
    /// Its elements before this one, where it is one of a list.
    items: Vec<(Mapping, Place)>,
    last_key: String,
}

/// Reads a region as one history.
pub(super) fn read(text: &str, span: Span, problems: &mut Vec<Problem>) -> Option<Document> {
    if let Some(document) = dedented::read(text, span, problems) {
        return Some(document);
    }
    let mut root = tree(text, span);
    let status = if root.find(&["status", "history"]).is_some() {
        &["status"][..]
    } else if root.find(&["history"]).is_some() {
        &[][..]
    } else if root.find(&["spec", "history"]).is_some() {
        // Somebody left out the line Status:, so its keys seem to be the spec's.
        &["spec"][..]
    } else if let Some(label) = root.place.children.iter().find_map(|child| {
        // A label such as `Before:` is no key of the object.
        child.place.get("history").and(child.key.as_ref()).map(|(key, _)| key.clone())
    }) {
        let index = root.place.children.iter().position(|child| child.key.as_ref().is_some_and(|(key, _)| *key == label));
        let place = index.map(|index| root.place.children.swap_remove(index).place).unwrap_or_default();
        root = Node { value: root.value.get_mut(label.as_str()).map(std::mem::take).unwrap_or_default(), place };
        &[][..]
    } else {
        return loose(root, (text, span), problems);
    };
    let kind = if status.is_empty() { Kind::Fragment } else { Kind::ClusterVersion };
    as_list(&mut root, status);
    let mut tail = Tail::Seen;
    if let Some(list) = history_place(&mut root, status) {
        let end = list.children.iter().map(|entry| entry.place.span.end).max().unwrap_or(list.span.end);
        let line_end = text[end..].find('\n').map_or(text.len(), |on| end + on);
        let depth = list.children.first().map_or(0, |entry| indent_at(text, entry.place.span.start));
        let is_further_out = |line: &str| key(line).is_some_and(|(indent, ..)| indent < depth);
        if !text[line_end..].lines().any(is_further_out) {
            tail = Tail::TextEnds;
            end_inside(list);
        }
    }
    let document = Document::new(kind, root, status, Extent { head: true, tail }, problems);
    Some(document)
}

/// Entries whose `History:` line is not in the paste.
fn loose(root: Node, (text, span): (&str, Span), problems: &mut Vec<Problem>) -> Option<Document> {
    let list = if root.value.is_sequence() {
        root
    } else {
        let place = Place { span: root.place.span, block: true, closed: true, ..Place::default() };
        let mut list = Node { value: Value::Sequence(vec![root.value]), place };
        list.place.children.push(Child { key: None, place: root.place });
        list
    };
    if !list.value.as_sequence()?.iter().any(super::locate::is_entry) {
        return None;
    }
    let mut list = list;
    // The rest of a key that the text begins inside of may look like one.
    if let Value::Sequence(items) = &mut list.value {
        let rest = items.iter().take_while(|item| !super::locate::is_entry(item)).count();
        items.drain(..rest);
        list.place.children.drain(..rest);
    }
    if let Some(first) = list.place.children.first_mut() {
        let key = first.place.children.first().and_then(|child| child.key.as_ref()).map(|(key, _)| key.as_str());
        first.place.begins_before |= !matches!(key, Some("completionTime" | "acceptedRisks"));
    }
    if text[span.end..].trim().is_empty() {
        end_inside(&mut list.place);
    }
    let at = list.place.span.start;
    let message = "These lines have no History: above them; they were read as entries whose neighbours are not in the paste.";
    problems.push(Problem { code: ProblemCode::CutShort, span: Span::new(at, at), message: message.into() });
    Some(Document::new(Kind::List, list, &[], Extent { head: false, tail: Tail::Unknown }, problems))
}

/// The keys are sorted, and `Version:` is an entry's last: without it the text ends inside the last entry.
fn end_inside(list: &mut Place) {
    if let Some(last) = list.children.last_mut() {
        let version = last.place.children.last().and_then(|child| child.key.as_ref()).is_some_and(|(key, _)| key == "version");
        last.place.closed &= version;
    }
}

fn indent_at(text: &str, at: usize) -> usize {
    at - text[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn history_place<'n>(root: &'n mut Node, status: &[&str]) -> Option<&'n mut Place> {
    let mut place = &mut root.place;
    for key in status.iter().chain(&["history"]) {
        let named = |child: &&mut Child| child.key.as_ref().is_some_and(|(name, _)| name == key);
        place = &mut place.children.iter_mut().find(named)?.place;
    }
    Some(place)
}

/// A history of one entry is printed as a mapping.
fn as_list(root: &mut Node, status: &[&str]) {
    let mut value = &mut root.value;
    let mut place = &mut root.place;
    for key in status.iter().chain(&["history"]) {
        let Some(next) = value.get_mut(*key) else { return };
        value = next;
        let found = place.children.iter_mut().find(|child| child.key.as_ref().is_some_and(|(name, _)| name == key));
        let Some(child) = found else { return };
        place = &mut child.place;
    }
    if value.is_mapping() {
        let entry = std::mem::replace(value, Value::Null);
        *value = Value::Sequence(vec![entry]);
        let inner = std::mem::take(place);
        *place = Place { span: inner.span, block: true, closed: true, ..Place::default() };
        place.children.push(Child { key: None, place: inner });
    }
}

fn tree(text: &str, span: Span) -> Node {
    let block = |start: usize| Place { span: Span::new(start, start), block: true, closed: true, ..Place::default() };
    let open = |indent, key, start| Open {
        indent,
        key,
        map: Mapping::new(),
        place: block(start),
        items: vec![],
        last_key: String::new(),
    };
    let mut stack = vec![open(usize::MAX, None, span.start)];
    let mut at = span.start;
    for line in span.of(text).split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((indent, name, value_at)) = key(line) else { continue };
        if stack.len() == 1 && stack[0].indent == usize::MAX {
            stack[0].indent = indent;
        }
        while stack.len() > 1 && stack.last().is_some_and(|open| indent < open.indent) {
            close(&mut stack);
        }
        let key_span = Span::new(start + indent, start + value_at - 1);
        let value = line[value_at..].trim();
        let Some(top) = stack.last_mut() else { break };
        // Keys are sorted: one that does not come after the last begins the next element.
        let is_listed =
            top.key.is_some() || matches!(name.as_str(), "completionTime" | "startedTime" | "acceptedRisks" | "image" | "state");
        if name <= top.last_key && is_listed && indent == top.indent {
            let map = std::mem::take(&mut top.map);
            let place = std::mem::replace(&mut top.place, block(start + indent));
            top.items.push((map, place));
        }
        top.last_key.clone_from(&name);
        if value.is_empty() {
            stack.push(open(indent + 1, Some((name, key_span)), start + line.len()));
            if let Some(next) = stack.last_mut() {
                next.indent = span.of(text)[at - span.start..]
                    .lines()
                    .find_map(|line| key(line).map(|(indent, ..)| indent))
                    .unwrap_or(indent + 2);
                if next.indent <= indent {
                    stack.pop();
                }
            }
            continue;
        }
        let lead = line[value_at..].len() - line[value_at..].trim_start().len();
        let from = start + value_at + lead;
        let place = Place::leaf(Span::new(from, from + value.len()));
        let value = match value {
            "<nil>" | "<none>" | "<unset>" | "null" => Value::Null,
            _ => Value::String(value.to_owned()),
        };
        top.map.insert(Value::String(name.clone()), value);
        top.place.children.retain(|child| child.key.as_ref().is_none_or(|(known, _)| *known != name));
        top.place.children.push(Child { key: Some((name, key_span)), place });
    }
    while stack.len() > 1 {
        close(&mut stack);
    }
    let mut root = stack.pop().map(finish).unwrap_or_default();
    root.place.span = span;
    root
}

fn close(stack: &mut Vec<Open>) {
    let Some(mut done) = stack.pop() else { return };
    let key = done.key.take();
    let node = finish(done);
    if let (Some(top), Some((name, span))) = (stack.last_mut(), key) {
        top.map.insert(Value::String(name.clone()), node.value);
        top.place.children.push(Child { key: Some((name, span)), place: node.place });
    }
}

/// A mapping, or a list of them where there were several.
fn finish(mut open: Open) -> Node {
    let bound = |place: &mut Place| {
        let first = place.children.first().map(Place::whole);
        let whole = place.children.iter().map(Place::whole).fold(first, |sum, span| sum.map(|sum| sum.join(span)));
        place.span = whole.unwrap_or(place.span);
    };
    bound(&mut open.place);
    if open.items.is_empty() {
        return Node { value: Value::Mapping(open.map), place: open.place };
    }
    open.items.push((open.map, open.place));
    let mut list = Place { block: true, closed: true, ..Place::default() };
    let mut values = vec![];
    for (map, mut place) in open.items {
        bound(&mut place);
        list.span = if values.is_empty() { place.span } else { list.span.join(place.span) };
        values.push(Value::Mapping(map));
        list.children.push(Child { key: None, place });
    }
    Node { value: Value::Sequence(values), place: list }
}

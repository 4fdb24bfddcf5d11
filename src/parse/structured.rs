//! YAML and JSON, whole or cut, alone or amid other text.
//!
//! The parser reads until it must stop; what was whole is kept, and reading begins anew at the
//! line that stopped it. That is enough for a fragment whose indentation changes where keys above
//! it were cut off, for prose around it, and for a defect in the middle.

use serde_yaml::Value;

use super::document::{Document, Extent, Kind, Tail};
use super::loader::{self, Loaded, Piece};
use super::locate::{self, Context};
use super::node::{Child, Node, Place};
use super::reason::reason;
use super::{Problem, ProblemCode, Reading, repair};
use crate::source::{Span, cut};

/// New beginnings after which reading only goes on where an object or a history can begin.
const MAX_RESTARTS: usize = 60;

/// One run of the parser.
struct Run {
    loaded: Loaded,
    problems: Vec<Problem>,
    /// Brackets were put before the text: it begins inside something.
    headless: bool,
    /// What it begins inside of is an element of a list.
    inside: bool,
    /// How many bytes were looked at.
    cost: usize,
}

/// Reads a fragment; histories and problems go to the reading.
pub(super) fn read(text: &str, span: Span, reading: &mut Reading) {
    // A defect that shows only at the end of the text makes a run read all of it: that must not happen often.
    if let Some(at) = read_within(text, span, (16 << 20).max((span.end - span.start) * 4), reading) {
        reading.problems.push(not_read(at));
    }
}

/// The same, looking at no more than so many bytes, some of them again and again; from where on it was too much.
pub(super) fn read_within(text: &str, span: Span, whole: usize, reading: &mut Reading) -> Option<usize> {
    let ascii = span.of(text).is_ascii();
    let known = reading.documents.len();
    let mut at = next_start(text, span.start, span.end);
    let mut restarts = 0;
    let mut budget = whole;
    let mut partial: Option<Node> = None;
    let mut loose: Vec<Node> = vec![];
    while at < span.end && budget > 0 {
        let object = object_end(text, at, span.end, &mut budget);
        let run = run(text, Span::new(at, object.unwrap_or(span.end)), ascii);
        budget = budget.saturating_sub(run.cost);
        let next = match &run.loaded.stopped {
            Some((stopped, _)) => {
                let line = line_start(text, *stopped);
                let from = if line > at { line } else { next_line(text, at) };
                restarts += 1;
                // Much that is no YAML: only what can begin an object or a history is worth a try from here on.
                if restarts < MAX_RESTARTS && budget > whole / 2 {
                    next_start(text, from, span.end)
                } else {
                    next_anchor(text, from, span.end)
                }
            }
            None => object.map_or(span.end, |end| next_start(text, end, span.end)),
        };
        take(text, run, (next < span.end, span.end), &mut partial, &mut loose, reading);
        at = next;
    }
    flush(text, &mut loose, reading);
    lose(partial, reading);
    // Where a history begins on the line that stopped the parser, that line has been read after all.
    let begins: Vec<usize> = reading.documents[known..].iter().map(|document| line_start(text, document.span.start)).collect();
    reading
        .problems
        .retain(|problem| problem.code != ProblemCode::Syntax || !begins.contains(&line_start(text, problem.span.start)));
    (at < span.end).then_some(at)
}

/// Says that the rest of a text was not read.
pub(super) fn not_read(at: usize) -> Problem {
    let message = "There is more here than could be read in a reasonable time: what follows was not judged. Give it in parts.";
    Problem { code: ProblemCode::NotRead, span: Span::new(at, at), message: message.into() }
}

/// Where an object or a list in brackets ends, if other lines follow it: of many, each is read alone.
fn object_end(text: &str, at: usize, end: usize, budget: &mut usize) -> Option<usize> {
    let opener = at + (text[at..end].len() - text[at..end].trim_start().len());
    if !text[opener..end].starts_with(['{', '[']) {
        return None;
    }
    let closed = closing(text, opener, end);
    *budget = budget.saturating_sub(closed.unwrap_or(end) - opener);
    let closed = closed?;
    let line = &text[closed..next_line(text, closed).min(end)];
    let rest = line.trim_matches(|c: char| c.is_whitespace() || c == ',');
    let goes_on = !text[closed..end].trim().is_empty();
    let after = closed + (line.len() - line.trim_start_matches([' ', '\t', ',']).len());
    (goes_on && (rest.is_empty() || rest.starts_with(['{', '[']))).then_some(after)
}

/// Behind the bracket that closes one.
pub(super) fn closing(text: &str, opener: usize, end: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote: Option<u8> = None;
    let mut escaped = false;
    for (index, &byte) in text.as_bytes()[opener..end].iter().enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), _) if byte == open => quote = None,
            (Some(_), b'\n') => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(opener + index + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn run(text: &str, span: Span, ascii: bool) -> Run {
    let mut problems = vec![];
    let source = span.of(text);
    let piece = Piece { text: source, ascii, prefix: 0, offset: span.start, end: span.end };
    let loaded = loader::load(&piece, &mut problems);
    let cost = match &loaded.stopped {
        Some((stopped, why)) if !why.contains("end of stream") => stopped.saturating_sub(span.start) + 256,
        _ => source.len(),
    };
    let plain = Run { loaded, problems, headless: false, inside: false, cost };
    let is_json = source.trim_start().starts_with(['{', '}', '[', ']', '"', '\'']);
    if plain.loaded.stopped.is_none() || !is_json {
        return plain;
    }
    let cost = cost + source.len();
    let Some(mended) = repair::mend(source) else { return Run { cost, ..plain } };
    let mut problems = vec![];
    let piece = Piece { text: &mended.text, ascii, prefix: mended.prefix, offset: span.start, end: span.end };
    let loaded = loader::load(&piece, &mut problems);
    let cost = cost + source.len();
    let better = count_entries(&loaded) > count_entries(&plain.loaded);
    let inside = mended.text[..mended.prefix].ends_with('{');
    if better { Run { loaded, problems, headless: mended.prefix > 0, inside, cost } } else { Run { cost, ..plain } }
}

/// Takes what a run gave.
fn take(
    text: &str,
    run: Run,
    (goes_on, end): (bool, usize),
    partial: &mut Option<Node>,
    loose: &mut Vec<Node>,
    reading: &mut Reading,
) {
    let before = reading.documents.len();
    let stop = run.loaded.stopped.clone().filter(|_| !stopped_cleanly(&run.loaded));
    let last = run.loaded.documents.len().saturating_sub(1);
    for (index, mut node) in run.loaded.documents.into_iter().enumerate() {
        // What precedes a list that begins in the middle is the rest of the entry before it.
        if is_rest_of_entry(&node) {
            lose(partial.replace(node), reading);
            continue;
        }
        if locate::is_entry(&node.value) && node.value.get("history").is_none() {
            let adjoins = |last: &Node| {
                let between = text.get(last.place.span.end..node.place.span.start);
                between.is_some_and(|between| between.trim_matches(|c: char| c.is_whitespace() || c == ',').is_empty())
            };
            if !loose.last().is_none_or(adjoins) {
                flush(text, loose, reading);
            }
            loose.push(node);
            continue;
        }
        flush(text, loose, reading);
        let indented = column(text, node.place.span.start) > 0;
        let bare = node.value.is_sequence() && node.place.block;
        let followed = index < last || goes_on && stop.is_none();
        let joined = match partial.take() {
            Some(rest) if bare => Some(prepend(&mut node, rest)),
            rest => {
                lose(rest, reading);
                None
            }
        };
        let head = !run.headless && joined.is_none() && !(bare && (indented || followed));
        reading.documents.extend(locate::histories(
            node,
            Context { head, followed, inside: run.inside, end },
            &mut reading.problems,
        ));
    }
    let found = reading.documents.len() > before || !loose.is_empty();
    if found || partial.is_some() {
        reading.problems.extend(run.problems);
    } else if let Some(problem) = run.problems.iter().find(|problem| problem.is_of_history()) {
        // A second, empty one took the place of the first.
        reading.problems.push(problem.clone());
    } else if run.problems.iter().any(|problem| problem.code == ProblemCode::TooDeep) {
        reading.problems.extend(run.problems.into_iter().take(1));
    }
    if let Some((at, why)) = stop {
        let message =
            format!("This cannot be read: {}. What stands before it was kept, and reading went on after it.", reason(&why));
        let problem = Problem { code: ProblemCode::Syntax, span: Span::new(at, at), message };
        // A second start may come to the same end.
        match found || looks_like_ours(text, at) {
            true if reading.problems.contains(&problem) => {}
            true => reading.problems.push(problem),
            false => _ = reading.first_stop.get_or_insert(problem),
        }
    }
}

/// Entries that follow each other without a list around them, as `jq '.[]'` and jsonpath's range
/// print them, are one list; not where a filter took some of them out.
fn flush(text: &str, loose: &mut Vec<Node>, reading: &mut Reading) {
    let Some(first) = loose.first() else { return };
    let start = line_start(text, first.place.span.start);
    let filtered = is_filtered(text, start);
    let nodes = std::mem::take(loose);
    if nodes.len() == 1 || filtered {
        for mut node in nodes {
            // With more before it in the text, an indented one without a dash was an element of a list.
            if node.place.block && begins_inside(text, &node.place) {
                node.place.begins_before = true;
                reading.problems.push(locate::cut_short(&node.place, true));
            }
            let extent = Extent { head: false, tail: Tail::Unknown };
            reading.documents.push(Document::new(Kind::Entry, node, &[], extent, &mut reading.problems));
        }
        return;
    }
    let mut list =
        Node { value: Value::Sequence(vec![]), place: Place { span: nodes[0].place.span, closed: true, ..Place::default() } };
    for node in nodes {
        list.place.span = list.place.span.join(node.place.span);
        if let Value::Sequence(items) = &mut list.value {
            items.push(node.value);
        }
        list.place.children.push(Child { key: None, place: node.place });
    }
    let extent = Extent { head: true, tail: Tail::Unknown };
    reading.documents.push(Document::new(Kind::Lines, list, &[], extent, &mut reading.problems));
}

/// Whether the command above a place took out some entries, so that what stands there are no neighbours.
pub(super) fn is_filtered(text: &str, at: usize) -> bool {
    let mut before = at.saturating_sub(400);
    while !text.is_char_boundary(before) {
        before += 1;
    }
    text[before..at].trim_end().lines().next_back().is_some_and(|line| line.contains("select(") || line.contains("grep "))
        || text[before..at].lines().rev().take(6).any(|line| line.contains("jq") && line.contains("select("))
}

/// The parser stopped between things, not inside one: another level of indentation begins.
fn stopped_cleanly(loaded: &Loaded) -> bool {
    loaded.documents.last().is_some_and(|node| {
        let place = &node.place;
        place.closed || (place.block && !place.children.is_empty() && place.children.iter().all(|child| child.place.closed))
    })
}

fn looks_like_ours(text: &str, at: usize) -> bool {
    let start = line_start(text, at);
    let end = text[at..].find('\n').map_or(text.len(), |on| at + on);
    let line = &text[start..end];
    ["completionTime", "startedTime", "history", "ClusterVersion"].iter().any(|word| line.contains(word))
}

/// A mapping with an entry's keys, and nothing that an object or a status has.
fn is_rest_of_entry(node: &Node) -> bool {
    let place = &node.place;
    let ours = |child: &Child| child.key.as_ref().is_some_and(|(key, _)| super::ENTRY_KEYS.contains(&key.as_str()));
    place.block && place.closed && !place.ran_out && !place.children.is_empty() && place.children.iter().all(ours)
}

/// Says that the rest of an entry was left out: no list goes on behind it.
fn lose(rest: Option<Node>, reading: &mut Reading) {
    if let Some(rest) = rest.filter(|rest| rest.value.get("startedTime").is_some()) {
        let place = Place { begins_before: true, ..rest.place };
        reading.problems.push(locate::cut_short(&place, false));
    }
}

/// Whether the beginning of an entry in YAML is not in the text: it is indented, and has no key that `oc` prints first.
fn begins_inside(text: &str, place: &Place) -> bool {
    let keys = || place.children.iter().filter_map(|child| child.key.as_ref().map(|(key, _)| key.as_str()));
    let own = line_start(text, place.children.first().map_or(place.span.start, |child| Place::whole(child).start));
    let indented = text[own..].starts_with([' ', '\t']) && !text[own..].trim_start().starts_with('-');
    indented && keys().is_sorted() && keys().next().is_some_and(|key| key > "completionTime")
}

/// Puts the rest of an entry before the list that follows it. Whether it holds enough to be judged.
fn prepend(list: &mut Node, rest: Node) -> bool {
    let known = locate::is_entry(&rest.value) && list.place.span.start >= rest.place.span.end;
    if let (true, Value::Sequence(items)) = (known, &mut list.value) {
        items.insert(0, rest.value);
        list.place.span = list.place.span.join(rest.place.span);
        list.place.children.insert(0, Child { key: None, place: Place { begins_before: true, ..rest.place } });
    }
    known
}

fn count_entries(loaded: &Loaded) -> usize {
    fn count(value: &Value) -> usize {
        match value {
            Value::Sequence(items) => items.iter().map(count).sum(),
            Value::Mapping(_) if locate::is_entry(value) => 1,
            Value::Mapping(map) => map.values().map(count).sum(),
            _ => 0,
        }
    }
    loaded.documents.iter().map(|node| count(&node.value)).sum()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

fn next_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |on| at + on + 1)
}

fn column(text: &str, at: usize) -> usize {
    at - line_start(text, at)
}

/// The next line from `at` on that could begin something: it has a colon, or an opening bracket or dash.
fn next_start(text: &str, mut at: usize, end: usize) -> usize {
    while at < end {
        let stop = next_line(text, at).min(end);
        let line = text[at..stop].trim();
        if let Some(open) = literal(&text[at..stop]) {
            return at + open;
        }
        let prompt = line.starts_with("$ ") || line.starts_with("# ");
        if !prompt && !cut::is_label(line) && (line.contains(':') || line.starts_with(['-', '{', '[', '"'])) {
            return at;
        }
        at = stop;
    }
    end
}

/// Where a literal of a programming language opens: `const history = [`, `return {`, `f([`.
fn literal(line: &str) -> Option<usize> {
    let open = line.trim_end().strip_suffix(['[', '{'])?;
    let before = open.trim_end_matches(['[', '{', ' ']);
    let opens = before.ends_with(['=', '(']) || before.ends_with("return");
    (opens && !before.contains(':')).then(|| before.len() + (line[before.len()..].find(['[', '{']).unwrap_or(0)))
}

/// The next line that begins an object, a status, a history or an entry.
fn next_anchor(text: &str, mut at: usize, end: usize) -> usize {
    const ANCHORS: [&str; 9] =
        ["apiVersion", "completionTime", "history", "items", "kind", "startedTime", "state", "status", "metadata"];
    while at < end {
        let stop = next_line(text, at).min(end);
        let line = text[at..stop].trim_start_matches([' ', '\t', '-', '"', '\'']);
        let anchored = ANCHORS
            .iter()
            .any(|anchor| line.strip_prefix(anchor).is_some_and(|rest| rest.trim_start_matches(['"', '\'']).starts_with(':')));
        let bracket = line.starts_with(['{', '[']);
        let ours =
            line.trim_end().len() < 3 || ["apiVersion", "history", "startedTime", "items"].iter().any(|word| line.contains(word));
        if anchored || bracket && ours {
            return at;
        }
        at = stop;
    }
    end
}

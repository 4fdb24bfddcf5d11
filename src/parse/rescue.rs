//! A second look at what the readers passed over: a text that names `startedTime` holds a history,
//! and where none was found there it stands inside something else.
//!
//! - brackets in the middle of a line: a Python or JavaScript literal behind a log prefix;
//! - JSON inside a string, its quotes and line ends escaped;
//! - Go's print of a map or a struct (`golang.rs`).

use super::{ProblemCode, Reading, golang, structured};
use crate::order;
use crate::source::{Derived, Span};

/// Reads what the readers passed over; finds go where they belong in the order of the text.
pub(super) fn read(text: &str, reading: &mut Reading) {
    let mut spans: Vec<Span> = reading.documents.iter().map(|document| document.span).collect();
    order::sort_by_key(&mut spans, |span| span.start);
    let mut mentions = Mentions { text, spans, next: 0, end: 0 };
    let mut search = Search { text, floor: 0, line: 0, seen: 0, has_escape: false, budget: (4 << 20).max(text.len() * 8) };
    let mut at = 0;
    while let Some(found) = mentions.next(at) {
        if search.budget == 0 {
            reading.problems.push(structured::not_read(found));
            break;
        }
        let before = reading.documents.len();
        let end = search
            .escaped(found, reading)
            .or_else(|| golang::read(text, found, reading))
            .or_else(|| search.bracketed(found, reading));
        let line_end = text[found..].find('\n').map_or(text.len(), |on| found + on);
        at = end.unwrap_or(line_end).max(found + 1);
        if reading.documents.len() > before {
            search.floor = at;
            // What could not be read at first has been read now.
            let spans: Vec<Span> = reading.documents[before..].iter().map(|document| document.span).collect();
            reading.problems.retain(|problem| {
                problem.code != ProblemCode::Syntax
                    || !spans.iter().any(|span| span.start <= problem.span.start && problem.span.start <= span.end)
            });
        }
    }
    order::sort_by_key(&mut reading.documents, |document| document.span.start);
}

/// The mentions of the key outside of every history found.
struct Mentions<'t> {
    text: &'t str,
    /// Where the histories stand, in order.
    spans: Vec<Span>,
    /// The first of them that begins behind the last mention.
    next: usize,
    /// Where the last of those before ends.
    end: usize,
}

impl Mentions<'_> {
    fn next(&mut self, from: usize) -> Option<usize> {
        let text = self.text;
        for (at, _) in text.get(from..)?.match_indices("tartedTime") {
            let Some(at) = (from + at).checked_sub(1) else { continue };
            while let Some(span) = self.spans.get(self.next).filter(|span| span.start <= at) {
                self.end = self.end.max(span.end);
                self.next += 1;
            }
            // Go's structs begin their fields with a capital.
            let begins = matches!(text.as_bytes()[at], b's' | b'S');
            if begins && at >= self.end && is_key(text, at + "startedTime".len()) {
                return Some(at);
            }
        }
        None
    }
}

/// What is remembered from one mention to the next, so that no stretch of the text is gone over again and again.
struct Search<'t> {
    text: &'t str,
    /// No bracket that is still open stands before this.
    floor: usize,
    /// Where the line of the last mention begins, how far it was looked at, and whether a `\n` was written out in it.
    line: usize,
    seen: usize,
    has_escape: bool,
    /// How many bytes may still be looked at.
    budget: usize,
}

/// Whether a colon follows the key, behind its quote if it has one.
fn is_key(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    rest.trim_start_matches(['"', '\'', '\\', ' ']).starts_with(':')
}

impl Search<'_> {
    /// From an opening bracket around the mention; the outermost that gives entries. Returns where it ends.
    fn bracketed(&mut self, at: usize, reading: &mut Reading) -> Option<usize> {
        let text = self.text;
        let mut depth = 0_usize;
        let mut openers = vec![];
        // Far enough back for a list of a hundred entries.
        let floor = at.saturating_sub(200_000).max(self.floor.min(at));
        self.budget = self.budget.saturating_sub(at - floor);
        for (index, byte) in text.as_bytes()[floor..at].iter().enumerate().rev() {
            match byte {
                b'}' | b']' => depth += 1,
                b'{' | b'[' if depth == 0 => openers.push(floor + index),
                b'{' | b'[' => depth -= 1,
                _ => {}
            }
            if openers.len() > 24 {
                break;
            }
        }
        if openers.is_empty() {
            self.floor = at;
        }
        for opener in openers.into_iter().rev() {
            if self.budget == 0 {
                break;
            }
            let end = structured::closing(text, opener, text.len()).unwrap_or(text.len());
            self.budget = self.budget.saturating_sub(end - opener);
            let mut inner = Reading::default();
            // What is none of ours is left at the second or third try.
            structured::read_within(text, Span::new(opener, end), 4_096 + 4 * (end - opener), &mut inner);
            if inner.documents.iter().any(|document| document.span.start <= at && at < document.span.end) {
                reading.documents.append(&mut inner.documents);
                reading.problems.append(&mut inner.problems);
                return Some(end);
            }
        }
        None
    }

    /// A string literal that holds JSON or YAML: `\"startedTime\": …\n`.
    fn escaped(&mut self, at: usize, reading: &mut Reading) -> Option<usize> {
        let text = self.text;
        if let Some(on) = text[self.seen..at].rfind('\n') {
            (self.line, self.has_escape) = (self.seen + on + 1, false);
        }
        self.has_escape |= text[self.line.max(self.seen.saturating_sub(1))..at].contains("\\n");
        self.seen = at;
        if !text[..at].ends_with("\\\"") && !self.has_escape {
            return None;
        }
        let start = unescaped_quote_before(text, at);
        let mut derived = Derived::default();
        let mut index = start;
        let bytes = text.as_bytes();
        while index < text.len() {
            match bytes[index] {
                b'\\' => {
                    let (plain, length) = match bytes.get(index + 1) {
                        Some(b'n') => ("\n", 2),
                        Some(b't') => ("\t", 2),
                        Some(b'r') => ("", 2),
                        Some(b'"') => ("\"", 2),
                        Some(b'\\') => ("\\", 2),
                        _ => ("\\", 1),
                    };
                    derived.replace(plain, Span::new(index, index + length));
                    index += length;
                }
                b'"' => break,
                _ => {
                    let length = text[index..].find(['\\', '"']).unwrap_or(text.len() - index);
                    derived.keep(text, Span::new(index, index + length));
                    index += length;
                }
            }
        }
        self.budget = self.budget.saturating_sub(index - start);
        let mut inner = Reading::default();
        super::fragments(&derived.text, &mut inner);
        let original = |span: Span| derived.original_span(span);
        inner.documents.iter_mut().for_each(|document| document.remap(&original));
        inner.problems.iter_mut().for_each(|problem| problem.span = original(problem.span));
        let found = !inner.documents.is_empty();
        reading.documents.append(&mut inner.documents);
        reading.problems.append(&mut inner.problems);
        found.then_some(index)
    }
}

/// Behind the quote that opens the string literal around a place.
fn unescaped_quote_before(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut index = at;
    while index > 0 {
        index -= 1;
        if bytes[index] == b'"' && (index == 0 || bytes[index - 1] != b'\\') {
            return index + 1;
        }
    }
    0
}

#[cfg(test)]
pub(super) mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::{Input, Options, inspect, report::HistoryReport};

    pub(in super::super) fn histories(text: &str) -> Vec<HistoryReport> {
        inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default()).histories
    }

    pub(in super::super) fn starts(text: &str) -> Vec<Vec<(String, usize)>> {
        let entry = |entry: crate::report::EntryReport| (entry.started_time.unwrap(), entry.line);
        histories(text).into_iter().map(|history| history.entries.into_iter().map(entry).collect()).collect()
    }

    #[test]
    fn a_literal_behind_a_log_prefix() {
        let text = "2020-10-01T15:47:42Z - INFO - got: [\n {'startedTime': '2020-12-11T16:39:05Z', 'state': 'Completed', 'verified': False}\n]\nnext: line\n";
        assert_eq!(starts(text), [[("2020-12-11T16:39:05Z".into(), 2)]]);
        assert_eq!(histories(text)[0].entries[0].verified, Some(false));
    }

    #[test]
    fn json_inside_a_string() {
        let text = "msg: \"{\\\"history\\\": [\\n {\\\"startedTime\\\": \\\"2020-12-11T16:39:05Z\\\", \\\"state\\\": \\\"Partial\\\"}]}\"\n";
        assert_eq!(starts(text), [[("2020-12-11T16:39:05Z".into(), 1)]]);
    }
}

//! A second look at what the readers passed over: a text that names `startedTime` holds a history,
//! and where none was found there it stands inside something else.
//!
//! - brackets in the middle of a line: a Python or JavaScript literal behind a log prefix;
//! - JSON inside a string, its quotes and line ends escaped;
//! - Go's print of a map or a struct (`golang.rs`).

use super::{ProblemCode, Reading, golang, structured};
use crate::order;
use crate::source::{Derived, Span};

/// How many histories are sought so.
const MAX_RESCUES: usize = 32;

/// Reads what the readers passed over; finds go where they belong in the order of the text.
pub(super) fn read(text: &str, reading: &mut Reading) {
    let mut at = 0;
    for _ in 0..MAX_RESCUES {
        let Some(found) = next_uncovered(text, at, reading) else { break };
        let before = reading.documents.len();
        let end = escaped(text, found, reading)
            .or_else(|| golang::read(text, found, reading))
            .or_else(|| bracketed(text, found, reading));
        let line_end = text[found..].find('\n').map_or(text.len(), |on| found + on);
        at = end.unwrap_or(line_end).max(found + 1);
        if reading.documents.len() > before {
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

/// The next mention of the key outside of every history found.
fn next_uncovered(text: &str, from: usize, reading: &Reading) -> Option<usize> {
    let mentions = text.get(from..)?.match_indices("tartedTime").filter_map(|(at, _)| (from + at).checked_sub(1));
    let covered = |at: usize| reading.documents.iter().any(|document| document.span.start <= at && at < document.span.end);
    // Go's structs begin their fields with a capital.
    let begins = |at: usize| matches!(text.as_bytes()[at], b's' | b'S');
    mentions.into_iter().find(|&at| begins(at) && !covered(at) && is_key(text, at + "startedTime".len()))
}

/// Whether a colon follows the key, behind its quote if it has one.
fn is_key(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    rest.trim_start_matches(['"', '\'', '\\', ' ']).starts_with(':')
}

/// From an opening bracket around the mention; the outermost that gives entries. Returns where it ends.
fn bracketed(text: &str, at: usize, reading: &mut Reading) -> Option<usize> {
    let mut depth = 0_usize;
    let mut openers = vec![];
    // Far enough back for a list of a hundred entries.
    let floor = at.saturating_sub(200_000);
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
    for opener in openers.into_iter().rev() {
        let end = closing(text, opener);
        let mut inner = Reading::default();
        structured::read(text, Span::new(opener, end), &mut inner);
        if inner.documents.iter().any(|document| document.span.start <= at && at < document.span.end) {
            reading.documents.append(&mut inner.documents);
            reading.problems.append(&mut inner.problems);
            return Some(end);
        }
    }
    None
}

/// Behind the bracket that closes one; the text's end where none does.
fn closing(text: &str, opener: usize) -> usize {
    let mut depth = 0_usize;
    let mut quote: Option<u8> = None;
    let mut escaped = false;
    for (index, &byte) in text.as_bytes()[opener..].iter().enumerate() {
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
                    return opener + index + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// A string literal that holds JSON or YAML: `\"startedTime\": …\n`.
fn escaped(text: &str, at: usize, reading: &mut Reading) -> Option<usize> {
    let is_escaped = text[..at].ends_with("\\\"") || {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        text[line..at].contains("\\n")
    };
    if !is_escaped {
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

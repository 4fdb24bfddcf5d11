//! Indentation by tabs, which YAML does not allow.

use super::{Derived, Span};

/// What a tab of an indentation stands for. Any number does, where all of an object is indented so.
const TAB: &str = "  ";

/// With blanks where the lines of a YAML history are indented by tabs. JSON may have them.
pub(super) fn expand(text: &str) -> Option<Derived> {
    if !text.contains('\t') || !is_indented(text) {
        return None;
    }
    let indent = |line: &str| line.len() - line.trim_start_matches(['\t', ' ']).len();
    // One before every line is nobody's indentation.
    let shared = text.lines().filter(|line| !line.trim().is_empty()).all(|line| line.starts_with('\t'));
    let mut derived = Derived::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        for at in start..start + indent(line) {
            match text.as_bytes().get(at) {
                Some(b'\t') if shared && at == start => {}
                Some(b'\t') => derived.replace(TAB, Span::new(at, at + 1)),
                _ => derived.keep(text, Span::new(at, at + 1)),
            }
        }
        derived.keep(text, Span::new(start + indent(line), start + line.len()));
        start += line.len();
    }
    Some(derived)
}

/// Whether one of an entry's keys stands behind a tab alone.
fn is_indented(text: &str) -> bool {
    ["startedTime:", "completionTime:"].iter().any(|key| {
        text.match_indices(key).any(|(at, _)| {
            let before = text[..at].trim_end_matches([' ', '\t']);
            let before = before.strip_suffix('-').unwrap_or(before).trim_end_matches([' ', '\t']);
            (before.is_empty() || before.ends_with('\n')) && text[before.len()..at].contains('\t')
        })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn tabs_that_indent_become_blanks() {
        let derived = expand("history:\n\t- completionTime: a\n\t\tstartedTime: b\tc\n").unwrap();
        assert_eq!(derived.text, "history:\n  - completionTime: a\n    startedTime: b\tc\n");
        assert_eq!(derived.original_span(Span::new(35, 46)), Span::new(32, 43));
    }

    #[test]
    fn one_before_every_line_goes() {
        assert_eq!(expand("\thistory:\n\t- startedTime: b\n").unwrap().text, "history:\n- startedTime: b\n");
    }

    #[test]
    fn json_and_columns_keep_theirs() {
        assert!(expand("{\n\t\"startedTime\": \"b\"\n}\n").is_none());
        assert!(expand("2019-10-16T08:23:10Z\t-\tPartial\n").is_none());
    }
}

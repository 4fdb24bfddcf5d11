//! What a pager leaves in what is copied out of it: `--More--`, with or without how far it is, and `(END)`.

use super::{Derived, Span};

const MORE: &str = "--More--";
const END: &str = "(END)";

/// Takes such lines away.
pub(super) fn strip(text: &str) -> Option<Derived> {
    if !text.contains(MORE) && !text.contains(END) {
        return None;
    }
    let mut derived = Derived::default();
    let mut at = 0;
    let mut found = false;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        match behind(line) {
            // Nothing else on it: its end goes with it.
            Some(rest) if line[rest..].trim().is_empty() => found = true,
            // The pager wrote over its own prompt.
            Some(rest) => {
                found = true;
                derived.keep(text, Span::new(start + rest, end));
            }
            None => derived.keep(text, Span::new(start, end)),
        }
    }
    found.then_some(derived)
}

/// Where a line goes on behind the pager's prompt.
fn behind(line: &str) -> Option<usize> {
    let rest = match line.strip_prefix(MORE) {
        Some(rest) => rest.strip_prefix('(').and_then(|rest| rest.split_once("%)")).map_or(rest, |(_, rest)| rest),
        None => line.strip_prefix(END)?,
    };
    let rest = rest.trim_start_matches([' ', '\r', '\u{8}']);
    Some(line.len() - rest.len())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn its_prompts_go_and_the_lines_stay() {
        let given = "a: 1\n--More--\nb: 2\n--More--(50%)\r        \rc: 3\n(END)\n";
        let derived = strip(given).unwrap();
        assert_eq!(derived.text, "a: 1\nb: 2\nc: 3\n");
        let at = derived.text.find("c:").unwrap();
        assert_eq!(derived.original_span(Span::new(at, at + 1)).start, given.find("c:").unwrap());
        assert!(strip("message: see --More-- (END)\n").is_none());
    }
}

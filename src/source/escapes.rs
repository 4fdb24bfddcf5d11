//! Lines written out on one, their ends as `\n`, without being a string literal.

use super::{Derived, Span};

/// Puts the lines back.
pub(super) fn unfold(text: &str) -> Option<Derived> {
    if !text.contains("\\n") {
        return None;
    }
    let mut derived = Derived::default();
    let mut start = 0;
    let mut unfolded = false;
    for line in text.split_inclusive('\n') {
        let span = Span::new(start, start + line.len());
        start = span.end;
        if !is_folded(line) {
            derived.keep(text, span);
            continue;
        }
        unfolded = true;
        let mut from = span.start;
        for (at, _) in line.match_indices('\\').map(|(at, mark)| (span.start + at, mark)) {
            let stands_for = match text.as_bytes().get(at + 1) {
                _ if at < from => continue,
                Some(b'n') => "\n",
                Some(b't') => "\t",
                Some(b'r') => "",
                Some(b'"') => "\"",
                Some(b'\\') => "\\",
                _ => continue,
            };
            derived.keep(text, Span::new(from, at));
            from = at + 2;
            derived.replace(stands_for, Span::new(at, from));
        }
        derived.keep(text, Span::new(from, span.end));
    }
    unfolded.then_some(derived)
}

/// Whether a line holds several of a history. A string literal is read as one, elsewhere.
fn is_folded(line: &str) -> bool {
    let begins = |rest: &str| {
        let rest = rest.split("\\n").next().unwrap_or_default().trim_start_matches([' ', '-', '\\', '"', '{']);
        ["startedTime", "Started Time", "completionTime", "state"].iter().any(|key| rest.starts_with(key))
            || rest.contains("Z") && ["Completed", "Partial"].iter().any(|state| rest.contains(state)) && rest.len() < 400
    };
    let plain = line.match_indices('"').filter(|(at, _)| !line[..*at].ends_with('\\')).count();
    let is_literal = plain == 2 || plain > 0 && line.contains("\\\"") || line.trim_start().starts_with(['"', '\'']);
    let all_escaped = plain == 0 && line.contains("\\\"startedTime\\\"") && line.starts_with(['{', '[']);
    all_escaped || !is_literal && line.match_indices("\\n").any(|(at, _)| begins(&line[at + 2..]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn lines_come_back_where_they_stood() {
        let text = "history:\\n- completionTime: \"a\"\\n  startedTime: \"b\"\\n\nx\n";
        let derived = unfold(text).unwrap();
        assert_eq!(derived.text, "history:\n- completionTime: \"a\"\n  startedTime: \"b\"\n\nx\n");
        assert_eq!(derived.original(derived.text.find("startedTime").unwrap()), text.find("startedTime").unwrap());
        assert_eq!(
            unfold("4.3.0 Completed 2020-01-29T22:04:00Z\\n4.2.0 Partial 2020-01-28T22:04:00Z").unwrap().text.lines().count(),
            2
        );
        assert_eq!(unfold("{\\\"startedTime\\\": 1}\\n").unwrap().text, "{\"startedTime\": 1}\n");
        assert_eq!(unfold("- startedTime: \\\"b\\\"\\n  state: c").unwrap().text, "- startedTime: \"b\"\n  state: c");
    }

    #[test]
    fn literals_and_messages_are_left_alone() {
        for text in
            ["\"history:\\n- startedTime: b\\n\"", "msg=\"history:\\n- startedTime: b\"", "message: 'a\\nb'\nstartedTime: c\n"]
        {
            assert!(unfold(text).is_none(), "{text}");
        }
    }
}

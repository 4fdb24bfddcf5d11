//! Quote marks of mail, comment marks, odd spaces, fences and callouts.

use super::{Derived, Span, lines_of};

/// The text without them; none where there are none.
pub(super) fn strip(text: &str) -> Option<Derived> {
    let Marks { quoted, marks } = marks(text);
    let spaces = !text.is_ascii() && text.contains(['\u{a0}', '\u{200b}', '\u{2060}', '\u{3000}', '\u{2007}', '\u{202f}']);
    if !(quoted || spaces || marks) {
        return None;
    }
    let lines = lines_of(text);
    let prefixes = if quoted { prefixes(text, &lines) } else { vec![0; lines.len()] };
    let mut derived = Derived::default();
    for (index, line) in lines.iter().enumerate() {
        let prefix = prefixes[index];
        if index > 0 && (prefix > 0) != (prefixes[index - 1] > 0) {
            // What is quoted and what is not are two texts.
            derived.replace("---\n", Span::new(line.start, line.start));
        }
        let body = Span::new((line.start + prefix).min(line.end), line.end);
        let whole = body.of(text);
        let inner = whole.trim_end_matches(['\n', '\r']);
        let ending = Span::new(body.start + inner.len(), body.end);
        if prefix == 0 && inner.trim_start().starts_with("//") {
            // A comment in a literal of JavaScript or Go: the YAML that this is read as has none such.
            derived.keep(text, ending);
            continue;
        }
        if is_fence(inner) {
            derived.replace("---", Span::new(body.start, body.start));
            derived.keep(text, ending);
            continue;
        }
        let (opening, closing) = glued(inner);
        let content = Span::new(body.start + opening, body.start + inner.len() - closing);
        if opening > 0 {
            derived.replace("---\n", Span::new(body.start, content.start));
        }
        let kept = without_callout(content.of(text)).len();
        push(&mut derived, text, Span::new(content.start, content.start + kept));
        if closing > 0 {
            derived.replace("\n---", Span::new(content.end, content.end + closing));
        }
        derived.keep(text, ending);
    }
    Some(derived)
}

/// What one look at the beginnings of the lines tells.
struct Marks {
    /// A line begins as a quotation or a comment does.
    quoted: bool,
    /// There may be fences, callouts or arrows.
    marks: bool,
}

fn marks(text: &str) -> Marks {
    let tags = text.contains("{nofor") || text.contains("{code");
    let mut found = Marks { quoted: false, marks: tags || text.contains('<') || text.contains("```") };
    let bytes = text.as_bytes();
    for start in std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)) {
        let mut at = start;
        while let Some(b' ' | b'\t') = bytes.get(at) {
            at += 1;
        }
        match bytes.get(at) {
            Some(b'>' | b'#' | b'*') => found.quoted = true,
            Some(b'/') => found.quoted |= bytes.get(at + 1) == Some(&b'/'),
            Some(b'~') => found.marks = true,
            Some(b'-' | b'.' | b'=') => {
                found.marks |= [b"----", b"....", b"===="].iter().any(|mark| bytes[at..].starts_with(*mark))
            }
            _ => {}
        }
    }
    found
}

/// A stretch, its odd spaces made plain ones.
fn push(derived: &mut Derived, text: &str, span: Span) {
    let mut from = span.start;
    for (at, c) in span.of(text).char_indices() {
        let plain = match c {
            '\u{a0}' | '\u{3000}' | '\u{2007}' | '\u{202f}' => " ",
            '\u{200b}' | '\u{2060}' => "",
            _ => continue,
        };
        let at = span.start + at;
        derived.keep(text, Span::new(from, at));
        from = at + c.len_utf8();
        derived.replace(plain, Span::new(at, from));
    }
    derived.keep(text, Span::new(from, span.end));
}

/// How much of each line is a quote or comment mark. A comment counts only where the comments
/// themselves hold a history: else it is a comment, or a prompt.
fn prefixes(text: &str, lines: &[Span]) -> Vec<usize> {
    let mut prefixes: Vec<usize> = lines.iter().map(|line| quote(line.of(text))).collect();
    let mut at = 0;
    while at < lines.len() {
        let mark = |index: usize| comment(lines[index].of(text));
        let Some(first) = mark(at).filter(|_| prefixes[at] == 0) else {
            at += 1;
            continue;
        };
        let count = (at..lines.len()).take_while(|&index| mark(index) == Some(first)).count();
        let block = &lines[at..at + count];
        // One line with a star is a list's element, however its dash came to be one.
        let holds = (count > 1 || first != "*") && block.iter().any(|line| holds_history(line.of(text)));
        if holds {
            for (line, prefix) in block.iter().zip(&mut prefixes[at..]) {
                let body = line.of(text);
                let indent = body.len() - body.trim_start().len();
                let rest = &body[(indent + first.len()).min(body.len())..];
                *prefix = indent + first.len() + usize::from(rest.starts_with(' '));
            }
        }
        at += count.max(1);
    }
    prefixes
}

/// An entry's start, or a record of columns.
fn holds_history(line: &str) -> bool {
    ["startedTime:", "\"startedTime\"", "'startedTime'", "Started Time:"].iter().any(|key| line.contains(key))
        || (line.contains("Completed") || line.contains("Partial"))
            && line.match_indices("T").any(|(at, _)| {
                let bytes = line.as_bytes();
                at >= 10 && bytes[at - 3] == b'-' && bytes[at - 1].is_ascii_digit() && bytes.get(at + 3) == Some(&b':')
            })
}

/// `> `, `> > `, `>>`: as mail and issue trackers quote.
fn quote(line: &str) -> usize {
    let mut at = 0;
    let mut end = 0;
    let bytes = line.as_bytes();
    while let Some(b'>') = bytes.get(at) {
        at += 1;
        end = at;
        if bytes.get(at) == Some(&b' ') {
            end = at + 1;
            if bytes.get(end) == Some(&b'>') {
                at = end;
            }
        }
    }
    end
}

/// The mark of a line comment.
fn comment(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    ["//", "#", "*"].into_iter().find(|mark| line.starts_with(mark))
}

/// A line that only begins or ends a block of markup: Markdown's fences, AsciiDoc's delimiters.
fn is_fence(line: &str) -> bool {
    let indent = line.len() - line.trim_start().len();
    let line = line.trim();
    let markdown = (line.starts_with("```") || line.starts_with("~~~")) && is_label(&line[3..]);
    let jira = tag(line) == Some(line.len());
    let asciidoc = line.len() >= 4 && ["-", ".", "="].iter().any(|mark| line.trim_matches(mark.as_bytes()[0] as char).is_empty());
    indent <= 3 && (markdown || asciidoc || jira)
}

/// What stands behind an opening fence: a language, possibly with words on how to show it.
fn is_label(text: &str) -> bool {
    text.len() < 40
        && !text.contains(['`', '|'])
        && !text.contains(": ")
        && !text.ends_with(':')
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// `{noformat}`, `{code}`, `{code:yaml}`, as Jira has them: how long.
fn tag(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("{noformat").or_else(|| text.strip_prefix("{code"))?;
    let end = inner.find('}')?;
    (end == 0 || end < 80 && inner.starts_with(':') && !inner[..end].contains(['"', '{']))
        .then(|| text.len() - inner.len() + end + 1)
}

/// How much of a line is a mark of a block that should have had a line of its own, at its beginning and at its end.
fn glued(line: &str) -> (usize, usize) {
    let opening = tag(line).or_else(|| {
        let indent = line.len() - line.trim_start().len();
        line[indent..].starts_with("```").then_some(indent + 3)
    });
    let opening = opening.unwrap_or(0);
    let trimmed = line[opening..].trim_end();
    let closing = match trimmed.rfind('{').filter(|at| tag(&trimmed[*at..]) == Some(trimmed.len() - at)) {
        Some(at) => line.len() - opening - at,
        None if trimmed.len() > 3 && trimmed.ends_with("```") => line.len() - opening - (trimmed.len() - 3),
        None => 0,
    };
    (opening, closing)
}

/// Without AsciiDoc's `<1>`, or an arrow that somebody drew, at its end.
fn without_callout(line: &str) -> &str {
    let trimmed = line.trim_end();
    if let Some(open) = trimmed.strip_suffix('>').and_then(|inner| inner.rfind('<')) {
        let number = &trimmed[open + 1..trimmed.len() - 1];
        if !number.is_empty() && number.len() < 3 && number.bytes().all(|byte| byte.is_ascii_digit()) {
            return trimmed[..open].trim_end();
        }
    }
    let shaft = trimmed.trim_end_matches(['-', '=']);
    match shaft.strip_suffix('<') {
        Some(before) if shaft.len() < trimmed.len() => before.trim_end(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn cleaned(text: &str) -> String {
        strip(text).unwrap().text
    }

    #[test]
    fn a_plain_text_is_left_alone() {
        assert!(strip("status:\n  history:\n  - state: Partial\n").is_none());
    }

    #[test]
    fn quote_marks_go_and_what_is_not_quoted_stands_apart() {
        assert_eq!(cleaned("See\n> a:\n>   b\n> > c\nx\n"), "See\n---\na:\n  b\nc\n---\nx\n");
    }

    #[test]
    fn comments_are_read_only_where_they_hold_a_history() {
        let text = "x\n// a\n//   startedTime: t\ny\n# no\n";
        assert_eq!(cleaned(text), "x\n---\na\n  startedTime: t\n---\ny\n# no\n");
    }

    #[test]
    fn comments_of_every_kind_of_history_are_read() {
        for line in ["2020-03-02T09:00:11Z||Partial|4.3.3", "Started Time:  2020-03-02T09:00:11Z", "'startedTime': 'x'"] {
            for mark in ["# ", "// ", "#"] {
                assert_eq!(cleaned(&format!("{mark}{line}\n{mark}x\n")), format!("{line}\nx\n"));
            }
        }
    }

    #[test]
    fn fences_part_and_callouts_go() {
        assert_eq!(cleaned("```yaml\na: b <1>\nState: Partial <-----\n```\n"), "---\na: b\nState: Partial\n---\n");
        assert_eq!(cleaned("----\na: <nil>\n"), "---\na: <nil>\n");
        assert_eq!(cleaned("{code:yaml}\na: b\n{code}\n"), "---\na: b\n---\n");
    }

    #[test]
    fn marks_of_a_block_glued_to_its_lines_go() {
        for (open, close) in [("{noformat}", "{noformat}"), ("{code:yaml|title=x}", "{code}"), ("```", "```")] {
            let text = format!("{open}apiVersion: v1\nversionHash: a={close}\nx\n");
            let derived = strip(&text).unwrap();
            assert_eq!(derived.text, "---\napiVersion: v1\nversionHash: a=\n---\nx\n");
            assert_eq!(derived.original_span(Span::new(4, 14)), Span::new(open.len(), open.len() + 10));
        }
    }

    #[test]
    fn no_break_spaces_indent() {
        let derived = strip("\u{a0}\u{a0}a: b\n").unwrap();
        assert_eq!(derived.text, "  a: b\n");
        assert_eq!(derived.original(2), 4);
    }
}

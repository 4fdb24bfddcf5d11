//! What mail, markup and terminals add to a text is taken away again, and every byte remembers
//! where it stood: quote marks, comment marks, no-break spaces, fences, callouts, hard wraps.

use super::{Derived, Span};

/// No terminal is narrower.
const WRAPPED: usize = 60;

/// The text without what was added to it; none where nothing was, so that a large object costs only the look.
pub fn clean(text: &str) -> Option<Derived> {
    let Marks { quoted, marks, may_be_wrapped } = marks(text);
    let spaces = !text.is_ascii() && text.contains(['\u{a0}', '\u{200b}', '\u{2060}', '\u{3000}', '\u{2007}', '\u{202f}']);
    let wrapped = if may_be_wrapped { wrap_width(text) } else { None };
    if !(quoted || spaces || marks) && wrapped.is_none() {
        return None;
    }
    let lines = lines(text);
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
        let kept = without_callout(inner).len();
        push(&mut derived, text, Span::new(body.start, body.start + kept));
        let next = lines.get(index + 1).map(|next| {
            let from = next.start + prefixes.get(index + 1).copied().unwrap_or(0);
            Span::new(from.min(next.end), next.end).of(text)
        });
        let is_wrapped = wrapped.is_some_and(|width| inner.chars().count() == width) && next.is_some_and(continues);
        if !is_wrapped {
            derived.keep(text, ending);
        }
    }
    Some(derived)
}

/// What one look at the beginnings of the lines tells.
struct Marks {
    /// A line begins as a quotation or a comment does.
    quoted: bool,
    /// There may be fences, callouts or arrows.
    marks: bool,
    /// A word stands at column 0 below a long line.
    may_be_wrapped: bool,
}

fn marks(text: &str) -> Marks {
    let mut found = Marks { quoted: false, marks: text.contains('<'), may_be_wrapped: false };
    let bytes = text.as_bytes();
    let mut last = 0;
    for start in std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)) {
        let mut at = start;
        while let Some(b' ' | b'\t') = bytes.get(at) {
            at += 1;
        }
        match bytes.get(at) {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') => found.may_be_wrapped |= at == start && start - last > WRAPPED,
            Some(b'>' | b'#' | b'*') => found.quoted = true,
            Some(b'/') => found.quoted |= bytes.get(at + 1) == Some(&b'/'),
            Some(b'`' | b'~') => found.marks = true,
            Some(b'-' | b'.' | b'=') => {
                found.marks |= [b"----", b"....", b"===="].iter().any(|mark| bytes[at..].starts_with(*mark))
            }
            _ => {}
        }
        last = start;
    }
    found
}

/// Lines with their ends.
fn lines(text: &str) -> Vec<Span> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            at += line.len();
            Span::new(at - line.len(), at)
        })
        .collect()
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
        let holds = block.iter().any(|line| line.of(text).contains("startedTime:") || line.of(text).contains("\"startedTime\""));
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
    let markdown = (line.starts_with("```") || line.starts_with("~~~")) && line.len() < 40 && !line[3..].contains('`');
    let asciidoc = line.len() >= 4 && ["-", ".", "="].iter().any(|mark| line.trim_matches(mark.as_bytes()[0] as char).is_empty());
    indent <= 3 && (markdown || asciidoc)
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

/// The width at which a terminal wrapped the text: several lines of exactly the greatest length,
/// each followed by one that can only be its continuation.
fn wrap_width(text: &str) -> Option<usize> {
    if text.len() > 4 << 20 {
        return None;
    }
    let mut lines = text.lines().peekable();
    let mut counts = std::collections::BTreeMap::new();
    let mut longest = 0;
    while let Some(line) = lines.next() {
        let width = if line.is_ascii() { line.len() } else { line.chars().count() };
        longest = longest.max(width);
        if width >= WRAPPED && lines.peek().copied().is_some_and(continues) {
            *counts.entry(width).or_insert(0) += 1;
        }
    }
    counts.get(&longest).is_some_and(|&count| count >= 1).then_some(longest)
}

/// A line that begins nothing of its own: one word at column 0, with no key, dash or bracket before it.
fn continues(line: &str) -> bool {
    let line = line.trim_end();
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/' | '@' | ':' | '-' | '"' | '\'' | ',' | '+' | '=');
    !line.is_empty() && !line.starts_with(['-', '"', '\'', '#', ':']) && line.chars().all(plain) && !line.ends_with(':')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn cleaned(text: &str) -> String {
        clean(text).unwrap().text
    }

    #[test]
    fn a_plain_text_is_left_alone() {
        assert!(clean("status:\n  history:\n  - state: Partial\n").is_none());
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
    fn fences_part_and_callouts_go() {
        assert_eq!(cleaned("```yaml\na: b <1>\nState: Partial <-----\n```\n"), "---\na: b\nState: Partial\n---\n");
        assert_eq!(cleaned("----\na: <nil>\n"), "---\na: <nil>\n");
    }

    #[test]
    fn wrapped_values_are_joined() {
        let long = format!("  image: {}", "x".repeat(71));
        let text = format!("{long}\nabcdef\n  state: Partial\n");
        assert_eq!(cleaned(&text), format!("{long}abcdef\n  state: Partial\n"));
    }

    #[test]
    fn no_break_spaces_indent() {
        let derived = clean("\u{a0}\u{a0}a: b\n").unwrap();
        assert_eq!(derived.text, "  a: b\n");
        assert_eq!(derived.original(2), 4);
    }
}

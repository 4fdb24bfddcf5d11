//! Lines that a terminal broke at its width, inside words and values, are put together again.

use super::{Derived, Span, anchor};

/// No terminal is narrower.
const WRAPPED: usize = 60;

/// No paste is copied off a terminal in one piece of this size.
const LARGEST: usize = 4 << 20;

/// A line and how wide it is.
struct Line {
    /// Without its end.
    body: Span,
    /// In characters.
    width: usize,
}

/// Joins what was broken: in brackets and quotes left open, in records of columns, in values of YAML.
pub(super) fn join(text: &str) -> Option<Derived> {
    if text.len() > LARGEST {
        return None;
    }
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        let inner = line.trim_end_matches(['\n', '\r']);
        let width = if inner.is_ascii() { inner.len() } else { inner.chars().count() };
        Line { body: Span::new(at - line.len(), at - line.len() + inner.len()), width }
    });
    let lines: Vec<Line> = lines.collect();
    if !lines.windows(2).any(|pair| pair[0].width >= WRAPPED && pair[1].width > 0) {
        return None;
    }
    let widest = widest(text, &lines);
    // For each line, what stands for its end where it goes on in the next.
    let mut joined: Vec<Option<&str>> = vec![None; lines.len()];
    let mut index = 0;
    while index + 1 < lines.len() {
        let count = match lines[index].width >= WRAPPED {
            true => open(text, &lines[index..]).or_else(|| record(text, &lines[index..])).unwrap_or(0),
            false => 0,
        };
        let width = lines[index..=index + count].iter().map(|line| line.width).max().unwrap_or(0);
        for at in index..index + count {
            // A blank at the margin is lost when the line is copied.
            joined[at] = Some(if lines[at].width < width { " " } else { "" });
        }
        let may_go_on = count == 0 && widest == Some(lines[index].width) && !is_record(lines[index].body.of(text));
        if may_go_on && lines.get(index + 1).is_some_and(|next| continues(next.body.of(text))) {
            joined[index] = Some("");
        }
        index += count + 1;
    }
    if joined.iter().all(Option::is_none) {
        return None;
    }
    let mut derived = Derived::default();
    for (index, line) in lines.iter().enumerate() {
        derived.keep(text, line.body);
        let next = lines.get(index + 1).map_or(text.len(), |next| next.body.start);
        match joined[index] {
            Some("") => {}
            Some(blank) => derived.replace(blank, Span::new(line.body.end, next)),
            None => derived.keep(text, Span::new(line.body.end, next)),
        }
    }
    Some(derived)
}

/// What is open in a literal at some place.
#[derive(Default, Clone, Copy)]
struct Literal {
    depth: usize,
    quote: Option<u8>,
    escaped: bool,
    last: u8,
}

impl Literal {
    fn push(&mut self, line: &str) {
        for &byte in line.as_bytes() {
            match (self.quote, byte) {
                _ if self.escaped => self.escaped = false,
                (_, b'\\') => self.escaped = true,
                (Some(open), _) if byte == open => self.quote = None,
                (Some(_), _) => {}
                (None, b'"') => self.quote = Some(byte),
                // Amid words it is an apostrophe.
                (None, b'\'') if matches!(self.last, b' ' | b':' | b'{' | b'[' | b'(' | b',' | 0) => self.quote = Some(byte),
                (None, b'{' | b'[') => self.depth += 1,
                (None, b'}' | b']') => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            self.last = byte;
        }
    }

    fn is_open(&self) -> bool {
        self.depth > 0 || self.quote.is_some()
    }
}

/// How many lines go on with a literal that the first leaves open: lines of one width, and a last one of any.
fn open(text: &str, lines: &[Line]) -> Option<usize> {
    let first = lines[0].body.of(text);
    let trimmed = first.trim_start();
    let is_literal =
        trimmed.starts_with(['{', '[', '"', '\'']) || ["{\"", "{'", "[{", "map["].iter().any(|mark| first.contains(mark));
    if !is_literal {
        return None;
    }
    let mut literal = Literal::default();
    literal.push(first);
    let width = lines[0].width.max(lines.get(1).map_or(0, |line| line.width));
    if lines[0].width + 1 < width {
        return None;
    }
    let mut count = 0;
    let mut is_broken = false;
    while literal.is_open() && lines[count].width + 1 >= width {
        let Some(next) = lines.get(count + 1).filter(|next| next.width <= width && next.width > 0) else { break };
        let (before, after) = (lines[count].body.of(text), next.body.of(text));
        // Lines of a printed object end between its tokens, and begin with an indentation or another bracket.
        let at_token = literal.quote.is_none() && (before.ends_with(['{', '[', ',']) || after.starts_with(['{', '"']));
        if at_token && (after.starts_with("  ") || after.starts_with('\t')) || is_record(after) && !after.contains(['"', '\'']) {
            break;
        }
        let amid = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        is_broken |= literal.quote.is_some() || amid(before.chars().next_back()) && amid(after.chars().next());
        literal.push(after);
        count += 1;
    }
    (count > 0 && is_broken).then_some(count)
}

/// How many lines go on with a record of columns that is cut in its last ones.
fn record(text: &str, lines: &[Line]) -> Option<usize> {
    let width = lines[0].width;
    if !is_record(lines[0].body.of(text)) {
        return None;
    }
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/' | '@' | ':' | '-' | '|' | '\t' | ' ' | '"' | ',');
    let goes_on = |line: &Line| {
        let body = line.body.of(text);
        let words = body.split(['|', '\t', ' ', ',']).filter(|word| !word.is_empty());
        let hex = |word: &str| word.len() > 7 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let in_place = |word: &str| {
            word.contains(['/', '@', ':', '.']) || hex(word) || matches!(word, "true" | "false" | "null") || word.len() < 8
        };
        let few = words.clone().count() <= 3 && words.into_iter().all(in_place);
        line.width <= width
            && line.width > 0
            && body.chars().all(plain)
            && few
            && !is_record(body)
            && !body.contains(": ")
            && !body.contains("://")
    };
    let mut count = 0;
    while lines[count].width == width && lines.get(count + 1).is_some_and(goes_on) {
        count += 1;
    }
    // Only an image makes a record longer than a terminal is wide; it ends within what was joined.
    let joined: String = lines[..=count].iter().map(|line| line.body.of(text)).collect();
    let image =
        |text: &str| text.split_once("sha256:").map_or(0, |(_, rest)| rest.bytes().take_while(u8::is_ascii_hexdigit).count());
    let (before, after) = (image(lines[0].body.of(text)), image(&joined));
    (count > 0 && before < 64 && after >= before && (after == 64 || joined.contains('/'))).then_some(count)
}

/// Whether a line begins as a record of columns does and has a state.
fn is_record(line: &str) -> bool {
    let line = line.trim_start_matches(['|', ' ', '"']);
    let begins = line.starts_with(|c: char| c.is_ascii_digit()) && anchor::begins_record(line);
    begins && ["Completed", "Partial"].iter().any(|state| line.contains(state))
}

/// The width of the widest lines, where some of them are followed by what can only be their continuation.
fn widest(text: &str, lines: &[Line]) -> Option<usize> {
    let longest = lines.iter().map(|line| line.width).max().filter(|longest| *longest >= WRAPPED)?;
    let wrapped = |pair: &[Line]| pair[0].width == longest && continues(pair[1].body.of(text));
    lines.windows(2).any(wrapped).then_some(longest)
}

/// A line that begins nothing of its own: one word at column 0, with no key, dash or bracket before it.
fn continues(line: &str) -> bool {
    let line = line.trim_end();
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/' | '@' | ':' | '-' | '"' | '\'' | ',' | '+' | '=');
    !line.is_empty()
        && !line.starts_with(['-', '"', '\'', '#', ':'])
        && line.chars().all(plain)
        && !line.ends_with([':', '.'])
        && line != "EOF"
        && !line.contains("://")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// As a terminal of a width shows a text.
    fn wrapped(text: &str, width: usize) -> String {
        let pieces =
            |line: &str| line.as_bytes().chunks(width).map(|part| String::from_utf8(part.into()).unwrap()).collect::<Vec<_>>();
        text.lines().flat_map(pieces).map(|line| line + "\n").collect()
    }

    const IMAGE: &str =
        "quay.io/openshift-release-dev/ocp-release@sha256:4a6e1c5c7b7e1a0c8f8c3f1c64ac2a8e1b6dcf2bb1a61f0c9b9e53e7a1d0c2b4";

    #[test]
    fn whatever_a_terminal_broke_is_whole_again_at_every_width() {
        let entry = format!(
            "\"completionTime\": null, \"image\": \"{IMAGE}\", \"startedTime\": \"2020-03-02T09:00:11Z\", \"state\": \"Partial\""
        );
        let line = format!("{{{entry}}}\n");
        let python = format!("{{'history': [{{{}}}]}}\n", entry.replace('"', "'").replace("null", "None"));
        let map = format!("[map[completionTime:<nil> image:{IMAGE} startedTime:2020-03-02T09:00:11Z state:Partial]]\n");
        for text in [line.repeat(3), python, map] {
            for width in [60, 72, 80, 100, 120, 132] {
                let given = wrapped(&text, width);
                let derived = join(&given).unwrap_or_else(|| panic!("{width}: {given}"));
                assert_eq!(derived.text, text, "{width}");
                let at = derived.text.find("2020").unwrap();
                assert_eq!(derived.original(at), at + at / width);
            }
        }
    }

    #[test]
    fn records_with_images_are_whole_again() {
        for text in [
            format!(
                "2020-03-02T09:00:11Z|2020-03-02T09:50:12Z|Completed|4.3.3|{IMAGE}|true\n2020-03-01T09:00:11Z||Partial|4.3.2|{IMAGE}|true\n"
            ),
            format!("4.3.3\ttrue\t2020-03-02T09:00:11Z\t2020-03-02T09:50:12Z\tCompleted\t{IMAGE}\n"),
        ] {
            for width in [72, 80, 100, 120, 132] {
                assert_eq!(join(&wrapped(&text, width)).unwrap().text, text, "{width}");
            }
        }
    }

    #[test]
    fn a_blank_at_the_margin_comes_back() {
        let first = format!("{{\"history\": [{{\"image\": \"{}\",", "x".repeat(60));
        let second =
            format!("{:0<87}", "\"startedTime\": \"2020-03-02T09:00:11Z\", \"state\": \"Completed\", \"version\": \"4.3.1");
        assert_eq!((first.len(), second.len()), (86, 87));
        assert_eq!(join(&format!("{first}\n{second}\n0\"}}]}}\n")).unwrap().text, format!("{first} {second}0\"}}]}}\n"));
    }

    #[test]
    fn wrapped_values_are_joined() {
        let long = format!("  image: {}", "x".repeat(71));
        let text = format!("{long}\nabcdef\n  state: Partial\n");
        assert_eq!(join(&text).unwrap().text, format!("{long}abcdef\n  state: Partial\n"));
    }

    #[test]
    fn what_was_not_broken_stays() {
        let long = "x".repeat(80);
        for text in [
            format!("{{\"a\": \"{long}\"}}\n{{\"a\": \"{long}\"}}\n"),
            format!("{{ \"a\": \"{long}\",\n  \"b\": [\n    1\n  ]\n}}\n"),
            format!("2020-03-02T09:00:11Z|2020-03-02T09:50:12Z|Completed|4.3.3|{IMAGE}|true\nand that was all of it\n"),
            format!(
                "2020-03-02T09:00:11Z|2020-03-02T09:50:12Z|Completed|4.3.3|{IMAGE}|true\n2020-03-01T09:00:11Z||Partial|4.3.2|{IMAGE}|true\n"
            ),
            "2020-03-02T09:00:11Z 2020-03-02T09:50:12Z Completed 4.3.3-rc.1 true\nEOF\n".to_string(),
            format!("  message: {long}\n...\n"),
            format!("It isn't {long} that\nshe said\n"),
        ] {
            assert!(join(&text).is_none(), "{}", join(&text).unwrap().text);
        }
    }
}

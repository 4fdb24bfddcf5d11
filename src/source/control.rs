//! What a terminal is told beside what it shows: colours, titles, odd control characters.

use super::{Derived, Span};

/// The longest title or link that is taken for one.
const LONGEST: usize = 2000;

/// Nobody copies more than this off a terminal: what escapes were spelled or lost is not looked for in more.
const LARGEST: usize = 4 << 20;

/// Takes away escape sequences, also where the escape is spelled `^[` or was lost, and control characters.
pub(super) fn strip(text: &str) -> Option<Derived> {
    let odd =
        |chunk: &[u8]| chunk.iter().fold(false, |odd, &byte| odd | (byte < b'\t') | matches!(byte, 0x0b | 0x0c | 0x1b | 0x7f));
    let has_odd = text.as_bytes().chunks(4096).any(odd);
    let is_small = text.len() < LARGEST;
    let bare = !has_odd && is_small && is_bare(text);
    let has_marks = !text.is_ascii() && text.contains(is_invisible);
    if !(has_odd || bare || has_marks || is_small && text.contains("^[[")) {
        return None;
    }
    let mut derived = Derived::default();
    let mut from = 0;
    let mut at = 0;
    while let Some(on) = text[at..].find(|c: char| matches!(c, '^' | '[' | '\u{fffd}') || is_control(c) || is_invisible(c)) {
        at += on;
        match sequence(text, at, bare) {
            Some((length, stands_for)) => {
                derived.keep(text, Span::new(from, at));
                derived.replace(stands_for, Span::new(at, at + length));
                at += length;
                from = at;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    derived.keep(text, Span::new(from, text.len()));
    (derived.text != text).then_some(derived)
}

fn is_control(c: char) -> bool {
    c < '\t' || matches!(c, '\u{b}' | '\u{c}' | '\u{1b}' | '\u{7f}')
}

/// Direction marks, and the line separators that no reader here knows.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{85}')
}

/// Whether a mark stands at a line's beginning or end.
fn is_outermost(text: &str, at: usize, length: usize) -> bool {
    let mut before = text[..at].chars().rev().take(8).skip_while(|c| is_invisible(*c));
    let mut after = text[at + length..].chars().take(8).skip_while(|c| is_invisible(*c));
    matches!(before.next(), None | Some('\n')) || matches!(after.next(), None | Some('\n' | '\r'))
}

/// Whether colours are left without their escapes: one is switched on, and one off.
fn is_bare(text: &str) -> bool {
    let colours = |needle: &str| text.match_indices(needle).filter(|(at, _)| colour(&text[*at..]).is_some()).take(2).count();
    text.contains("[0m") && (colours("[0;") + colours("[01;") + colours("[1;") + colours("[3") + colours("[9")) > 0
        || text.contains("m[K") && colours("[01;31m") > 0
}

/// `[01;31m`, `[0m`, and grep's `[m` and `[K` beside such.
fn colour(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').len();
    match inner.as_bytes().get(digits) {
        Some(b'm') if digits > 0 && digits < 20 || inner.starts_with("m[K") => Some(digits + 2),
        Some(b'K') if digits == 0 => Some(2),
        _ => None,
    }
}

/// The sequence that begins here: its length, and what stands for it.
fn sequence(text: &str, at: usize, bare: bool) -> Option<(usize, &'static str)> {
    let rest = &text[at..];
    let first = rest.chars().next()?;
    let lead = match first {
        '\u{1b}' => 1,
        '^' if rest.starts_with("^[") => 2,
        '[' if bare && (!rest.starts_with("[K") || text[..at].ends_with('m')) => return Some((colour(rest)?, "")),
        '^' | '[' => return None,
        // Beside plain line ends they are part of a value.
        '\u{2028}' | '\u{2029}' | '\u{85}' if !text.contains('\n') => return Some((first.len_utf8(), "\n")),
        // Amid a line somebody put it there: that is for the reader to see.
        '\u{200e}'..='\u{2069}' if !is_outermost(text, at, first.len_utf8()) => return None,
        // What a decoder made of a byte order mark.
        '\u{fffd}' if at > 3 => return None,
        _ => return Some((first.len_utf8(), "")),
    };
    let body = &rest[lead..];
    let length = match body.bytes().next() {
        Some(b'[') => {
            let parameters = body[1..].find(|c: char| !matches!(c, ' '..='?'))?;
            body.as_bytes().get(1 + parameters).filter(|byte| matches!(byte, b'@'..=b'~'))?;
            parameters + 2
        }
        _ if lead > 1 => return None,
        Some(b']') => {
            let near = &body.as_bytes()[..body.len().min(LONGEST)];
            match near.iter().position(|byte| matches!(byte, 7 | 0x1b)) {
                Some(end) if near[end] == 7 => end + 1,
                Some(end) if near.get(end + 1) == Some(&b'\\') => end + 2,
                _ => 1,
            }
        }
        Some(b'(' | b')') => 2.min(body.len()),
        Some(b'0'..=b'~') => 1,
        _ => 0,
    };
    Some((lead + length, "")).filter(|(length, _)| text.is_char_boundary(at + length))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn stripped(text: &str) -> String {
        strip(text).unwrap().text
    }

    #[test]
    fn colours_and_titles_go_however_they_are_written() {
        let plain = "startedTime: t";
        for text in [
            "\u{1b}[01;31m\u{1b}[KstartedTime\u{1b}[m\u{1b}[K: t",
            "^[[34;1mstartedTime^[[0m: t",
            "[01;31m[KstartedTime[m[K: t",
            "[0;32mstartedTime[0m: t",
            "\u{1b}]0;root@bastion\u{7}startedTime\u{1b}[?2004l: t",
            "\u{1b}]8;;http://x\u{1b}\\startedTime\u{1b}(B: t",
            "\u{202a}\u{c}started\u{0}Time: t\u{202c}",
        ] {
            assert_eq!(stripped(text), plain, "{text:?}");
        }
        assert_eq!(stripped("a: b\u{2028}c: d"), "a: b\nc: d");
        assert!(strip("a: \"b\u{2028}c\"\nd: e\n").is_none());
        assert_eq!(stripped("\u{fffd}\u{fffd}a\0:\0 \0b\0"), "a: b");
    }

    #[test]
    fn places_stay() {
        let derived = strip("a: \u{1b}[32m2019\u{1b}[0m").unwrap();
        assert_eq!(derived.original(3), 8);
        assert_eq!(derived.original_span(Span::new(3, 7)), Span::new(8, 12));
    }

    #[test]
    fn brackets_and_carets_of_a_plain_text_stay() {
        for text in
            ["state: \u{202e}Partial\u{202c}, x", "[map[a:b] map[c:d]]", "{\"a\": [0, 1], \"b\": \"^[a-z]\"}", "x[0m] y", "a[K]"]
        {
            assert!(strip(text).is_none(), "{text}");
        }
    }
}

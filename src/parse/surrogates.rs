//! Characters beyond the first 65,536 as JSON escapes them: two halves, `\ud83d\ude00`. The parser takes a half for no
//! character. It is given others in their place, of the same length so that every byte keeps its own, and they are put
//! together in what it returns.

use std::borrow::Cow;

/// What the parser is given instead of a half: its code, moved to where Unicode has no characters of its own.
const MOVED: u32 = 0xe000 - 0xd800;

/// The text with halves moved, where strings in double quotes have any. A JSON string ends on its line.
pub(super) fn moved(text: &str) -> Cow<'_, str> {
    let mut halves = vec![];
    let mut next = 0;
    for (at, _) in text.match_indices("\\u") {
        if at < next || !is_half(text.as_bytes(), at) {
            continue;
        }
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        next = text[at..].find('\n').map_or(text.len(), |on| at + on);
        in_strings(text, start, next, &mut halves);
    }
    if halves.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut moved = String::with_capacity(text.len());
    let mut from = 0;
    for at in halves {
        moved.push_str(&text[from..at + 2]);
        let third = text.as_bytes()[at + 3].to_ascii_lowercase();
        moved.push('e');
        moved.push(char::from(if third.is_ascii_digit() { third - 8 } else { third - b'a' + b'2' }));
        from = at + 4;
    }
    moved.push_str(&text[from..]);
    Cow::Owned(moved)
}

/// `\ud8..` to `\udf..`.
fn is_half(text: &[u8], at: usize) -> bool {
    let digits = text.get(at + 2..at + 6).unwrap_or_default();
    digits.len() == 4
        && matches!(digits[0], b'd' | b'D')
        && matches!(digits[1], b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F')
        && digits[2..].iter().all(u8::is_ascii_hexdigit)
}

/// Where the halves stand in a line's strings; a backslash may itself be escaped.
fn in_strings(text: &str, start: usize, end: usize, halves: &mut Vec<usize>) {
    let bytes = text.as_bytes();
    let mut quoted = false;
    let mut at = start;
    while at < end {
        match bytes[at] {
            b'"' => quoted = !quoted,
            b'\\' if quoted => {
                if bytes.get(at + 1) == Some(&b'u') && is_half(bytes, at) {
                    halves.push(at);
                }
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
}

/// A string of the parser's with its halves put together; a half alone is no character.
pub(super) fn joined(text: &str) -> String {
    let half = |c: char| (0xe000..0xe800).contains(&u32::from(c)).then(|| u32::from(c) - MOVED);
    let mut joined = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(high) = half(c) else {
            joined.push(c);
            continue;
        };
        let low = chars.peek().and_then(|c| half(*c)).filter(|low| high < 0xdc00 && *low >= 0xdc00);
        let whole = low.and_then(|low| char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)));
        if whole.is_some() {
            chars.next();
        }
        joined.push(whole.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_keeps_its_place() {
        let text = r#"{"a": "\ud83d\ude00 \uD83D\uDE00", "b": "\\ud83d", "c": "\u00e9"} \ud83d"#;
        let moved = moved(text);
        assert_eq!(moved, r#"{"a": "\ue03d\ue600 \ue03D\ue600", "b": "\\ud83d", "c": "\u00e9"} \ud83d"#);
        assert_eq!(moved.len(), text.len());
    }

    #[test]
    fn halves_are_put_together() {
        assert_eq!(joined("a\u{e03d}\u{e600}b"), "a\u{1f600}b");
        assert_eq!(joined("\u{e03d} \u{e600}\u{e03d}"), "\u{fffd} \u{fffd}\u{fffd}");
        // The last there is.
        assert_eq!(joined("\u{e3ff}\u{e7ff}"), "\u{10ffff}");
    }

    #[test]
    fn a_text_without_them_is_left_alone() {
        for text in ["", r"\u", r"\ud", r#"{"a": "\u00e9"}"#, r"msg: '\ud83d'", r#""\ud83"#] {
            assert!(matches!(moved(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn valid_json_is_read_whole() {
        let text = r#"{"metadata": {"annotations": {"by": "\ud83d\ude00"}}, "status": {"history": [{"acceptedRisks": "a \ud83d\ude00", "startedTime": "2020-01-03T00:00:00Z", "completionTime": "2020-01-02T01:00:00Z", "state": "Completed", "version": "4.3.5"}]}}"#;
        let report = crate::inspect(&[crate::Input { text: text.into(), ..Default::default() }], &Default::default());
        assert_eq!(report.problems, []);
        let entry = &report.histories[0].entries[0];
        assert_eq!((entry.accepted_risks.as_deref(), entry.version.as_deref()), (Some("a \u{1f600}"), Some("4.3.5")));
        let finding = &report.histories[0].findings[0];
        assert_eq!(finding.rule, "completed-before-started");
        assert_eq!(text.find("\"2020-01-02").map(|at| at + 1), Some(finding.column));
    }
}

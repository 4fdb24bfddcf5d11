//! What word processors and chats make of plain characters: curly quotes, bullets for list dashes.

use super::{Derived, Span};

const QUOTES: [char; 10] = ['“', '”', '„', '‟', '″', '‘', '’', '‚', '‛', '′'];
const BULLETS: [char; 8] = ['*', '•', '–', '—', '‣', '▪', '◦', '−'];

/// With plain quotes round keys and values, and dashes before list elements.
pub(super) fn plain(text: &str) -> Option<Derived> {
    let odd = !text.is_ascii();
    let mut quoted = false;
    let mut bulleted = text.match_indices('*').any(|(at, _)| is_bullet(text, at, true));
    if odd {
        for at in candidates(text) {
            let Some(c) = text[at..].chars().next() else { break };
            quoted |= QUOTES.contains(&c) && opens(&text[at + c.len_utf8()..]);
            bulleted |= BULLETS.contains(&c) && is_bullet(text, at, true);
        }
    }
    if !(quoted || bulleted) {
        return None;
    }
    let mut derived = Derived::default();
    let mut from = 0;
    for (at, found) in text.match_indices(|c: char| QUOTES.contains(&c) || BULLETS.contains(&c)) {
        let stands_for = match found {
            "‘" | "’" | "‚" | "‛" | "′" if quoted && bounds(text, at, found) => "'",
            "“" | "”" | "„" | "‟" | "″" if quoted && bounds(text, at, found) => "\"",
            _ if bulleted && is_bullet(text, at, false) => "-",
            _ => continue,
        };
        derived.keep(text, Span::new(from, at));
        from = at + found.len();
        derived.replace(stands_for, Span::new(at, from));
    }
    derived.keep(text, Span::new(from, text.len()));
    Some(derived)
}

/// Where a character of these may begin: all but the asterisk are written in three bytes, of which the first is the same.
fn candidates(text: &str) -> impl Iterator<Item = usize> {
    const FIRST: u8 = 0xe2;
    text.as_bytes().iter().enumerate().filter(|(_, byte)| **byte == FIRST).map(|(at, _)| at)
}

/// A time, or one of the history's keys or states.
fn opens(rest: &str) -> bool {
    const WORDS: [&str; 6] = ["startedTime", "completionTime", "state", "history", "Completed", "Partial"];
    rest.starts_with("20") && rest.as_bytes().get(4) == Some(&b'-') || WORDS.iter().any(|word| rest.starts_with(word))
}

/// Whether a quote stands where a value or key begins or ends, not amid words.
fn bounds(text: &str, at: usize, quote: &str) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + quote.len()..].chars().next();
    before.is_none_or(|c| c.is_whitespace() || matches!(c, ':' | ',' | '{' | '[' | '(' | '|' | '='))
        || after.is_none_or(|c| c.is_whitespace() || matches!(c, ':' | ',' | '}' | ']' | ')' | '|'))
}

/// Whether a list element begins here, its dash another character; one of an entry's keys where that is asked for.
fn is_bullet(text: &str, at: usize, of_entry: bool) -> bool {
    const KEYS: [&str; 6] = ["completionTime:", "startedTime:", "state:", "image:", "acceptedRisks:", "apiVersion:"];
    let begins = text[..at].trim_end_matches([' ', '\t']);
    if !(begins.is_empty() || begins.ends_with('\n')) {
        return false;
    }
    let Some(rest) = text[at..].trim_start_matches(BULLETS).strip_prefix([' ', '\t']) else { return false };
    let rest = rest.trim_start_matches([' ', '\t']);
    if of_entry { KEYS.iter().any(|key| rest.starts_with(key)) } else { true }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn curly_quotes_round_values_become_plain_and_apostrophes_stay() {
        let derived = plain("startedTime: “2020-03-02T09:00:11Z”\nm: the operator’s\n").unwrap();
        assert_eq!(derived.text, "startedTime: \"2020-03-02T09:00:11Z\"\nm: the operator’s\n");
        assert_eq!(derived.original(14), 16);
        assert_eq!(plain("{‘state’: ‘Partial’}").unwrap().text, "{'state': 'Partial'}");
        assert!(plain("m: a “quoted” word\nstate: Partial\n").is_none());
    }

    #[test]
    fn bullets_become_dashes() {
        assert_eq!(
            plain("history:\n* completionTime: a\n  image: b\n").unwrap().text,
            "history:\n- completionTime: a\n  image: b\n"
        );
        assert_eq!(plain("  – state: a\n").unwrap().text, "  - state: a\n");
        assert!(plain("* a list\n* of words\n").is_none());
    }

    #[test]
    fn every_one_is_found_by_its_first_byte() {
        for c in QUOTES.iter().chain(&BULLETS).filter(|c| **c != '*') {
            assert_eq!(candidates(&format!("a{c}b")).collect::<Vec<_>>(), [1], "{c}");
        }
    }
}

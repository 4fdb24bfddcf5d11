//! People, by what stands around a name.

use super::form::{foreign, letter, public};
use super::{learned, secret};

/// Bytes that the rest of a person's name may have.
const NAME: usize = 60;
/// Words that a person's name may have.
const WORDS: usize = 4;
/// What stands before a person's whole name.
const TITLES: [&str; 10] = [
    "ssignee: ",
    "eporter: ",
    "uthor: ",
    "reator: ",
    "ontact: ",
    "eported by ",
    "ssigned to ",
    "erified by ",
    "ssignee ",
    "eporter ",
];

/// Whether a word is a person's name: in a home directory, an address, a prompt, or what a tracker says of people.
pub(super) fn is_told(before: &str, text: &str, after: &str) -> bool {
    let home = ["/home/", "/Users/", "\\Users\\"].iter().any(|home| before.ends_with(home));
    let at = after.starts_with('@') && !after.starts_with("@sha") && !public(text) && after[1..].starts_with(letter);
    // `jane+lists@…`, of which each part is a word.
    let tagged = after.strip_prefix('+').is_some_and(|rest| {
        let inside = |c: char| letter(c) || c.is_ascii_digit() || matches!(c, '.' | '-' | '_');
        rest.trim_start_matches(inside).starts_with('@')
    });
    // macOS' prompt: `Janes-MacBook:~ jane$`.
    let prompt = after.starts_with("$ ") && before.split_once(":~").is_some_and(|(host, _)| !host.contains(' '));
    // A context of `oc`: `default/api-prod7-example-com:6443/jdoe`.
    let word = before.rsplit([' ', '"', '\'']).next().unwrap_or_default();
    let logged_in = word.contains("api-") && word.ends_with(":6443/") || after.starts_with("/api-") && after.contains(":6443");
    let quoted = ["user \"", "User \"", "user \\\"", "User \\\""].iter().any(|quote| before.ends_with(quote))
        || before.ends_with(" as \"") && before.contains("Logged into");
    let address = before.ends_with("://")
        && after.strip_prefix(':').is_some_and(|rest| {
            let end = secret::end(rest, true);
            rest[end..].starts_with('@') && !rest[..end].contains('/')
        });
    home || at
        || tagged
        || prompt
        || logged_in
        || quoted
        || address
        || is_capital(text) && (mailed(after) || titled(before, text, after))
}

fn is_capital(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase() || foreign(c))
}

/// Whether a person's name goes on to an address: `Jane Q. Roe <jane@…>`.
fn mailed(after: &str) -> bool {
    let inside = |c: char| letter(c) || c.is_ascii_digit() || matches!(c, ' ' | '.' | '"');
    let length: usize = after.chars().take(NAME).take_while(|c| inside(*c)).map(char::len_utf8).sum();
    after[length..].strip_prefix('<').is_some_and(|rest| {
        let name = &after[..length];
        let address = rest.split(['>', ' ']).next().unwrap_or_default();
        let is_name = |word: &str| word.len() < 30 && is_capital(word);
        after.starts_with([' ', '.', '"'])
            && address.contains('@')
            && name.split([' ', '"', '.']).filter(|word| !word.is_empty()).all(is_name)
    })
}

/// Whether a tracker names a person here: `Assignee: Jane Roe`, or `Jane Roe 2019-09-27 20:01:11 UTC` above a comment.
fn titled(before: &str, text: &str, after: &str) -> bool {
    if !is_name(text) {
        return false;
    }
    // `O'Neil` is two words.
    let mut first = before.strip_suffix('\'').map_or(before, |rest| rest.trim_end_matches(letter));
    let mut last = after.strip_prefix('\'').map_or(after, |rest| rest.trim_start_matches(letter));
    let mut count = 1;
    // The dot of an initial is no part of the word.
    last = last.strip_prefix('.').filter(|_| text.len() == 1).unwrap_or(last);
    while let Some(rest) = first.strip_suffix(' ').filter(|_| count < WORDS) {
        let start = rest.rfind(' ').map_or(0, |at| at + 1);
        if !is_name(&rest[start..]) {
            break;
        }
        (first, count) = (&rest[..start], count + 1);
    }
    while let Some(rest) = last.strip_prefix(' ').filter(|_| count < WORDS) {
        let end = rest.find([' ', '\n', '\r']).unwrap_or(rest.len());
        if !is_name(&rest[..end]) {
            break;
        }
        (last, count) = (&rest[end..], count + 1);
    }
    let attachment = || first.ends_with(" by ") && first.contains("reated attachment ");
    let comment = || first.ends_with(" from ") && first.contains("omment #");
    let ends = || last.trim_start_matches(['.', ',', ';', ')']).trim().is_empty();
    let heads = || matches!(first.trim(), "" | "Description" | ">" | "*") && count > 1 && is_time(last);
    attachment() || comment() || TITLES.iter().any(|title| first.ends_with(title)) && ends() || heads()
}

/// `Roe`, `O'Neil`, `Q.`, and no word that a text has anyway.
fn is_name(word: &str) -> bool {
    let inside = |c: char| letter(c) || matches!(c, '.' | '-' | '\'');
    word.len() < 30 && is_capital(word) && word.chars().all(inside) && !learned::is_word(word)
}

fn is_time(after: &str) -> bool {
    let bytes = after.trim_start().as_bytes();
    let form = b"0000-00-00 00:00";
    bytes.len() >= form.len()
        && form.iter().zip(bytes).all(|(form, byte)| if *form == b'0' { byte.is_ascii_digit() } else { form == byte })
}

//! What stands in place of an original.

use super::{Kind, form};

/// The `n`th pseudonym of an original's shape.
pub(super) fn pseudonym(kind: Kind, original: &str, n: usize) -> String {
    match kind {
        Kind::ClusterId | Kind::ObjectId => format!("00000000-0000-4000-8000-{n:012x}"),
        Kind::Host if original.parse::<std::net::Ipv4Addr>().is_ok() => address(original, n),
        Kind::Host if original.contains(':') => hexadecimal(original, n),
        Kind::Host => {
            // The top-level domain tells nobody's name.
            let end = original.rfind('.').filter(|at| form::is_top(&original[at + 1..], true)).unwrap_or(original.len());
            format!("{}{}", filled(&original[..end], "host", n), &original[end..])
        }
        Kind::User => filled(original, "user", n),
        Kind::Secret => filled(original, "secret", n),
    }
}

/// Dots and hyphens stay; the rest is a word and a number, a letter for each unit of UTF-16 so that columns stay true.
fn filled(shape: &str, word: &str, n: usize) -> String {
    let stays = |c: char| matches!(c, '.' | '-');
    let room = shape.encode_utf16().count() - shape.chars().filter(|c| stays(*c)).count();
    let digits = letters(n);
    let word = &word[..word.len().min(room.saturating_sub(digits.len()))];
    let fill = "a".repeat(room.saturating_sub(word.len() + digits.len()));
    let name = format!("{word}{fill}{digits}");
    let mut name = name.chars().skip(name.len().saturating_sub(room));
    let mut out = String::with_capacity(shape.len());
    for c in shape.chars() {
        match stays(c) {
            true => out.push(c),
            false => out.extend((0..c.len_utf16()).map(|_| name.next().unwrap_or('x'))),
        }
    }
    out
}

/// A number in letters: with digits it might look like a version or a time.
fn letters(mut n: usize) -> String {
    let mut out = vec![];
    loop {
        out.push(char::from(b'a' + u8::try_from(n % 26).unwrap_or(0)));
        n /= 26;
        if n == 0 {
            return out.iter().rev().collect();
        }
    }
}

/// An address in hexadecimal, of letters alone: digits might look like a time.
fn hexadecimal(shape: &str, mut n: usize) -> String {
    let mut out: Vec<char> = shape.chars().collect();
    for c in out.iter_mut().rev().filter(|c| !matches!(c, ':' | '.')) {
        *c = char::from(b'a' + u8::try_from(n % 6).unwrap_or_default());
        n /= 6;
    }
    out.into_iter().collect()
}

/// An IPv4 address, each of whose numbers has as many digits as it had.
fn address(shape: &str, mut n: usize) -> String {
    let mut parts: Vec<String> = vec![];
    for part in shape.rsplit('.') {
        let (low, count) = match part.len() {
            1 => (0, 10),
            2 => (10, 90),
            _ => (100, 100),
        };
        parts.push((low + n % count).to_string());
        n /= count;
    }
    parts.reverse();
    parts.join(".")
}

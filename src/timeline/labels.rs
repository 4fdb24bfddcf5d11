//! Texts and the room they take, with no font at hand: estimates are on the wide side.

use super::scene::{Align, Label, Rect, Tone};
use super::writer::printable;

/// Size of the text in and beside bars.
pub(super) const TEXT: f64 = 12.0;
/// Size of the text at the axis and in the legend.
pub(super) const SMALL: f64 = 11.0;
/// Height of a line, as a part of its size.
const LINE: f64 = 1.25;

/// Height of a line of text.
pub(super) fn line(size: f64) -> f64 {
    size * LINE
}

/// Width of a text in the widest of the usual sans-serif fonts.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

fn em(c: char) -> f64 {
    match c {
        '0'..='9' => 0.64,
        ' ' | '.' | ',' | ':' | ';' | '-' | '/' | '|' | '!' | '\'' | '(' | ')' | '[' | ']' => 0.41,
        'i' | 'j' | 'l' | 'f' | 't' | 'r' | '·' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        'a'..='z' => 0.65,
        'A'..='Z' => 0.8,
        '_' => 0.55,
        '!'..='~' | '\u{2212}' => 0.85,
        '\u{1F000}'.. => 1.5,
        _ => 1.05,
    }
}

/// Text as a label may show it: one line, nothing that reorders or hides.
pub(super) fn plain(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (count, c) in text.trim().chars().enumerate() {
        if count == most {
            out.push('…');
            break;
        }
        out.push(match printable(c) {
            '\n' | '\t' => ' ',
            c => c,
        });
    }
    out
}

/// The text, or as much of it as fits with an ellipsis in its middle: the ends of a version
/// tell most.
pub(super) fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut left = room / size - em('…');
    let (mut head, mut tail) = (0, chars.len());
    while head < tail {
        let from_head = head <= chars.len() - tail;
        let c = if from_head { chars.get(head) } else { chars.get(tail - 1) };
        left -= c.copied().map_or(0.0, em);
        if left < 0.0 {
            break;
        }
        if from_head {
            head += 1;
        } else {
            tail -= 1;
        }
    }
    let head: String = chars.iter().take(head).collect();
    let tail: String = chars.iter().skip(tail).collect();
    format!("{head}…{tail}")
}

/// A label whose rectangle begins, is centred or ends at `x`, moved into `within`.
pub(super) fn place(text: String, size: f64, x: f64, y: f64, align: Align, within: (f64, f64)) -> Label {
    let w = width(&text, size);
    let x = match align {
        Align::Start => x,
        Align::Middle => x - w / 2.0,
        Align::End => x - w,
    };
    let x = x.min(within.1 - w).max(within.0);
    Label { rect: Rect { x, y, w, h: line(size) }, size, align, tone: Tone::Plain, text, full: None, entry: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_in_the_middle_and_only_when_it_must() {
        let version = "4.3.0-0.nightly-2019-10-15-225018";
        assert_eq!(fit(version, 12.0, 400.0), version);
        let short = fit(version, 12.0, 120.0);
        assert_eq!(short, "4.3.0-0.…-225018");
        assert!(width(&short, 12.0) <= 120.0);
        assert_eq!(fit("x", 12.0, 0.0), "…");
    }

    #[test]
    fn plain_text_is_one_line() {
        assert_eq!(plain(" a\nb\0\u{202E}c ", 99), "a b\u{FFFD}\u{FFFD}c");
        assert_eq!(plain("abcdef", 3), "abc…");
    }

    #[test]
    fn a_label_stays_within() {
        let label = place("4.1.18".to_owned(), 10.0, 95.0, 0.0, Align::Start, (0.0, 100.0));
        assert!((label.rect.right() - 100.0).abs() < 1e-9);
    }
}

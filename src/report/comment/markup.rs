//! What Jira and Bugzilla would take for markup in a line of plain text, by look-alikes.
//!
//! Jira reads its wiki markup in every comment: macros and links in brackets anywhere, phrases between two of one
//! character, and lists, headings, quotes, tables and rulers at a line's begin, spaces before them or not
//! (`text formatting notation` in Jira's help). Bugzilla sets lines that begin with `>` as quotes.
//! A hyphen or a star alone is left as it is, so that commands can be copied.

use crate::report::words::plain;

/// What stands in pairs around a phrase, and its look-alike.
const PHRASES: [(char, char); 4] = [('*', '∗'), ('_', 'ˍ'), ('-', '\u{2011}'), ('+', '＋')];

/// A line as it can be written; `begins` where nothing of ours stands before it.
pub(super) fn unmarked(line: &str, begins: bool) -> String {
    let mut text: Vec<char> = plain(line).chars().map(alike).collect();
    for (mark, other) in PHRASES {
        phrases(&mut text, mark, other);
    }
    pairs(&mut text, '?', '？');
    if begins {
        begin(&mut text);
    }
    text.into_iter().collect()
}

/// What is markup wherever it stands. Backticks are Markdown's, which Bugzilla may be set to read.
fn alike(c: char) -> char {
    match c {
        '{' => '｛',
        '}' => '｝',
        '[' => '［',
        ']' => '］',
        '!' => '！',
        '\\' => '＼',
        '^' => 'ˆ',
        '~' => '∼',
        '`' => 'ˋ',
        other => other,
    }
}

/// A phrase begins where no letter stands before the mark and no space after it, and ends the other way round.
fn phrases(text: &mut [char], mark: char, other: char) {
    let is = |at: Option<usize>, test: fn(&char) -> bool| at.and_then(|at| text.get(at)).is_some_and(test);
    let opens = |at: usize| {
        let inside = text.get(at + 1).is_some_and(|next| !next.is_whitespace() && *next != mark);
        inside && !is(at.checked_sub(1), |before| before.is_alphanumeric())
    };
    let closes = |at: usize| {
        let inside = at.checked_sub(1).and_then(|before| text.get(before)).is_some_and(|c| !c.is_whitespace() && *c != mark);
        inside && !is(Some(at + 1), |after| after.is_alphanumeric())
    };
    let Some(first) = (0..text.len()).find(|at| text[*at] == mark && opens(*at)) else { return };
    let Some(last) = (first + 2..text.len()).rev().find(|at| text[*at] == mark && closes(*at)) else { return };
    text[first..=last].iter_mut().filter(|c| **c == mark).for_each(|c| *c = other);
}

fn pairs(text: &mut [char], mark: char, other: char) {
    for at in 1..text.len() {
        if text[at] == mark && matches!(text[at - 1], before if before == mark || before == other) {
            (text[at - 1], text[at]) = (other, other);
        }
    }
}

/// What makes a line another thing than a line.
fn begin(text: &mut [char]) {
    let Some(first) = text.iter().position(|c| !c.is_whitespace()) else { return };
    let word: String = text[first..].iter().take_while(|c| !c.is_whitespace()).collect();
    let heading = word.starts_with("bq.") || word.starts_with('h') && word[1..].starts_with(|c: char| c.is_ascii_digit());
    if heading && let Some(dot) = text[first..].iter().position(|c| *c == '.') {
        text[first + dot] = '․';
    }
    let list = word.chars().all(|c| matches!(c, '*' | '#' | '-' | '='));
    for c in text[first..].iter_mut().take(word.chars().count()) {
        *c = match *c {
            '|' => '｜',
            '>' => '›',
            '*' if list => '∗',
            '#' if list => '＃',
            '-' if list => '\u{2011}',
            '=' if list => '＝',
            other => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::unmarked;

    #[test]
    fn nothing_of_an_input_is_markup_anywhere_in_a_line() {
        for (given, wanted) in [
            ("a {code} [x|y] `a` !p.png! \\\\", "a ｛code｝ ［x|y］ ˋaˋ ！p.png！ ＼＼"),
            ("a *bold* _it_ -del- +ins+ ^up^ ~down~ ??cite??", "a ∗bold∗ ˍitˍ ‑del‑ ＋ins＋ ˆupˆ ∼down∼ ？？cite？？"),
            ("(*b*), -d-.", "(∗b∗), ‑d‑."),
        ] {
            assert_eq!(unmarked(given, false), wanted);
        }
    }

    #[test]
    fn nor_at_its_begin() {
        for (given, wanted) in [
            ("h1. x", "h1․ x"),
            ("bq. x", "bq․ x"),
            ("# x", "＃ x"),
            ("  ** x", "  ∗∗ x"),
            ("- x", "\u{2011} x"),
            ("----", "\u{2011}\u{2011}\u{2011}\u{2011}"),
            ("===", "＝＝＝"),
            ("|| x || y", "｜｜ x || y"),
            ("> x", "› x"),
        ] {
            assert_eq!(unmarked(given, true), wanted);
        }
    }

    #[test]
    fn what_is_none_stays() {
        for text in [
            "4.3.0-0.ci-2019-09-27-181735 a-b_c_d 2 * 3 * 4, x - y - z.",
            "quay.io/openshift-release-dev/ocp-release@sha256:aa",
            "2019-09-27T21:45:59Z (likely; bug 1756461)",
            "https://bugzilla.redhat.com/show_bug.cgi?id=1756461",
            "1. Line 8: #3 is -1 or *",
        ] {
            assert_eq!(unmarked(text, true), text);
        }
    }
}

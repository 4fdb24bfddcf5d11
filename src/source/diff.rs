//! A unified diff holds two texts: what was there before, and what is there now.

use super::{Derived, Span};

/// One hunk: its lines without their line of numbers.
struct Hunk {
    lines: Vec<Span>,
    /// Where what leads to it begins: names of files, numbers.
    from: usize,
}

/// Gives the sides of a diff one after the other, each whole.
pub(super) fn sides(text: &str) -> Option<Derived> {
    // Numbers of lines have one too.
    if !text.contains('+') || !text.starts_with("@@ ") && !text.contains("\n@@ ") && !is_bare(text) {
        return None;
    }
    let hunks = hunks(text);
    let names = |needle: &str| hunks.iter().flat_map(|hunk| &hunk.lines).any(|line| line.of(text).contains(needle));
    if !(names("tartedTime") || names("Started Time") || names("Completed") || names("Partial")) {
        return None;
    }
    let mut derived = Derived::default();
    let mut at = 0;
    for hunk in &hunks {
        derived.keep(text, Span::new(at, hunk.from));
        let has = |sign: char| hunk.lines.iter().any(|line| line.of(text).starts_with(sign));
        let sides: &[char] = match (has('-'), has('+')) {
            (true, true) => &['-', '+'],
            (true, false) => &['-'],
            _ => &['+'],
        };
        for side in sides {
            derived.replace("---\n", Span::new(hunk.from, hunk.from));
            for line in &hunk.lines {
                let other = if *side == '-' { '+' } else { '-' };
                let body = line.of(text);
                if !body.starts_with([other, '\\']) {
                    derived.keep(text, Span::new(line.start + usize::from(body.starts_with([*side, ' '])), line.end));
                }
            }
            if !derived.text.ends_with('\n') {
                derived.replace("\n", Span::new(text.len(), text.len()));
            }
        }
        derived.replace("---\n", Span::new(hunk.from, hunk.from));
        at = hunk.lines.last().map_or(hunk.from, |line| line.end);
    }
    derived.keep(text, Span::new(at, text.len()));
    Some(derived)
}

/// Signs without numbers: an entry's key is both taken out and put in.
fn is_bare(text: &str) -> bool {
    let signed = |sign: &str| {
        ["completionTime", "startedTime", "state"].iter().any(|key| {
            text.match_indices(key).any(|(at, _)| {
                let before = text[..at].trim_end_matches([' ', '-', '"', '+']);
                (before.is_empty() || before.ends_with('\n')) && text[before.len()..at].starts_with(sign)
            })
        })
    };
    (text.starts_with('+') || text.contains("\n+")) && signed("+") && signed("-")
}

fn hunks(text: &str) -> Vec<Hunk> {
    const NAMES: [&str; 9] = ["diff ", "index ", "new file ", "deleted file ", "similarity ", "rename ", "--- ", "+++ ", "@@ "];
    let numbered = text.starts_with("@@ ") || text.contains("\n@@ ");
    let mut hunks: Vec<Hunk> = vec![];
    let mut named: Option<usize> = None;
    let mut inside: Option<Hunk> = None;
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let line = Span::new(at, at + whole.len());
        at = line.end;
        let is_numbers = whole.starts_with("@@ ");
        let is_name = NAMES.iter().any(|name| whole.starts_with(name)) && (numbered || whole.starts_with("+++ "));
        let belongs = whole.starts_with([' ', '+', '-', '\\']) || whole.trim().is_empty();
        match &mut inside {
            Some(hunk) if belongs && !is_name => hunk.lines.push(line),
            _ => {
                hunks.extend(inside.take().filter(|hunk| !hunk.lines.is_empty()));
                if is_name {
                    let from = *named.get_or_insert(line.start);
                    inside = is_numbers.then(|| Hunk { lines: vec![], from });
                } else if belongs && !numbered {
                    inside = Some(Hunk { lines: vec![line], from: named.unwrap_or(line.start) });
                }
            }
        }
        if !is_name || is_numbers {
            named = None;
        }
    }
    hunks.extend(inside.filter(|hunk| !hunk.lines.is_empty()));
    hunks
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const DIFF: &str = "x\n--- a/v.yaml\n+++ b/v.yaml\n@@ -1,3 +1,3 @@\n history:\n-- completionTime: null\n+- completionTime: a\n   startedTime: b\n";

    #[test]
    fn both_sides_are_given() {
        let derived = sides(DIFF).unwrap();
        let before = "---\nhistory:\n- completionTime: null\n  startedTime: b\n";
        let after = "---\nhistory:\n- completionTime: a\n  startedTime: b\n---\n";
        assert_eq!(derived.text, format!("x\n{before}{after}"));
        assert_eq!(derived.original(derived.text.find("null").unwrap()), DIFF.find("null").unwrap());
        let second = derived.text.rfind("startedTime").unwrap();
        assert_eq!(derived.original(second), DIFF.rfind("startedTime").unwrap());
    }

    #[test]
    fn a_new_file_has_one() {
        let text =
            "diff --git a/v b/v\nnew file mode 100644\n--- /dev/null\n+++ b/v\n@@ -0,0 +1,2 @@\n+history:\n+- startedTime: b\n";
        assert_eq!(sides(text).unwrap().text, "---\nhistory:\n- startedTime: b\n---\n");
    }

    #[test]
    fn signs_without_numbers() {
        let text = " history:\n-- completionTime: null\n+- completionTime: a\n   startedTime: b\n";
        assert_eq!(sides(text).unwrap().text.matches("startedTime").count(), 2);
    }

    #[test]
    fn lists_are_no_diffs() {
        for text in ["- completionTime: a\n  startedTime: b\n+ and more\n", "a @@ b\nstartedTime: x\n"] {
            assert!(sides(text).is_none(), "{text}");
        }
    }
}

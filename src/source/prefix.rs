//! What a tool writes before every line: `grep -n`, `grep -H`, `cat -n`, `less -N`, the timestamps and names of
//! docker, journald and kubectl, the signs of a diff, bars, borders and bullets.
//!
//! A line of a history that does not begin as one shows what may stand before it; the lines around it that begin
//! likewise are the run from which it is taken.

use super::anchor::Anchors;
use super::shape::Shape;
use super::{Derived, Span, lines_of};
use crate::parse::columns;

/// Lines that begin alike.
struct Run {
    /// The lines, by their numbers.
    lines: std::ops::Range<usize>,
    /// Bytes of each line that are not its own.
    prefixes: Vec<usize>,
    /// The border at each line's end.
    border: Option<char>,
}

/// Takes away what stands before every line of a history.
pub(super) fn strip(text: &str) -> Option<Derived> {
    let mut anchors = Anchors::default();
    let mut anchor = anchors.next(text, 0)?;
    let lines = lines_of(text);
    let mut runs: Vec<Run> = vec![];
    loop {
        let line = lines.partition_point(|line| line.start <= anchor.line).saturating_sub(1);
        let floor = runs.last().map_or(0, |run| run.lines.end);
        let found = anchor.candidates.iter().filter_map(|&length| run(text, &lines, floor, line, length));
        let longest = found.fold(None, |best: Option<Run>, run| match best {
            Some(best) if best.lines.len() >= run.lines.len() => Some(best),
            _ => Some(run),
        });
        let next = longest.as_ref().map_or(line + 1, |run| run.lines.end);
        runs.extend(longest);
        let Some(following) = lines.get(next).and_then(|line| anchors.next(text, line.start)) else { break };
        anchor = following;
    }
    if runs.is_empty() {
        return None;
    }
    let mut derived = Derived::default();
    let mut at = 0;
    for run in &runs {
        let (Some(first), Some(last)) = (lines.get(run.lines.start), lines.get(run.lines.end - 1)) else { continue };
        derived.keep(text, Span::new(at, first.start));
        // What has it and what has not are two texts.
        if first.start > 0 {
            derived.replace("---\n", Span::new(first.start, first.start));
        }
        for (line, prefix) in lines[run.lines.clone()].iter().zip(&run.prefixes) {
            let body = Span::new((line.start + prefix).min(line.end), line.end);
            match run.border.and_then(|border| body.of(text).trim_end().strip_suffix(border)) {
                Some(inner) => {
                    derived.keep(text, Span::new(body.start, body.start + inner.trim_end().len()));
                    derived.replace("\n", Span::new(line.end - 1, line.end));
                }
                None => derived.keep(text, body),
            }
        }
        at = last.end;
        if at < text.len() {
            derived.replace("---\n", Span::new(at, at));
        }
    }
    derived.keep(text, Span::new(at, text.len()));
    Some(derived)
}

/// The lines around one that begin as it does.
fn run(text: &str, lines: &[Span], floor: usize, line: usize, length: usize) -> Option<Run> {
    let of = |line: usize| lines.get(line).map(|span| span.of(text).trim_end_matches(['\n', '\r']));
    let shape = Shape::new(of(line)?.get(..length)?);
    let matching = |line: usize| of(line).and_then(|line| shape.matches(line));
    let is_blank = |line: usize| of(line).is_some_and(|line| line.trim().is_empty());
    // Up, then down, as long as the numbers go on counting; blank lines are let through.
    let mut found = vec![(line, matching(line)?)];
    for step in [-1_isize, 1] {
        let mut at = line;
        let mut last = found[0].1.1.clone();
        while let Some(next) = at.checked_add_signed(step).filter(|next| (floor..lines.len()).contains(next)) {
            let matched = matching(next).filter(|(_, numbers)| match step {
                1 => shape.follows(&last, numbers),
                _ => shape.follows(numbers, &last),
            });
            match matched {
                Some(matched) => {
                    last.clone_from(&matched.1);
                    found.push((next, matched));
                }
                None if is_blank(next) => {}
                None => break,
            }
            at = next;
        }
    }
    // A line that is a record as it stands has nothing before it: the first may only be cut.
    let is_record = |line: usize| {
        of(line).is_some_and(|line| {
            let first = line.split('|').next().unwrap_or_default().trim();
            let is_column = first.len() == line.trim().len() || !first.contains([' ', '\t']);
            is_column && first.starts_with(|c: char| c.is_ascii_digit()) && !columns::candidate_lines(line).is_empty()
        })
    };
    if found.len() < 2 || found.iter().any(|(at, _)| *at != line && is_record(*at)) {
        return None;
    }
    let start = found.iter().map(|(line, _)| *line).min()?;
    let end = found.iter().map(|(line, _)| *line).max()? + 1;
    let mut matched = vec![0; end - start];
    found.iter().for_each(|(line, (length, _))| matched[line - start] = *length);
    let rest = |index: usize| {
        let line = of(start + index).unwrap_or_default();
        line.get(matched[index]..).unwrap_or_default()
    };
    let rests = || (0..matched.len()).filter(|&index| matched[index] > 0).map(rest).filter(|rest| !rest.trim().is_empty());
    let mut blanks = 0;
    while blanks < shape.blanks() {
        let mut at = rests().map(|rest| rest.as_bytes().get(blanks).copied());
        let Some(Some(first @ (b' ' | b'\t'))) = at.next() else { break };
        if !at.all(|other| other == Some(first)) {
            break;
        }
        blanks += 1;
    }
    let border = shape.border().filter(|border| rests().all(|rest| rest.trim_end().ends_with(*border)));
    let prefixes = (0..matched.len()).map(|index| match matched[index] {
        0 => 0,
        length => length + blanks.min(rest(index).len()),
    });
    Some(Run { lines: start..end, prefixes: prefixes.collect(), border })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const YAML: &str = "history:\n- completionTime: null\n  startedTime: \"2020-03-02T09:00:11Z\"\n  state: Partial\n";
    const ROWS: &str = "2020-03-02T09:00:11Z||Partial|4.3.3\n2020-01-29T22:04:00Z|2020-01-29T22:31:09Z|Completed|4.3.0\n";
    const LINES: &str = "{\"startedTime\":\"2020-03-02T09:00:11Z\"}\n{\"startedTime\":\"2020-01-29T22:04:00Z\"}\n";
    const DESCRIBED: &str = "  History:\n    Started Time:  2020-03-02T09:00:11Z\n    State:         Partial\n";

    /// Every line behind what a function makes of its number.
    fn prefixed(text: &str, prefix: impl Fn(usize) -> String) -> String {
        text.split_inclusive('\n').enumerate().map(|(index, line)| prefix(index + 1) + line).collect()
    }

    #[test]
    fn every_prefix_goes_from_every_kind_of_text() {
        let prefixes: [fn(usize) -> String; 20] = [
            |n| format!("{n}:"),
            |n| format!("{n}-"),
            |n| format!("version.yaml:{n}:"),
            |n| format!("version.yaml-{n}{}", if n == 3 { ':' } else { '-' }),
            |_| "version.yaml:".into(),
            |_| "version.yaml-".into(),
            |n| format!("{:6}\t", n + 7),
            |n| format!("{:7} ", n + 8),
            |n| format!("{n:6}  "),
            |n| format!("{:4} │ ", n + 96),
            |_| "│".into(),
            |_| "| ".into(),
            |_| "+".into(),
            |_| "-".into(),
            |_| "• ".into(),
            |_| "prod-1  | ".into(),
            |_| "[pod/x-5d8f9/cvo] ".into(),
            |n| format!("2026-11-20T09:50:12.{n:03}Z "),
            |n| format!("Nov 20 09:50:{:02} host app[123]: ", n + 40),
            |_| "[09:50:12] ".into(),
        ];
        for text in [YAML, ROWS, LINES, DESCRIBED] {
            for prefix in prefixes {
                // A bar before columns is a table's.
                if text == ROWS && prefix(1) == "| " {
                    continue;
                }
                let given = prefixed(text, prefix);
                let derived = strip(&given).unwrap_or_else(|| panic!("{given}"));
                let unindented = |text: &str| text.lines().map(|line| line.trim_start().to_owned()).collect::<Vec<_>>();
                assert_eq!(unindented(&derived.text), unindented(text), "{given}");
                for word in ["2020-03-02T09:00:11Z", "tarted", "Partial"].iter().filter(|word| text.contains(*word)) {
                    let (at, stood) = (derived.text.find(word).unwrap(), given.find(word).unwrap());
                    assert_eq!(derived.original_span(Span::new(at, at + word.len())), Span::new(stood, stood + word.len()));
                }
            }
        }
    }

    #[test]
    fn a_border_at_both_ends_goes() {
        let given: String = YAML.lines().map(|line| format!("│{line:60}│\n")).collect();
        assert_eq!(strip(&given).unwrap().text, YAML);
    }

    #[test]
    fn what_has_none_stands_apart() {
        let given = format!("$ grep -n x\n{}done\n", prefixed(YAML, |n| format!("{n}:")));
        assert_eq!(strip(&given).unwrap().text, format!("$ grep -n x\n---\n{YAML}---\ndone\n"));
    }

    #[test]
    fn texts_without_any_are_left_alone() {
        for text in [
            YAML,
            ROWS,
            LINES,
            DESCRIBED,
            "- startedTime: a\n- startedTime: b\n",
            "- &a0 {state: Partial, startedTime: a}\n- &a1 {state: Partial, startedTime: b}\n",
            "e0: {state: Partial, startedTime: a}\ne1: {state: Partial, startedTime: b}\n",
            "  - {completionTime: null, startedTime: a}\n  - {completionTime: c, startedTime: b}\n",
            "4.3.3 Completed 2020-03-02T09:00:11Z 2020-03-02T09:50:12Z\n4.3.0 Completed 2020-01-29T22:04:00Z 2020-01-29T22:31:09Z\n",
            "2020-03-02T09:00:11Z 2020-03-02T09:50:12Z Completed 4.3.3\n2020-03-02T10:00:11Z 2020-03-02T10:50:12Z Completed 4.3.3\n",
            "| 2020-03-02T09:00:11Z | 2020-03-02T09:50:12Z | Completed | 4.3.3 |\n| 2020-03-02T09:00:11Z | | Partial | 4.3.3 |\n",
            "status.history[0].startedTime: a\nstatus.history[0].state: b\nstatus.history[1].startedTime: a\n",
            "map[completionTime:a startedTime:b state:c]\nmap[completionTime:a startedTime:d state:c]\n",
        ] {
            assert!(strip(text).is_none(), "{}", strip(text).unwrap().text);
        }
    }
}

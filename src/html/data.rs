//! What a report of its own file carries for its script.

use serde::Serialize;

use crate::Input;
use crate::report::{Advice, Report};

/// The report, and the texts it is about.
#[derive(Debug, Serialize)]
pub struct Data<'d> {
    report: Report,
    inputs: Vec<Excerpt<'d>>,
}

/// A text, or the part of it that the report speaks of.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Excerpt<'d> {
    name: &'d str,
    text: &'d str,
    /// The line that the part begins with, from 1.
    first_line: usize,
    /// Whether something of the text is missing.
    cut: bool,
}

/// What all the texts of one report may take together, in bytes.
const TEXTS: usize = 160_000;
/// Lines shown before the first one of interest.
const BEFORE: usize = 20;
/// Records beyond which a drawing is only a smear.
const RECORDS: usize = 500;
/// The longest text in the report, in bytes; nothing real is as long.
const LONGEST: usize = 2000;

/// What is put into the file for its script: a report, and of each input what the report speaks of.
pub fn data<'d>(report: &'d Report, inputs: &'d [Input]) -> Data<'d> {
    let share = TEXTS / inputs.len().max(1);
    let inputs = inputs.iter().enumerate().map(|(at, input)| {
        let name = input.name.as_deref().unwrap_or("paste");
        excerpt(name, &input.text, first_line(report, at), share)
    });
    Data { inputs: inputs.collect(), report: bounded(report) }
}

/// How many records [`bounded`] leaves out.
pub(super) fn left_out(report: &Report) -> usize {
    report.evidence.len().saturating_sub(RECORDS)
}

/// The report without what nobody could read: records too many to be told apart, and texts without end.
pub(super) fn bounded(report: &Report) -> Report {
    let mut report = report.clone();
    report.evidence.truncate(RECORDS);
    shorten(&mut report.summary);
    let own = report.histories.iter_mut().flat_map(|history| &mut history.advice);
    report.advice.iter_mut().chain(own).for_each(shorten_advice);
    for history in &mut report.histories {
        let texts = [&mut history.summary, &mut history.source.name, &mut history.source.kind];
        texts.into_iter().chain(&mut history.cluster_id).for_each(shorten);
        for entry in &mut history.entries {
            let texts = [&mut entry.version, &mut entry.image, &mut entry.state, &mut entry.accepted_risks];
            texts.into_iter().flatten().for_each(shorten);
        }
    }
    let compared = report.comparisons.iter_mut().flat_map(|comparison| &mut comparison.findings);
    for finding in report.histories.iter_mut().flat_map(|history| &mut history.findings).chain(compared) {
        let texts = [&mut finding.message, &mut finding.why, &mut finding.what_to_do, &mut finding.path];
        texts.into_iter().chain(&mut finding.recorded).chain(&mut finding.expected).for_each(shorten);
        finding.related.iter_mut().for_each(|related| shorten(&mut related.message));
        finding.commands.iter_mut().for_each(shorten_advice);
        let current = finding.current_release.iter_mut().flat_map(|now| std::iter::once(&mut now.text).chain(&mut now.version));
        current.for_each(shorten);
    }
    report.comparisons.iter_mut().for_each(|comparison| shorten(&mut comparison.summary));
    let changes = report.comparisons.iter_mut().flat_map(|comparison| &mut comparison.rows).flat_map(|row| &mut row.changes);
    changes.flat_map(|change| [&mut change.before, &mut change.after]).flatten().for_each(shorten);
    report.evidence.iter_mut().for_each(|item| shorten(&mut item.message));
    report.problems.iter_mut().for_each(|problem| shorten(&mut problem.message));
    report
}

fn shorten_advice(advice: &mut Advice) {
    shorten(&mut advice.text);
    advice.command.iter_mut().for_each(shorten);
}

fn shorten(text: &mut String) {
    if let Some((end, _)) = text.char_indices().find(|(at, _)| *at >= LONGEST) {
        text.truncate(end);
        text.push('…');
    }
}

/// The first line of an input that the report speaks of.
fn first_line(report: &Report, input: usize) -> usize {
    let histories = report.histories.iter().filter(|history| history.source.input == input).map(|history| history.source.line);
    let evidence = report.evidence.iter().filter(|item| item.input == input).map(|item| item.line);
    histories.min().or_else(|| evidence.min()).unwrap_or(1)
}

/// A text where it is short, else so many bytes of it from shortly before a line on.
fn excerpt<'d>(name: &'d str, text: &'d str, line: usize, share: usize) -> Excerpt<'d> {
    if text.len() <= share {
        return Excerpt { name, text, first_line: 1, cut: false };
    }
    let first_line = line.saturating_sub(BEFORE).max(1);
    let start = text.split_inclusive('\n').take(first_line - 1).map(str::len).sum();
    let rest = &text[start..];
    let end = (0..=share.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(0);
    // Whole lines, unless there is only a part of one.
    let end = if end == rest.len() { end } else { rest[..end].rfind('\n').map_or(end, |at| at + 1) };
    Excerpt { name, text: &rest[..end], first_line, cut: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_whole() {
        assert_eq!(excerpt("a", "1\n2\n", 2, 4), Excerpt { name: "a", text: "1\n2\n", first_line: 1, cut: false });
    }

    #[test]
    fn of_a_long_text_whole_lines_around_the_history_are_kept() {
        let text: String = (1..=100).map(|n| format!("line {n:03}\n")).collect();
        let cut = excerpt("a", &text, 50, 30);
        assert_eq!((cut.text, cut.first_line, cut.cut), ("line 030\nline 031\nline 032\n", 30, true));
        let end = excerpt("a", &text, 118, 30);
        assert_eq!((end.text, end.first_line), ("line 098\nline 099\nline 100\n", 98));
    }

    #[test]
    fn one_line_without_end_is_cut_between_characters() {
        let cut = excerpt("a", "ééééé", 1, 5);
        assert_eq!((cut.text, cut.first_line, cut.cut), ("éé", 1, true));
    }
}

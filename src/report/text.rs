//! The report as a compiler would print it: each finding with its line, underlined.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};

use super::words::{self, plain};
use super::{ComparisonReport, Finding, HistoryReport, ProblemReport, Report, Severity};
use crate::Input;
use crate::source::{Gap, LineIndex, Span};

/// Lines beyond which two places of one input are shown apart.
const NEAR: usize = 200;

/// Writes a report for a terminal or a log; with colours where `styled`.
pub fn render_text(report: &Report, inputs: &[Input], styled: bool) -> String {
    render_text_with(report, inputs, &[], styled)
}

/// The same, of inputs out of which lines were left: see [`inspect_with`](crate::inspect_with).
pub fn render_text_with(report: &Report, inputs: &[Input], gaps: &[Vec<Gap>], styled: bool) -> String {
    let text = Text::new(report, inputs, gaps, styled);
    let mut out = String::new();
    for problem in &report.problems {
        out.push_str(&text.problem(problem));
    }
    for history in &report.histories {
        out.push_str(&text.history(history));
    }
    for comparison in &report.comparisons {
        out.push_str(&text.comparison(comparison));
    }
    if !report.evidence.is_empty() {
        let n = report.evidence.len();
        let records = if n == 1 { "record stands" } else { "records stand" };
        out.push_str(&format!("evidence: {n} dated {records} beside the histories\n"));
    }
    out.push_str(&format!("{}: {}\n", words::verdict(report.verdict), plain(&report.summary)));
    for advice in &report.advice {
        out.push_str(&format!("now: {}\n", plain(&advice.text)));
        out.extend(advice.command.iter().map(|command| format!("     $ {}\n", plain(command))));
    }
    out.extend(report.masked.iter().map(|masked| format!("{masked}\n")));
    out
}

/// A report with the lines it speaks of.
pub(super) struct Text<'r> {
    renderer: Renderer,
    report: &'r Report,
    inputs: &'r [Input],
    sources: Vec<LineIndex<'r>>,
}

/// A place to show: the input, line and columns, and what to write there.
struct Mark<'r> {
    input: usize,
    line: usize,
    column: usize,
    end_column: usize,
    label: &'r str,
    kind: AnnotationKind,
}

impl<'r> Text<'r> {
    pub(super) fn new(report: &'r Report, inputs: &'r [Input], gaps: &[Vec<Gap>], styled: bool) -> Self {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let left_out = |input: usize| gaps.get(input).map(Vec::as_slice).unwrap_or_default();
        let sources = inputs.iter().enumerate().map(|(at, input)| LineIndex::with_gaps(&input.text, left_out(at))).collect();
        Text { renderer, report, inputs, sources }
    }

    pub(super) fn history(&self, history: &HistoryReport) -> String {
        let n = history.entries.len();
        let name = plain(&history.source.name);
        let mut out = format!(
            "{name}:{}-{}: {}, {n} {}: {}\n",
            history.source.line,
            history.source.end_line,
            history.source.kind,
            if n == 1 { "entry" } else { "entries" },
            words::verdict(history.verdict)
        );
        for finding in &history.findings {
            out.push_str(&self.finding(finding, history.source.input));
        }
        for entry in &history.entries {
            let Some(truth) = &entry.true_completion else { continue };
            let basis = plain(&truth.basis.join("; "));
            if !history.is_doubted(entry) {
                out.push_str(&format!("entry {}: {basis}\n", entry.index));
                continue;
            }
            let span = words::truth(truth);
            out.push_str(&format!("entry {} was in truth complete {span} ({basis})\n", entry.index));
        }
        // That it was compared with no other is said with the reason.
        let (apart, unchecked): (Vec<_>, Vec<_>) = history.not_checked.iter().partition(|not| not.rule == "snapshots-unrelated");
        if !unchecked.is_empty() {
            let rules: Vec<_> = unchecked.iter().map(|not| not.rule.as_str()).collect();
            out.push_str(&format!("not checked, as the paste lacks what they need: {}\n", rules.join(", ")));
        }
        for not in apart {
            out.push_str(&format!("compared with no other history: {}\n", plain(&not.reason)));
        }
        out.push('\n');
        out
    }

    pub(super) fn comparison(&self, comparison: &ComparisonReport) -> String {
        let name = |id: usize| self.report.histories.get(id).map_or(String::new(), |history| plain(&history.source.name));
        let mut out =
            format!("{} compared with {}: {}\n", name(comparison.after), name(comparison.before), plain(&comparison.summary));
        let input = self.report.histories.get(comparison.after).map_or(0, |history| history.source.input);
        for finding in &comparison.findings {
            out.push_str(&self.finding(finding, input));
        }
        for not in &comparison.not_checked {
            out.push_str(&format!("not checked: {}: {}\n", not.rule, plain(&not.reason)));
        }
        out.push('\n');
        out
    }

    fn finding(&self, finding: &Finding, input: usize) -> String {
        let mut marks = vec![Mark {
            input,
            line: finding.line,
            column: finding.column,
            end_column: finding.end_column,
            label: "",
            kind: AnnotationKind::Primary,
        }];
        marks.extend(finding.related.iter().map(|related| Mark {
            input: related.input,
            line: related.line,
            column: related.column,
            end_column: related.end_column,
            label: &related.message,
            kind: AnnotationKind::Context,
        }));
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let mut notes = vec![];
        let sure = words::certainty(finding);
        if let Some(expected) = &finding.expected {
            notes.push(Level::NOTE.message(format!("it should be {}", plain(expected))));
        }
        if finding.severity > Severity::Info {
            notes.push(Level::NOTE.message(format!("{sure}. {}", plain(&finding.why))));
        }
        if let Some(current) = &finding.current_release {
            notes.push(Level::NOTE.message(plain(&current.text)));
        }
        notes.push(Level::HELP.message(plain(&finding.what_to_do)));
        let title = level.primary_title(plain(&finding.message)).id(finding.rule.clone());
        self.rendered(title, &marks, notes.into_iter().map(Element::from))
    }

    fn problem(&self, problem: &ProblemReport) -> String {
        let mark = Mark {
            input: problem.input,
            line: problem.line,
            column: problem.column,
            end_column: problem.column + 1,
            label: "",
            kind: AnnotationKind::Primary,
        };
        let title = Level::WARNING.with_name("input").primary_title(plain(&problem.message)).id(problem.code.clone());
        self.rendered(title, &[mark], std::iter::empty())
    }

    fn rendered<'g>(
        &'g self,
        title: annotate_snippets::Title<'g>,
        marks: &[Mark<'g>],
        notes: impl Iterator<Item = Element<'g>>,
    ) -> String {
        let mut group = Group::with_title(title);
        let mut rest: Vec<&Mark<'g>> = marks.iter().collect();
        while !rest.is_empty() {
            let first = rest[0];
            let near = |mark: &&Mark<'g>| mark.input == first.input && mark.line.abs_diff(first.line) <= NEAR;
            let (together, apart): (Vec<_>, Vec<_>) = rest.into_iter().partition(near);
            rest = apart;
            if let Some(snippet) = self.snippet(&together) {
                group = group.element(snippet);
            }
        }
        let group = group.elements(notes);
        format!("{}\n\n", self.renderer.render(&[group]))
    }

    /// The lines from the first mark to the last, and no more: a snippet reads all it is given.
    fn snippet<'g>(&'g self, marks: &[&Mark<'g>]) -> Option<Snippet<'g, annotate_snippets::Annotation<'g>>> {
        let input = marks.first()?.input;
        let (lines, given) = (self.sources.get(input)?, self.inputs.get(input)?);
        let first = marks.iter().map(|mark| mark.line).min()?;
        let last = marks.iter().map(|mark| mark.line).max()?;
        let stretch = Span::new(lines.line_span(first).start, lines.line_span(last).end);
        let name = given.name.clone().unwrap_or_else(|| "paste".into());
        let annotations = marks.iter().map(|mark| {
            let from = lines.offset(mark.line, mark.column) - stretch.start;
            let to = lines.offset(mark.line, mark.end_column) - stretch.start;
            mark.kind.span(from..to.max(from)).label(plain(mark.label))
        });
        Some(Snippet::source(stretch.of(&given.text)).line_start(first).path(plain(&name)).annotations(annotations))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Options, inspect};

    fn rendered(text: &str) -> String {
        let inputs = [Input { name: Some("version.yaml".into()), text: text.into(), ..Input::default() }];
        super::render_text(&inspect(&inputs, &Options::default()), &inputs, false)
    }

    #[test]
    fn the_offending_value_is_underlined() {
        insta::assert_snapshot!(rendered(include_str!("../../tests/cases/seed/mustgather.yaml")));
    }

    #[test]
    fn nothing_from_the_input_reaches_the_terminal_as_a_command() {
        let text = rendered(
            "- state: Completed\u{1b}[31m\n  startedTime: \"2019-01-01T00:00:00Z\u{1b}[2J\"\n  version: \"\\e[31m\"\n  image: a\n",
        );
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }

    #[test]
    fn a_line_of_a_megabyte_is_cut() {
        let long = "x".repeat(1 << 20);
        let text = rendered(&format!("[{{\"image\":\"{long}\",\"state\":\"Odd\",\"startedTime\":\"soon\"}}]"));
        assert!(text.len() < 10_000, "{}", text.len());
    }
}

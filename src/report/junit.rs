//! JUnit XML, as Prow, Jenkins and GitLab read it.
//!
//! A history is a test case, and so is a comparison. All findings of a case stand in one `failure`: Jenkins shows
//! the first of several, Prow the last. Two cases of one name that end differently are a flake to Prow, so where
//! there are more than one, each is named after its place.

use std::fmt::Write;

use quick_xml::escape::{escape, partial_escape};

use super::text::Text;
use super::words::{self, cut, plain};
use super::{Advice, ComparisonReport, Finding, HistoryReport, MaskedNames, Report, Severity, Verdict, build};
use crate::Input;
use crate::source::Gap;

const SUITE: &str = "clusterversion-history";
const CONSISTENT: &str = "[bz-Cluster Version Operator] ClusterVersion status.history should be consistent";
const KEPT: &str = "[bz-Cluster Version Operator] ClusterVersion status.history should be consistent between snapshots";

/// Findings that a failure names; the text report under it has all of them.
const NAMED: usize = 100;
/// Characters of a message in a failure.
const MESSAGE: usize = 500;
/// Bytes of a case's text report.
const OUTPUT: usize = 256 << 10;

/// Writes one report. A case fails from the verdict `fails` on, and is skipped where nothing could be checked.
pub fn render_junit(report: &Report, inputs: &[Input], gaps: &[Vec<Gap>], fails: Verdict) -> String {
    let mut junit = Junit::default();
    junit.push(&Junit::of(report, inputs, gaps, fails, false));
    junit.finish()
}

/// Test cases and how they ended: of one report, or of many.
#[derive(Debug, Default)]
pub struct Junit {
    cases: String,
    tests: usize,
    failures: usize,
    skipped: usize,
    masked: Option<MaskedNames>,
}

impl Junit {
    /// The cases of one report; `many` where there will be others, so that each is named after its place.
    pub fn of(report: &Report, inputs: &[Input], gaps: &[Vec<Gap>], fails: Verdict, many: bool) -> Self {
        let text = Text::new(report, inputs, gaps, false);
        let mut junit = Junit { masked: report.masked, ..Junit::default() };
        for history in &report.histories {
            let name = if many || report.histories.len() > 1 {
                format!("{CONSISTENT} in {}", place(history))
            } else {
                CONSISTENT.to_owned()
            };
            let outcome = match history.verdict {
                Verdict::Undetermined => Outcome::Skipped(plain(&history.summary)),
                verdict if verdict >= fails => failure(&history.findings, &history.summary, &history.advice),
                _ => Outcome::Passed,
            };
            junit.case(&name, outcome, &text.history(history));
        }
        for comparison in &report.comparisons {
            junit.comparison(report, comparison, &text, fails, many || report.comparisons.len() > 1);
        }
        if report.histories.is_empty() {
            let input = report.problems.first().map_or("the input", |problem| problem.source.as_str());
            let name = if many { format!("{CONSISTENT} in {}", cut(input, MESSAGE)) } else { CONSISTENT.to_owned() };
            junit.case(&name, Outcome::Skipped(plain(&report.summary)), "");
        }
        junit
    }

    fn comparison(&mut self, report: &Report, comparison: &ComparisonReport, text: &Text<'_>, fails: Verdict, many: bool) {
        let at = |id: usize| report.histories.get(id).map(place).unwrap_or_default();
        let (before, after) = (at(comparison.before), at(comparison.after));
        let name = if many { format!("{KEPT} {before} and {after}") } else { KEPT.to_owned() };
        let fails = build::verdict_of(&comparison.findings) >= fails;
        let outcome = if fails { failure(&comparison.findings, &comparison.summary, &[]) } else { Outcome::Passed };
        self.case(&name, outcome, &text.comparison(comparison));
    }

    /// Adds the cases of another.
    pub fn push(&mut self, other: &Junit) {
        self.cases.push_str(&other.cases);
        self.tests += other.tests;
        self.failures += other.failures;
        self.skipped += other.skipped;
        self.masked = other.masked.or(self.masked);
    }

    /// Says how many names were masked in all reports together.
    pub fn masked(&mut self, masked: MaskedNames) {
        self.masked = Some(masked);
    }

    /// The whole document.
    pub fn finish(self) -> String {
        let Junit { cases, tests, failures, skipped, masked } = self;
        let property = |masked: MaskedNames| format!("<property name=\"masked\" value=\"{}\"/>", attribute(&masked.to_string()));
        let properties = masked.map(|masked| format!("<properties>{}</properties>\n", property(masked))).unwrap_or_default();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites name=\"{SUITE}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n\
             <testsuite name=\"{SUITE}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n\
             {properties}{cases}</testsuite>\n</testsuites>\n"
        )
    }

    fn case(&mut self, name: &str, outcome: Outcome, output: &str) {
        self.tests += 1;
        let _ = writeln!(self.cases, "<testcase classname=\"{SUITE}\" name=\"{}\">", attribute(name));
        match outcome {
            Outcome::Passed => {}
            Outcome::Skipped(why) => {
                self.skipped += 1;
                let _ = writeln!(self.cases, "<skipped message=\"{}\"/>", attribute(&why));
            }
            Outcome::Failed { rule, message, text } => {
                self.failures += 1;
                let (rule, message) = (attribute(&rule), attribute(&message));
                let _ = writeln!(self.cases, "<failure type=\"{rule}\" message=\"{message}\">{}</failure>", content(&text));
            }
        }
        if !output.is_empty() {
            let mut end = output.len().min(OUTPUT);
            while !output.is_char_boundary(end) {
                end -= 1;
            }
            let left_out = output.len() - end;
            let rest = if left_out == 0 { String::new() } else { format!("…\n({left_out} more bytes)\n") };
            let _ = writeln!(self.cases, "<system-out>{}{rest}</system-out>", content(&output[..end]));
        }
        self.cases.push_str("</testcase>\n");
    }
}

enum Outcome {
    Passed,
    Skipped(String),
    Failed { rule: String, message: String, text: String },
}

fn failure(findings: &[Finding], summary: &str, advice: &[Advice]) -> Outcome {
    let grave = || findings.iter().filter(|finding| finding.severity > Severity::Info);
    let mut text = String::from("\n");
    for finding in grave().take(NAMED) {
        let entry = finding.entry.map(|entry| format!(", entry {entry}")).unwrap_or_default();
        let _ = writeln!(
            text,
            "{}: {} ({}){entry}, line {}: {}",
            words::severity(finding.severity),
            plain(&finding.rule),
            words::certainty(finding),
            finding.line,
            cut(&finding.message, MESSAGE)
        );
    }
    if let Some(more @ 1..) = grave().count().checked_sub(NAMED) {
        let _ = writeln!(text, "and {more} more");
    }
    for Advice { text: what, command } in advice {
        let command = command.as_ref().map(|command| format!(" $ {}", plain(command))).unwrap_or_default();
        let _ = writeln!(text, "now: {}{command}", cut(what, MESSAGE));
    }
    let rule = grave().next().map(|finding| finding.rule.clone()).unwrap_or_default();
    Outcome::Failed { rule, message: cut(summary, 2 * MESSAGE), text }
}

fn place(history: &HistoryReport) -> String {
    format!("{}:{}", cut(&history.source.name, MESSAGE), history.source.line)
}

/// XML has no way to write most control characters and two others.
fn legal(text: &str) -> String {
    let is_legal = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}') || matches!(c, '\n' | '\t');
    text.chars().map(|c| if is_legal(c) { c } else { '\u{fffd}' }).collect()
}

fn attribute(text: &str) -> String {
    escape(legal(&plain(text))).into_owned()
}

fn content(text: &str) -> String {
    partial_escape(legal(text)).into_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::{Options, inspect};

    fn rendered(name: &str, text: &str, fails: Verdict) -> String {
        let inputs = [Input { name: Some(name.into()), text: text.into(), ..Input::default() }];
        render_junit(&inspect(&inputs, &Options::default()), &inputs, &[], fails)
    }

    #[test]
    fn a_history_is_a_case() {
        insta::assert_snapshot!(rendered(
            "version.yaml",
            include_str!("../../tests/cases/seed/mustgather.yaml"),
            Verdict::Corrupt
        ));
    }

    #[test]
    fn a_warning_fails_only_where_it_shall() {
        let text = "history:\n- {state: Odd, startedTime: 2024-01-01T00:00:00Z, completionTime: ~, image: x, version: \"4.1\"}\n";
        let lenient = rendered("x", text, Verdict::Corrupt);
        assert!(lenient.contains("tests=\"1\" failures=\"0\"") && !lenient.contains("<failure"), "{lenient}");
        let strict = rendered("x", text, Verdict::Suspect);
        assert!(strict.contains("tests=\"1\" failures=\"1\""), "{strict}");
        assert!(strict.contains("<failure type=\"unknown-state\""), "{strict}");
    }

    #[test]
    fn what_holds_no_history_is_skipped() {
        let out = rendered("x", "nothing", Verdict::Corrupt);
        assert!(out.contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""), "{out}");
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        let text = "- state: \"]]><b>&\\u0001\\uFFFE\\u0085\"\n  startedTime: \"2019-01-01T00:00:00Z\"\n  version: \"<x>\"\n";
        let out = rendered("a\"<&>'\u{1}\u{ffff}", text, Verdict::Suspect);
        let mut reader = quick_xml::Reader::from_str(&out);
        reader.config_mut().check_end_names = true;
        loop {
            match reader.read_event().unwrap() {
                quick_xml::events::Event::Eof => break,
                quick_xml::events::Event::Start(tag) => {
                    let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
                    assert!(["testsuites", "testsuite", "testcase", "failure", "system-out"].contains(&name.as_str()), "{name}");
                }
                _ => {}
            }
        }
        assert!(out.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{fffe}' && c != '\u{ffff}'));
    }
}

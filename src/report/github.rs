//! Workflow commands that GitHub Actions shows as annotations.
//!
//! GitHub shows ten of a kind for each step, so the worst come first.

use std::fmt::Write;

use super::words::{self, cut, plain};
use super::{Finding, MaskedNames, ProblemReport, Report, Severity, places};
use crate::order;

/// Characters of a message beyond which GitHub's list of annotations is not read by anyone.
const MESSAGE: usize = 2000;

/// One annotation a finding, then one for each problem with the input.
pub fn render_github(report: &Report) -> String {
    let mut out = String::new();
    let mut all: Vec<_> = places::findings(report).collect();
    order::sort_by_key(&mut all, |(_, finding)| std::cmp::Reverse((finding.severity, finding.confidence)));
    for (history, finding) in all {
        out.push_str(&annotation(&history.source.name, finding));
    }
    for problem in &report.problems {
        out.push_str(&notice(problem));
    }
    out.extend(report.masked.iter().map(github_masked));
    out
}

/// The annotation that says how many names were masked, for the end of several reports.
pub fn github_masked(masked: &MaskedNames) -> String {
    format!("::notice title=masked::{}\n", data(&masked.to_string()))
}

fn annotation(file: &str, finding: &Finding) -> String {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let entry = finding.entry.map(|entry| format!("Entry {entry}: ")).unwrap_or_default();
    let mut message = format!("{entry}{} ({})\n{}", plain(&finding.message), words::certainty(finding), plain(&finding.why));
    if let Some(expected) = &finding.expected {
        let _ = write!(message, "\nIt should be {}.", plain(expected));
    }
    let _ = write!(message, "\n{}", plain(&finding.what_to_do));
    let Finding { line, column, end_column, rule, .. } = finding;
    let place = format!("file={},line={line},col={column},endColumn={end_column}", property(file));
    format!("::{command} {place},title={}::{}\n", property(rule), data(&message))
}

fn notice(problem: &ProblemReport) -> String {
    let ProblemReport { source, line, column, code, message, .. } = problem;
    format!("::notice file={},line={line},col={column},title={}::{}\n", property(source), property(code), data(&plain(message)))
}

/// What a value of a property may not hold as it is.
fn property(text: &str) -> String {
    data(&plain(text)).replace(':', "%3A").replace(',', "%2C")
}

/// What a message may not hold as it is; a `%` comes first, for it is what the others become.
fn data(text: &str) -> String {
    let shown: String = text.split('\n').map(|line| cut(line, MESSAGE)).collect::<Vec<_>>().join("\n");
    shown.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use crate::{Input, Options, inspect};

    fn rendered(name: &str, text: &str) -> String {
        super::render_github(&inspect(
            &[Input { name: Some(name.into()), text: text.into(), ..Input::default() }],
            &Options::default(),
        ))
    }

    #[test]
    fn each_finding_is_an_annotation() {
        insta::assert_snapshot!(rendered("version.yaml", include_str!("../../tests/cases/seed/mustgather.yaml")));
    }

    #[test]
    fn nothing_from_the_input_ends_a_command_or_begins_one() {
        let text = "- state: \"a\\n::error::b,c:d%0A\\r::\"\n  startedTime: \"2019-01-01T00:00:00Z\"\n  version: x\n";
        let out = rendered("a,b:c%0A\n::error::x.yaml", text);
        assert!(!out.is_empty());
        for line in out.lines() {
            let rest = ["::error file=", "::warning file=", "::notice file="].iter().find_map(|start| line.strip_prefix(start));
            assert!(rest.is_some_and(|rest| rest.starts_with("a%2Cb%3Ac%250A\u{fffd}%3A%3Aerror%3A%3Ax.yaml,line=")), "{line}");
        }
    }
}

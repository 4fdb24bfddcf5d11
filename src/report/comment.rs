//! The report as a comment in a bug tracker: plain text, no line of 80 columns or more but where one word is longer,
//! and nothing at a line's begin or in pairs that Jira or Bugzilla takes for markup.

use super::words::{self, cut, plain};
use super::{Finding, Report, Severity};

/// Columns of a line.
const WIDTH: usize = 79;
/// Characters of a sentence or of several.
const LONG: usize = 1500;
/// Findings of one history that are written out.
const MOST: usize = 20;

/// Writes a report as a bug comment.
pub fn render_comment(report: &Report) -> String {
    let mut out = Comment(String::new());
    out.line("", &format!("ClusterVersion history: {}. {}", words::verdict(report.verdict), report.summary));
    for history in &report.histories {
        let n = history.entries.len();
        let entries = if n == 1 { "entry" } else { "entries" };
        let place = &history.source;
        out.gap();
        out.line(
            "",
            &format!(
                "{}, lines {} to {}: {n} {entries}, {}.",
                place.name,
                place.line,
                place.end_line,
                words::verdict(history.verdict)
            ),
        );
        if let Some(id) = &history.cluster_id {
            out.line("", &format!("Cluster id: {id}"));
        }
        out.findings(&history.findings);
        for entry in &history.entries {
            let Some(truth) = entry.true_completion.as_ref().filter(|_| history.is_doubted(entry)) else { continue };
            out.line("", &format!("Entry {} was in truth complete {}.", entry.index, words::truth(truth)));
        }
    }
    for comparison in &report.comparisons {
        out.gap();
        out.line("", &format!("Before and after: {}", comparison.summary));
        out.findings(&comparison.findings);
    }
    out.gap();
    if let Some(masked) = &report.masked {
        out.line("", &masked.to_string());
    }
    out.line("", &format!("Found by {} {}.", report.tool.name, report.tool.version));
    out.0
}

struct Comment(String);

impl Comment {
    fn gap(&mut self) {
        self.0.push('\n');
    }

    fn findings(&mut self, findings: &[Finding]) {
        let grave: Vec<_> = findings.iter().filter(|finding| finding.severity > Severity::Info).collect();
        for (at, finding) in grave.iter().take(MOST).enumerate() {
            self.line(
                &format!("{}. ", at + 1),
                &format!("Line {}: {} ({}; {})", finding.line, finding.message, finding.rule, words::certainty(finding)),
            );
            for (label, value) in [("recorded", &finding.recorded), ("expected", &finding.expected)] {
                if let Some(value) = value {
                    self.line("   ", &format!("{label}: {value}"));
                }
            }
            self.line("   ", &format!("To do: {}", finding.what_to_do));
        }
        if grave.len() > MOST {
            self.line("", &format!("{} more findings are left out.", grave.len() - MOST));
        }
    }

    /// Words in lines; those after the first stand below its text.
    fn line(&mut self, lead: &str, text: &str) {
        let indent = lead.chars().count();
        let mut column = indent;
        self.0.push_str(lead);
        let text = unmarked(&cut(text, LONG));
        for (at, word) in text.split_whitespace().enumerate() {
            let wide = word.chars().count();
            if at > 0 && column + 1 + wide > WIDTH {
                self.0.push('\n');
                self.0.push_str(&" ".repeat(indent));
                column = indent;
            } else if at > 0 {
                self.0.push(' ');
                column += 1;
            }
            self.0.push_str(word);
            column += wide;
        }
        self.0.push('\n');
    }
}

/// Without what Jira takes for links, macros, tables and pictures. Backticks mean nothing there.
fn unmarked(text: &str) -> String {
    plain(text)
        .chars()
        .filter(|c| *c != '`')
        .map(|c| match c {
            '{' | '[' => '(',
            '}' | ']' => ')',
            '|' => '/',
            '!' => '.',
            '^' | '~' => '-',
            other => other,
        })
        .collect()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use crate::{Input, Options, inspect};

    #[test]
    fn the_seed_reads_as_a_comment() {
        let text = include_str!("../../tests/cases/seed/mustgather.yaml").into();
        let inputs = [Input { name: Some("version.yaml".into()), text, ..Input::default() }];
        let comment = super::render_comment(&inspect(&inputs, &Options::default()));
        assert!(comment.lines().all(|line| line.chars().count() < 80 || !line.trim().contains(' ')), "{comment}");
        insta::assert_snapshot!(comment);
    }

    #[test]
    fn nothing_from_an_input_is_markup() {
        assert_eq!(super::unmarked("{code} [x] `a` !p.png!"), "(code) (x) a .p.png.");
    }
}

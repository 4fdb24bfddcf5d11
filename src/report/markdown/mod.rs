//! The report in GitHub's Markdown, for a job's summary or a comment: the verdict, a table, a gantt chart.
//!
//! GitHub takes no more than 1024 KiB for a summary, so what comes last is left out where there is
//! too much, and the text says how much that is.

mod escape;
mod gantt;
mod table;

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::words;
use super::{Advice, ChangeVerdict, ComparisonReport, Finding, HistoryReport, Report, Row, RowKind};
use crate::order;
use escape::{code, link, text};

/// Characters of a name or a value.
const SHORT: usize = 200;
/// Characters of a sentence or several.
const LONG: usize = 1500;
/// Bytes kept for what must still be said.
const RESERVE: usize = 400;

/// How to write it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct MarkdownOptions {
    /// The heading; `ClusterVersion history` without it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub title: Option<String>,
    /// Bytes it may have, 4096 to 1048576; 1000000 without it, which leaves a summary room for others.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub max_bytes: Option<usize>,
}

/// Writes a report as Markdown. Nothing from an input is markup in it, and it is never longer than
/// [`MarkdownOptions::max_bytes`].
pub fn render_markdown(report: &Report, options: &MarkdownOptions) -> String {
    let most = options.max_bytes.unwrap_or(1_000_000).clamp(4096, 1 << 20);
    let mut page = Page { out: String::new(), most: most - RESERVE };
    let title = options.title.as_deref().unwrap_or("ClusterVersion history");
    page.push(&format!("## {}: {}\n\n", text(title, SHORT), words::verdict(report.verdict)));
    page.push(&format!("{}\n\n", text(&report.summary, LONG)));
    if !report.advice.is_empty() {
        for Advice { text: what, command } in &report.advice {
            let command = command.as_ref().map(|command| format!(" {}", code(command, LONG, false))).unwrap_or_default();
            page.push(&format!("- {}{command}\n", text(what, LONG)));
        }
        page.push("\n");
    }

    let mut histories: Vec<&HistoryReport> = report.histories.iter().collect();
    order::sort_by_key(&mut histories, |history| std::cmp::Reverse(history.verdict));
    let single = histories.len() == 1;
    if !single {
        page.within(most / 4, |page| overview(page, &histories));
    }
    page.within(most / 4, |page| {
        page.list("comparisons", &report.comparisons, |page, comparison| self::comparison(page, report, comparison))
    });
    page.within(most.saturating_sub(page.out.len()) * 4 / 5, |page| {
        page.list("histories", &histories, |page, history| self::history(page, history, single))
    });
    if !report.problems.is_empty() {
        page.push("### Problems with the input\n\n");
        page.list("problems", &report.problems, |page, problem| {
            let (name, message) = (code(&problem.source, SHORT, false), text(&problem.message, LONG));
            page.push(&format!("- {name} line {}: {message}\n", problem.line))
        });
        page.push("\n");
    }
    if !report.evidence.is_empty() {
        page.most = most;
        page.push(&format!("{} dated records beside the histories were weighed.\n", report.evidence.len()));
    }
    if let Some(masked) = &report.masked {
        page.most = most;
        page.push(&format!("\n{masked}\n"));
    }
    page.out
}

/// What has been written, and how long it may become.
struct Page {
    out: String,
    most: usize,
}

impl Page {
    /// Adds a block where there is room for it.
    fn push(&mut self, block: &str) -> bool {
        let fits = self.out.len() + block.len() <= self.most;
        if fits {
            self.out.push_str(block);
        }
        fits
    }

    /// Lets something take no more than so many bytes.
    fn within(&mut self, bytes: usize, write: impl FnOnce(&mut Page)) {
        let most = self.most;
        self.most = most.min(self.out.len() + bytes);
        write(self);
        self.most = most;
    }

    /// Adds what fits, and says how much does not; for that there is always room.
    fn list<T>(&mut self, what: &str, items: &[T], mut write: impl FnMut(&mut Page, &T) -> bool) {
        let note = |left: usize| format!("\n_{left} more {what} are left out: this text would be too long._\n\n");
        let room = note(items.len()).len();
        for (at, item) in items.iter().enumerate() {
            let most = self.most;
            self.most = most.saturating_sub(room);
            let written = write(self, item);
            self.most = most;
            if !written {
                self.push(&note(items.len() - at));
                break;
            }
        }
    }
}

fn overview(page: &mut Page, histories: &[&HistoryReport]) {
    if histories.is_empty() || !page.push("| history | verdict | |\n|---|---|---|\n") {
        return;
    }
    page.list("rows", histories, |page, history| {
        let place = code(&format!("{}:{}", history.source.name, history.source.line), SHORT, true);
        page.push(&format!("| {place} | {} | {} |\n", words::verdict(history.verdict), text(&history.summary, 2 * SHORT)))
    });
    page.push("\n");
}

fn comparison(page: &mut Page, report: &Report, comparison: &ComparisonReport) -> bool {
    let place = |id: usize| {
        let history = report.histories.get(id);
        history.map_or_else(String::new, |history| format!("{}:{}", history.source.name, history.source.line))
    };
    let (before, after) = (code(&place(comparison.before), SHORT, false), code(&place(comparison.after), SHORT, false));
    if !page.push(&format!("### {after} compared with {before}\n\n{}\n\n", text(&comparison.summary, LONG))) {
        return false;
    }
    let changed: Vec<&Row> = comparison.rows.iter().filter(|row| row.kind != RowKind::Same).collect();
    if !changed.is_empty() && page.push("| before | after | field | was | is | |\n|--:|--:|---|---|---|---|\n") {
        page.list("rows", &changed, |page, row| page.push(&compared(row)));
        page.push("\n");
    }
    page.list("findings", &comparison.findings, finding);
    page.push("\n");
    true
}

/// The lines of an entry that is not the same in both snapshots.
fn compared(row: &Row) -> String {
    let index = |index: Option<usize>| index.map(|index| index.to_string()).unwrap_or_default();
    let (before, after) = (index(row.before), index(row.after));
    let word = match row.kind {
        RowKind::Added => "added: allowed",
        RowKind::Pruned => "pruned: allowed",
        RowKind::Lost => "lost: **forbidden**",
        RowKind::Inserted => "inserted: **forbidden**",
        RowKind::NotShown => "not in the other paste",
        RowKind::Changed | RowKind::Same => "",
    };
    if row.changes.is_empty() {
        return format!("| {before} | {after} | | | | {word} |\n");
    }
    let value = |value: &Option<String>| value.as_ref().map(|value| code(value, SHORT, true)).unwrap_or_default();
    let lines = row.changes.iter().map(|change| {
        let word = match change.verdict {
            ChangeVerdict::Allowed => "allowed",
            ChangeVerdict::Forbidden => "**forbidden**",
            ChangeVerdict::NotJudged => "not judged",
        };
        let (was, is) = (value(&change.before), value(&change.after));
        format!("| {before} | {after} | {} | {was} | {is} | {word}: {} |\n", text(&change.field, SHORT), text(&change.law, SHORT))
    });
    lines.collect()
}

fn history(page: &mut Page, history: &HistoryReport, single: bool) -> bool {
    let source = &history.source;
    let (name, verdict) = (code(&source.name, SHORT, false), words::verdict(history.verdict));
    let lines = format!("lines {}–{}", source.line, source.end_line);
    let head = match single {
        true => format!("In {name}, {lines}: {}\n\n", source.kind),
        false => format!("### {name}, {lines}: {verdict}\n\n{}\n\n", text(&history.summary, LONG)),
    };
    if !page.push(&head) {
        return false;
    }
    let left = page.most.saturating_sub(page.out.len());
    page.within(left / 2, |page| table::table(page, history));
    if let Some(chart) = gantt::gantt(history) {
        page.push(&format!("{chart}\n"));
    }
    page.list("findings", &history.findings, finding);
    if !history.not_checked.is_empty() {
        let rules: Vec<_> = history.not_checked.iter().map(|not| code(&not.rule, SHORT, false)).collect();
        page.push(&format!("\nNot checked, as the input lacks what they need: {}\n", rules.join(", ")));
    }
    page.push("\n");
    true
}

fn finding(page: &mut Page, finding: &Finding) -> bool {
    let entry = finding.entry.map(|entry| format!(", entry {entry}")).unwrap_or_default();
    let mut out = format!(
        "- **{}** {} ({}){entry}, line {}, {}: {}\n",
        words::severity(finding.severity),
        code(&finding.rule, SHORT, false),
        text(&words::certainty(finding), SHORT),
        finding.line,
        code(&finding.path, SHORT, false),
        text(&finding.message, LONG),
    );
    match (&finding.recorded, &finding.expected) {
        (Some(recorded), Some(expected)) => {
            out.push_str(&format!("  - Recorded {}, should be {}\n", code(recorded, SHORT, false), code(expected, SHORT, false)));
        }
        (None, Some(expected)) => out.push_str(&format!("  - Should be {}\n", code(expected, SHORT, false))),
        _ => {}
    }
    out.push_str(&format!("  - {}\n", text(&finding.why, LONG)));
    if let Some(current) = &finding.current_release {
        out.push_str(&format!("  - {}\n", text(&current.text, LONG)));
    }
    out.push_str(&format!("  - What to do: {}\n", text(&finding.what_to_do, LONG)));
    let links: Vec<_> = finding.references.iter().filter_map(|reference| link(reference)).collect();
    if !links.is_empty() {
        out.push_str(&format!("  - {}\n", links.join(", ")));
    }
    page.push(&out)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

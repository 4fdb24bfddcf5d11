//! The report as a comment in a bug tracker: plain text, no line of 80 columns or more but where one word or a command
//! is longer, and nothing in it that Jira or Bugzilla takes for markup.

mod markup;

use std::borrow::Cow;

use super::names::tails;
use super::words::{self, cut, plain};
use super::{Advice, ComparisonReport, Finding, HistoryReport, Report, Severity};
use crate::order;
use markup::unmarked;

/// Columns of a line.
const WIDTH: usize = 79;
/// Characters of a sentence or of several.
const LONG: usize = 1500;
/// Findings of one history that are written out.
const MOST: usize = 20;
/// Characters after which no history is begun: Jira takes 32,767 in one comment.
const ROOM: usize = 20_000;

/// Writes a report as a bug comment.
pub fn render_comment(report: &Report) -> String {
    let mut out = Comment { text: String::new(), report, paths: paths(report), told: 0, to_do: vec![], bugs: vec![] };
    out.line("", &format!("ClusterVersion history: {}. {}", words::verdict(report.verdict), report.summary));
    let mut histories: Vec<&HistoryReport> = report.histories.iter().collect();
    if histories.len() > MOST {
        order::sort_by_key(&mut histories, |history| std::cmp::Reverse(history.verdict));
    }
    out.each("histories", &histories, |out, history| out.history(history));
    out.each("comparisons", &report.comparisons.iter().collect::<Vec<_>>(), |out, comparison| out.comparison(comparison));
    out.known_bugs();
    out.advice();
    out.gap();
    if let Some(masked) = &report.masked {
        out.line("", &masked.to_string());
    }
    out.line("", &format!("Found by {} {}.", report.tool.name, report.tool.version));
    out.text
}

struct Comment<'r> {
    text: String,
    report: &'r Report,
    /// Inputs that are named by a path, and what tells one from the other; the longest first.
    paths: Vec<(&'r str, &'r str)>,
    /// Findings that have a number.
    told: usize,
    /// What to do, and the findings that it is for.
    to_do: Vec<(&'r str, Vec<usize>)>,
    /// The address of each bug, whether it is certain, and the findings that name it.
    bugs: Vec<((&'r str, bool), Vec<usize>)>,
}

impl<'r> Comment<'r> {
    /// Writes as many as there is room for, and says how many are left out.
    fn each<T>(&mut self, what: &str, items: &[&'r T], write: impl Fn(&mut Self, &'r T)) {
        for (at, item) in items.iter().enumerate() {
            self.gap();
            if self.text.len() > ROOM {
                return self.line("", &format!("{} more {what} are left out: this comment would be too long.", items.len() - at));
            }
            write(self, item);
        }
    }

    fn history(&mut self, history: &'r HistoryReport) {
        let n = history.entries.len();
        let entries = if n == 1 { "entry" } else { "entries" };
        let (name, lines) = (&history.source.name, lines(history));
        self.line("", &format!("{name}, {lines}: {n} {entries}, {}.", words::verdict(history.verdict)));
        if let Some(id) = &history.cluster_id {
            self.line("", &format!("Cluster id: {id}"));
        }
        let newer = self.report.comparisons.iter().filter(|comparison| comparison.after == history.id);
        let compared: Vec<&Finding> = newer.flat_map(|comparison| &comparison.findings).collect();
        let told = |finding: &&Finding| {
            compared
                .iter()
                .any(|other| (&other.rule, other.entry, &other.field) == (&finding.rule, finding.entry, &finding.field))
        };
        let (again, own): (Vec<_>, Vec<_>) = history.findings.iter().partition(told);
        self.findings(&own, "");
        let again_told: Vec<_> = again.iter().filter(is_grave).collect();
        let again: Vec<_> = again.iter().map(|finding| finding.line.to_string()).collect();
        if !again.is_empty() {
            let lines = if again.len() == 1 { "line" } else { "lines" };
            self.line("", &format!("What is wrong at {lines} {} is told with the comparison.", list(&again)));
        }
        for entry in &history.entries {
            let Some(truth) = entry.true_completion.as_ref().filter(|_| history.is_doubted(entry)) else { continue };
            self.line("", &format!("Entry {} was in truth complete {}.", entry.index, words::truth(truth)));
        }
        // Of a bug that nothing in the comment is about, nothing is said.
        let said = own.iter().filter(is_grave).take(MOST);
        let said = said.chain(again_told);
        let mut current: Vec<&str> = said.filter_map(|finding| Some(&*finding.current_release.as_ref()?.text)).collect();
        current.dedup();
        current.into_iter().for_each(|text| self.line("", text));
    }

    fn comparison(&mut self, comparison: &'r ComparisonReport) {
        let (after, before) = (self.named(comparison.after), self.named(comparison.before));
        // Where it gave the report its verdict, its sentence stands at the top already.
        let said = if self.report.summary.ends_with(&comparison.summary) { "" } else { comparison.summary.as_str() };
        self.line("", &format!("{after} compared with {before}: {}", if said.is_empty() { "see above." } else { said }));
        let of = format!(" of {}", self.report.histories.get(comparison.after).map_or("", |after| after.source.name.as_str()));
        self.findings(&comparison.findings.iter().collect::<Vec<_>>(), &of);
    }

    /// A history by its file, and its lines where the file has others.
    fn named(&self, id: usize) -> String {
        let Some(history) = self.report.histories.get(id) else { return String::new() };
        let alike = self.report.histories.iter().filter(|other| other.source.name == history.source.name).count();
        if alike == 1 { history.source.name.clone() } else { format!("{}, {}", history.source.name, lines(history)) }
    }

    fn findings(&mut self, findings: &[&'r Finding], of: &str) {
        let grave: Vec<_> = findings.iter().filter(is_grave).collect();
        for finding in grave.iter().take(MOST) {
            self.told += 1;
            let number = self.told;
            self.line(
                &format!("{number}. "),
                &format!("Line {}{of}: {} ({}; {})", finding.line, finding.message, finding.rule, words::certainty(finding)),
            );
            for (label, value) in [("recorded", &finding.recorded), ("expected", &finding.expected)] {
                if let Some(value) = value {
                    self.line("   ", &format!("{label}: {value}"));
                }
            }
            note(&mut self.to_do, finding.what_to_do.as_str(), number);
            if let Some(bug) = known_bug(finding) {
                note(&mut self.bugs, bug, number);
            }
        }
        if grave.len() > MOST {
            self.line("", &format!("{} more findings are left out.", grave.len() - MOST));
        }
    }

    /// The bugs that findings name, and where to read of them.
    fn known_bugs(&mut self) {
        let bugs = std::mem::take(&mut self.bugs);
        if !bugs.is_empty() {
            self.gap();
        }
        for ((address, certain), findings) in bugs {
            let perhaps = if certain { "Known bug" } else { "Perhaps the known bug" };
            self.line("", &format!("{perhaps} behind {}: {address}", numbered("finding", &findings)));
            if address.ends_with("1756461") {
                self.line("", "Fixed in 4.3.0 by https://access.redhat.com/errata/RHBA-2020:0062");
            }
        }
    }

    /// Each piece of advice once: of the findings, then what to do now with its commands.
    fn advice(&mut self) {
        let to_do = std::mem::take(&mut self.to_do);
        if !to_do.is_empty() {
            self.gap();
        }
        for (what, findings) in to_do {
            self.line("", &format!("For {}: {what}", numbered("finding", &findings)));
        }
        if !self.report.advice.is_empty() {
            self.gap();
            self.line("", "What to do now:");
        }
        for (at, Advice { text, command }) in self.report.advice.iter().enumerate() {
            self.line(&format!("{}. ", letter(at)), text);
            if let Some(command) = command {
                // A line of its own, however long, is copied whole.
                self.text.push_str(&format!("   {}\n", unmarked(&plain(command), true)));
            }
        }
    }

    fn gap(&mut self) {
        self.text.push('\n');
    }

    /// The way to a file tells a bug's reader nothing.
    fn without_paths<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut text = Cow::Borrowed(text);
        for (path, tail) in &self.paths {
            if text.contains(path) {
                text = text.replace(path, tail).into();
            }
        }
        text
    }

    /// Words in lines; those after the first stand below its text.
    fn line(&mut self, lead: &str, text: &str) {
        let text = cut(&self.without_paths(text), LONG);
        let indent = lead.chars().count();
        let mut lines: Vec<String> = vec![];
        let mut column = 0;
        for word in text.split_whitespace() {
            let wide = word.chars().count();
            match lines.last_mut().filter(|_| indent + column + 1 + wide <= WIDTH) {
                Some(line) => {
                    line.push(' ');
                    line.push_str(word);
                    column += 1 + wide;
                }
                None => {
                    lines.push(word.to_owned());
                    column = wide;
                }
            }
        }
        for (at, line) in lines.iter().enumerate() {
            let begins = at > 0 || lead.trim().is_empty();
            self.text.push_str(&if at == 0 { lead.to_owned() } else { " ".repeat(indent) });
            self.text.push_str(&unmarked(line, begins));
            self.text.push('\n');
        }
    }
}

fn paths(report: &Report) -> Vec<(&str, &str)> {
    let histories = report.histories.iter().map(|history| history.source.name.as_str());
    let problems = report.problems.iter().map(|problem| problem.source.as_str());
    let mut names: Vec<_> = histories.chain(problems).chain(report.evidence.iter().map(|item| item.source.as_str())).collect();
    names.dedup();
    let mut paths: Vec<_> = tails(&names).into_iter().zip(names).map(|(tail, name)| (name, tail)).collect();
    paths.retain(|(name, tail)| name != tail);
    order::sort_by_key(&mut paths, |(name, _)| (std::cmp::Reverse(name.len()), *name));
    paths.dedup();
    paths
}

/// Adds a finding to what is the same for several.
fn note<T: PartialEq>(all: &mut Vec<(T, Vec<usize>)>, what: T, finding: usize) {
    match all.iter_mut().find(|(other, _)| *other == what) {
        Some((_, findings)) => findings.push(finding),
        None => all.push((what, vec![finding])),
    }
}

/// The address of the bug that a finding names, and whether it is certain.
fn known_bug(finding: &Finding) -> Option<(&str, bool)> {
    let named = |reference: &&String| {
        let id = reference.rsplit(['=', '/']).next().unwrap_or_default();
        match &finding.cause {
            Some(cause) => reference.contains("bugzilla") && cause.strip_prefix("bz").is_some_and(|bug| bug.starts_with(id)),
            None => reference.contains("/browse/") && finding.why.contains(id),
        }
    };
    let found = finding.references.iter().find(named)?;
    Some((found, finding.cause.as_ref().is_none_or(|cause| !cause.ends_with("-boundary"))))
}

/// Notes are left to the report.
fn is_grave(finding: &&&Finding) -> bool {
    finding.severity > Severity::Info
}

fn lines(history: &HistoryReport) -> String {
    let (first, last) = (history.source.line, history.source.end_line);
    if first == last { format!("line {first}") } else { format!("lines {first} to {last}") }
}

/// `finding 1`, `findings 1, 2 and 5`.
fn numbered(what: &str, numbers: &[usize]) -> String {
    let plural = if numbers.len() == 1 { "" } else { "s" };
    format!("{what}{plural} {}", list(&numbers.iter().map(usize::to_string).collect::<Vec<_>>()))
}

fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What to do now has letters, so that it is not taken for findings.
fn letter(at: usize) -> char {
    char::from(b'a' + u8::try_from(at % 26).unwrap_or_default())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

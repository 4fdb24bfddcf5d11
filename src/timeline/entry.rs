//! What is to be drawn of an entry, in seconds: its state and the stretches of its bar.

use super::labels::plain;
use super::scene::{End, Kind};
use super::words::seconds;
use crate::report::{Confidence, EntryReport, Finding, HistoryReport};

/// The rule whose finding makes a stretch an overwritten one.
const OVERWRITTEN: &str = "completion-overwritten";

/// A stretch of a bar, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) kind: Kind,
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) end: End,
}

/// An entry with its times read and its findings gathered.
#[derive(Debug, Clone)]
pub(super) struct Entry<'a> {
    pub(super) report: &'a EntryReport,
    pub(super) findings: Vec<&'a Finding>,
    pub(super) start: Option<i64>,
    pub(super) end: Option<i64>,
    /// Bounds of the true completion, and the time itself.
    pub(super) not_before: Option<i64>,
    pub(super) not_after: Option<i64>,
    pub(super) exact: Option<i64>,
    pub(super) stretches: Vec<Stretch>,
}

/// The entries of a history. `compared` are findings of comparisons in which it is the newer.
pub(super) fn entries<'a>(history: &'a HistoryReport, compared: &[&'a Finding]) -> Vec<Entry<'a>> {
    let all = findings(history, compared);
    history.entries.iter().map(|report| entry(report, &all)).collect()
}

/// All findings, worst first, each defect once: what a comparison has proven replaces what was likely.
pub(super) fn findings<'a>(history: &'a HistoryReport, compared: &[&'a Finding]) -> Vec<&'a Finding> {
    let mut all: Vec<&Finding> = Vec::new();
    for finding in compared.iter().copied().chain(&history.findings) {
        let same = |f: &&Finding| f.rule == finding.rule && f.entry == finding.entry && f.field == finding.field;
        if !all.iter().any(same) {
            all.push(finding);
        }
    }
    crate::order::sort_by_key(&mut all, |finding| std::cmp::Reverse(finding.severity));
    all
}

fn entry<'a>(report: &'a EntryReport, all: &[&'a Finding]) -> Entry<'a> {
    let findings: Vec<&Finding> = all.iter().copied().filter(|f| f.entry == Some(report.index)).collect();
    let truth = report.true_completion.as_ref();
    let expected = findings.iter().filter(|f| f.rule == OVERWRITTEN).find_map(|f| f.expected.as_deref());
    let mut entry = Entry {
        report,
        start: seconds(report.started_time.as_deref()),
        end: seconds(report.completion_time.as_deref()),
        not_before: truth.and_then(|t| seconds(t.not_before.as_deref())),
        not_after: truth.and_then(|t| seconds(t.not_after.as_deref())),
        exact: truth.and_then(|t| seconds(t.exact.as_deref())).or_else(|| seconds(expected)),
        findings,
        stretches: Vec::new(),
    };
    entry.stretches = entry.cut();
    entry
}

impl Entry<'_> {
    /// The state's own kind.
    pub(super) fn kind(&self) -> Kind {
        match self.report.state.as_deref() {
            _ if self.in_progress() => Kind::Progress,
            Some("Completed") => Kind::Completed,
            Some("Partial") => Kind::Partial,
            _ => Kind::Unknown,
        }
    }

    /// The newest entry, begun and not ended.
    pub(super) fn in_progress(&self) -> bool {
        self.report.index == 0 && self.report.state.as_deref() == Some("Partial") && self.end.is_none() && self.start.is_some()
    }

    /// A finding says that the completion was overwritten.
    pub(super) fn overwritten(&self) -> Option<Confidence> {
        self.findings.iter().filter(|f| f.rule == OVERWRITTEN).map(|f| f.confidence).max()
    }

    /// The version, else what tells the image, else the entry's number.
    pub(super) fn name(&self) -> String {
        let text = |s: &Option<String>| s.as_deref().map(|s| plain(s, 80)).filter(|s| !s.is_empty());
        text(&self.report.version)
            .or_else(|| text(&self.report.image.as_deref().map(image_name)))
            .unwrap_or_else(|| format!("entry {}", self.report.index))
    }

    /// The bar, cut where its meaning changes.
    fn cut(&self) -> Vec<Stretch> {
        let kind = self.kind();
        let stretch = |kind, from, to| Stretch { kind, from, to, end: End::Closed };
        let Some(start) = self.start else {
            return Vec::new();
        };
        let Some(end) = self.end else {
            let end = if self.in_progress() { End::Open } else { End::Missing };
            return vec![Stretch { kind, from: start, to: start, end }];
        };
        if end < start {
            return vec![stretch(Kind::Reversed, end, start)];
        }
        // Certainly running until `sure`; certainly done from `done` on; the record says `end`.
        let inside = |t: i64| t.clamp(start, end);
        let (sure, done) = match (self.exact, self.not_before, self.not_after) {
            (Some(t), ..) if t > end => {
                return vec![stretch(kind, start, end), stretch(Kind::Overwritten, end, t)];
            }
            (None, Some(t), _) if t > end => {
                return vec![stretch(kind, start, end), stretch(Kind::Overwritten, end, t)];
            }
            (Some(t), ..) => (inside(t), inside(t)),
            (None, from, Some(to)) if to < end => (inside(from.unwrap_or(start)), inside(to)),
            (None, from, _) if self.overwritten().is_some() => {
                let from = inside(from.unwrap_or(start));
                (from, from)
            }
            _ => (end, end),
        };
        let mut cut = vec![
            stretch(kind, start, sure.min(done)),
            stretch(Kind::Unsure, sure.min(done), done),
            stretch(Kind::Overwritten, done, end),
        ];
        cut.retain(|s| s.to > s.from);
        if cut.is_empty() {
            cut.push(stretch(kind, start, end));
        }
        cut
    }
}

/// A short name of an image: the beginning of its digest, else its tag, else its last part.
fn image_name(image: &str) -> String {
    if let Some((_, digest)) = image.rsplit_once('@') {
        return digest.chars().take(19).collect();
    }
    let last = image.rsplit('/').next().unwrap_or(image);
    last.rsplit_once(':').map_or(last, |(_, tag)| tag).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::TrueCompletion;
    use crate::timeline::sample;

    fn cut(report: &EntryReport, findings: &[&Finding]) -> Vec<(Kind, i64, i64)> {
        let e = entry(report, findings);
        let start = e.start.unwrap_or_default();
        e.stretches.iter().map(|s| (s.kind, s.from - start, s.to - start)).collect()
    }

    fn truth(from: Option<&str>, to: Option<&str>, exact: Option<&str>) -> Option<TrueCompletion> {
        let own = |s: Option<&str>| s.map(str::to_owned);
        Some(TrueCompletion { not_before: own(from), not_after: own(to), exact: own(exact), basis: Vec::new() })
    }

    #[test]
    fn an_overwritten_completion_is_drawn_apart() {
        let mut report = sample::entry(2, "Completed", "4.1.18", "2019-10-14T02:57:34Z", "2019-10-14T03:42:31Z");
        let finding = sample::finding("completion-overwritten", 2, "completionTime");
        assert_eq!(cut(&report, &[]), [(Kind::Completed, 0, 2697)]);
        // No bound but the start: all of it is in doubt.
        assert_eq!(cut(&report, &[&finding]), [(Kind::Overwritten, 0, 2697)]);
        report.true_completion = truth(Some("2019-10-14T03:00:00Z"), Some("2019-10-14T03:20:00Z"), None);
        let bounded = [(Kind::Completed, 0, 146), (Kind::Unsure, 146, 1346), (Kind::Overwritten, 1346, 2697)];
        assert_eq!(cut(&report, &[&finding]), bounded);
        assert_eq!(cut(&report, &[]), bounded);
        report.true_completion = truth(None, None, Some("2019-10-14T03:13:16Z"));
        let exact = [(Kind::Completed, 0, 942), (Kind::Overwritten, 942, 2697)];
        assert_eq!(cut(&report, &[&finding]), exact);
        // Bounds that agree with the record change nothing.
        report.true_completion = truth(Some("2019-10-14T03:00:00Z"), Some("2019-10-14T03:42:31Z"), None);
        assert_eq!(cut(&report, &[]), [(Kind::Completed, 0, 2697)]);
        // Done only after the recorded time.
        report.true_completion = truth(None, None, Some("2019-10-14T03:42:41Z"));
        assert_eq!(cut(&report, &[]), [(Kind::Completed, 0, 2697), (Kind::Overwritten, 2697, 2707)]);
    }

    #[test]
    fn what_has_no_end_or_the_wrong_one() {
        let ends = |i, state: &str, done: &str| {
            let report = sample::entry(i, state, "", "2020-01-01T00:00:00Z", done);
            entry(&report, &[]).stretches.first().map(|s| (s.kind, s.end))
        };
        assert_eq!(ends(0, "Partial", ""), Some((Kind::Progress, End::Open)));
        assert_eq!(ends(1, "Partial", ""), Some((Kind::Partial, End::Missing)));
        assert_eq!(ends(0, "Completed", ""), Some((Kind::Completed, End::Missing)));
        assert_eq!(ends(0, "Odd", "2020-01-01T00:00:00Z"), Some((Kind::Unknown, End::Closed)));
        assert_eq!(ends(0, "Completed", "2019-12-31T23:00:00Z"), Some((Kind::Reversed, End::Closed)));
    }

    #[test]
    fn names() {
        let name = |version: &str, image: &str| {
            let mut report = sample::entry(3, "Completed", version, "", "");
            report.image = Some(image.to_owned());
            entry(&report, &[]).name()
        };
        assert_eq!(name("4.1.18", "x"), "4.1.18");
        assert_eq!(name("", "r.io/a@sha256:d2462537f448853571cc914b"), "sha256:d2462537f448");
        assert_eq!(name("", "r.io:5000/ocp/release:4.3.0"), "4.3.0");
        assert_eq!(name("", "r.io:5000/ocp/release"), "release");
        assert_eq!(name(" ", ""), "entry 3");
    }
}

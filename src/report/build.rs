//! Histories and findings to the report: places become lines, and verdicts become words.

use crate::compare::{Comparison, Relation};
use chrono::{DateTime, SecondsFormat, Utc};

use crate::evidence::bounds::{Bound, Bounds, Standing, whole};
use crate::evidence::{Fact, words};
use crate::finding::{Finding, Findings, Site};
use crate::history::{History, Moment, State, rfc3339};
use crate::order;
use crate::parse::Problem;
use crate::report::{
    ComparisonReport, Confidence, EntryReport, EvidenceItem, HistoryReport, NotChecked, ProblemReport, Related, Severity,
    SourceRef, TrueCompletion, Verdict, advice, rows, summary,
};
use crate::rules;
use crate::source::LineIndex;

/// An input's text and name, with the index of its lines.
#[derive(Debug)]
pub(crate) struct Source<'t> {
    pub(crate) name: String,
    pub(crate) input: usize,
    pub(crate) lines: LineIndex<'t>,
}

/// A history with what was found in it.
#[derive(Debug)]
pub(crate) struct Judged<'h, 't> {
    pub(crate) id: usize,
    pub(crate) source: &'h Source<'t>,
    pub(crate) sources: &'h [Source<'t>],
    pub(crate) history: &'h History<'h>,
    pub(crate) findings: Findings,
    /// What was found beside the histories, and what it says of each entry.
    pub(crate) facts: &'h [Fact],
    pub(crate) bounds: Vec<Bounds>,
    /// The inputs whose records contradict what the object itself confirms, and were not weighed.
    pub(crate) against: Vec<usize>,
}

pub(crate) fn history(judged: &Judged<'_, '_>) -> HistoryReport {
    let Judged { id, source, history, findings, .. } = judged;
    let document = history.document;
    let first = source.lines.position(document.span.start);
    let last = source.lines.position(document.span.end.saturating_sub(1).max(document.span.start));
    let reports = ordered(&findings.found).into_iter().map(|found| finding(found, (judged, None))).collect::<Vec<_>>();
    let verdict = if is_checkable(history) { verdict_of(&reports) } else { Verdict::Undetermined };
    let mut report = HistoryReport {
        id: *id,
        source: SourceRef {
            name: source.name.clone(),
            input: source.input,
            kind: document.kind.label().into(),
            line: first.line,
            end_line: last.line,
        },
        cluster_id: document.spec.cluster_id.clone(),
        verdict,
        summary: String::new(),
        entries: (0..history.entries.len()).map(|index| entry(judged, index)).collect(),
        findings: reports,
        not_checked: not_checked(findings),
        advice: vec![],
    };
    let against = judged.against.iter().filter_map(|input| judged.sources.get(*input)).map(|source| source.name.as_str());
    report.summary = summary::of_history(&report, &against.collect::<Vec<_>>());
    report.advice = advice::of_history(&report);
    report
}

fn entry(judged: &Judged<'_, '_>, index: usize) -> EntryReport {
    let history = judged.history;
    let entry = &history.entries[index];
    let time = |moment: Moment<'_>| moment.instant().map(rfc3339);
    EntryReport {
        index,
        state: entry.raw.state.clone(),
        version: entry.raw.version.clone(),
        image: entry.raw.image.clone(),
        verified: entry.raw.verified,
        started_time: time(entry.started),
        completion_time: time(entry.completed),
        accepted_risks: entry.raw.accepted_risks.clone(),
        line: judged.source.lines.line(history.locate(index, None).start),
        true_completion: true_completion(judged, index),
    }
}

/// The bounds of an overwritten completion, after the entry's own start and before the next one's, and
/// those that evidence gives.
fn true_completion(judged: &Judged<'_, '_>, index: usize) -> Option<TrueCompletion> {
    let history = judged.history;
    let entry = &history.entries[index];
    let found =
        judged.findings.found.iter().find(|found| found.rule.id == "completion-overwritten" && found.site.entry() == Some(index));
    let bounds = judged.bounds.get(index).cloned().unwrap_or_default();
    if found.is_none() && bounds.is_empty() && bounds.conflict.is_none() {
        return None;
    }
    let recorded = entry.completed.instant();
    let standing = recorded.map_or(Standing::Unknown, |recorded| bounds.standing(recorded));
    let (mut not_before, mut not_after) = (entry.started.instant(), None);
    let installs = index + 1 == history.entries.len() && history.retains_installation();
    let began = if installs { "not before the installation itself began" } else { "not before the update itself began" };
    let mut basis = vec![began.to_owned()];
    let mut exact = None;
    if let Some(found) = found {
        not_after = history.successor_start(index);
        basis.push("not after the next update began".to_owned());
        basis.extend(found.basis.iter().cloned());
        exact.clone_from(&found.expected);
    } else if let (Some(recorded), Standing::Agrees) = (recorded, standing) {
        exact = bounds.reached.map(|_| rfc3339(recorded));
        basis = vec!["the evidence agrees with the recorded time".to_owned()];
    } else if let (Some(recorded), Standing::Contradicted(_)) = (recorded, standing) {
        basis = vec![format!("the evidence contradicts the recorded time, {}", rfc3339(recorded))];
    }
    if let Some(bound) = bounds.not_before {
        not_before = not_before.max(Some(whole(bound.time)));
        basis.extend(judged.in_words(&bound));
    }
    // One record may bound both ways: it is said once.
    if let Some(bound) = bounds.not_after {
        let time = whole(bound.time);
        not_after = Some(not_after.map_or(time, |known| known.min(time)));
        let words = judged.in_words(&bound).filter(|words| !basis.contains(words));
        basis.extend(words);
    }
    if let Some((from, to)) = bounds.conflict {
        let both = [from, to].map(|bound| judged.in_words(&bound).unwrap_or_default());
        basis.push(format!("two records exclude each other, and neither was weighed: {}; {}", both[0], both[1]));
    }
    // What agrees within its precision does not shut out what it agrees with.
    if let (Some(recorded), Standing::Agrees, None) = (recorded, standing, found) {
        not_before = not_before.map(|time| time.min(recorded));
        not_after = not_after.map(|time| time.max(recorded));
    }
    let known = exact.clone().filter(|_| found.is_some());
    let not_after = known.or_else(|| not_after.map(rfc3339));
    Some(TrueCompletion { not_before: not_before.map(rfc3339), not_after, exact, basis })
}

impl Judged<'_, '_> {
    /// What a bound's fact says, and on which line of which input.
    fn in_words(&self, bound: &Bound) -> Option<String> {
        let fact = self.facts.get(bound.fact)?;
        let source = self.sources.get(fact.input)?;
        Some(format!("{} line {}: {}", source.name, source.lines.line(fact.span.start), words::of(fact, bound)))
    }
}

/// A fact as the report lists it.
pub(crate) fn evidence(sources: &[Source<'_>], fact: &Fact) -> EvidenceItem {
    let time = |time: DateTime<Utc>| match time.timestamp_subsec_millis() {
        0 => rfc3339(time),
        _ => time.to_rfc3339_opts(SecondsFormat::Millis, true),
    };
    let source = sources.get(fact.input);
    EvidenceItem {
        time: time(fact.time),
        end_time: fact.until.map(time),
        kind: fact.kind.into(),
        message: fact.message.clone(),
        source: source.map(|source| source.name.clone()).unwrap_or_default(),
        input: fact.input,
        line: source.map_or(0, |source| source.lines.line(fact.span.start)),
    }
}

pub(crate) fn comparison(
    before: &Judged<'_, '_>,
    after: &Judged<'_, '_>,
    compared: &Comparison<'_>,
    findings: &Findings,
) -> ComparisonReport {
    let not_checked = not_checked(findings);
    let rows = rows::rows(compared, findings);
    let findings: Vec<_> = ordered(&findings.found).into_iter().map(|found| finding(found, (after, Some(before)))).collect();
    let summary = match compared.relation {
        Relation::SameCluster => {
            let entries: Vec<_> = (0..after.history.entries.len()).map(|index| entry(after, index)).collect();
            summary::of_comparison(&findings, &entries, compared.pairs().count(), compared.added())
        }
        Relation::OtherIdentity => "These are two clusters: their identities differ. They were not compared.".into(),
        Relation::NothingInCommon => "These histories have no entry in common; they were not compared.".into(),
    };
    ComparisonReport { before: before.id, after: after.id, summary, findings, not_checked, rows }
}

fn not_checked(findings: &Findings) -> Vec<NotChecked> {
    findings.not_checked.iter().map(|(rule, reason)| NotChecked { rule: rule.id.into(), reason: reason.clone() }).collect()
}

fn finding(found: &Finding, (own, before): (&Judged<'_, '_>, Option<&Judged<'_, '_>>)) -> crate::report::Finding {
    let span = found.site.locate(own.history);
    let place = own.source.lines.position(span.start);
    let related = found.related.iter().map(|related| {
        let judged = before.filter(|_| related.in_before).unwrap_or(own);
        let span = related.site.locate(judged.history);
        let source = match related.site {
            Site::Text(input, _) => judged.sources.get(input).unwrap_or(judged.source),
            _ => judged.source,
        };
        let place = source.lines.position(span.start);
        Related {
            input: source.input,
            history: judged.id,
            entry: related.site.entry(),
            field: related.site.field_name().map(str::to_owned),
            line: place.line,
            column: place.column,
            end_column: source.lines.end_column(span),
            message: related.message.clone(),
        }
    });
    crate::report::Finding {
        rule: found.rule.id.into(),
        severity: found.severity,
        confidence: found.confidence,
        cause: found.cause.map(str::to_owned),
        entry: found.site.entry(),
        field: found.site.field_name().map(str::to_owned),
        path: found.site.path(own.history),
        line: place.line,
        column: place.column,
        end_column: own.source.lines.end_column(span),
        message: found.message.clone(),
        why: found.why.clone(),
        what_to_do: found.what_to_do.clone(),
        recorded: found.recorded.clone(),
        expected: found.expected.clone(),
        related: related.collect(),
        references: found.rule.references.iter().map(|reference| (*reference).to_owned()).collect(),
        current_release: rules::current_release(found, own.history),
        commands: advice::of_finding(found),
    }
}

pub(crate) fn problem(source: &Source<'_>, problem: &Problem) -> ProblemReport {
    let place = source.lines.position(problem.span.start);
    ProblemReport {
        code: problem.code.as_str().into(),
        message: problem.message.clone(),
        source: source.name.clone(),
        input: source.input,
        line: place.line,
        column: place.column,
    }
}

/// Worst first, then surest, then in the order of the entries.
fn ordered(found: &[Finding]) -> Vec<&Finding> {
    let mut found: Vec<_> = found.iter().collect();
    order::sort_by_key(&mut found, |found| {
        (std::cmp::Reverse(found.severity), std::cmp::Reverse(found.confidence), found.site.entry().map_or(0, |entry| entry + 1))
    });
    found
}

/// Something of an entry can be judged once its state and one of its times are known.
fn is_checkable(history: &History<'_>) -> bool {
    history
        .entries
        .iter()
        .any(|entry| entry.state != State::Unknown && (entry.started.instant().is_some() || entry.completed.instant().is_some()))
}

/// Errors that are likely make a history corrupt; warnings, and errors that are only possible, suspect.
pub(crate) fn verdict_of(findings: &[crate::report::Finding]) -> Verdict {
    let of = |finding: &crate::report::Finding| match finding.severity {
        Severity::Error if finding.confidence >= Confidence::Likely => Verdict::Corrupt,
        Severity::Error | Severity::Warning => Verdict::Suspect,
        Severity::Info => Verdict::Intact,
    };
    findings.iter().map(of).max().unwrap_or(Verdict::Intact)
}

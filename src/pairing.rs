//! Which histories are compared: those given as a before and an after, and those of one paste that
//! are one cluster's, and snapshots among the evidence.

use crate::compare::{Comparison, Relation};
use crate::finding::Findings;
use crate::parse::{Problem, ProblemCode};
use crate::report::build::{self, Judged};
use crate::report::{ComparisonReport, Confidence};
use crate::source::Span;
use crate::{Input, Role, order, rules};

/// Histories of one paste beyond which none are sought out to be compared.
const MAX_HISTORIES: usize = 40;

/// Compares what belongs together; what a comparison proves is written into the newer history's findings.
pub(crate) fn compare(
    inputs: &[Input],
    judged: &mut [Judged<'_, '_>],
    problems: &mut Vec<(usize, Problem)>,
) -> Vec<ComparisonReport> {
    let mut pairs = by_role(inputs, judged, problems);
    for input in 0..inputs.len() {
        pairs.extend(of_one_paste(input, inputs, judged));
    }
    pairs.extend(of_evidence(inputs, judged));
    pairs.into_iter().map(|(before, after)| compared(before, after, judged)).collect()
}

fn compared(before: usize, after: usize, judged: &mut [Judged<'_, '_>]) -> ComparisonReport {
    let compared = Comparison::new(judged[before].history, judged[after].history);
    let mut findings = Findings::default();
    for compare in rules::ALL.iter().filter_map(|rule| rule.compare) {
        compare(&compared, &mut findings);
    }
    let report = build::comparison(&judged[before], &judged[after], &compared, &findings);
    prove(&mut judged[after], &findings);
    report
}

/// Each history of a before with the one of an after that is the same cluster's.
fn by_role(inputs: &[Input], judged: &[Judged<'_, '_>], problems: &mut Vec<(usize, Problem)>) -> Vec<(usize, usize)> {
    let of = |role: Role, judged: &[Judged<'_, '_>]| -> Vec<usize> {
        judged.iter().filter(|history| inputs[history.source.input].role == role).map(|history| history.id).collect()
    };
    let (befores, mut afters) = (of(Role::Before, judged), of(Role::After, judged));
    for (role, ids, other) in [(Role::Before, &befores, Role::After), (Role::After, &afters, Role::Before)] {
        if let (true, Some(input)) = (ids.is_empty(), inputs.iter().position(|input| input.role == other)) {
            let side = if role == Role::Before { "before" } else { "after" };
            let message = format!("There is no history on the {side} side, so nothing was compared.");
            problems.push((input, Problem { code: ProblemCode::NothingToCompare, span: Span::default(), message }));
        }
    }
    let mut pairs = vec![];
    for before in befores {
        let related = |after: &&usize| relation(before, **after, judged) == Relation::SameCluster;
        let Some(after) = afters.iter().find(related).or(afters.first()).copied() else { break };
        afters.retain(|id| *id != after);
        pairs.push((before, after));
    }
    pairs
}

fn relation(before: usize, after: usize, judged: &[Judged<'_, '_>]) -> Relation {
    Comparison::new(judged[before].history, judged[after].history).relation
}

/// The histories of one paste that are one cluster's, each with the next newer. Those of no other
/// cluster in the paste say so.
fn of_one_paste(input: usize, inputs: &[Input], judged: &mut [Judged<'_, '_>]) -> Vec<(usize, usize)> {
    let ids: Vec<usize> = judged.iter().filter(|history| history.source.input == input).map(|history| history.id).collect();
    if inputs[input].role != Role::History || ids.len() < 2 || ids.len() > MAX_HISTORIES {
        return vec![];
    }
    let mut clusters: Vec<Vec<usize>> = vec![];
    for id in ids {
        let same = |cluster: &&mut Vec<usize>| cluster.iter().any(|other| is_one_cluster(*other, id, judged));
        match clusters.iter_mut().find(same) {
            Some(cluster) => cluster.push(id),
            None => clusters.push(vec![id]),
        }
    }
    let mut pairs = vec![];
    for mut cluster in clusters {
        if let ([only], Some(rule)) = (cluster.as_slice(), rules::ALL.iter().find(|rule| rule.id == "snapshots-unrelated")) {
            let reason = "this history shares no entry with another of the paste, so it was compared with none";
            judged[*only].findings.not_checked(rule, reason);
        }
        order::sort_by_key(&mut cluster, |id| age(*id, judged));
        pairs.extend(cluster.windows(2).map(|pair| (pair[0], pair[1])));
    }
    pairs
}

/// Each snapshot among the evidence with the history of its cluster.
fn of_evidence(inputs: &[Input], judged: &[Judged<'_, '_>]) -> Vec<(usize, usize)> {
    let of = |role: Role| -> Vec<usize> {
        judged.iter().filter(|history| inputs[history.source.input].role == role).map(|history| history.id).collect()
    };
    let (snapshots, histories) = (of(Role::Evidence), of(Role::History));
    if snapshots.len().max(histories.len()) > MAX_HISTORIES {
        return vec![];
    }
    let mut pairs = vec![];
    for snapshot in snapshots {
        let Some(history) = histories.iter().find(|history| is_one_cluster(snapshot, **history, judged)) else { continue };
        let is_older = age(snapshot, judged) <= age(*history, judged);
        pairs.push(if is_older { (snapshot, *history) } else { (*history, snapshot) });
    }
    pairs
}

/// Without an entry in common nothing is compared unasked, whatever the identities say.
fn is_one_cluster(a: usize, b: usize, judged: &[Judged<'_, '_>]) -> bool {
    let compared = Comparison::new(judged[a].history, judged[b].history);
    compared.relation == Relation::SameCluster && compared.pairs().next().is_some()
}

/// Older first: by the newest entry's start, then by the object's version, then by the order of the text.
fn age(id: usize, judged: &[Judged<'_, '_>]) -> (Option<chrono::DateTime<chrono::Utc>>, Option<u64>, usize) {
    let history = judged[id].history;
    let newest = history.entries.iter().filter_map(|entry| entry.started.instant()).max();
    let version = history.document.metadata.resource_version.as_deref().and_then(|version| version.parse().ok());
    (newest, version, id)
}

/// What a comparison has proven of an entry holds for the history's own finding on it.
fn prove(after: &mut Judged<'_, '_>, compared: &Findings) {
    for proof in compared.found.iter().filter(|finding| finding.confidence == Confidence::Proven) {
        let same = |found: &&mut crate::finding::Finding| found.rule.id == proof.rule.id && found.site == proof.site;
        if let Some(found) = after.findings.found.iter_mut().find(same) {
            found.confidence = Confidence::Proven;
            found.expected.clone_from(&proof.expected);
            found.basis.clone_from(&proof.basis);
        }
    }
}

//! Which histories are compared: those given as a before and an after, those without a role that
//! are one cluster's, and snapshots among the evidence.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::compare::{Comparison, Relation, is_identity};
use crate::finding::{Findings, Site};
use crate::history::{Entry, Field, History, Moment, rfc3339};
use crate::parse::{Problem, ProblemCode};
use crate::report::build::{self, Judged};
use crate::report::{ComparisonReport, Confidence};
use crate::source::Span;
use crate::{Input, Role, order, rules};

/// Snapshots among the evidence beyond which none are compared.
const MAX_HISTORIES: usize = 40;
/// Copies of one history beyond which they are not compared unasked.
const MAX_COPIES: usize = 500;
/// How many of a cluster's copies, and of the clusters that share a mark, are looked at to tell whether one more belongs to them.
const MAX_LOOKS: usize = 8;
/// Others beyond which a history that is compared with none does not name them.
const MAX_NAMED: usize = 4;

/// Compares what belongs together; what a comparison proves is written into the newer history's findings.
pub(crate) fn compare(
    inputs: &[Input],
    judged: &mut [Judged<'_, '_>],
    problems: &mut Vec<(usize, Problem)>,
) -> Vec<ComparisonReport> {
    let mut pairs = by_role(inputs, judged, problems);
    pairs.extend(unasked(inputs, judged));
    pairs.extend(of_evidence(inputs, judged));
    pairs.into_iter().map(|(before, after)| compared(before, after, judged)).collect()
}

fn compared(before: usize, after: usize, judged: &mut [Judged<'_, '_>]) -> ComparisonReport {
    let compared = Comparison::new(judged[before].history, judged[after].history);
    let mut findings = Findings::default();
    for compare in rules::ALL.iter().filter_map(|rule| rule.compare) {
        compare(&compared, &mut findings);
    }
    findings.cap();
    let report = build::comparison(&judged[before], &judged[after], &compared, &findings);
    prove(&mut judged[after], &findings);
    // The next update has come.
    let newest = compared.pairs().next().filter(|pair| pair.before_index() == 0);
    if let Some(newest) = newest {
        let site = Site::field(newest.after_index(), Field::CompletionTime);
        let overwritten = findings.found.iter().any(|found| found.rule.id == "completion-overwritten" && found.site == site);
        if overwritten || compared.added() > 0 {
            rules::no_longer_pending(&mut judged[before].findings, overwritten);
        }
    }
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

/// The histories given without a role that are one cluster's, in one paste or apart, each with the next newer. Those of no
/// other's cluster say so.
fn unasked(inputs: &[Input], judged: &mut [Judged<'_, '_>]) -> Vec<(usize, usize)> {
    let ids: Vec<usize> =
        judged.iter().filter(|history| inputs[history.source.input].role == Role::History).map(|history| history.id).collect();
    let mut pairs = vec![];
    for mut cluster in clusters(&ids, judged) {
        match cluster.as_slice() {
            [only] => {
                if let Some(reason) = alone(*only, &ids, judged) {
                    say(&mut judged[*only], reason);
                }
            }
            copies if copies.len() > MAX_COPIES => {
                let reason = format!("there are {} copies of this history, more than are compared with each other", copies.len());
                copies.iter().for_each(|id| say(&mut judged[*id], reason.clone()));
            }
            _ => {
                by_age(&mut cluster, judged);
                pairs.extend(cluster.windows(2).map(|pair| (pair[0], pair[1])));
            }
        }
    }
    pairs
}

fn say(judged: &mut Judged<'_, '_>, reason: String) {
    if let Some(rule) = rules::ALL.iter().find(|rule| rule.id == "snapshots-unrelated") {
        judged.findings.not_checked(rule, reason);
    }
}

/// Histories by their clusters. Only those are looked at together that share an id or a start: there may be many clusters.
fn clusters(ids: &[usize], judged: &[Judged<'_, '_>]) -> Vec<Vec<usize>> {
    let mut clusters: Vec<Vec<usize>> = vec![];
    let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for &id in ids {
        let history = judged[id].history;
        let (spec, metadata) = (&history.document.spec, &history.document.metadata);
        let identities = [&spec.cluster_id, &metadata.uid].into_iter().flatten().filter(|id| is_identity(id)).cloned();
        let starts = history.entries.iter().filter_map(|entry| entry.started.instant()).map(rfc3339);
        let marks: BTreeSet<String> = identities.chain(starts).collect();
        let candidates: BTreeSet<usize> =
            marks.iter().filter_map(|mark| known.get(mark)).flat_map(|seen| seen.iter().rev().take(MAX_LOOKS)).copied().collect();
        let same =
            |cluster: &usize| clusters[*cluster].iter().rev().take(MAX_LOOKS).any(|other| is_one_cluster(*other, id, judged));
        let cluster = candidates.into_iter().find(same).unwrap_or(clusters.len());
        match clusters.get_mut(cluster) {
            Some(cluster) => cluster.push(id),
            None => clusters.push(vec![id]),
        }
        for mark in marks {
            let seen = known.entry(mark).or_default();
            if !seen.contains(&cluster) {
                seen.push(cluster);
            }
        }
    }
    clusters
}

/// Why a history was compared with none, where there are others beside it.
fn alone(id: usize, ids: &[usize], judged: &[Judged<'_, '_>]) -> Option<String> {
    let input = judged[id].source.input;
    let others: Vec<usize> = ids.iter().copied().filter(|other| *other != id).collect();
    if others.len() > MAX_NAMED {
        let beside = others.iter().any(|other| judged[*other].source.input == input);
        return beside.then(|| format!("it has no entry in common with any of the {} other histories", others.len()));
    }
    let whys = others.iter().map(|&other| {
        let source = judged[other].source;
        let line = source.lines.line(judged[other].history.document.span.start);
        let place = if source.input == input { format!("line {line}") } else { format!("{} line {line}", source.name) };
        match relation(id, other, judged) {
            Relation::OtherIdentity => format!("its ids are not those of the history at {place}"),
            _ => format!("it has no entry in common with the history at {place}"),
        }
    });
    let whys: Vec<String> = whys.collect();
    (!whys.is_empty()).then(|| whys.join(", and "))
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
        let is_older = order_of(snapshot, *history, judged) != Ordering::Greater;
        pairs.push(if is_older { (snapshot, *history) } else { (*history, snapshot) });
    }
    pairs
}

/// Without an entry in common nothing is compared unasked, whatever the identities say.
fn is_one_cluster(a: usize, b: usize, judged: &[Judged<'_, '_>]) -> bool {
    let compared = Comparison::new(judged[a].history, judged[b].history);
    compared.relation == Relation::SameCluster && compared.pairs().next().is_some()
}

/// Older first.
fn by_age(cluster: &mut Vec<usize>, judged: &[Judged<'_, '_>]) {
    order::sort_by_key(cluster, |id| age(*id, judged));
    // What two copies say of each other goes before that; it is no total order, and the list is nearly sorted.
    for end in 1..cluster.len() {
        let mut at = end;
        while at > 0 && order_of(cluster[at - 1], cluster[at], judged) == Ordering::Greater {
            cluster.swap(at - 1, at);
            at -= 1;
        }
    }
}

fn age(id: usize, judged: &[Judged<'_, '_>]) -> (Option<DateTime<Utc>>, Option<u64>, usize) {
    let history = judged[id].history;
    (newest(history), resource_version(history), id)
}

fn newest(history: &History<'_>) -> Option<DateTime<Utc>> {
    history.entries.iter().filter_map(|entry| entry.started.instant()).max()
}

fn resource_version(history: &History<'_>) -> Option<u64> {
    history.document.metadata.resource_version.as_deref().and_then(|version| version.parse().ok())
}

/// Which of two copies is the older. One that shows its newest entry is, where the other has a newer one; then the
/// object's version tells, then what entries become of each other, then the order in which they were given.
fn order_of(a: usize, b: usize, judged: &[Judged<'_, '_>]) -> Ordering {
    let (one, other) = (judged[a].history, judged[b].history);
    let by_newest = newest(one).cmp(&newest(other));
    let shows = match by_newest {
        Ordering::Less => one.has_newest(),
        _ => other.has_newest(),
    };
    if shows && by_newest.is_ne() {
        return by_newest;
    }
    let versions = resource_version(one).zip(resource_version(other)).map_or(Ordering::Equal, |(one, other)| one.cmp(&other));
    let law = || {
        let compared = Comparison::new(one, other);
        let pairs: Vec<_> = compared.pairs().collect();
        let orders = pairs.iter().map(|pair| match (compared.before(*pair), compared.after(*pair)) {
            (Some(was), Some(is)) => became(was, is, judged[a].source.input == judged[b].source.input),
            _ => Ordering::Equal,
        });
        orders.fold(Ordering::Equal, Ordering::then)
    };
    versions.then_with(law).then(by_newest).then(a.cmp(&b))
}

/// Which state of one entry is the older. Where the operator has the bug (up to 4.2) an end only moves on. An end only
/// appears, too; but in one paste, whose order says something, that one is gone is what is looked for.
fn became(was: &Entry<'_>, is: &Entry<'_>, in_one_paste: bool) -> Ordering {
    let early = was.release().is_some_and(|release| release.major == 4 && release.minor <= 2);
    match (was.completed, is.completed) {
        (Moment::Absent, Moment::At(_)) if !in_one_paste => Ordering::Less,
        (Moment::At(_), Moment::Absent) if !in_one_paste => Ordering::Greater,
        (Moment::At(was), Moment::At(is)) if early => was.instant.cmp(&is.instant),
        _ => Ordering::Equal,
    }
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

#[cfg(test)]
mod tests {
    use crate::report::{Confidence, Report};
    use crate::{Input, Options, Role, inspect};

    fn given(texts: &[&str]) -> Report {
        let inputs: Vec<Input> =
            texts.iter().map(|text| Input { name: None, text: (*text).into(), role: Role::History }).collect();
        inspect(&inputs, &Options::default())
    }

    /// A pair, and what was found of it.
    type Compared<'r> = (usize, usize, Vec<(&'r str, Confidence)>);

    fn compared(report: &Report) -> Vec<Compared<'_>> {
        report
            .comparisons
            .iter()
            .map(|one| {
                (one.before, one.after, one.findings.iter().map(|found| (found.rule.as_str(), found.confidence)).collect())
            })
            .collect()
    }

    fn object(id: &str, entries: &str) -> String {
        format!("kind: ClusterVersion\nspec:\n  clusterID: {id}\nstatus:\n  history:\n{entries}  observedGeneration: 2\n")
    }

    const OLD: &str = "  - {startedTime: 2019-10-14T02:57:34Z, completionTime: 2019-10-14T03:13:16Z, state: Completed, image: a, version: 4.1.18}\n";
    const NEW: &str =
        "  - {startedTime: 2019-10-14T03:42:31Z, completionTime: null, state: Partial, image: b, version: 4.1.20}\n";

    #[test]
    fn the_overwritten_copy_is_the_later_wherever_it_stands() {
        let entry = "{\"completionTime\": \"2019-10-14T03:42:31Z\", \"startedTime\": \"2019-10-14T02:57:34Z\", \"state\": \"Completed\", \"version\": \"4.1.18\"}\n";
        let whole = object("f81d4fae-7dec", OLD);
        let proven = vec![("completion-overwritten", Confidence::Proven)];
        assert_eq!(compared(&given(&[&format!("{whole}\nAfter the update:\n{entry}")])), [(0, 1, proven.clone())]);
        assert_eq!(compared(&given(&[&format!("{entry}\nBefore the update:\n{whole}")])), [(1, 0, proven)]);
    }

    #[test]
    fn files_of_one_cluster_are_compared_unasked_and_the_older_says_no_more_what_is_past() {
        let older = object("f81d4fae-7dec", OLD);
        let newer = object("f81d4fae-7dec", &format!("{NEW}{}", OLD.replace("03:13:16", "03:42:31")));
        let other = object("a81d4fae-7dec", OLD);
        let report = given(&[&newer, &other, &older]);
        assert_eq!(compared(&report), [(2, 0, vec![("completion-overwritten", Confidence::Proven)])]);
        let pending = |id: usize| {
            let found = report.histories[id].findings.iter().find(|found| found.rule == "overwrite-pending");
            found.map(|found| found.message.contains("has overwritten"))
        };
        assert_eq!((pending(1), pending(2)), (Some(false), Some(true)));
        let not = report.histories[1].not_checked.iter().find(|not| not.rule == "snapshots-unrelated");
        assert!(not.is_some_and(|not| not.reason.starts_with("its ids are not those of the history at paste line 1")), "{not:?}");
    }

    #[test]
    fn what_is_not_compared_says_so_and_why() {
        let columns = |year: u32| format!("{year}-01-31T10:00:00Z|{year}-01-31T10:49:20Z|Completed|4.3.1\n");
        let text = format!("{}\nAnother cluster:\n{}", columns(2020), columns(2021));
        let report = given(&[&text]);
        assert_eq!(compared(&report), []);
        let reasons: Vec<_> = report
            .histories
            .iter()
            .flat_map(|history| history.not_checked.iter().filter(|not| not.rule == "snapshots-unrelated"))
            .map(|not| not.reason.as_str())
            .collect();
        assert_eq!(
            reasons,
            ["it has no entry in common with the history at line 4", "it has no entry in common with the history at line 1"]
        );
    }

    #[test]
    fn of_many_clusters_each_finds_its_own() {
        let texts: Vec<String> = (0..300).map(|n| object(&format!("f81d4fae-{n:04}"), &OLD.replace("4.1.18", "4.3.1"))).collect();
        let texts: Vec<&str> = texts.iter().chain(&texts).map(String::as_str).collect();
        let report = given(&texts);
        assert_eq!(report.comparisons.len(), 300);
        assert!(report.comparisons.iter().all(|one| one.after == one.before + 300 && one.findings.is_empty()));
    }
}

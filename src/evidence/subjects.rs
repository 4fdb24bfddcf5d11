//! Which entry a fact is about: that whose release it names and within whose time it falls, and no other. What fits
//! two updates is about neither.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Fact, Meaning};
use crate::history::{History, Moment};
use crate::order;

/// Records of one cluster agree within this, whole seconds and clocks together.
pub(super) const CLOCKS: TimeDelta = TimeDelta::seconds(1);
/// How long after the last instant of a history a fact may still be about its newest entry.
const COVERED: TimeDelta = TimeDelta::days(1);
/// Entries of one release, begun before a fact, that are looked at.
const LOOKED_AT: usize = 64;

/// An entry, by its history's position and its own.
pub type Subject = (usize, usize);

/// An entry that facts may be about.
#[derive(Debug, Clone, Copy)]
struct Candidate<'h> {
    release: &'h str,
    started: DateTime<Utc>,
    /// The start of the next update, or else a while after the last instant of the history.
    until: DateTime<Utc>,
    subject: Subject,
}

/// The completed entries of all histories, by what facts call them.
#[derive(Debug)]
pub struct Subjects<'h> {
    named: Vec<Candidate<'h>>,
    installations: Vec<Candidate<'h>>,
    /// Each entry once.
    every: Vec<Candidate<'h>>,
    /// The histories that have a release named in an input's records; none for an input that names none.
    known: Vec<Option<Vec<usize>>>,
}

impl<'h> Subjects<'h> {
    /// Of all histories; which entry is an installation may depend on what the facts say was updated to.
    pub fn new(histories: &'h [&'h History<'h>], facts: &[Fact]) -> Self {
        let mut all = Subjects { named: vec![], installations: vec![], every: vec![], known: known(histories, facts) };
        let mut targets: Vec<&str> = facts.iter().filter_map(|fact| fact.meaning.release()).collect();
        order::sort(&mut targets, Ord::cmp);
        for (id, history) in histories.iter().enumerate() {
            let times = history.entries.iter().flat_map(|entry| [entry.started.instant(), entry.completed.instant()]);
            let covered = times.flatten().max().and_then(|last| last.checked_add_signed(COVERED));
            for (index, entry) in history.entries.iter().enumerate().filter(|(_, entry)| entry.is_completed()) {
                let next = if index == 0 { covered } else { history.successor_start(index) };
                let (Moment::At(started), Some(until)) = (entry.started, next) else { continue };
                let candidate = |release| Candidate { release, started: started.instant, until, subject: (id, index) };
                all.named.extend(entry.version().into_iter().chain(entry.image()).map(candidate));
                all.every.push(candidate(""));
                if is_installation(history, index, &targets) {
                    all.installations.push(candidate(""));
                }
            }
        }
        order::sort_by_key(&mut all.named, |candidate| (candidate.release, candidate.started));
        for list in [&mut all.installations, &mut all.every] {
            order::sort_by_key(list, |candidate| candidate.started);
        }
        all
    }

    /// The entries whose completion a fact bounds: one, once for each snapshot of it.
    pub fn of(&self, fact: &Fact) -> Vec<Subject> {
        match &fact.meaning {
            Meaning::Reached(release) | Meaning::ReachedBy(release) | Meaning::Updating(release) => self.named(release, fact),
            Meaning::Installed | Meaning::Testing => self.installed(fact),
            _ => vec![],
        }
    }

    /// The entries that a fact bounds in either way.
    pub(super) fn all(&self, fact: &Fact) -> Vec<Subject> {
        let mut all = self.of(fact);
        all.extend(self.tested(fact));
        all
    }

    /// Whether an installation was complete when a fact was recorded.
    pub(super) fn is_after_installation(&self, fact: &Fact) -> bool {
        matches!(fact.kind, "monitor" | "e2e") || fact.meaning == Meaning::Installed
    }

    /// The installations that must have been complete for a fact to be recorded: its recorder is part of the tests.
    pub fn tested(&self, fact: &Fact) -> Vec<Subject> {
        if matches!(fact.kind, "monitor" | "e2e") { self.installed(fact) } else { vec![] }
    }

    /// What names only releases that a history does not have is another cluster's.
    fn installed(&self, fact: &Fact) -> Vec<Subject> {
        let known = self.known.get(fact.input).and_then(Option::as_ref).filter(|_| fact.history.is_none());
        let mut found = fitting(&self.installations, fact);
        found.retain(|(history, _)| known.is_none_or(|known| known.binary_search(history).is_ok()));
        found
    }

    /// The entries of a release that had begun, and the next not, at a fact's time.
    fn named(&self, release: &str, fact: &Fact) -> Vec<Subject> {
        let from = self.named.partition_point(|candidate| candidate.release < release);
        let count = self.named[from..].partition_point(|candidate| candidate.release == release);
        fitting(&self.named[from..from + count], fact)
    }

    /// The completed entry that was the newest at a fact's time, where there is no doubt about it.
    pub fn current(&self, fact: &Fact) -> Option<Subject> {
        fitting(&self.every, fact).first().copied()
    }
}

fn known(histories: &[&History<'_>], facts: &[Fact]) -> Vec<Option<Vec<usize>>> {
    let mut releases: Vec<(&str, usize)> = vec![];
    for (id, history) in histories.iter().enumerate() {
        let names = history.entries.iter().flat_map(|entry| entry.version().into_iter().chain(entry.image()));
        releases.extend(names.map(|name| (name, id)));
    }
    order::sort(&mut releases, Ord::cmp);
    releases.dedup();
    let mut named: Vec<(usize, &str)> = facts
        .iter()
        .filter(|fact| fact.history.is_none())
        .filter_map(|fact| Some((fact.input, fact.meaning.release()?)))
        .collect();
    order::sort(&mut named, Ord::cmp);
    named.dedup();
    let mut known: Vec<Option<Vec<usize>>> = vec![None; named.last().map_or(0, |(input, _)| input + 1)];
    for (input, name) in named {
        let from = releases.partition_point(|(release, _)| *release < name);
        let own = releases[from..].iter().take_while(|(release, _)| *release == name);
        known[input].get_or_insert_default().extend(own.map(|(_, history)| history));
    }
    known.iter_mut().flatten().for_each(|histories| order::sort(histories, Ord::cmp));
    known
}

/// Candidates in the order of their starts.
fn fitting(candidates: &[Candidate<'_>], fact: &Fact) -> Vec<Subject> {
    let begun = candidates.partition_point(|candidate| candidate.started <= fact.time + CLOCKS);
    let own = |candidate: &&Candidate<'_>| fact.history.is_none_or(|own| candidate.subject.0 == own);
    let current = |candidate: &&Candidate<'_>| fact.time <= candidate.until + CLOCKS;
    let found: Vec<_> = candidates[..begun].iter().rev().take(LOOKED_AT).filter(own).filter(current).collect();
    let is_one = found.windows(2).all(|two| two[0].started == two[1].started && two[0].subject.0 != two[1].subject.0);
    if is_one { found.iter().map(|candidate| candidate.subject).collect() } else { vec![] }
}

/// The oldest entry, where the list's end is in the paste; where it need not be, the last if the tests updated from it:
/// before they update a cluster they look whether it is complete (openshift/origin `test/e2e/upgrade/upgrade.go`,
/// `Cluster should be upgradeable before beginning upgrade`).
fn is_installation(history: &History<'_>, index: usize, targets: &[&str]) -> bool {
    if index + 1 != history.entries.len() {
        return false;
    }
    let next = history.successor(index).filter(|_| !history.entries[index].cut);
    let mut names = next.into_iter().flat_map(|next| next.version().into_iter().chain(next.image()));
    history.has_oldest() && !history.installation_may_be_pruned() || names.any(|name| targets.binary_search(&name).is_ok())
}

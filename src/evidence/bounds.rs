//! What the facts say of when each entry was truly complete.

use chrono::{DateTime, TimeDelta, Utc};

use super::origin::Origins;
use super::subjects::{CLOCKS, Subject, Subjects};
use super::{Fact, Meaning};
use crate::history::History;

/// A bound: the instant, what may be between it and the record of it, and the fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The instant that the fact gives, its own precision taken off.
    pub time: DateTime<Utc>,
    /// How much further a recorded time must lie to be contradicted.
    grace: TimeDelta,
    /// The fact, by its position.
    pub fact: usize,
    /// It bounds by having been recorded at all: the tests were running.
    pub tested: bool,
}

/// The bounds of one entry's true completion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Not before.
    pub not_before: Option<Bound>,
    /// Not after.
    pub not_after: Option<Bound>,
    /// A fact within whose precision it was reached.
    pub reached: Option<usize>,
    /// Two that exclude each other, not before and not after, so that neither bounds anything.
    pub conflict: Option<(Bound, Bound)>,
}

impl Bound {
    /// As not after, it lies before a recorded time, beyond what the fact allows.
    fn is_before(&self, recorded: DateTime<Utc>) -> bool {
        recorded > self.time + self.grace
    }

    /// As not before, it lies after a recorded time.
    fn is_after(&self, recorded: DateTime<Utc>) -> bool {
        recorded + TimeDelta::seconds(1) <= self.time - self.grace
    }
}

/// How a recorded time stands to the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nothing bounds it.
    Unknown,
    /// It lies within the bounds.
    Agrees,
    /// It lies outside them, beyond the precision of the fact.
    Contradicted(Bound),
}

impl Bounds {
    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.not_before.is_none() && self.not_after.is_none()
    }

    /// Compares a recorded time with them. A record has whole seconds: the instant itself may be up to one second later.
    pub fn standing(&self, recorded: DateTime<Utc>) -> Standing {
        let before = self.not_before.filter(|bound| bound.is_after(recorded));
        let after = self.not_after.filter(|bound| bound.is_before(recorded));
        match before.or(after) {
            Some(bound) => Standing::Contradicted(bound),
            None if self.is_empty() => Standing::Unknown,
            None => Standing::Agrees,
        }
    }

    /// Of two that exclude each other, those that exclude a recorded time too.
    pub(crate) fn against(&self, recorded: DateTime<Utc>) -> Vec<Bound> {
        match (self.standing(recorded), self.conflict) {
            (Standing::Contradicted(bound), _) => vec![bound],
            (_, Some((from, to))) => {
                let from = Some(from).filter(|bound| bound.is_after(recorded));
                from.into_iter().chain(Some(to).filter(|bound| bound.is_before(recorded))).collect()
            }
            _ => vec![],
        }
    }

    /// The facts that it rests on or leaves out.
    pub(crate) fn facts(&self) -> impl Iterator<Item = usize> {
        let conflict = self.conflict.map(|(from, to)| [from, to]);
        let bounds = self.not_before.into_iter().chain(self.not_after).chain(conflict.into_iter().flatten());
        bounds.map(|bound| bound.fact).chain(self.reached)
    }

    fn tighten(&mut self, fact: &Fact, index: usize) {
        let early = |time: DateTime<Utc>| {
            Some(Bound { time: time.checked_sub_signed(fact.slack.0)?, grace: grace(fact.slack.0), fact: index, tested: false })
        };
        let late = fact.time.checked_add_signed(fact.slack.1);
        let late = late.map(|time| Bound { time, grace: grace(fact.slack.1), fact: index, tested: false });
        match &fact.meaning {
            Meaning::Reached(_) => {
                self.after(early(fact.time));
                self.before(late);
                self.reached.get_or_insert(index);
            }
            Meaning::ReachedBy(_) | Meaning::Installed | Meaning::Testing => self.before(late),
            Meaning::Updating(_) => self.after(early(fact.until.unwrap_or(fact.time))),
            _ => {}
        }
    }

    fn after(&mut self, bound: Option<Bound>) {
        if bound.is_some_and(|bound| self.not_before.is_none_or(|known| bound.time > known.time)) {
            self.not_before = bound;
        }
    }

    fn before(&mut self, bound: Option<Bound>) {
        if bound.is_some_and(|bound| self.not_after.is_none_or(|known| bound.time < known.time)) {
            self.not_after = bound;
        }
    }

    /// Records that exclude each other bound nothing: one of them is another cluster's, or a clock was wrong.
    fn consistent(self) -> Self {
        match (self.not_before, self.not_after) {
            (Some(from), Some(to)) if from.time - from.grace > to.time + to.grace => {
                Bounds { conflict: Some((from, to)), ..Bounds::default() }
            }
            _ => self,
        }
    }
}

/// The clocks of two machines of one cluster, and a record of whole seconds, are together within one second: what a
/// fact's own precision already allows is not allowed twice.
fn grace(slack: TimeDelta) -> TimeDelta {
    (CLOCKS - slack).max(TimeDelta::zero())
}

/// The bounds that the facts give each entry of each history.
pub fn of(histories: &[&History<'_>], subjects: &Subjects<'_>, facts: &[Fact], origins: &Origins<'_>) -> Vec<Vec<Bounds>> {
    let admitted = |fact: &Fact, mut found: Vec<Subject>| {
        found.retain(|subject| origins.admits(fact, *subject));
        found
    };
    let mut all: Vec<Vec<Bounds>> = histories.iter().map(|history| vec![Bounds::default(); history.entries.len()]).collect();
    for (index, fact) in facts.iter().enumerate() {
        for (history, entry) in admitted(fact, subjects.of(fact)) {
            all[history][entry].tighten(fact, index);
        }
    }
    for (index, fact) in facts.iter().enumerate() {
        for (history, entry) in admitted(fact, subjects.tested(fact)) {
            // A monitor that saw the installation itself was started alone, before any test (openshift-tests run-monitor).
            if fact.kind == "e2e" || all[history][entry].not_before.is_none() {
                let tested = !matches!(fact.meaning, Meaning::Installed | Meaning::Testing);
                all[history][entry].before(Some(Bound { time: fact.time, grace: CLOCKS, fact: index, tested }));
            }
        }
    }
    all.into_iter().map(|own| own.into_iter().map(Bounds::consistent).collect()).collect()
}

/// Whole seconds, as the API server stores times.
pub fn whole(time: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(time.timestamp(), 0).unwrap_or(time)
}

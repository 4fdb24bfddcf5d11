//! Whose records they are. A text whose records cannot be of a history's cluster bounds nothing of it: not those of an
//! update that had not begun, of another installation, or against what the object itself confirms.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use super::bounds::{self, Bounds};
use super::subjects::{CLOCKS, Subject, Subjects};
use super::{Fact, Meaning};
use crate::history::{Entry, History, Release, Stage, rfc3339};

/// Histories that have a release beyond which no more are looked at for a fact.
const LOOKED_AT: usize = 64;
/// How long after an update began a stamp without a year, in a text of its own, is taken to be of it: in a whole year it
/// would fall into as many days by chance hardly ever.
const NEAR: TimeDelta = TimeDelta::days(7);

/// A text that is not of a history's cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The history.
    pub history: usize,
    /// The record that shows it.
    pub fact: usize,
    /// How it shows, in words.
    pub reason: String,
    /// It contradicts a recorded time that the object itself confirms.
    pub contradicts: bool,
}

/// Which texts are whose, as far as it can be told.
#[derive(Debug)]
pub struct Origins<'h> {
    histories: &'h [&'h History<'h>],
    /// The input of each history.
    inputs: &'h [usize],
    rejected: BTreeMap<(usize, usize), Rejection>,
    /// Texts of which something agrees with a history to the second, or names two of its updates in their time.
    tied: BTreeSet<(usize, usize)>,
}

/// The bounds that the facts give each entry of each history, and what they leave out.
pub fn weigh<'h>(
    (histories, inputs): (&'h [&'h History<'h>], &'h [usize]),
    subjects: &Subjects<'_>,
    facts: &[Fact],
) -> (Vec<Vec<Bounds>>, Origins<'h>) {
    let mut origins = Origins { histories, inputs, rejected: BTreeMap::new(), tied: BTreeSet::new() };
    origins.by_release(subjects, facts);
    origins.by_installation(subjects, facts);
    // Each turn rejects a text at least.
    loop {
        let bounds = bounds::of(histories, subjects, facts, &origins);
        let known = origins.rejected.len();
        origins.by_the_object(&bounds, facts);
        if origins.rejected.len() == known {
            return (bounds, origins);
        }
    }
}

impl Origins<'_> {
    /// Whether a fact may bound an entry.
    pub(super) fn admits(&self, fact: &Fact, (history, entry): Subject) -> bool {
        fact.history.is_some() || !self.rejected.contains_key(&(fact.input, history)) && !self.is_loose(fact, (history, entry))
    }

    /// The texts that are not of a history's cluster, with their inputs.
    pub fn rejected(&self) -> impl Iterator<Item = (usize, &Rejection)> {
        self.rejected.iter().map(|((input, _), rejection)| (*input, rejection))
    }

    /// Whether an input contradicts what a history's own object confirms.
    pub fn contradicts(&self, input: usize) -> bool {
        self.of(input).any(|rejection| rejection.contradicts)
    }

    fn of(&self, input: usize) -> impl Iterator<Item = &Rejection> {
        self.rejected.range((input, 0)..(input + 1, 0)).map(|(_, rejection)| rejection)
    }

    /// Why an input's records bound nothing, and which record shows it; `given`: as evidence, so that it is said of records
    /// of another cluster's releases too.
    pub fn reason(&self, (input, given): (usize, bool), subjects: &Subjects<'_>, facts: &[Fact]) -> Option<(usize, String)> {
        if let Some(rejection) = self.of(input).find(|rejection| rejection.contradicts).or_else(|| self.of(input).next()) {
            return Some((rejection.fact, rejection.reason.clone()));
        }
        let own = || facts.iter().enumerate().filter(|(_, fact)| fact.input == input && fact.history.is_none());
        let mut all = own().flat_map(|(index, fact)| subjects.all(fact).into_iter().map(move |subject| (index, fact, subject)));
        if let Some((index, fact, (history, entry))) = all.find(|(_, fact, subject)| self.is_loose(fact, *subject)) {
            let entry = &self.histories[history].entries[entry];
            let days = entry.started.instant().map_or(0, |started| (fact.time - started).num_days());
            let name = entry.name();
            let reason = format!(
                "their stamps have no year, they lie {days} days after the update to {name} began, and nothing else in them \
                 shows that they are of this cluster"
            );
            return Some((index, reason));
        }
        let is_known = |release: &str| {
            self.histories.iter().flat_map(|history| &history.entries).flat_map(names).any(|name| name == release)
        };
        let mut named = own().filter_map(|(index, fact)| Some((index, fact.meaning.release()?)));
        let first = named.next().filter(|_| given && !self.histories.is_empty())?;
        let is_other = !is_known(first.1) && !named.take(LOOKED_AT).any(|(_, release)| is_known(release));
        is_other.then(|| (first.0, "they name only releases that no history here has".to_owned()))
    }

    /// Without a year, in a text of its own, long after the update began, and nothing else ties it to the history.
    fn is_loose(&self, fact: &Fact, (history, entry): Subject) -> bool {
        let started = self.histories[history].entries[entry].started.instant();
        fact.yearless
            && self.inputs[history] != fact.input
            && started.is_none_or(|started| fact.time - started > NEAR)
            && !self.tied.contains(&(fact.input, history))
    }

    fn reject(&mut self, index: usize, fact: &Fact, history: usize, reason: String, contradicts: bool) {
        let rejection = Rejection { history, fact: index, reason, contradicts };
        self.rejected.entry((fact.input, history)).or_insert(rejection);
    }

    /// By the releases that the facts name: what was reached before its update began is another cluster's.
    fn by_release(&mut self, subjects: &Subjects<'_>, facts: &[Fact]) {
        let mut having: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (id, history) in self.histories.iter().enumerate() {
            for name in history.entries.iter().flat_map(names) {
                let known = having.entry(name).or_default();
                if known.last() != Some(&id) {
                    known.push(id);
                }
            }
        }
        let mut named: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (index, fact) in facts.iter().enumerate().filter(|(_, fact)| fact.history.is_none()) {
            let Some(release) = fact.meaning.release() else { continue };
            for (history, entry) in subjects.of(fact) {
                if *named.entry((fact.input, history)).or_insert(entry) != entry {
                    self.tied.insert((fact.input, history));
                }
            }
            for id in having.get(release).into_iter().flatten().take(LOOKED_AT) {
                let history = self.histories[*id];
                if history.entries.iter().any(|entry| names(entry).any(|name| name == release) && is_its_instant(entry, fact)) {
                    self.tied.insert((fact.input, *id));
                }
                let Some(began) = began_later(history, release, fact) else { continue };
                if fits_another(subjects, fact, *id) {
                    continue;
                }
                let (name, at) = (crate::history::short(release), rfc3339(fact.until.unwrap_or(fact.time)));
                let began = rfc3339(began);
                let reason = format!(
                    "by them {name} was reached or under way at {at}, and by this history the update to it only began at {began}: they are another cluster's, or of another clock"
                );
                self.reject(index, fact, *id, reason, false);
            }
        }
    }

    /// By the installation: what ran before it, and another's own log, is another cluster's.
    fn by_installation(&mut self, subjects: &Subjects<'_>, facts: &[Fact]) {
        let mut texts: BTreeMap<usize, Installing> = BTreeMap::new();
        for (index, fact) in facts.iter().enumerate().filter(|(_, fact)| fact.history.is_none()) {
            let text = texts.entry(fact.input).or_default();
            let earlier = |known: &Option<usize>| known.is_none_or(|known| fact.time < facts[known].time);
            match &fact.meaning {
                Meaning::Installing => text.began.push(index),
                Meaning::Installer(version) => text.installers.push((index, Release::parse(version))),
                _ if subjects.is_after_installation(fact) && earlier(&text.ran) && subjects.all(fact).is_empty() => {
                    text.ran = Some(index);
                }
                _ => {}
            }
        }
        for (id, history) in self.histories.iter().enumerate().filter(|(_, history)| history.retains_installation()) {
            let Some(oldest) = history.entries.last() else { continue };
            let Some(started) = oldest.started.instant() else { continue };
            let is_before = |index: &usize| facts[*index].time + facts[*index].slack.1 + CLOCKS < started;
            let first = history.first_completed().and_then(|first| history.entries.get(first)).unwrap_or(oldest);
            for text in texts.values() {
                let is_later = |index: &&usize| facts[**index].time > started + CLOCKS;
                let began = text.began.first().copied().filter(|_| text.began.iter().all(|index| is_later(&index)));
                // What was installed before the installer began anew was an earlier cluster.
                let again = |ran: usize| text.began.iter().any(|index| facts[*index].time > facts[ran].time && !is_later(&index));
                let ran = text.ran.filter(|index| is_before(index) && !again(*index));
                let other = text.other_installer([oldest, first]);
                let (index, reason) = if let Some(index) = began {
                    let (at, own) = (rfc3339(facts[index].time), rfc3339(started));
                    (
                        index,
                        format!(
                            "their installation began at {at}, when this cluster's had begun, at {own}: they are another cluster's"
                        ),
                    )
                } else if let Some(index) = other {
                    (
                        index,
                        format!(
                            "this cluster was installed with {}, and not by \u{201c}{}\u{201d}: they are another cluster's",
                            first.name(),
                            facts[index].message
                        ),
                    )
                } else if let Some(index) = ran {
                    let (at, own) = (rfc3339(facts[index].time), rfc3339(started));
                    (
                        index,
                        format!(
                            "by them a cluster was installed or tested at {at}, and this one's installation only began at {own}: they are another cluster's, or of another clock"
                        ),
                    )
                } else {
                    continue;
                };
                let fact = &facts[index];
                self.rejected.entry((fact.input, id)).or_insert(Rejection {
                    history: id,
                    fact: index,
                    reason,
                    contradicts: false,
                });
            }
        }
    }

    /// By the object: where one of its conditions confirms a recorded time to the second, what contradicts both is doubted.
    fn by_the_object(&mut self, bounds: &[Vec<Bounds>], facts: &[Fact]) {
        for (id, own) in bounds.iter().enumerate() {
            for (index, bounds) in own.iter().enumerate() {
                let history = self.histories[id];
                let entry = &history.entries[index];
                let (Some(recorded), Some(condition)) = (entry.completed.instant(), confirmed(history, index)) else { continue };
                for bound in bounds.against(recorded) {
                    let fact = &facts[bound.fact];
                    if fact.history.is_some() {
                        continue;
                    }
                    let (name, at) = (entry.name(), rfc3339(recorded));
                    let reason = format!(
                        "they contradict the completion of {name} at {at}, which the object's own condition {condition} confirms: they are another cluster's, or of another clock"
                    );
                    self.reject(bound.fact, fact, id, reason, true);
                }
            }
        }
    }
}

/// What an input's records say of an installation.
#[derive(Debug, Default)]
struct Installing {
    /// When it was begun: again where it was tried again.
    began: Vec<usize>,
    /// The installers, by their releases where these can be told.
    installers: Vec<(usize, Option<Release>)>,
    /// The first record of tests, or of an installation that was complete, that is of no history's time.
    ran: Option<usize>,
}

impl Installing {
    /// An installer that installs none of these, where all can be told.
    fn other_installer(&self, installed: [&Entry<'_>; 2]) -> Option<usize> {
        let is_other = |(_, release): &(usize, Option<Release>)| {
            let Some(release) = release else { return false };
            installed.iter().all(|entry| entry.release().is_some_and(|own| !is_installed_by(own, *release)))
        };
        self.installers.iter().all(is_other).then(|| self.installers.first().map(|(index, _)| *index))?
    }
}

/// A build of an installer may have the number of a release before or after it; a release has its own.
fn is_installed_by(own: Release, installer: Release) -> bool {
    let same_minor = (own.major, own.minor) == (installer.major, installer.minor);
    same_minor && (installer.stage != Stage::Stable || own.patch == installer.patch)
}

fn names<'d>(entry: &Entry<'d>) -> impl Iterator<Item = &'d str> {
    entry.version().into_iter().chain(entry.image())
}

/// Whether a fact is the instant of an entry's beginning or end, within its precision.
fn is_its_instant(entry: &Entry<'_>, fact: &Fact) -> bool {
    let own = match fact.meaning {
        Meaning::Started(_) => entry.started.instant(),
        Meaning::Reached(_) => entry.completed.instant(),
        _ => None,
    };
    own.is_some_and(|own| (fact.time - own).abs() <= CLOCKS + fact.slack.0.max(fact.slack.1))
}

/// When the first update to a release began, where it is sure that a fact of it is of before then.
fn began_later(history: &History<'_>, release: &str, fact: &Fact) -> Option<DateTime<Utc>> {
    if !matches!(fact.meaning, Meaning::Reached(_) | Meaning::ReachedBy(_) | Meaning::Updating(_)) || history.entries.len() >= 50
    {
        return None;
    }
    let starts = history.entries.iter().map(|entry| entry.started.instant()).collect::<Option<Vec<_>>>()?;
    let of_it = history.entries.iter().zip(&starts).filter(|(entry, _)| names(entry).any(|name| name == release));
    let first = *of_it.map(|(_, start)| start).min()?;
    let late = fact.until.unwrap_or(fact.time).checked_add_signed(fact.slack.1 + CLOCKS)?;
    // Before the list's first there may have been others.
    let is_covered = history.has_oldest() || starts.iter().any(|start| *start <= fact.time);
    (late < first && is_covered).then_some(first)
}

fn fits_another(subjects: &Subjects<'_>, fact: &Fact, history: usize) -> bool {
    subjects.all(fact).iter().any(|(other, _)| *other != history)
}

/// The condition that says, to the second, that an entry was complete when it is recorded so. The second in which the
/// next update began is confirmed by none: the operator may have written both with the bug.
fn confirmed(history: &History<'_>, index: usize) -> Option<&'static str> {
    let recorded = history.entries.get(index).filter(|entry| entry.is_completed())?.completed.instant()?;
    let at_it = |time: Option<DateTime<Utc>>| {
        time.is_some_and(|time| recorded <= time && time - recorded <= TimeDelta::seconds(1)) && !history.is_overwritten(index)
    };
    if history.first_completed() == Some(index)
        && history.retains_installation()
        && at_it(history.transition("Available", "True"))
    {
        return Some("Available");
    }
    (index == 0 && history.has_newest() && at_it(history.transition("Progressing", "False"))).then_some("Progressing")
}

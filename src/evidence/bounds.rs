//! What the facts say of when each entry was truly complete.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Fact, Meaning};
use crate::history::{History, rfc3339};

/// The bounds of one entry's true completion.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    /// Not before, and the fact that says so.
    pub not_before: Option<(DateTime<Utc>, usize)>,
    /// Not after, and the fact that says so.
    pub not_after: Option<(DateTime<Utc>, usize)>,
}

/// How a recorded time stands to the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nothing bounds it.
    Unknown,
    /// It lies within the bounds.
    Agrees,
    /// It lies outside them: the fact, by its index, contradicts it.
    Contradicted(usize),
}

impl Bounds {
    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.not_before.is_none() && self.not_after.is_none()
    }

    /// Compares a recorded time with them. Their facts' precision is in them already.
    pub fn standing(&self, recorded: DateTime<Utc>) -> Standing {
        match (self.not_before, self.not_after) {
            (Some((earliest, fact)), _) if recorded < earliest => Standing::Contradicted(fact),
            // A record has whole seconds: it may be up to one second below the instant itself, never above.
            (_, Some((latest, fact))) if recorded > latest => Standing::Contradicted(fact),
            (None, None) => Standing::Unknown,
            _ => Standing::Agrees,
        }
    }

    fn after(&mut self, time: DateTime<Utc>, fact: usize) {
        if self.not_before.is_none_or(|(known, _)| time > known) {
            self.not_before = Some((time, fact));
        }
    }

    fn before(&mut self, time: DateTime<Utc>, fact: usize) {
        if self.not_after.is_none_or(|(known, _)| time < known) {
            self.not_after = Some((time, fact));
        }
    }
}

/// The bounds that facts give an entry. A fact bounds one entry only, or none: the one whose release it
/// names and within whose time it falls.
pub fn of(history: &History<'_>, entry: usize, facts: &[Fact]) -> Bounds {
    let mut bounds = Bounds::default();
    for (index, fact) in facts.iter().enumerate() {
        if subject(history, fact) != Some(entry) {
            continue;
        }
        let early = fact.time.checked_sub_signed(fact.slack.0);
        let late = fact.time + fact.slack.1;
        match &fact.meaning {
            Meaning::Reached(_) => {
                if let Some(early) = early {
                    bounds.after(whole(early), index);
                }
                bounds.before(whole(late), index);
            }
            Meaning::ReachedBy(_) => bounds.before(whole(late), index),
            Meaning::Installed => bounds.before(whole(late), index),
            Meaning::Updating(_) => {
                if let Some(last) = fact.until.unwrap_or(fact.time).checked_sub_signed(fact.slack.0.min(TimeDelta::seconds(15))) {
                    bounds.after(whole(last), index);
                }
            }
            Meaning::Started(_) | Meaning::NodeReady | Meaning::Other => {}
        }
    }
    bounds
}

/// The entry that a fact is about.
fn subject(history: &History<'_>, fact: &Fact) -> Option<usize> {
    let release = match &fact.meaning {
        Meaning::Reached(release) | Meaning::ReachedBy(release) | Meaning::Updating(release) => Some(release.as_str()),
        Meaning::Installed => None,
        Meaning::Started(_) | Meaning::NodeReady | Meaning::Other => return None,
    };
    let fits = |index: &usize| {
        let entry = &history.entries[*index];
        let named = match release {
            Some(release) => entry.version() == Some(release) || entry.image() == Some(release),
            // The installation is the oldest entry of a whole list.
            None => index + 1 == history.entries.len() && history.has_oldest() && !history.installation_may_be_pruned(),
        };
        let started = entry.started.instant().is_some_and(|started| started <= fact.time + TimeDelta::seconds(1));
        // What is said once the next update has begun is about that one.
        let current = history.successor_start(*index).is_none_or(|next| fact.time <= next + TimeDelta::seconds(1));
        named && entry.is_completed() && started && current
    };
    let mut fitting = (0..history.entries.len()).filter(fits);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first)
}

/// Whole seconds, as the API server stores times.
fn whole(time: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(time.timestamp(), 0).unwrap_or(time)
}

/// What a fact says of an entry, in words.
pub fn words(fact: &Fact) -> String {
    let at = rfc3339(fact.time);
    match &fact.meaning {
        Meaning::Installed if fact.kind == "e2e" => format!("the tests were already running at {at}"),
        Meaning::Installed => format!("the installation was complete at {at}"),
        Meaning::Reached(_) => format!("the release was reached at {at}"),
        Meaning::ReachedBy(_) => format!("the release had been reached by {at}"),
        Meaning::Updating(_) => format!("the update was still going on until {}", rfc3339(fact.until.unwrap_or(fact.time))),
        _ => format!("{} at {at}", fact.message),
    }
}

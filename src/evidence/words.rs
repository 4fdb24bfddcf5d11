//! What facts say, in words.

use chrono::TimeDelta;

use super::bounds::Bound;
use super::subjects::Subjects;
use super::{Fact, Meaning};
use crate::history::{History, rfc3339};

/// How long after an update the last nodes may become Ready for it: pools roll one node after the other.
const ROLLING: TimeDelta = TimeDelta::hours(3);

/// What a bound's fact says of an entry.
pub fn of(fact: &Fact, bound: &Bound) -> String {
    let at = rfc3339(fact.time);
    match &fact.meaning {
        _ if bound.tested => format!("the tests were already running at {at}"),
        Meaning::Installed | Meaning::Testing if fact.kind == "e2e" => format!("the tests were already running at {at}"),
        Meaning::Installed if fact.kind == "condition" => format!("the cluster was available from {at} on"),
        Meaning::Installed => format!("the installation was complete at {at}"),
        Meaning::Reached(_) => format!("the release was reached at {at}"),
        Meaning::ReachedBy(_) => format!("the release had been reached by {at}"),
        Meaning::Updating(_) => {
            let until = rfc3339(fact.until.unwrap_or(fact.time));
            // What a look now and then has seen ends somewhere between two looks.
            let within = fact.slack.0.num_seconds();
            let give = if within > 1 { format!(", give or take {within} seconds") } else { String::new() };
            format!("the update was still going on at {until}{give}")
        }
        _ => format!("{} at {at}", fact.message),
    }
}

/// Says of nodes that became Ready after their update was recorded complete what that is.
pub fn mark_rolling(facts: &mut [Fact], subjects: &Subjects<'_>, histories: &[&History<'_>]) {
    for fact in facts.iter_mut().filter(|fact| fact.meaning == Meaning::NodeReady) {
        let Some((history, entry)) = subjects.current(fact) else { continue };
        let Some(entry) = histories.get(history).and_then(|history| history.entries.get(entry)) else { continue };
        let since = entry.completed.instant().map(|completed| fact.time - completed);
        if since.is_some_and(|since| since > TimeDelta::zero() && since <= ROLLING) {
            let release = entry.name();
            fact.message.push_str(&format!(
                ", after {release} was recorded complete: its pool was still rolling, which the operator does not wait for; no fault of the history"
            ));
        }
    }
}

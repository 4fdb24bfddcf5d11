//! What the object itself has beside its history: its conditions, its creation, its writers.
//!
//! Source: CVO `pkg/cvo/status.go`, updateClusterVersionStatus: `Progressing` becomes False, with `Cluster version is V`,
//! once V is complete, and `Available` True with the first completion of all. Measured on 17 whole objects of public
//! test data, `Available` and the first completion are equal to the second. Either may be later, never earlier.

use chrono::TimeDelta;

use super::{Fact, Meaning, monitor};
use crate::finding::Site;
use crate::history::{History, Moment};

/// Conditions that tell of the course of an update.
const TOLD: [&str; 3] = ["Available", "Progressing", "Failing"];

/// The facts of one history's own object.
pub(super) fn facts(history: &History<'_>, id: usize) -> Vec<Fact> {
    let document = history.document;
    let instant = |text: &Option<String>| Moment::read(text.as_deref(), false).instant();
    let fact = |site: Site, time, kind, meaning, message| Fact {
        // The condition's clock is read a moment after the history's: both have whole seconds.
        slack: (TimeDelta::zero(), TimeDelta::seconds(1)),
        span: site.locate(history),
        history: Some(id),
        ..Fact::new(time, kind, meaning, message)
    };
    let mut facts = vec![];
    if let Some(time) = instant(&document.metadata.creation_timestamp) {
        let site = Site::Object(&["metadata", "creationTimestamp"]);
        facts.push(fact(site, time, "creation", Meaning::Other, "the ClusterVersion was created".to_owned()));
    }
    for (index, condition) in document.status.conditions.iter().enumerate() {
        let kind = condition.kind.as_deref().unwrap_or_default();
        let Some(time) = instant(&condition.last_transition_time).filter(|_| TOLD.contains(&kind)) else { continue };
        let status = condition.status.as_deref().unwrap_or_default();
        let said = condition.message.as_deref().unwrap_or_default();
        let meaning = match kind {
            "Available" if status == "True" => Meaning::Installed,
            "Available" => Meaning::Other,
            _ => monitor::condition(kind, status, said),
        };
        let colon = if said.is_empty() { "" } else { ": " };
        let site = Site::Item(&["status", "conditions"], index, "lastTransitionTime");
        facts.push(fact(site, time, "condition", meaning, format!("{kind} became {status}{colon}{said}")));
    }
    for (index, writer) in document.managed_fields.iter().enumerate().filter(|(_, writer)| writer.owns_history()) {
        let Some(time) = instant(&writer.time) else { continue };
        let message =
            format!("{} last wrote the history or what it owns beside it", writer.manager.as_deref().unwrap_or("someone"));
        facts.push(fact(
            Site::Item(&["metadata", "managedFields"], index, "time"),
            time,
            "managed-fields",
            Meaning::Other,
            message,
        ));
    }
    facts
}

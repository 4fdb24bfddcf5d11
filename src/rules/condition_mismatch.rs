use chrono::{DateTime, TimeDelta, Utc};

use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, rfc3339};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "condition-mismatch",
    title: "A condition contradicts the history",
    severity: Severity::Warning,
    what: "Fires when Progressing became False before the newest entry completed, or True more than a second after it began; when \
        the newest entry is Partial beside \"Cluster version is …\"; and when the cluster was Available before its first Completed \
        entry ended. What an overwritten completion explains is not reported again.",
    why: "The operator writes the history and the conditions in one update of the status, with clock readings a few microseconds \
        apart. Where they disagree by more than a second, one of them was changed afterwards.",
    what_to_do: "Trust the condition's time over the entry's: conditions are rarely edited. Find out who wrote to the status (audit \
        log, managedFields, a restored backup).",
    example: Example::One {
        fires: "status:\n  conditions:\n  - lastTransitionTime: 2024-03-01T10:58:00Z\n    message: Cluster version is 4.14.9\n    \
                status: \"False\"\n    type: Progressing\n  history:\n  - completionTime: 2024-03-01T11:00:00Z\n    startedTime: \
                2024-03-01T10:00:00Z\n    state: Completed\n    version: 4.14.9\n",
        clean: "status:\n  conditions:\n  - lastTransitionTime: 2024-03-01T11:00:00Z\n    message: Cluster version is 4.14.9\n    \
                status: \"False\"\n    type: Progressing\n  history:\n  - completionTime: 2024-03-01T11:00:00Z\n    startedTime: \
                2024-03-01T10:00:00Z\n    state: Completed\n    version: 4.14.9\n",
    },
    references: &[
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go",
        "https://github.com/openshift/cluster-version-operator/blob/master/lib/resourcemerge/os.go",
    ],
    check: Some(check),
    compare: None,
};

/// A condition's clock reading comes microseconds after the history's, so up to the next second.
const TICK: TimeDelta = TimeDelta::seconds(1);

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if history.document.status.conditions.is_empty() {
        out.not_checked(&RULE, "the conditions are not in the paste, or are not the operator's own");
        return;
    }
    let before = out.found.len();
    if history.begins_with_newest() {
        progressing(history, out);
    }
    // An only entry whose end was moved contradicts both conditions: that is one defect.
    let told = out.found.len() > before && history.first_completed() == Some(0);
    if !told {
        available(history, out);
    }
}

fn site(position: usize, key: &'static str) -> Site {
    Site::Item(&["status", "conditions"], position, key)
}

fn progressing(history: &History<'_>, out: &mut Findings) {
    let Some((position, condition)) = history.condition("Progressing") else { return };
    let Some(newest) = history.entries.first() else { return };
    let (off, on) = (history.transition("Progressing", "False"), history.transition("Progressing", "True"));
    let stable = condition.message.as_deref().is_some_and(|message| message.starts_with("Cluster version is"));
    // An entry that is complete from its beginning finds Progressing False already, and its time stays.
    let instant = newest.started.instant() == newest.completed.instant();
    if let (true, Some(off), Some(end)) = (newest.is_completed() && !instant, off, newest.completed.instant())
        && off < end
    {
        // The roll-out ended before the entry says so. Later is fine: a change of overrides or capabilities rolls out again.
        out.push(at_time(position, off, 0, Field::CompletionTime, end, "The update to", newest, "ended", "stopped progressing"));
    }
    // An operator that cannot sync records its own release and sets Available, not Progressing
    // (syncFailingStatus); progress follows when it can again. An installation was never Available.
    let failed = history.entries.len() > 1 && history.transition("Available", "False").is_some();
    if let (true, Some(on), Some(start)) = (newest.is_partial() && !failed, on, newest.started.instant())
        && on > start + TICK
    {
        // Earlier is fine: a retarget finds the cluster progressing already.
        out.push(at_time(position, on, 0, Field::StartedTime, start, "The update to", newest, "began", "began to progress"));
    }
    if newest.is_partial() && condition.status.as_deref() == Some("False") && stable {
        let message = format!("The update to {} is Partial, but the cluster says that it is done.", newest.name());
        out.push(Finding::new(&RULE, site(position, "message"), message).related(Site::field(0, Field::State), "the newest entry"));
    }
}

fn available(history: &History<'_>, out: &mut Findings) {
    let Some((position, _)) = history.condition("Available") else { return };
    let Some(first) = history.first_completed().filter(|_| history.retains_installation()) else { return };
    let Some(entry) = history.entries.get(first) else { return };
    // Behind an installation that was retargeted, the first completed entry may have been pruned.
    if first + 1 < history.entries.len() && history.installation_may_be_pruned() {
        return;
    }
    // An end at or past the next start is told by completion-overwritten or overlaps-successor.
    if let (Some(since), Some(end)) = (history.transition("Available", "True"), entry.completed.instant())
        && since < end
        && history.successor_start(first).is_none_or(|next| end < next)
        && entry.started.instant().is_some_and(|started| started <= since)
    {
        out.push(at_time(position, since, first, Field::CompletionTime, end, "The first completion, of", entry, "is recorded", "was Available"));
    }
}

#[allow(clippy::too_many_arguments)]
fn at_time(
    position: usize,
    condition: DateTime<Utc>,
    index: usize,
    field: Field,
    recorded: DateTime<Utc>,
    subject: &str,
    entry: &Entry<'_>,
    verb: &str,
    did: &str,
) -> Finding {
    let message = format!("{subject} {} {verb} at {}, but the cluster {did} at {}.", entry.name(), rfc3339(recorded), rfc3339(condition));
    Finding::new(&RULE, site(position, "lastTransitionTime"), message)
        .recorded(Some(recorded))
        .expected(Some(condition))
        .related(Site::field(index, field), "recorded here")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check};
    use super::*;

    fn object(condition: (&str, &str, &str, &str), entries: &[(&str, &str, &str)]) -> String {
        let (kind, status, time, message) = condition;
        let entries: String = entries
            .iter()
            .map(|(state, start, end)| format!("  - {{state: {state}, startedTime: {start}, completionTime: {end}, version: 4.14.9, image: a}}\n"))
            .collect();
        format!(
            "metadata:\n  creationTimestamp: 2024-03-01T10:00:00Z\nstatus:\n  conditions:\n  - lastTransitionTime: {time}\n    message: {message}\n    status: \"{status}\"\n    type: {kind}\n  history:\n{entries}  observedGeneration: 1\n"
        )
    }

    const DONE: (&str, &str, &str) = ("Completed", "2024-03-01T10:00:05Z", "2024-03-01T11:00:00Z");
    const OPEN: (&str, &str, &str) = ("Partial", "2024-03-01T10:00:05Z", "~");

    #[test]
    fn progressing_stops_with_the_update_or_later() {
        let found = |time| check(&RULE, &object(("Progressing", "False", time, "x"), &[DONE]));
        let early = found("2024-03-01T10:59:59Z");
        assert_eq!(at(&early[0]), (None, Some("lastTransitionTime"), 5, 25));
        assert_eq!((early[0].related[0].entry, early[0].related[0].line), (Some(0), 10));
        assert_eq!((found("2024-03-01T11:00:00Z"), found("2024-05-01T11:00:00Z")), (vec![], vec![]));
    }

    #[test]
    fn progressing_begins_with_the_update_or_before() {
        let found = |time| check(&RULE, &object(("Progressing", "True", time, "x"), &[OPEN]));
        assert_eq!((found("2024-03-01T10:00:06Z"), found("2024-03-01T09:00:00Z")), (vec![], vec![]));
        assert_eq!(found("2024-03-01T10:00:07Z").len(), 1);
    }

    #[test]
    fn a_partial_newest_entry_beside_cluster_version_is() {
        let found = check(&RULE, &object(("Progressing", "False", "2024-03-01T10:00:05Z", "Cluster version is 4.14.9"), &[OPEN]));
        assert_eq!(at(&found[0]), (None, Some("message"), 6, 14));
        assert_eq!(check(&RULE, &object(("Progressing", "False", "2024-03-01T10:00:05Z", "Stopped at 4.14.8"), &[OPEN])), []);
    }

    #[test]
    fn available_before_the_first_completion_unless_that_was_overwritten() {
        let found = |time| check(&RULE, &object(("Available", "True", time, "x"), &[DONE]));
        assert_eq!(found("2024-03-01T10:30:00Z").len(), 1);
        assert_eq!(found("2024-03-01T11:00:00Z"), []);
        for next in ["2024-03-01T11:00:00Z", "2024-03-01T10:50:00Z"] {
            let entries = [("Partial", next, "~"), DONE];
            assert_eq!(check(&RULE, &object(("Available", "True", "2024-03-01T10:30:00Z", "x"), &entries)), [], "{next}");
        }
        let later = [("Partial", "2024-03-01T11:00:01Z", "~"), DONE];
        assert_eq!(check(&RULE, &object(("Available", "True", "2024-03-01T10:30:00Z", "x"), &later)).len(), 1);
    }

    /// A second condition behind the one of `object`.
    fn with(text: &str, (kind, status, time): (&str, &str, &str)) -> String {
        let condition = format!("  - {{lastTransitionTime: {time}, status: \"{status}\", type: {kind}}}\n  history:");
        text.replace("  history:", &condition)
    }

    #[test]
    fn an_end_that_contradicts_both_conditions_is_one_defect() {
        let text = object(("Progressing", "False", "2024-03-01T10:30:00Z", "x"), &[DONE]);
        let found = check(&RULE, &with(&text, ("Available", "True", "2024-03-01T10:30:00Z")));
        assert_eq!((found.len(), at(&found[0])), (1, (None, Some("lastTransitionTime"), 5, 25)));
    }

    #[test]
    fn an_entry_complete_from_its_beginning_does_not_stamp_progressing() {
        let instant = ("Completed", "2024-04-01T10:00:00Z", "2024-04-01T10:00:00Z");
        assert_eq!(check(&RULE, &object(("Progressing", "False", "2024-03-01T11:00:00Z", "x"), &[instant, DONE])), []);
    }

    #[test]
    fn an_operator_that_could_not_sync_progresses_late() {
        let open = ("Partial", "2024-04-01T10:00:00Z", "~");
        let late = ("Progressing", "True", "2024-04-01T10:05:00Z", "x");
        let unavailable = ("Available", "False", "2024-04-01T10:00:00Z");
        assert_eq!(check(&RULE, &with(&object(late, &[open, DONE]), unavailable)), []);
        assert_eq!(check(&RULE, &object(late, &[open, DONE])).len(), 1);
        // While it is being installed a cluster is not Available anyway.
        assert_eq!(check(&RULE, &with(&object(late, &[open]), unavailable)).len(), 1);
    }

    #[test]
    fn where_the_newest_entry_is_not_known_it_is_not_compared() {
        let done = |start, end| ("Completed", start, end);
        let (april, may) = (done("2024-04-01T10:00:00Z", "2024-04-01T11:00:00Z"), done("2024-05-01T10:00:00Z", "2024-05-01T11:00:00Z"));
        let found = |entries: &[_]| check(&RULE, &object(("Progressing", "False", "2024-03-02T11:00:00Z", "x"), entries)).len();
        assert_eq!((found(&[april, may, DONE]), found(&[may, april, DONE])), (0, 1));
    }

    // In this object of public test data someone set the newest Completed entry to Partial. Available still says "Done
    // applying 4.14.1", which no Completed entry is; but all times agree, and partial-closed-apart tells of that entry.
    #[test]
    fn the_release_that_available_names_is_not_compared() {
        let text = include_str!("../../tests/cases/real/013-oc-4.15.0-ec2-early-46-entries.yaml");
        assert_eq!(check(&RULE, text), []);
    }
}

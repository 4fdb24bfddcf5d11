use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History, rfc3339};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "open-entry-closed",
    title: "An update in progress already has an end",
    severity: Severity::Error,
    what: "Fires when the cluster's newest entry is Partial and has a completionTime. It does not fire on superseded Partial \
        entries, which all have one, or where the paste may not begin with the newest entry.",
    why: "The operator gives the newest entry an end in one case only, when it sets its state to Completed in the same write. \
        A Partial entry is closed when the next one is recorded, and here there is no next one: the state or the time was \
        changed afterwards, or the newest entry was removed.",
    what_to_do: "Look at the Progressing condition to see whether the update is still running, and find out who wrote to the \
        status (audit log, managedFields, a restored backup). Do not trust this end: the operator keeps it even when the \
        update completes.",
    example: Example::One {
        fires: "history:\n\
                - completionTime: \"2024-08-20T10:02:45Z\"\n\
                \x20 startedTime: \"2024-08-20T09:12:21Z\"\n\
                \x20 state: Partial\n\
                \x20 version: 4.16.8\n",
        clean: "history:\n\
                - completionTime: null\n\
                \x20 startedTime: \"2024-08-20T09:12:21Z\"\n\
                \x20 state: Partial\n\
                \x20 version: 4.16.8\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go, mergeOperatorHistory: a time that is there is never replaced, so such an end stays.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if !history.shows_newest() {
        out.not_checked(&RULE, "the cluster's newest entry is not in the paste, or not known to be");
        return;
    }
    if let Some(reason) = history.lacks(&[Field::State, Field::CompletionTime]) {
        out.not_checked(&RULE, reason);
        return;
    }
    let Some(entry) = history.entries.first().filter(|entry| entry.is_partial()) else { return };
    let Some(end) = entry.completed.instant() else { return };
    let message = format!("The update to {} is still Partial, yet it is recorded as ended at {}.", entry.name(), rfc3339(end));
    out.push(
        Finding::new(&RULE, Site::field(0, Field::CompletionTime), message)
            .recorded(Some(end))
            .related(Site::field(0, Field::State), "the newest entry, and not complete"),
    );
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;
    use crate::report::Confidence;

    const YAML: &str = "history:\n- completionTime: \"2024-08-20T10:02:45Z\"\n  startedTime: \"2024-08-20T09:12:21Z\"\n  state: Partial\n  version: 4.16.8\n";

    #[test]
    fn the_end_and_the_state_are_both_shown() {
        let found = check(&RULE, YAML);
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(0), Some("completionTime"), 2, 19));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Error, Confidence::Likely));
        assert_eq!(found[0].message, "The update to 4.16.8 is still Partial, yet it is recorded as ended at 2024-08-20T10:02:45Z.");
        assert_eq!(found[0].recorded.as_deref(), Some("2024-08-20T10:02:45Z"));
        let related = &found[0].related[0];
        assert_eq!((related.entry, related.field.as_deref(), related.line, related.column), (Some(0), Some("state"), 4, 10));
    }

    #[test]
    fn only_the_newest_only_partial_and_only_with_an_end() {
        assert!(check(&RULE, &YAML.replace("Partial", "Completed")).is_empty());
        assert!(check(&RULE, &YAML.replace("Partial", "Rolling")).is_empty());
        assert!(check(&RULE, &YAML.replace("\"2024-08-20T10:02:45Z\"", "null")).is_empty());
        assert!(check(&RULE, &YAML.replace("2024-08-20T10:02:45Z", "soon")).is_empty());
        assert!(check(&RULE, include_str!("../../tests/cases/seed/pipe-4.3-after.txt")).is_empty());
    }

    #[test]
    fn an_entry_alone_may_be_any() {
        let alone = "{\"completionTime\": \"2024-08-20T10:02:45Z\", \"startedTime\": \"2024-08-20T09:12:21Z\", \"state\": \"Partial\"}\n";
        assert!(check(&RULE, alone).is_empty());
        // Lines and lists may be cut anywhere.
        for cut in [
            "2024-08-20T09:12:21Z|2024-08-20T10:02:45Z|Partial|4.16.8\n2024-07-02T11:41:03Z|2024-07-02T12:50:17Z|Completed|4.15.20\n",
            YAML.trim_start_matches("history:\n"),
        ] {
            assert!(check(&RULE, cut).is_empty(), "{cut}");
        }
        let list = "[{\"completionTime\": \"2024-08-20T10:02:45Z\", \"startedTime\": \"2024-08-20T09:12:21Z\", \"state\": \"Partial\"}]\n";
        assert_eq!(check(&RULE, list).len(), 1);
    }
}

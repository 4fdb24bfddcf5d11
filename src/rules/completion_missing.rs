use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, Moment, rfc3339};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "completion-missing",
    title: "An update that ended has no end",
    severity: Severity::Error,
    what: "Fires on a Completed entry without a completionTime, and on any entry below the newest without one. It does not \
        fire on the newest entry while that is Partial, on what the paste cuts off, or on a value that is there and cannot be \
        read. On hosted clusters up to 4.12 a superseded Partial entry without an end is normal and only told as information.",
    why: "The operator writes the state Completed and the completion time together, and when it records the next update it \
        closes the entry before. No release leaves such an entry open: someone wrote the entry, or part of it is gone.",
    what_to_do: "Find out who wrote to the status (audit log, managedFields, a restored backup), and take the end from an \
        earlier copy of the object. Compute no duration from this entry: the operator fills in an end for the newest entry at \
        most.",
    example: Example::One {
        fires: "2024-01-15T12:00:00Z|2024-01-15T12:30:00Z|Completed|4.11.18\n\
                2024-01-15T10:00:00Z||Partial|4.12.0\n",
        clean: "2024-01-15T12:00:00Z||Partial|4.11.18\n\
                2024-01-15T10:00:00Z|2024-01-15T12:00:00Z|Partial|4.12.0\n",
    },
    references: &[
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go",
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/start/start_integration_test.go",
        "https://github.com/openshift/hypershift/blob/main/hypershift-operator/controllers/hostedcluster/hostedcluster_controller.go",
        "https://github.com/openshift/hypershift/pull/1954",
    ],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go, mergeOperatorHistory: state and completionTime are set together, and the
// newest entry is closed before another is put on top. CVO's own integration test asks for the same
// (pkg/start/start_integration_test.go, verifyClusterVersionHistory).
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::CompletionTime]) {
        out.not_checked(&RULE, reason);
        return;
    }
    for (index, entry) in history.entries.iter().enumerate() {
        if entry.completed != Moment::Absent {
            continue;
        }
        if index == 0 && !entry.is_completed() {
            if !history.has_newest() {
                out.not_checked(&RULE, "the first entry here may not be the cluster's newest, the only one that may be open");
            }
            continue;
        }
        out.push(judge(history, index, entry));
    }
}

fn judge(history: &History<'_>, index: usize, entry: &Entry<'_>) -> Finding {
    let next = history.successor_start(index);
    let site = Site::field(index, Field::CompletionTime);
    let message = match (entry.is_completed(), next) {
        (true, _) => format!("{} is Completed but has no completion time.", entry.name()),
        (_, Some(next)) => format!("{} was superseded at {} but has no completion time.", entry.name(), rfc3339(next)),
        (_, None) => format!("{} was superseded but has no completion time.", entry.name()),
    };
    let mut finding = Finding::new(&RULE, site, message);
    if index > 0 {
        let words = if next.is_some() { "the next update starts here" } else { "the next update" };
        finding = finding.related(Site::field(index - 1, Field::StartedTime), words);
    }
    // An operator closes a Partial entry with the very time with which it opens the next.
    let are_neighbours = index > 0 && !history.may_be_pruned_after(index - 1) && !history.is_out_of_order(index);
    if entry.is_partial() && are_neighbours && !history.is_legacy_hosted() {
        finding = finding.expected(next);
    }
    match (history.is_legacy_hosted(), entry.is_completed()) {
        (false, _) => finding,
        (true, false) => finding
            .severity(Severity::Info)
            .why(
                "This is normal here: up to 4.12, HyperShift wrote the history of a hosted cluster itself, and left what was \
                 superseded before it was complete open for good.",
            )
            .what_to_do("Nothing. Take the start of the next update as this one's end."),
        (true, true) => finding.confidence(Confidence::Possible).why(
            "State and completion time go together. Up to 4.12, though, HyperShift wrote the history of a hosted cluster \
             itself, and took this time from another field, which may have been empty.",
        ),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    const HOSTED: &str = "kind: HostedCluster\nstatus:\n  version:\n    history:\n    - completionTime: null\n      image: quay.io/r:4.12.3\n      \
        startedTime: \"2023-01-02T00:00:00Z\"\n      state: Partial\n      version: \"\"\n    - completionTime: null\n      image: quay.io/r:4.12.2\n      \
        startedTime: \"2023-01-01T00:00:00Z\"\n      state: Partial\n      version: 4.12.2\n";

    #[test]
    fn a_superseded_partial_ends_with_the_next_start() {
        let found = check(&RULE, "2024-01-15T12:00:00Z||Partial|4.11.18\n2024-01-15T10:00:00Z||Partial|4.12.0\n");
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(1), Some("completionTime"), 2, 22));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Error, Confidence::Likely));
        assert_eq!(found[0].message, "4.12.0 was superseded at 2024-01-15T12:00:00Z but has no completion time.");
        assert_eq!(found[0].expected.as_deref(), Some("2024-01-15T12:00:00Z"));
        assert_eq!((found[0].related[0].entry, found[0].related[0].line, found[0].related[0].column), (Some(0), 1, 1));
        assert_eq!((found[0].cause.as_deref(), found[0].recorded.as_deref()), (None, None));
    }

    #[test]
    fn a_completed_head_needs_an_end_too() {
        let found = check(&RULE, "history:\n- completionTime: null\n  startedTime: 2024-01-15T12:00:00Z\n  state: Completed\n  version: 4.15.0\n");
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(0), Some("completionTime"), 2, 19));
        assert_eq!(found[0].expected, None);
        assert!(found[0].related.is_empty());
    }

    #[test]
    fn a_key_that_its_siblings_have_is_missing() {
        let text = "history:\n- completionTime: 2026-04-01T11:30:00Z\n  state: Completed\n  version: 4.16.0\n- startedTime: 2026-02-15T09:00:00Z\n  state: Partial\n  version: 4.15.4\n";
        let found = check(&RULE, text);
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(1), Some("completionTime"), 5, 3));
        assert_eq!(found[0].expected, None);
    }

    #[test]
    fn an_unknown_state_is_closed_like_any_other_when_superseded() {
        let text = "2024-01-15T12:00:00Z||Rolling|4.13.0\n2024-01-15T10:00:00Z||Failed|4.12.0\n";
        let found = check(&RULE, text);
        assert_eq!(found.iter().map(|found| found.entry).collect::<Vec<_>>(), [Some(1)]);
        assert_eq!(found[0].expected, None);
    }

    #[test]
    fn what_is_not_in_the_paste_is_not_missing() {
        let no_column = "history:\n- startedTime: 2024-01-15T12:00:00Z\n  state: Completed\n- startedTime: 2024-01-15T10:00:00Z\n  state: Partial\n";
        assert!(check(&RULE, no_column).is_empty());
        let unreadable = "history:\n- completionTime: later\n  startedTime: 2024-01-15T12:00:00Z\n  state: Completed\n";
        assert!(check(&RULE, unreadable).is_empty());
        let alone = "{\"completionTime\": null, \"startedTime\": \"2024-01-15T12:00:00Z\", \"state\": \"Partial\", \"version\": \"4.12.0\"}\n";
        assert!(check(&RULE, alone).is_empty());
    }

    #[test]
    fn hosted_clusters_up_to_4_12_leave_partials_open() {
        let found = check(&RULE, HOSTED);
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(1), Some("completionTime"), 10, 23));
        assert_eq!((found[0].severity, found[0].expected.as_deref()), (Severity::Info, None));
    }

    #[test]
    fn hosted_clusters_that_say_completed_need_an_end_perhaps() {
        let found = check(&RULE, &HOSTED.replace("state: Partial\n      version: 4", "state: Completed\n      version: 4"));
        assert_eq!((found.len(), found[0].severity, found[0].confidence), (1, Severity::Error, Confidence::Possible));
    }

    #[test]
    fn hosted_clusters_from_4_13_on_mirror_the_operator() {
        let found = check(&RULE, &HOSTED.replace("version: \"\"", "version: 4.13.1"));
        assert_eq!((found.len(), found[0].severity, found[0].confidence), (1, Severity::Error, Confidence::Likely));
    }
}

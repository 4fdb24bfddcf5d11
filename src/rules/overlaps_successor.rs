use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, in_words};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "overlaps-successor",
    title: "An update completes after the next one began",
    severity: Severity::Error,
    what: "Fires on a Completed entry whose completionTime is after the startedTime of the entry that superseded it. The same \
        second is the mark of bug 1756461 and is reported as completion-overwritten. Pairs that are out of order are left out.",
    why: "The operator works on one update at a time, and once the next is recorded it never touches an older entry again: an \
        update cannot complete after it was superseded. One of the two times was changed afterwards, or the clocks of two \
        control plane nodes were apart.",
    what_to_do: "Compare with an earlier copy of the object to see which time was changed, and find out who wrote to the \
        status (audit log, managedFields, a restored backup). If the overlap is of seconds, check the time service (chrony) \
        of the control plane nodes.",
    example: Example::One {
        fires: "2023-08-24T10:48:07Z|2023-08-24T11:55:59Z|Completed|4.12.27\n\
                2023-08-24T08:05:03Z|2023-08-24T10:53:22Z|Completed|4.11.46\n",
        clean: "2023-08-24T10:48:07Z|2023-08-24T11:55:59Z|Completed|4.12.27\n\
                2023-08-24T08:05:03Z|2023-08-24T09:11:49Z|Completed|4.11.46\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go, mergeOperatorHistory: completion is written to the newest entry only. The
// releases with bug 1756461 overwrite the end with the next start, so they cannot overlap either.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::State, Field::StartedTime, Field::CompletionTime]) {
        out.not_checked(&RULE, reason);
        return;
    }
    if history.entries.len() < 2 {
        out.not_checked(&RULE, "needs an entry and the one that superseded it");
    }
    for (index, entry) in history.entries.iter().enumerate() {
        let (Some(end), Some(next)) = (entry.completed.instant(), history.successor_start(index)) else { continue };
        if !entry.is_completed() || end <= next || history.is_out_of_order(index) {
            continue;
        }
        let successor = history.successor(index).map_or("the next release", Entry::name);
        let (name, overlap) = (entry.name(), in_words(end - next));
        let message = format!("{name} is recorded as complete {overlap} after the update to {successor} began.");
        out.push(
            Finding::new(&RULE, Site::field(index, Field::CompletionTime), message)
                .recorded(Some(end))
                .related(Site::field(index - 1, Field::StartedTime), "the next update starts here, before that"),
        );
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;
    use crate::report::Confidence;

    #[test]
    fn a_second_is_enough() {
        let found = check(&RULE, "2023-08-24T10:48:07Z||Partial|4.12.27\n2023-08-24T08:05:03Z|2023-08-24T10:48:08Z|Completed|4.11.46\n");
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(1), Some("completionTime"), 2, 22));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Error, Confidence::Likely));
        assert_eq!(found[0].message, "4.11.46 is recorded as complete 1 s after the update to 4.12.27 began.");
        assert_eq!(found[0].recorded.as_deref(), Some("2023-08-24T10:48:08Z"));
        assert_eq!((found[0].related[0].entry, found[0].related[0].line, found[0].related[0].column), (Some(0), 1, 1));
        assert_eq!(found[0].related[0].field.as_deref(), Some("startedTime"));
    }

    #[test]
    fn the_same_second_is_the_bug() {
        assert!(check(&RULE, include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt")).is_empty());
        assert!(check(&RULE, "2023-08-24T10:48:07Z||Partial|4.12.27\n2023-08-24T08:05:03Z|2023-08-24T10:48:07.9Z|Completed|4.11.46\n").is_empty());
    }

    #[test]
    fn partial_and_unknown_states_are_not_this_rule_s() {
        for state in ["Partial", "Succeeded"] {
            let text = format!("2023-08-24T10:48:07Z||Partial|4.12.27\n2023-08-24T08:05:03Z|2023-08-24T10:53:22Z|{state}|4.11.46\n");
            assert!(check(&RULE, &text).is_empty(), "{state}");
        }
    }

    #[test]
    fn a_pair_out_of_order_is_no_overlap() {
        let swapped = "2023-09-24T10:48:07Z|2023-09-24T11:48:07Z|Completed|4.12.28\n\
            2023-08-23T07:41:30Z|2023-08-23T08:04:47Z|Completed|4.10.64\n2023-08-24T08:05:03Z|2023-08-24T09:11:49Z|Completed|4.11.46\n";
        assert!(check(&RULE, swapped).is_empty());
    }
}

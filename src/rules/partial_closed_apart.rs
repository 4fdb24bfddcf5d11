use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History, rfc3339};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "partial-closed-apart",
    title: "A superseded partial update does not end where the next begins",
    severity: Severity::Error,
    what: "Fires on a superseded Partial entry whose completionTime is not, to the second, the startedTime of the \
        entry that superseded it. Pairs between which entries may have been pruned are left out, and so are pairs \
        that are out of order.",
    why: "The operator closes a Partial entry with the very clock reading with which it opens the next one, in every \
        release since 4.1. Another end means that the state or a time was changed afterwards, or that an entry \
        between the two is gone.",
    what_to_do: "Find out who wrote to the status (audit log, managedFields, a restored backup). Compare with an earlier \
        copy of the object to see which value was changed.",
    example: Example::One {
        fires: "2019-10-14T03:43:16Z|2019-10-14T03:43:31Z|Completed|4.1.18\n\
                2019-10-14T03:42:31Z|2019-10-14T03:43:00Z|Partial|4.1.20\n",
        clean: "2019-10-14T03:43:16Z|2019-10-14T03:43:31Z|Completed|4.1.18\n\
                2019-10-14T03:42:31Z|2019-10-14T03:43:16Z|Partial|4.1.20\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: Some(check),
    compare: None,
};

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if history.entries.len() < 2 {
        out.not_checked(&RULE, "needs an entry and the one that superseded it");
    }
    for (index, entry) in history.entries.iter().enumerate().skip(1) {
        let (Some(end), Some(next)) = (entry.completed.instant(), history.successor_start(index)) else { continue };
        if !entry.is_partial() || end == next || history.may_be_pruned_after(index - 1) || history.is_out_of_order(index) {
            continue;
        }
        if history.successor(index).is_some_and(|next| history.start_may_be_end(next)) {
            continue;
        }
        // A start after the end is a defect of its own, and explains this one.
        if entry.started.instant().is_some_and(|started| end < started) {
            continue;
        }
        let side = if end < next { "before" } else { "after" };
        let message = format!("The partial update to {} ends {side} the next one starts; it must end with it, at {}.", entry.name(), rfc3339(next));
        let mut finding = Finding::new(&RULE, Site::field(index, Field::CompletionTime), message)
            .recorded(Some(end))
            .expected(Some(next))
            .related(Site::field(index - 1, Field::StartedTime), "the next update starts here");
        if !history.has_newest() {
            // The paste may lie anywhere in a list of a hundred, where entries between the two may be pruned.
            finding = finding.confidence(Confidence::Possible).why(
                "The operator closes a Partial entry with the clock reading that opens the next one. The newest entry is not \
                 in the paste, though: where the list has fifty entries or more, one between these two may have been pruned.",
            );
        }
        out.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check};
    use super::*;

    #[test]
    fn the_end_and_the_next_start_are_both_shown() {
        let found = check(&RULE, "2019-10-14T03:43:16Z|2019-10-14T03:43:31Z|Completed|4.1.18\n2019-10-14T03:42:31Z|2019-10-14T03:43:00Z|Partial|4.1.20\n");
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(1), Some("completionTime"), 2, 22));
        assert_eq!(found[0].expected.as_deref(), Some("2019-10-14T03:43:16Z"));
        assert_eq!((found[0].related[0].entry, found[0].related[0].line), (Some(0), 1));
    }
}

use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History, rfc3339};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "instant-completion",
    title: "An update took no time",
    severity: Severity::Info,
    what: "Fires on a Completed entry that ends in the second in which it starts. It does not fire where the end is the \
        overwritten one of bug 1756461, or on a superseded Partial entry, which may be of no length.",
    why: "An update takes the better part of an hour, and even a cancelled one needs seconds to return. The operator can \
        write such an entry when it sees the release complete before it has recorded it at all, for instance after its own \
        deployment was replaced by hand; far more often a time was changed.",
    what_to_do: "Do not compute a duration from this entry. Compare with an earlier copy of the object, or with the \
        operator's log of that hour.",
    example: Example::One {
        fires: "2023-08-24T10:48:07Z|2023-08-24T10:48:07Z|Completed|4.12.27\n",
        clean: "2023-08-24T10:48:07Z|2023-08-24T11:55:59Z|Completed|4.12.27\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go, mergeOperatorHistory: the branch that prepends an entry already completed.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::State, Field::StartedTime, Field::CompletionTime]) {
        out.not_checked(&RULE, reason);
        return;
    }
    for (index, entry) in history.entries.iter().enumerate() {
        let (Some(start), Some(end)) = (entry.started.instant(), entry.completed.instant()) else { continue };
        if !entry.is_completed() || start != end || history.is_overwritten(index) {
            continue;
        }
        let message = format!("{} is recorded as begun and complete in one second, {}.", entry.name(), rfc3339(end));
        out.push(
            Finding::new(&RULE, Site::field(index, Field::CompletionTime), message)
                .confidence(Confidence::Possible)
                .recorded(Some(end))
                .related(Site::field(index, Field::StartedTime), "it began in the same second"),
        );
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    #[test]
    fn both_times_are_shown() {
        let found = check(&RULE, "2023-08-24T10:48:07Z|2023-08-24T10:48:07Z|Completed|4.12.27\n2023-08-24T08:05:03Z|2023-08-24T09:11:49Z|Completed|4.11.46\n");
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(0), Some("completionTime"), 1, 22));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Info, Confidence::Possible));
        assert_eq!(found[0].message, "4.12.27 is recorded as begun and complete in one second, 2023-08-24T10:48:07Z.");
        assert_eq!(found[0].recorded.as_deref(), Some("2023-08-24T10:48:07Z"));
        assert_eq!((found[0].related[0].field.as_deref(), found[0].related[0].column), (Some("startedTime"), 1));
    }

    #[test]
    fn an_overwritten_end_is_another_defect() {
        assert!(check(&RULE, "2023-08-24T10:48:07Z||Partial|4.12.27\n2023-08-24T10:48:07Z|2023-08-24T10:48:07Z|Completed|4.11.46\n").is_empty());
    }

    #[test]
    fn a_superseded_partial_may_be_of_no_length() {
        assert!(check(&RULE, "2023-08-24T10:48:07Z||Partial|4.12.27\n2023-08-24T10:48:07Z|2023-08-24T10:48:07Z|Partial|4.11.46\n").is_empty());
    }

    #[test]
    fn a_second_is_some_time() {
        assert!(check(&RULE, "2023-08-24T10:48:07Z|2023-08-24T10:48:08Z|Completed|4.12.27\n").is_empty());
    }
}

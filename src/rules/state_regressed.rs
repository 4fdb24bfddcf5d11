use super::{Example, Rule};
use crate::compare::Comparison;
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, State, short};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "state-regressed",
    title: "A completed update is not complete any more",
    severity: Severity::Error,
    what: "Fires on an entry that the earlier snapshot has as Completed and the later one as anything else. Where \
        newer entries are gone up to this one, that is entry-lost.",
    why: "A state only ever goes from Partial to Completed: the release was reached once, and that stays true. Whoever changed it was \
        not the operator.",
    what_to_do: "Trust the earlier snapshot. Make sure that the two were not given in the wrong order; then find out who wrote to the \
        status between them.",
    example: Example::Two {
        before: "2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
        fires: "2024-01-01T00:00:00Z||Partial|4.14.1\n",
        clean: "2024-02-01T00:00:00Z||Partial|4.14.2\n2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: None,
    compare: Some(compare),
};

fn compare(comparison: &Comparison<'_>, out: &mut Findings) {
    for pair in comparison.pairs() {
        let (Some(was), Some(is)) = (comparison.before(pair), comparison.after(pair)) else { continue };
        let now = match is.state {
            State::Partial => "Partial",
            State::Other(state) => short(state),
            State::Completed | State::Unknown => continue,
        };
        if was.is_completed() && !comparison.is_rewound_to(pair) {
            let message = format!("The update to {} was Completed and is {now} now.", was.name());
            out.push(
                Finding::new(&RULE, Site::field(pair.after_index(), Field::State), message)
                    .confidence(Confidence::Proven)
                    .values(Some(now), Some("Completed"))
                    .related_before(Site::field(pair.before_index(), Field::State), "the earlier snapshot has Completed"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, compare, report};
    use super::*;
    use crate::Role;

    const BEFORE: &str = "2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n";
    const AFTER: &str = "2024-01-01T00:00:00Z||Partial|4.14.1\n";

    #[test]
    fn both_states_are_shown_and_the_end_that_went_with_it_is_not_another_finding() {
        let found = compare(&RULE, BEFORE, AFTER);
        assert_eq!(at(&found[0]), (Some(0), Some("state"), 1, 23));
        assert_eq!((found[0].related[0].history, found[0].related[0].column), (0, 43));
        let report = report(&[(BEFORE, Role::Before), (AFTER, Role::After)]);
        assert_eq!(report.comparisons[0].findings.len(), 1);
    }

    #[test]
    fn completing_is_no_regress() {
        assert_eq!(compare(&RULE, AFTER, BEFORE), []);
    }
}

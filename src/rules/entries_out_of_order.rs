use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, in_words};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "entries-out-of-order",
    title: "An older entry begins after a newer one",
    severity: Severity::Warning,
    what: "Fires on an entry whose startedTime is after that of the entry above it. The same second is in order. A paste that \
        is oldest first as a whole is turned and judged newest first; that is no finding. An entry that also ends before it \
        begins has a wrong start, and is reported as completed-before-started alone.",
    why: "The operator puts each new entry on top of the list and never moves one. The clock of a control plane node was \
        behind when the newer one was recorded, a time was changed, or someone put the entries in another order.",
    what_to_do: "If they are minutes apart, check the time service (chrony) of the control plane nodes. Else compare with an \
        earlier copy of the object, or take the object again: oc get clusterversion version -o yaml",
    example: Example::One {
        fires: "2021-03-04T11:12:11Z|2021-03-04T13:29:12Z|Completed|4.6.18\n\
                2020-10-15T12:28:23Z|2020-10-15T13:33:22Z|Completed|4.5.13\n\
                2021-03-04T08:55:22Z|2021-03-04T10:55:56Z|Completed|4.5.24\n",
        clean: "2021-03-04T11:12:11Z|2021-03-04T13:29:12Z|Completed|4.6.18\n\
                2021-03-04T08:55:22Z|2021-03-04T10:55:56Z|Completed|4.5.24\n\
                2020-10-15T12:28:23Z|2020-10-15T13:33:22Z|Completed|4.5.13\n",
    },
    references: &[
        "https://github.com/openshift/api/blob/master/config/v1/types_cluster_version.go",
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go",
    ],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go, mergeOperatorHistory prepends; pruning removes and never moves.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::StartedTime]) {
        out.not_checked(&RULE, reason);
        return;
    }
    if history.entries.len() < 2 {
        out.not_checked(&RULE, "needs two neighbouring entries");
    }
    for (index, entry) in history.entries.iter().enumerate() {
        let (Some(start), Some(next)) = (entry.started.instant(), history.successor_start(index)) else { continue };
        if start <= next || has_wrong_start(entry) {
            continue;
        }
        let successor = history.successor(index).map_or("the next update", Entry::name);
        let message =
            format!("{} is listed as older than {successor}, yet it began {} after it.", entry.name(), in_words(start - next));
        out.push(
            Finding::new(&RULE, Site::field(index, Field::StartedTime), message)
                .recorded(Some(start))
                .related(Site::field(index - 1, Field::StartedTime), "listed above it, but began before it"),
        );
    }
}

/// Its end is before its start: that start is wrong, and explains the order.
fn has_wrong_start(entry: &Entry<'_>) -> bool {
    matches!((entry.started.instant(), entry.completed.instant()), (Some(start), Some(end)) if end < start)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check, report};
    use super::*;
    use crate::Role;
    use crate::report::Confidence;

    #[test]
    fn the_older_one_is_shown_and_the_newer_too() {
        let Example::One { fires, .. } = RULE.example else { panic!("an example of one") };
        let found = check(&RULE, fires);
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(2), Some("startedTime"), 3, 1));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Likely));
        assert_eq!(found[0].message, "4.5.24 is listed as older than 4.5.13, yet it began 139 days 20 h after it.");
        assert_eq!(found[0].recorded.as_deref(), Some("2021-03-04T08:55:22Z"));
        assert_eq!((found[0].related[0].entry, found[0].related[0].line, found[0].related[0].column), (Some(1), 2, 1));
        // One defect, one finding.
        let all = report(&[(fires, Role::History)]).histories.remove(0).findings;
        assert!(all.iter().all(|found| found.rule == RULE.id), "{all:?}");
    }

    #[test]
    fn the_same_second_is_in_order() {
        assert!(check(&RULE, "2021-03-04T11:12:11Z||Partial|4.6.18\n2021-03-04T11:12:11Z|2021-03-04T11:12:11Z|Partial|4.5.24\n").is_empty());
    }

    #[test]
    fn oldest_first_is_an_order_too() {
        let text = "2023-08-23T07:41:30Z|2023-08-23T08:04:47Z|Completed|4.10.64\n2023-08-24T08:05:03Z|2023-08-24T09:11:49Z|Completed|4.11.46\n";
        assert!(check(&RULE, text).is_empty());
    }

    #[test]
    fn a_start_after_its_own_end_is_another_defect() {
        let text = "2021-03-04T11:12:11Z||Partial|4.6.18\n2021-05-04T11:12:11Z|2021-03-04T10:55:56Z|Completed|4.5.24\n2020-10-15T12:28:23Z|2020-10-15T13:33:22Z|Completed|4.5.13\n";
        assert!(check(&RULE, text).is_empty());
    }
}

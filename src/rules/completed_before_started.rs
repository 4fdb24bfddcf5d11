use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History, in_words};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "completed-before-started",
    title: "An update ends before it begins",
    severity: Severity::Error,
    what: "Fires on an entry of any state whose completionTime is before its startedTime, by a second or more. It leaves out \
        a newest entry that is Partial: that must have no end at all, which is a finding of its own.",
    why: "An end is always written after the start. One of the two times was changed afterwards, or the clock of the control \
        plane was set back while the update ran.",
    what_to_do: "Compare with an earlier copy of the object to see which of the two is wrong. If neither was edited, check \
        the time service (chrony) of the control plane nodes of that day. Compute no duration from this entry.",
    example: Example::One {
        fires: "2024-07-02T11:41:03Z|2024-07-02T10:50:17Z|Completed|4.15.20\n",
        clean: "2024-07-02T11:41:03Z|2024-07-02T12:50:17Z|Completed|4.15.20\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go: both times are metav1.Now() of the process that writes, in that order.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::StartedTime, Field::CompletionTime]) {
        out.not_checked(&RULE, reason);
        return;
    }
    for (index, entry) in history.entries.iter().enumerate() {
        let (Some(start), Some(end)) = (entry.started.instant(), entry.completed.instant()) else { continue };
        if end >= start || index == 0 && entry.is_partial() && history.shows_newest() {
            continue;
        }
        let message = format!("{} is recorded as ended {} before it began.", entry.name(), in_words(start - end));
        let mut finding = Finding::new(&RULE, Site::field(index, Field::CompletionTime), message)
            .recorded(Some(end))
            .related(Site::field(index, Field::StartedTime), "it began only here");
        if history.is_out_of_order(index) {
            let words = "and the next update before that: this start may be the wrong time";
            finding = finding.related(Site::field(index - 1, Field::StartedTime), words);
        }
        // hypershift hostedcluster_controller.go, computeClusterVersionStatus: the end is copied from
        // when the control plane took its image, which on a return to that image was long ago.
        if history.is_legacy_hosted() {
            finding = finding.confidence(Confidence::Possible).why(
                "An end is always after the start. Up to 4.12, though, HyperShift wrote the history of a hosted cluster itself, and a \
                 return to the running image could get the end of that image's first rollout.",
            );
        }
        out.push(finding);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    #[test]
    fn both_times_are_shown() {
        let found = check(&RULE, "2024-08-20T09:12:21Z||Partial|4.16.8\n2024-07-02T11:41:03Z|2024-07-02T11:41:02Z|Completed|4.15.20\n");
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(1), Some("completionTime"), 2, 22));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Error, Confidence::Likely));
        assert_eq!(found[0].message, "4.15.20 is recorded as ended 1 s before it began.");
        assert_eq!(found[0].recorded.as_deref(), Some("2024-07-02T11:41:02Z"));
        assert_eq!((found[0].related.len(), found[0].related[0].field.as_deref()), (1, Some("startedTime")));
        assert_eq!((found[0].related[0].entry, found[0].related[0].line, found[0].related[0].column), (Some(1), 2, 1));
    }

    #[test]
    fn the_same_second_is_not_before() {
        assert!(check(&RULE, "2024-07-02T11:41:03Z|2024-07-02T11:41:03Z|Completed|4.15.20\n").is_empty());
        assert!(check(&RULE, "2024-07-02T11:41:03.9Z|2024-07-02T11:41:03.1Z|Completed|4.15.20\n").is_empty());
    }

    #[test]
    fn offsets_are_instants() {
        assert!(check(&RULE, "2024-07-02T11:41:03Z|2024-07-02T09:50:17-03:00|Completed|4.15.20\n").is_empty());
    }

    #[test]
    fn an_open_entry_with_an_end_is_another_defect() {
        let open = "history:\n- completionTime: 2024-07-02T10:50:17Z\n  startedTime: 2024-07-02T11:41:03Z\n  state: Partial\n";
        assert!(check(&RULE, open).is_empty());
        // A line may be any of the list's.
        assert_eq!(check(&RULE, "2024-07-02T11:41:03Z|2024-07-02T10:50:17Z|Partial|4.15.20\n").len(), 1);
    }

    #[test]
    fn a_start_after_the_next_one_is_pointed_at() {
        let found = check(&RULE, "2024-08-20T09:12:21Z||Partial|4.16.8\n2024-09-02T11:41:03Z|2024-07-02T12:50:17Z|Completed|4.15.20\n2024-06-02T11:41:03Z|2024-06-02T12:50:17Z|Completed|4.15.19\n");
        assert_eq!((found.len(), found[0].related.len()), (1, 2));
        assert_eq!((found[0].related[1].entry, found[0].related[1].line), (Some(0), 1));
    }

    #[test]
    fn the_hosted_writer_of_old_copied_the_end() {
        let hosted = "kind: HostedCluster\nstatus:\n  version:\n    history:\n    - completionTime: 2022-08-01T10:00:00Z\n      image: r:4.11.2\n      \
            startedTime: 2022-09-01T10:00:00Z\n      state: Completed\n      version: 4.11.2\n";
        let found = check(&RULE, hosted);
        assert_eq!((found.len(), found[0].confidence), (1, Confidence::Possible));
    }
}

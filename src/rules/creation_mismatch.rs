use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History, Moment, rfc3339};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "creation-mismatch",
    title: "An update began before the object was there",
    severity: Severity::Warning,
    what: "Fires when the oldest entry of the paste began before the object's creationTimestamp.",
    why: "The operator records an update in an object that exists. An entry older than the object was copied from another one, or its \
        time was changed; a clock that was set back after the creation does the same.",
    what_to_do: "Find out whether the ClusterVersion was deleted and restored, or the cluster made from another one's image. Then the \
        history may be the other cluster's.",
    example: Example::One {
        fires: "metadata:\n  creationTimestamp: 2024-03-01T10:00:30Z\nstatus:\n  history:\n  - {state: Partial, startedTime: \
                2024-03-01T10:00:00Z, version: 4.14.9}\n",
        clean: "metadata:\n  creationTimestamp: 2024-03-01T09:59:30Z\nstatus:\n  history:\n  - {state: Partial, startedTime: \
                2024-03-01T10:00:00Z, version: 4.14.9}\n",
    },
    references: &["https://github.com/openshift/api/blob/master/config/v1/types_cluster_version.go"],
    check: Some(check),
    compare: None,
};

/// The API server and the operator may run on two nodes, whose clocks differ by less than this.
const SKEW: chrono::TimeDelta = chrono::TimeDelta::minutes(5);

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    let created = Moment::read(history.document.metadata.creation_timestamp.as_deref(), false).instant();
    let Some(created) = created.filter(|_| !history.is_hosted()) else {
        out.not_checked(&RULE, "needs the creationTimestamp of a cluster's own ClusterVersion");
        return;
    };
    let Some((index, started)) = history.entries.iter().rposition(|entry| entry.started.instant().is_some()).and_then(|index| {
        Some((index, history.entries[index].started.instant()?))
    }) else {
        return;
    };
    if started < created {
        let message = format!("This entry began at {}, before the object was created at {}.", rfc3339(started), rfc3339(created));
        out.push(
            Finding::new(&RULE, Site::field(index, Field::StartedTime), message)
                .confidence(if created - started > SKEW { Confidence::Likely } else { Confidence::Possible })
                .recorded(Some(started))
                .related(Site::Object(&["metadata", "creationTimestamp"]), "the object's creation"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check};
    use super::*;

    #[test]
    fn to_the_second() {
        let text = |created: &str| format!("metadata:\n  creationTimestamp: {created}\nstatus:\n  history:\n  - {{state: Partial, startedTime: 2024-03-01T10:00:00Z}}\n");
        let found = check(&RULE, &text("2024-03-01T10:00:01Z"));
        assert_eq!(at(&found[0]), (Some(0), Some("startedTime"), 5, 35));
        assert_eq!((found[0].related[0].line, found[0].related[0].column), (2, 22));
        assert_eq!(check(&RULE, &text("2024-03-01T10:00:00Z")), []);
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Possible));
        assert_eq!(check(&RULE, &text("2024-03-01T10:05:00Z"))[0].confidence, Confidence::Possible);
        assert_eq!(check(&RULE, &text("2024-03-01T10:05:01Z"))[0].confidence, Confidence::Likely);
    }
}

use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History, Moment, rfc3339};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "install-entry-lost",
    title: "The installation's entry is gone",
    severity: Severity::Warning,
    what: "Fires when the oldest entry began after the cluster was first Available, or more than 15 minutes after the object \
        was created. With fifty entries or more pruning explains it, and it is only an info.",
    why: "The first entry of a history is the installation's: it begins within a minute of the object's creation, and the cluster \
        becomes Available when it completes. Fewer than fifty entries are never pruned.",
    what_to_do: "Compare with an earlier must-gather. Entries are lost when the status is written by hand, or when the object is \
        deleted and comes back.",
    example: Example::One {
        fires: "metadata:\n  creationTimestamp: 2024-01-10T08:00:00Z\nstatus:\n  history:\n  - completionTime: 2024-03-01T11:00:00Z\n    \
                image: quay.io/b\n    startedTime: 2024-03-01T10:00:00Z\n    state: Completed\n    verified: false\n    version: 4.14.9\n  \
                observedGeneration: 4\n",
        clean: "metadata:\n  creationTimestamp: 2024-03-01T09:59:30Z\nstatus:\n  history:\n  - completionTime: 2024-03-01T11:00:00Z\n    \
                image: quay.io/b\n    startedTime: 2024-03-01T10:00:00Z\n    state: Completed\n    verified: false\n    version: 4.14.9\n  \
                observedGeneration: 4\n",
    },
    references: &[
        "https://bugzilla.redhat.com/show_bug.cgi?id=2097067",
        "https://github.com/openshift/cluster-version-operator/pull/791",
    ],
    check: Some(check),
    compare: None,
};

/// Measured from the object's creation to the first entry's start: 2 to 47 seconds.
const LATEST_START: chrono::TimeDelta = chrono::TimeDelta::minutes(15);

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if history.is_hosted() {
        out.not_checked(&RULE, "a hosted cluster's object is older than its history");
        return;
    }
    if !history.has_oldest() {
        out.not_checked(&RULE, "the oldest entry is not known to be in the paste");
        return;
    }
    let created = Moment::read(history.document.metadata.creation_timestamp.as_deref(), false).instant();
    let available = history.transition("Available", "True");
    if created.is_none() && available.is_none() {
        out.not_checked(&RULE, "neither creationTimestamp nor the Available condition is in the paste");
        return;
    }
    let last = history.entries.len() - 1;
    let Some(oldest) = history.entries[last].started.instant() else { return };
    let early = available.filter(|available| *available < oldest).and_then(|time| {
        let (position, _) = history.condition("Available")?;
        Some((Site::Item(&["status", "conditions"], position, "lastTransitionTime"), format!("Available since {}", rfc3339(time))))
    });
    let late = created.filter(|created| oldest - *created > LATEST_START);
    let late = late.map(|time| (Site::Object(&["metadata", "creationTimestamp"]), format!("created at {}", rfc3339(time))));
    // A slow start of the operator would look like a late first entry; Available before it would not.
    let confidence = if early.is_some() { Confidence::Likely } else { Confidence::Possible };
    let Some((site, words)) = early.or(late) else { return };
    let message = format!("The oldest entry began at {}, but the cluster is older ({words}): the installation's entry is gone.", rfc3339(oldest));
    let mut finding = Finding::new(&RULE, Site::field(last, Field::StartedTime), message).confidence(confidence).related(site, words);
    if history.installation_may_be_pruned() {
        finding = finding
            .severity(Severity::Info)
            .why("Operators before July 2022 dropped the installation's entry when the list reached fifty (bug 2097067).")
            .what_to_do("Nothing to do: it only means that this history does not reach back to the installation.");
    }
    out.push(finding);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    fn object(created: &str, available: &str, started: &str, n: usize) -> String {
        let entry = |index: usize| {
            let year = 2024 + n - index - 1;
            let started = if index + 1 == n { started.to_owned() } else { format!("{year}-06-01T10:00:00Z") };
            format!("  - completionTime: {year}-06-01T11:00:00Z\n    startedTime: {started}\n    state: Completed\n    version: 4.14.{index}\n")
        };
        let entries: String = (0..n).map(entry).collect();
        format!(
            "metadata:\n  creationTimestamp: {created}\nstatus:\n  conditions:\n  - lastTransitionTime: {available}\n    status: \"True\"\n    type: Available\n  history:\n{entries}  observedGeneration: 1\n"
        )
    }

    #[test]
    fn available_before_the_oldest_start() {
        let found = check(&RULE, &object("2024-03-01T10:00:00Z", "2024-03-01T09:00:00Z", "2024-03-01T10:00:00Z", 1));
        assert_eq!(at(&found[0]), (Some(0), Some("startedTime"), 10, 18));
        assert_eq!((found[0].severity, found[0].related[0].line, found[0].related[0].column), (Severity::Warning, 5, 25));
    }

    #[test]
    fn fifteen_minutes_are_allowed() {
        let found = |created| check(&RULE, &object(created, "2024-03-01T11:00:00Z", "2024-03-01T10:00:00Z", 1));
        assert_eq!(found("2024-03-01T09:45:00Z"), []);
        let late = found("2024-03-01T09:44:59Z");
        assert_eq!((late.len(), late[0].related[0].line, late[0].related[0].column), (1, 2, 22));
        assert_eq!((late[0].severity, late[0].confidence), (Severity::Warning, Confidence::Possible));
    }

    #[test]
    fn pruning_explains_it_from_fifty_entries_on() {
        let text = |n| object("2020-01-01T00:00:00Z", "2020-01-01T00:30:00Z", "2024-03-01T10:00:00Z", n);
        assert_eq!(check(&RULE, &text(49))[0].severity, Severity::Warning);
        assert_eq!(check(&RULE, &text(50))[0].severity, Severity::Info);
    }
}

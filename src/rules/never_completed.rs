use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, rfc3339};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "never-completed",
    title: "The cluster has never completed an installation or update",
    severity: Severity::Info,
    what: "Fires when no entry of a whole list is Completed: all are Partial. It runs only where both ends of the list are in \
        the paste, and where every entry has one of the two states.",
    why: "The first entry is Completed when every part of the release is installed for the first time. Until then the cluster \
        is still installing, and an update is not begun.",
    what_to_do: "Look at the Progressing and Failing conditions and at the cluster operators (oc get clusteroperators) for \
        what the installation waits for.",
    example: Example::One {
        fires: "history:\n\
                - {completionTime: null, image: 'quay.io/release@sha256:aa', startedTime: '2024-01-15T12:00:00Z', state: Partial, verified: false, version: 4.14.8}\n\
                observedGeneration: 2\n",
        clean: "history:\n\
                - {completionTime: null, image: 'quay.io/release@sha256:bb', startedTime: '2024-01-15T12:00:00Z', state: Partial, verified: true, version: 4.14.9}\n\
                - {completionTime: '2024-01-02T12:30:00Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-01-02T12:00:00Z', state: Completed, verified: false, version: 4.14.8}\n\
                observedGeneration: 2\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/sync_worker.go"],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/sync_worker.go: another target is not taken up while the cluster initializes (since
// 4.7, bug 1905221); older releases could record several Partial entries before the first Completed.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::State]) {
        out.not_checked(&RULE, reason);
        return;
    }
    if history.entries.iter().any(Entry::is_completed) {
        return;
    }
    if !history.has_newest() || !history.may_have_oldest() {
        out.not_checked(&RULE, "the list is not whole");
        return;
    }
    if !history.entries.iter().all(Entry::is_partial) {
        out.not_checked(&RULE, "not every entry's state is known");
        return;
    }
    let Some((first, entry)) = history.entries.iter().enumerate().next_back() else { return };
    let began = entry.started.instant().map(|time| format!(" that began at {}", rfc3339(time))).unwrap_or_default();
    let message = match first {
        0 => format!("The installation of {}{began} has not completed.", entry.name()),
        more => format!("None of the {} entries is Completed, not even the installation of {}{began}.", more + 1, entry.name()),
    };
    let confidence = if history.has_oldest() { Confidence::Likely } else { Confidence::Possible };
    out.push(Finding::new(&RULE, Site::HISTORY, message).confidence(confidence));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;
    use crate::report::Confidence;

    const TWO: &str = "status:\n  history:\n  - completionTime: null\n    startedTime: 2020-01-15T13:00:00Z\n    state: Partial\n    version: 4.2.14\n  \
        - completionTime: 2020-01-15T13:00:00Z\n    startedTime: 2020-01-15T12:00:00Z\n    state: Partial\n    version: 4.2.13\n  observedGeneration: 2\n";

    #[test]
    fn it_stands_at_the_history() {
        let found = check(&RULE, TWO);
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (None, Some("history"), 2, 3));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Info, Confidence::Likely));
        assert_eq!(found[0].message, "None of the 2 entries is Completed, not even the installation of 4.2.13 that began at 2020-01-15T12:00:00Z.");
        let one = "[{\"startedTime\": \"2024-01-15T12:00:00Z\", \"state\": \"Partial\", \"version\": \"4.14.8\"}]";
        assert_eq!(check(&RULE, one)[0].message, "The installation of 4.14.8 that began at 2024-01-15T12:00:00Z has not completed.");
    }

    #[test]
    fn hosted_clusters_install_too() {
        let hosted = "kind: HostedCluster\nstatus:\n  version:\n    history:\n    - completionTime: null\n      image: r:4.10.26\n      \
            startedTime: 2022-08-18T19:12:25Z\n      state: Partial\n      version: \"\"\n    observedGeneration: 2\n";
        assert_eq!(check(&RULE, hosted)[0].message, "The installation of r:4.10.26 that began at 2022-08-18T19:12:25Z has not completed.");
    }

    #[test]
    fn one_completed_entry_is_enough() {
        assert!(check(&RULE, &TWO.replacen("Partial", "Completed", 1)).is_empty());
    }

    #[test]
    fn an_unknown_state_may_be_a_completed_one() {
        assert!(check(&RULE, &TWO.replacen("Partial", "Succeeded", 1)).is_empty());
    }

    #[test]
    fn a_completed_entry_may_be_out_of_the_paste() {
        assert!(check(&RULE, "2020-01-15T13:00:00Z||Partial|4.2.14\n").is_empty());
        assert!(check(&RULE, TWO.split("    version: 4.2.13").next().unwrap()).is_empty(), "the end is cut off");
        assert!(check(&RULE, TWO.split_once("version: 4.2.14\n").unwrap().1).is_empty(), "the beginning is cut off");
    }
}

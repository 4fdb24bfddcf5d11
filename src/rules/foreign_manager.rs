use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{History, short};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "foreign-manager",
    title: "Someone else wrote the history last",
    severity: Severity::Warning,
    what: "Fires when metadata.managedFields says that another manager than cluster-version-operator owns status.history. It does not \
        fire on before-first-apply, which stands for all who wrote before the API server took note of them.",
    why: "The list is atomic: whoever changed it last owns it, and the operator takes it back with its next change. Another owner is \
        direct evidence that the history was written by hand or by a tool.",
    what_to_do: "Look at the manager's name and time, and in the audit log for a write to the clusterversions/status subresource. \
        Compare the entries with an earlier copy.",
    example: Example::One {
        fires: "metadata:\n  managedFields:\n  - manager: kubectl-edit\n    operation: Update\n    subresource: status\n    time: \
                2024-03-02T10:00:00Z\n    fieldsV1: {f:status: {f:history: {}}}\nstatus:\n  history:\n  - {state: Partial, startedTime: \
                2024-03-01T10:00:00Z}\n",
        clean: "metadata:\n  managedFields:\n  - manager: cluster-version-operator\n    operation: Update\n    subresource: status\n    \
                time: 2024-03-02T10:00:00Z\n    fieldsV1: {f:status: {f:history: {}}}\nstatus:\n  history:\n  - {state: Partial, \
                startedTime: 2024-03-01T10:00:00Z}\n",
    },
    references: &[
        "https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management",
        "https://github.com/openshift/api/blob/master/config/v1/types_cluster_version.go",
    ],
    check: Some(check),
    compare: None,
};

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    let managers = &history.document.managed_fields;
    if managers.is_empty() {
        out.not_checked(&RULE, "managedFields is not in the paste (oc hides it without --show-managed-fields)");
        return;
    }
    if history.is_hosted() {
        out.not_checked(&RULE, "a hosted cluster's status has another writer");
        return;
    }
    let owners = || managers.iter().enumerate().filter(|(_, entry)| entry.owns_history());
    let shared = owners().any(|(_, entry)| entry.manager.as_deref().is_some_and(is_operator));
    for (position, entry) in owners() {
        let manager = entry.manager.as_deref().filter(|manager| !is_operator(manager) && *manager != "before-first-apply");
        let Some(manager) = manager else { continue };
        let when = entry.time.as_deref().map(|time| format!(" at {}", short(time))).unwrap_or_default();
        let site = Site::Item(&["metadata", "managedFields"], position, "manager");
        let message = match shared {
            false => format!("{} wrote status.history last{when}, not the cluster-version operator.", short(manager)),
            true => format!("{} owns status.history too, since it wrote it{when}.", short(manager)),
        };
        let mut finding = Finding::new(&RULE, site, message).related(Site::HISTORY, "the history it owns");
        if shared {
            finding = finding.confidence(Confidence::Possible).why(
                "Only the operator writes the history. Two owners of one list have given it the same value: whether this one \
                 changed anything is not known.",
            );
        }
        out.push(finding);
    }
}

/// A manager's name is that of the program; some builds put their version behind it.
fn is_operator(manager: &str) -> bool {
    manager.starts_with("cluster-version-operator")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check};
    use super::*;

    #[test]
    fn the_manager_is_shown_and_only_one_who_owns_the_history() {
        let text = "metadata:\n  managedFields:\n  - {manager: oc, fieldsV1: {f:spec: {}}}\n  - {manager: curl, time: t, fieldsV1: {f:status: {f:history: {}}}}\nstatus:\n  history:\n  - {state: Partial, startedTime: 2024-03-01T10:00:00Z}\n";
        let found = check(&RULE, text);
        assert_eq!((found.len(), at(&found[0])), (1, (None, Some("manager"), 4, 15)));
        assert_eq!(found[0].related[0].line, 6);
        assert_eq!(check(&RULE, &text.replace("f:history", "f:conditions")), []);
        for healthy in ["before-first-apply", "cluster-version-operator-v4"] {
            assert_eq!(check(&RULE, &text.replace("curl", healthy)), [], "{healthy}");
        }
    }

    #[test]
    fn a_second_owner_has_perhaps_changed_nothing() {
        let text = "metadata:\n  managedFields:\n  - {manager: argocd, fieldsV1: {f:status: {f:history: {}}}}\n  - {manager: cluster-version-operator, fieldsV1: {f:status: {f:history: {}}}}\nstatus:\n  history:\n  - {state: Partial, startedTime: 2024-03-01T10:00:00Z}\n";
        let found = check(&RULE, text);
        assert_eq!((found.len(), at(&found[0]), found[0].confidence), (1, (None, Some("manager"), 3, 15), Confidence::Possible));
    }
}

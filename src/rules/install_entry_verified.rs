use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "install-entry-verified",
    title: "The installation's entry says verified",
    severity: Severity::Warning,
    what: "Fires when the oldest entry of a whole list is verified. It runs only where both ends of the list are in the paste \
        and there are fewer than 50 entries, as with 50 or more the installation's entry may have been pruned. Hosted \
        clusters are left out.",
    why: "A cluster is installed from the image that the operator itself runs from, which it does not verify: the entry of an \
        installation is verified: false in every release. So this entry is of an update, and what came before it is gone, or \
        it was changed.",
    what_to_do: "Compare with an earlier copy of the object, and its startedTime with metadata.creationTimestamp, within a \
        minute or so of which an installation starts. Do not take this entry for the version the cluster was installed with.",
    example: Example::One {
        fires: "history:\n\
                - {completionTime: '2024-01-15T12:30:00Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-01-15T12:00:00Z', state: Completed, verified: true, version: 4.14.8}\n\
                observedGeneration: 2\n",
        clean: "history:\n\
                - {completionTime: '2024-01-15T12:30:00Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-01-15T12:00:00Z', state: Completed, verified: false, version: 4.14.8}\n\
                observedGeneration: 2\n",
    },
    references: &[
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/updatepayload.go",
        "https://bugzilla.redhat.com/show_bug.cgi?id=2097067",
    ],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/updatepayload.go, RetrievePayload: the operator's own image is local and not verified.
// Bug 2097067: before July 2022 the installation's entry was lost at the fifty-first.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::Verified]) {
        out.not_checked(&RULE, reason);
        return;
    }
    if history.is_hosted() {
        out.not_checked(&RULE, "verified says nothing in a hosted cluster");
        return;
    }
    if !history.has_newest() || !history.may_have_oldest() {
        out.not_checked(&RULE, "the list is not whole");
        return;
    }
    if history.installation_may_be_pruned() {
        out.not_checked(&RULE, "with 50 entries or more, the installation's may have been pruned");
        return;
    }
    let Some((index, entry)) = history.entries.iter().enumerate().next_back() else { return };
    if entry.raw.verified != Some(true) || entry.cut {
        return;
    }
    let message = format!("The oldest entry, {}, is verified, which the entry of an installation never is.", entry.name());
    let finding = Finding::new(&RULE, Site::field(index, Field::Verified), message).values(Some("true"), Some("false"));
    out.push(if history.has_oldest() {
        finding
    } else {
        // An object of the API server has observedGeneration behind its history: this text was cut or trimmed.
        finding.severity(Severity::Info).confidence(Confidence::Possible).why(
            "The text ends behind this entry. Either the list goes on and was cut here, or the installation's entry is missing.",
        )
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    fn list(n: usize) -> String {
        let start = crate::history::Time::parse("2024-03-01T00:00:00Z").unwrap().instant;
        let entry = |index: usize| {
            let day = crate::history::rfc3339(start - chrono::TimeDelta::days(index as i64));
            format!("  - startedTime: {day}\n    state: Completed\n    verified: true\n    version: 4.14.{}\n", n - index)
        };
        let entries: String = (0..n).map(entry).collect();
        format!("status:\n  history:\n{entries}  observedGeneration: 3\n")
    }

    #[test]
    fn only_the_oldest() {
        let found = check(&RULE, &list(3));
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(2), Some("verified"), 13, 15));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Likely));
        assert_eq!(found[0].message, "The oldest entry, 4.14.1, is verified, which the entry of an installation never is.");
        assert_eq!((found[0].recorded.as_deref(), found[0].expected.as_deref()), (Some("true"), Some("false")));
    }

    #[test]
    fn pruning_takes_the_installation_s_entry() {
        assert_eq!(check(&RULE, &list(49)).len(), 1);
        assert!(check(&RULE, &list(50)).is_empty());
    }

    #[test]
    fn the_end_and_the_beginning_must_be_in_the_paste() {
        let whole = list(3);
        assert!(check(&RULE, whole.split("    version: 4.14.1\n").next().unwrap()).is_empty(), "the end is cut off");
        let (_, headless) = whole.split_once("version: 4.14.3\n").unwrap();
        let found = check(&RULE, headless);
        assert!(found.is_empty(), "the beginning is cut off: {found:?}");
    }

    #[test]
    fn hosted_clusters_do_not_verify() {
        let hosted = "kind: HostedCluster\nstatus:\n  version:\n    history:\n    - startedTime: 2022-08-18T19:12:25Z\n      state: Completed\n      verified: true\n      version: 4.14.0\n";
        assert!(check(&RULE, hosted).is_empty());
    }
}

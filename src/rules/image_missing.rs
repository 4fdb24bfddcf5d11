use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "image-missing",
    title: "An entry has no image",
    severity: Severity::Error,
    what: "Fires on an entry whose image is missing or empty while other entries of the paste have one. An empty version is \
        fine: updates by image have none until the release is loaded. It does not run where no entry has an image (jq's \
        lines), and not on an entry that the paste cuts off.",
    why: "The operator records nothing before it knows the image of the release, and the API says that the image is always \
        there. An entry without one was written by hand, or lost it on the way into this paste.",
    what_to_do: "If someone shortened the paste, take it again: oc get clusterversion version -o yaml. If not, find out who \
        wrote to the status (audit log, managedFields, a restored backup).",
    example: Example::One {
        fires: "history:\n\
                - {completionTime: null, image: 'quay.io/release@sha256:bb', startedTime: '2024-03-26T05:58:27Z', state: Partial, version: 4.15.3}\n\
                - {completionTime: '2024-02-26T06:29:52Z', image: '', startedTime: '2024-02-26T05:29:52Z', state: Completed, version: 4.15.2}\n",
        clean: "history:\n\
                - {completionTime: null, image: 'quay.io/release@sha256:bb', startedTime: '2024-03-26T05:58:27Z', state: Partial, version: ''}\n\
                - {completionTime: '2024-02-26T06:29:52Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-02-26T05:29:52Z', state: Completed, version: 4.15.2}\n",
    },
    references: &[
        "https://github.com/openshift/api/blob/master/config/v1/types_cluster_version.go",
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go",
    ],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go, mergeOperatorHistory returns at once where the desired image is empty; its
// integration test asks for an image in every entry. API UpdateHistory: "always populated".
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::Image]) {
        out.not_checked(&RULE, reason);
        return;
    }
    for (index, entry) in history.entries.iter().enumerate() {
        if entry.cut || entry.image().is_some_and(|image| !image.trim().is_empty()) {
            continue;
        }
        let message = match (entry.version(), entry.raw.image.is_some()) {
            (Some(version), true) => format!("The entry of {version} has an empty image."),
            (Some(version), false) => format!("The entry of {version} has no image."),
            (None, _) => "This entry has neither an image nor a version.".into(),
        };
        out.push(Finding::new(&RULE, Site::field(index, Field::Image), message));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;
    use crate::report::Confidence;

    const JSON: &str = "[\n  {\"image\": \"quay.io/r@sha256:bb\", \"startedTime\": \"2024-01-15T12:00:00Z\", \"state\": \"Partial\", \"version\": \"\"},\n  \
        {\"startedTime\": \"2024-01-15T10:00:00Z\", \"state\": \"Partial\", \"version\": \"4.12.0\"},\n  \
        {\"startedTime\": \"2024-01-14T10:00:00Z\", \"image\": \"\", \"state\": \"Partial\", \"version\": \"\"}\n]\n";

    #[test]
    fn missing_and_empty_are_the_same_defect() {
        let found = check(&RULE, JSON);
        assert_eq!(found.len(), 2);
        assert_eq!(at(&found[0]), (Some(1), Some("image"), 3, 4));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Error, Confidence::Likely));
        assert_eq!(found[0].message, "The entry of 4.12.0 has no image.");
        assert_eq!(at(&found[1]), (Some(2), Some("image"), 4, 52));
        assert_eq!(found[1].message, "This entry has neither an image nor a version.");
        assert!(found[0].related.is_empty());
    }

    #[test]
    fn lines_have_no_images() {
        assert!(check(&RULE, include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt")).is_empty());
    }

    #[test]
    fn an_entry_that_is_cut_may_have_had_one() {
        let cut = &JSON[..JSON.find(", \"version\": \"4.12.0\"").unwrap()];
        assert!(check(&RULE, cut).is_empty());
    }
}

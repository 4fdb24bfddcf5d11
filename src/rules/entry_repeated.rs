use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::masked::{self, Images, is_masked};
use crate::history::{Entry, Field, History, short};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "entry-repeated",
    title: "Two neighbouring entries are of the same release",
    severity: Severity::Error,
    what: "Fires on two neighbouring entries with the same image and the same version. It does not fire on one version with \
        two images (a move to the multi-arch payload, another mirror), on a return to a release with another one between, \
        where the entries between the two may have been pruned, or where images or versions were masked: one mask is like another.",
    why: "The operator records an entry when the desired image or version changes; a request for what it already works on \
        changes the entry in place. Releases since 4.1 cannot write the same one twice, and from 4.6 on the operator stops \
        with a panic when it finds the two on top: an entry was copied by hand, or one between the two was removed.",
    what_to_do: "Find out who wrote to the status (audit log, managedFields, a restored backup), and compare with an earlier \
        copy of the object. If the two are the newest entries, look for \"duplicate image entries\" in the operator's log.",
    example: Example::One {
        fires: "history:\n\
                - {completionTime: null, image: 'quay.io/release@sha256:aa', startedTime: '2024-03-26T05:58:27Z', state: Partial, version: 4.15.3}\n\
                - {completionTime: '2024-03-26T05:58:27Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-03-26T05:29:52Z', state: Partial, version: 4.15.3}\n",
        clean: "history:\n\
                - {completionTime: null, image: 'quay.io/release@sha256:bb', startedTime: '2024-03-26T05:58:27Z', state: Partial, version: 4.15.3}\n\
                - {completionTime: '2024-03-26T05:58:27Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-03-26T05:29:52Z', state: Partial, version: 4.15.3}\n",
    },
    references: &[
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go",
        "https://github.com/openshift/cluster-version-operator/pull/146",
    ],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go, mergeEqualVersions and the panic "duplicate image entries" of
// mergeOperatorHistory; the pull request ended the last way to write two (4.0 betas).
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::Image, Field::Version]) {
        out.not_checked(&RULE, reason);
        return;
    }
    if history.entries.len() < 2 {
        out.not_checked(&RULE, "needs two neighbouring entries");
    }
    for (newer, pair) in history.entries.windows(2).enumerate() {
        let [next, entry] = pair else { continue };
        if [entry, next].iter().any(|entry| entry.image().is_some_and(is_masked)) {
            out.not_checked(&RULE, "images were masked, and one mask is like another");
        }
        if !is_same(next, entry) || history.may_be_pruned_after(newer) {
            continue;
        }
        let message = format!("{} is recorded twice in a row, with one and the same image.", entry.name());
        let finding = Finding::new(&RULE, Site::field(newer + 1, Field::Image), message)
            .values(entry.image().map(short), None)
            .related(Site::field(newer, Field::Image), "the same image and version again");
        // Where the paste lies in the list is not known: an entry between the two may have been pruned.
        out.push(if history.has_newest() { finding } else { finding.confidence(Confidence::Possible) });
    }
}

/// The same image, and the same version or none on both. What a cut entry lacks is not known.
fn is_same(next: &Entry<'_>, entry: &Entry<'_>) -> bool {
    let unknown = |entry: &Entry<'_>| entry.cut && entry.raw.version.is_none();
    let image = entry.image().is_some() && Images::of(entry.image(), next.image()) == Images::Same && entry.image() == next.image();
    image && masked::same(entry.version(), next.version()) == Some(true) && !unknown(entry) && !unknown(next)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    /// A whole list of entries, newest first, one a day.
    fn list(entries: &[(&str, &str)]) -> String {
        let mut text = String::from("history:\n");
        let start = crate::history::Time::parse("2024-01-01T00:00:00Z").unwrap().instant;
        for (index, (image, version)) in entries.iter().enumerate() {
            let day = crate::history::rfc3339(start - chrono::TimeDelta::days(index as i64));
            text += &format!("- image: {image}\n  startedTime: {day}\n  state: Completed\n  version: {version}\n");
        }
        text + "observedGeneration: 2\n"
    }

    #[test]
    fn the_older_one_is_shown_and_the_newer_too() {
        let found = check(&RULE, &list(&[("r@sha256:aa", "4.15.3"), ("r@sha256:aa", "4.15.3"), ("r@sha256:bb", "4.15.2")]));
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(1), Some("image"), 6, 10));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Error, Confidence::Likely));
        assert_eq!(found[0].message, "4.15.3 is recorded twice in a row, with one and the same image.");
        let related = &found[0].related[0];
        assert_eq!((related.entry, related.field.as_deref(), related.line, related.column), (Some(0), Some("image"), 2, 10));
    }

    #[test]
    fn three_in_a_row_are_two_pairs_and_no_version_is_a_version() {
        let found = check(&RULE, &list(&[("r@sha256:aa", "\"\""); 3]));
        assert_eq!(found.iter().map(|found| found.entry).collect::<Vec<_>>(), [Some(1), Some(2)]);
    }

    #[test]
    fn another_image_another_version_or_another_between_is_legal() {
        assert!(check(&RULE, &list(&[("r@sha256:aa", "4.15.3"), ("r@sha256:bb", "4.15.3")])).is_empty());
        assert!(check(&RULE, &list(&[("r@sha256:aa", "4.15.3"), ("r@sha256:aa", "4.15.2")])).is_empty());
        assert!(check(&RULE, &list(&[("r@sha256:aa", "4.15.3"), ("r@sha256:bb", "4.15.4"), ("r@sha256:aa", "4.15.3")])).is_empty());
        assert!(check(&RULE, &list(&[("\"\"", "4.15.3"), ("\"\"", "4.15.3")])).is_empty());
        for masked in ["<redacted>", "sha256:xxxx", "removed"] {
            assert!(check(&RULE, &list(&[(masked, "4.15.3"), (masked, "4.15.3")])).is_empty(), "{masked}");
        }
    }

    #[test]
    fn without_images_it_cannot_tell() {
        assert!(check(&RULE, "2024-01-02T00:00:00Z||Partial|4.15.3\n2024-01-01T00:00:00Z|2024-01-02T00:00:00Z|Partial|4.15.3\n").is_empty());
    }

    #[test]
    fn what_was_between_may_have_been_pruned() {
        let versions: Vec<String> = (0..50).map(|z| format!("4.15.{}", 99 - z)).collect();
        let mut entries: Vec<_> = versions.iter().map(|version| (version.as_str(), version.as_str())).collect();
        entries[49] = entries[48];
        assert!(check(&RULE, &list(&entries)).is_empty());
        entries[1] = entries[0];
        assert_eq!(check(&RULE, &list(&entries)).iter().map(|found| found.entry).collect::<Vec<_>>(), [Some(1)]);
    }
}

use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, Moment, Release, Stage, rfc3339};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "unverified-release",
    title: "An update is recorded as not verified",
    severity: Severity::Info,
    what: "Fires on an entry with verified: false that is neither the installation, which never is verified, nor a return to \
        the image of an older entry. Where the list's end is not in the paste, entries that may be one of these are passed \
        over. Hosted clusters are left out: there nothing is verified. The cause is bug 1916384 where the release that \
        recorded the update has it.",
    why: "verified: false says that the signature of the release was not checked, or was and did not hold: a test build \
        without a signature, or an update that someone forced. It is no proof of that, as the operator can also lose the \
        result of the check.",
    what_to_do: "Compare the image with the release's published digest (oc adm release info VERSION), and ask who ran the \
        update and whether with --force. acceptedRisks, where there is one, says what was forced; its absence says nothing.",
    example: Example::One {
        fires: "history:\n\
                - {completionTime: null, image: 'registry.ci/release@sha256:bb', startedTime: '2025-08-19T19:33:11Z', state: Partial, verified: false, version: 4.19.9}\n\
                - {completionTime: '2025-08-01T12:30:00Z', image: 'quay.io/release@sha256:aa', startedTime: '2025-08-01T12:00:00Z', state: Completed, verified: false, version: 4.19.8}\n\
                observedGeneration: 2\n",
        clean: "history:\n\
                - {completionTime: null, image: 'quay.io/release@sha256:bb', startedTime: '2025-08-19T19:33:11Z', state: Partial, verified: true, version: 4.19.9}\n\
                - {completionTime: '2025-08-01T12:30:00Z', image: 'quay.io/release@sha256:aa', startedTime: '2025-08-01T12:00:00Z', state: Completed, verified: false, version: 4.19.8}\n\
                observedGeneration: 2\n",
    },
    references: &[
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/updatepayload.go",
        "https://bugzilla.redhat.com/show_bug.cgi?id=1916384",
        "https://github.com/openshift/cluster-version-operator/pull/501",
        "https://bugzilla.redhat.com/show_bug.cgi?id=1927515",
        "https://bugzilla.redhat.com/show_bug.cgi?id=1931025",
    ],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/updatepayload.go, RetrievePayload: the image that the operator itself runs from (the
// installation's, or the one that a cancelled update returns to) is local and is not verified.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::Verified]) {
        out.not_checked(&RULE, reason);
        return;
    }
    if history.is_hosted() {
        out.not_checked(&RULE, "verified says nothing in a hosted cluster");
        return;
    }
    for (index, entry) in history.entries.iter().enumerate() {
        if entry.raw.verified != Some(false) {
            continue;
        }
        let older = &history.entries[index + 1..];
        if older.is_empty() || older.iter().any(|older| is_return(entry, older)) {
            if older.is_empty() && !history.has_oldest() {
                out.not_checked(&RULE, "the last entry here may be the installation, which never is verified");
            }
            continue;
        }
        // A return without verification goes to the release that still runs: all since are Partial.
        if !history.has_oldest() && !older.iter().any(Entry::is_completed) {
            out.not_checked(&RULE, "an entry may be a return to an older one that is not in the paste");
            continue;
        }
        out.push(judge(history, index, entry));
    }
}

/// The same image; where one of them has none in the paste, the same version.
fn is_return(entry: &Entry<'_>, older: &Entry<'_>) -> bool {
    match (entry.image(), older.image()) {
        (Some(image), Some(older)) => image == older,
        _ => entry.version().is_some() && entry.version() == older.version(),
    }
}

fn judge(history: &History<'_>, index: usize, entry: &Entry<'_>) -> Finding {
    let message = format!("The update to {} is recorded as not verified.", entry.name());
    let finding = Finding::new(&RULE, Site::field(index, Field::Verified), message).values(Some("false"), None);
    let outgoing = history.entries.get(index + 1);
    let outgoing_release = outgoing.and_then(Entry::release);
    if entry.raw.accepted_risks.as_deref().is_some_and(|risks| !risks.trim().is_empty()) {
        return finding
            .related(Site::field(index, Field::AcceptedRisks), "what was accepted as it was forced")
            .why(
                "verified: false says that the signature of the release was not checked, or did not hold. This update was \
                 forced: acceptedRisks says past what.",
            );
    }
    if let (Some(outgoing), true) = (outgoing, outgoing_release.is_some_and(loses_the_result) && is_signed(entry)) {
        let before = outgoing.name();
        return finding
            .cause("bz1916384")
            .confidence(Confidence::Possible)
            .related(Site::field(index + 1, Field::Version), "the release whose operator recorded the update")
            .why(format!(
                "The operator of {before} recorded this update. It has bug 1916384: as it stops for the next release, it may \
                 fail to save that the signature was good. So this update may have been verified all the same, or it was forced."
            ))
            .what_to_do(
                "Nothing, if nobody forced this update. To be sure, compare the image with the release's published digest: \
                 oc adm release info VERSION",
            );
    }
    // Up to 4.10 the entry came before the verification (CVO pull request 683), and one that failed left it as it is.
    let early = outgoing_release.is_none_or(|release| release.is_before_minor(11));
    if early && entry.is_partial() && !matches!(entry.completed, Moment::Unknown) {
        let when = entry.completed.instant().map_or("The verification may still be under way".to_owned(), |end| {
            format!("It was given up at {}, maybe because the verification failed", rfc3339(end))
        });
        return finding.confidence(Confidence::Possible).why(format!(
            "verified: false says that the signature of the release was not checked, or did not hold. Up to 4.10 an update is \
             recorded before it is verified. {when}; or it is a test build without a signature, or someone forced it."
        ));
    }
    finding
}

/// Whether it can have a signature: what the build system names by its time has none.
fn is_signed(entry: &Entry<'_>) -> bool {
    entry.release().is_some_and(|release| !matches!(release.stage, Stage::Build(_)))
}

/// Whether the operator of a release has bug 1916384. It came with CVO commit cc1921d18 (master,
/// then 4.6, 2020-08-25) and pull request 446 (4.5, 2020-10-07), and went with 501 (master, then
/// 4.7, 2021-02-04), 517 (4.6, 2021-02-18, about 4.6.19) and 525 (4.5, 2021-02-25, about 4.5.34).
pub(super) fn loses_the_result(release: Release) -> bool {
    if release.major != 4 {
        return false;
    }
    let within = |time, from: &str, to: &str| (from..to).contains(&rfc3339(time).as_str());
    match (release.minor, release.stage) {
        (5, Stage::Stable) => (15..=33).contains(&release.patch),
        (6, Stage::Stable) => release.patch <= 18,
        (6, Stage::Candidate) => release.patch == 0,
        (5, Stage::Build(time)) => within(time, "2020-10-08", "2021-02-25"),
        (6, Stage::Build(time)) => within(time, "2020-08-26", "2021-02-18"),
        (7, Stage::Build(time)) => within(time, "2020-08-26", "2021-02-04"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    /// A whole list, newest first, of image, state and version; none is verified.
    fn list(entries: &[(&str, &str, &str)]) -> String {
        let mut text = String::from("status:\n  history:\n");
        for (index, (image, state, version)) in entries.iter().enumerate() {
            let (start, end) = (20 - index, 21 - index);
            let end = if index == 0 && *state == "Partial" { "null".into() } else { format!("2021-01-{end:02}T00:00:00Z") };
            text += &format!("  - completionTime: {end}\n    image: {image}\n    startedTime: 2021-01-{start:02}T00:00:00Z\n    ");
            text += &format!("state: {state}\n    verified: false\n    version: {version}\n");
        }
        text + "  observedGeneration: 2\n"
    }

    #[test]
    fn all_but_the_installation() {
        let found = check(&RULE, &list(&[("r:c", "Partial", "4.20.3"), ("r:b", "Completed", "4.20.2"), ("r:a", "Completed", "4.20.1")]));
        assert_eq!(found.iter().map(at).collect::<Vec<_>>(), [(Some(0), Some("verified"), 7, 15), (Some(1), Some("verified"), 13, 15)]);
        assert_eq!((found[0].severity, found[0].confidence, found[0].cause.as_deref()), (Severity::Info, Confidence::Likely, None));
        assert_eq!(found[0].message, "The update to 4.20.3 is recorded as not verified.");
        assert_eq!(found[0].recorded.as_deref(), Some("false"));
        assert!(found[0].related.is_empty());
    }

    #[test]
    fn a_return_is_to_the_operator_s_own_image() {
        assert!(check(&RULE, &list(&[("r:a", "Completed", "4.20.1"), ("r:a", "Completed", "4.20.1")])).is_empty());
        let found = check(&RULE, &list(&[("r:a", "Completed", "4.20.1"), ("r:b", "Partial", "4.20.2"), ("r:a", "Completed", "4.20.1")]));
        assert_eq!(found.iter().map(|found| found.entry).collect::<Vec<_>>(), [Some(1)]);
    }

    #[test]
    fn the_lost_result_of_bug_1916384() {
        let found = check(&RULE, &list(&[("r:b", "Completed", "4.6.10"), ("r:a", "Completed", "4.6.7")]));
        assert_eq!((found[0].cause.as_deref(), found[0].confidence), (Some("bz1916384"), Confidence::Possible));
        assert_eq!((found[0].related[0].entry, found[0].related[0].field.as_deref(), found[0].related[0].line), (Some(1), Some("version"), 14));
        assert!(found[0].why.contains("4.6.7") && found[0].why.contains("may"), "{}", found[0].why);
        // A test build has no signature whose check could be lost.
        let found = check(&RULE, &list(&[("r:b", "Completed", "4.6.0-0.nightly-2021-01-19-000000"), ("r:a", "Completed", "4.6.7")]));
        assert_eq!((found[0].cause.as_deref(), found[0].confidence), (None, Confidence::Likely));
    }

    #[test]
    fn the_releases_with_bug_1916384() {
        let has = |version: &str| Release::parse(version).is_some_and(loses_the_result);
        for version in ["4.6.0-rc.4", "4.6.0", "4.6.18", "4.5.15", "4.5.33", "4.6.0-0.nightly-2020-12-01-000000", "4.7.0-0.ci-2021-02-03-120000"] {
            assert!(has(version), "{version}");
        }
        for version in ["4.6.19", "4.5.14", "4.5.34", "4.7.0", "4.4.30", "4.8.0", "5.6.1", "4.7.0-0.ci-2021-02-04-120000", "4.6.0-0.ci-2020-08-01-000000"] {
            assert!(!has(version), "{version}");
        }
    }

    #[test]
    fn accepted_risks_say_that_it_was_forced() {
        let text = list(&[("r:b", "Completed", "4.12.3"), ("r:a", "Completed", "4.12.1")]).replacen("  - ", "  - acceptedRisks: not signed\n    ", 1);
        let found = check(&RULE, &text);
        assert_eq!((found.len(), found[0].confidence), (1, Confidence::Likely));
        assert_eq!((found[0].related[0].field.as_deref(), found[0].related[0].line), (Some("acceptedRisks"), 3));
    }

    #[test]
    fn up_to_4_10_the_entry_came_before_the_verification() {
        let found = check(&RULE, &list(&[("r:c", "Partial", "4.3.13"), ("r:b", "Partial", "4.3.12"), ("r:a", "Completed", "4.3.11")]));
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|found| found.confidence == Confidence::Possible));
        assert!(found[0].why.contains("still be under way") && found[1].why.contains("given up at 2021-01-20T00:00:00Z"));
    }

    #[test]
    fn what_is_not_in_the_paste_is_not_judged() {
        let whole = list(&[("r:c", "Completed", "4.20.3"), ("r:b", "Partial", "4.20.2"), ("r:a", "Completed", "4.20.1"), ("r:z", "Completed", "4.20.0")]);
        assert_eq!(check(&RULE, &whole).len(), 3);
        // The first may be a return to what is cut off; the last may be the installation.
        let cut = whole.split("    version: 4.20.1").next().unwrap();
        assert_eq!(check(&RULE, cut).iter().map(|found| found.entry).collect::<Vec<_>>(), [Some(0), Some(1)]);
        let cut = whole.split("    version: 4.20.2").next().unwrap();
        assert!(check(&RULE, cut).is_empty());
        assert!(check(&RULE, include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt")).is_empty());
    }

    #[test]
    fn hosted_clusters_do_not_verify() {
        let hosted = list(&[("r:b", "Completed", "4.20.2"), ("r:a", "Completed", "4.20.1")]).replace("status:\n", "status:\n version:\n");
        assert!(check(&RULE, &format!("kind: HostedCluster\n{hosted}")).is_empty());
    }
}

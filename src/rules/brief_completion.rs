use chrono::TimeDelta;

use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, in_words};
use crate::report::{Confidence, Severity};

/// The shortest update or installation measured on public data took 985 seconds.
const SHORT: TimeDelta = TimeDelta::minutes(5);

pub(super) static RULE: Rule = Rule {
    id: "brief-completion",
    title: "An update was too quick",
    severity: Severity::Info,
    what: "Fires on a Completed entry of less than five minutes, with no older entry of the same image or version. A return \
        to a release that is still running completes in seconds, and so does a change of the image alone. It runs only where \
        the oldest entry is in the paste. An end that is overwritten, or after the next start, is a finding of its own, and \
        so is one in the second of the start. Hosted clusters, which have less to update, are left out.",
    why: "An update or an installation goes through every operator of the cluster: none of those measured took less than a \
        quarter of an hour. A time was changed, or little had to be done for a reason that the history does not show.",
    what_to_do: "Compare with an earlier copy of the object or with the operator's log before you compute anything from this \
        duration.",
    example: Example::One {
        fires: "history:\n\
                - {completionTime: '2024-01-15T12:02:30Z', image: 'quay.io/release@sha256:bb', startedTime: '2024-01-15T12:00:00Z', state: Completed, version: 4.14.9}\n\
                - {completionTime: '2024-01-02T12:30:00Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-01-02T12:00:00Z', state: Completed, version: 4.14.8}\n\
                observedGeneration: 2\n",
        clean: "history:\n\
                - {completionTime: '2024-01-15T12:02:30Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-01-15T12:02:15Z', state: Completed, version: 4.14.8}\n\
                - {completionTime: '2024-01-15T12:02:15Z', image: 'quay.io/release@sha256:bb', startedTime: '2024-01-15T12:00:00Z', state: Partial, version: 4.14.9}\n\
                - {completionTime: '2024-01-02T12:30:00Z', image: 'quay.io/release@sha256:aa', startedTime: '2024-01-02T12:00:00Z', state: Completed, version: 4.14.8}\n\
                observedGeneration: 2\n",
    },
    references: &[
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/sync_worker.go",
        "https://bugzilla.redhat.com/show_bug.cgi?id=1756461",
    ],
    check: Some(check),
    compare: None,
};

// Measured on 18 clusters of public test data; the returns of 15 and 17 s are in bug 1756461's comments.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::State, Field::StartedTime, Field::CompletionTime]) {
        out.not_checked(&RULE, reason);
        return;
    }
    if history.is_hosted() {
        out.not_checked(&RULE, "how long a hosted cluster's updates take is not known");
        return;
    }
    for (index, entry) in history.entries.iter().enumerate() {
        let Some(length) = short(history, index) else { continue };
        if is_explained(history, index) {
            continue;
        }
        if !history.has_oldest() {
            out.not_checked(&RULE, "a short update may be a return to an older entry that is not in the paste");
            continue;
        }
        let (name, length) = (entry.name(), in_words(length));
        let message = format!("{name} is recorded as complete after {length}, and no older entry explains why so soon.");
        // What it returned to may have been pruned.
        let confidence = if history.entries.len() < 50 { Confidence::Likely } else { Confidence::Possible };
        out.push(
            Finding::new(&RULE, Site::field(index, Field::CompletionTime), message)
                .confidence(confidence)
                .recorded(entry.completed.instant())
                .related(Site::field(index, Field::StartedTime), "it began here"),
        );
    }
}

/// The length of a Completed entry that is short, and whose end no other rule takes issue with.
fn short(history: &History<'_>, index: usize) -> Option<TimeDelta> {
    let entry = history.entries.get(index).filter(|entry| entry.is_completed())?;
    let (start, end) = (entry.started.instant()?, entry.completed.instant()?);
    let next = history.successor_start(index).filter(|_| !history.is_out_of_order(index));
    let length = end - start;
    (length > TimeDelta::zero() && length < SHORT && next.is_none_or(|next| end < next)).then_some(length)
}

/// Whether an older entry is of the same release, or whether that cannot be told.
fn is_explained(history: &History<'_>, index: usize) -> bool {
    let Some(entry) = history.entries.get(index) else { return false };
    let same = |a: Option<&str>, b: Option<&str>| a.is_some() && a == b;
    let nameless = |entry: &Entry<'_>| entry.image().is_none() && entry.version().is_none();
    let is_same = |older: &Entry<'_>| same(entry.image(), older.image()) || same(entry.version(), older.version());
    nameless(entry) || history.entries.iter().skip(index + 1).any(|older| is_same(older) || nameless(older))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    /// The two entries of a whole list, the newer of which ends at `end`.
    fn list(end: &str, image: &str, version: &str) -> String {
        format!(
            "status:\n  history:\n  - completionTime: {end}\n    image: {image}\n    startedTime: 2024-01-15T12:00:00Z\n    state: Completed\n    version: {version}\n  \
             - completionTime: 2024-01-02T12:30:00Z\n    image: r@sha256:aa\n    startedTime: 2024-01-02T12:00:00Z\n    state: Completed\n    version: 4.14.8\n  observedGeneration: 2\n"
        )
    }

    #[test]
    fn under_five_minutes_is_short() {
        let found = check(&RULE, &list("2024-01-15T12:04:59Z", "r@sha256:bb", "4.14.9"));
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(0), Some("completionTime"), 3, 21));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Info, Confidence::Likely));
        assert_eq!(found[0].message, "4.14.9 is recorded as complete after 4 min 59 s, and no older entry explains why so soon.");
        assert_eq!(found[0].recorded.as_deref(), Some("2024-01-15T12:04:59Z"));
        assert_eq!((found[0].related[0].field.as_deref(), found[0].related[0].line), (Some("startedTime"), 5));
        assert!(check(&RULE, &list("2024-01-15T12:05:00Z", "r@sha256:bb", "4.14.9")).is_empty());
    }

    #[test]
    fn no_length_is_another_rule_s() {
        assert!(check(&RULE, &list("2024-01-15T12:00:00Z", "r@sha256:bb", "4.14.9")).is_empty());
    }

    #[test]
    fn an_older_entry_of_the_same_release_explains_it() {
        assert!(check(&RULE, &list("2024-01-15T12:00:15Z", "r@sha256:aa", "4.14.9")).is_empty());
        assert!(check(&RULE, &list("2024-01-15T12:00:15Z", "r@sha256:bb", "4.14.8")).is_empty());
        assert!(check(&RULE, &list("2024-01-15T12:00:15Z", "\"\"", "\"\"")).is_empty());
        assert!(check(&RULE, include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt")).is_empty());
    }

    #[test]
    fn an_older_entry_may_be_out_of_the_paste() {
        assert!(check(&RULE, "2024-01-15T12:00:00Z|2024-01-15T12:00:15Z|Completed|4.14.9\n").is_empty());
    }

    #[test]
    fn an_overwritten_or_overlapping_end_is_another_defect() {
        for end in ["2024-01-15T12:03:00Z", "2024-01-15T12:04:00Z"] {
            let newer = "status:\n  history:\n  - completionTime: null\n    image: r@sha256:cc\n    startedTime: 2024-01-15T12:03:00Z\n    state: Partial\n    version: 4.14.10\n";
            let text = list(end, "r@sha256:bb", "4.14.9").replace("status:\n  history:\n", newer);
            assert!(check(&RULE, &text).is_empty(), "{end}");
        }
    }

    #[test]
    fn hosted_clusters_have_less_to_update() {
        let hosted = list("2024-01-15T12:00:15Z", "r@sha256:bb", "4.14.9").replace("status:\n", "status:\n version:\n");
        assert!(check(&RULE, &format!("kind: HostedCluster\n{hosted}")).is_empty());
    }
}

use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, Moment, Time, rfc3339, short};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "foreign-time-format",
    title: "A time is not written as the API server writes it",
    severity: Severity::Warning,
    what: "Fires on a startedTime or completionTime that is a good time but not in the form 2006-01-02T15:04:05Z: with a \
        fraction of a second, an offset instead of Z, small letters or a space. Quotes around it, or none, are fine.",
    why: "Kubernetes writes times in UTC, in whole seconds, with a Z, and the operator writes the whole status anew each \
        time. Another form means that something else wrote this one since, or that the text went through a program that \
        rewrites times.",
    what_to_do: "Take the object again as it is: oc get clusterversion version -o yaml. If the form is still there, find out \
        who wrote to the status (audit log, managedFields).",
    example: Example::One {
        fires: "2024-07-02T11:41:03Z|2024-07-02T14:50:17+02:00|Completed|4.15.20\n",
        clean: "2024-07-02T11:41:03Z|2024-07-02T12:50:17Z|Completed|4.15.20\n",
    },
    references: &[
        "https://github.com/kubernetes/apimachinery/blob/master/pkg/apis/meta/v1/time.go",
        "https://github.com/openshift/api/blob/master/config/v1/types_cluster_version.go",
    ],
    check: Some(check),
    compare: None,
};

// apimachinery pkg/apis/meta/v1/time.go, MarshalJSON: UTC, time.RFC3339, no fraction. The CRD's
// format date-time lets others be stored.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    let times: Vec<_> = history.entries.iter().enumerate().flat_map(|(index, entry)| of(index, entry)).collect();
    let foreign = times.iter().filter(|(_, time)| !time.is_canonical());
    // Where all of several are alike in this, the text rather than the object is the reason.
    let throughout = times.len() > 1 && times.iter().all(|(_, time)| !time.is_canonical());
    for (site, time) in foreign {
        let right = rfc3339(time.instant);
        let message = format!("{} {}; the API server writes {right}.", short(time.text), how(time));
        let finding = Finding::new(&RULE, *site, message).values(Some(short(time.text)), Some(&right));
        out.push(if throughout {
            finding.confidence(Confidence::Possible).why(
                "Kubernetes writes times in UTC, in whole seconds, with a Z. Here no time is written so: most likely the text went \
                 through a program that rewrites times.",
            )
        } else {
            finding
        });
    }
}

fn of<'d>(index: usize, entry: &Entry<'d>) -> impl Iterator<Item = (Site, Time<'d>)> + use<'d> {
    let fields = [(Field::StartedTime, entry.started), (Field::CompletionTime, entry.completed)];
    fields.into_iter().filter_map(move |(field, moment)| match moment {
        Moment::At(time) => Some((Site::field(index, field), time)),
        _ => None,
    })
}

/// What is foreign in it.
fn how(time: &Time<'_>) -> String {
    let text = time.text;
    let mut parts = vec![];
    if text.contains('.') {
        parts.push("has a fraction of a second");
    }
    if !text.ends_with(['Z', 'z']) {
        parts.push("has an offset instead of Z");
    }
    if text.contains(['t', 'z']) {
        parts.push("has small letters");
    }
    if text.contains(' ') {
        parts.push("has a space instead of T");
    }
    if parts.is_empty() { "is not written as usual".into() } else { parts.join(" and ") }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;

    #[test]
    fn each_field_is_a_finding_of_its_own() {
        let text = "history:\n- completionTime: '2024-07-02T12:50:17.25Z'\n  startedTime: 2024-07-02t11:41:03z\n  state: Completed\n\
            - completionTime: 2024-07-01T12:50:17Z\n  startedTime: '2024-07-01T11:41:03Z'\n  state: Completed\n";
        let found = check(&RULE, text);
        let places: Vec<_> = found.iter().map(at).collect();
        assert_eq!(places, [(Some(0), Some("startedTime"), 3, 16), (Some(0), Some("completionTime"), 2, 19)]);
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Likely));
        assert_eq!(found[0].message, "2024-07-02t11:41:03z has small letters; the API server writes 2024-07-02T11:41:03Z.");
        assert_eq!(found[1].message, "2024-07-02T12:50:17.25Z has a fraction of a second; the API server writes 2024-07-02T12:50:17Z.");
        assert_eq!(found[1].recorded.as_deref(), Some("2024-07-02T12:50:17.25Z"));
        assert_eq!(found[1].expected.as_deref(), Some("2024-07-02T12:50:17Z"));
    }

    #[test]
    fn a_text_that_is_so_throughout_was_rewritten_on_its_way() {
        let found = check(&RULE, "2024-07-02T11:41:03.000+00:00|2024-07-02T14:50:17+02:00|Completed|4.15.20\n");
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|found| found.confidence == Confidence::Possible));
        assert!(found[0].message.contains("has a fraction of a second and has an offset instead of Z"), "{}", found[0].message);
    }

    #[test]
    fn quotes_and_unreadable_times_are_not_foreign() {
        let text = "history:\n- completionTime: later\n  startedTime: \"2024-07-02T11:41:03Z\"\n  state: Completed\n";
        assert!(check(&RULE, text).is_empty());
    }
}

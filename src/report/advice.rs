//! What to do now, with commands that can be copied. `oc` as its own help and the product documentation have it:
//! `--show-managed-fields` keeps what `oc get` hides, `oc adm node-logs` reads the API servers' audit logs, and a must-gather
//! has the object in `cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml`. None has two of a character between
//! which Jira sets a phrase apart, so that a comment can carry it as it is.

use super::{Advice, Affected, ComparisonReport, Confidence, Finding, HistoryReport, Severity, Verdict};
use crate::finding;

const GET: &str = "oc get clusterversion version -o yaml";
const SAVE: &str = "oc get clusterversion version -o yaml > $(date +%F)-clusterversion.yaml";
const MANAGERS: &str = "oc get clusterversion version -o yaml --show-managed-fields";
const AUDIT: &str = "oc adm node-logs --role=master --path=kube-apiserver/audit.log | grep '/clusterversions/version/status'";
const GATHERED: &str = "cat $(find must-gather.local.* -path '*clusterversions/version.yaml')";
const HOSTED: &str = "oc get hostedcluster NAME -n NAMESPACE -o yaml";

/// The rules whose finding means that something else than the operator wrote, unless a bug is named.
const BY_HAND: [&str; 14] = [
    "completion-overwritten",
    "partial-closed-apart",
    "completion-missing",
    "open-entry-closed",
    "completed-before-started",
    "overlaps-successor",
    "entry-repeated",
    "image-missing",
    "foreign-manager",
    "unknown-state",
    "entry-changed",
    "entry-lost",
    "entry-inserted",
    "state-regressed",
];

fn advice(text: impl Into<String>, command: &str) -> Advice {
    Advice { text: text.into(), command: Some(command.to_owned()) }
}

/// Commands for one finding.
pub(super) fn of_finding(found: &finding::Finding) -> Vec<Advice> {
    match found.rule.id {
        "overwrite-pending" if found.message.contains("will overwrite") => vec![advice("Into a file named after today:", SAVE)],
        "foreign-manager" => {
            vec![advice("See who wrote to the status.", MANAGERS), advice("Find the write in the audit log.", AUDIT)]
        }
        _ => vec![],
    }
}

/// What to do about one history.
pub(super) fn of_history(history: &HistoryReport) -> Vec<Advice> {
    let hosted = history.source.kind.starts_with("Hosted");
    let get = if hosted { HOSTED } else { GET };
    if history.verdict == Verdict::Undetermined {
        return missing(get);
    }
    let mut out = vec![];
    let mut grave = history.findings.iter().filter(|finding| finding.severity > Severity::Info);
    let pending = history.findings.iter().any(|finding| finding.rule == "overwrite-pending" && !finding.commands.is_empty());
    let current = history.findings.iter().find_map(|finding| finding.current_release.as_ref());
    let running = current.and_then(|current| current.version.as_deref());
    let running = running.or_else(|| history.entries.first().and_then(|entry| entry.version.as_deref())).unwrap_or_default();
    if pending {
        let text = format!(
            "Save a copy of the object before the next update: this cluster's current release, {running}, has bug 1756461."
        );
        out.push(advice(text, SAVE));
    } else if current.is_some_and(|current| current.affected == Affected::Unknown && current.version.is_none()) {
        out.push(advice("Get the whole object, to see whether the release that runs now still has the bug.", get));
    }
    if let Some(lost) = history.findings.iter().find(|finding| is_overwritten(finding) && finding.expected.is_none()) {
        let next = lost.recorded.as_ref().map(|time| format!(" of before {time}")).unwrap_or_default();
        let text = format!("Look for a must-gather, a log or a saved copy{next}; it may have the true end.");
        out.push(Advice { text, command: None });
    }
    if grave.any(by_hand) && !hosted {
        out.push(advice("See who wrote to the status last.", MANAGERS));
        out.push(advice("Find the write in the audit logs, as far back as they reach.", AUDIT));
    }
    let cut =
        history.not_checked.iter().filter(|not| !matches!(not.rule.as_str(), "snapshots-unrelated" | "foreign-manager")).count();
    let whole = ["ClusterVersion", "Hosted"].iter().any(|kind| history.source.kind.starts_with(kind));
    if cut > 0 && !whole && !out.iter().any(|advice| advice.command.as_deref() == Some(get)) {
        out.push(advice("Inspect the whole object: some rules need what is not in the paste.", get));
    }
    out
}

fn is_overwritten(finding: &Finding) -> bool {
    finding.rule == "completion-overwritten"
}

/// An edit is the likeliest, or one of the explanations.
fn by_hand(finding: &Finding) -> bool {
    let bug = finding.cause.as_deref().is_some_and(|cause| cause.starts_with("bz"));
    BY_HAND.contains(&finding.rule.as_str()) && !bug && finding.severity > Severity::Info
}

/// How to get what can be judged.
fn missing(get: &str) -> Vec<Advice> {
    let mut out = vec![advice("Get the whole object from the cluster, and inspect what this prints.", get)];
    if get == GET {
        out.push(advice("Or take it out of a must-gather.", GATHERED));
    }
    out
}

/// What to do about the whole: that of the worst history, or of the comparison that is worse than any.
pub(crate) fn of_report(verdict: Verdict, histories: &[HistoryReport], comparisons: &[ComparisonReport]) -> Vec<Advice> {
    // The one that the summary is about.
    let summarised =
        comparisons.iter().find(|one| !one.findings.is_empty() && super::build::verdict_of(&one.findings) == verdict);
    let after = summarised.filter(|_| verdict > Verdict::Undetermined).and_then(|one| histories.get(one.after));
    let own = after.or_else(|| histories.iter().find(|history| history.verdict == verdict));
    let compared = comparisons.iter().flat_map(|comparison| &comparison.findings).find(|finding| by_hand(finding));
    match (own, compared) {
        (None, _) if verdict == Verdict::Undetermined => missing(GET),
        (own, Some(proof)) if proof.confidence == Confidence::Proven || own.is_none() => {
            let mut out = vec![
                Advice { text: "Keep both copies as they are: together they are the proof.".into(), command: None },
                advice("See who wrote to the status last.", MANAGERS),
                advice("Find the write in the audit logs, as far back as they reach.", AUDIT),
            ];
            out.extend(own.into_iter().flat_map(|own| &own.advice).filter(|one| one.command.as_deref() == Some(SAVE)).cloned());
            out
        }
        (Some(own), _) => own.advice.clone(),
        (None, _) => vec![],
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Options, inspect};

    fn commands(text: &str) -> Vec<String> {
        let report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default());
        report.advice.into_iter().filter_map(|advice| advice.command).collect()
    }

    #[test]
    fn without_a_history_one_is_to_be_got() {
        assert_eq!(commands("hello"), [super::GET, super::GATHERED]);
    }

    #[test]
    fn a_release_with_the_bug_is_saved_before_the_next_update() {
        assert_eq!(commands(include_str!("../../tests/cases/seed/mustgather.yaml"))[0], super::SAVE);
    }

    #[test]
    fn what_no_bug_explains_asks_who_wrote_it() {
        let text = "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Partial|4.14.1\n";
        assert_eq!(commands(text)[..2], [super::MANAGERS, super::AUDIT]);
    }
}

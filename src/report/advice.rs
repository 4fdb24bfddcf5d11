//! What to do now, beside what is wrong: the next step in words, and the command that takes it.

use super::{Advice, ComparisonReport, Confidence, CurrentRelease, HistoryReport, Severity, Verdict};
use crate::history::{Entry, History};
use crate::rules;

/// Prints the whole object.
const WHOLE: &str = "oc get clusterversion version -o yaml";
/// Keeps a copy of it under a name that says when it was taken.
const SAVE: &str = "oc get clusterversion version -o yaml > clusterversion-$(date -u +%Y-%m-%dT%H%M%SZ).yaml";
/// `oc` hides who wrote what unless it is asked.
const WRITERS: &str = "oc get clusterversion version -o yaml --show-managed-fields";
/// Rules whose findings say that something other than the operator wrote to the status.
const EDITS: [&str; 10] = [
    "partial-closed-apart",
    "completion-missing",
    "open-entry-closed",
    "entry-repeated",
    "image-missing",
    "unknown-state",
    "foreign-time-format",
    "foreign-manager",
    "entry-changed",
    "state-regressed",
];

/// Whether the cluster's current release still has a known bug.
pub(super) fn current(history: &History<'_>, cause: &str) -> Option<CurrentRelease> {
    let bug = match cause {
        "bz1756461" | "bz1756461-boundary" => "bug 1756461",
        "bz1916384" => "bug 1916384",
        _ => return None,
    };
    if history.is_hosted() {
        return None;
    }
    let newest = history.entries.first().filter(|_| history.has_newest());
    let has = |entry: &Entry<'_>| entry.release().and_then(|release| rules::affected(cause, release));
    let unknown = |version: Option<String>, why: String| CurrentRelease { version, affected: None, text: why };
    let Some(newest) = newest else {
        return Some(unknown(
            None,
            format!(
                "Whether the cluster's current release still has {bug} cannot be told: its newest entry is not in the paste."
            ),
        ));
    };
    let name = newest.name().to_owned();
    let version = Some(name.clone());
    // An update in progress is run by the old operator first and then by the new one.
    let running: Vec<Option<bool>> = match history.entries.get(1).filter(|_| newest.is_partial()) {
        Some(older) => vec![has(newest), has(older)],
        None => vec![has(newest)],
    };
    let of = if history.shows_newest() {
        "The cluster's current release"
    } else {
        "If the first entry here is the newest, the current release"
    };
    Some(match &running[..] {
        [Some(true), rest @ ..] if rest.iter().all(|other| *other == Some(true)) => {
            CurrentRelease { version, affected: Some(true), text: format!("{of}, {name}, still has {bug}.") }
        }
        [Some(false), rest @ ..] if rest.iter().all(|other| *other == Some(false)) => {
            CurrentRelease { version, affected: Some(false), text: format!("{of}, {name}, no longer has {bug}.") }
        }
        [Some(_), ..] => unknown(
            version,
            format!(
                "An update to {name} is in progress; whether the operator that runs now has {bug} depends on how far it got."
            ),
        ),
        _ => unknown(version, format!("Whether the current release, {name}, still has {bug} cannot be told from its version.")),
    })
}

/// What to do about a report.
pub(crate) fn of_report(verdict: Verdict, histories: &[HistoryReport], comparisons: &[ComparisonReport]) -> Vec<Advice> {
    let mut all: Vec<Advice> = vec![];
    let mut say = |text: &str, command: Option<&str>| {
        if !all.iter().any(|said| said.command.as_deref() == command && said.text == text) {
            all.push(Advice { text: text.into(), command: command.map(str::to_owned) });
        }
    };
    if histories.is_empty() {
        say("Paste what this prints, whole:", Some(WHOLE));
        say("Or take cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml out of a must-gather.", None);
        return all;
    }
    if verdict == Verdict::Undetermined {
        say("Too much is missing here. Paste the whole object:", Some(WHOLE));
        return all;
    }
    let worst = histories.iter().filter(|history| history.verdict == verdict).flat_map(|history| &history.findings);
    let found: Vec<_> = comparisons.iter().flat_map(|comparison| &comparison.findings).chain(worst).collect();
    let of = |history: &HistoryReport, entry: usize| {
        let entry = history.entries.iter().find(|own| own.index == entry);
        let version = entry.and_then(|entry| entry.version.as_deref()).filter(|version| !version.is_empty());
        version.map(|version| format!(", {version}")).unwrap_or_default()
    };
    let newer = comparisons.iter().filter_map(|comparison| Some((histories.get(comparison.after)?, &comparison.findings)));
    let single = histories.iter().filter(|history| history.verdict == verdict).map(|history| (history, &history.findings));
    for (history, finding) in
        newer.chain(single).flat_map(|(history, findings)| findings.iter().map(move |found| (history, found)))
    {
        let (Some(entry), true) =
            (finding.entry, finding.rule == "completion-overwritten" && finding.severity == Severity::Error)
        else {
            continue;
        };
        let known =
            history.entries.iter().find(|own| own.index == entry).and_then(|own| own.true_completion.as_ref()?.exact.as_ref());
        let name = of(history, entry);
        match (finding.expected.as_ref().or(known), finding.confidence) {
            (Some(time), _) => {
                say(&format!("For durations, take {time} as the end of entry {entry}{name}, not the recorded one."), None)
            }
            (None, Confidence::Possible) => say(
                &format!(
                    "Before you compute a duration from the end of entry {entry}{name}, find out which end is the true one."
                ),
                None,
            ),
            (None, _) => say(&format!("Compute no duration from the end of entry {entry}{name}."), None),
        }
    }
    let pending = histories
        .iter()
        .flat_map(|history| &history.findings)
        .any(|finding| finding.rule == "overwrite-pending" && finding.message.contains("will overwrite"));
    if pending {
        say("Save a copy of the object before the next update overwrites the newest completion:", Some(SAVE));
    }
    if found.iter().any(|finding| EDITS.contains(&finding.rule.as_str()) && finding.severity > Severity::Info) {
        say("See who wrote to the status last:", Some(WRITERS));
    }
    let cut = histories.iter().filter(|history| history.verdict == verdict).any(|history| history.not_checked.len() > 3);
    if verdict != Verdict::Intact && cut {
        say("More can be checked on the whole object:", Some(WHOLE));
    }
    all
}

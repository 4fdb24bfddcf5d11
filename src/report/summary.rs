//! Verdicts in words: one sentence that can be repeated on a call.

use super::{ComparisonReport, Confidence, EntryReport, Finding, HistoryReport, ProblemReport, Severity, Verdict, words};

/// How the summary of a history begins that nothing contradicts.
const CLEAN: &str = "Nothing speaks against this history.";

/// Of a text that was too much to be read to its end.
pub(crate) const PARTLY: &str = "Nothing speaks against what was read, but part of the text was not read.";

/// `against`: the inputs whose records contradict what the object itself confirms.
/// A summary of what could be read, where not all could.
pub(crate) fn without(problem: &ProblemReport, summary: &str) -> String {
    let what = match problem.code.as_str() {
        "cut-short" => format!("An entry in {} is cut off", problem.source),
        _ => format!("Not all of {} could be read", problem.source),
    };
    format!("{what} (line {}); this is about the rest. {summary}", problem.line)
}

pub(super) fn of_history(history: &HistoryReport, against: &[&str]) -> String {
    let n = history.entries.len();
    let worst = history.findings.first();
    match (history.verdict, worst) {
        (Verdict::Undetermined, _) => {
            "Nothing in this history could be checked: no entry has a state and a time that can be read.".into()
        }
        (Verdict::Intact, _) => intact(history, against),
        (_, Some(worst)) => {
            let told = told(worst, &history.entries, false);
            format!("{}{told}{}", opening(history.verdict, worst), others(&history.findings))
        }
        (_, None) => format!("This history of {n} entries was judged."),
    }
}

/// What else there is, in few words.
fn others(findings: &[Finding]) -> String {
    let Some(worst) = findings.first() else { return String::new() };
    let rest = findings.iter().skip(1).filter(|finding| finding.severity > Severity::Info);
    let (alike, other): (Vec<_>, Vec<_>) = rest.partition(|finding| finding.rule == worst.rule && finding.entry.is_some());
    let alike = match alike.as_slice() {
        [] => String::new(),
        [one] => one.entry.map(|entry| format!(" The same goes for entry {entry}.")).unwrap_or_default(),
        many => format!(" The same goes for {} more entries.", many.len()),
    };
    let other = match other.len() {
        0 => String::new(),
        1 => " One more finding.".into(),
        more => format!(" {more} more findings."),
    };
    alike + &other
}

fn intact(history: &HistoryReport, against: &[&str]) -> String {
    let n = history.entries.len();
    let entries = if n == 1 { "Its one entry".to_owned() } else { format!("Its {n} entries") };
    let newest = history.entries.first();
    let progress = match newest.filter(|entry| entry.state.as_deref() == Some("Partial") && entry.completion_time.is_none()) {
        Some(entry) => format!(
            " An update to {} is in progress.",
            entry.version.as_deref().filter(|version| !version.is_empty()).unwrap_or("another release")
        ),
        None => String::new(),
    };
    let passed = format!("{entries} passed every check that could run.{progress}");
    let doubted: Vec<_> = history.entries.iter().filter(|entry| history.is_doubted(entry)).map(|entry| entry.index).collect();
    if let Some(first) = doubted.first() {
        let more = if doubted.len() > 1 { " and others" } else { "" };
        return format!("{passed} Evidence contradicts the recorded completion of entry {first}{more}, though.");
    }
    match against {
        [] => {
            let unchecked = history.not_checked.iter().filter(|not| not.rule != "snapshots-unrelated").count();
            let unchecked = match unchecked {
                0 => String::new(),
                1 => " One rule needs what is not in the paste.".into(),
                more => format!(" {more} rules need what is not in the paste."),
            };
            format!("{CLEAN} {passed}{unchecked} An edit that keeps to every rule would not show.")
        }
        names => format!(
            "{passed} The records in {} contradict what the object itself confirms, and were not weighed: they are another \
             cluster's, or of another clock.",
            names.join(", ")
        ),
    }
}

/// What a finding's own sentence does not end with.
fn opening(verdict: Verdict, worst: &Finding) -> &'static str {
    match verdict {
        _ if worst.rule == OVERWRITTEN => "",
        Verdict::Corrupt => "Do not trust this history. ",
        _ => "Be careful with this history. ",
    }
}

const OVERWRITTEN: &str = "completion-overwritten";

/// A finding as it can be told on a call: with which entry, what, how sure, whose bug, and the truth as far as it is known.
fn told(finding: &Finding, entries: &[EntryReport], compared: bool) -> String {
    let entry = finding.entry.and_then(|entry| entries.get(entry));
    let sure = words::confidence(finding.confidence);
    let known = entry.and_then(|entry| entry.true_completion.as_ref());
    // A comparison knows the time itself.
    let truth = match (&finding.expected, known) {
        (Some(time), _) if finding.rule == OVERWRITTEN => Some(format!("at {time}")),
        (_, Some(known)) => Some(words::truth(known)),
        _ => None,
    };
    let (Some(entry), OVERWRITTEN) = (entry, finding.rule.as_str()) else {
        // What is lost has no entry; it stands at its neighbour.
        let label = entry.filter(|_| !matches!(finding.rule.as_str(), "entry-lost" | "desired-mismatch"));
        let label = label.map(|entry| format!("{}: ", capital(&named(entry)))).unwrap_or_default();
        let message = finding.message.trim_end_matches('.');
        let truth = truth.filter(|_| {
            finding.field.as_deref() == Some("completionTime")
                && entry.is_some_and(|entry| entry.state.as_deref() == Some("Completed"))
        });
        let truth = truth.map(|truth| format!(" By what else is known, it completed {truth}.")).unwrap_or_default();
        return format!("{label}{message} ({sure}).{truth}");
    };
    let bug = bug(finding.cause.as_deref(), entry.version.as_deref());
    let seen = if compared { "Between the two snapshots the" } else { "The" };
    let name = named(entry);
    if finding.confidence == Confidence::Possible {
        let truth = truth.map(|truth| format!("; if it was, it really completed {truth}")).unwrap_or_default();
        return format!(
            "{seen} completion of {name} is, to the second, the start of the next update, and may have been overwritten with it \
             ({sure}, {bug}){truth}. Do not compute durations from it before you know."
        );
    }
    let truth = truth.map(|truth| format!(" it really completed {truth};")).unwrap_or_default();
    format!(
        "{seen} completion of {name} was overwritten when the next update began ({sure}, {bug}):{truth} do not compute durations from it."
    )
}

/// An entry as people call it: `entry 1 (4.1.18)`.
fn named(entry: &EntryReport) -> String {
    let version = entry.version.as_deref().filter(|version| !version.is_empty()).map(crate::history::short);
    let version = version.map(|version| format!(" ({version})")).unwrap_or_default();
    format!("entry {}{version}", entry.index)
}

/// Whose bug it is, and what fixed it. Advisories of the fixes in 4.1 and 4.2 are not known for certain; the releases named
/// there are the first that certainly have it.
fn bug(cause: Option<&str>, version: Option<&str>) -> String {
    const FIXED: &str = "fixed in 4.3.0 by RHBA-2020:0062";
    let minor = version.and_then(crate::history::Release::parse).map(|release| release.minor);
    match (cause, minor) {
        (Some("bz1756461"), Some(1)) => format!("bug 1756461, {FIXED}, in 4.1 by 4.1.22 at the latest"),
        (Some("bz1756461"), Some(2)) => format!("bug 1756461, {FIXED}, in 4.2 by 4.2.4 at the latest"),
        (Some("bz1756461"), _) => format!("bug 1756461, {FIXED}"),
        (Some("bz1756461-boundary"), _) => "perhaps bug 1756461; whether this release has the fix is not known".into(),
        _ => "cause unknown".into(),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// `entries` are those of the later snapshot.
pub(super) fn of_comparison(findings: &[Finding], entries: &[EntryReport], common: usize, added: usize) -> String {
    match findings.first() {
        Some(worst) if worst.rule == OVERWRITTEN => format!("{}{}", told(worst, entries, true), others(findings)),
        Some(worst) => {
            format!(
                "Between the two snapshots something changed that must not. {}{}",
                told(worst, entries, true),
                others(findings)
            )
        }
        None => format!(
            "Nothing changed that must not: {common} {} in common, {added} added.",
            if common == 1 { "entry" } else { "entries" }
        ),
    }
}

pub(crate) fn of_report(
    verdict: Verdict,
    histories: &[HistoryReport],
    comparisons: &[ComparisonReport],
    empty: Option<&str>,
) -> String {
    if histories.is_empty() {
        return empty.unwrap_or("No history was found.").to_owned();
    }
    let compared = comparisons
        .iter()
        .find(|comparison| super::build::verdict_of(&comparison.findings) == verdict && !comparison.findings.is_empty());
    let worst = histories.iter().find(|history| history.verdict == verdict);
    match (compared, worst) {
        (Some(compared), _) if verdict > Verdict::Undetermined => {
            let opening = compared.findings.first().map_or("", |worst| opening(verdict, worst));
            format!("{opening}{}", compared.summary)
        }
        (_, Some(worst)) if histories.len() == 1 => worst.summary.clone(),
        (_, Some(_)) if verdict == Verdict::Intact => {
            match histories.iter().find(|history| !history.summary.starts_with(CLEAN)) {
                Some(odd) => format!("History {} of {}: {}", odd.id + 1, histories.len(), odd.summary),
                None => format!("Nothing speaks against these {} histories.", histories.len()),
            }
        }
        (_, Some(worst)) => {
            let alike = histories.iter().filter(|history| history.verdict == verdict).count();
            let one = match (verdict, alike) {
                (Verdict::Undetermined, _) => "",
                (_, 1) => ", the worst",
                _ => ", one of the worst",
            };
            format!("History {} of {}{one}: {}", worst.id + 1, histories.len(), worst.summary)
        }
        _ => "Nothing could be checked.".into(),
    }
}

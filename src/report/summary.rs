//! Verdicts in words: one sentence that can be repeated on a call.

use super::{ComparisonReport, Confidence, Finding, HistoryReport, Severity, TrueCompletion, Verdict};

/// How the summary of a history begins that nothing contradicts.
const CLEAN: &str = "Nothing speaks against this history.";

/// Of a text that was too much to be read to its end.
pub(crate) const PARTLY: &str = "Nothing speaks against what was read, but part of the text was not read.";

/// `against`: the inputs whose records contradict what the object itself confirms.
pub(super) fn of_history(history: &HistoryReport, against: &[&str]) -> String {
    let n = history.entries.len();
    let worst = history.findings.first();
    match (history.verdict, worst) {
        (Verdict::Undetermined, _) => "Nothing in this history could be checked.".into(),
        (Verdict::Intact, _) => intact(history, against),
        (_, Some(worst)) => {
            let grave = history.findings.iter().filter(|finding| finding.severity != Severity::Info).count();
            let others = match grave {
                0 | 1 => String::new(),
                2 => " One more finding.".into(),
                more => format!(" {} more findings.", more - 1),
            };
            format!("{} {}{others}", opening(history.verdict), sentence(worst, truth(history, worst)))
        }
        (_, None) => format!("This history of {n} entries was judged."),
    }
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
        [] => format!("{CLEAN} {passed}"),
        names => format!(
            "{passed} The records in {} contradict what the object itself confirms, and were not weighed: they are another \
             cluster's, or of another clock.",
            names.join(", ")
        ),
    }
}

fn opening(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Corrupt => "Do not trust this history.",
        _ => "Be careful with this history.",
    }
}

/// What is known of the true end of the entry that a finding is about.
fn truth<'h>(history: &'h HistoryReport, finding: &Finding) -> Option<&'h TrueCompletion> {
    let entry = history.entries.iter().find(|entry| Some(entry.index) == finding.entry)?;
    entry.true_completion.as_ref().filter(|_| finding.rule == "completion-overwritten")
}

fn sentence(finding: &Finding, truth: Option<&TrueCompletion>) -> String {
    let entry = finding.entry.map(|entry| format!("Entry {entry}: ")).unwrap_or_default();
    let cause = match finding.cause.as_deref() {
        Some("bz1756461") => ", bug 1756461, fixed in 4.3.0 by RHBA-2020:0062",
        Some("bz1756461-boundary") => ", maybe bug 1756461",
        _ => "",
    };
    let exact = finding.expected.as_ref().filter(|_| finding.rule == "completion-overwritten");
    let between = truth.and_then(|truth| truth.not_before.as_ref().zip(truth.not_after.as_ref()));
    let doubt = if finding.confidence == Confidence::Possible { " If so, it" } else { " It" };
    let truth = match (exact, between) {
        (Some(time), _) => format!(" It was in truth complete at {time}."),
        (None, Some((from, to))) => format!("{doubt} was in truth complete at some time between {from} and {to}."),
        _ => String::new(),
    };
    let message = finding.message.trim_end_matches('.');
    format!("{entry}{message} ({}{cause}).{truth}", confidence(finding.confidence))
}

fn confidence(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Proven => "proven",
        Confidence::Likely => "likely",
        Confidence::Possible => "possible",
    }
}

pub(super) fn of_comparison(findings: &[Finding], common: usize, added: usize) -> String {
    match findings.first() {
        Some(worst) => format!("Between the two snapshots something changed that must not. {}", sentence(worst, None)),
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
        (Some(compared), _) if verdict > Verdict::Undetermined => format!("{} {}", opening(verdict), compared.summary),
        (_, Some(worst)) if histories.len() == 1 => worst.summary.clone(),
        (_, Some(_)) if verdict == Verdict::Intact => {
            match histories.iter().find(|history| !history.summary.starts_with(CLEAN)) {
                Some(odd) => format!("History {} of {}: {}", odd.id + 1, histories.len(), odd.summary),
                None => format!("Nothing speaks against these {} histories.", histories.len()),
            }
        }
        (_, Some(worst)) => format!("History {} of {}: {}", worst.id + 1, histories.len(), worst.summary),
        _ => "Nothing could be checked.".into(),
    }
}

//! Whose finding is whose: the file each stands in.

use super::{Finding, HistoryReport, Report};

/// Every finding with the history it stands in; those of a comparison stand in the newer snapshot.
pub(super) fn findings(report: &Report) -> impl Iterator<Item = (&HistoryReport, &Finding)> {
    let own = report.histories.iter().flat_map(|history| history.findings.iter().map(move |finding| (history, finding)));
    let compared = report.comparisons.iter().filter_map(|comparison| Some((report.histories.get(comparison.after)?, comparison)));
    own.chain(compared.flat_map(|(after, comparison)| comparison.findings.iter().map(move |finding| (after, finding))))
}

/// The name of an input, from whatever the report says of it.
pub(super) fn input_name(report: &Report, input: usize) -> Option<&str> {
    let histories = report.histories.iter().map(|history| (history.source.input, &history.source.name));
    let evidence = report.evidence.iter().map(|item| (item.input, &item.source));
    let problems = report.problems.iter().map(|problem| (problem.input, &problem.source));
    histories.chain(evidence).chain(problems).find(|(at, _)| *at == input).map(|(_, name)| name.as_str())
}

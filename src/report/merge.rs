//! Several reports as one, for formats that are one document.

use super::{ComparisonReport, HistoryReport, Report, Tool, Verdict, advice, summary};

/// Takes reports one by one; all of them are kept, so memory grows with them.
#[derive(Debug, Default)]
pub struct Merged {
    report: Option<Report>,
    inputs: usize,
}

impl Merged {
    /// Adds a report of so many inputs, whose histories and inputs are numbered on from those before.
    pub fn push(&mut self, mut report: Report, inputs: usize) {
        let (first, input) = (self.report.as_ref().map_or(0, |report| report.histories.len()), self.inputs);
        self.inputs += inputs;
        report.histories.iter_mut().for_each(|history| renumber(history, first, input));
        report.comparisons.iter_mut().for_each(|comparison| renumber_compared(comparison, first, input));
        report.evidence.iter_mut().for_each(|item| item.input += input);
        report.problems.iter_mut().for_each(|problem| problem.input += input);
        match &mut self.report {
            None => self.report = Some(report),
            Some(all) => {
                all.verdict = worse(all, &report);
                all.histories.append(&mut report.histories);
                all.comparisons.append(&mut report.comparisons);
                all.evidence.append(&mut report.evidence);
                all.problems.append(&mut report.problems);
            }
        }
    }

    /// All of them as one.
    pub fn finish(self) -> Report {
        let mut report = self.report.unwrap_or_else(|| Report {
            schema_version: 1,
            tool: Tool { name: env!("CARGO_PKG_NAME").into(), version: crate::VERSION.into() },
            verdict: Verdict::Undetermined,
            summary: String::new(),
            histories: vec![],
            comparisons: vec![],
            evidence: vec![],
            problems: vec![],
            advice: vec![],
            masked: None,
        });
        let empty = report.problems.iter().find(|problem| matches!(problem.code.as_str(), "no-history" | "empty"));
        let empty = empty.map(|problem| problem.message.clone());
        report.summary = summary::of_report(report.verdict, &report.histories, &report.comparisons, empty.as_deref());
        report.advice = advice::of_report(report.verdict, &report.histories, &report.comparisons);
        report
    }
}

/// A text without a history says nothing against one that has one.
fn worse(a: &Report, b: &Report) -> Verdict {
    match (a.histories.is_empty(), b.histories.is_empty()) {
        (true, false) => b.verdict,
        (false, true) => a.verdict,
        _ => a.verdict.max(b.verdict),
    }
}

fn renumber(history: &mut HistoryReport, first: usize, input: usize) {
    history.id += first;
    history.source.input += input;
    for related in history.findings.iter_mut().flat_map(|finding| &mut finding.related) {
        related.history += first;
        related.input += input;
    }
}

fn renumber_compared(comparison: &mut ComparisonReport, first: usize, input: usize) {
    comparison.before += first;
    comparison.after += first;
    for related in comparison.findings.iter_mut().flat_map(|finding| &mut finding.related) {
        related.history += first;
        related.input += input;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, Options, inspect};

    #[test]
    fn what_was_judged_apart_reads_as_if_it_were_judged_together() {
        let texts = [
            include_str!("../../tests/cases/seed/mustgather.yaml"),
            "nothing here",
            include_str!("../../tests/cases/real/022-oc-ocpbugs-60768.yaml"),
            include_str!("../../tests/cases/seed/whole-thread.txt"),
        ];
        let inputs: Vec<Input> =
            texts.iter().map(|text| Input { name: Some("x".into()), text: (*text).into(), ..Input::default() }).collect();
        let mut merged = Merged::default();
        for input in &inputs[..3] {
            merged.push(inspect(std::slice::from_ref(input), &Options::default()), 1);
        }
        let mut together = inspect(&inputs[..3], &Options::default());
        // Only what is judged together can be said not to be compared.
        together.histories.iter_mut().for_each(|history| history.not_checked.retain(|check| check.rule != "snapshots-unrelated"));
        assert_eq!(merged.finish(), together);
        let mut merged = Merged::default();
        merged.push(inspect(&inputs[1..2], &Options::default()), 1);
        merged.push(inspect(&inputs[3..], &Options::default()), 1);
        let report = merged.finish();
        assert_eq!(report.comparisons.iter().map(|c| (c.before, c.after)).collect::<Vec<_>>(), {
            let alone = inspect(&inputs[3..], &Options::default());
            alone.comparisons.iter().map(|c| (c.before, c.after)).collect::<Vec<_>>()
        });
        assert!(report.histories.iter().all(|history| history.source.input == 1));
    }

    #[test]
    fn of_nothing_there_is_a_report_too() {
        let report = Merged::default().finish();
        assert_eq!((report.verdict, report.summary.as_str()), (Verdict::Undetermined, "No history was found."));
    }
}

use super::{EntryReport, Finding, HistoryReport, Severity, TrueCompletion};

impl HistoryReport {
    /// Whether an entry's recorded completion is not, or need not be, the true one: an error stands at it, or what is
    /// known otherwise excludes it.
    pub fn is_doubted(&self, entry: &EntryReport) -> bool {
        let at_it = |finding: &Finding| {
            finding.severity == Severity::Error
                && finding.entry == Some(entry.index)
                && finding.field.as_deref() == Some("completionTime")
        };
        // Times of one form are in the order of their letters.
        let excluded = |known: &TrueCompletion| {
            let (recorded, exact) = (entry.completion_time.as_ref(), known.exact.as_ref());
            exact.is_some() && recorded != exact
                || recorded.is_some() && known.not_before.as_ref() > recorded
                || recorded.zip(known.not_after.as_ref()).is_some_and(|(recorded, latest)| recorded > latest)
        };
        self.findings.iter().any(at_it) || entry.true_completion.as_ref().is_some_and(excluded)
    }
}

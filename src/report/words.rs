//! Words and characters that several renderers share.

use super::{Confidence, Finding, Severity, TrueCompletion, Verdict};

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Corrupt => "corrupt",
        Verdict::Suspect => "suspect",
        Verdict::Undetermined => "undetermined",
        Verdict::Intact => "intact",
    }
}

pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

pub(crate) fn confidence(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Proven => "proven",
        Confidence::Likely => "likely",
        Confidence::Possible => "possible",
    }
}

/// How sure a finding is, and what did it.
pub(super) fn certainty(finding: &Finding) -> String {
    let sure = confidence(finding.confidence);
    finding.cause.as_ref().map_or_else(|| sure.to_owned(), |cause| format!("{sure}; cause: {cause}"))
}

/// When an entry was in truth complete.
pub(super) fn truth(truth: &TrueCompletion) -> String {
    match (&truth.exact, &truth.not_before, &truth.not_after) {
        (Some(exact), ..) => format!("at {exact}"),
        (None, Some(from), Some(to)) => format!("between {from} and {to}"),
        (None, Some(from), None) => format!("not before {from}"),
        (None, None, Some(to)) => format!("by {to}"),
        _ => "at a time not known".into(),
    }
}

/// Text from an input without what would move the cursor, break the line or turn the text around.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(visible).collect()
}

pub(super) fn visible(c: char) -> char {
    let strange = c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}');
    if strange { '\u{fffd}' } else { c }
}

/// So much of a text, and how much of it was left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => plain(text),
        Some((at, _)) => format!("{}… ({} more characters)", plain(&text[..at]), text[at..].chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_is_said() {
        assert_eq!(cut("4.1.18", 6), "4.1.18");
        assert_eq!(cut("ä\u{202e}\ncd", 3), "ä\u{fffd}\u{fffd}… (2 more characters)");
    }
}

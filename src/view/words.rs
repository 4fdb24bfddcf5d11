//! The words and signs of the page.

use super::element::{Element, el};
use crate::report::Verdict;
pub(super) use crate::report::words::{confidence, severity, verdict};
use crate::rules;

pub(super) fn headline(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Corrupt => "Corrupt",
        Verdict::Suspect => "Suspect",
        Verdict::Intact => "Intact",
        Verdict::Undetermined => "Undetermined",
    }
}

/// What did it, as people call it.
pub(super) fn cause(cause: &str) -> String {
    match cause {
        "unexplained" => "cause unknown".into(),
        _ => match (cause.strip_prefix("bz"), cause.strip_suffix("-boundary").and_then(|cause| cause.strip_prefix("bz"))) {
            (_, Some(bug)) => format!("perhaps bug {bug}"),
            (Some(bug), None) => format!("bug {bug}"),
            (None, None) => cause.into(),
        },
    }
}

/// A rule's title, or its id where this version does not know it.
pub(super) fn title(rule: &str) -> String {
    rules::ALL.iter().find(|known| known.id == rule).map_or(rule, |known| known.title).into()
}

/// An instant without the letters that machines need.
pub(super) fn instant(time: &str) -> Element {
    let shown = time.strip_suffix('Z').unwrap_or(time).replacen('T', " ", 1);
    el("time").attr("datetime", time.to_owned()).text(shown)
}

pub(super) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A sign that differs by its outline, so that no one needs its colour. The words beside it say the same.
pub(super) fn sign(kind: &'static str) -> Element {
    let (outline, mark) = match kind {
        "corrupt" | "error" => ("M7.5 2h9L22 7.5v9L16.5 22h-9L2 16.5v-9z", "M8 8l8 8M16 8l-8 8"),
        "suspect" | "warning" => ("M12 2.5 23 21.5H1z", "M12 9v6M12 17.5v1.5"),
        "intact" => ("M12 2a10 10 0 1 0 .01 0z", "M7 12.5l3.5 3.5L17 8.5"),
        "info" => ("M12 2a10 10 0 1 0 .01 0z", "M12 11v6.5M12 6.5V8"),
        _ => ("M4 4h16v16H4z", "M9 9.5a3 3 0 1 1 4.2 2.7c-.9.4-1.2.9-1.2 1.8M12 16v1.5"),
    };
    el("svg")
        .class("sign")
        .attr("viewBox", "0 0 24 24")
        .attr("aria-hidden", "true")
        .child(el("path").class("sign-outline").attr("d", outline))
        .child(el("path").class("sign-mark").attr("d", mark))
}

#[cfg(test)]
mod tests {
    #[test]
    fn causes_are_called_as_people_call_them() {
        let called = ["bz1756461", "bz1756461-boundary", "unexplained", "other"].map(super::cause);
        assert_eq!(called, ["bug 1756461", "perhaps bug 1756461", "cause unknown", "other"]);
    }
}

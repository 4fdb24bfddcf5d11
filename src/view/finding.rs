//! A finding: what is wrong, why, what to do, and where.

use super::element::{Element, el};
use super::{View, words};
use crate::report::{Finding, Related};

/// Where a button leads: a stretch of one line of one input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) input: usize,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) end_column: usize,
}

impl Place {
    /// A button that leads there.
    pub(super) fn button(self, name: impl Into<super::element::Text>) -> Element {
        el("button")
            .class("place")
            .attr("type", "button")
            .number("data-input", self.input)
            .number("data-line", self.line)
            .number("data-column", self.column)
            .number("data-end-column", self.end_column)
            .text(name)
    }
}

impl View<'_> {
    /// A finding of a history, or of a comparison with that history as the newer one.
    pub(super) fn finding(&self, finding: &Finding, history: usize, level: usize) -> Element {
        let mut values = el("dl").class("values");
        for (name, value) in [("Recorded", &finding.recorded), ("Should be", &finding.expected)] {
            if let Some(value) = value {
                values =
                    values.child(el("div").child(el("dt").text(name)).child(el("dd").child(el("code").prose(value.clone()))));
            }
        }
        let related = finding.related.iter().map(|related| self.related(related));
        self.headed(finding, history, level)
            .child(el("p").class("message").prose(finding.message.clone()))
            .children(finding.current_release.as_ref().map(|now| el("p").class("current-release").prose(now.text.clone())))
            .children((!values.children.is_empty()).then_some(values))
            .child(
                el("dl")
                    .class("reasons")
                    .children((!finding.why.is_empty()).then(|| el("dt").text("Why")))
                    .children((!finding.why.is_empty()).then(|| el("dd").prose(finding.why.clone())))
                    .children((!finding.what_to_do.is_empty()).then(|| el("dt").text("What to do")))
                    .children(
                        (!finding.what_to_do.is_empty())
                            .then(|| el("dd").prose(finding.what_to_do.clone()).children(super::advice::list(&finding.commands))),
                    )
                    .children((!finding.related.is_empty()).then(|| el("dt").text("See also")))
                    .children((!finding.related.is_empty()).then(|| el("dd").child(el("ul").class("related").children(related))))
                    .children((!finding.references.is_empty()).then(|| el("dt").text("References")))
                    .children((!finding.references.is_empty()).then(|| references(&finding.references))),
            )
    }

    /// A finding whose reasons stand elsewhere on the page already.
    pub(super) fn finding_told(&self, finding: &Finding, history: usize, level: usize) -> Element {
        self.headed(finding, history, level).child(el("p").class("message").text("Told above, in the comparison."))
    }

    fn headed(&self, finding: &Finding, history: usize, level: usize) -> Element {
        let severity = words::severity(finding.severity);
        let tags = el("p")
            .class("tags")
            .child(el("span").class("tag").text(severity))
            .child(el("span").class("tag").text(words::confidence(finding.confidence)))
            .children(finding.cause.as_deref().map(|cause| el("span").class("tag").text(words::cause(cause))));
        let place = Place { input: self.input(history), ..Place::from(finding) };
        el("article")
            .class(format!("finding {severity}"))
            .attr("data-rule", finding.rule.clone())
            .number("data-entry", finding.entry)
            .child(self.title(finding, level))
            .child(tags)
            .child(
                el("p")
                    .class("where")
                    .text(match (finding.entry, &finding.field) {
                        (Some(entry), Some(field)) => format!("Entry {entry}, {field}: "),
                        (Some(entry), None) => format!("Entry {entry}: "),
                        (None, _) => "The whole history: ".into(),
                    })
                    .child(place.button(self.place_name(history, finding.line, Some(finding.column)))),
            )
    }

    /// The rule's title, which leads to the rule's page where there is one.
    fn title(&self, finding: &Finding, level: usize) -> Element {
        let heading = self.heading(level).child(words::sign(words::severity(finding.severity)));
        let title = words::title(&finding.rule);
        let known = crate::rules::ALL.iter().any(|rule| rule.id == finding.rule);
        match self.options.rules.as_ref().filter(|_| known) {
            Some(base) => heading.child(
                el("a")
                    .class("rule")
                    .attr("href", format!("{base}{}.html", finding.rule))
                    .attr("target", "_blank")
                    .attr("rel", "noopener")
                    .text(title),
            ),
            None => heading.text(title),
        }
    }

    fn related(&self, related: &Related) -> Element {
        let Related { input, line, column, end_column, .. } = *related;
        let place = Place { input, line, column, end_column };
        let name = self.place_in(self.source(input), line, Some(column));
        el("li").child(place.button(name)).prose(format!(": {}", related.message))
    }
}

impl From<&Finding> for Place {
    fn from(finding: &Finding) -> Self {
        Place { input: 0, line: finding.line, column: finding.column, end_column: finding.end_column }
    }
}

fn references(references: &[String]) -> Element {
    el("dd").child(el("ul").class("references").children(references.iter().map(|reference| el("li").child(link(reference)))))
}

/// A link where the address is one that a browser may follow safely, else its text.
fn link(address: &str) -> Element {
    if address.starts_with("https://") {
        let shown = address.trim_start_matches("https://").to_owned();
        el("a").attr("href", address.to_owned()).attr("rel", "noopener noreferrer").attr("target", "_blank").text(shown)
    } else {
        el("span").text(address.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_becomes_a_link() {
        assert_eq!(link("https://a.example/").tag, "a");
        assert_eq!(link("javascript:alert(1)").tag, "span");
        assert_eq!(link("JAVASCRIPT:alert(1)//https://").tag, "span");
    }
}

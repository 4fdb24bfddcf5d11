//! What was found beside the histories: dated lines, each with its place.

use super::element::{Element, el};
use super::finding::Place;
use super::{View, left_out, words};

/// More would be a log viewer.
const SHOWN: usize = 200;

/// More would fill sheets on which a reader looks for a verdict.
const PRINTED: usize = 50;

impl View<'_> {
    pub(super) fn evidence(&self) -> impl Iterator<Item = Element> {
        let evidence = &self.report.evidence;
        let rows = evidence.iter().take(SHOWN).map(|item| {
            let place = Place { input: item.input, line: item.line, column: 1, end_column: 1 };
            el("tr")
                .attr("data-evidence", item.kind.clone())
                .child(el("td").child(words::instant(&item.time)))
                .child(el("td").text(item.kind.clone()))
                .child(el("td").text(item.message.clone()))
                .child(el("td").child(place.button(self.place_in(&item.source, item.line, None))))
        });
        let head = ["Time", "Record", "What it says", "Where"].map(|name| el("th").attr("scope", "col").text(name));
        let table = el("table").child(el("thead").child(el("tr").children(head))).child(el("tbody").children(rows));
        let more = evidence.len().checked_sub(SHOWN).filter(|more| *more > 0);
        let more = more.map(|more| el("p").class("facts").text(format!("{more} more are in the JSON report.")));
        let summary = format!("Evidence: {}", words::counted(evidence.len(), "dated record", "dated records"));
        let scrolls =
            el("div").class("scrolls").attr("role", "region").attr("tabindex", "0").attr("aria-label", "Evidence").child(table);
        let long = evidence.len() > PRINTED;
        let class = if long { "not-checked evidence long" } else { "not-checked evidence" };
        let folded = el("details").class(class).child(el("summary").text(summary)).child(scrolls).children(more);
        let said = long.then(|| left_out(format!("Left out on paper: the {} dated records.", evidence.len())));
        (!evidence.is_empty()).then_some(folded).into_iter().chain(said)
    }
}

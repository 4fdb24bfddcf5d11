//! Two snapshots side by side: each entry of both, what changed in it, and whether that may be.

use super::element::{Element, el};
use super::finding::Place;
use super::{View, words};
use crate::report::{Change, ChangeVerdict, ComparisonReport, HistoryReport, Row, RowKind};

impl View<'_> {
    pub(super) fn rows(&self, comparison: &ComparisonReport) -> Option<Element> {
        let (before, after) = (self.report.histories.get(comparison.before)?, self.report.histories.get(comparison.after)?);
        let mut body = el("tbody");
        for run in comparison.rows.chunk_by(|one, next| one.kind == RowKind::Same && next.kind == RowKind::Same) {
            let [first, .., last] = run else {
                body = body.children(run.iter().flat_map(|row| self.row(row, before, after)));
                continue;
            };
            // What is equal is one row.
            let side = |history: &HistoryReport, from: Option<usize>, to: Option<usize>| {
                let dash = el("span").text(format!(" to {}", to.unwrap_or_default()));
                self.cell("row-side", history, from).child(dash)
            };
            let cells = el("tr")
                .class("row-same")
                .child(side(before, first.before, last.before).attr("data-side", "Before"))
                .child(side(after, first.after, last.after).attr("data-side", "After"))
                .child(el("td").text(format!("{} entries are equal", run.len())));
            body = body.child(cells);
        }
        let head = ["Before", "After", "What became of it"].map(|name| el("th").attr("scope", "col").text(name));
        let table = el("table")
            .class("compared")
            .child(el("caption").text("Entry by entry, newest first; times in UTC"))
            .child(el("thead").child(el("tr").children(head)))
            .child(body);
        let name = format!("Entries of {} and {}", self.name(before), self.name(after));
        let scrolls =
            el("div").class("scrolls").attr("role", "region").attr("tabindex", "0").attr("aria-label", name).child(table);
        (!comparison.rows.is_empty()).then_some(scrolls)
    }

    fn row(&self, row: &Row, before: &HistoryReport, after: &HistoryReport) -> Vec<Element> {
        let (word, kind) = match row.kind {
            RowKind::Same => ("equal", ""),
            RowKind::Changed => ("changed", ""),
            RowKind::Added => ("added: allowed", "intact"),
            RowKind::Pruned => ("pruned: allowed", "intact"),
            RowKind::Lost => ("lost: forbidden", "error"),
            RowKind::Inserted => ("inserted: forbidden", "error"),
            RowKind::NotShown => ("not in the other paste", "undetermined"),
        };
        let said = el("td").class(format!("row-said {kind}")).children((!kind.is_empty()).then(|| words::sign(kind)));
        let said = said
            .child(el("strong").text(word))
            .children(self.law(&row.law, row.rule.as_deref().filter(|_| row.changes.is_empty())));
        let cells = el("tr")
            .class(if row.kind == RowKind::Same { "row-same" } else { "row" })
            .child(self.cell("row-side", before, row.before).attr("data-side", "Before"))
            .child(self.cell("row-side", after, row.after).attr("data-side", "After"))
            .child(said);
        std::iter::once(cells).chain(row.changes.iter().map(|change| self.change(change))).collect()
    }

    /// An entry of one side: a place in its text, and its release.
    fn cell(&self, class: &'static str, history: &HistoryReport, index: Option<usize>) -> Element {
        let cell = el("td").class(class);
        let Some(entry) = index.and_then(|index| history.entries.get(index)) else {
            return cell.child(el("span").class("absent").text("none"));
        };
        let place = Place { input: history.source.input, line: entry.line, column: 1, end_column: 1 };
        let line = self.place_name(history.id, entry.line, None);
        let button = place.button(format!("Entry {}", entry.index)).attr("aria-label", format!("Entry {}: {line}", entry.index));
        let version = entry.version.clone().filter(|version| !version.is_empty());
        cell.child(button).children(version.map(|version| el("span").class("version").text(format!(" {version}"))))
    }

    fn change(&self, change: &Change) -> Element {
        let (word, kind) = match change.verdict {
            ChangeVerdict::Allowed => ("allowed", "intact"),
            ChangeVerdict::Forbidden => ("forbidden", "error"),
            ChangeVerdict::NotJudged => ("not judged", "undetermined"),
        };
        let value = |side: &'static str, value: &Option<String>| {
            let shown = value.as_ref().map(|value| el("code").prose(value.clone()));
            let shown = shown.unwrap_or_else(|| el("span").class("absent").text("none"));
            el("td").attr("data-side", side).child(el("span").class("field").text(format!("{} ", change.field))).child(shown)
        };
        let said = el("td").class(format!("row-said {kind}")).child(words::sign(kind)).child(el("strong").text(word));
        el("tr")
            .class("change")
            .child(value("Before", &change.before))
            .child(value("After", &change.after))
            .child(said.children(self.law(&change.law, change.rule.as_deref())))
    }

    fn law(&self, law: &str, rule: Option<&str>) -> Option<Element> {
        let rule = rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
        (!law.is_empty()).then(|| el("span").class("law").text(format!("{rule}: {law}")))
    }
}

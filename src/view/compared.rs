//! Two snapshots side by side, entry by entry.

use super::element::{Element, el};
use super::finding::Place;
use super::{View, words};
use crate::report::{AlignedRow, ComparisonReport, EntryReport, FieldChange, RowKind};

impl View<'_> {
    /// The table of a comparison; what is equal is folded away where there is much of it.
    pub(super) fn aligned(&self, comparison: &ComparisonReport) -> Option<Element> {
        let rows = &comparison.rows;
        let equal = rows.iter().filter(|row| row.kind == RowKind::Same).count();
        let folds = equal > 5;
        let shown = rows.iter().filter(|row| !folds || row.kind != RowKind::Same);
        let body = shown.map(|row| self.row(comparison, row));
        let head = ["Before", "After", "What became of it"].map(|name| el("th").attr("scope", "col").text(name));
        let rest = folds.then(|| format!("; {equal} entries are equal on both sides"));
        let caption = format!("Entry by entry, newest first{}", rest.unwrap_or_default());
        let table = el("table")
            .child(el("caption").text(caption))
            .child(el("thead").child(el("tr").children(head)))
            .child(el("tbody").children(body));
        (!rows.is_empty()).then(|| {
            el("div")
                .class("scrolls aligned")
                .attr("role", "region")
                .attr("tabindex", "0")
                .attr("aria-label", "Before and after, entry by entry")
                .child(table)
        })
    }

    fn row(&self, comparison: &ComparisonReport, row: &AlignedRow) -> Element {
        let (severity, said) = match row.kind {
            RowKind::Same => ("", "equal"),
            RowKind::Grown => ("intact", "changed, as it may"),
            RowKind::Changed => ("error", "changed, and must not"),
            RowKind::Added => ("intact", "added"),
            RowKind::Inserted => ("error", "appeared, and must not"),
            RowKind::Lost => ("error", "gone, and must not"),
            RowKind::NotShown => ("undetermined", "on one side only"),
        };
        let sign = (!severity.is_empty()).then(|| words::sign(severity));
        let law = (!row.law.is_empty()).then(|| el("span").class("law").text(format!(": {}", row.law)));
        let what = el("td")
            .child(el("span").class("became").children(sign).text(said))
            .children(law)
            .children((!row.changes.is_empty()).then(|| el("ul").class("changes").children(row.changes.iter().map(change))));
        el("tr")
            .class(if severity == "error" { "broken" } else { "" })
            .attr("data-row", said)
            .child(self.side(comparison.before, row.before))
            .child(self.side(comparison.after, row.after))
            .child(what)
    }

    fn side(&self, history: usize, entry: Option<usize>) -> Element {
        let found = self
            .report
            .histories
            .get(history)
            .and_then(|own| Some((own, own.entries.iter().find(|it| Some(it.index) == entry)?)));
        let Some((own, entry)) = found else { return el("td").child(el("span").class("absent").text("–")) };
        let EntryReport { index, line, state, version, .. } = entry;
        let place = Place { input: own.source.input, line: *line, column: 1, end_column: 1 };
        let name = version.as_deref().filter(|version| !version.is_empty()).unwrap_or("no version");
        let label = format!("{}: entry {index}", self.place_name(history, *line, None));
        el("td")
            .child(
                place
                    .button(format!("#{index}"))
                    .attr("aria-label", label)
                    .number("data-of", history)
                    .number("data-pick", *index),
            )
            .text(format!(" {name} "))
            .child(el("span").class("absent").text(state.clone().unwrap_or_default()))
    }
}

fn change(change: &FieldChange) -> Element {
    let value = |value: &Option<String>| match value {
        Some(value) => el("code").prose(value.clone()),
        None => el("span").class("absent").text("empty"),
    };
    let severity = if change.allowed { "intact" } else { "error" };
    let verdict = if change.allowed { "allowed" } else { "not allowed" };
    let rule = change.rule.as_ref().map(|rule| el("span").class("law").text(format!(" ({rule})")));
    el("li")
        .class(severity)
        .child(words::sign(severity))
        .child(el("b").text(format!("{}, {verdict}: ", change.field)))
        .child(value(&change.before))
        .text(" → ")
        .child(value(&change.after))
        .child(el("span").class("law").text(format!(" {}", change.law)))
        .children(rule)
}

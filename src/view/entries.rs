//! The entries of a history: its timeline, and the same facts as a table.

use super::element::{Element, el};
use super::finding::Place;
use super::{View, left_out, words};
use crate::report::{EntryReport, HistoryReport, Severity, TrueCompletion};
use crate::timeline::{TimelineOptions, drawn, table};

/// CSS pixels after which a timeline, made smaller to be on one sheet, could not be read there: one and a half sheets.
const HIGHEST: f64 = 1200.0;

impl View<'_> {
    pub(super) fn timeline(&self, history: &HistoryReport) -> Option<Element> {
        let options = TimelineOptions {
            width: Some(self.options.width),
            history: Some(history.id),
            theme: self.options.theme,
            id_prefix: Some(format!("cvh-{}-{}", self.options.serial, history.id)),
            ..TimelineOptions::default()
        };
        let (svg, height) = drawn(self.report, &options)?;
        let figure = |class| el("figure").class(class).drawing(svg);
        Some(match height > HIGHEST {
            true => {
                figure("timeline long").child(left_out("The timeline is left out on paper: the table has all of its entries."))
            }
            false => figure("timeline"),
        })
    }

    pub(super) fn entries(&self, history: &HistoryReport) -> Element {
        let columns = ["Entry", "Version", "State", "Started", "Completed"];
        let head = columns.iter().map(|name| el("th").attr("scope", "col").text(*name));
        let rows = history.entries.iter().zip(table(history)).flat_map(|(entry, row)| {
            let doubted = history.is_doubted(entry);
            let truth = entry.true_completion.as_ref().map(|known| true_completion(known, doubted, columns.len() - 1));
            std::iter::once(self.entry(history, entry, row.duration)).chain(truth)
        });
        let drawn = el("table")
            .child(el("caption").text("Entries, newest first; times in UTC"))
            .child(el("thead").child(el("tr").children(head)))
            .child(el("tbody").children(rows));
        // What scrolls must be reachable without a pointer.
        el("div")
            .class("scrolls")
            .attr("role", "region")
            .attr("tabindex", "0")
            .attr("aria-label", format!("Entries of {}", self.name(history)))
            .child(drawn)
    }

    fn entry(&self, history: &HistoryReport, entry: &EntryReport, duration: String) -> Element {
        let place = Place { input: history.source.input, line: entry.line, column: 1, end_column: 1 };
        let text = |value: &Option<String>| match value.as_deref() {
            Some("") => el("span").class("absent").text("empty"),
            Some(value) => el("span").text(value.to_owned()),
            None => el("span").class("absent").text("none"),
        };
        let open = entry.index == 0 && entry.state.as_deref() == Some("Partial");
        let completed = match &entry.completion_time {
            None if open => el("span").class("absent").text("in progress"),
            time => time_or_unknown(time),
        };
        // A length is told only where both ends of it can be believed.
        let believed = entry.started_time.is_some() && entry.completion_time.is_some() && !history.is_doubted(entry);
        let length = believed.then(|| el("span").class("length").text(format!(" after {duration}")));
        let index = place
            .button(entry.index.to_string())
            .attr("aria-label", format!("{}: entry {}", self.line_name(history, entry), entry.index));
        el("tr")
            .number("data-index", entry.index)
            .child(el("th").attr("scope", "row").child(index))
            .child(mark(history, entry, "version", text(&entry.version)))
            .child(mark(history, entry, "state", text(&entry.state)))
            .child(mark(history, entry, "startedTime", time_or_unknown(&entry.started_time)))
            .child(mark(history, entry, "completionTime", completed).children(length))
    }

    fn line_name(&self, history: &HistoryReport, entry: &EntryReport) -> String {
        self.place_name(history.id, entry.line, None)
    }
}

fn time_or_unknown(time: &Option<String>) -> Element {
    time.as_deref().map_or_else(|| el("span").class("absent").text("unknown"), words::instant)
}

/// A cell, with a sign where a finding stands at its field.
fn mark(history: &HistoryReport, entry: &EntryReport, field: &str, value: Element) -> Element {
    let here = |finding: &&crate::report::Finding| {
        finding.entry == Some(entry.index) && finding.field.as_deref() == Some(field) && finding.severity > Severity::Info
    };
    let Some(finding) = history.findings.iter().find(here) else { return el("td").child(value) };
    let severity = words::severity(finding.severity);
    let said = el("span").class("unseen").text(format!("{severity}: {}", words::title(&finding.rule)));
    el("td").class(format!("marked {severity}")).child(words::sign(severity)).child(value).child(said)
}

/// The row below an entry of which more is known than its record: what its true completion was, or that the evidence agrees.
fn true_completion(known: &TrueCompletion, doubted: bool, columns: usize) -> Element {
    let cell = el("td").number("colspan", columns);
    if !doubted {
        let basis = el("span").class("basis").text(known.basis.join("; "));
        return el("tr").class("true").child(el("td")).child(cell.child(basis));
    }
    let cell = cell.text("True completion: ");
    let cell = match (&known.exact, &known.not_before, &known.not_after) {
        (Some(exact), _, _) => cell.child(words::instant(exact)),
        (None, Some(from), Some(until)) => {
            cell.text("between ").child(words::instant(from)).text(" and ").child(words::instant(until))
        }
        (None, Some(from), None) => cell.text("after ").child(words::instant(from)),
        (None, None, Some(until)) => cell.text("before ").child(words::instant(until)),
        (None, None, None) => cell.text("unknown"),
    };
    let basis = (!known.basis.is_empty()).then(|| el("span").class("basis").text(format!(" ({})", known.basis.join("; "))));
    el("tr").class("true").child(el("td")).child(cell.children(basis))
}

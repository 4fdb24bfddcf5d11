//! Lanes below the rows: the dated records beside the history, one lane a kind, aligned in time.

use super::axis::Axis;
use super::labels::{SMALL, line, plain, width};
use super::scene::{Align, Label, Record, Rect, Tone};
use super::words::seconds;
use crate::report::EvidenceItem;

/// Kinds beyond which no lane is drawn.
const LANES: usize = 6;
/// Height of a record.
const HEIGHT: f64 = 8.0;
/// Height of what lasts.
const LASTING: f64 = 2.0;
/// Width of an instant.
const INSTANT: f64 = 4.0;

/// Lays out what falls within the axis, from `y` on, which it moves.
pub(super) fn lanes(axis: &Axis, evidence: &[EvidenceItem], (left, right): (f64, f64), y: &mut f64) -> (Vec<Label>, Vec<Record>) {
    let (from, to) = axis.ends();
    let within = |item: &&EvidenceItem| seconds(Some(&item.time)).is_some_and(|time| (from..=to).contains(&time));
    let shown: Vec<&EvidenceItem> = evidence.iter().filter(within).collect();
    let mut kinds: Vec<&str> = vec![];
    for item in &shown {
        if !kinds.contains(&item.kind.as_str()) {
            kinds.push(&item.kind);
        }
    }
    let (mut labels, mut records) = (vec![], vec![]);
    for kind in kinds.into_iter().take(LANES) {
        let own: Vec<_> = shown.iter().filter(|item| item.kind == kind).collect();
        let text = format!("{kind}: {} {}", own.len(), if own.len() == 1 { "record" } else { "records" });
        let rect = Rect { x: left, y: *y, w: width(&text, SMALL).min(right - left), h: line(SMALL) };
        labels.push(Label { rect, size: SMALL, align: Align::Start, tone: Tone::Muted, text, full: None, entry: None });
        *y += line(SMALL) + 2.0;
        for item in own {
            let x = seconds(Some(&item.time)).map_or(left, |time| axis.x(time));
            let until = seconds(item.end_time.as_deref()).map(|time| axis.x(time.min(to)));
            let w = until.map_or(INSTANT, |until| (until - x).max(INSTANT));
            let x = if until.is_none() { x - INSTANT / 2.0 } else { x };
            // What lasts is a line behind the instants.
            let (top, h) = if until.is_some() { (*y + (HEIGHT - LASTING) / 2.0, LASTING) } else { (*y, HEIGHT) };
            let rect = Rect { x: x.clamp(left, right - w), y: top, w, h };
            let title = format!("{}: {}", item.time, plain(&item.message, 200));
            records.push(Record { rect, title, input: item.input, line: item.line });
        }
        *y += HEIGHT + 6.0;
    }
    (labels, records)
}

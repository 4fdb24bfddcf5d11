//! Lanes below the rows: the dated records beside the history, one lane a kind, aligned in time.

use super::axis::Axis;
use super::labels::{SMALL, line, plain, width};
use super::scene::{Align, Label, Record, Rect, Tone};
use crate::report::EvidenceItem;

/// Kinds beyond which no lane is drawn.
const LANES: usize = 6;
/// Height of a record.
const HEIGHT: f64 = 8.0;
/// Height of what lasts.
const LASTING: f64 = 2.0;
/// Width of an instant.
const INSTANT: f64 = 4.0;
/// Records of one place that are named.
const NAMED: usize = 3;

/// A record in sight: where it begins, how wide it lasts (0 for an instant), and itself.
type Placed<'e> = (f64, f64, &'e EvidenceItem);

/// What is to be drawn in lanes.
pub(super) struct Lanes<'e> {
    pub(super) evidence: &'e [EvidenceItem],
    /// When each began and ended.
    pub(super) times: &'e super::Times,
    /// The whole of the axis, of which a part may be in sight.
    pub(super) whole: (i64, i64),
}

/// Lays out what falls within the axis, from `y` on, which it moves.
pub(super) fn lanes(axis: &Axis, given: &Lanes<'_>, (left, right): (f64, f64), y: &mut f64) -> (Vec<Label>, Vec<Record>) {
    let (from, to) = given.whole;
    let (first, last) = axis.ends();
    let all = given.evidence.iter().zip(given.times);
    let within =
        all.filter_map(|(item, (time, until))| Some((item, (*time)?, *until))).filter(|(_, time, _)| (from..=to).contains(time));
    // A lane for each kind, in the order in which they appear.
    let mut kinds: Vec<(&str, usize, Vec<Placed<'_>>)> = vec![];
    for (item, time, until) in within {
        let at = kinds.iter().position(|(kind, ..)| *kind == item.kind).unwrap_or_else(|| {
            kinds.push((&item.kind, 0, vec![]));
            kinds.len() - 1
        });
        kinds[at].1 += 1;
        if time > last || until.unwrap_or(time) < first {
            continue;
        }
        let x = axis.x(time);
        let w = until.map_or(INSTANT, |until| (axis.x(until.min(to)) - x).max(INSTANT));
        let x = if until.is_none() { x - INSTANT / 2.0 } else { x };
        kinds[at].2.push((x.clamp(left, right - w), if until.is_none() { 0.0 } else { w }, item));
    }
    let (mut labels, mut records) = (vec![], vec![]);
    for (kind, count, mut own) in kinds.into_iter().take(LANES) {
        let text = format!("{kind}: {count} {}", if count == 1 { "record" } else { "records" });
        let rect = Rect { x: left, y: *y, w: width(&text, SMALL).min(right - left), h: line(SMALL) };
        labels.push(Label { rect, size: SMALL, align: Align::Start, tone: Tone::Muted, text, full: None, entry: None });
        *y += line(SMALL) + 2.0;
        // What falls on one pixel is one mark: so many there can be, and no more.
        crate::order::sort(&mut own, |a, b| a.0.round().total_cmp(&b.0.round()).then(a.1.total_cmp(&b.1)));
        for same in own.chunk_by(|a, b| a.0.round() == b.0.round() && (a.1 - b.1).abs() < 1.0) {
            let Some((x, lasts, item)) = same.first() else { continue };
            // What lasts is a line behind the instants.
            let (top, h) = if *lasts > 0.0 { (*y + (HEIGHT - LASTING) / 2.0, LASTING) } else { (*y, HEIGHT) };
            let rect = Rect { x: *x, y: top, w: lasts.max(INSTANT), h };
            records.push(Record { rect, count: same.len(), title: title(same), input: item.input, line: item.line });
        }
        *y += HEIGHT + 6.0;
    }
    (labels, records)
}

fn title(same: &[Placed<'_>]) -> String {
    let one = |item: &EvidenceItem| format!("{}: {}", item.time, plain(&item.message, 200));
    let mut text: Vec<String> = same.iter().take(NAMED).map(|(_, _, item)| one(item)).collect();
    if same.len() > NAMED {
        text.push(format!("and {} more records", same.len() - NAMED));
    }
    text.join("\n")
}

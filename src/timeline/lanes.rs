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

/// The records of one kind.
struct Lane<'e> {
    kind: &'e str,
    /// How many there are, in sight or not.
    count: usize,
    /// Those in sight, from left to right.
    placed: Vec<Placed<'e>>,
}

impl<'e> Lane<'e> {
    /// What falls on one pixel is one mark: so many there can be, and no more.
    fn marks(&self) -> impl Iterator<Item = &[Placed<'e>]> {
        self.placed.chunk_by(|a, b| a.0.round() == b.0.round() && (a.1 - b.1).abs() < 1.0)
    }
}

/// A lane for each kind, in the order in which they appear, as far as lanes are drawn.
fn sorted<'e>(axis: &Axis, given: &Lanes<'e>, (left, right): (f64, f64)) -> Vec<Lane<'e>> {
    let (from, to) = given.whole;
    let (first, last) = axis.ends();
    let all = given.evidence.iter().zip(given.times);
    let within =
        all.filter_map(|(item, (time, until))| Some((item, (*time)?, *until))).filter(|(_, time, _)| (from..=to).contains(time));
    let mut lanes: Vec<Lane<'_>> = vec![];
    for (item, time, until) in within {
        let at = lanes.iter().position(|lane| lane.kind == item.kind).unwrap_or_else(|| {
            lanes.push(Lane { kind: &item.kind, count: 0, placed: vec![] });
            lanes.len() - 1
        });
        lanes[at].count += 1;
        if time > last || until.unwrap_or(time) < first {
            continue;
        }
        let x = axis.x(time);
        let w = until.map_or(INSTANT, |until| (axis.x(until.min(to)) - x).max(INSTANT));
        let x = if until.is_none() { x - INSTANT / 2.0 } else { x };
        // What lasts may be as wide as all that is in sight, and by rounding wider.
        lanes[at].placed.push((x.min(right - w).max(left), if until.is_none() { 0.0 } else { w }, item));
    }
    lanes.truncate(LANES);
    let order = |a: &Placed<'_>, b: &Placed<'_>| a.0.round().total_cmp(&b.0.round()).then(a.1.total_cmp(&b.1));
    // A log is in order as it is.
    for lane in lanes.iter_mut().filter(|lane| !lane.placed.is_sorted_by(|a, b| order(a, b).is_le())) {
        crate::order::sort(&mut lane.placed, order);
    }
    lanes
}

/// Lays out what falls within the axis, from `y` on, which it moves. Only a picture that stays as it is has titles:
/// of one that moves, [`record`] tells what is under the pointer.
pub(super) fn lanes(
    axis: &Axis,
    given: &Lanes<'_>,
    (left, right): (f64, f64),
    titled: bool,
    y: &mut f64,
) -> (Vec<Label>, Vec<Record>) {
    let (mut labels, mut records) = (vec![], vec![]);
    for (n, lane) in sorted(axis, given, (left, right)).iter().enumerate() {
        let text = format!("{}: {} {}", lane.kind, lane.count, if lane.count == 1 { "record" } else { "records" });
        let rect = Rect { x: left, y: *y, w: width(&text, SMALL).min(right - left), h: line(SMALL) };
        labels.push(Label { rect, size: SMALL, align: Align::Start, tone: Tone::Muted, text, full: None, entry: None });
        *y += line(SMALL) + 2.0;
        for same in lane.marks() {
            let Some((x, lasts, item)) = same.first() else { continue };
            // What lasts is a line behind the instants.
            let (top, h) = if *lasts > 0.0 { (*y + (HEIGHT - LASTING) / 2.0, LASTING) } else { (*y, HEIGHT) };
            let rect = Rect { x: *x, y: top, w: lasts.max(INSTANT), h };
            let title = if titled { title(same) } else { String::new() };
            records.push(Record { rect, lane: n, count: same.len(), title, input: item.input, line: item.line });
        }
        *y += HEIGHT + 6.0;
    }
    (labels, records)
}

/// What the mark of a lane under `x` tells, the input it stands in, and its line: of several the nearest, of those the shortest.
pub(super) fn record(axis: &Axis, given: &Lanes<'_>, sides: (f64, f64), lane: usize, x: f64) -> Option<(String, usize, usize)> {
    let lanes = sorted(axis, given, sides);
    let marks = lanes.get(lane)?.marks().filter_map(|same| Some((same.first()?, same)));
    let far = |(at, lasts, _): &Placed<'_>| (at - x).max(x - at - lasts.max(INSTANT)).max(0.0);
    let nearest = marks.min_by(|(a, _), (b, _)| far(a).total_cmp(&far(b)).then(a.1.total_cmp(&b.1)))?;
    let ((_, _, item), same) = nearest;
    Some((title(same), item.input, item.line))
}

fn title(same: &[Placed<'_>]) -> String {
    let one = |item: &EvidenceItem| format!("{}: {}", item.time, plain(&item.message, 200));
    let mut text: Vec<String> = same.iter().take(NAMED).map(|(_, _, item)| one(item)).collect();
    if same.len() > NAMED {
        text.push(format!("and {} more records", same.len() - NAMED));
    }
    text.join("\n")
}

//! The rows: an entry each, with its bar, its texts and the marks of its findings.

use super::axis::Axis;
use super::bar;
use super::entry::Entry;
use super::labels::{SMALL, TEXT, line, place};
use super::layout::{BAR, PAD};
use super::marks::{self, Ends, LANE};
use super::scene::{Align, Bar, End, Kind, Label, Mark, Rect, Tone};
use super::table;

/// What the rows are drawn into.
pub(super) struct Rows<'a> {
    pub(super) axis: &'a Axis,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) breaks: &'a [Rect],
    pub(super) labels: Vec<Label>,
    pub(super) marks: Vec<Mark>,
    /// Rows keep their height wherever one looks.
    pub(super) fixed: bool,
}

impl Rows<'_> {
    /// On which side an entry is out of sight.
    fn hidden(&self, entry: &Entry<'_>) -> Option<std::cmp::Ordering> {
        let from = entry.stretches.first().map(|stretch| stretch.from).or(entry.start).or(entry.end)?;
        let to = entry.stretches.last().map_or(from, |stretch| if stretch.end == End::Open { i64::MAX } else { stretch.to });
        self.axis.beyond(from, to)
    }

    /// Adds an entry's row below `y` and moves `y` to its end.
    pub(super) fn add(&mut self, entry: &Entry<'_>, words: Option<&table::Row>, canvas: f64, y: &mut f64) -> Bar {
        let top = *y;
        let mut pieces = bar::pieces(entry, self.axis, (self.left, self.right));
        let end_only = bar::end_only(entry, self.axis, self.right);
        let start = pieces.first().map(|p| p.rect.x);
        let end = pieces.last().map(|p| p.rect.right()).or(end_only.map(|r| r.right()));
        let lane = if entry.findings.is_empty() { 0.0 } else { LANE };

        let extent = (start.or(end).unwrap_or(self.left), end.unwrap_or(self.left));
        let hidden = self.hidden(entry).filter(|_| pieces.is_empty() && end_only.is_none());
        let mut texts = match hidden {
            Some(side) => bar::Texts { labels: vec![bar::elsewhere(entry, side.is_gt(), (self.left, self.right))], above: false },
            None => bar::texts(entry, &pieces, extent, self.breaks, (self.left, self.right), self.fixed),
        };
        let above = if texts.above { line(TEXT) + 1.0 } else { 0.0 };
        let bar_top = top + above + lane;
        for piece in &mut pieces {
            piece.rect.y = bar_top;
        }
        for label in &mut texts.labels {
            label.rect.y = bar_top + (BAR - label.rect.h) / 2.0;
        }
        if let (true, Some(label)) = (texts.above, texts.labels.first_mut()) {
            label.rect.y = top;
        }
        if lane > 0.0 && hidden.is_none() {
            let ends = Ends { start: instant(entry.start, self.axis), end: instant(entry.end, self.axis).or(end), top: bar_top };
            let (marks, more) = marks::marks(entry, &ends, top + above, (self.left, self.right));
            self.marks.extend(marks);
            self.labels.extend(more);
        }
        let mut number = place(format!("#{}", entry.report.index), SMALL, self.left - 6.0, 0.0, Align::End, (0.0, self.left));
        number.rect.y = bar_top + (BAR - number.rect.h) / 2.0;
        number.tone = Tone::Muted;
        number.entry = Some(entry.report.index);
        self.labels.push(number);
        self.labels.extend(texts.labels);

        *y = bar_top + BAR + PAD;
        Bar {
            entry: entry.report.index,
            class: match entry.kind() {
                Kind::Completed => "completed",
                Kind::Partial => "partial",
                Kind::Progress => "in-progress",
                _ => "unknown",
            },
            row: Rect { x: 0.0, y: top - PAD / 2.0, w: canvas, h: *y - top },
            pieces,
            end_only: end_only.map(|r| Rect { y: bar_top, ..r }),
            title: words.map(table::tooltip).unwrap_or_default(),
        }
    }
}

fn instant(t: Option<i64>, axis: &Axis) -> Option<f64> {
    t.filter(|t| axis.beyond(*t, *t).is_none()).map(|t| axis.x(t))
}

//! From a history to a [`Scene`]: rows from the newest entry down, one bar in each.

use super::TimelineOptions;
use super::axis::Axis;
use super::bar;
use super::entry::{self, Entry};
use super::labels::{SMALL, TEXT, fit, line, place, width};
use super::lanes;
use super::legend::legend;
use super::marks::{self, Ends, LANE, MARK};
use super::scene::{Align, Bar, Break, End, Kind, Label, Mark, Rect, Scene, Tone};
use super::table;
use super::ticks;
use super::words::duration;
use crate::report::{EvidenceItem, Finding, HistoryReport};

/// Space at the canvas' edges.
const MARGIN: f64 = 8.0;
/// Height of a bar.
pub(super) const BAR: f64 = 18.0;
/// Space between rows.
const PAD: f64 = 7.0;
/// A second axis is drawn below rows that are higher than this.
const TALL: f64 = 560.0;

/// Lays a history out. `compared` are the findings of comparisons in which it is the newer one.
pub fn layout(history: &HistoryReport, compared: &[&Finding], options: &TimelineOptions) -> Scene {
    layout_with(history, compared, &[], options)
}

/// The same, with the dated records beside the history in lanes below it.
pub fn layout_with(
    history: &HistoryReport,
    compared: &[&Finding],
    evidence: &[EvidenceItem],
    options: &TimelineOptions,
) -> Scene {
    let canvas = options.width();
    let entries = entry::entries(history, compared);
    let general: Vec<&Finding> = entry::findings(history, compared)
        .into_iter()
        .filter(|f| !entries.iter().any(|e| Some(e.report.index) == f.entry))
        .collect();

    let last = history.entries.iter().map(|e| e.index).max().unwrap_or_default();
    let left = MARGIN + width(&format!("#{last}"), SMALL) + 8.0;
    let right = canvas - MARGIN;
    let axis = axis(&entries, left, right, options.true_scale);
    let within = (MARGIN, right);

    let mut labels = Vec::new();
    let mut marks = Vec::new();
    let mut y = MARGIN;
    let caption_at = header_marks(&general, left, right, y, &mut marks);
    labels.push(caption(&axis, options.true_scale, caption_at, right, y));
    y += line(TEXT) + 6.0;
    let header = y;
    let lengths = ticks::break_lengths(&axis, within, y);
    if !lengths.is_empty() {
        y += line(SMALL) + 1.0;
    }
    labels.extend(lengths);
    let (tick_xs, tick_labels) = if axis_has_times(&entries) { ticks::ticks(&axis, within, y) } else { Default::default() };
    if !tick_labels.is_empty() {
        y += ticks::height() + 2.0;
    }
    labels.extend(tick_labels);
    let header_labels = labels.len();

    let plot_top = y;
    y += PAD;
    let breaks: Vec<Rect> = axis.breaks().map(|gap| Rect { x: gap.x, y: plot_top, w: gap.w, h: 0.0 }).collect();
    let mut rows = Rows { axis: &axis, left, right, breaks: &breaks, labels, marks };
    let words: Vec<table::Row> = entries.iter().map(table::row).collect();
    let bars: Vec<Bar> = entries.iter().zip(&words).map(|(e, words)| rows.add(e, words, canvas, &mut y)).collect();
    let Rows { mut labels, marks, .. } = rows;
    let plot = Rect { x: left, y: plot_top, w: right - left, h: y - plot_top };

    let mut axes = vec![plot_top];
    if plot.h > TALL {
        axes.push(y);
        let shift = y + 4.0 - header;
        let below: Vec<Label> = labels.iter().take(header_labels).skip(1).map(|l| moved(l, shift)).collect();
        y += plot_top - header + 6.0;
        labels.extend(below);
    }
    y += 8.0;
    let (named, records) = lanes::lanes(&axis, evidence, (left, right), &mut y);
    labels.extend(named);
    let (legend, names, height) = legend(&bars, &marks, !breaks.is_empty(), within, y);
    labels.extend(names);

    Scene {
        width: canvas,
        height: (y + height + MARGIN).ceil(),
        plot,
        ticks: tick_xs,
        breaks: axis
            .breaks()
            .map(|gap| {
                let seconds = gap.to.saturating_sub(gap.from);
                Break {
                    rect: Rect { x: gap.x, w: gap.w, y: plot.y, h: plot.h },
                    seconds,
                    title: format!("{} shortened", duration(seconds)),
                }
            })
            .collect(),
        bars,
        marks,
        records,
        labels,
        legend,
        axes,
        title: options.title.clone().unwrap_or_else(|| "Timeline of status.history".to_owned()),
        description: table::description(&words, &general),
    }
}

/// The axis over all instants, with room at its end for what has none.
fn axis(entries: &[Entry<'_>], left: f64, right: f64, true_scale: bool) -> Axis {
    let stretches = || entries.iter().flat_map(|e| &e.stretches);
    let mut events: Vec<i64> = stretches().flat_map(|s| [s.from, s.to]).collect();
    events.extend(entries.iter().flat_map(|e| [e.start, e.end]).flatten());
    // Where nothing bounds an overwritten completion, the whole bar may have been the update.
    let quiet = |e: &Entry<'_>, kind| matches!(kind, Kind::Overwritten | Kind::Unsure) && e.stretches.len() > 1;
    let busy: Vec<(i64, i64)> =
        entries.iter().flat_map(|e| e.stretches.iter().filter(|s| !quiet(e, s.kind))).map(|s| (s.from, s.to)).collect();
    let width = right - left;
    let tail = if entries.iter().any(Entry::in_progress) {
        (width * 0.12).clamp(48.0, 120.0)
    } else if stretches().any(|s| s.end == End::Missing) {
        bar::STUB
    } else {
        0.0
    };
    Axis::new(events, &busy, left, width - tail, true_scale)
}

fn axis_has_times(entries: &[Entry<'_>]) -> bool {
    entries.iter().any(|e| e.start.is_some() || e.end.is_some())
}

/// Findings about the history as a whole stand in the first line; gives where its text begins.
fn header_marks(general: &[&Finding], left: f64, right: f64, y: f64, marks: &mut Vec<Mark>) -> f64 {
    let mut x = left;
    for finding in general {
        if x + MARK > left + (right - left) / 3.0 {
            break;
        }
        marks.push(marks::mark(finding, Rect { x, y: y + 1.0, w: MARK, h: MARK }, None));
        x += MARK + 3.0;
    }
    if x > left { x + 4.0 } else { left }
}

fn caption(axis: &Axis, true_scale: bool, x: f64, right: f64, y: f64) -> Label {
    let long = match axis.breaks().count() {
        0 if true_scale => "true to scale".to_owned(),
        0 => String::new(),
        1 => "one long stretch shortened".to_owned(),
        n => format!("{n} long stretches shortened"),
    };
    let short = if axis.widened() { "short stretches widened" } else { "" };
    let both = [long.as_str(), short].map(|part| (!part.is_empty()).then_some(part));
    let both = both.into_iter().flatten().collect::<Vec<_>>().join(", ");
    // The first that fits; the last always does.
    let texts = if both.is_empty() {
        vec!["Times in UTC".to_owned()]
    } else {
        [&both, &long].map(|said| [format!("Times in UTC; {said}"), format!("UTC; {said}")]).concat()
    };
    let text = texts.iter().find(|text| width(text, TEXT) <= right - x).or(texts.last());
    let text = fit(text.map_or("UTC", String::as_str), TEXT, right - x);
    let mut label = place(text, TEXT, x, y, Align::Start, (x, right));
    label.tone = Tone::Muted;
    label
}

fn moved(label: &Label, down: f64) -> Label {
    let mut label = label.clone();
    label.rect.y += down;
    label
}

/// What the rows are drawn into.
struct Rows<'a> {
    axis: &'a Axis,
    left: f64,
    right: f64,
    breaks: &'a [Rect],
    labels: Vec<Label>,
    marks: Vec<Mark>,
}

impl Rows<'_> {
    /// Adds an entry's row below `y` and moves `y` to its end.
    fn add(&mut self, entry: &Entry<'_>, words: &table::Row, canvas: f64, y: &mut f64) -> Bar {
        let top = *y;
        let mut pieces = bar::pieces(entry, self.axis, (self.left, self.right));
        let end_only = bar::end_only(entry, self.axis, self.right);
        let start = pieces.first().map(|p| p.rect.x);
        let end = pieces.last().map(|p| p.rect.right()).or(end_only.map(|r| r.right()));
        let lane = if entry.findings.is_empty() { 0.0 } else { LANE };

        let extent = (start.or(end).unwrap_or(self.left), end.unwrap_or(self.left));
        let mut texts = bar::texts(entry, &pieces, extent, self.breaks, (self.left, self.right));
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
        if lane > 0.0 {
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
            title: table::tooltip(words),
        }
    }
}

fn instant(t: Option<i64>, axis: &Axis) -> Option<f64> {
    t.map(|t| axis.x(t))
}

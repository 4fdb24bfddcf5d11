//! From a history to a [`Scene`]: rows from the newest entry down, one bar in each.

use super::axis::Axis;
use super::bar;
use super::entry::{self, Entry};
use super::labels::{SMALL, TEXT, fit, line, place, plain, width};
use super::lanes::{self, Lanes};
use super::legend::legend;
use super::marks::{self, MARK};
use super::rows::Rows;
use super::scene::{Align, Bar, Break, End, Kind, Label, Mark, Rect, Scene, Tone};
use super::table;
use super::ticks;
use super::words::duration;
use super::zone::Zone;
use super::{TimelineOptions, Window};
use crate::report::{EvidenceItem, Finding, HistoryReport};

/// Space at the canvas' edges.
const MARGIN: f64 = 8.0;
/// Height of a bar.
pub(super) const BAR: f64 = 18.0;
/// Space between rows.
pub(super) const PAD: f64 = 7.0;
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
    layout_timed(history, compared, evidence, &super::evidence_times(evidence), options)
}

/// The same, where the records' times were read before.
pub(super) fn layout_timed(
    history: &HistoryReport,
    compared: &[&Finding],
    evidence: &[EvidenceItem],
    times: &super::Times,
    options: &TimelineOptions,
) -> Scene {
    let canvas = options.width();
    let entries = entry::entries(history, compared);
    let general: Vec<&Finding> = entry::findings(history, compared)
        .into_iter()
        .filter(|f| !entries.iter().any(|e| Some(e.report.index) == f.entry))
        .collect();

    let (left, right) = sides(&entries, canvas);
    let mut axis = axis(&entries, left, right, options);
    if let Some(zone) = &options.zone {
        axis.zone = Zone::new(zone);
    }
    let fixed = options.zoom.is_some();
    // Wherever one looks, there is room for what is to be said of breaks.
    let broken = fixed && whole_axis(&entries, left, right, 1.0, options.true_scale).breaks().next().is_some();
    let within = (MARGIN, right);

    let mut labels = Vec::new();
    let mut marks = Vec::new();
    let mut y = MARGIN;
    let caption_at = header_marks(&general, left, right, y, &mut marks);
    labels.push(caption(&axis, options, caption_at, right, y));
    y += line(TEXT) + 6.0;
    let header = y;
    let lengths = ticks::break_lengths(&axis, within, y);
    if broken || !lengths.is_empty() {
        y += line(SMALL) + 1.0;
    }
    labels.extend(lengths);
    let (tick_xs, tick_labels) = if axis_has_times(&entries) { ticks::ticks(&axis, within, y) } else { Default::default() };
    if fixed || !tick_labels.is_empty() {
        y += ticks::height() + 2.0;
    }
    labels.extend(tick_labels);
    let header_labels = labels.len();

    let plot_top = y;
    y += PAD;
    let breaks: Vec<Rect> = axis.breaks().map(|gap| Rect { x: gap.x, y: plot_top, w: gap.w, h: 0.0 }).collect();
    let mut rows = Rows { axis: &axis, left, right, breaks: &breaks, labels, marks, fixed };
    // Who moves along has the words of it already.
    let words: Vec<table::Row> = if options.in_sight.is_some() { vec![] } else { entries.iter().map(table::row).collect() };
    let bars: Vec<Bar> = entries.iter().enumerate().map(|(n, e)| rows.add(e, words.get(n), canvas, &mut y)).collect();
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
    let given = Lanes { evidence, times, whole: span(&entries) };
    let (named, records) = lanes::lanes(&axis, &given, (left, right), !fixed, &mut y);
    labels.extend(named);
    let shown = || bars.iter().flat_map(|bar| &bar.pieces).map(|piece| piece.kind);
    // What is out of sight now must not change the height of the legend.
    let (kinds, severities, broken) = match fixed {
        true => (
            entries.iter().flat_map(|e| &e.stretches).map(|s| s.kind).collect(),
            entries.iter().flat_map(|e| &e.findings).chain(&general).map(|f| f.severity).collect(),
            broken,
        ),
        false => (shown().collect(), marks.iter().map(|mark| mark.severity).collect(), !breaks.is_empty()),
    };
    let (legend, names, height) = legend(kinds, severities, broken, within, y);
    labels.extend(names);

    let mut scene = Scene {
        width: canvas,
        height: (y + height + MARGIN).ceil(),
        plot,
        ticks: tick_xs,
        breaks: axis
            .breaks()
            .map(|gap| {
                let seconds = gap.whole;
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
        still: !fixed,
        title: options.title.clone().unwrap_or_else(|| "Timeline of status.history".to_owned()),
        description: table::description(&words, &general),
    };
    if let Some([top, bottom]) = options.in_sight {
        scene.crop(top, bottom);
    }
    scene
}

/// What the mark under `x` in a lane of the same layout tells, the input it stands in, and its line.
pub(super) fn record(
    entries: &[Entry<'_>],
    (evidence, times): (&[EvidenceItem], &super::Times),
    options: &TimelineOptions,
    (lane, x): (usize, f64),
) -> Option<(String, usize, usize)> {
    let sides = sides(entries, options.width());
    let axis = axis(entries, sides.0, sides.1, options);
    lanes::record(&axis, &Lanes { evidence, times, whole: span(entries) }, sides, lane, x)
}

/// From the first to the last instant of the entries.
fn span(entries: &[Entry<'_>]) -> (i64, i64) {
    let events = || entries.iter().flat_map(|e| e.stretches.iter().flat_map(|s| [s.from, s.to]).chain(e.start).chain(e.end));
    (events().min().unwrap_or_default(), events().max().unwrap_or_default())
}

/// The sides of the plot on a canvas of so much width.
pub(super) fn sides(entries: &[Entry<'_>], canvas: f64) -> (f64, f64) {
    let last = entries.iter().map(|e| e.report.index).max().unwrap_or_default();
    (MARGIN + width(&format!("#{last}"), SMALL) + 8.0, canvas - MARGIN)
}

/// The axis over all instants, with room at its end for what has none; of a zoomed one what is in sight.
fn axis(entries: &[Entry<'_>], left: f64, right: f64, options: &TimelineOptions) -> Axis {
    let Window { zoom, offset } = options.window();
    let whole = whole_axis(entries, left, right, zoom, options.true_scale);
    match options.zoom {
        Some(_) if zoom > 1.0 => whole.window(offset.clamp(0.0, (right - left) * (zoom - 1.0)), left, right),
        _ => whole,
    }
}

/// The axis at a magnification, all of it.
pub(super) fn whole_axis(entries: &[Entry<'_>], left: f64, right: f64, zoom: f64, true_scale: bool) -> Axis {
    let stretches = || entries.iter().flat_map(|e| &e.stretches);
    let mut events: Vec<i64> = stretches().flat_map(|s| [s.from, s.to]).collect();
    events.extend(entries.iter().flat_map(|e| [e.start, e.end]).flatten());
    // Where nothing bounds an overwritten completion, the whole bar may have been the update.
    let quiet = |e: &Entry<'_>, kind| matches!(kind, Kind::Overwritten | Kind::Unsure) && e.stretches.len() > 1;
    let busy: Vec<(i64, i64)> =
        entries.iter().flat_map(|e| e.stretches.iter().filter(|s| !quiet(e, s.kind))).map(|s| (s.from, s.to)).collect();
    let width = (right - left) * zoom;
    let tail = if entries.iter().any(Entry::in_progress) {
        ((right - left) * 0.12).clamp(48.0, 120.0)
    } else if stretches().any(|s| s.end == End::Missing) {
        bar::STUB
    } else {
        0.0
    };
    Axis::zoomed(events, &busy, (left, right - left - tail, width - tail), true_scale)
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

fn caption(axis: &Axis, options: &TimelineOptions, x: f64, right: f64, y: f64) -> Label {
    let zone = options.zone.as_ref().map_or("UTC", |zone| zone.name.as_str());
    let zone = plain(zone, 40);
    let long = match axis.breaks().count() {
        0 if options.true_scale => "true to scale".to_owned(),
        0 => String::new(),
        1 => "one long stretch shortened".to_owned(),
        n => format!("{n} long stretches shortened"),
    };
    let short = if axis.widened() { "short stretches widened" } else { "" };
    let both = [long.as_str(), short].map(|part| (!part.is_empty()).then_some(part));
    let both = both.into_iter().flatten().collect::<Vec<_>>().join(", ");
    // The first that fits; the last always does.
    let texts = if both.is_empty() {
        vec![format!("Times in {zone}")]
    } else {
        [&both, &long].map(|said| [format!("Times in {zone}; {said}"), format!("{zone}; {said}")]).concat()
    };
    let text = texts.iter().find(|text| width(text, TEXT) <= right - x).or(texts.last());
    let text = fit(text.map_or(zone.as_str(), String::as_str), TEXT, right - x);
    let mut label = place(text, TEXT, x, y, Align::Start, (x, right));
    label.tone = Tone::Muted;
    label
}

fn moved(label: &Label, down: f64) -> Label {
    let mut label = label.clone();
    label.rect.y += down;
    label
}

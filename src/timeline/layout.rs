//! A history as numbers: where each bar, mark, tick and word goes. Nothing here is markup.

use chrono::{DateTime, Utc};

use super::TimelineOptions;
use super::axis::Axis;
use super::table::{Row, release, table, time, truth};
use super::text::{SIZE, duration, fit, width};
use crate::report::{EntryReport, Finding, HistoryReport, Severity};

/// A drawing, in pixels from its upper left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Left and right end of the axis, and its height on the page.
    pub axis: (f64, f64, f64),
    /// Where the rows end.
    pub bottom: f64,
    /// What it shows, in a few words.
    pub title: String,
    /// What it shows, in a paragraph.
    pub description: String,
    /// One for each entry that has a time.
    pub bars: Vec<Bar>,
    /// One for each finding.
    pub marks: Vec<Mark>,
    /// Labelled places of the axis.
    pub ticks: Vec<Tick>,
    /// Where the axis is cut short.
    pub breaks: Vec<Break>,
    /// All words.
    pub labels: Vec<Label>,
    /// The legend's samples: what, and where.
    pub legend: Vec<(Sample, f64, f64)>,
}

/// An entry's bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// The entry.
    pub entry: usize,
    /// Its state.
    pub shape: Shape,
    /// Left end.
    pub x: f64,
    /// Upper end.
    pub y: f64,
    /// At least three pixels.
    pub width: f64,
    /// It has no end yet.
    pub open: bool,
    /// It ends before it begins.
    pub backwards: bool,
    /// From where to where the true end may lie.
    pub doubtful: Option<(f64, f64)>,
    /// From the best bound of the true end to the recorded one.
    pub overwritten: Option<(f64, f64)>,
    /// Where breaks of the axis cross it.
    pub cuts: Vec<f64>,
    /// Its facts.
    pub title: String,
}

/// How a state is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Solid, with round ends.
    Completed,
    /// Hatched, with square ends.
    Partial,
    /// Dotted, with a dashed outline.
    Unknown,
}

/// A finding's mark.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// The rule.
    pub rule: String,
    /// The entry; none for the history as a whole.
    pub entry: Option<usize>,
    /// How bad.
    pub severity: Severity,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// What it says.
    pub title: String,
}

/// A labelled place of the axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Where.
    pub x: f64,
}

/// Where the axis is cut short.
#[derive(Debug, Clone, PartialEq)]
pub struct Break {
    /// The middle of it.
    pub x: f64,
    /// How long it is in truth.
    pub title: String,
}

/// Words.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Where they begin, end or have their middle.
    pub x: f64,
    /// The line they stand on.
    pub y: f64,
    /// Which of the three `x` is.
    pub anchor: Anchor,
    /// The words.
    pub text: String,
    /// `text` or `muted`.
    pub class: &'static str,
    /// The entry they belong to.
    pub entry: Option<usize>,
}

/// What an `x` of words means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// A sample of the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// A bar.
    Bar(Shape),
    /// An open bar.
    Open,
    /// An overwritten stretch.
    Overwritten,
    /// A stretch in which the true end may lie.
    Doubtful,
    /// A mark.
    Mark(Severity),
    /// A break of the axis.
    Break,
}

impl Label {
    /// Left, top, right and bottom of the words.
    pub fn rect(&self) -> (f64, f64, f64, f64) {
        let length = width(&self.text);
        let left = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - length / 2.0,
            Anchor::End => self.x - length,
        };
        (left, self.y - SIZE, left + length, self.y + SIZE * 0.25)
    }

    fn meets(&self, other: &Label) -> bool {
        let ((l, t, r, b), (left, top, right, bottom)) = (self.rect(), other.rect());
        l < right && left < r && t < bottom && top < b
    }
}

/// The least width of a bar.
pub(super) const LEAST: f64 = 3.0;
/// The height of a bar.
pub(super) const BAR: f64 = 14.0;
const MARGIN: f64 = 12.0;
const LINE: f64 = 16.0;
/// What an open bar's arrow takes beyond the last instant.
const ARROW: f64 = 22.0;
/// Between the middles of two marks.
const MARK: f64 = 14.0;
/// From this many entries on a row takes one line of words where it can.
const MANY: usize = 12;
/// From this width on the words stand beside the bars, below it above them.
const WIDE: f64 = 720.0;

/// Lays out one history.
pub fn layout(history: &HistoryReport, options: &TimelineOptions) -> Scene {
    let width = options.width.filter(|width| width.is_finite()).unwrap_or(960.0).clamp(320.0, 4000.0);
    let wide = width >= WIDE;
    let column = if wide { (width * 0.3).min(290.0) } else { 0.0 };
    let open = history.entries.iter().any(is_open);
    let left = MARGIN + column;
    let right = width - MARGIN - if open { ARROW } else { 6.0 };
    let axis = Axis::new(instants(history), left, right, options.true_scale);
    let mut scene = Scene {
        width,
        height: 0.0,
        axis: (left, width - MARGIN, 0.0),
        bottom: 0.0,
        title: format!("Update history, {} {}: {}", history.entries.len(), plural(history.entries.len()), word(history)),
        description: String::new(),
        bars: vec![],
        marks: vec![],
        ticks: vec![],
        breaks: vec![],
        labels: vec![],
        legend: vec![],
    };
    let rows = table(history);
    scene.description = describe(history, &rows);
    let mut y = MARGIN;
    y = head(&mut scene, history, y);
    y = ticks(&mut scene, &axis, y);
    for (entry, row) in history.entries.iter().zip(&rows) {
        y = place_row(&mut scene, history, (entry, row), &axis, (y, wide));
    }
    scene.bottom = y;
    scene.height = legend(&mut scene, y + 8.0) + MARGIN;
    scene
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "entry" } else { "entries" }
}

fn word(history: &HistoryReport) -> &'static str {
    match history.verdict {
        crate::report::Verdict::Corrupt => "corrupt",
        crate::report::Verdict::Suspect => "suspect",
        crate::report::Verdict::Undetermined => "undetermined",
        crate::report::Verdict::Intact => "intact",
    }
}

fn is_open(entry: &EntryReport) -> bool {
    entry.index == 0
        && entry.state.as_deref() == Some("Partial")
        && entry.completion_time.is_none()
        && entry.started_time.is_some()
}

/// Every instant that the drawing shows.
fn instants(history: &HistoryReport) -> Vec<DateTime<Utc>> {
    let of = |entry: &EntryReport| {
        let truth = entry.true_completion.as_ref();
        [
            time(&entry.started_time),
            time(&entry.completion_time),
            truth.and_then(|truth| time(&truth.not_before)),
            truth.and_then(|truth| time(&truth.not_after)),
            truth.and_then(|truth| time(&truth.exact)),
        ]
    };
    history.entries.iter().flat_map(of).flatten().collect()
}

/// Marks of the history as a whole, with a word before them.
fn head(scene: &mut Scene, history: &HistoryReport, y: f64) -> f64 {
    let whole: Vec<&Finding> = history.findings.iter().filter(|finding| finding.entry.is_none()).collect();
    if whole.is_empty() {
        return y;
    }
    let words = "The whole history:";
    scene.labels.push(label(MARGIN, y + SIZE, Anchor::Start, words, "muted", None));
    let mut x = MARGIN + width(words) + MARK;
    for finding in whole {
        scene.marks.push(mark(finding, x.min(scene.width - MARGIN), y + SIZE - 4.0));
        x += MARK;
    }
    y + LINE + 6.0
}

fn ticks(scene: &mut Scene, axis: &Axis, y: f64) -> f64 {
    let stops = axis.stops();
    let (times, dates) = (y + SIZE, y + SIZE + LINE);
    let mut order: Vec<usize> = vec![0, stops.len().saturating_sub(1)];
    order.extend(1..stops.len().saturating_sub(1));
    let mut placed: Vec<Label> = vec![];
    for index in order {
        let Some((instant, x)) = stops.get(index) else { continue };
        let date = instant.format("%Y-%m-%d").to_string();
        let half = width(&date) / 2.0;
        let x_label = x.clamp(half + 2.0, (scene.width - half - 2.0).max(half + 2.0));
        let below = label(x_label, dates, Anchor::Middle, &date, "muted", None);
        let roomy = |other: &Label| {
            let ((l, ..), (_, _, r, _)) = (below.rect(), other.rect());
            let ((left, ..), (_, _, right, _)) = (other.rect(), below.rect());
            l > r + 8.0 || left > right + 8.0
        };
        if placed.iter().all(roomy) {
            let clock = format!("{}Z", instant.format("%H:%M:%S"));
            scene.labels.push(label(x_label, times, Anchor::Middle, &clock, "text", None));
            placed.push(below);
            scene.ticks.push(Tick { x: *x });
        }
    }
    scene.labels.extend(placed);
    let mut bottom = dates + 6.0;
    let breaks: Vec<_> = axis.breaks().collect();
    if !breaks.is_empty() {
        let line = bottom + SIZE;
        for (from, to, seconds) in breaks {
            let x = (from + to) / 2.0;
            let words = duration(seconds);
            scene.breaks.push(Break { x, title: format!("{words} cut short") });
            let half = width(&words) / 2.0;
            let words = label(x.clamp(half + 2.0, scene.width - half - 2.0), line, Anchor::Middle, &words, "muted", None);
            if !scene.labels.iter().any(|other| other.meets(&words)) {
                scene.labels.push(words);
            }
        }
        bottom = line + 6.0;
    }
    scene.axis.2 = bottom + 6.0;
    bottom + 14.0
}

fn label(x: f64, y: f64, anchor: Anchor, text: &str, class: &'static str, entry: Option<usize>) -> Label {
    Label { x, y, anchor, text: text.to_owned(), class, entry }
}

fn place_row(
    scene: &mut Scene,
    history: &HistoryReport,
    (entry, row): (&EntryReport, &Row),
    axis: &Axis,
    (y, wide): (f64, bool),
) -> f64 {
    let own: Vec<&Finding> = history.findings.iter().filter(|finding| finding.entry == Some(entry.index)).collect();
    let (left, right, _) = scene.axis;
    let state = if is_open(entry) { format!("{}, in progress", row.state) } else { format!("{}, {}", row.state, row.duration) };
    let name = format!("{}  {}", entry.index, release(entry));
    let (bar_y, next) = if wide && history.entries.len() > MANY {
        let room = left - MARGIN - 10.0;
        // The bar's shape tells the state.
        let state = if is_open(entry) { "in progress" } else { row.duration.as_str() };
        let state = fit(state, room * 0.5);
        let name = fit(&name, room - width(&state) - 8.0);
        scene.labels.push(label(MARGIN, y + 24.0, Anchor::Start, &name, "text", Some(entry.index)));
        scene.labels.push(label(left - 10.0, y + 24.0, Anchor::End, &state, "muted", Some(entry.index)));
        (y + 13.0, y + 30.0)
    } else if wide {
        let room = left - MARGIN - 10.0;
        scene.labels.push(label(MARGIN, y + SIZE, Anchor::Start, &fit(&name, room), "text", Some(entry.index)));
        scene.labels.push(label(MARGIN, y + SIZE + LINE, Anchor::Start, &fit(&state, room), "muted", Some(entry.index)));
        (y + 15.0, y + 2.0 * LINE + 8.0)
    } else {
        let room = scene.width - 2.0 * MARGIN;
        let state = fit(&state, room * 0.55);
        scene.labels.push(label(
            MARGIN,
            y + SIZE,
            Anchor::Start,
            &fit(&name, room - width(&state) - 10.0),
            "text",
            Some(entry.index),
        ));
        scene.labels.push(label(scene.width - MARGIN, y + SIZE, Anchor::End, &state, "muted", Some(entry.index)));
        let marks = if own.is_empty() { 4.0 } else { MARK + 2.0 };
        (y + SIZE + marks, y + SIZE + marks + BAR + 10.0)
    };
    let bar = bar(entry, row, &own, axis, (left, right, bar_y));
    // The worst at its instant; the others beside it.
    let mut taken: Vec<f64> = vec![];
    for finding in own {
        let mut x = instant_of(finding, entry).map_or(left, |instant| axis.place(instant)).clamp(left + 6.0, right - 6.0);
        while taken.iter().any(|other| (other - x).abs() < MARK) {
            x += MARK;
        }
        if x > right {
            x = left + 6.0;
            while taken.iter().any(|other| (other - x).abs() < MARK) {
                x += MARK;
            }
        }
        taken.push(x);
        scene.marks.push(mark(finding, x, bar_y - 8.0));
    }
    scene.bars.extend(bar.map(|bar| {
        let inside = |x: &f64| *x > bar.x + 6.0 && *x < bar.x + bar.width - 6.0;
        Bar { cuts: scene.breaks.iter().map(|gap| gap.x).filter(inside).collect(), ..bar }
    }));
    next
}

fn mark(finding: &Finding, x: f64, y: f64) -> Mark {
    Mark {
        rule: finding.rule.clone(),
        entry: finding.entry,
        severity: finding.severity,
        x,
        y,
        title: format!("{}: {}", finding.rule, finding.message),
    }
}

/// The instant of the field that a finding stands at.
fn instant_of(finding: &Finding, entry: &EntryReport) -> Option<DateTime<Utc>> {
    let (start, end) = (time(&entry.started_time), time(&entry.completion_time));
    match finding.field.as_deref() {
        Some("completionTime") => end.or(start),
        _ => start.or(end),
    }
}

fn bar(entry: &EntryReport, row: &Row, own: &[&Finding], axis: &Axis, (left, right, y): (f64, f64, f64)) -> Option<Bar> {
    let (start, end) = (time(&entry.started_time), time(&entry.completion_time));
    let open = is_open(entry);
    let (from, to) = match (start, end) {
        (Some(start), Some(end)) => (axis.place(start), axis.place(end)),
        (Some(start), None) if open => (axis.place(start), right),
        (Some(one), None) | (None, Some(one)) => (axis.place(one), axis.place(one)),
        (None, None) => return None,
    };
    let (low, high) = (from.min(to), from.max(to));
    let width = (high - low).max(LEAST);
    let x = low.min(right - width).max(left);
    let truth_of = entry.true_completion.as_ref();
    let place = |text: &Option<String>| time(text).map(|instant| axis.place(instant));
    let bound = truth_of.and_then(|truth| place(&truth.exact).or_else(|| place(&truth.not_before)));
    let latest = truth_of.filter(|truth| truth.exact.is_none()).and_then(|truth| place(&truth.not_after));
    let recorded = end.map(|_| to);
    let doubtful = latest.zip(bound).map(|(latest, bound)| (bound, latest)).filter(|(bound, latest)| latest > bound);
    let overwritten = bound.zip(recorded).filter(|(bound, recorded)| recorded > bound);
    let mut title = format!("{}: {}, {} to {}, {}", release(entry), row.state, row.started, row.completed, row.duration);
    if let Some(truth) = truth(entry) {
        title += &format!(". In truth complete {}{truth}", if truth.starts_with("between") { "" } else { "at " });
    }
    for finding in own {
        title += &format!(". {}", finding.message.trim_end_matches('.'));
    }
    let shape = match entry.state.as_deref() {
        Some("Completed") => Shape::Completed,
        Some("Partial") => Shape::Partial,
        _ => Shape::Unknown,
    };
    Some(Bar { entry: entry.index, shape, x, y, width, open, backwards: from > to, doubtful, overwritten, cuts: vec![], title })
}

/// Only what the drawing has.
fn legend(scene: &mut Scene, y: f64) -> f64 {
    let mut samples: Vec<(Sample, &str)> = vec![];
    for (shape, words) in [(Shape::Completed, "Completed"), (Shape::Partial, "Partial"), (Shape::Unknown, "another state")] {
        if scene.bars.iter().any(|bar| bar.shape == shape && !bar.open) {
            samples.push((Sample::Bar(shape), words));
        }
    }
    let has = |test: &dyn Fn(&Bar) -> bool| scene.bars.iter().any(test);
    if has(&|bar| bar.open) {
        samples.push((Sample::Open, "in progress"));
    }
    if has(&|bar| bar.overwritten.is_some()) {
        samples.push((Sample::Overwritten, "not to be trusted"));
    }
    if has(&|bar| bar.doubtful.is_some()) {
        samples.push((Sample::Doubtful, "the true end lies in here"));
    }
    for (severity, words) in [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "info")] {
        if scene.marks.iter().any(|mark| mark.severity == severity) {
            samples.push((Sample::Mark(severity), words));
        }
    }
    if !scene.breaks.is_empty() {
        samples.push((Sample::Break, "axis cut short"));
    }
    let (mut x, mut line) = (MARGIN, y + SIZE);
    for (sample, words) in samples {
        let length = 26.0 + width(words);
        if x > MARGIN && x + length > scene.width - MARGIN {
            x = MARGIN;
            line += LINE + 4.0;
        }
        scene.legend.push((sample, x, line - SIZE + 1.0));
        scene.labels.push(label(x + 26.0, line, Anchor::Start, words, "muted", None));
        x += length + 14.0;
    }
    line + 4.0
}

fn describe(history: &HistoryReport, rows: &[Row]) -> String {
    let mut words = format!("{} Newest first.", history.summary);
    for row in rows.iter().take(12) {
        words += &format!(" Entry {}: {}, {}, from {} to {}", row.entry, row.release, row.state, row.started, row.completed);
        if let Some(truth) = &row.truth {
            words += &format!(", in truth complete {truth}");
        }
        words.push('.');
    }
    if rows.len() > 12 {
        words += &format!(" {} older entries are in the table.", rows.len() - 12);
    }
    words
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;

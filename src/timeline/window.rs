//! Zooming and panning: which part of the axis is in sight.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::axis::Axis;
use super::entry::{self, Entry};
use super::layout::{sides, whole_axis};
use super::scene::End;
use super::{TimelineOptions, chosen, svg};
use crate::report::{Finding, HistoryReport, Report};

/// A part of the axis.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct Window {
    /// How much wider the axis is than the canvas, 1 or more.
    pub zoom: f64,
    /// How much of it is out of sight at the left, in CSS pixels.
    pub offset: f64,
}

impl Window {
    /// All of it.
    pub const ALL: Window = Window { zoom: 1.0, offset: 0.0 };
}

/// A second is never drawn wider than this, in CSS pixels.
const WIDEST_SECOND: f64 = 40.0;
/// What an entry takes of the canvas when it is zoomed to.
const SHARE: f64 = 0.7;

/// One history of a report, to be drawn again and again.
#[derive(Debug)]
pub struct Chart<'r> {
    report: &'r Report,
    history: &'r HistoryReport,
    compared: Vec<&'r Finding>,
    entries: Vec<Entry<'r>>,
    times: &'r super::Times,
}

impl<'r> Chart<'r> {
    /// Of a history of a report, by its id; `times` are [`evidence_times`](super::evidence_times) of the same report.
    pub fn new(report: &'r Report, times: &'r super::Times, history: usize) -> Option<Self> {
        let history = chosen(report, Some(history))?;
        let compared = super::compared(report, history);
        let entries = entry::entries(history, &compared);
        Some(Chart { report, history, compared, entries, times })
    }

    /// Draws the part that the options name.
    pub fn draw(&self, options: &TimelineOptions) -> String {
        let mut options = options.clone();
        options.id_prefix.get_or_insert_with(|| format!("cvh-{}-", self.history.id));
        svg(&super::layout::layout_timed(self.history, &self.compared, &self.report.evidence, self.times, &options), &options)
    }

    /// What the evidence under `x` in a lane tells, the input it stands in, and its line.
    pub fn record(&self, options: &TimelineOptions, lane: usize, x: f64) -> Option<(String, usize, usize)> {
        super::layout::record(&self.entries, (&self.report.evidence, self.times), options, (lane, x))
    }

    /// The same instant under `x`, so many times as wide.
    pub fn zoom_at(&self, options: &TimelineOptions, x: f64, factor: f64) -> Window {
        let (left, right) = sides(&self.entries, options.width());
        let old = self.within(options);
        let x = if x.is_nan() { left } else { x.clamp(left, right) };
        let t = self.axis(options, old.zoom).at(x + old.offset);
        let zoom = self.limited(options, old.zoom * factor);
        let offset = self.axis(options, zoom).place(t) - x;
        self.clamped(options, Window { zoom, offset })
    }

    /// An entry across most of the canvas.
    pub fn entry(&self, options: &TimelineOptions, index: usize) -> Window {
        let Some(entry) = self.entries.iter().find(|entry| entry.report.index == index) else { return Window::ALL };
        let from = entry.stretches.first().map(|stretch| stretch.from).or(entry.start).or(entry.end);
        let Some(from) = from else { return Window::ALL };
        let open = entry.stretches.last().is_some_and(|stretch| stretch.end == End::Open);
        let to = entry.stretches.last().map_or(from, |stretch| stretch.to);
        let (left, right) = sides(&self.entries, options.width());
        let wanted = (right - left) * SHARE;
        let reach = |zoom: f64| {
            let axis = self.axis(options, zoom);
            let from = axis.x(from);
            let to = if open { left + (right - left) * zoom } else { axis.x(to) };
            (from, (to - from).max(0.0))
        };
        // An instant is shown with some of what is around it.
        let most = if open || to == from { self.limited(options, 8.0) } else { self.limited(options, f64::MAX) };
        let (mut low, mut high) = (1.0, most);
        for _ in 0..50 {
            let middle = f64::sqrt(low * high);
            if reach(middle).1 < wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        let (from, w) = reach(high);
        let middle = (right - left) / 2.0;
        self.clamped(options, Window { zoom: high, offset: from - left + w / 2.0 - middle })
    }

    /// The options' part, within what there is.
    pub fn within(&self, options: &TimelineOptions) -> Window {
        let Window { zoom, offset } = options.window();
        self.clamped(options, Window { zoom: self.limited(options, zoom), offset })
    }

    /// Whether a stretch is shortened or widened unless the true scale is asked for.
    pub fn distorted(&self, options: &TimelineOptions) -> bool {
        let axis = self.axis(&TimelineOptions { true_scale: false, ..options.clone() }, 1.0);
        axis.breaks().next().is_some() || axis.widened()
    }

    fn axis(&self, options: &TimelineOptions, zoom: f64) -> Axis {
        let (left, right) = sides(&self.entries, options.width());
        whole_axis(&self.entries, left, right, zoom, options.true_scale)
    }

    fn limited(&self, options: &TimelineOptions, zoom: f64) -> f64 {
        let (left, right) = sides(&self.entries, options.width());
        let most = self.axis(options, 1.0).drawn() * WIDEST_SECOND / (right - left);
        if zoom.is_nan() { 1.0 } else { zoom.clamp(1.0, most.max(1.0)) }
    }

    fn clamped(&self, options: &TimelineOptions, Window { zoom, offset }: Window) -> Window {
        let (left, right) = sides(&self.entries, options.width());
        let most = (right - left) * (zoom - 1.0);
        Window { zoom, offset: if offset.is_finite() { offset.clamp(0.0, most) } else { 0.0 } }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::timeline::moving::real;
    use crate::timeline::{layout_with, sample};

    fn options(zoom: f64, offset: f64) -> TimelineOptions {
        TimelineOptions { width: Some(900.0), zoom: Some(zoom), offset: Some(offset), ..TimelineOptions::default() }
    }

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        let report = real();
        let chart = Chart::new(&report, &[], 0).unwrap();
        let (left, right) = sides(&chart.entries, 900.0);
        for x in [left, 300.0, 512.5, right] {
            let mut at = Window::ALL;
            for factor in [1.5, 4.0, 30.0, 0.25] {
                let old = options(at.zoom, at.offset);
                let t = chart.axis(&old, at.zoom).at(x + at.offset);
                at = chart.zoom_at(&old, x, factor);
                let most = (right - left) * (at.zoom - 1.0);
                let there = chart.axis(&old, at.zoom).place(t) - at.offset;
                // At its ends the axis cannot go further.
                assert!((there - x).abs() < 0.01 || at.offset == 0.0 || at.offset == most, "{x} {factor}: {there}");
            }
        }
    }

    #[test]
    fn zooming_out_again_shows_all_of_it() {
        let report = real();
        let chart = Chart::new(&report, &[], 0).unwrap();
        let near = chart.zoom_at(&options(1.0, 0.0), 500.0, 1e9);
        let drawn = chart.axis(&options(1.0, 0.0), 1.0).drawn();
        let (left, right) = sides(&chart.entries, 900.0);
        assert!((near.zoom - drawn * WIDEST_SECOND / (right - left)).abs() < 1e-6 * near.zoom);
        assert_eq!(chart.zoom_at(&options(near.zoom, near.offset), 500.0, 1e-12), Window::ALL);
        assert_eq!(chart.within(&options(f64::NAN, f64::NAN)).offset, 0.0);
        assert_eq!(chart.within(&options(2.0, 1e12)), Window { zoom: 2.0, offset: right - left });
    }

    #[test]
    fn an_entry_takes_most_of_the_canvas() {
        let report = real();
        let chart = Chart::new(&report, &[], 0).unwrap();
        for index in [0, 1, 30, 73] {
            let at = chart.entry(&options(1.0, 0.0), index);
            let scene = layout_with(chart.history, &[], &[], &options(at.zoom, at.offset));
            let bar = scene.bars.iter().find(|bar| bar.entry == index).unwrap();
            let w: f64 = bar.pieces.iter().map(|piece| piece.rect.w).sum();
            assert!((0.5..0.95).contains(&(w / scene.plot.w)), "{index}: {w} of {}", scene.plot.w);
        }
    }

    #[test]
    fn a_part_says_nothing_that_the_whole_does_not() {
        let report = real();
        let chart = Chart::new(&report, &[], 0).unwrap();
        let whole = layout_with(chart.history, &[], &[], &options(1.0, 0.0));
        for (zoom, part) in
            [1.0, 1.7, 4.0, 60.0, 2000.0].into_iter().flat_map(|zoom| [0.0, 0.31, 0.77, 1.0].map(|part| (zoom, part)))
        {
            let offset = whole.plot.w * (zoom - 1.0) * part;
            let scene = layout_with(chart.history, &[], &[], &options(zoom, offset));
            assert_eq!((scene.height, scene.bars.len()), (whole.height, 74), "rows keep their height at {zoom}");
            let axis = chart.axis(&options(zoom, offset), zoom);
            for (bar, entry) in scene.bars.iter().zip(&chart.entries) {
                let (from, to) = (axis.x(entry.start.unwrap()) - offset, axis.x(entry.end.or(entry.start).unwrap()) - offset);
                let in_sight = from <= scene.plot.right() && to >= scene.plot.x;
                // One second on either side of the edge may be taken for in sight.
                assert!(!in_sight || !bar.pieces.is_empty(), "#{} at {zoom}, {offset}", bar.entry);
                for piece in &bar.pieces {
                    assert!(piece.rect.x >= scene.plot.x - 0.01 && piece.rect.right() <= scene.plot.right() + 0.01, "{piece:?}");
                    assert!(piece.rect.x >= from - 3.1 || from < scene.plot.x, "{piece:?} from {from}");
                }
            }
            for (n, label) in scene.labels.iter().enumerate() {
                assert!(label.rect.x >= -0.01 && label.rect.right() <= 900.01, "{label:?}");
                let over = scene.labels.iter().skip(n + 1).find(|other| other.rect.overlaps(&label.rect));
                assert!(over.is_none(), "{label:?} and {over:?} at {zoom}, {offset}");
            }
        }
    }

    #[test]
    fn hours_are_round_on_the_clocks_of_the_zone() {
        let history = sample::must_gather();
        let zone = |seconds| {
            let offsets = vec![crate::timeline::ZoneOffset { from: "2019-01-01T00:00:00Z".into(), seconds }];
            Some(crate::timeline::TimeZone { name: "Asia/Kolkata".into(), offsets })
        };
        let scene = layout_with(&history, &[], &[], &TimelineOptions { zone: zone(19_800), ..options(1.0, 0.0) });
        let texts: Vec<&str> = scene.labels.iter().map(|label| label.text.as_str()).take(9).collect();
        assert_eq!(texts[0], "Times in Asia/Kolkata");
        // 21:25:09 UTC is 02:55:09 of the next day there.
        assert_eq!(texts[1..4], ["02:55", "2019-09-28", "03:10"]);
    }
}

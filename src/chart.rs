//! A timeline that is drawn again and again: the report stays on this side, so that a frame costs no more than its drawing.

use js_sys::Error;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::report::Report;
use crate::timeline::{Chart, TimelineOptions, Window, evidence_times};
use crate::wasm::{given, internal};

/// A record in a lane of evidence.
#[derive(Debug, Serialize, Deserialize, Tsify)]
pub struct LaneRecord {
    /// What it tells; several lines where several records fall on one place.
    pub title: String,
    /// The input it stands in, or the first of them.
    pub input: usize,
    /// Its line, from 1.
    pub line: usize,
}

/// One history of a report on a time axis that can be zoomed and panned.
#[wasm_bindgen]
pub struct Timeline {
    report: Report,
    history: usize,
    times: Vec<(Option<i64>, Option<i64>)>,
}

#[wasm_bindgen]
impl Timeline {
    /// Takes in a report, and which of its histories to draw, by its id.
    #[wasm_bindgen(constructor)]
    pub fn new(report: Ts<Report>, history: usize) -> Result<Timeline, Error> {
        let mut report: Report = given("Timeline: report", report.into())?;
        if report.histories.iter().all(|own| own.id != history) {
            return Err(js_sys::RangeError::new(&format!("Timeline: the report has no history {history}")).into());
        }
        // The others are never drawn here.
        report.histories.retain(|own| own.id == history);
        report.comparisons.retain(|own| own.after == history);
        report.problems.clear();
        let times = evidence_times(&report.evidence);
        Ok(Timeline { report, history, times })
    }

    /// The part that the options name, as an SVG document.
    pub fn draw(&self, options: Ts<TimelineOptions>) -> Result<String, Error> {
        let options = given("Timeline.draw: options", options.into())?;
        Ok(self.chart().map_or_else(String::new, |chart| chart.draw(&options)))
    }

    /// What to draw so that it is so many times as wide, and what is at `x` stays there.
    #[wasm_bindgen(js_name = zoomAt)]
    pub fn zoom_at(&self, options: Ts<TimelineOptions>, x: f64, factor: f64) -> Result<Ts<Window>, Error> {
        let options = given("Timeline.zoomAt: options", options.into())?;
        self.window(|chart| chart.zoom_at(&options, x, factor))
    }

    /// What to draw so that an entry takes most of the canvas.
    pub fn entry(&self, options: Ts<TimelineOptions>, index: usize) -> Result<Ts<Window>, Error> {
        let options = given("Timeline.entry: options", options.into())?;
        self.window(|chart| chart.entry(&options, index))
    }

    /// The options' own part, moved to within what there is.
    pub fn within(&self, options: Ts<TimelineOptions>) -> Result<Ts<Window>, Error> {
        let options = given("Timeline.within: options", options.into())?;
        self.window(|chart| chart.within(&options))
    }

    /// What the evidence under `x` in a lane, counted from above, tells, and where it stands.
    pub fn record(&self, options: Ts<TimelineOptions>, lane: usize, x: f64) -> Result<Option<Ts<LaneRecord>>, Error> {
        let options = given("Timeline.record: options", options.into())?;
        let found = self.chart().and_then(|chart| chart.record(&options, lane, x));
        found.map(|(title, input, line)| LaneRecord { title, input, line }.into_ts().map_err(internal)).transpose()
    }

    /// Whether a stretch is shortened or widened unless the true scale is asked for.
    pub fn distorted(&self, options: Ts<TimelineOptions>) -> Result<bool, Error> {
        let options = given("Timeline.distorted: options", options.into())?;
        Ok(self.chart().is_some_and(|chart| chart.distorted(&options)))
    }

    fn window(&self, of: impl FnOnce(&Chart<'_>) -> Window) -> Result<Ts<Window>, Error> {
        self.chart().map_or(Window::ALL, |chart| of(&chart)).into_ts().map_err(internal)
    }

    fn chart(&self) -> Option<Chart<'_>> {
        Chart::new(&self.report, &self.times, self.history)
    }
}

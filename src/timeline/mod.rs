//! A history drawn on a time axis: first numbers, then an SVG.
//!
//! [`layout`] places everything and is told what to place by the report alone; [`svg`] prints
//! the [`Scene`] through a writer that escapes. [`table`] says the same in words.
//!
//! # The axis
//! Histories put seconds beside years, so the axis may be broken, and says where. Between two
//! neighbouring instants it is always linear and always goes forward. One scale holds for all
//! of it, except that long stretches in which no update is known to have gone on are shortened
//! to a fixed width while the updates would be too small to be read, the longest first. Each
//! is drawn as a zigzag through all rows and its true length is written above it. An update is
//! cut so only where it is so long that the usual one could not be seen beside it. What would
//! be narrower than 3 px is widened to that, as far as there is room. [`TimelineOptions::true_scale`]
//! does without all this.

mod axis;
mod bar;
mod entry;
mod labels;
mod lanes;
mod layout;
mod legend;
mod marks;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod moving;
mod paint;
mod palette;
mod rows;
#[cfg(test)]
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod sample;
mod scale;
mod scene;
mod shapes;
mod svg;
mod table;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod ticks;
mod window;
pub(crate) mod words;
mod writer;
mod zone;

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::report::{EvidenceItem, Finding, HistoryReport, Report};

pub use layout::{layout, layout_with};
pub use palette::dark_rules_within;
pub use scene::*;
pub use svg::svg;
pub use table::{Row, table};
pub use window::{Chart, Window};
pub use zone::{TimeZone, ZoneOffset};

/// How to draw.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct TimelineOptions {
    /// Width in CSS pixels, 320 to 4000; 960 without it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub width: Option<f64>,
    /// Which history: its id. Without it, the one with the worst verdict, the first of those.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub history: Option<usize>,
    /// The colours.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub theme: Theme,
    /// An axis that is nowhere broken and nowhere widened.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub true_scale: bool,
    /// How much wider the axis is than the canvas, 1 or more; rows keep their height then, and bars have no titles.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub zoom: Option<f64>,
    /// How much of the axis is out of sight at the left, in CSS pixels.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub offset: Option<f64>,
    /// The heights, in CSS pixels, between which it is in sight: what lies beyond is left out, and the picture's name
    /// and words, too; its size stays.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "[number, number]"))]
    pub in_sight: Option<[f64; 2]>,
    /// The zone that the axis is told in; UTC without it.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub zone: Option<TimeZone>,
    /// What ids begin with, so that several timelines can be on one page; `cvh-` and the history's id without it.
    /// Only letters, digits, `-` and `_` are taken.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub id_prefix: Option<String>,
    /// The picture's name.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub title: Option<String>,
}

/// Which colours a timeline has. They are presentation attributes, which any style sheet overrides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on near black.
    Dark,
    /// Light, with a style sheet inside that makes it dark where the reader prefers that. For
    /// files of their own: a page with a strict content policy refuses the style sheet.
    Auto,
}

impl TimelineOptions {
    fn width(&self) -> f64 {
        self.width.filter(|width| width.is_finite()).unwrap_or(960.0).clamp(320.0, 4000.0)
    }

    /// The part that is named, whatever numbers a caller gave.
    fn window(&self) -> Window {
        let zoom = self.zoom.filter(|zoom| zoom.is_finite()).unwrap_or(1.0).clamp(1.0, 1e9);
        Window { zoom, offset: self.offset.filter(|offset| offset.is_finite()).unwrap_or_default() }
    }
}

/// Draws one history of a report as an SVG document; an empty string where the report has none.
pub fn render_timeline(report: &Report, options: &TimelineOptions) -> String {
    drawn(report, options).map_or_else(String::new, |(svg, _)| svg)
}

/// The same, with the drawing's height in CSS pixels.
pub(crate) fn drawn(report: &Report, options: &TimelineOptions) -> Option<(String, f64)> {
    let history = chosen(report, options.history)?;
    let compared = compared(report, history);
    let mut options = options.clone();
    options.id_prefix.get_or_insert_with(|| format!("cvh-{}-", history.id));
    let mut scene = layout_with(history, &compared, &report.evidence, &options);
    scene.description.extend(report.masked.iter().map(|masked| format!(" {masked}")));
    Some((svg(&scene, &options), scene.height))
}

/// The findings of comparisons in which a history is the newer one.
fn compared<'r>(report: &'r Report, history: &HistoryReport) -> Vec<&'r Finding> {
    report.comparisons.iter().filter(|c| c.after == history.id).flat_map(|c| &c.findings).collect()
}

/// When each record beside a history began and ended, in seconds; reading it takes longer than drawing it.
pub type Times = [(Option<i64>, Option<i64>)];

/// The times of a report's evidence.
pub fn evidence_times(evidence: &[EvidenceItem]) -> Vec<(Option<i64>, Option<i64>)> {
    evidence.iter().map(|item| (words::seconds(Some(&item.time)), words::seconds(item.end_time.as_deref()))).collect()
}

fn chosen(report: &Report, id: Option<usize>) -> Option<&HistoryReport> {
    match id {
        Some(id) => report.histories.iter().find(|history| history.id == id),
        None => {
            let worst = report.histories.iter().map(|history| history.verdict).max()?;
            report.histories.iter().find(|history| history.verdict == worst)
        }
    }
}

//! A history drawn on a time axis: first numbers ([`layout`]), then an SVG.
//!
//! # How the axis is broken
//!
//! An update takes an hour and the cluster then rests for months. One linear scale would hide the
//! one or the other, so the stretches between recorded instants share a scale, and
//!
//! - a stretch longer than its share is cut short: a zigzag marks the break on the axis, and its
//!   true length is written there where it fits;
//! - a stretch too short to see is drawn a few pixels wide.
//!
//! Order is never changed, and equal instants share one place. [`TimelineOptions::true_scale`]
//! turns both off.

mod axis;
mod layout;
mod palette;
mod svg;
mod table;
mod text;
mod writer;

pub use layout::{Bar, Break, Label, Mark, Scene, Shape, Tick, layout};
pub use palette::{Palette, Theme};
pub use table::{Row, table};
pub use writer::{Element, Writer, inert};

use crate::report::{HistoryReport, Report};

/// How to draw.
#[derive(Debug, Clone, Default)]
pub struct TimelineOptions {
    /// Width in CSS pixels, 320 to 4000; 960 without it.
    pub width: Option<f64>,
    /// Which history: its id. Without it, the one with the worst verdict, the first of those.
    pub history: Option<usize>,
    /// One linear scale, without breaks.
    pub true_scale: bool,
    /// The colours; light without it.
    pub theme: Theme,
    /// What ids inside the drawing begin with; two drawings on a page need two.
    pub id_prefix: Option<String>,
}

/// Draws one history of a report as an SVG document; an empty string where the report has none.
pub fn render_timeline(report: &Report, options: &TimelineOptions) -> String {
    let chosen = match options.history {
        Some(id) => report.histories.iter().find(|history| history.id == id),
        None => worst(report),
    };
    chosen.map(|history| svg::svg(&layout(history, options), options)).unwrap_or_default()
}

fn worst(report: &Report) -> Option<&HistoryReport> {
    let worst = report.histories.iter().map(|history| history.verdict).max()?;
    report.histories.iter().find(|history| history.verdict == worst)
}

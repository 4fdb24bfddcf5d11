//! A history drawn on a time axis: first numbers, then an SVG.

use crate::report::Report;

/// How to draw.
#[derive(Debug, Clone, Default)]
pub struct TimelineOptions {
    /// Width in CSS pixels, 320 to 4000; 960 without it.
    pub width: Option<f64>,
    /// Which history: its id. Without it, the one with the worst verdict, the first of those.
    pub history: Option<usize>,
}

/// Draws one history of a report as an SVG document; an empty string where the report has none.
pub fn render_timeline(_report: &Report, _options: &TimelineOptions) -> String {
    String::new()
}

//! The module inside of reports that are files of their own: it draws timelines again, at the width and in the colours
//! that a page turns out to have. All else stands in the file as markup, so this one knows neither texts nor rules.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::report::Report;
use crate::timeline::{Theme, TimelineOptions, render_timeline};

thread_local! {
    static REPORT: RefCell<Option<Report>> = const { RefCell::new(None) };
}

/// Takes in the report, as JSON.
#[wasm_bindgen]
pub fn take(json: &str) -> Result<(), JsError> {
    let report = serde_json::from_str(json)?;
    REPORT.set(Some(report));
    Ok(())
}

/// Draws one history; an empty string where there is none.
#[wasm_bindgen]
pub fn draw(history: usize, width: f64, dark: bool) -> String {
    let options = TimelineOptions {
        width: Some(width),
        history: Some(history),
        theme: if dark { Theme::Dark } else { Theme::Light },
        id_prefix: Some(format!("cvh-0-{history}")),
        ..TimelineOptions::default()
    };
    REPORT.with_borrow(|report| report.as_ref().map_or_else(String::new, |report| render_timeline(report, &options)))
}

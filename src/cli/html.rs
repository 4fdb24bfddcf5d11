//! The report as a file of its own, with the viewer that this program was built with.

use std::io::Write;

use clusterversion_history::Input;
use clusterversion_history::html::{HtmlOptions, Interactive, data, render_html};
use clusterversion_history::report::Report;

#[cfg(cvh_viewer)]
const VIEWER: Option<&str> = Some(include_str!("../../www/pkg/viewer.js"));
#[cfg(not(cvh_viewer))]
const VIEWER: Option<&str> = None;

pub(super) fn render(report: &Report, inputs: &[Input], light: bool) -> Result<String, String> {
    if VIEWER.is_none() && !light {
        let told = "clusterversion-history: built without the viewer, so the report is a light one; npm run build makes it";
        let _ = writeln!(std::io::stderr(), "{told}");
    }
    let Some(script) = VIEWER.filter(|_| !light) else { return Ok(render_html(report, &HtmlOptions::default())) };
    let data = serde_json::to_string(&data(report, inputs)).map_err(|error| error.to_string())?;
    let interactive = Some(Interactive { script, data: &data });
    Ok(render_html(report, &HtmlOptions { interactive, ..HtmlOptions::default() }))
}

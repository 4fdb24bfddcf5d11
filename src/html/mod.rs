//! The report as one HTML file that needs nothing beside it.
//!
//! Result pages of CI systems show such files under very different rules, and each is kept here:
//!
//! - Scripts and styles may be forbidden (Jenkins), so the report is plain markup with presentation
//!   attributes; a style sheet and a script only add to it.
//! - Character references may be decoded once before a browser sees them (Prow's html lens), so there is none:
//!   `writer.rs` puts look-alikes, data is JSON whose `<`, `>` and `&` are escaped, and no `&` stands before a
//!   letter or `#` anywhere.
//! - The lens shows the last `<title>` and the description of a file as markup of its own page: both hold the
//!   program's words alone, and drawings have no titles.
//! - The lens takes the height of an element that it wraps around the file: nothing is put beside it, and no
//!   height depends on the window's.

mod data;
mod paint;
mod print;
mod writer;

pub use data::{Data, Excerpt, data};
pub use writer::safe_json;

use crate::report::{Report, Severity, Verdict};
use crate::timeline::{Theme, dark_rules_within};
use crate::view::{self, ViewOptions};
use paint::Paint;
use print::Printer;
use writer::Page;

/// A name under which OpenShift's Prow shows an artifact with no configuration.
pub const FILE_NAME: &str = "custom-link-clusterversion-history.html";

/// How to write the file.
#[derive(Debug, Clone, Copy, Default)]
pub struct HtmlOptions<'o> {
    /// Its colours where nothing says which to take; [`Theme::Auto`] is light.
    pub theme: Theme,
    /// What makes it respond. Without it the file is light: markup alone.
    pub interactive: Option<Interactive<'o>>,
}

/// What makes the file respond where scripts may run.
#[derive(Debug, Clone, Copy)]
pub struct Interactive<'o> {
    /// The viewer, as `scripts/build` makes it.
    pub script: &'o str,
    /// [`Data`] as JSON.
    pub data: &'o str,
}

/// Writes a report as one HTML file.
pub fn render_html(report: &Report, options: &HtmlOptions<'_>) -> String {
    let paint = Paint::of(options.theme);
    let left_out = data::left_out(report);
    let report = &data::bounded(report);
    let mut printer = Printer { page: Page::default(), paint, alive: options.interactive.is_some() };
    head(&mut printer.page, report);
    let colors = [("bgcolor", paint.page), ("text", paint.text), ("link", paint.accent), ("vlink", paint.accent)];
    let theme = if options.theme == Theme::Dark { "dark" } else { "light" };
    printer.page.open("body", &colors).open("main", &[("class", "cvh still"), ("id", "cvh"), ("data-theme", theme)]);
    let drawn = if theme == "dark" { Theme::Dark } else { Theme::Light };
    let view = view::report(report, &ViewOptions { width: WIDTH, heading_level: 1, serial: 0, theme: drawn, rules: None });
    printer.element(&view, None);
    foot(&mut printer, report, left_out);
    let mut page = printer.page;
    page.close("main");
    if let Some(Interactive { script, data }) = options.interactive {
        page.open("script", &[("type", "application/json"), ("id", "cvh-data")]).raw(&safe_json(data)).close("script");
        page.open("script", &[]).raw(script).close("script");
    }
    page.close("body").close("html").raw("\n");
    page.finish()
}

/// Width of the timelines in CSS pixels, as long as no script knows a better one.
const WIDTH: f64 = 960.0;

fn head(page: &mut Page, report: &Report) {
    page.raw("<!DOCTYPE html>\n").open("html", &[("lang", "en")]).open("head", &[]);
    page.open("meta", &[("charset", "utf-8")]);
    page.open("title", &[]).raw(title(report.verdict)).close("title");
    page.open("meta", &[("name", "description"), ("content", &description(report))]);
    page.open("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    page.open("meta", &[("name", "referrer"), ("content", "no-referrer")]);
    page.open("style", &[]).raw(&style()).close("style").close("head");
}

fn title(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Corrupt => "ClusterVersion history: corrupt",
        Verdict::Suspect => "ClusterVersion history: suspect",
        Verdict::Intact => "ClusterVersion history: intact",
        Verdict::Undetermined => "ClusterVersion history: undetermined",
    }
}

/// Numbers and our own words, because a host may take it for markup.
fn description(report: &Report) -> String {
    let entries: usize = report.histories.iter().map(|history| history.entries.len()).sum();
    let own = report.histories.iter().flat_map(|history| &history.findings);
    let findings: Vec<_> = own.chain(report.comparisons.iter().flat_map(|comparison| &comparison.findings)).collect();
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    format!(
        "Whether status.history of the ClusterVersion can be trusted: {} found in {}",
        [plural(errors, "error", "errors"), plural(warnings, "warning", "warnings")].join(", "),
        plural(entries, "entry", "entries"),
    )
}

/// The style sheet, with the colours of both themes.
fn style() -> String {
    let vars = |selector: &str, theme| format!("{selector}{{{}}}", Paint::of(theme).variables());
    let dark = ".cvh[data-theme=dark]";
    let css = include_str!("report.css").lines().map(str::trim).filter(|line| !line.starts_with("/*"));
    // On paper all is black on white, whatever was chosen for the screen.
    let drawings = format!("@media screen{{{}}}", dark_rules_within(dark));
    [vars(".cvh", Theme::Light), vars(dark, Theme::Dark), css.collect(), drawings].concat()
}

fn foot(printer: &mut Printer, report: &Report, left_out: usize) {
    let Printer { page, paint, .. } = printer;
    let replaced = page.replaced();
    page.open("p", &[("class", "foot")]).open("font", &[("color", paint.muted), ("size", "2")]);
    let tool = format!("Written by {} {}. Recorded times and the timeline are in UTC.", report.tool.name, report.tool.version);
    page.text(&view::visible(tool.into()));
    if let Some(masked) = &report.masked {
        page.text(&format!(" {masked}"));
    }
    if left_out > 0 {
        page.text(&format!(" Of the dated records beside the history, {left_out} were left out of this file."));
    }
    if replaced {
        page.text(" The characters ‹ › ＆ ” stand for those that markup is made of.");
    }
    page.close("font").close("p");
}

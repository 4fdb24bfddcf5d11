//! What JavaScript sees: plain objects in, plain objects out, and a real `Error` for misuse.
//! What is wrong with a text is never an error; it stands in the report.

use chrono::{DateTime, Utc};
use js_sys::{Array, Error, TypeError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use web_sys::Element;

use crate::report::{MarkdownOptions, MaskedNames, Report, RuleInfo};
use crate::{Options, dom, html, timeline};

/// A text to look at.
#[derive(Debug, Serialize, Deserialize, Tsify)]
pub struct Input {
    /// How to call it in the report; `paste`, `before`, `after` or `evidence` where it has none.
    #[tsify(optional)]
    name: Option<String>,
    /// The text.
    text: String,
    /// What it is for; a history to judge on its own where nothing else is said.
    #[tsify(optional)]
    role: Option<Role>,
}

/// What an input is for.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A history to judge on its own.
    History,
    /// The older of two snapshots of one cluster.
    Before,
    /// The newer of two snapshots of one cluster.
    After,
    /// Something dated that bears on a history.
    Evidence,
}

/// Texts with pseudonyms in them.
#[derive(Debug, Serialize, Deserialize, Tsify)]
pub struct MaskResult {
    /// The texts, line for line and column for column.
    inputs: Vec<Input>,
    /// What was masked, in the order of first sight.
    masked: Vec<MaskedName>,
    /// How many of each kind: what a report of these texts says of itself as `masked`.
    count: MaskedNames,
}

/// An original and what stands in its place.
#[derive(Debug, Serialize, Deserialize, Tsify)]
pub struct MaskedName {
    /// `cluster id`, `object id`, `host`, `user` or `secret`.
    kind: String,
    /// As it stood in the texts.
    original: String,
    /// As long as the original.
    pseudonym: String,
    /// How often it was replaced.
    count: usize,
}

/// What the caller knows and the text does not say.
#[derive(Debug, Default, Deserialize, Tsify)]
pub struct InspectOptions {
    /// The time of the inspection, RFC 3339. Without it nothing is judged to lie in the future.
    #[tsify(optional)]
    now: Option<String>,
}

/// How to show a report in a page.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MountOptions {
    /// Width of the timelines in CSS pixels; the element's own width without it.
    #[tsify(optional)]
    width: Option<f64>,
    /// Level of the topmost heading, 1 to 4; 2 without it.
    #[tsify(optional)]
    heading_level: Option<u8>,
    /// Where the pages of the rules are, such as `rules/`: each finding's title leads to its rule's. Without it there are no links.
    #[tsify(optional)]
    rules: Option<String>,
}

/// How to write a report as a file.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default)]
pub struct HtmlOptions {
    /// Its colours where nothing says which to take.
    #[tsify(optional)]
    theme: timeline::Theme,
    /// What makes the file respond: the text of `viewer.js` beside this module. Without it the file is markup alone.
    #[tsify(optional)]
    viewer: Option<String>,
    /// The texts that were inspected, to be shown where a place leads; of long ones the part around the history.
    #[tsify(optional)]
    inputs: Vec<Input>,
}

/// Reads a text or several, judges every history found in them, and compares a before with an after.
///
/// Throws a `TypeError` where an argument is not of its type, never because of what a text says.
#[wasm_bindgen]
pub fn inspect(
    #[wasm_bindgen(unchecked_param_type = "string | Input[]")] input: JsValue,
    options: Option<Ts<InspectOptions>>,
) -> Result<Ts<Report>, Error> {
    let inputs = inputs(input)?;
    let options: InspectOptions = optional("inspect: options", options)?;
    let report = crate::inspect(&inputs, &Options { now: options.now.as_deref().map(instant).transpose()? });
    report.into_ts().map_err(internal)
}

/// Draws one history of a report on a time axis, as an SVG document; an empty string where the report has none.
#[wasm_bindgen(js_name = renderTimeline)]
pub fn render_timeline(report: Ts<Report>, options: Option<Ts<timeline::TimelineOptions>>) -> Result<String, Error> {
    let report: Report = given("renderTimeline: report", report.into())?;
    let options: timeline::TimelineOptions = optional("renderTimeline: options", options)?;
    Ok(timeline::render_timeline(&report, &options))
}

/// Writes a report as one HTML file that needs nothing beside it.
#[wasm_bindgen(js_name = renderHtml)]
pub fn render_html(report: Ts<Report>, options: Option<Ts<HtmlOptions>>) -> Result<String, Error> {
    let report: Report = given("renderHtml: report", report.into())?;
    let HtmlOptions { theme, viewer, inputs } = optional("renderHtml: options", options)?;
    let inputs: Vec<crate::Input> = inputs.into_iter().map(Into::into).collect();
    let json = match &viewer {
        Some(_) => json(&html::data(&report, &inputs))?,
        None => String::new(),
    };
    let interactive = viewer.as_deref().map(|script| html::Interactive { script, data: &json });
    Ok(html::render_html(&report, &html::HtmlOptions { theme, interactive }))
}

/// Writes a report as GitHub's Markdown, for a job's summary or a comment: verdict, table, gantt chart.
#[wasm_bindgen(js_name = renderMarkdown)]
pub fn render_markdown(report: Ts<Report>, options: Option<Ts<MarkdownOptions>>) -> Result<String, Error> {
    let report: Report = given("renderMarkdown: report", report.into())?;
    let options: MarkdownOptions = optional("renderMarkdown: options", options)?;
    Ok(crate::report::render_markdown(&report, &options))
}

/// Writes a report as plain text for a bug tracker, in lines of fewer than 80 columns.
#[wasm_bindgen(js_name = renderComment)]
pub fn render_comment(report: Ts<Report>) -> Result<String, Error> {
    let report: Report = given("renderComment: report", report.into())?;
    Ok(crate::report::render_comment(&report))
}

/// Puts pseudonyms in place of the cluster ids, hosts, users and secrets that are recognised, each as long as its original.
/// What is recognised is not all there may be.
#[wasm_bindgen]
pub fn mask(#[wasm_bindgen(unchecked_param_type = "string | Input[]")] input: JsValue) -> Result<Ts<MaskResult>, Error> {
    let (inputs, masked) = crate::mask::mask(&inputs(input)?);
    let count = crate::mask::count(&masked);
    let inputs = inputs.into_iter().map(Into::into).collect();
    MaskResult { inputs, count, masked: masked.into_iter().map(Into::into).collect() }.into_ts().map_err(internal)
}

/// Every rule, in the order of the documentation.
#[wasm_bindgen]
pub fn rules() -> Result<Vec<Ts<RuleInfo>>, Error> {
    crate::rules().iter().map(|rule| rule.into_ts().map_err(internal)).collect()
}

/// The version of this package.
#[wasm_bindgen]
pub fn version() -> String {
    crate::VERSION.into()
}

/// Shows a report inside an element, in place of what was there. The root of what it draws carries `data-verdict`,
/// each finding `data-rule` and `data-entry`; a press on a place dispatches `clusterversion-history:select`, which
/// bubbles, with the place in `detail`.
#[wasm_bindgen]
pub fn mount(
    #[wasm_bindgen(unchecked_param_type = "Element")] element: JsValue,
    report: Ts<Report>,
    options: Option<Ts<MountOptions>>,
) -> Result<(), Error> {
    let element: Element = element.dyn_into().map_err(|_| misuse("mount: element must be an Element"))?;
    let report: Report = given("mount: report", report.into())?;
    let MountOptions { width, heading_level, rules } = optional("mount: options", options)?;
    dom::mount(&element, &report, width, heading_level, rules).map_err(internal_js)
}

#[wasm_bindgen(start, private)]
fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

fn inputs(input: JsValue) -> Result<Vec<crate::Input>, Error> {
    if let Some(text) = input.as_string() {
        return Ok(vec![crate::Input { text, ..Default::default() }]);
    }
    let inputs: Array = input.dyn_into().map_err(|_| misuse("inspect: input must be a string or an array of inputs"))?;
    inputs.iter().enumerate().map(|(at, input)| Ok(given::<Input>(&format!("inspect: input[{at}]"), input)?.into())).collect()
}

impl From<Input> for crate::Input {
    fn from(Input { name, text, role }: Input) -> Self {
        let role = match role {
            None | Some(Role::History) => crate::Role::History,
            Some(Role::Before) => crate::Role::Before,
            Some(Role::After) => crate::Role::After,
            Some(Role::Evidence) => crate::Role::Evidence,
        };
        crate::Input { name, text, role }
    }
}

impl From<crate::Input> for Input {
    fn from(crate::Input { name, text, role }: crate::Input) -> Self {
        let role = match role {
            crate::Role::History => Role::History,
            crate::Role::Before => Role::Before,
            crate::Role::After => Role::After,
            crate::Role::Evidence => Role::Evidence,
        };
        Input { name, text, role: Some(role) }
    }
}

impl From<crate::mask::Masked> for MaskedName {
    fn from(crate::mask::Masked { kind, original, pseudonym, count }: crate::mask::Masked) -> Self {
        let kind = match kind {
            crate::mask::Kind::ClusterId => "cluster id",
            crate::mask::Kind::ObjectId => "object id",
            crate::mask::Kind::Host => "host",
            crate::mask::Kind::User => "user",
            crate::mask::Kind::Secret => "secret",
        };
        MaskedName { kind: kind.into(), original, pseudonym, count }
    }
}

fn instant(now: &str) -> Result<DateTime<Utc>, Error> {
    let read = DateTime::parse_from_rfc3339(now);
    read.map(|time| time.to_utc()).map_err(|_| misuse(&format!("inspect: options.now must be an RFC 3339 time, not {now:?}")))
}

fn optional<T: Tsify + Default + DeserializeOwned>(what: &str, value: Option<Ts<T>>) -> Result<T, Error> {
    value.map_or_else(|| Ok(T::default()), |value| given(what, value.into()))
}

pub(crate) fn given<T: DeserializeOwned>(what: &str, value: JsValue) -> Result<T, Error> {
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        let message = JsValue::from(error).dyn_into::<Error>().map_or_else(|_| "not of its type".into(), |error| error.message());
        misuse(&format!("{what}: {message}"))
    })
}

/// A value as JSON, by the page's own writer.
fn json(value: &impl serde::Serialize) -> Result<String, Error> {
    let value = value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(|error| internal_js(error.into()))?;
    js_sys::JSON::stringify(&value).map(String::from).map_err(internal_js)
}

fn misuse(message: &str) -> Error {
    TypeError::new(message).into()
}

pub(crate) fn internal(error: tsify::Error) -> Error {
    Error::new(&error.to_string())
}

fn internal_js(error: JsValue) -> Error {
    error.dyn_into().unwrap_or_else(|other| Error::new(&format!("{other:?}")))
}

//! What JavaScript gets: the shape of its objects, the errors of misuse, and the report in a real DOM.
#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::wasm::{inspect, mount, render_markdown, render_timeline, rules, version};
use js_sys::{Array, Error, JSON, Object, Reflect, TypeError};
use tsify::Ts;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{CustomEvent, Document, Element};

wasm_bindgen_test_configure!(run_in_browser);

const MUST_GATHER: &str = include_str!("cases/seed/mustgather.yaml");
const BEFORE: &str = include_str!("cases/seed/pipe-4.1.18-before.txt");
const AFTER: &str = include_str!("cases/seed/pipe-4.1.18-after.txt");

fn json(text: &str) -> JsValue {
    JSON::parse(text).unwrap()
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).unwrap())
}

fn string(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap_or_else(|| panic!("{path} is {:?}", get(value, path)))
}

fn number(value: &JsValue, path: &str) -> f64 {
    get(value, path).as_f64().unwrap_or_else(|| panic!("{path} is {:?}", get(value, path)))
}

/// The names of an object's own keys, sorted.
fn keys(value: &JsValue, path: &str) -> Vec<String> {
    let mut keys: Vec<_> =
        Object::keys(get(value, path).unchecked_ref::<Object>()).iter().map(|key| key.as_string().unwrap()).collect();
    keys.sort_unstable();
    keys
}

fn report(input: impl Into<JsValue>) -> JsValue {
    inspect(input.into(), None).unwrap().into()
}

fn input(name: Option<&str>, text: &str, role: &str) -> JsValue {
    let input = Object::new();
    for (key, value) in [("name", name), ("text", Some(text)), ("role", Some(role))] {
        if let Some(value) = value {
            Reflect::set(&input, &key.into(), &value.into()).unwrap();
        }
    }
    input.into()
}

fn compared() -> JsValue {
    report(Array::of2(&input(Some("old.txt"), BEFORE, "before"), &input(None, AFTER, "after")))
}

fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

/// An empty element in the page, 800 px wide.
fn place() -> Element {
    let place = document().create_element("div").unwrap();
    place.set_attribute("style", "width: 800px").unwrap();
    document().document_element().unwrap().append_child(&place).unwrap();
    place
}

fn mounted(report: &JsValue) -> Element {
    let place = place();
    mount(place.clone().into(), Ts::new_unchecked(report.clone()), None).unwrap();
    place
}

fn one(inside: &Element, selector: &str) -> Element {
    inside.query_selector(selector).unwrap().unwrap_or_else(|| panic!("no {selector} in {}", inside.inner_html()))
}

fn count(inside: &Element, selector: &str) -> u32 {
    inside.query_selector_all(selector).unwrap().length()
}

fn text(element: &Element) -> String {
    element.text_content().unwrap()
}

#[wasm_bindgen_test]
fn a_report_is_written_as_markdown() {
    let markdown = |options: Option<&str>| {
        let options = options.map(|options| Ts::new_unchecked(json(options)));
        render_markdown(Ts::new_unchecked(report(MUST_GATHER)), options)
    };
    let plain = markdown(None).unwrap();
    assert!(plain.starts_with("## ClusterVersion history: corrupt\n\nThe completion of entry 1 ("), "{plain}");
    assert!(
        plain.contains("| 1 | `4.3.0-0.ci-2019-09-27-181735` | `Completed` | 2019-09-27T21:25:09Z | ~~2019-09-27T21:45:59Z~~ |")
    );
    assert!(plain.contains("```mermaid\n%%{init: ") && plain.contains("\ngantt\n"));
    let short = markdown(Some(r#"{"title": "a_b", "maxBytes": 4096}"#)).unwrap();
    assert!(short.starts_with("## a\\_b: corrupt\n") && short.len() <= 4096, "{short}");
    let error = render_markdown(Ts::new_unchecked(json("1")), None).unwrap_err();
    assert!(error.is_instance_of::<TypeError>());
    assert!(String::from(error.message()).starts_with("renderMarkdown: report: "));
    let error = markdown(Some(r#"{"maxBytes": "many"}"#)).unwrap_err();
    assert!(String::from(error.message()).starts_with("renderMarkdown: options: "));
}

#[wasm_bindgen_test]
fn a_report_has_the_keys_of_version_1() {
    let report = report(MUST_GATHER);
    let top = ["advice", "comparisons", "evidence", "histories", "problems", "schemaVersion", "summary", "tool", "verdict"];
    assert_eq!(keys(&JsValue::from(Array::of1(&report)), "0"), top);
    assert_eq!(keys(&report, "tool"), ["name", "version"]);
    // clusterId is missing, not null: this text has none.
    assert_eq!(
        keys(&report, "histories.0"),
        ["advice", "entries", "findings", "id", "notChecked", "source", "summary", "verdict"]
    );
    assert_eq!(keys(&report, "histories.0.source"), ["endLine", "input", "kind", "line", "name"]);
    let entry = ["acceptedRisks", "completionTime", "image", "index", "line", "startedTime", "state", "verified", "version"];
    assert_eq!(keys(&report, "histories.0.entries.0"), entry);
    assert_eq!(keys(&report, "histories.0.entries.1").len(), entry.len() + 1);
    assert_eq!(keys(&report, "histories.0.entries.1.trueCompletion"), ["basis", "notAfter", "notBefore"]);
    let finding = [
        "cause",
        "column",
        "confidence",
        "currentRelease",
        "endColumn",
        "entry",
        "field",
        "line",
        "message",
        "path",
        "recorded",
        "references",
        "related",
        "rule",
        "severity",
        "whatToDo",
        "why",
    ];
    assert_eq!(keys(&report, "histories.0.findings.0"), finding);
    let related = ["column", "endColumn", "entry", "field", "history", "input", "line", "message"];
    assert_eq!(keys(&report, "histories.0.findings.0.related.0"), related);
}

#[wasm_bindgen_test]
fn the_values_are_plain_javascript() {
    let report = report(MUST_GATHER);
    assert_eq!(number(&report, "schemaVersion"), 1.0);
    assert_eq!(string(&report, "verdict"), "corrupt");
    assert_eq!(string(&report, "histories.0.findings.0.rule"), "completion-overwritten");
    assert_eq!(string(&report, "histories.0.findings.0.severity"), "error");
    assert_eq!(string(&report, "histories.0.findings.0.confidence"), "likely");
    assert_eq!(string(&report, "histories.0.findings.0.cause"), "bz1756461");
    assert_eq!(number(&report, "histories.0.findings.0.entry"), 1.0);
    assert_eq!(number(&report, "histories.0.findings.0.line"), 8.0);
    assert_eq!(number(&report, "histories.0.findings.0.column"), 21.0);
    assert_eq!(string(&report, "histories.0.entries.1.completionTime"), "2019-09-27T21:45:59Z");
    assert!(get(&report, "histories.0.entries.0.acceptedRisks").is_null());
    assert_eq!(get(&report, "histories.0.entries.0.verified"), JsValue::FALSE);
    // Nothing is lost in JSON: no Map, no undefined, no BigInt.
    let copy = JSON::parse(&JSON::stringify(&report).unwrap().as_string().unwrap()).unwrap();
    assert_eq!(keys(&copy, "histories.0.findings.0"), keys(&report, "histories.0.findings.0"));
}

#[wasm_bindgen_test]
fn columns_count_utf16_units() {
    let report = report(
        "[{\"é🙂\": 1, \"state\": \"Completed\", \"startedTime\": \"2019-10-14T03:42:31Z\", \"completionTime\": \"2019-10-14T03:43:16Z\", \"version\": \"4.1.20\", \"image\": \"a\"},\n {\"é🙂\": \"🙂🙂\", \"completionTime\": \"2019-10-14T03:42:31Z\", \"startedTime\": \"2019-10-14T02:57:34Z\", \"state\": \"Completed\", \"version\": \"4.1.18\", \"image\": \"b\"}]",
    );
    assert_eq!(string(&report, "histories.0.findings.0.rule"), "completion-overwritten");
    assert_eq!(number(&report, "histories.0.findings.0.line"), 2.0);
    let line = " {\"é🙂\": \"🙂🙂\", \"completionTime\": \"2019-10-14T03:42:31Z\"";
    let value = js_sys::JsString::from(line).index_of("\"2019", 0);
    // With or without its quote: a column before the value would be off by the surrogates.
    let column = number(&report, "histories.0.findings.0.column");
    assert!([f64::from(value) + 1.0, f64::from(value) + 2.0].contains(&column), "column {column}, the value stands at {value}");
}

#[wasm_bindgen_test]
fn a_before_and_an_after_are_compared() {
    let report = compared();
    assert_eq!(string(&report, "histories.0.source.name"), "old.txt");
    assert_eq!(string(&report, "histories.1.source.name"), "after");
    assert_eq!(string(&report, "comparisons.0.findings.0.rule"), "completion-overwritten");
    assert_eq!(string(&report, "comparisons.0.findings.0.confidence"), "proven");
    assert_eq!(string(&report, "comparisons.0.findings.0.recorded"), "2019-10-14T03:42:31Z");
    assert_eq!(string(&report, "comparisons.0.findings.0.expected"), "2019-10-14T03:13:16Z");
    assert_eq!(string(&report, "histories.1.entries.2.trueCompletion.exact"), "2019-10-14T03:13:16Z");
}

#[wasm_bindgen_test]
fn a_text_is_never_an_error() {
    for text in ["", "\0", "{", "[[[[", "status: [", "\u{202e}", "- - - -", "&a *a", "🙂"] {
        assert_eq!(string(&report(text), "verdict"), "undetermined", "{text:?}");
    }
    assert_eq!(string(&report(Array::new()), "verdict"), "undetermined");
}

#[wasm_bindgen_test]
fn misuse_throws_errors_that_say_what_is_wrong() {
    let message = |error: Error| {
        assert!(error.is_instance_of::<TypeError>());
        String::from(error.message())
    };
    let wrong = |input: JsValue| message(inspect(input, None).unwrap_err());
    assert_eq!(wrong(JsValue::from(5)), "inspect: input must be a string or an array of inputs");
    assert_eq!(wrong(JsValue::UNDEFINED), "inspect: input must be a string or an array of inputs");
    assert_eq!(wrong(JsValue::NULL), "inspect: input must be a string or an array of inputs");
    assert_eq!(wrong(json("[{}]")), "inspect: input[0]: missing field `text`");
    assert_eq!(
        wrong(json(r#"[{"text": ""}, {"text": 1}]"#)),
        "inspect: input[1]: invalid type: floating point `1.0`, expected a string"
    );
    assert!(wrong(json(r#"[{"text": "", "role": "later"}]"#)).contains("`later`"));
    let now = |now: &str| message(inspect("".into(), Some(Ts::new_unchecked(json(now)))).unwrap_err());
    assert_eq!(now(r#"{"now": "soon"}"#), "inspect: options.now must be an RFC 3339 time, not \"soon\"");
    assert!(now(r#"{"now": 5}"#).starts_with("inspect: options: invalid type"));
    assert!(now(r#""2020-01-01T00:00:00Z""#).starts_with("inspect: options: invalid type"));
    let not_a_report = message(render_timeline(Ts::new_unchecked(json("{}")), None).unwrap_err());
    assert_eq!(not_a_report, "renderTimeline: report: missing field `schemaVersion`");
    let no_element = message(mount("main".into(), Ts::new_unchecked(report("")), None).unwrap_err());
    assert_eq!(no_element, "mount: element must be an Element");
}

#[wasm_bindgen_test]
fn options_may_be_null_undefined_or_in_part() {
    for options in [json("{}"), json(r#"{"now": null}"#), Object::new().into()] {
        inspect("".into(), Some(Ts::new_unchecked(options))).unwrap();
    }
    inspect("".into(), Some(Ts::new_unchecked(json(r#"{"now": "2019-10-01T02:00:00+02:00"}"#)))).unwrap();
    let bare = json(r#"[{"text": "", "name": null, "role": null}]"#);
    inspect(bare, None).unwrap();
}

#[wasm_bindgen_test]
fn a_report_can_come_back_with_null_or_undefined_where_nothing_is() {
    let report = report(MUST_GATHER);
    for nothing in [JsValue::NULL, JsValue::UNDEFINED] {
        Reflect::set(&get(&report, "histories.0"), &"clusterId".into(), &nothing).unwrap();
        Reflect::set(&get(&report, "histories.0.findings.0"), &"cause".into(), &nothing).unwrap();
        Reflect::set(&get(&report, "histories.0.entries.0"), &"image".into(), &nothing).unwrap();
        render_timeline(Ts::new_unchecked(report.clone()), None).unwrap();
        mount(place().into(), Ts::new_unchecked(report.clone()), None).unwrap();
    }
}

#[wasm_bindgen_test]
fn the_timeline_is_an_svg_document() {
    let drawn = |report: JsValue, options: &str| {
        render_timeline(Ts::new_unchecked(report), Some(Ts::new_unchecked(json(options)))).unwrap()
    };
    assert!(drawn(report(MUST_GATHER), r#"{"width": 640}"#).starts_with("<svg"));
    assert_eq!(drawn(report(""), "{}"), "");
}

#[wasm_bindgen_test]
fn rules_and_version_describe_the_package() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
    let rules: Vec<JsValue> = rules().unwrap().into_iter().map(JsValue::from).collect();
    let ids: Vec<_> = rules.iter().map(|rule| string(rule, "id")).collect();
    assert!(ids.iter().any(|id| id == "completion-overwritten"), "{ids:?}");
    let compares = rules.iter().find(|rule| string(rule, "id") == "completion-overwritten").unwrap();
    assert_eq!(get(compares, "compares"), JsValue::TRUE);
    assert!(string(compares, "whatToDo").len() > 10);
}

#[wasm_bindgen_test]
fn mount_shows_verdict_findings_and_entries() {
    let report = report(MUST_GATHER);
    let place = mounted(&report);
    assert_eq!(place.child_element_count(), 1);
    let root = place.first_element_child().unwrap();
    assert_eq!(root.get_attribute("data-verdict").as_deref(), Some("corrupt"));
    let findings: Array = get(&report, "histories.0.findings").into();
    assert_eq!(count(&place, "[data-rule]"), findings.length());
    let finding = one(&place, "[data-rule=completion-overwritten]");
    assert_eq!(finding.get_attribute("data-entry").as_deref(), Some("1"));
    assert_eq!(text(&one(&finding, "button")), "line 8, column 21");
    assert_eq!(count(&place, "tbody tr[data-index]"), 2);
    assert_eq!(text(&one(&place, "caption")), "Entries, newest first; times in UTC");
    assert_eq!(count(&place, "svg[role=img]"), 1);
    assert_eq!(one(&place, "svg[role=img]").namespace_uri().as_deref(), Some("http://www.w3.org/2000/svg"));
    assert_eq!(count(&place, "style, script"), 0);
}

#[wasm_bindgen_test]
fn headings_begin_where_the_page_wants_them() {
    let place = place();
    let options = json(r#"{"headingLevel": 3, "width": 500}"#);
    mount(place.clone().into(), Ts::new_unchecked(report(MUST_GATHER)), Some(Ts::new_unchecked(options))).unwrap();
    assert_eq!((count(&place, "h2"), count(&place, "h3"), count(&place, "h4")), (0, 1, 2));
    assert_eq!(count(&place, "h5"), count(&place, "[data-rule]"));
}

#[wasm_bindgen_test]
fn a_second_mount_replaces_the_first() {
    let place = mounted(&report(MUST_GATHER));
    mount(place.clone().into(), Ts::new_unchecked(report("nothing")), None).unwrap();
    assert_eq!(place.child_element_count(), 1);
    assert_eq!(place.first_element_child().unwrap().get_attribute("data-verdict").as_deref(), Some("undetermined"));
    assert_eq!(count(&place, "[data-rule]"), 0);
    let problem = one(&place, "[data-problem=no-history]");
    assert_eq!(text(&one(&problem, "button")), "line 1, column 1");
}

#[wasm_bindgen_test]
fn a_press_tells_the_page_which_place() {
    let place = mounted(&compared());
    let heard = Array::new();
    let listener = {
        let heard = heard.clone();
        Closure::<dyn Fn(CustomEvent)>::new(move |event: CustomEvent| {
            heard.push(&event.detail());
        })
    };
    // A mount that was replaced is not heard any more.
    mount(place.clone().into(), Ts::new_unchecked(compared()), None).unwrap();
    place.add_event_listener_with_callback("clusterversion-history:select", listener.as_ref().unchecked_ref()).unwrap();
    let press = |element: Element| {
        let click = web_sys::Event::new_with_event_init_dict("click", &{
            let init = web_sys::EventInit::new();
            init.set_bubbles(true);
            init
        });
        element.dispatch_event(&click.unwrap()).unwrap();
    };
    let finding = one(&place, ".comparison [data-rule=completion-overwritten]");
    press(one(&finding, ".where button"));
    press(one(&finding, ".related li:last-child button"));
    press(one(&place, "[data-history=\"1\"] tr[data-index=\"1\"] button"));
    press(one(&finding, ".message"));
    let said = JSON::stringify(&heard).unwrap().as_string().unwrap();
    assert_eq!(
        said,
        concat!(
            r#"[{"history":1,"entry":2,"rule":"completion-overwritten","input":1,"line":3,"column":22,"endColumn":42},"#,
            r#"{"history":1,"entry":2,"rule":"completion-overwritten","input":0,"line":1,"column":22,"endColumn":42},"#,
            r#"{"history":1,"entry":1,"input":1,"line":2,"column":1,"endColumn":1}]"#
        )
    );
    let bar = place.query_selector("[data-history=\"1\"] svg [data-entry=\"2\"]").unwrap();
    press(bar.expect("a bar for entry 2"));
    assert_eq!(number(&heard, "3.line"), 3.0);
}

#[wasm_bindgen_test]
fn hostile_text_stays_text() {
    let evil = "<img src=x onerror=alert(1)>";
    let hostile = report(format!(
        "2019-10-14T03:42:31Z|2019-10-14T03:43:16Z|Completed|4.1.20{evil}\n2019-10-14T02:57:34Z|2019-10-14T03:42:31Z|Completed|{evil}\u{202e}81.1.4\n"
    ));
    let finding = get(&hostile, "histories.0.findings.0");
    let references = json(r#"["javascript:alert(1)", "https://a.example/\"><script>"]"#);
    Reflect::set(&finding, &"references".into(), &references).unwrap();
    Reflect::set(&finding, &"rule".into(), &"\"><script>alert(1)</script>".into()).unwrap();
    let place = mounted(&hostile);
    assert_eq!(count(&place, "img, script, style, iframe, foreignObject, [onerror], [onload]"), 0);
    assert_eq!(count(&place, "a[href^='javascript']"), 0);
    let shown = text(&place);
    assert!(shown.contains(evil), "{shown}");
    assert!(shown.contains("⟨U+202E⟩") && !shown.contains('\u{202e}'), "{shown}");
}

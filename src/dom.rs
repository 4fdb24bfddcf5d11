//! The view of a report made real in a page.

use std::borrow::Cow;
use std::cell::Cell;

use js_sys::{Object, Reflect};
use wasm_bindgen::{intern, prelude::*};
use web_sys::{CustomEvent, CustomEventInit, Document, DomParser, Event, SupportedType};

use crate::report::Report;
use crate::view::{self, Node, ViewOptions};

const SVG: &str = "http://www.w3.org/2000/svg";

/// The event that a press on a place dispatches.
const SELECT: &str = "clusterversion-history:select";

/// Puts a report in place of what an element contains.
pub(crate) fn mount(
    element: &web_sys::Element,
    report: &Report,
    width: Option<f64>,
    heading_level: Option<u8>,
    rules: Option<String>,
) -> Result<(), JsValue> {
    let document = element.owner_document().ok_or("the element belongs to no document")?;
    let mut options = ViewOptions { rules, ..ViewOptions::default() };
    match width.unwrap_or_else(|| f64::from(element.client_width())) {
        // Where it is not laid out, it has no width yet.
        width if width > 0.0 => options.width = width.clamp(320.0, 4000.0),
        _ => {}
    }
    options.heading_level = heading_level.unwrap_or(options.heading_level);
    options.serial = SERIAL.replace(SERIAL.get().wrapping_add(1));
    let root = make(&document, &view::report(report, &options), false)?;
    // One function serves every mount: all that it needs stands in the attributes of what was pressed.
    ON_CLICK.with(|on_click| root.add_event_listener_with_callback("click", on_click.as_ref().unchecked_ref()))?;
    element.replace_children_with_node_1(&root);
    Ok(())
}

thread_local! {
    /// How often something was mounted: drawings on one page must not share their ids.
    static SERIAL: Cell<usize> = const { Cell::new(0) };
    static ON_CLICK: Closure<dyn Fn(Event) -> Result<(), JsValue>> = Closure::new(select);
}

/// Makes an element with all that is inside it. Names are few and come often: interned, each crosses into JavaScript once.
fn make(document: &Document, element: &view::Element, within_svg: bool) -> Result<web_sys::Element, JsValue> {
    let svg = within_svg || element.tag == "svg";
    let made = match svg {
        true => document.create_element_ns(Some(intern(SVG)), intern(element.tag))?,
        false => document.create_element(intern(element.tag))?,
    };
    for (name, value) in &element.attributes {
        let value = if matches!(value, Cow::Borrowed(_)) { intern(value) } else { value };
        made.set_attribute(intern(name), value)?;
    }
    if let [Node::Text(text)] = &element.children[..] {
        made.set_text_content(Some(text));
        return Ok(made);
    }
    for child in &element.children {
        let child: web_sys::Node = match child {
            Node::Element(child) => make(document, child, svg)?.into(),
            Node::Text(text) => document.create_text_node(text).into(),
            Node::Drawing(svg) => drawing(svg)?.into(),
        };
        made.append_child(&child)?;
    }
    Ok(made)
}

/// An SVG document's root, part of this page now.
fn drawing(svg: &str) -> Result<web_sys::Element, JsValue> {
    let parsed = DomParser::new()?.parse_from_string(svg, SupportedType::ImageSvgXml)?;
    let root = parsed.document_element().filter(|root| root.local_name() == "svg");
    root.ok_or_else(|| "the timeline is not an SVG document".into())
}

/// Tells the page which place was pressed: a button's own, or that of the entry whose bar it was.
fn select(event: Event) -> Result<(), JsValue> {
    let Some(pressed) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return Ok(()) };
    let place = match pressed.closest("svg [data-entry]")? {
        Some(bar) => {
            let entry = bar.get_attribute("data-entry").and_then(|entry| entry.parse::<usize>().ok());
            match (entry, bar.closest("[data-history]")?) {
                (Some(entry), Some(history)) => history.query_selector(&format!("tr[data-index=\"{entry}\"] [data-line]"))?,
                _ => None,
            }
        }
        None => pressed.closest("[data-line]")?,
    };
    let Some(place) = place else { return Ok(()) };
    let detail = Object::new();
    // Which entry and finding it belongs to, where it belongs to one.
    let number = |element: &web_sys::Element, name: &str| element.get_attribute(name)?.parse::<f64>().ok();
    let history = match place.get_attribute("data-of") {
        Some(_) => number(&place, "data-of"),
        None => match pressed.closest("[data-history], [data-after]")? {
            Some(own) => number(&own, "data-history").or_else(|| number(&own, "data-after")),
            None => None,
        },
    };
    let finding = pressed.closest("[data-rule]")?;
    let entry = match (place.get_attribute("data-pick"), &finding, pressed.closest("tr[data-index], [data-entry]")?) {
        (Some(_), ..) => number(&place, "data-pick"),
        (None, Some(finding), _) => number(finding, "data-entry"),
        (None, None, Some(own)) => number(&own, "data-index").or_else(|| number(&own, "data-entry")),
        _ => None,
    };
    for (key, value) in [("history", history), ("entry", entry)] {
        if let Some(value) = value {
            Reflect::set(&detail, &key.into(), &value.into())?;
        }
    }
    if let Some(rule) = finding.and_then(|finding| finding.get_attribute("data-rule")) {
        Reflect::set(&detail, &"rule".into(), &rule.into())?;
    }
    for (key, attribute) in
        [("input", "data-input"), ("line", "data-line"), ("column", "data-column"), ("endColumn", "data-end-column")]
    {
        let value = place.get_attribute(attribute).and_then(|value| value.parse::<f64>().ok()).unwrap_or(1.0);
        Reflect::set(&detail, &key.into(), &value.into())?;
    }
    let init = CustomEventInit::new();
    init.set_bubbles(true);
    // It leaves a shadow tree, too.
    init.set_composed(true);
    init.set_detail(&detail);
    let event = CustomEvent::new_with_event_init_dict(SELECT, &init)?;
    pressed.dispatch_event(&event)?;
    Ok(())
}

//! What to do now: sentences, and commands to be copied.

use super::element::{Element, el};
use crate::report::Advice;

/// The list of what to do, where there is something. Who shows the view wires the buttons: each copies the text of the
/// element before it.
pub(super) fn list(advice: &[Advice]) -> Option<Element> {
    let items = advice.iter().map(|advice| {
        let command = advice.command.as_ref().map(|command| {
            let name = format!("Copy the command: {}", advice.text);
            let copy =
                el("button").class("copy").attr("type", "button").attr("data-copy", "").attr("aria-label", name).text("Copy");
            el("span").class("command").child(el("code").text(command.clone())).child(copy)
        });
        el("li").child(el("span").prose(advice.text.clone())).children(command)
    });
    (!advice.is_empty()).then(|| el("ul").class("advice").children(items))
}

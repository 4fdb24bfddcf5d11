//! What to do now: steps, and the commands that take them.

use super::View;
use super::element::{Element, el};

impl View<'_> {
    pub(super) fn advice(&self) -> Option<Element> {
        let steps = self.report.advice.iter().map(|advice| {
            let command = advice.command.as_ref().map(|command| el("code").class("command").text(command.clone()));
            el("li").child(el("span").prose(advice.text.clone())).children(command)
        });
        (!self.report.advice.is_empty()).then(|| el("ul").class("advice").children(steps))
    }
}

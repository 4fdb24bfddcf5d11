//! The legend: every sign that is in the picture, with its name, in lines as wide as the canvas.

use super::labels::{SMALL, line, place};
use super::marks::MARK;
use super::scene::{Align, Kind, Label, LegendItem, Rect, Sign, Tone};
use crate::report::Severity;

const SWATCH: f64 = 24.0;
const LINE: f64 = 18.0;

/// The items of these, their names, and the height they take.
pub(super) fn legend(
    mut kinds: Vec<Kind>,
    mut severities: Vec<Severity>,
    broken: bool,
    (left, right): (f64, f64),
    top: f64,
) -> (Vec<LegendItem>, Vec<Label>, f64) {
    crate::order::sort(&mut kinds, Ord::cmp);
    kinds.dedup();
    crate::order::sort(&mut severities, |a, b| b.cmp(a));
    severities.dedup();
    let signs =
        kinds.into_iter().map(Sign::Stretch).chain(severities.into_iter().map(Sign::Mark)).chain(broken.then_some(Sign::Break));

    let (mut items, mut labels) = (Vec::new(), Vec::new());
    let (mut x, mut y) = (left, top);
    for sign in signs {
        let w = if matches!(sign, Sign::Stretch(_)) { SWATCH } else { MARK };
        let text_at = x + w + 5.0;
        let mut label = place(name(sign).to_owned(), SMALL, text_at, y, Align::Start, (0.0, f64::INFINITY));
        if label.rect.right() > right && x > left {
            let back = x - left;
            x = left;
            y += LINE;
            label.rect.x -= back;
        }
        label.rect.y = y + (MARK - line(SMALL)) / 2.0;
        label.tone = Tone::Muted;
        items.push(LegendItem { rect: Rect { x, y, w, h: MARK }, sign });
        x = label.rect.right() + 14.0;
        labels.push(label);
    }
    let height = if items.is_empty() { 0.0 } else { y - top + LINE };
    (items, labels, height)
}

fn name(sign: Sign) -> &'static str {
    match sign {
        Sign::Stretch(Kind::Completed) => "Completed",
        Sign::Stretch(Kind::Partial) => "Partial",
        Sign::Stretch(Kind::Progress) => "in progress",
        Sign::Stretch(Kind::Unknown) => "another state",
        Sign::Stretch(Kind::Unsure) => "true completion in here",
        Sign::Stretch(Kind::Overwritten) => "completion overwritten",
        Sign::Stretch(Kind::Reversed) => "completed before started",
        Sign::Mark(Severity::Error) => "error",
        Sign::Mark(Severity::Warning) => "warning",
        Sign::Mark(Severity::Info) => "info",
        Sign::Break => "time shortened",
    }
}

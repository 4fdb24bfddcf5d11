//! Marks of findings: beside one another in a lane above the bar, each with a stem to its instant.

use super::entry::Entry;
use super::labels::{SMALL, place};
use super::scene::{Align, Label, Mark, Rect, Tone};
use super::table;
use crate::report::Finding;

/// Width and height of a mark.
pub(super) const MARK: f64 = 12.0;
/// Height of the lane of marks.
pub(super) const LANE: f64 = 17.0;
/// Distance of two neighbours.
const PITCH: f64 = 14.0;
/// Room for the number of marks that did not fit.
const MORE: f64 = 44.0;

/// The ends of a bar, where it has them, and where its upper edge is.
pub(super) struct Ends {
    pub(super) start: Option<f64>,
    pub(super) end: Option<f64>,
    pub(super) top: f64,
}

/// Marks the findings of an entry in the lane that begins at `y`.
pub(super) fn marks(entry: &Entry<'_>, ends: &Ends, y: f64, (left, right): (f64, f64)) -> (Vec<Mark>, Option<Label>) {
    let at = |finding: &Finding| {
        let both = match finding.field.as_deref() {
            Some("completionTime") => (ends.end, ends.start),
            _ => (ends.start, ends.end),
        };
        both.0.or(both.1).unwrap_or(left).clamp(left, right)
    };
    let all = entry.findings.len();
    let fits = |room: f64| (room / PITCH).floor().max(1.0) as usize;
    let (limit, shown) = if all <= fits(right - left) { (right, all) } else { (right - MORE, fits(right - MORE - left)) };
    let mut sorted: Vec<(f64, &Finding)> = entry.findings.iter().take(shown).map(|f| (at(f), *f)).collect();
    // The sort is stable: at one instant the worst comes first.
    crate::order::sort(&mut sorted, |a, b| a.0.total_cmp(&b.0));
    let marks = spread(sorted.iter().map(|(x, _)| *x), left, limit)
        .into_iter()
        .zip(sorted)
        .map(|(x, (foot, finding))| mark(finding, Rect { x, y, w: MARK, h: MARK }, Some((foot, ends.top))))
        .collect();
    let more = (shown < all).then(|| {
        let mut label = place(format!("+{}", all - shown), SMALL, right, y, Align::End, (limit, right));
        label.tone = Tone::Muted;
        label.entry = Some(entry.report.index);
        label
    });
    (marks, more)
}

/// A mark in its place.
pub(super) fn mark(finding: &Finding, rect: Rect, foot: Option<(f64, f64)>) -> Mark {
    Mark {
        rect,
        foot,
        severity: finding.severity,
        rule: finding.rule.clone(),
        entry: finding.entry,
        title: table::finding(finding),
    }
}

/// Left edges of marks that would be centred at `at` (ascending) if they had the room.
fn spread(at: impl Iterator<Item = f64>, left: f64, right: f64) -> Vec<f64> {
    let mut xs: Vec<f64> = Vec::new();
    for x in at {
        let least = xs.last().map_or(left, |last| last + PITCH);
        xs.push((x - MARK / 2.0).max(least));
    }
    let mut most = right - MARK;
    for x in xs.iter_mut().rev() {
        *x = x.min(most);
        most = *x - PITCH;
    }
    xs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_make_room_for_each_other() {
        assert_eq!(spread([50.0, 50.0, 51.0].into_iter(), 0.0, 200.0), [44.0, 58.0, 72.0]);
        assert_eq!(spread([200.0, 200.0].into_iter(), 0.0, 200.0), [174.0, 188.0]);
        assert_eq!(spread([0.0].into_iter(), 0.0, 200.0), [0.0]);
    }
}

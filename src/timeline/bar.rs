//! One bar: its stretches in pixels, and the texts on it or beside it.

use super::axis::Axis;
use super::entry::Entry;
use super::labels::{SMALL, TEXT, fit, place, plain, width};
use super::layout::BAR;
use super::scene::{Align, End, Kind, Label, MIN_BAR, Piece, Rect, Tone};
use super::table;
use super::words::duration;
use crate::report::Confidence;

/// Length of a bar of which nothing says when it ended.
pub(super) const STUB: f64 = 22.0;
/// Space between a bar and the text beside it.
const GAP: f64 = 6.0;
/// Space between the ends of a bar and the text on it.
const INSET: f64 = 8.0;

/// A name is not shortened to less than this.
const SHORT: f64 = 72.0;

/// The stretches of an entry, at the top of the canvas.
pub(super) fn pieces(entry: &Entry<'_>, axis: &Axis, (left, right): (f64, f64)) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = entry
        .stretches
        .iter()
        .filter(|stretch| {
            let to = if stretch.end == End::Open { i64::MAX } else { stretch.to };
            axis.beyond(stretch.from, to).is_none()
        })
        .map(|stretch| {
            let x = axis.x(stretch.from);
            let to = match stretch.end {
                End::Closed => axis.x(stretch.to),
                End::Open => right,
                End::Missing => (x + STUB).min(right),
            };
            Piece {
                rect: Rect { x, y: 0.0, w: (to - x).max(0.0), h: BAR },
                kind: stretch.kind,
                end: stretch.end,
                instant: stretch.end == End::Closed && stretch.from == stretch.to,
            }
        })
        .collect();
    if pieces.is_empty() {
        return pieces;
    }
    let total: f64 = pieces.iter().map(|piece| piece.rect.w).sum();
    if let (true, Some(last)) = (total < MIN_BAR, pieces.last_mut()) {
        last.rect.w += MIN_BAR - total;
        let over = (last.rect.right() - right).max(0.0);
        for piece in &mut pieces {
            piece.rect.x = (piece.rect.x - over).max(left);
        }
    }
    pieces
}

/// The recorded completion of an entry that has no start.
pub(super) fn end_only(entry: &Entry<'_>, axis: &Axis, right: f64) -> Option<Rect> {
    let (None, Some(end)) = (entry.start, entry.end) else {
        return None;
    };
    if axis.beyond(end, end).is_some() {
        return None;
    }
    let x = axis.x(end).min(right - MIN_BAR);
    Some(Rect { x, y: 0.0, w: MIN_BAR, h: BAR })
}

/// The texts of a row; the first is the entry's name.
pub(super) struct Texts {
    pub(super) labels: Vec<Label>,
    /// The name has a line of its own above the bar.
    pub(super) above: bool,
}

/// Puts the name and length of an entry on its bar, else right, else left of it, else above
/// it; shorter where the longer text has no room.
pub(super) fn texts(
    entry: &Entry<'_>,
    pieces: &[Piece],
    (start, end): (f64, f64),
    breaks: &[Rect],
    (left, right): (f64, f64),
    fixed: bool,
) -> Texts {
    let name = entry.name();
    let full = match detail(entry) {
        Some(detail) => format!("{name} · {detail}"),
        None => name.clone(),
    };
    let room = widest(pieces, breaks, |kind| matches!(kind, Kind::Completed | Kind::Partial | Kind::Progress | Kind::Unknown));
    let put = |text: &str| {
        let w = width(text, TEXT);
        if let Some((x, free, kind)) = room
            && w <= free
        {
            let mut label = place(text.to_owned(), TEXT, x, 0.0, Align::Start, (left, right));
            label.tone = if kind == Kind::Completed { Tone::OnBar } else { Tone::Plate };
            return Some(label);
        }
        // Beside it, rather where no break has to be covered.
        let fits_right = end + GAP + w <= right;
        let fits_left = left + GAP + w <= start;
        let clear = |from: f64| !breaks.iter().any(|b| b.x < from + w && from < b.right());
        let to_left = fits_left && (!fits_right || !clear(end + GAP) && clear(start - GAP - w));
        let (x, align) = if to_left { (start - GAP, Align::End) } else { (end + GAP, Align::Start) };
        (fits_left || fits_right).then(|| place(text.to_owned(), TEXT, x, 0.0, align, (left, right)))
    };
    // Rather a shortened name on its bar, or beside it, than one that covers the bar.
    let shortened = || {
        let on = room.map_or(0.0, |(_, free, _)| free);
        let most = on.max(start - left - GAP).max(right - end - GAP).floor();
        (fixed && most >= SHORT).then(|| put(&fit(&name, TEXT, most))).flatten()
    };
    let beside = put(&full).or_else(|| put(&name)).or_else(shortened);
    // Rows that grow and shrink as one moves along would be in the way.
    let above = beside.is_none() && !fixed;
    let mut first = beside.unwrap_or_else(|| {
        let text = [&full, &name].into_iter().find(|text| width(text, TEXT) <= right - left);
        let text = text.cloned().unwrap_or_else(|| fit(&name, TEXT, right - left));
        place(text, TEXT, start, 0.0, Align::Start, (left, right))
    });
    let shown = &first.text;
    first.full = (*shown != full).then(|| full.clone());
    let covers = fixed && pieces.iter().any(|piece| piece.rect.x < first.rect.right() && first.rect.x < piece.rect.right());
    if first.tone == Tone::Plain && covers {
        first.tone = Tone::Plate;
    }
    if first.tone == Tone::Plain && breaks.iter().any(|b| b.x < first.rect.right() && first.rect.x < b.right()) {
        first.tone = Tone::Plate;
    }
    let mut labels = vec![first];
    for kind in [Kind::Unsure, Kind::Overwritten] {
        labels.extend(note(entry, kind, pieces, breaks));
    }
    for label in &mut labels {
        label.entry = Some(entry.report.index);
    }
    Texts { labels, above }
}

/// The name of an entry that is out of sight, at the side on which it is.
pub(super) fn elsewhere(entry: &Entry<'_>, right_of: bool, (left, right): (f64, f64)) -> Label {
    let text = fit(&entry.name(), TEXT, right - left - 2.0 * TEXT);
    let (text, x, align) = match right_of {
        true => (format!("{text} ›"), right, Align::End),
        false => (format!("‹ {text}"), left, Align::Start),
    };
    let mut label = place(text, TEXT, x, 0.0, align, (left, right));
    label.tone = Tone::Muted;
    label.entry = Some(entry.report.index);
    label
}

/// What is said on a stretch of doubt, where it fits.
fn note(entry: &Entry<'_>, kind: Kind, pieces: &[Piece], breaks: &[Rect]) -> Option<Label> {
    let (x, free, _) = widest(pieces, breaks, |k| k == kind)?;
    let possible = entry.overwritten() == Some(Confidence::Possible);
    let texts: &[&str] = match kind {
        Kind::Unsure => &["truly completed in here", "completed in here"],
        _ if entry.overwritten().is_none() => &["not in the record"],
        _ if possible => &["perhaps overwritten", "overwritten?"],
        _ if pieces.len() == 1 => &["overwritten: true completion unknown", "overwritten"],
        _ => &["overwritten"],
    };
    let text = texts.iter().find(|text| width(text, SMALL) <= free)?;
    let mut label = place((*text).to_owned(), SMALL, x + free / 2.0, 0.0, Align::Middle, (x, x + free));
    label.tone = Tone::Plate;
    Some(label)
}

/// The widest part of the chosen stretches that no break cuts: where its text begins, how
/// long that may be, and what it is on.
fn widest(pieces: &[Piece], breaks: &[Rect], chosen: impl Fn(Kind) -> bool) -> Option<(f64, f64, Kind)> {
    let mut best: Option<(f64, f64, Kind)> = None;
    for piece in pieces.iter().filter(|piece| chosen(piece.kind)) {
        let mut x = piece.rect.x;
        let cuts = breaks.iter().filter(|b| b.x < piece.rect.right() && piece.rect.x < b.right());
        let ends = cuts.map(|b| (b.x, b.right())).chain([(piece.rect.right(), piece.rect.right())]);
        for (until, next) in ends {
            let free = until - x - 2.0 * INSET;
            if free > 0.0 && best.is_none_or(|(_, most, _)| free > most) {
                best = Some((x + INSET, free, piece.kind));
            }
            x = next;
        }
    }
    best
}

/// What is said after the name.
fn detail(entry: &Entry<'_>) -> Option<String> {
    let length = table::length(entry);
    let text = match (entry.start, length) {
        (None, _) => "no start time".to_owned(),
        (_, None) if entry.in_progress() => "in progress".to_owned(),
        (_, None) => "no completion time".to_owned(),
        (_, Some(l)) if l < 0 => format!("ends {} before it starts", duration(l.saturating_neg())),
        (_, Some(l)) => match table::true_length(entry) {
            Some(truth) => format!("{} (recorded {})", duration(truth), duration(l)),
            None if entry.overwritten().is_some() => format!("recorded {}", duration(l)),
            None => duration(l),
        },
    };
    let state = entry.report.state.as_deref().filter(|_| entry.kind() == Kind::Unknown);
    Some(match state {
        Some(state) => format!("{}, {text}", plain(state, 24)),
        None => text,
    })
}

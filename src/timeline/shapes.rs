//! The outlines of bars, marks and breaks, as SVG path data.

use super::scene::{End, Kind, Piece, Rect};
use super::writer::number;
use crate::report::Severity;

/// Path data from corners; every number goes through the writer's rounding.
fn path(points: &[(f64, f64)], closed: bool) -> String {
    let mut out = String::with_capacity(points.len() * 12);
    for (n, (x, y)) in points.iter().enumerate() {
        out.push(if n == 0 { 'M' } else { 'L' });
        number(&mut out, *x);
        out.push(' ');
        number(&mut out, *y);
    }
    if closed {
        out.push('Z');
    }
    out
}

/// A line from point to point.
pub(super) fn line(points: &[(f64, f64)]) -> String {
    path(points, false)
}

/// Rectangles as one outline; those of one row that touch the one before become one with it.
pub(super) fn boxes(rects: impl Iterator<Item = Rect>) -> String {
    let mut out = String::new();
    let mut add =
        |r: Rect| out.push_str(&path(&[(r.x, r.y), (r.right(), r.y), (r.right(), r.bottom()), (r.x, r.bottom())], true));
    let mut open: [Option<Rect>; 2] = [None; 2];
    for rect in rects {
        // Lines and instants of a lane alternate, each in its own row.
        let same = |slot: &Option<Rect>| slot.is_none_or(|r| r.y == rect.y && r.h == rect.h);
        let at = open.iter().position(same).unwrap_or_default();
        match &mut open[at] {
            Some(old) if old.y == rect.y && old.x <= rect.x && rect.x <= old.right() => {
                old.w = old.w.max(rect.right() - old.x);
            }
            slot => {
                if let Some(old) = slot.replace(rect) {
                    add(old);
                }
            }
        }
    }
    open.into_iter().flatten().for_each(add);
    out
}

/// The outline of a stretch that is not a plain rectangle, half a pixel inside its room.
pub(super) fn outline(piece: &Piece) -> String {
    let r = inset(piece.rect, 0.5);
    let (x, right, top, bottom, middle) = (r.x, r.right(), r.y, r.bottom(), r.y + r.h / 2.0);
    let tip = (r.w / 2.0).min(6.0);
    match (piece.kind, piece.end) {
        // An arrow that leaves the canvas.
        (_, End::Open) => path(&[(x, top), (right - tip, top), (right, middle), (right - tip, bottom), (x, bottom)], true),
        // No right edge: nothing says where it is.
        (_, End::Missing) => path(&[(right, top), (x, top), (x, bottom), (right, bottom)], false),
        // A notch: it did not get to its end.
        (Kind::Partial, _) => path(&[(x, top), (right, top), (right - tip, middle), (right, bottom), (x, bottom)], true),
        // An arrow against the time.
        (Kind::Reversed, _) => path(&[(x + tip, top), (right, top), (right, bottom), (x + tip, bottom), (x, middle)], true),
        _ => path(&[(x, top), (right, top), (right, bottom), (x, bottom)], true),
    }
}

/// The sign of a severity, and the strokes inside it.
pub(super) fn sign(severity: Severity, r: Rect) -> (String, String) {
    let at = |points: &[(f64, f64)], closed| {
        let points: Vec<_> = points.iter().map(|(x, y)| (r.x + x * r.w, r.y + y * r.h)).collect();
        path(&points, closed)
    };
    match severity {
        Severity::Error => (
            at(&[(0.3, 0.0), (0.7, 0.0), (1.0, 0.3), (1.0, 0.7), (0.7, 1.0), (0.3, 1.0), (0.0, 0.7), (0.0, 0.3)], true),
            at(&[(0.32, 0.32), (0.68, 0.68)], false) + &at(&[(0.68, 0.32), (0.32, 0.68)], false),
        ),
        Severity::Warning => (
            at(&[(0.5, 0.0), (1.0, 1.0), (0.0, 1.0)], true),
            at(&[(0.5, 0.38), (0.5, 0.66)], false) + &at(&[(0.5, 0.76), (0.5, 0.88)], false),
        ),
        Severity::Info => (String::new(), at(&[(0.5, 0.22), (0.5, 0.34)], false) + &at(&[(0.5, 0.46), (0.5, 0.8)], false)),
    }
}

/// The edges of a break of this size, on both sides of x = 0: one zigzag, or two with what is between
/// them. The first is the area to blank.
pub(super) fn zigzag(w: f64, h: f64) -> (Option<String>, Vec<String>) {
    let reach = (w / 4.0).min(3.0);
    let edge = |x: f64| {
        let count = (h / 6.0).ceil().max(1.0) as usize;
        (0..=count).map(|n| (x + if n % 2 == 0 { -reach } else { reach }, (n as f64 * 6.0).min(h))).collect::<Vec<_>>()
    };
    if w < 9.0 {
        return (None, vec![path(&edge(0.0), false)]);
    }
    let half = 2.5;
    let (left, right) = (edge(-half), edge(half));
    let area: Vec<_> = left.iter().copied().chain(right.iter().rev().copied()).collect();
    (Some(path(&area, true)), vec![path(&left, false), path(&right, false)])
}

/// The rectangle, smaller on every side, but never gone.
pub(super) fn inset(r: Rect, by: f64) -> Rect {
    let (dx, dy) = (by.min(r.w / 3.0), by.min(r.h / 3.0));
    Rect { x: r.x + dx, y: r.y + dy, w: r.w - 2.0 * dx, h: r.h - 2.0 * dy }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_touch_are_one() {
        let at = |x, w| Rect { x, y: 2.0, w, h: 8.0 };
        let line = |x, w| Rect { x, y: 5.0, w, h: 2.0 };
        assert_eq!(
            boxes([at(1.0, 4.0), line(2.0, 30.0), at(3.0, 4.0), at(9.0, 4.0)].into_iter()),
            "M1 2L7 2L7 10L1 10ZM9 2L13 2L13 10L9 10ZM2 5L32 5L32 7L2 7Z"
        );
        assert_eq!(boxes([].into_iter()), "");
        // One that ends before the one it began in does not make that shorter.
        assert_eq!(boxes([line(0.0, 30.0), line(4.0, 4.0)].into_iter()), "M0 5L30 5L30 7L0 7Z");
    }
}

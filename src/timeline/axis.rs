//! The time axis, and how it is broken.
//!
//! Every instant at which something begins or ends is an event; the stretches between
//! neighbouring events are drawn from left to right, so their order is always true. One scale
//! holds for all of them, with two exceptions:
//!
//! - A stretch in which nothing is known to have gone on (between two updates, or between the
//!   true and the overwritten completion) and which is much longer than any update is shortened
//!   while the updates themselves would be too small to be read, the longest first. A stretch of an update is
//!   shortened so only if half of all others could not be seen otherwise. Each is a [`Gap`]
//!   with `broken` set; it is drawn as a zigzag through all rows, with its true length written.
//! - A stretch too short to be seen gets a least width.
//!
//! With `true_scale` neither is done.

use super::scale::{break_up, spread};
use super::zone::Zone;

/// A stretch between two neighbouring events.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Gap {
    /// Its first second.
    pub(super) from: i64,
    /// Its last.
    pub(super) to: i64,
    /// Its left end.
    pub(super) x: f64,
    /// Its width.
    pub(super) w: f64,
    /// Whether it is shortened.
    pub(super) broken: bool,
    /// How long it is, also where a part of it is out of sight.
    pub(super) whole: i64,
}

impl Gap {
    pub(super) fn seconds(&self) -> f64 {
        self.to.abs_diff(self.from) as f64
    }
}

/// Maps seconds to pixels.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Axis {
    left: f64,
    right: f64,
    first: i64,
    /// How the clocks go that times are told by.
    pub(super) zone: Zone,
    /// From left to right, without holes.
    pub(super) gaps: Vec<Gap>,
}

impl Axis {
    /// An axis over these events, in any order; `busy` holds the stretches in which an update
    /// went on.
    #[cfg(test)]
    pub(super) fn new(events: Vec<i64>, busy: &[(i64, i64)], left: f64, width: f64, true_scale: bool) -> Self {
        Self::zoomed(events, busy, (left, width, width), true_scale)
    }

    /// The same, so much wider than a canvas: it is broken where it would be on that, the breaks keep their width, and all else grows.
    pub(super) fn zoomed(
        mut events: Vec<i64>,
        busy: &[(i64, i64)],
        (left, canvas, width): (f64, f64, f64),
        true_scale: bool,
    ) -> Self {
        crate::order::sort(&mut events, Ord::cmp);
        events.dedup();
        let first = events.first().copied().unwrap_or_default();
        if true_scale {
            events = events.first().copied().into_iter().chain(events.last().copied()).collect();
            events.dedup();
        }
        let mut gaps: Vec<Gap> = events
            .windows(2)
            .filter_map(|pair| match pair {
                [from, to] => Some(Gap { from: *from, to: *to, x: left, w: 0.0, broken: false, whole: to.saturating_sub(*from) }),
                _ => None,
            })
            .collect();
        if !true_scale {
            break_up(&mut gaps, busy, canvas);
        }
        spread(&mut gaps, left, (canvas, width), true_scale);
        Self { left, right: left + width, first, zone: Zone::default(), gaps }
    }

    /// What of it is in sight between two places on the canvas once it was moved left by so much.
    pub(super) fn window(mut self, offset: f64, left: f64, right: f64) -> Self {
        self.gaps.iter_mut().for_each(|gap| gap.x -= offset);
        self.gaps.retain(|gap| gap.x < right && gap.x + gap.w > left);
        for gap in &mut self.gaps {
            let (from, to, x, w) = (gap.from, gap.to, gap.x, gap.w);
            let at = |x_at: f64| from as f64 + (x_at - x) / w * to.abs_diff(from) as f64;
            let place = |t: i64| x + (t.abs_diff(from) as f64) / to.abs_diff(from) as f64 * w;
            // Whole seconds, so that what is left is as true as it was; up to one of them is out of sight.
            if x < left {
                gap.from = (at(left).floor() as i64).clamp(from, to);
            }
            if x + w > right {
                gap.to = (at(right).ceil() as i64).clamp(from, to);
            }
            (gap.x, gap.w) = (place(gap.from), place(gap.to) - place(gap.from));
        }
        self.gaps.retain(|gap| gap.to > gap.from);
        self.first = self.gaps.first().map_or(self.first, |gap| gap.from);
        (self.left, self.right) = (left, right);
        self
    }

    /// Which instant is at a place.
    pub(super) fn at(&self, x: f64) -> f64 {
        let at = self.gaps.partition_point(|gap| gap.x + gap.w < x);
        match self.gaps.get(at).or(self.gaps.last()) {
            Some(gap) if gap.w > 0.0 => gap.from as f64 + ((x - gap.x) / gap.w).clamp(0.0, 1.0) * gap.seconds(),
            _ => self.first as f64,
        }
    }

    /// Where an instant between two seconds is.
    pub(super) fn place(&self, t: f64) -> f64 {
        let second = t.floor();
        let (from, to) = (self.x(second as i64), self.x(second as i64 + 1));
        from + (to - from) * (t - second)
    }

    /// Where a stretch is that is out of sight: left of what is in sight, or right of it.
    pub(super) fn beyond(&self, from: i64, to: i64) -> Option<std::cmp::Ordering> {
        let (first, last) = self.ends();
        if self.gaps.is_empty() || from <= last && to >= first {
            return None;
        }
        Some(if to < first { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater })
    }

    /// Where an instant is; what lies outside is at the nearest end.
    pub(super) fn x(&self, t: i64) -> f64 {
        let at = self.gaps.partition_point(|gap| gap.to < t);
        match self.gaps.get(at).or(self.gaps.last()) {
            Some(gap) if t > self.first => {
                let part = (t.min(gap.to).abs_diff(gap.from) as f64) / gap.seconds();
                (gap.x + gap.w * part).clamp(self.left, self.right)
            }
            _ => self.left,
        }
    }

    /// The shortened stretches.
    pub(super) fn breaks(&self) -> impl Iterator<Item = &Gap> {
        self.gaps.iter().filter(|gap| gap.broken)
    }

    /// How many seconds are drawn at scale.
    pub(super) fn drawn(&self) -> f64 {
        self.gaps.iter().filter(|gap| !gap.broken).map(Gap::seconds).sum()
    }

    /// Whether a stretch is wider than the scale says.
    pub(super) fn widened(&self) -> bool {
        let scales = || self.gaps.iter().filter(|gap| !gap.broken).map(|gap| gap.w / gap.seconds());
        let least = scales().fold(f64::INFINITY, f64::min);
        scales().any(|scale| scale > 1.01 * least)
    }

    /// What lies between the breaks: runs of gaps, each with its first and last second.
    pub(super) fn runs(&self) -> Vec<(i64, i64)> {
        self.gaps.split(|gap| gap.broken).filter_map(|run| Some((run.first()?.from, run.last()?.to))).collect()
    }

    /// The first and the last second, where there is one.
    pub(super) fn ends(&self) -> (i64, i64) {
        (self.first, self.gaps.last().map_or(self.first, |gap| gap.to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3600;
    const YEAR: i64 = 365 * 24 * HOUR;

    fn monotone(axis: &Axis, events: &[i64]) {
        for pair in events.windows(2) {
            assert!(axis.x(pair[0]) < axis.x(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn hours_are_linear() {
        let axis = Axis::new(vec![0, 1250, 3837], &[(0, 1250), (1250, 3837)], 10.0, 900.0, false);
        assert_eq!(axis.breaks().count(), 0);
        assert!((axis.x(1250) - (10.0 + 900.0 * 1250.0 / 3837.0)).abs() < 1e-9);
        assert!((axis.x(3837) - 910.0).abs() < 1e-9);
        assert_eq!(axis.x(-5), 10.0);
        assert!((axis.x(9999) - 910.0).abs() < 1e-9);
    }

    #[test]
    fn a_long_quiet_stretch_is_shortened() {
        let events = vec![0, 887, 14_312, 14_355, 14_372, 14_417];
        let busy = [(0, 887), (14_312, 14_355), (14_355, 14_372)];
        let axis = Axis::new(events.clone(), &busy, 0.0, 900.0, false);
        let breaks: Vec<_> = axis.breaks().map(|gap| (gap.from, gap.to, gap.w)).collect();
        assert_eq!(breaks, [(887, 14_312, 22.0)]);
        monotone(&axis, &events);
        // One scale on both sides of it.
        let scale = axis.x(887) / 887.0;
        assert!(((axis.x(14_355) - axis.x(14_312)) / 43.0 - scale).abs() < 1e-9);
    }

    #[test]
    fn fifteen_seconds_beside_three_years() {
        let events = vec![0, 3 * YEAR, 3 * YEAR + HOUR, 3 * YEAR + HOUR + 15];
        let busy = [(0, 3 * YEAR), (3 * YEAR, 3 * YEAR + HOUR), (3 * YEAR + HOUR, 3 * YEAR + HOUR + 15)];
        for width in [280.0, 900.0] {
            let axis = Axis::new(events.clone(), &busy, 0.0, width, false);
            assert_eq!(axis.breaks().count(), 1);
            assert!(axis.gaps.iter().all(|gap| gap.w >= 2.99));
            monotone(&axis, &events);
        }
        let axis = Axis::new(events, &busy, 0.0, 900.0, true);
        assert_eq!(axis.gaps.len(), 1);
    }

    #[test]
    fn nothing_and_one_instant_are_at_the_left() {
        for events in [vec![], vec![7], vec![7, 7]] {
            let axis = Axis::new(events, &[], 5.0, 100.0, false);
            assert_eq!((axis.x(7), axis.x(i64::MAX), axis.gaps.len()), (5.0, 5.0, 0));
        }
    }

    #[test]
    fn the_widths_add_up() {
        let events: Vec<i64> = (0..200).map(|i| i * i * i * 977).collect();
        let busy: Vec<_> = events.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        for width in [280.0, 900.0, 1560.0] {
            let axis = Axis::new(events.clone(), &busy, 0.0, width, false);
            assert!((axis.x(i64::MAX) - width).abs() < 1e-6);
            monotone(&axis, &events);
        }
    }
}

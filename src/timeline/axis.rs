//! Instants to places: linear, with breaks.

use chrono::{DateTime, Utc};

/// The least width of a stretch between two instants, where there is room for it.
const LEAST: f64 = 3.0;
/// The greatest, in shares of an equal division.
const SHARES: f64 = 1.5;

/// Where instants lie on the axis.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    /// The instants in order, each with its place.
    stops: Vec<(DateTime<Utc>, f64)>,
    /// The stretches that were cut short, by the index of the instant before.
    broken: Vec<usize>,
}

impl Axis {
    /// From the instants to show, between two places.
    pub(super) fn new(mut instants: Vec<DateTime<Utc>>, from: f64, to: f64, true_scale: bool) -> Self {
        instants.sort_unstable();
        instants.dedup();
        let gaps: Vec<f64> = instants.windows(2).map(|pair| (pair[1] - pair[0]).num_seconds() as f64).collect();
        let total: f64 = gaps.iter().sum();
        let width = (to - from).max(1.0);
        if gaps.is_empty() {
            return Axis { stops: instants.into_iter().map(|instant| (instant, from)).collect(), broken: vec![] };
        }
        let count = gaps.len() as f64;
        let least = LEAST.min(width / (2.0 * count));
        let shortest = gaps.iter().copied().fold(f64::INFINITY, f64::min);
        let linear = true_scale || shortest * width / total >= least;
        let most = if linear { f64::INFINITY } else { (width * SHARES / count).max(40.0).min(width) };
        let least = if true_scale { 0.0 } else { least };
        let place = |scale: f64| gaps.iter().map(|gap| (gap * scale).clamp(least, most)).collect::<Vec<f64>>();
        let (mut low, mut high) = (0.0, width / shortest.max(1.0));
        for _ in 0..80 {
            let middle = (low + high) / 2.0;
            if place(middle).iter().sum::<f64>() < width { low = middle } else { high = middle }
        }
        let scale = if linear { width / total } else { high };
        let mut widths = place(scale);
        // What the limits leave over or take away is shared by all alike.
        let stretch = width / widths.iter().sum::<f64>().max(1e-9);
        widths.iter_mut().for_each(|width| *width *= stretch);
        let broken = gaps.iter().enumerate().filter(|(_, gap)| **gap * scale > most * 1.5).map(|(index, _)| index).collect();
        let mut at = from;
        let mut stops = vec![];
        for (index, instant) in instants.into_iter().enumerate() {
            stops.push((instant, at));
            at += widths.get(index).copied().unwrap_or(0.0);
        }
        Axis { stops, broken }
    }

    /// The place of an instant that was given; of another, between its neighbours'.
    pub(super) fn place(&self, instant: DateTime<Utc>) -> f64 {
        let after = self.stops.partition_point(|(stop, _)| *stop <= instant);
        match (after.checked_sub(1).and_then(|index| self.stops.get(index)), self.stops.get(after)) {
            (Some((before, at)), Some((next, end))) if *before < instant => {
                let share = (instant - *before).num_seconds() as f64 / (*next - *before).num_seconds().max(1) as f64;
                at + (end - at) * share
            }
            (Some((_, at)), _) | (None, Some((_, at))) => *at,
            (None, None) => 0.0,
        }
    }

    /// The stretches cut short: from where to where, and how many seconds long in truth.
    pub(super) fn breaks(&self) -> impl Iterator<Item = (f64, f64, i64)> + '_ {
        self.broken.iter().filter_map(|&index| {
            let ((before, from), (after, to)) = (self.stops.get(index)?, self.stops.get(index + 1)?);
            Some((*from, *to, (*after - *before).num_seconds()))
        })
    }

    /// The instants with their places, in order.
    pub(super) fn stops(&self) -> &[(DateTime<Utc>, f64)] {
        &self.stops
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(seconds: &[i64], true_scale: bool) -> Axis {
        let instants = seconds.iter().filter_map(|&at| DateTime::from_timestamp(at, 0)).collect();
        Axis::new(instants, 100.0, 700.0, true_scale)
    }

    fn places(axis: &Axis) -> Vec<f64> {
        axis.stops().iter().map(|(_, at)| (at * 10.0).round() / 10.0).collect()
    }

    #[test]
    fn what_fits_is_linear() {
        let axis = axis(&[0, 100, 300, 600], false);
        assert_eq!(places(&axis), [100.0, 200.0, 400.0, 700.0]);
        assert_eq!(axis.breaks().count(), 0);
    }

    #[test]
    fn fifteen_seconds_beside_three_years() {
        let years = 3 * 365 * 86_400;
        let axis = axis(&[0, years, years + 15, years + 3_600], false);
        let places = places(&axis);
        assert_eq!((places[0], places[3]), (100.0, 700.0));
        assert!(places[2] - places[1] >= 2.5, "{places:?}");
        assert_eq!(axis.breaks().map(|(_, _, seconds)| seconds).collect::<Vec<_>>(), [years]);
    }

    #[test]
    fn true_scale_breaks_nothing() {
        let years = 3 * 365 * 86_400;
        let axis = axis(&[0, years, years + 15], true);
        assert_eq!(places(&axis), [100.0, 700.0, 700.0]);
        assert_eq!(axis.breaks().count(), 0);
    }

    #[test]
    fn order_is_kept_and_the_ends_are_the_ends() {
        for count in [1_i64, 2, 3, 50, 200] {
            let seconds: Vec<i64> = (0..count).map(|n| n * n * n * 977 + n).collect();
            let axis = axis(&seconds, false);
            assert!(axis.stops().windows(2).all(|pair| pair[0].1 < pair[1].1));
            let last = axis.stops().last().map(|(_, at)| at.round());
            assert_eq!(last, Some(if count == 1 { 100.0 } else { 700.0 }));
        }
    }

    #[test]
    fn what_lies_between_is_between() {
        let axis = axis(&[0, 100], false);
        let at = |second| DateTime::from_timestamp(second, 0).map(|instant| axis.place(instant));
        assert_eq!((at(50), at(-5), at(500)), (Some(400.0), Some(100.0), Some(700.0)));
    }
}

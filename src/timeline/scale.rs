//! Which stretches of an axis are shortened or widened, and how wide each one becomes.

use super::axis::Gap;

/// Widest break.
const BREAK: f64 = 22.0;
/// Widest break right at an end of the axis: the times on both sides of it must fit above it …
const END_BREAK: f64 = 78.0;
/// … as far as that is not more than this part of the axis …
const END_SHARE: f64 = 0.28;
/// … and there are no more breaks than this.
const FEW: usize = 4;
/// A quiet stretch is long only if it is so many times the longest update.
const LONG: f64 = 4.0;
/// All breaks together take at most this part of the axis.
const BREAK_SHARE: f64 = 0.35;
/// The width to which a stretch too short to be seen is widened, where there is room.
const LEAST: f64 = 3.0;
/// All widened stretches together take at most this part of the axis.
const LEAST_SHARE: f64 = 0.3;
/// Quiet stretches are shortened while the usual update is narrower than this …
const READABLE: f64 = 24.0;
/// … and the shortest narrower than this.
const SHORTEST: f64 = 6.0;
/// Updates themselves are broken only while the usual one is narrower than this.
const VISIBLE: f64 = 2.0;

/// Decides which gaps are shortened.
pub(super) fn break_up(gaps: &mut [Gap], busy: &[(i64, i64)], width: f64) {
    let is_busy = |gap: &Gap| busy.iter().any(|(from, to)| *from <= gap.from && gap.to <= *to);
    let (mut updates, mut quiet): (Vec<usize>, Vec<usize>) = (0..gaps.len()).partition(|i| is_busy(&gaps[*i]));
    let by_length = |list: &mut Vec<usize>| crate::order::sort_by_key(list, |i| gaps[*i].from.abs_diff(gaps[*i].to));
    by_length(&mut updates);
    by_length(&mut quiet);
    // Shortest and usual are taken from the updates; the longest quiet stretch goes first.
    let length = |i: &usize| gaps[*i].seconds();
    let mut rest: f64 = gaps.iter().map(Gap::seconds).sum();
    let mut broken = Vec::new();
    loop {
        let room = width - break_width(width, broken.len()) * broken.len() as f64;
        let scale = room / rest;
        let next = break_width(width, broken.len() + 1);
        let (Some(shortest), Some(usual)) = (updates.first().map(length), updates.get(updates.len() / 2).map(length)) else {
            break;
        };
        let worth = |i: &usize| length(i) * scale > 3.0 * next;
        let small = usual * scale < READABLE && shortest * scale < SHORTEST;
        let long = LONG * updates.last().map_or(0.0, length);
        let chosen = match (quiet.last(), updates.last()) {
            (Some(i), _) if small && length(i) > long && worth(i) => quiet.pop(),
            (_, Some(i)) if updates.len() > 1 && usual * scale < VISIBLE && worth(i) => updates.pop(),
            _ => None,
        };
        let Some(i) = chosen else { break };
        rest -= length(&i);
        broken.push(i);
    }
    for i in broken {
        gaps[i].broken = true;
    }
}

fn break_width(width: f64, count: usize) -> f64 {
    (width * BREAK_SHARE / count.max(1) as f64).min(BREAK)
}

/// Gives every gap its place.
pub(super) fn spread(gaps: &mut [Gap], left: f64, (canvas, width): (f64, f64), true_scale: bool) {
    let count = gaps.iter().filter(|gap| gap.broken).count();
    let last = gaps.len().saturating_sub(1);
    let break_width = break_width(canvas, count);
    let end_width = if count <= FEW { END_BREAK.min(canvas * END_SHARE) } else { 0.0 };
    let breadth = |n: usize| match n {
        _ if n == 0 || n == last => end_width.max(break_width),
        _ => break_width,
    };
    let breaks: f64 = gaps.iter().enumerate().filter(|(_, gap)| gap.broken).map(|(n, _)| breadth(n)).sum();
    let least = if true_scale { 0.0 } else { LEAST.min(canvas * LEAST_SHARE / gaps.len().max(1) as f64) };
    // Gaps narrower than the least width take it; the others share what is left, and so on.
    let mut scale = 0.0;
    let mut limit = -1.0;
    loop {
        let (mut room, mut rest) = (width - breaks, 0.0);
        for gap in gaps.iter().filter(|gap| !gap.broken) {
            if gap.seconds() <= limit {
                room -= least;
            } else {
                rest += gap.seconds();
            }
        }
        if rest <= 0.0 {
            break;
        }
        scale = room / rest;
        let narrow = gaps
            .iter()
            .filter(|gap| !gap.broken && gap.seconds() > limit && gap.seconds() * scale < least)
            .map(Gap::seconds)
            .fold(limit, f64::max);
        if narrow <= limit {
            break;
        }
        limit = narrow;
    }
    let mut x = left;
    for (n, gap) in gaps.iter_mut().enumerate() {
        gap.x = x;
        gap.w = if gap.broken { breadth(n) } else { (gap.seconds() * scale).max(least) };
        x += gap.w;
    }
}

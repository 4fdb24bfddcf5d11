//! Ticks of the axis and their labels: the ends of every unbroken run, round times between
//! them, and the length of what was shortened.

use chrono::{DateTime, Datelike, NaiveDate};

use super::axis::Axis;
use super::labels::{SMALL, line, place};
use super::scene::{Align, Label, Tone};
use super::words::{clock, date, duration};

const DAY: i64 = 86_400;
/// The step that stands for a month.
const MONTH: i64 = 28 * DAY;
/// The step that stands for three.
const QUARTER: i64 = 3 * MONTH;
/// The step that stands for half a year.
const HALF: i64 = 2 * QUARTER;
/// Round distances in seconds.
const STEPS: [i64; 21] = [
    1,
    5,
    15,
    30,
    60,
    300,
    600,
    900,
    1800,
    3600,
    7200,
    10_800,
    21_600,
    43_200,
    DAY,
    2 * DAY,
    7 * DAY,
    14 * DAY,
    MONTH,
    QUARTER,
    HALF,
];
/// Least distance of two round ticks.
const APART: f64 = 76.0;
/// Least distance of two labels.
const SPACE: f64 = 8.0;

/// A tick that would like a label.
struct Wish {
    t: i64,
    x: f64,
    align: Align,
    time: Option<String>,
    date: Option<String>,
}

/// Where ticks are (and whether they have a label), and the labels of the header, from `top` down.
pub(super) fn ticks(axis: &Axis, within: (f64, f64), top: f64) -> (Vec<(f64, bool)>, Vec<Label>) {
    let mut ticks = Vec::new();
    let mut placed: Vec<(i64, f64, Vec<Label>)> = Vec::new();
    let wishes = edges(axis).into_iter().chain(round(axis));
    for wish in wishes {
        let lines = [wish.time, wish.date].map(|text| text.map(|text| place(text, SMALL, wish.x, top, wish.align, within)));
        let taken = |label: &Label| {
            let others = placed.iter().flat_map(|(_, _, labels)| labels);
            others.into_iter().any(|other| near(label, other))
        };
        // Next to the end of a run, the round minute would say the same again.
        let said = placed.iter().any(|(t, ..)| t.div_euclid(60) == wish.t.div_euclid(60));
        let free = !said && !lines.iter().flatten().any(taken);
        ticks.push((wish.x, free));
        if free {
            let mut both = Vec::new();
            for (n, label) in lines.into_iter().enumerate() {
                if let Some(mut label) = label {
                    label.rect.y += n as f64 * line(SMALL);
                    label.tone = Tone::Muted;
                    both.push(label);
                }
            }
            placed.push((wish.t, wish.x, both));
        }
    }
    // A date is written once for all times of the day.
    crate::order::sort(&mut placed, |a, b| a.1.total_cmp(&b.1));
    let mut last = String::new();
    let mut labels = Vec::new();
    for (t, _, both) in placed {
        let day = date(axis.zone.wall(t));
        let only_date = both.len() == 1;
        for label in both {
            let is_date = label.text == day;
            if !is_date || only_date || last != day {
                if is_date {
                    last.clone_from(&day);
                }
                labels.push(label);
            }
        }
    }
    crate::order::sort(&mut ticks, |a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    ticks.dedup_by(|a, b| (a.0 - b.0).abs() < 0.5);
    (ticks, labels)
}

/// The lengths of the breaks, the longest first, as far as they fit on one line.
pub(super) fn break_lengths(axis: &Axis, within: (f64, f64), y: f64) -> Vec<Label> {
    let mut breaks: Vec<_> = axis.breaks().collect();
    crate::order::sort_by_key(&mut breaks, |gap| std::cmp::Reverse(gap.whole));
    let mut labels: Vec<Label> = Vec::new();
    for gap in breaks {
        let text = duration(gap.whole);
        let mut label = place(text, SMALL, gap.x + gap.w / 2.0, y, Align::Middle, within);
        label.tone = Tone::Muted;
        if !labels.iter().any(|other| near(&label, other)) {
            labels.push(label);
        }
    }
    labels
}

/// Whether two labels of one line would be hard to tell apart.
fn near(a: &Label, b: &Label) -> bool {
    a.rect.x < b.rect.right() + SPACE && b.rect.x < a.rect.right() + SPACE
}

/// Both ends of the axis, then of every run between two breaks, the widest first. Where all
/// is of one day, only the first has the date.
fn edges(axis: &Axis) -> Vec<Wish> {
    let (first, last) = axis.ends();
    let wall = |t: i64| axis.zone.wall(t);
    let one_day = wall(first).div_euclid(DAY) == wall(last).div_euclid(DAY);
    // Runs of a few minutes are told in seconds, if those have room at both ends.
    let wish = |t: i64, align, (from, to): (i64, i64)| Wish {
        t,
        x: axis.x(t),
        align,
        time: Some(clock(wall(t), to.abs_diff(from) < 600 && axis.x(to) - axis.x(from) > 2.0 * APART)),
        date: (t == first || !one_day).then(|| date(wall(t))),
    };
    let mut runs = axis.runs();
    let run_of = |t: i64| {
        let run = runs.iter().copied().find(|(from, to)| *from <= t && t <= *to);
        run.unwrap_or((first, last))
    };
    let mut wishes = vec![wish(first, Align::Start, run_of(first))];
    if last > first {
        wishes.push(wish(last, Align::End, run_of(last)));
    }
    crate::order::sort(&mut runs, |a, b| (axis.x(b.1) - axis.x(b.0)).total_cmp(&(axis.x(a.1) - axis.x(a.0))));
    for (from, to) in runs {
        if from > first {
            wishes.push(wish(from, Align::Start, (from, to)));
        }
        if to < last {
            wishes.push(wish(to, Align::End, (from, to)));
        }
    }
    wishes
}

/// Round times inside the runs that have room for them.
fn round(axis: &Axis) -> Vec<Wish> {
    let mut wishes = Vec::new();
    for (from, to) in axis.runs() {
        let scale = (axis.x(to) - axis.x(from)) / to.abs_diff(from).max(1) as f64;
        let wanted = APART / scale;
        let step = STEPS.iter().copied().find(|step| *step as f64 >= wanted);
        // Round is what the clocks show.
        let (from, to) = (axis.zone.wall(from), axis.zone.wall(to));
        let walls = match step {
            Some(step) if step < MONTH => even(from, to, step),
            Some(MONTH) => months(from, to, 1),
            Some(QUARTER) => months(from, to, 3),
            Some(_) => months(from, to, 6),
            None => months(from, to, (wanted / (365.0 * DAY as f64)).ceil() as i32 * 12),
        };
        for wall in walls {
            let t = axis.zone.instant(wall);
            let whole_day = wall % DAY == 0;
            let fine = step.is_some_and(|s| s < 60);
            wishes.push(Wish {
                t,
                x: axis.x(t),
                align: Align::Middle,
                time: step.filter(|s| *s < DAY).map(|_| clock(wall, fine)),
                date: (whole_day || step.is_none_or(|s| s >= DAY)).then(|| date(wall)),
            });
        }
    }
    wishes
}

fn even(from: i64, to: i64, step: i64) -> Vec<i64> {
    let mut times = Vec::new();
    let mut t = from.div_euclid(step).saturating_add(1).saturating_mul(step);
    while t < to && times.len() < 100 {
        times.push(t);
        t += step;
    }
    times
}

fn months(from: i64, to: i64, every: i32) -> Vec<i64> {
    let Some(start) = DateTime::from_timestamp(from, 0) else {
        return Vec::new();
    };
    let every = every.max(1);
    let mut month = (start.year() * 12 + start.month0() as i32).div_euclid(every) * every + every;
    let mut times = Vec::new();
    while times.len() < 100 {
        let day = NaiveDate::from_ymd_opt(month.div_euclid(12), month.rem_euclid(12) as u32 + 1, 1);
        match day.and_then(|d| d.and_hms_opt(0, 0, 0)).map(|d| d.and_utc().timestamp()) {
            Some(t) if t < to => times.push(t),
            _ => break,
        }
        month += every;
    }
    times
}

/// Height of the tick labels.
pub(super) fn height() -> f64 {
    2.0 * line(SMALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_times_and_both_ends() {
        // 2019-09-27 21:25:09 to 22:29:06.
        let axis = Axis::new(vec![1_569_619_509, 1_569_623_346], &[], 0.0, 700.0, false);
        let (ticks, labels) = ticks(&axis, (0.0, 700.0), 0.0);
        let texts: Vec<&str> = labels.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts, ["21:25", "2019-09-27", "21:40", "21:50", "22:00", "22:10", "22:20", "22:29"]);
        assert!(ticks.len() >= labels.len() - 1);
    }

    #[test]
    fn years_have_dates_only() {
        let axis = Axis::new(vec![0, 9 * 365 * DAY], &[], 0.0, 600.0, true);
        let (_, labels) = ticks(&axis, (0.0, 600.0), 0.0);
        assert!(labels.iter().any(|l| l.text == "1974-01-01"), "{labels:?}");
        assert!(labels.iter().filter(|l| l.text.contains(':')).count() <= 2);
    }
}

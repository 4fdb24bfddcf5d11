#![allow(clippy::unwrap_used, clippy::panic)]
use super::*;
use crate::history::rfc3339;
use crate::{Input, Options, inspect};

fn judged(text: &str) -> HistoryReport {
    let mut report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default());
    report.histories.remove(0)
}

fn at(width: f64) -> TimelineOptions {
    TimelineOptions { width: Some(width), ..TimelineOptions::default() }
}

/// Fifteen seconds beside three years, same instants, one open, one overwritten, long names.
fn mixture(count: usize) -> String {
    let mut now: chrono::DateTime<Utc> = "2026-01-01T00:00:00Z".parse().unwrap();
    let mut lines = vec![];
    for index in 0..count {
        let length = [15, 3_600, 17, 94_608_000, 0, 2_637][index % 6];
        let end = if index % 5 == 3 { now } else { now - chrono::TimeDelta::seconds([450, 864_000, 1][index % 3]) };
        let start = end - chrono::TimeDelta::seconds(length);
        let (state, end) = match index {
            0 => ("Partial", String::new()),
            _ if index % 7 == 2 => ("Partial", rfc3339(now)),
            _ => ("Completed", rfc3339(end)),
        };
        let version = if index % 2 == 0 { "4.3.0-0.nightly-2019-10-15-225018".into() } else { format!("4.2.{index}") };
        lines.push(format!("{}|{end}|{state}|{version}\n", rfc3339(start)));
        now = start;
    }
    lines.concat()
}

#[test]
fn no_words_overlap_and_nothing_leaves_the_drawing() {
    for count in [1, 2, 3, 10, 46, 74, 100] {
        let history = judged(&mixture(count));
        assert_eq!(history.entries.len(), count);
        for width in [320.0, 360.0, 480.0, 768.0, 960.0, 1280.0, 1600.0] {
            let scene = layout(&history, &at(width));
            for (index, label) in scene.labels.iter().enumerate() {
                let (left, top, right, bottom) = label.rect();
                assert!(left >= 0.0 && right <= width && top >= 0.0 && bottom <= scene.height, "{label:?} at {width}");
                assert!(!label.text.is_empty(), "{label:?} at {width}");
                for other in &scene.labels[index + 1..] {
                    assert!(!label.meets(other), "{label:?} meets {other:?}, {count} entries at {width}");
                }
            }
            assert_eq!(scene.bars.len(), count);
            for bar in &scene.bars {
                assert!(
                    bar.width >= LEAST && bar.x >= scene.axis.0 && bar.x + bar.width <= scene.axis.1 + 0.01,
                    "{bar:?} at {width}"
                );
            }
            for mark in &scene.marks {
                assert!(mark.x >= 6.0 && mark.x <= width - 6.0 && mark.y >= 6.0, "{mark:?} at {width}");
                let same = |other: &&Mark| other.y == mark.y && (other.x - mark.x).abs() < MARK - 0.01;
                assert_eq!(scene.marks.iter().filter(same).count(), 1, "{mark:?} at {width}");
            }
        }
    }
}

#[test]
fn the_overwritten_stretch_runs_from_the_best_bound_to_the_record() {
    let scene = layout(&judged(include_str!("../../tests/cases/seed/mustgather.yaml")), &at(960.0));
    let places: Vec<_> = scene.bars.iter().map(|bar| (bar.entry, bar.x.round(), bar.width.round(), bar.shape)).collect();
    // 21:25:09 to 21:45:59 to 22:29:06 on one scale: 1250 s and 2587 s of 3837 s over 642 px.
    assert_eq!(places, [(0, 509.0, 433.0, Shape::Completed), (1, 300.0, 209.0, Shape::Completed)]);
    let bar = &scene.bars[1];
    assert_eq!(bar.overwritten, Some((bar.x, bar.x + bar.width)));
    assert_eq!(bar.doubtful, bar.overwritten);
    assert_eq!(scene.bars[0].overwritten, None);
    let marks: Vec<_> = scene.marks.iter().map(|mark| (mark.entry, mark.rule.as_str())).collect();
    assert!(marks.contains(&(Some(1), "completion-overwritten")), "{marks:?}");
}

#[test]
fn an_entry_without_times_has_words_and_no_bar() {
    let scene = layout(
        &judged(
            "history:\n- {state: Completed, version: 4.1.2, image: a}\n- {state: Completed, startedTime: 2019-01-01T00:00:00Z, version: 4.1.1, image: b}\n",
        ),
        &at(960.0),
    );
    assert_eq!(scene.bars.iter().map(|bar| bar.entry).collect::<Vec<_>>(), [1]);
    assert!(scene.labels.iter().any(|label| label.entry == Some(0)));
}

#[test]
fn an_end_before_the_start_is_drawn_and_marked() {
    let scene = layout(&judged("2019-01-01T01:00:00Z|2019-01-01T00:00:00Z|Completed|4.10.1\n"), &at(960.0));
    assert!(scene.bars[0].backwards && scene.bars[0].width > 100.0);
}

#[test]
fn an_open_entry_runs_to_the_edge() {
    let scene = layout(&judged(include_str!("../../tests/cases/seed/pipe-4.3-after.txt")), &at(960.0));
    let bar = &scene.bars[0];
    assert!(bar.open && (bar.x + bar.width - scene.axis.1).abs() < 0.01);
}

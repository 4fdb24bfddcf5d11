//! Pictures that are drawn again as they move: how little of them is enough.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::{Input, Options, inspect};

fn options(zoom: f64, in_sight: Option<[f64; 2]>) -> TimelineOptions {
    TimelineOptions { width: Some(900.0), zoom: Some(zoom), offset: Some(0.0), in_sight, ..TimelineOptions::default() }
}

fn item(time: &str, end_time: Option<&str>, kind: &str, message: &str, line: usize) -> EvidenceItem {
    EvidenceItem {
        time: time.into(),
        end_time: end_time.map(Into::into),
        kind: kind.into(),
        message: message.into(),
        source: "cvo.log".into(),
        input: 1,
        line,
    }
}

/// The must-gather of the bug, from 21:25:09 to 22:29:06, with records of two kinds.
fn seed() -> Report {
    let text = include_str!("../../tests/cases/seed/mustgather.yaml");
    let mut report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default());
    report.evidence = vec![
        item("2019-09-27T21:25:09Z", None, "operator log", "begun", 3),
        item("2019-09-27T21:30:00Z", Some("2019-09-27T21:40:00Z"), "interval", "not Available", 8),
        item("2019-09-27T21:45:59Z", None, "operator log", "the next <update>", 5),
        item("2019-09-27T21:45:59Z", None, "operator log", "again", 6),
        item("2019-09-27T22:29:06Z", None, "operator log", "done", 7),
        item("2019-09-27T23:00:00Z", None, "operator log", "afterwards", 9),
    ];
    report
}

pub(super) fn real() -> Report {
    let text = include_str!("../../tests/cases/real/014-oc-4.16.0-ec2-pdb-74-entries.yaml");
    inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default())
}

#[test]
fn a_lane_is_one_shape_and_tells_of_each_record() {
    let report = seed();
    let times = evidence_times(&report.evidence);
    let chart = Chart::new(&report, &times, 0).unwrap();
    let drawn = chart.draw(&options(1.0, None));
    assert_eq!(drawn.matches("data-lane=").count(), 2);
    assert!(!drawn.contains("data-line") && !drawn.contains("next &lt;"));
    let at = |lane, x| chart.record(&options(1.0, None), lane, x);
    let told = |title: &str, line| Some((title.to_owned(), 1, line));
    assert_eq!(at(0, 32.0), told("2019-09-27T21:25:09Z: begun", 3));
    // Two within one pixel are one mark.
    let both = "2019-09-27T21:45:59Z: the next <update>\n2019-09-27T21:45:59Z: again";
    assert_eq!(at(0, 312.0), told(both, 5));
    assert_eq!(at(0, 305.0), told(both, 5));
    assert_eq!(at(0, 5000.0), told("2019-09-27T22:29:06Z: done", 7));
    assert_eq!(at(1, 200.0), told("2019-09-27T21:30:00Z: not Available", 8));
    assert_eq!(at(2, 200.0), None);
    // What is out of sight is not told of.
    let end = TimelineOptions { offset: Some(f64::MAX), ..options(4.0, None) };
    assert_eq!(chart.record(&end, 0, 0.0), told("2019-09-27T22:29:06Z: done", 7));
}

#[test]
fn a_picture_of_its_own_names_each_record() {
    let report = seed();
    let drawn = render_timeline(&report, &TimelineOptions { width: Some(900.0), ..TimelineOptions::default() });
    assert_eq!((drawn.matches("data-lane=").count(), drawn.matches("class=\"record\"").count()), (0, 4));
    assert!(drawn.contains("the next &lt;update&gt;") && drawn.contains("data-line=\"5\""));
}

#[test]
fn what_is_out_of_sight_is_left_out_and_nothing_else_moves() {
    let report = real();
    let history = &report.histories[0];
    let whole = layout(history, &[], &options(1.0, None));
    let [top, bottom] = [600.0, 900.0];
    let part = layout(history, &[], &options(1.0, Some([top, bottom])));
    assert_eq!((part.height, part.width, part.plot), (whole.height, whole.width, whole.plot));
    let within = |rect: &Rect| rect.bottom() > top && rect.y < bottom;
    let bars = |scene: &Scene| {
        scene.bars.iter().filter(|bar| within(&bar.row)).map(|bar| (bar.entry, bar.pieces.clone())).collect::<Vec<_>>()
    };
    assert_eq!(bars(&part), bars(&whole));
    assert_eq!((part.bars.len(), whole.bars.len()), (13, 74));
    let labels = |scene: &Scene| scene.labels.iter().filter(|label| within(&label.rect)).cloned().collect::<Vec<_>>();
    assert_eq!(part.labels, labels(&whole));
    assert!(whole.marks.len() > part.marks.len() && part.marks.iter().all(|mark| whole.marks.contains(mark)));
    // The axis is above it, the legend below.
    assert_eq!((part.legend.len(), part.title.as_str(), part.description.as_str()), (0, "", ""));
    assert!(!whole.legend.is_empty());
    let drawn = svg(&part, &TimelineOptions::default());
    assert!(!drawn.contains("<desc") && !drawn.contains("<title id"));
}

#[test]
fn a_band_that_is_none_shows_nothing() {
    for band in [[-500.0, -400.0], [1e9, 2e9], [f64::NAN, f64::NAN]] {
        let scene = layout(&real().histories[0], &[], &options(1.0, Some(band)));
        assert_eq!((scene.bars.len(), scene.labels.len(), scene.height > 1000.0), (0, 0, true), "{band:?}");
    }
}

#[test]
fn what_is_at_one_scale_says_so() {
    let (seed, real) = (seed(), real());
    for (report, distorted) in [(&seed, false), (&real, true)] {
        let chart = Chart::new(report, &[], 0).unwrap();
        for true_scale in [false, true] {
            assert_eq!(chart.distorted(&TimelineOptions { true_scale, ..options(3.0, None) }), distorted);
        }
    }
}

#[test]
fn a_name_too_long_for_its_bar_is_shortened_and_does_not_cover_it() {
    let report = seed();
    let narrow = TimelineOptions { width: Some(336.0), ..options(1.0, None) };
    let scene = layout(&report.histories[0], &[], &narrow);
    let label = scene.labels.iter().find(|label| label.entry == Some(0) && label.tone != Tone::Muted).unwrap();
    let full = Some("4.3.0-0.ci-2019-09-27-182824 · 43 min 7 s");
    assert_eq!((label.text.as_str(), label.tone, label.full.as_deref()), ("4.3.0-0.ci-20…09-27-182824", Tone::OnBar, full));
}

#[test]
fn wherever_one_zooms_and_moves_everything_is_drawn_within_its_sides() {
    let thread = include_str!("../../tests/cases/seed/whole-thread.txt");
    let thread = inspect(&[Input { text: thread.into(), ..Input::default() }], &Options::default());
    let mut long = real();
    // From before the first entry to after the last, and all that is between two of them.
    long.evidence = vec![
        item("2020-08-27T17:41:56Z", Some("2030-01-01T00:00:00Z"), "interval", "all the time", 1),
        item("2022-07-11T00:00:00Z", Some("2023-07-11T00:00:00Z"), "interval", "a year", 2),
        item("2022-07-11T00:00:00Z", Some("2022-07-11T00:00:01Z"), "interval", "a second", 3),
    ];
    for report in [&thread, &long] {
        let times = evidence_times(&report.evidence);
        for history in &report.histories {
            let chart = Chart::new(report, &times, history.id).unwrap();
            for width in [320.0, 336.0, 790.0, 1100.7, 1920.0] {
                let mut at = Window::ALL;
                for step in 0..60 {
                    let now = TimelineOptions {
                        width: Some(width),
                        zoom: Some(at.zoom),
                        offset: Some(at.offset),
                        ..TimelineOptions::default()
                    };
                    let scene = layout_with(history, &[], &report.evidence, &now);
                    for record in &scene.records {
                        let sides = scene.plot.x - 0.01..=scene.plot.right() + 0.01;
                        assert!(
                            sides.contains(&record.rect.x) && sides.contains(&record.rect.right()),
                            "{record:?} at {width}, {at:?}"
                        );
                    }
                    assert!(chart.draw(&now).ends_with("</svg>"));
                    at = chart.zoom_at(&now, width * [0.1, 0.5, 0.9][step % 3], 1.5);
                }
            }
            for zoom in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e300] {
                for offset in [f64::NAN, f64::INFINITY, -5.0, 3.0, 1e300] {
                    let odd = TimelineOptions { zoom: Some(zoom), offset: Some(offset), ..options(1.0, None) };
                    let within = chart.within(&odd);
                    assert!(
                        within.zoom >= 1.0 && within.offset >= 0.0 && chart.draw(&odd).ends_with("</svg>"),
                        "{zoom} {offset}"
                    );
                    assert!(
                        chart.zoom_at(&odd, offset, zoom).zoom >= 1.0
                            && chart.record(&odd, 0, offset).is_none_or(|told| !told.0.is_empty())
                    );
                }
            }
        }
    }
}

//! The picture as a whole.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;

const WIDTHS: [f64; 7] = [320.0, 360.0, 480.0, 768.0, 960.0, 1280.0, 1600.0];

fn at(width: f64) -> TimelineOptions {
    TimelineOptions { width: Some(width), ..TimelineOptions::default() }
}

fn check(scene: &Scene, what: &str) {
    let canvas = Rect { x: 0.0, y: 0.0, w: scene.width, h: scene.height };
    let mut by_y: Vec<&Label> = scene.labels.iter().collect();
    by_y.sort_by(|a, b| a.rect.y.total_cmp(&b.rect.y));
    for (n, label) in by_y.iter().enumerate() {
        assert!(canvas.holds(&label.rect), "{what}: {label:?} leaves the canvas");
        for other in by_y[n + 1..].iter().take_while(|other| other.rect.y < label.rect.bottom()) {
            assert!(!label.rect.overlaps(&other.rect), "{what}: {label:?} overlaps {other:?}");
        }
        for mark in &scene.marks {
            assert!(!label.rect.overlaps(&mark.rect), "{what}: {label:?} overlaps {mark:?}");
        }
    }
    for (n, mark) in scene.marks.iter().enumerate() {
        assert!(canvas.holds(&mark.rect), "{what}: {mark:?}");
        assert!(scene.marks[n + 1..].iter().all(|other| !mark.rect.overlaps(&other.rect)), "{what}: {mark:?}");
    }
    for item in &scene.legend {
        assert!(canvas.holds(&item.rect));
        assert!(scene.labels.iter().all(|label| !label.rect.overlaps(&item.rect)), "{what}: {item:?}");
    }
    for bar in &scene.bars {
        let total: f64 = bar.pieces.iter().map(|piece| piece.rect.w).sum();
        assert!(bar.pieces.is_empty() || total >= MIN_BAR - 1e-6, "{what}: {bar:?}");
        for piece in &bar.pieces {
            assert!(scene.plot.holds(&piece.rect) && piece.rect.w >= 0.0, "{what}: {piece:?}");
            for label in scene.labels.iter().filter(|l| l.tone == Tone::Plain && l.entry == Some(bar.entry)) {
                assert!(!label.rect.overlaps(&piece.rect), "{what}: {label:?} lies on {piece:?}");
            }
        }
    }
}

#[test]
fn nothing_overlaps_and_nothing_is_lost() {
    for width in WIDTHS {
        for count in [1, 2, 3, 10, 46, 74, 100] {
            for true_scale in [false, true] {
                let options = TimelineOptions { true_scale, ..at(width) };
                let scene = layout(&sample::synthetic(count), &[], &options);
                check(&scene, &format!("{count} at {width}, true scale {true_scale}"));
                assert_eq!(scene.bars.len(), count);
            }
        }
    }
}

#[test]
fn the_must_gather_of_the_bug() {
    let scene = layout(&sample::must_gather(), &[], &at(960.0));
    check(&scene, "must-gather");
    let bars: Vec<_> = scene
        .bars
        .iter()
        .map(|bar| (bar.entry, bar.pieces.iter().map(|p| (p.kind, p.rect.x.round(), p.rect.w.round())).collect::<Vec<_>>()))
        .collect();
    assert_eq!(bars, [(0, vec![(Kind::Completed, 332.0, 620.0)]), (1, vec![(Kind::Overwritten, 32.0, 300.0)])]);
    assert!(scene.breaks.is_empty());
    let mark = &scene.marks[0];
    assert_eq!((mark.rule.as_str(), mark.entry), ("completion-overwritten", Some(1)));
    assert_eq!(mark.foot.unwrap().0.round(), 332.0);
    let texts: Vec<&str> = scene.labels.iter().map(|label| label.text.as_str()).collect();
    assert!(texts.contains(&"4.3.0-0.ci-2019-09-27-182824 · 43 min 7 s"), "{texts:?}");
    assert!(texts.contains(&"4.3.0-0.ci-2019-09-27-181735 · recorded 20 min 50 s"), "{texts:?}");
}

/// The stretch the bug is about is never what gets shortened beside a minute.
#[test]
fn the_thread_is_drawn_unbroken() {
    for width in WIDTHS {
        let scene = layout(&sample::thread_after(), &[], &at(width));
        assert!(scene.breaks.is_empty());
        let widths: Vec<f64> = scene.bars.iter().map(|bar| bar.pieces[0].rect.w).collect();
        assert!(widths[0] >= MIN_BAR && widths[0] <= widths[1] && widths[1] * 20.0 < widths[2]);
    }
}

#[test]
fn the_document_of_the_thread() {
    insta::assert_snapshot!(render_timeline(&sample::report(sample::thread_after()), &at(640.0)));
}

#[test]
fn a_comparison_gives_the_true_completion() {
    let mut report = sample::report(sample::thread_after());
    let mut proven = sample::finding("completion-overwritten", 2, "completionTime");
    proven.expected = Some("2019-10-14T03:13:16Z".into());
    report.comparisons.push(crate::report::ComparisonReport {
        before: 1,
        after: 0,
        summary: String::new(),
        findings: vec![proven],
        not_checked: vec![],
        rows: vec![],
    });
    let drawn = render_timeline(&report, &at(960.0));
    assert!(drawn.contains("4.1.18 · 15 min 42 s (recorded 44 min 57 s)"));
    assert!(drawn.contains("bar-completed") && drawn.contains("bar-overwritten"));
    assert_eq!(drawn.matches("data-mark=\"completion-overwritten\"").count(), 1);
}

#[test]
fn what_is_missing_invents_no_bar() {
    let mut history = sample::history(vec![
        sample::entry(0, "Completed", "4.2.0", "", ""),
        sample::entry(1, "Completed", "4.1.0", "soon", "2020-01-01T00:00:00Z"),
        sample::entry(2, "Completed", "4.0.0", "2020-01-01T00:00:27Z", "2020-01-01T00:00:00Z"),
        sample::entry(3, "Completed", "3.9.0", "2019-01-01T00:00:00Z", "2019-01-01T00:00:00Z"),
    ]);
    history.findings.push(sample::finding("completed-before-started", 2, "completionTime"));
    let scene = layout(&history, &[], &at(960.0));
    check(&scene, "missing");
    assert!(scene.bars[0].pieces.is_empty() && scene.bars[0].end_only.is_none());
    assert!(scene.bars[1].pieces.is_empty() && scene.bars[1].end_only.is_some());
    assert_eq!(scene.bars[2].pieces[0].kind, Kind::Reversed);
    assert!(scene.bars[3].pieces[0].instant && scene.bars[3].pieces[0].rect.w >= MIN_BAR);
    assert!(scene.labels.iter().any(|label| label.text == "4.2.0 · no start time"));
}

#[test]
fn no_entries_and_no_history() {
    let empty = layout(&sample::history(Vec::new()), &[], &at(320.0));
    check(&empty, "empty");
    assert_eq!(empty.description, "No entries.");
    let mut report = sample::report(sample::thread_after());
    assert_eq!(render_timeline(&report, &TimelineOptions { history: Some(7), ..at(320.0) }), "");
    report.histories.clear();
    assert_eq!(render_timeline(&report, &at(320.0)), "");
}

#[test]
fn hostile_text_is_inert() {
    let nasty = "<img src=x onerror=alert(1)>]]>\"><script>\0\u{FFFE}\u{202E}\u{200F}\u{2066}\u{FDFD}";
    let mut history = sample::thread_after();
    for entry in &mut history.entries {
        entry.version = Some(nasty.repeat(3));
        entry.state = Some(nasty.into());
        entry.image = Some(nasty.into());
    }
    for finding in &mut history.findings {
        finding.message = nasty.into();
        finding.rule = nasty.into();
    }
    let mut report = sample::report(history);
    let options = TimelineOptions { title: Some(nasty.into()), id_prefix: Some(nasty.into()), ..at(320.0) };
    check(&layout(&report.histories[0], &[], &options), "hostile");
    report.histories[0].entries[0].version = None;
    let drawn = render_timeline(&report, &options);
    for bad in ["<img", "<script", "]]>", "\0", "\u{FFFE}", "\u{202E}", "\u{200F}", "\u{2066}"] {
        assert!(!drawn.contains(bad), "{bad:?}");
    }
    assert!(drawn.contains("&lt;img src=x"));
}

#[test]
fn ids_are_prefixed_and_there_is_no_style() {
    let report = sample::report(sample::synthetic(20));
    let options = TimelineOptions { id_prefix: Some("two_".into()), ..at(960.0) };
    let drawn = render_timeline(&report, &options);
    for id in drawn.split("id=\"").skip(1) {
        assert!(id.starts_with("two_"), "{id:.40}");
    }
    assert!(!drawn.contains("<style") && !drawn.contains("style="));
    let auto = render_timeline(&report, &TimelineOptions { theme: Theme::Auto, ..options.clone() });
    assert!(auto.contains("prefers-color-scheme:dark"));
    let dark = render_timeline(&report, &TimelineOptions { theme: Theme::Dark, ..options });
    assert!(dark.contains("#15191e") && !dark.contains("#ffffff"));
}

#[test]
fn odd_widths_are_brought_into_range() {
    for (given, drawn) in [(f64::NAN, 960.0), (-1.0, 320.0), (1e9, 4000.0)] {
        assert_eq!(layout(&sample::thread_after(), &[], &at(given)).width, drawn);
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]
    #[test]
    fn any_times_can_be_drawn(
        times in proptest::collection::vec((0..12_usize, 0..12_usize, 0..3_usize, 0..4_usize), 0..40),
        width in 320.0..1600.0,
    ) {
        const TIMES: [&str; 12] = [
            "", "x", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2020-02-29T23:59:60Z", "2020-03-01T00:00:00Z",
            "2020-03-01T00:00:01Z", "2020-03-01T00:40:00Z", "2020-03-08T00:00:00Z", "2023-03-08T00:00:00Z",
            "2023-03-08T00:00:00.5+05:30", "1969-12-31T23:59:59Z",
        ];
        let mut history = sample::history(Vec::new());
        for (index, (from, to, state, findings)) in times.into_iter().enumerate() {
            let state = ["Completed", "Partial", "?"][state];
            history.entries.push(sample::entry(index, state, "4.1.18", TIMES[from], TIMES[to]));
            for n in 0..findings {
                let rule = ["completion-overwritten", "a", "b"][n];
                history.findings.push(sample::finding(rule, index, "completionTime"));
            }
        }
        check(&layout(&history, &[], &at(width)), "any");
        check(&layout(&history, &[], &TimelineOptions { true_scale: true, ..at(width) }), "any, true to scale");
    }
}

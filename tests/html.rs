//! The report as one file: what may stand in it, whatever was pasted.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use clusterversion_history::html::{HtmlOptions, Interactive, render_html};
use clusterversion_history::report::{EvidenceItem, Report};
use clusterversion_history::timeline::Theme;
use clusterversion_history::{Input, Options, inspect};

const THREAD: &str = include_str!("cases/seed/pipe-4.1.18-after.txt");

fn report(text: &str) -> Report {
    inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default())
}

fn light(report: &Report) -> String {
    render_html(report, &HtmlOptions::default())
}

const HOSTILE: [&str; 7] = [
    "<img src=x onerror=alert(1)>",
    "\"'><svg onload=alert(1)><title>Mine</title>",
    "&lt;script&gt;alert(1)&lt;/script&gt;&#60;b&#62;&amp;lt;i&amp;gt;&lt",
    "</script></style></title><script>alert(1)</script><!-- --><![CDATA[",
    "\u{202e}gpj\u{0}\u{2028}\u{200b}",
    "javascript:alert(1)//https://a.example/?a=1&lt=2",
    "https://a.example/?a=1&lt=2\"onclick=alert(1)",
];

/// A report of which every text that is not one of a few fixed words was replaced.
fn hostile(report: &Report, text: &str) -> Report {
    fn replace(value: &mut serde_json::Value, key: &str, text: &str) {
        match value {
            serde_json::Value::Object(fields) => fields.iter_mut().for_each(|(key, value)| replace(value, key, text)),
            serde_json::Value::Array(items) => items.iter_mut().for_each(|value| replace(value, key, text)),
            serde_json::Value::String(old) if !matches!(key, "verdict" | "severity" | "confidence" | "affected") => {
                *old = text.into()
            }
            // What the sample lacks is there, too.
            serde_json::Value::Null if !matches!(key, "verified" | "entry") => *value = text.into(),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(report).unwrap();
    replace(&mut value, "", text);
    serde_json::from_value(value).unwrap()
}

/// The names of all tags and attributes of a file, where it is made as this module makes it.
fn names(html: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut tags, mut attributes) = (vec![], vec![]);
    let mut rest = html.strip_prefix("<!DOCTYPE html>").unwrap();
    while let Some((_, after)) = rest.split_once('<') {
        // Of `<defs/>`, the end of the tag is no part of its name.
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '/' && c != '!').unwrap();
        tags.push(after[..end].trim_end_matches('/'));
        rest = &after[tags.last().map_or(end, |tag| tag.len())..];
        // Style sheets hold no markup.
        while let Some((name, value)) = rest.strip_prefix(' ').and_then(|rest| rest.split_once("=\"")) {
            attributes.push(name);
            rest = value.split_once('"').unwrap().1;
        }
        let closed = rest.strip_prefix("/>").or(rest.strip_prefix('>'));
        assert!(closed.is_some(), "{}", &html[html.len() - rest.len()..][..100.min(rest.len())]);
    }
    for list in [&mut tags, &mut attributes] {
        list.sort_unstable();
        list.dedup();
    }
    (tags, attributes)
}

#[test]
fn hostile_text_adds_no_tag_and_no_attribute() {
    let mut plain = report(THREAD);
    plain.evidence.push(EvidenceItem {
        time: "2019-10-14T03:13:16Z".into(),
        end_time: None,
        kind: "monitor".into(),
        message: "cluster reached 4.1.18".into(),
        source: "log".into(),
        input: 0,
        line: 1,
    });
    let usual = light(&plain);
    let (tags, attributes) = names(&usual);
    // Labels of foreign letters are made to keep to their room.
    let known = |name: &&str| attributes.contains(name) || matches!(*name, "textLength" | "lengthAdjust");
    for text in HOSTILE {
        // Where its times are text, a history has no drawing.
        let html = light(&hostile(&plain, text));
        let (own_tags, own_attributes) = names(&html);
        assert!(own_tags.iter().all(|tag| tags.contains(tag) || *tag == "wbr"), "{text}: {own_tags:?}");
        assert!(own_attributes.iter().all(known), "{text}: {own_attributes:?}");
        assert_eq!(complaints(&html), [""; 0], "{text}");
        assert_eq!(html.matches("<title").count(), 1);
        // And with them, it stands in the drawing.
        let mut drawn = plain.clone();
        drawn.histories[0].entries[0].version = Some(text.into());
        drawn.evidence[0].message = text.into();
        let html = light(&drawn);
        let (own_tags, own_attributes) = names(&html);
        assert!(own_tags.iter().all(|tag| tags.contains(tag) || *tag == "wbr"), "{text}: {own_tags:?}");
        assert!(own_attributes.iter().all(known), "{text}: {own_attributes:?}");
        assert_eq!(complaints(&html), [""; 0], "{text}");
    }
}

/// What no host may be given.
fn complaints(html: &str) -> Vec<String> {
    let reference = |rest: &str| rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '#');
    let found = html.match_indices('&').filter(|(at, _)| reference(&html[*at..]));
    let found = found.map(|(at, _)| html[at..].chars().take(20).collect::<String>());
    let other = ["style=\"", "data:", "100vh", "\0", "\u{202e}"].into_iter().filter(|other| html.contains(other));
    found.chain(other.map(str::to_owned)).collect()
}

#[test]
fn the_lint_finds_what_it_is_for() {
    assert_eq!(complaints("a && b &\n&amp;"), ["&amp;"]);
    assert_eq!(complaints("<p style=\"x\">&#60;"), ["&#60;", "style=\""]);
}

#[test]
fn a_report_is_plain_markup() {
    let html = light(&report(THREAD));
    assert_eq!(complaints(&html), [""; 0]);
    assert!(html.starts_with(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>ClusterVersion history: corrupt</title>"
    ));
    assert!(html.contains("1 error, 0 warnings found in 3 entries"));
    assert!(html.contains("<font color=\"#ae2318\">"));
    assert!(!html.contains("<script") && !html.contains("<button"));
    assert!(html.contains("<path class=\"sign-outline\" d=\"M7.5 2h9L22 7.5v9L16.5 22h-9L2 16.5v-9z\" fill=\"#ae2318\">"));
}

#[test]
fn the_script_and_its_data_come_last() {
    let report = report(THREAD);
    let interactive = Some(Interactive { script: "go()", data: r#"{"a":"</script>&lt;"}"# });
    let html = render_html(&report, &HtmlOptions { interactive, ..HtmlOptions::default() });
    let end = "<script type=\"application/json\" id=\"cvh-data\">{\"a\":\"\\u003c/script\\u003e\\u0026lt;\"}</script>\
        <script>go()</script></body></html>\n";
    assert!(html.ends_with(end), "{}", &html[html.len() - 300..]);
}

#[test]
fn dark_is_dark_without_a_style_sheet() {
    let html = render_html(&report(THREAD), &HtmlOptions { theme: Theme::Dark, ..HtmlOptions::default() });
    assert!(html.contains("<body bgcolor=\"#0e1116\" text=\"#e7eaed\""));
    assert!(html.contains("data-theme=\"dark\""));
    let canvas = html.split_once("<rect class=\"canvas").and_then(|(_, rest)| rest.split_once("/>")).unwrap().0;
    assert!(canvas.ends_with("fill=\"#15191e\""), "{canvas}");
}

#[test]
fn more_records_than_can_be_told_apart_are_counted() {
    let mut report = report(THREAD);
    let record = |n: usize| EvidenceItem {
        time: "2019-10-14T03:13:16Z".into(),
        end_time: None,
        kind: "monitor".into(),
        message: format!("record {n}"),
        source: "log".into(),
        input: 0,
        line: n,
    };
    report.evidence = (1..=1_000).map(record).collect();
    let html = light(&report);
    assert!(html.contains(" Of the dated records beside the history, 500 were left out of this file."));
    assert!(html.len() < 300_000, "{}", html.len());
}

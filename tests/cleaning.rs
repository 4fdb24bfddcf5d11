//! Whatever mail, trackers, terminals and tools add to a paste: the same overwrite is found in it, at its very place.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::report::{Confidence, Report, Severity, Verdict};
use clusterversion_history::{Input, Options, inspect};

/// When the newest update began, and when the one before it is said to have been complete.
const OVERWRITTEN: &str = "2019-11-20T09:00:11Z";

const RECORDS: [[&str; 4]; 4] = [
    ["2019-11-20T09:00:11Z", "2019-11-20T09:50:12Z", "Completed", "4.2.4"],
    ["2019-10-20T08:20:01Z", "2019-11-20T09:00:11Z", "Completed", "4.2.0"],
    ["2019-10-16T08:10:00Z", "2019-10-20T08:20:01Z", "Partial", "4.1.21"],
    ["2019-10-14T02:57:34Z", "2019-10-14T03:21:10Z", "Completed", "4.1.18"],
];

fn image(version: &str) -> String {
    format!("quay.io/openshift-release-dev/ocp-release@sha256:{:0>64}", version.replace('.', "a"))
}

/// The history in each of the shapes in which it is pasted.
fn texts() -> Vec<(&'static str, String)> {
    let all = |one: &dyn Fn(&[&str; 4]) -> String, between: &str| RECORDS.iter().map(one).collect::<Vec<_>>().join(between);
    let yaml = |[started, completed, state, version]: &[&str; 4]| {
        let (image, verified) = (image(version), *version != "4.1.18");
        format!(
            "  - completionTime: {completed}\n    image: {image}\n    startedTime: {started}\n    state: {state}\n    verified: {verified}\n    version: {version}\n"
        )
    };
    let json = |[started, completed, state, version]: &[&str; 4]| {
        let (image, verified) = (image(version), *version != "4.1.18");
        format!(
            "{{\"completionTime\":\"{completed}\",\"image\":\"{image}\",\"startedTime\":\"{started}\",\"state\":\"{state}\",\"verified\":{verified},\"version\":\"{version}\"}}"
        )
    };
    let described = |[started, completed, state, version]: &[&str; 4]| {
        let (image, verified) = (image(version), *version != "4.1.18");
        format!(
            "    Completion Time:  {completed}\n    Image:            {image}\n    Started Time:     {started}\n    State:            {state}\n    Verified:         {verified}\n    Version:          {version}\n"
        )
    };
    let columns = |record: &[&str; 4]| format!("{}\n", record.join("|"));
    vec![
        ("yaml", format!("kind: ClusterVersion\nstatus:\n  history:\n{}  observedGeneration: 4\n", all(&yaml, ""))),
        ("json lines", all(&json, "\n") + "\n"),
        ("json", format!("{{\"kind\":\"ClusterVersion\",\"status\":{{\"history\":[{}]}}}}\n", all(&json, ","))),
        ("describe", format!("Kind:         ClusterVersion\nStatus:\n  History:\n{}Events:  <none>\n", all(&described, ""))),
        ("columns", all(&columns, "")),
    ]
}

fn judge(text: &str) -> Report {
    inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default())
}

/// Line and column of the value that was overwritten: the newest start stands before it, once.
fn place(text: &str, quote: &str) -> (usize, usize) {
    let at = text.match_indices(OVERWRITTEN).nth(1).unwrap_or_else(|| panic!("{text}")).0;
    let before = &text[..at];
    let before = before.strip_suffix(quote).unwrap_or(before);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[start..].encode_utf16().count() + 1)
}

/// The one history, the one error and its place.
fn assert_found(what: &str, text: &str, quote: &str) {
    let report = judge(text);
    let shown = || format!("{what}\n{text}\n{:?}", report.problems);
    assert_eq!(report.histories.iter().map(|history| history.entries.len()).collect::<Vec<_>>(), [4], "{}", shown());
    let grave = report.histories[0].findings.iter().filter(|finding| finding.severity > Severity::Info);
    let found: Vec<_> = grave.map(|finding| (finding.rule.as_str(), finding.entry, (finding.line, finding.column))).collect();
    assert_eq!(found, [("completion-overwritten", Some(1), place(text, quote))], "{}", shown());
    assert_eq!(report.verdict, Verdict::Corrupt, "{}", shown());
}

/// Every line behind what a function makes of its number.
fn prefixed(text: &str, prefix: impl Fn(usize) -> String) -> String {
    text.split_inclusive('\n').enumerate().map(|(index, line)| prefix(index + 1) + line).collect()
}

#[test]
fn the_plain_texts() {
    for (what, text) in texts() {
        assert_found(what, &text, "\"");
    }
}

#[test]
fn what_tools_write_before_every_line() {
    type Prefix = (&'static str, fn(usize) -> String);
    let prefixes: [Prefix; 18] = [
        ("grep -n", |n| format!("{n}:")),
        ("grep -nC", |n| format!("{n}-")),
        ("grep -H", |_| "version.yaml:".into()),
        ("grep -HC", |_| "version.yaml-".into()),
        ("grep -Hn", |n| format!("must-gather/version.yaml:{n}:")),
        ("cat -n", |n| format!("{n:6}\t")),
        ("less -N", |n| format!("{n:7} ")),
        ("nl", |n| format!("{n:6}  ")),
        ("bat", |n| format!("{n:4} │ ")),
        ("a new file", |_| "+".into()),
        ("a deleted file", |_| "-".into()),
        ("a comment", |_| "# ".into()),
        ("another comment", |_| "// ".into()),
        ("a bullet", |_| "• ".into()),
        ("docker compose", |_| "prod-1  | ".into()),
        ("kubectl logs --prefix", |_| "[pod/version-5d8f9/cvo] ".into()),
        ("kubectl logs --timestamps", |n| format!("2026-11-20T09:50:12.{n:09}Z ")),
        ("journald", |n| format!("Nov 20 09:{:02}:{:02} host app[123]: ", n / 60, n % 60)),
    ];
    for (what, text) in texts() {
        for (tool, prefix) in prefixes.iter().filter(|_| what != "json") {
            assert_found(&format!("{what}, {tool}"), &prefixed(&text, prefix), "\"");
        }
        let bordered: String = text.lines().map(|line| format!("│{line:240}│\n")).collect();
        assert_found(&format!("{what}, tmux"), &bordered, "\"");
    }
}

#[test]
fn hard_wraps_at_every_width() {
    let row = |[started, completed, state, version]: &[&str; 4]| {
        format!("{started}|{completed}|{state}|{version}|{}|{}\n", image(version), *version != "4.1.18")
    };
    let with_images: String = RECORDS.iter().map(row).collect();
    let python = texts()[2].1.replace('"', "'").replace("true", "True").replace("false", "False");
    let texts = texts().into_iter().filter(|(what, _)| what.starts_with("json"));
    let texts = texts.chain([("columns with images", with_images), ("python", python)]);
    for (what, text) in texts {
        for width in [72, 80, 100, 120, 132] {
            let pieces = |line: &str| {
                line.as_bytes().chunks(width).map(|part| String::from_utf8(part.into()).unwrap() + "\n").collect::<String>()
            };
            let wrapped: String = text.lines().map(pieces).collect();
            let report = judge(&wrapped);
            let entries: Vec<_> = report.histories.iter().map(|history| history.entries.len()).collect();
            assert_eq!(entries, [4], "{what}, {width}\n{wrapped}");
            let grave = report.histories[0].findings.iter().filter(|finding| finding.severity > Severity::Info);
            let found: Vec<_> =
                grave.map(|finding| (finding.rule.as_str(), finding.entry, (finding.line, finding.column))).collect();
            // Where the value stood before it was wrapped tells where it stands now.
            let (line, column) = place(&text, if what == "python" { "'" } else { "\"" });
            let lines = |line: &str| line.len().div_ceil(width);
            let line = text.lines().take(line - 1).map(lines).sum::<usize>() + (column - 1) / width + 1;
            assert_eq!(
                found,
                [("completion-overwritten", Some(1), (line, (column - 1) % width + 1))],
                "{what}, {width}\n{wrapped}"
            );
        }
    }
}

#[test]
fn markup_round_a_paste() {
    for (what, text) in texts() {
        for (open, close) in [("{noformat}", "{noformat}"), ("{code:yaml}\n", "{code}"), ("```", "```"), ("<pre>", "</pre>")] {
            assert_found(&format!("{what}, {open}"), &format!("{open}{}{close}\n", text.trim_end()), "\"");
        }
        let escaped = text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
        assert_found(&format!("{what}, HTML"), &escaped, "&quot;");
        let lines = escaped.replace(' ', "&nbsp;").replace('\n', "<br>\n");
        assert_found(&format!("{what}, HTML's lines"), &lines, "&quot;");
    }
}

#[test]
fn colours() {
    for (what, text) in texts() {
        for (on, off) in
            [("\u{1b}[01;31m\u{1b}[K", "\u{1b}[m\u{1b}[K"), ("^[[0;32m", "^[[0m"), ("[01;31m[K", "[m[K"), ("[0;32m", "[0m")]
        {
            for word in ["completionTime", "Completion", "Completed", "startedTime"] {
                let coloured = text.replace(word, &format!("{on}{word}{off}"));
                assert_found(&format!("{what}, {on:?}{word}"), &coloured, "\"");
            }
        }
    }
}

#[test]
fn what_became_of_characters() {
    let [(_, yaml), (_, lines), ..] = &texts()[..] else { panic!() };
    let quoted = yaml.replace(OVERWRITTEN, &format!("\"{OVERWRITTEN}\""));
    let curly = |text: &str| {
        text.split('"')
            .enumerate()
            .map(|(index, part)| [["", "”"], ["“", "“"]][index % 2][usize::from(index > 0)].to_owned() + part)
            .collect::<String>()
    };
    assert_found("curly quotes in YAML", &curly(&quoted), "“");
    assert_found("curly quotes in JSON lines", &curly(lines), "“");
    for bullet in ['*', '•', '–'] {
        assert_found("bullets", &yaml.replace("- ", &format!("{bullet} ")), "");
    }
    assert_found("a tab before every line", &prefixed(yaml, |_| "\t".into()), "");
    assert_found("tabs for blanks", &yaml.replace("  - ", "\t- ").replace("    ", "\t\t").replace("\n  ", "\n\t"), "");
    assert_found("a line separator of Unicode", &lines.replace('\n', "\u{2028}"), "\"");
    let report = judge(&yaml.chars().flat_map(|c| [c, '\0']).collect::<String>().replace("\n\0", "\n"));
    let (line, column) = place(yaml, "");
    let finding = &report.histories[0].findings[0];
    assert_eq!((finding.rule.as_str(), finding.line, finding.column), ("completion-overwritten", line, 2 * column - 1));
}

#[test]
fn lines_written_out_on_one() {
    for (what, text) in texts().into_iter().filter(|(what, _)| *what != "json") {
        assert_found(what, &text.trim_end().replace('\n', "\\n"), "\"");
    }
}

#[test]
fn both_sides_of_a_diff_are_compared() {
    let entry = "   startedTime: \"2019-10-14T02:57:34Z\"\n   state: Completed\n   version: 4.1.18\n";
    let newest = "+- completionTime: null\n+  startedTime: \"2019-10-20T08:20:01Z\"\n+  state: Partial\n+  version: 4.2.0\n";
    let text = format!(
        "--- before.yaml\n+++ after.yaml\n@@ -1,5 +1,9 @@\n history:\n{newest}-- completionTime: \"2019-10-14T03:21:10Z\"\n+- completionTime: \"2019-10-20T08:20:01Z\"\n{entry}"
    );
    let report = judge(&text);
    let entries: Vec<_> =
        report.histories.iter().map(|history| history.entries.iter().map(|entry| entry.line).collect::<Vec<_>>()).collect();
    assert_eq!(entries, [vec![9], vec![5, 10]]);
    let [comparison] = report.comparisons.as_slice() else { panic!("{:?}", report.comparisons) };
    let found: Vec<_> = comparison
        .findings
        .iter()
        .map(|finding| (finding.rule.as_str(), finding.confidence, finding.line, finding.column))
        .collect();
    assert_eq!(found, [("completion-overwritten", Confidence::Proven, 10, 20)]);
}

#[test]
fn a_history_that_cannot_be_read_is_not_called_unwritten() {
    let report = judge("kind: ClusterVersion\nstatus: history=[startedTime=2019-10-14T02:57:34Z state=Completed]\n");
    assert_eq!(report.problems[0].code, "no-history");
    assert!(
        report.problems[0].message.starts_with("There is a history here, but it is written in a way"),
        "{:?}",
        report.problems
    );
}

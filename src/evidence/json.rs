//! Lists of JSON objects with times: the monitor's intervals (`e2e-events_*.json`), Events, Nodes.
//!
//! The objects are cut out by their brackets and read field by field, so that a key that stands
//! twice, as it does in origin's own files, is no trouble and only hits take memory. Sources:
//! openshift/origin `pkg/monitor/monitorapi` and `serialize.go` (from 2021 `locator` and `message` are
//! strings, since 2023 objects), `test/e2e/upgrade/upgrade.go` recordClusterEvent (Upgrade* events).

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::{Fact, Meaning, monitor, word_after};
use crate::source::Span;

/// The facts of a text that is such a list; none where it is something else.
pub(super) fn read(text: &str) -> Vec<Fact> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if !start.starts_with(['{', '[']) || !(text.contains("\"from\"") || text.contains("Timestamp\"") || text.contains("\"Node\""))
    {
        return vec![];
    }
    let mut facts = vec![];
    items(text, |span| {
        let item = span.of(text);
        facts.extend(if item.contains("lusterversion") || item.contains("lusterVersion") {
            interval(item, span).or_else(|| event(item, span))
        } else if item.contains("\"Node\"") || item.contains("\"nodeInfo\"") {
            node(item, span)
        } else {
            None
        });
    });
    facts
}

/// The file name of the monitor's own record: `e2e-events_20240517-142404.json`. It is when the tests
/// started, in UTC (openshift/origin `pkg/test/ginkgo/cmd_runsuite.go`).
pub(super) fn started(name: &str) -> Option<Fact> {
    let (_, rest) = name.rsplit('/').next()?.split_once("e2e-events_")?;
    let number = |from: usize, to: usize| rest.get(from..to)?.parse::<u32>().ok();
    let date = NaiveDate::from_ymd_opt(number(0, 4)?.try_into().ok()?, number(4, 6)?, number(6, 8)?)?;
    let time = date.and_hms_opt(number(9, 11)?, number(11, 13)?, number(13, 15)?)?.and_utc();
    let message = "the file's name says when the tests started".to_owned();
    Some(fact(time, None, 0, "e2e", Meaning::Installed, message, Span::default()))
}

fn fact(
    time: DateTime<Utc>,
    until: Option<DateTime<Utc>>,
    slack: i64,
    kind: &'static str,
    meaning: Meaning,
    message: String,
    span: Span,
) -> Fact {
    let slack = TimeDelta::seconds(slack);
    Fact { time, until, slack: (slack, slack), kind, meaning, message, input: 0, span }
}

/// Calls back with each object of the outermost list.
fn items(text: &str, mut found: impl FnMut(Span)) {
    let bytes = text.as_bytes();
    let (mut depth, mut list, mut start) = (0_usize, None, 0);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at += 1;
                while let Some(&inside) = bytes.get(at) {
                    match inside {
                        b'\\' => at += 1,
                        b'"' => break,
                        _ => {}
                    }
                    at += 1;
                }
            }
            b'[' => {
                list.get_or_insert(depth + 1);
                depth += 1;
            }
            b'{' => {
                if list == Some(depth) {
                    start = at;
                }
                depth += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if byte == b'}' && list == Some(depth) {
                    found(Span::new(start, at + 1));
                } else if list == Some(depth + 1) {
                    list = None;
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// The first string under a key, at any depth.
fn string(item: &str, key: &str) -> Option<String> {
    let quoted = format!("\"{key}\"");
    let values = item.match_indices(&quoted).filter_map(|(at, _)| item[at + quoted.len()..].trim_start().strip_prefix(':'));
    let value = values.map(str::trim_start).find(|value| value.starts_with('"'))?;
    let mut out = String::new();
    let mut chars = value[1..].chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => return Some(out),
            '\\' => match chars.next()? {
                'n' => out.push('\n'),
                't' => out.push(' '),
                'u' => out.push('\u{fffd}'),
                other => out.push(other),
            },
            c => out.push(c),
        }
    }
    None
}

fn time(item: &str, key: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(&string(item, key)?).ok().map(|time| time.to_utc())
}

fn interval(item: &str, span: Span) -> Option<Fact> {
    let (from, to) = (time(item, "from")?, time(item, "to"));
    let message = string(item, "humanMessage").or_else(|| string(item, "message"))?;
    let until = to.filter(|to| *to > from);
    let meaning = upgrade(item, &message).unwrap_or_else(|| monitor::meaning(&message, until.is_some()));
    Some(fact(from, until, if until.is_some() { 15 } else { 1 }, "interval", meaning, message, span))
}

/// `Upgrade*` events: `version/4.16.1 image/registry…`.
fn upgrade(item: &str, message: &str) -> Option<Meaning> {
    let release = word_after(message, "version/")?.to_owned();
    match string(item, "reason")?.as_str() {
        "UpgradeStarted" => Some(Meaning::Started(release)),
        // Both come once the test has seen it, and the pools and operators have settled for the second.
        "UpgradeVersion" | "UpgradeComplete" => Some(Meaning::ReachedBy(release)),
        _ => Some(Meaning::Other),
    }
}

fn event(item: &str, span: Span) -> Option<Fact> {
    let message = string(item, "message")?;
    let meaning = upgrade(item, &message)?;
    let when = ["eventTime", "firstTimestamp", "lastTimestamp"].iter().find_map(|key| time(item, key))?;
    let reason = string(item, "reason").unwrap_or_default();
    Some(fact(when, None, 1, "event", meaning, format!("{reason}: {message}"), span))
}

/// When a node last became Ready.
fn node(item: &str, span: Span) -> Option<Fact> {
    let ready = item.match_indices("\"Ready\"").find_map(|(at, _)| {
        let open = item[..at].rfind('{')?;
        let close = at + item[at..].find('}')?;
        let condition = &item[open..close];
        (string(condition, "type")? == "Ready" && string(condition, "status")? == "True")
            .then(|| time(condition, "lastTransitionTime"))?
    })?;
    let name = string(item, "machine.openshift.io/machine").or_else(|| string(item, "name"))?;
    Some(fact(ready, None, 1, "node-ready", Meaning::NodeReady, format!("{name} became Ready"), span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(&'static str, Meaning, String)> {
        read(text).into_iter().map(|fact| (fact.kind, fact.meaning, fact.time.to_rfc3339())).collect()
    }

    #[test]
    fn intervals_of_every_age() {
        for item in [
            r#"{"level":"Warning","locator":"clusterversion/version","message":"cluster reached 4.8.1","from":"2021-03-29T19:30:26Z","to":"2021-03-29T19:30:26Z"}"#,
            r#"{"level":"Info","locator":"clusterversion/version","locator":{"type":"ClusterVersion","keys":{"clusterversion":"version"}},"message":{"reason":""},"message":"cluster reached 4.8.1","from":"2021-03-29T19:30:26Z","to":null}"#,
            r#"{"locator":{"type":"ClusterVersion","keys":{}},"message":{"humanMessage":"cluster reached 4.8.1","reason":"","annotations":{}},"from":"2021-03-29T19:30:26Z","to":"2021-03-29T19:30:26Z"}"#,
        ] {
            let text = format!("{{\"items\":[{{\"level\":\"Info\",\"from\":\"2021-01-01T00:00:00Z\"}},\n{item}]}}");
            assert_eq!(
                kinds(&text),
                [("interval", Meaning::Reached("4.8.1".into()), "2021-03-29T19:30:26+00:00".into())],
                "{item}"
            );
        }
    }

    #[test]
    fn upgrade_events_and_nodes() {
        let events = r#"{"kind":"List","items":[{"kind":"Event","involvedObject":{"kind":"ClusterVersion","name":"cluster"},"reason":"UpgradeComplete","message":"version/4.16.1 image/registry/a@sha256:b","eventTime":"2024-05-17T14:24:04.123456Z","firstTimestamp":null}]}"#;
        assert_eq!(kinds(events), [("event", Meaning::ReachedBy("4.16.1".into()), "2024-05-17T14:24:04.123456+00:00".into())]);
        let nodes = r#"{"kind":"List","items":[{"kind":"Node","metadata":{"name":"m0","annotations":{"machine.openshift.io/machine":"openshift-machine-api/m-0"}},"status":{"conditions":[{"type":"DiskPressure","status":"False","lastTransitionTime":"2019-01-01T00:00:00Z"},{"lastTransitionTime":"2019-09-27T22:09:55Z","status":"True","type":"Ready"}]}}]}"#;
        assert_eq!(read(nodes)[0].message, "openshift-machine-api/m-0 became Ready");
        assert_eq!(kinds(nodes)[0].2, "2019-09-27T22:09:55+00:00");
    }

    #[test]
    fn the_name_of_the_file_says_when_the_tests_started() {
        let fact = started("artifacts/junit/e2e-events_20240517-142404.json").map(|fact| (fact.time.to_rfc3339(), fact.meaning));
        assert_eq!(fact, Some(("2024-05-17T14:24:04+00:00".into(), Meaning::Installed)));
        assert_eq!(started("e2e-events_.json").map(|fact| fact.time), None);
    }

    #[test]
    fn broken_lists_do_not_panic() {
        for text in [
            "{\"from\"",
            "[{\"from\":\"clusterversion",
            "[{\"clusterversion\":1,\"from\":\"\\",
            "}]\"from\"",
            "{\"items\":[{\"clusterversion\",\"from\":\"x\"}",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }
}

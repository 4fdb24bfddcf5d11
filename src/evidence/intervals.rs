//! The monitor's own files: `e2e-events_*.json` and, from 2021 to 2023, the flat intervals.
//!
//! Source: openshift/origin `pkg/monitor/serialization/serialize.go` (`locator` and `message` are strings at first,
//! both at once in 2023, objects since), `pkg/monitortests/testframework/watchclusteroperators/operator.go`,
//! `test/e2e/upgrade/upgrade.go` recordClusterEvent. Times are whole seconds; a time that is not set is null.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::json::Json;
use super::{Fact, Meaning, events, monitor};

pub(super) fn object(item: &Json<'_>) -> Option<Fact> {
    let from = item.time("from")?;
    let locators = ["locator", "tempStructuredLocator"];
    let in_text = |locator: &str| locator.split(' ').any(|part| part.starts_with("clusterversion/"));
    let in_object = |locator: &Json<'_>| {
        locator.text("type") == Some("ClusterVersion")
            || locator.get("keys").is_some_and(|keys| keys.text("clusterversion").is_some())
    };
    if !locators.iter().any(|key| item.text(key).is_some_and(in_text) || item.get(key).is_some_and(in_object)) {
        return None;
    }
    let structured = ["message", "tempStructuredMessage"]
        .iter()
        .find_map(|key| item.get(key).filter(|found| found.text("humanMessage").is_some()));
    let said = structured.and_then(|message| message.text("humanMessage")).or_else(|| item.text("message"))?;
    let annotation = |key: &str| structured?.get("annotations")?.text(key);
    let until = item.time("to").filter(|to| *to > from);
    let reason = structured.and_then(|message| message.text("reason")).filter(|reason| !reason.is_empty());
    let reason =
        reason.or_else(|| annotation("reason")).or_else(|| said.split(' ').find_map(|word| word.strip_prefix("reason/")));
    let meaning = match (reason.and_then(|reason| events::upgrade(reason, said)), annotation("condition")) {
        (Some(meaning), _) => meaning,
        // What lasts is how long a condition stayed so: its beginning may lie before anyone looked.
        (None, Some(kind)) if until.is_none() => monitor::condition(kind, annotation("status").unwrap_or_default(), said),
        (None, Some(_)) => Meaning::Other,
        (None, None) => monitor::meaning(said, until.is_some()),
    };
    let slack = if until.is_some() { monitor::SAMPLED } else { TimeDelta::seconds(1) };
    let message = match reason.filter(|reason| !said.contains(reason)) {
        Some(reason) => format!("{reason}: {said}"),
        None => said.to_owned(),
    };
    Some(Fact { until, slack: (slack, slack), ..Fact::new(from, "interval", meaning, message) })
}

/// The file name of the monitor's own record: `e2e-events_20240517-142404.json`. It is when the tests
/// started, in UTC (openshift/origin `pkg/test/ginkgo/cmd_runsuite.go`).
pub(super) fn started(name: &str) -> Option<Fact> {
    let name = name.rsplit(['/', '\\']).next()?;
    if !["e2e-events", "e2e-timelines", "e2e-intervals"].iter().any(|kind| name.starts_with(kind)) {
        return None;
    }
    let stamp = name.split(['_', '.']).find(|part| part.len() == 15 && part.as_bytes()[8] == b'-')?;
    let number = |from: usize, to: usize| {
        let digits = stamp.get(from..to)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u32>().ok())?
    };
    let date = NaiveDate::from_ymd_opt(number(0, 4)?.try_into().ok()?, number(4, 6)?, number(6, 8)?)?;
    let time: DateTime<Utc> = date.and_hms_opt(number(9, 11)?, number(11, 13)?, number(13, 15)?)?.and_utc();
    Some(Fact::new(time, "e2e", Meaning::Installed, "the file's name says when the tests started".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(item: &str) -> Option<(Meaning, String)> {
        object(&Json::read(item)).map(|fact| (fact.meaning, fact.time.to_rfc3339()))
    }

    #[test]
    fn intervals_of_every_age() {
        let expected = Some((Meaning::Reached("4.8.1".into()), "2021-03-29T19:30:26+00:00".to_owned()));
        for item in [
            r#"{"level":"Warning","locator":"clusterversion/version","message":"cluster reached 4.8.1","from":"2021-03-29T19:30:26Z","to":"2021-03-29T19:30:26Z"}"#,
            r#"{"level":"Info","locator":"clusterversion/version","locator":{"type":"ClusterVersion","keys":{"clusterversion":"version"}},"message":{"reason":""},"message":"cluster reached 4.8.1","from":"2021-03-29T19:30:26Z","to":null}"#,
            r#"{"locator":{"type":"ClusterVersion","keys":{"clusterversion":"version"}},"message":{"reason":"","cause":"","humanMessage":"cluster reached 4.8.1","annotations":{}},"from":"2021-03-29T19:30:26Z","to":"2021-03-29T19:30:26Z"}"#,
            r#"{"locator":"clusterversion/version","message":"x","tempStructuredMessage":{"humanMessage":"cluster reached 4.8.1"},"from":"2021-03-29T19:30:26Z","to":"2021-03-29T19:30:26Z"}"#,
        ] {
            assert_eq!(read(item), expected, "{item}");
        }
    }

    #[test]
    fn upgrade_events_and_conditions_of_both_ages() {
        let at = |meaning: Meaning| Some((meaning, "2021-03-29T19:30:26+00:00".to_owned()));
        let v = || "4.16.1".to_owned();
        let item = |rest: &str| format!(r#"{{"from":"2021-03-29T19:30:26Z","to":"2021-03-29T19:30:26Z",{rest}}}"#);
        let structured = |reason: &str, said: &str, annotations: &str| {
            item(&format!(
                r#""locator":{{"type":"Kind","keys":{{"clusterversion":"cluster"}}}},"message":{{"reason":"{reason}","humanMessage":"{said}","annotations":{{{annotations}}}}}"#
            ))
        };
        let flat = |message: &str| item(&format!(r#""locator":"clusterversion/cluster","message":"{message}""#));
        for (item, meaning) in [
            (structured("UpgradeStarted", "version/4.16.1 image/r@sha256:b", ""), Meaning::Started(v())),
            (structured("UpgradeComplete", "version/4.16.1 image/r@sha256:b", ""), Meaning::ReachedBy(v())),
            (
                structured(
                    "",
                    "changed Progressing to False: Cluster version is 4.16.1",
                    r#""condition":"Progressing","status":"False""#,
                ),
                Meaning::ReachedBy(v()),
            ),
            (flat("reason/UpgradeVersion version/4.16.1 image/4.16.1"), Meaning::ReachedBy(v())),
            (flat("reason/UpgradeStarted version/4.16.1 image/r:4.16.1"), Meaning::Started(v())),
            (flat("reason/UpgradeRollback version/4.16.1 image/4.16.1"), Meaning::Other),
        ] {
            assert_eq!(read(&item), at(meaning), "{item}");
        }
    }

    #[test]
    fn what_is_of_something_else_is_none() {
        for item in [
            r#"{"locator":"ns/a pod/b","message":"clusterversion/version cluster reached 4.8.1","from":"2021-03-29T19:30:26Z"}"#,
            r#"{"locator":"clusterversion/version","message":"cluster reached 4.8.1","from":null}"#,
            r#"{"locator":"clusterversion/version","from":"2021-03-29T19:30:26Z"}"#,
            "{}",
        ] {
            assert_eq!(read(item), None, "{item}");
        }
    }

    #[test]
    fn the_name_of_the_file_says_when_the_tests_started() {
        for name in [
            "artifacts/junit/e2e-events_20240517-142404.json",
            "e2e-timelines_spyglass_20240517-142404.json",
            "e2e-events_20240517-142404.json.gz",
        ] {
            let fact = started(name).map(|fact| (fact.time.to_rfc3339(), fact.meaning));
            assert_eq!(fact, Some(("2024-05-17T14:24:04+00:00".into(), Meaning::Installed)), "{name}");
        }
        for name in [
            "e2e-events_.json",
            "e2e-events_20241317-142404.json",
            "e2e-events_2024+517-142404.json",
            "version_20240517-142404.json",
            "e2e-events_éééé-éé.json",
        ] {
            assert_eq!(started(name).map(|fact| fact.time), None, "{name}");
        }
    }
}

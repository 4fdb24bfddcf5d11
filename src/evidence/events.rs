//! The upgrade test's events in events.json.
//!
//! Source: openshift/origin `test/e2e/upgrade/upgrade.go`, recordClusterEvent: on ClusterVersion `cluster`, with the
//! message `version/4.16.1 image/…`. `UpgradeVersion` comes once the test has seen the newest entry Completed;
//! `UpgradeComplete` once pools and operators have settled too. Both bound from above only.

use super::json::Json;
use super::{Fact, Meaning};

pub(super) fn object(event: &Json<'_>) -> Option<Fact> {
    if event.text("kind") != Some("Event") {
        return None;
    }
    let about = ["involvedObject", "regarding"].iter().find_map(|key| event.get(key))?;
    if about.text("kind") != Some("ClusterVersion") {
        return None;
    }
    let message = event.text("message").or_else(|| event.text("note"))?;
    let reason = event.text("reason")?;
    let meaning = upgrade(reason, message)?;
    let time = ["eventTime", "firstTimestamp", "lastTimestamp"].iter().find_map(|key| event.time(key))?;
    Some(Fact::new(time, "event", meaning, format!("{reason}: {message}")))
}

/// What an upgrade event means; none where it is another's.
pub(super) fn upgrade(reason: &str, message: &str) -> Option<Meaning> {
    let release = message.split(' ').find_map(|word| word.strip_prefix("version/")).filter(|release| !release.is_empty());
    match (reason, release) {
        ("UpgradeStarted", Some(release)) => Some(Meaning::Started(release.to_owned())),
        ("UpgradeVersion" | "UpgradeComplete", Some(release)) => Some(Meaning::ReachedBy(release.to_owned())),
        ("UpgradeStarted" | "UpgradeVersion" | "UpgradeComplete" | "UpgradeRollback" | "UpgradeFailed", _) => {
            Some(Meaning::Other)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upgrade_events() {
        let event = |kind: &str, reason: &str| {
            let text = format!(
                r#"{{"kind":"Event","involvedObject":{{"kind":"{kind}","name":"cluster"}},"reason":"{reason}","message":"version/4.16.1 image/registry/a@sha256:b","eventTime":"2024-05-17T14:24:04.123456Z","firstTimestamp":null}}"#
            );
            object(&Json::read(&text)).map(|fact| (fact.meaning, fact.time.to_rfc3339()))
        };
        let at = |meaning: Meaning| Some((meaning, "2024-05-17T14:24:04.123456+00:00".to_owned()));
        assert_eq!(event("ClusterVersion", "UpgradeComplete"), at(Meaning::ReachedBy("4.16.1".into())));
        assert_eq!(event("ClusterVersion", "UpgradeStarted"), at(Meaning::Started("4.16.1".into())));
        assert_eq!(event("ClusterVersion", "UpgradeFailed"), at(Meaning::Other));
        assert_eq!(event("ClusterVersion", "PayloadLoaded"), None);
        assert_eq!(event("Pod", "UpgradeComplete"), None);
    }
}

//! Lines of the origin monitor: `Sep 27 21:45:59.753 W clusterversion/version changed Progressing to True: …`.
//!
//! Source: openshift/origin `pkg/monitor/operator.go` and EventInterval.String(). Instants are within a
//! second of what the operator writes; the sampler's intervals (`- 2564s`) come from a look every
//! fifteen seconds or so.

use chrono::TimeDelta;

use super::stamp::{Form, Stamped};
use super::{Fact, Meaning, word_after};

/// The monitor looks at the cluster about this often (openshift/origin `pkg/monitor/sampler.go`).
pub(super) const SAMPLED: TimeDelta = TimeDelta::seconds(15);

pub(super) fn read(line: &Stamped<'_>) -> Option<Fact> {
    if line.form != Form::Month {
        return None;
    }
    let mut rest = line.rest.trim_start();
    let mut length = None;
    if let Some(after) = rest.strip_prefix("- ") {
        let (word, more) = after.trim_start().split_once(' ')?;
        length = Some(lasting(word)?);
        rest = more.trim_start();
    }
    let (level, rest) = rest.split_once(' ')?;
    let (locator, message) = rest.trim_start().split_once(' ')?;
    let is_version = locator.starts_with("clusterversion/");
    if !matches!(level, "I" | "W" | "E") || !(is_version || locator.starts_with("clusteroperator/")) {
        return None;
    }
    let meaning = if is_version { meaning(message, length.is_some()) } else { Meaning::Other };
    let slack = if length.is_some() { SAMPLED } else { TimeDelta::seconds(1) };
    let until = length.and_then(|length| line.time.checked_add_signed(length));
    Some(Fact { until, slack: (slack, slack), ..Fact::new(line.time, "monitor", meaning, format!("{locator} {message}")) })
}

/// What a message about the ClusterVersion means. The monitor says `changed TYPE to STATUS: REASON: MESSAGE`, from
/// 2020 on `condition/TYPE status/STATUS reason/REASON changed: MESSAGE` (openshift/origin
/// `pkg/monitor/operator_test.go`).
pub(super) fn meaning(message: &str, lasts: bool) -> Meaning {
    let word = |key: &str| message.split(' ').find_map(|word| word.strip_prefix(key));
    let changed = match message.strip_prefix("changed ") {
        Some(rest) => rest.split_once(" to ").map(|(kind, rest)| (kind, rest.split([':', ' ']).next().unwrap_or_default())),
        None => word("condition/").zip(word("status/")).filter(|_| message.contains("changed: ")),
    };
    if let Some((kind, status)) = changed {
        return condition(kind, status, message);
    }
    // Said when the newest entry's state becomes Completed.
    if let Some(release) = after(message, "cluster reached ") {
        return Meaning::Reached(release);
    }
    if let Some(release) = after(message, "cluster converging to ").or_else(|| after(message, "cluster upgrading to ")) {
        return Meaning::Started(release);
    }
    // The sampler's, as long as the newest entry's state is not Completed.
    match after(message, "cluster is updating to ") {
        Some(release) if lasts => Meaning::Updating(release),
        _ => Meaning::Other,
    }
}

/// What a condition of the ClusterVersion says by its message. `Progressing` also turns True and False again when
/// overrides or capabilities change, with the update long complete: neither is the instant of a completion (CVO
/// `pkg/cvo/status.go`, updateClusterVersionStatus).
pub(super) fn condition(kind: &str, status: &str, message: &str) -> Meaning {
    let named = |phrase: &str| word_after(message, phrase).map(str::to_owned);
    let meaning = match (kind, status) {
        ("Progressing", "False") => named("Cluster version is ").map(Meaning::ReachedBy),
        ("Progressing", "True") => named("Working towards ").map(Meaning::Started),
        ("Available", "True") => named("Done applying ").map(Meaning::ReachedBy),
        _ => None,
    };
    meaning.unwrap_or(Meaning::Other)
}

fn after(message: &str, phrase: &str) -> Option<String> {
    message.starts_with(phrase).then(|| word_after(message, phrase))?.map(str::to_owned)
}

/// `2564s`, `80ms`.
fn lasting(word: &str) -> Option<TimeDelta> {
    match word.strip_suffix("ms") {
        Some(millis) => Some(TimeDelta::milliseconds(millis.parse::<u32>().ok()?.into())),
        None => Some(TimeDelta::seconds(word.strip_suffix('s')?.parse::<u32>().ok()?.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_has_its_meaning() {
        let v = || "4.7.1".to_owned();
        for (message, lasts, expected) in [
            ("cluster reached 4.7.1", false, Meaning::Reached(v())),
            ("cluster is updating to 4.7.1", true, Meaning::Updating(v())),
            ("cluster is updating to 4.7.1", false, Meaning::Other),
            ("cluster converging to 4.7.1", false, Meaning::Started(v())),
            ("cluster upgrading to 4.7.1 without completing 4.7.0", false, Meaning::Started(v())),
            ("changed Progressing to True: Working towards 4.7.1: 12 of 600 done (2% complete)", false, Meaning::Started(v())),
            (
                "changed Progressing to True: DownloadingUpdate: Working towards 4.7.1: downloading update",
                false,
                Meaning::Started(v()),
            ),
            ("changed Progressing to False: Cluster version is 4.7.1", false, Meaning::ReachedBy(v())),
            ("changed Available to True: Done applying 4.7.1", false, Meaning::ReachedBy(v())),
            ("condition/Progressing status/False reason/ changed: Cluster version is 4.7.1", false, Meaning::ReachedBy(v())),
            ("condition/Progressing status/True changed: Working towards 4.7.1: 1% complete", false, Meaning::Started(v())),
            ("condition/Degraded status/True reason/DNSDegraded changed: DNS default is degraded", false, Meaning::Other),
            ("changed Failing to True: x: Cluster version is 4.7.1", false, Meaning::Other),
            ("changed Failing to False", false, Meaning::Other),
            ("created", false, Meaning::Other),
            ("cluster reached ", false, Meaning::Other),
        ] {
            assert_eq!(meaning(message, lasts), expected, "{message}");
        }
    }
}

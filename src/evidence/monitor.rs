//! Lines of the origin monitor: `Sep 27 21:45:59.753 W clusterversion/version changed Progressing to True: …`.
//!
//! Source: openshift/origin `pkg/monitor/operator.go` and EventInterval.String(). Instants are within a
//! second of what the operator writes; the sampler's intervals (`- 2564s`) come from a look every
//! fifteen seconds or so.

use chrono::TimeDelta;

use super::stamp::without_year;
use super::{Fact, Line, Meaning, Years, word_after};

pub(super) fn read(line: Line<'_>, years: &Years) -> Option<Fact> {
    let (at, time, end) = without_year(line.text, years)?;
    let mut rest = line.text.get(end..)?.trim_start();
    let mut length = None;
    if let Some(after) = rest.strip_prefix("- ") {
        let (word, more) = after.trim_start().split_once(' ')?;
        length = Some(seconds(word)?);
        rest = more.trim_start();
    }
    let (level, rest) = rest.split_once(' ')?;
    let (locator, message) = rest.trim_start().split_once(' ')?;
    if !matches!(level, "I" | "W" | "E") || !(locator.starts_with("clusterversion/") || locator.starts_with("clusteroperator/")) {
        return None;
    }
    let meaning = if locator.starts_with("clusterversion/") { meaning(message, length.is_some()) } else { Meaning::Other };
    let slack = TimeDelta::seconds(if length.is_some() { 15 } else { 1 });
    Some(Fact {
        time,
        until: length.map(|length| time + length),
        slack: (slack, slack),
        kind: "monitor",
        meaning,
        message: format!("{locator} {message}"),
        input: 0,
        span: line.span_from(at),
    })
}

pub(super) fn meaning(message: &str, lasts: bool) -> Meaning {
    let named = |phrase: &str| word_after(message, phrase).map(str::to_owned);
    if let Some(release) = message.strip_prefix("cluster reached ").and_then(|_| named("cluster reached ")) {
        return Meaning::Reached(release);
    }
    if let Some(release) = named("changed Progressing to False: Cluster version is ") {
        return Meaning::Reached(release);
    }
    if let Some(release) = named("changed Progressing to True: Working towards ") {
        return Meaning::Started(release);
    }
    match named("cluster is updating to ") {
        Some(release) if lasts => Meaning::Updating(release),
        _ => Meaning::Other,
    }
}

/// `2564s`, `80ms`.
fn seconds(word: &str) -> Option<TimeDelta> {
    match word.strip_suffix("ms") {
        Some(millis) => Some(TimeDelta::milliseconds(millis.parse().ok()?)),
        None => Some(TimeDelta::seconds(word.strip_suffix('s')?.parse::<u32>().ok()?.into())),
    }
}

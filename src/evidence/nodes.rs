//! Lines of jq over nodes.json: when a node became Ready, and its machine.
//!
//! A pool goes on rolling after the operator has recorded the update as complete: that is no fault
//! of the history (openshift/origin `test/e2e/upgrade/upgrade.go` waits for the pools after it).

use chrono::{DateTime, TimeDelta};

use super::{Fact, Line, Meaning, Years};

pub(super) fn read(line: Line<'_>, _: &Years) -> Option<Fact> {
    let text = line.text.trim_start_matches(['>', ' ', '"']);
    let at = line.text.len() - text.len();
    let (stamp, name) = text.split_once(' ')?;
    let name = name.trim().trim_end_matches('"');
    let is_node = name.starts_with("openshift-machine-api/")
        || ["-master-", "-worker-", "-infra-"].iter().any(|role| name.contains(role)) && !name.contains(' ');
    if stamp.len() < 20 || !is_node || name.contains(' ') {
        return None;
    }
    let time = DateTime::parse_from_rfc3339(stamp).ok()?.to_utc();
    Some(Fact {
        time,
        until: None,
        slack: (TimeDelta::zero(), TimeDelta::seconds(1)),
        kind: "node-ready",
        meaning: Meaning::NodeReady,
        message: format!("{name} became Ready"),
        input: 0,
        span: line.span_from(at),
    })
}

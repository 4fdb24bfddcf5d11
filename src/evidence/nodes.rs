//! When nodes became Ready: nodes.json, and lines of jq over it.
//!
//! A pool goes on rolling after the operator has recorded the update as complete: that is no fault
//! of the history (openshift/origin `test/e2e/upgrade/upgrade.go` waits for the pools after it).

use super::json::Json;
use super::stamp::{Form, Stamped};
use super::{Fact, Meaning};

/// `2019-09-27T22:09:55Z openshift-machine-api/ci-op-91m3mhcv-77a90-6dht8-master-1`.
pub(super) fn read(line: &Stamped<'_>) -> Option<Fact> {
    if line.form != Form::Full || !line.before.trim_start_matches(['>', ' ', '"', '\t']).is_empty() {
        return None;
    }
    let name = line.rest.trim_matches(['"', ' ', '\t']);
    let is_node = name.starts_with("openshift-machine-api/")
        || ["-master-", "-worker-", "-infra-"].iter().any(|role| name.contains(role)) && line.rest.starts_with([' ', '\t']);
    (is_node && !name.contains([' ', '\t'])).then(|| fact(line.time, name))
}

/// A Node: its condition Ready.
pub(super) fn object(node: &Json<'_>) -> Option<Fact> {
    let ready =
        node.get("status")?.get("conditions")?.items().iter().find(|condition| condition.text("type") == Some("Ready"))?;
    let time = ready.time("lastTransitionTime").filter(|_| ready.text("status") == Some("True"))?;
    let metadata = node.get("metadata")?;
    let machine = metadata.get("annotations").and_then(|all| all.text("machine.openshift.io/machine"));
    Some(fact(time, machine.or_else(|| metadata.text("name"))?))
}

fn fact(time: chrono::DateTime<chrono::Utc>, name: &str) -> Fact {
    Fact::new(time, "node-ready", Meaning::NodeReady, format!("{name} became Ready"))
}

//! Lines of the e2e framework: `Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable`.
//!
//! Source: Kubernetes `test/e2e/framework/log.go`; openshift/origin `test/e2e/upgrade/upgrade.go`, which
//! polls every ten seconds, so `Completed upgrade` comes up to ten seconds late: the release had been reached by then.

use super::stamp::{Form, Stamped};
use super::{Fact, Meaning, release_of};

pub(super) fn read(line: &Stamped<'_>) -> Option<Fact> {
    if line.form != Form::Month {
        return None;
    }
    let message = line.rest.strip_prefix(": INFO: ").or_else(|| line.rest.strip_prefix(": FAIL: "))?;
    let meaning = if message.contains("nodes to be schedulable") {
        // The tests only start once the installer has seen the installation complete.
        Meaning::Installed
    } else if let Some(image) = message.strip_prefix("Completed upgrade to ").and_then(|said| said.split_whitespace().next()) {
        Meaning::ReachedBy(release_of(image))
    } else {
        Meaning::Testing
    };
    Some(Fact::new(line.time, "e2e", meaning, message.to_owned()))
}

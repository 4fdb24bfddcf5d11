//! Lines of the e2e framework: `Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable`.
//!
//! Source: Kubernetes `test/e2e/framework/log.go`; openshift/origin `test/e2e/upgrade/upgrade.go`, which
//! polls every ten seconds, so `Completed upgrade` comes up to ten seconds late.

use chrono::TimeDelta;

use super::stamp::without_year;
use super::{Fact, Line, Meaning, Years, release_of, word_after};

pub(super) fn read(line: Line<'_>, years: &Years) -> Option<Fact> {
    let (at, time, end) = without_year(line.text, years)?;
    let message = ["INFO", "FAIL"].iter().find_map(|level| line.text.get(end..)?.strip_prefix(&format!(": {level}: ")))?;
    let (meaning, late) = if message.contains("nodes to be schedulable") {
        // The tests only start once the installer has seen the installation complete.
        (Meaning::Installed, 0)
    } else if let Some(image) = word_after(message, "Completed upgrade to ") {
        (Meaning::ReachedBy(release_of(image)), 10)
    } else {
        return None;
    };
    let slack = (TimeDelta::seconds(late), TimeDelta::zero());
    Some(Fact { time, until: None, slack, kind: "e2e", meaning, message: message.to_owned(), input: 0, span: line.span_from(at) })
}

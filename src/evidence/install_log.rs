//! Lines of `.openshift_install.log`: `time="2019-09-27T21:40:02Z" level=info msg="Install complete!"`.
//!
//! Source: openshift/installer `cmd/openshift-install/create.go`: it waits for the ClusterVersion to become
//! Available before it says so.

use chrono::{DateTime, TimeDelta};

use super::{Fact, Line, Meaning, Years};

pub(super) fn read(line: Line<'_>, _: &Years) -> Option<Fact> {
    let at = line.text.find("time=\"")?;
    let (stamp, rest) = line.text.get(at + 6..)?.split_once('"')?;
    let message = rest.split_once("msg=\"")?.1.trim_end_matches('"');
    let meaning = match message {
        "Install complete!" | "Cluster is initialized" => Meaning::Installed,
        _ if message.starts_with("Install complete") => Meaning::Installed,
        _ => return None,
    };
    let time = DateTime::parse_from_rfc3339(stamp).ok()?.to_utc();
    let slack = (TimeDelta::zero(), TimeDelta::seconds(1));
    Some(Fact {
        time,
        until: None,
        slack,
        kind: "install-log",
        meaning,
        message: message.to_owned(),
        input: 0,
        span: line.span_from(at),
    })
}

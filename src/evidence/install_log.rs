//! Lines of `.openshift_install.log`: `time="2019-09-27T21:40:02Z" level=info msg="Install complete!"`.
//!
//! Source: openshift/installer `cmd/openshift-install/create.go`: it waits for the ClusterVersion to become
//! Available before it says `Cluster is initialized`, and for the console before `Install complete!`. `OpenShift Installer
//! 4.4.0` and `Creating infrastructure resources...` say which release it installs, and when it began, long before
//! there is an operator: by them another cluster's log is told.

use chrono::TimeDelta;

use super::stamp::{Form, Stamped};
use super::{Fact, Meaning};

pub(super) fn read(line: &Stamped<'_>) -> Option<Fact> {
    if line.form != Form::Full || !line.before.ends_with("time=\"") {
        return None;
    }
    let message = line.rest.split_once(" msg=\"")?.1.trim_end_matches('"');
    let is_wait = message.starts_with("Waiting up to ") && message.contains("to initialize");
    let meaning = match message {
        "Cluster is initialized" => Meaning::Installed,
        _ if message.starts_with("Install complete") => Meaning::Installed,
        _ if is_wait => Meaning::Other,
        _ if message.starts_with("Creating infrastructure resources") => Meaning::Installing,
        // `OPENSHIFT_INSTALL_RELEASE_IMAGE_OVERRIDE`: what the installer itself would install is of no consequence.
        _ if message.starts_with("Found override for ") => Meaning::Installer(String::new()),
        _ if message.starts_with("OpenShift Installer ") => {
            Meaning::Installer(message.split_whitespace().nth(2).unwrap_or_default().to_owned())
        }
        _ => return None,
    };
    // Whole seconds: up to one later in truth.
    let slack = (TimeDelta::zero(), TimeDelta::seconds(1));
    Some(Fact { slack, ..Fact::new(line.time, "install-log", meaning, message.to_owned()) })
}

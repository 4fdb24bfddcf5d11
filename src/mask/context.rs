//! What a word is by what stands around it: a telling key, a flag, a prompt.

use super::Kind;
use super::form::{is_version, letter, public};
use super::learned::is_telling;
use super::{form, people, secret};

/// Accounts that every machine has.
const COMMON: [&str; 7] = ["root", "core", "git", "admin", "kubeadmin", "system", "kube"];

/// Last words of keys whose value is a machine, a cluster or a domain.
const HOSTS: [&str; 14] = [
    "nodename",
    "node",
    "hostname",
    "host",
    "infrastructurename",
    "infraname",
    "infraid",
    "clustername",
    "cluster",
    "machinename",
    "machine",
    "basedomain",
    "servername",
    "clusterapicluster",
];

/// Of keys whose value is a person.
const USERS: [&str; 5] = ["username", "user", "requester", "requestedby", "login"];

/// What stands where a name might, and is none.
const NONE: [&str; 16] = [
    "true",
    "false",
    "null",
    "none",
    "nil",
    "unknown",
    "localhost",
    "localhost.localdomain",
    "default",
    "status",
    "proxy",
    "metrics",
    "stats",
    "log",
    "logs",
    "spec",
];

/// How the names begin of what every cluster has.
const OWN: [&str; 4] = ["openshift-", "kube-", "cluster-version", "clusterversion"];

/// What stands before the name of a machine, or before several.
const NODES: [&str; 8] = ["node ", "Node ", "nodes ", "Nodes ", "nodes: ", "Nodes: ", "host ", "hypervisor "];

/// What stands between two of them, and how many are looked through.
const GAPS: [&str; 4] = [" and ", ", ", ",", " "];
const LIST: usize = 20;

/// Bytes on either side that may tell what a word is: a line may be as long as a text.
const NEAR: usize = 400;

/// What a context makes of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    Host,
    User,
    Secret,
}

/// What the text before and after a word says of it.
pub(super) fn of(before: &str, text: &str, after: &str, is_login: bool) -> Option<Context> {
    let (before, after) = (end_of(before), begin_of(after));
    if NONE.contains(&text.to_ascii_lowercase().as_str()) {
        return None;
    }
    if text.starts_with("sha256") && after.starts_with('~') || before.ends_with("sha256~") {
        return before.ends_with("sha256~").then_some(Context::Secret);
    }
    if secret::is_told(before, text, after, is_login) {
        return Some(Context::Secret);
    }
    let found = people::is_told(before, text, after).then_some(Context::User).or_else(|| keyed(before, after));
    // After a flag may stand another.
    let found = found.or_else(|| flagged(before, after, is_login).filter(|_| !text.starts_with('-')));
    found.or_else(|| host(before, text, after).then_some(Context::Host)).filter(|found| fits(*found, text))
}

/// Whether a word may be what its place says, and is nothing that everybody knows.
pub(super) fn fits(context: Context, text: &str) -> bool {
    let own = || OWN.iter().any(|own| text.starts_with(own));
    !NONE.contains(&text.to_ascii_lowercase().as_str())
        && match context {
            // A service's account is OpenShift's own.
            Context::User => !COMMON.contains(&text),
            Context::Host => !public(text) && text.contains(letter) && !is_version(text) && !own(),
            Context::Secret => true,
        }
}

fn end_of(text: &str) -> &str {
    let from = (text.len().saturating_sub(NEAR)..=text.len()).find(|at| text.is_char_boundary(*at));
    &text[from.unwrap_or_default()..]
}

fn begin_of(text: &str) -> &str {
    let to = (0..=text.len().min(NEAR)).rev().find(|at| text.is_char_boundary(*at));
    &text[..to.unwrap_or_default()]
}

/// A value after `key: ` or `key=`, which is all of it.
fn keyed(before: &str, after: &str) -> Option<Context> {
    let open = before.trim_end_matches(['"', '\'', '\\']);
    let (key, is_pair) = match open.strip_suffix('=') {
        Some(key) => (key, true),
        None => (open.trim_end_matches(' ').strip_suffix(':')?, false),
    };
    // `10:host` is a time or a port.
    if !is_pair && !before.ends_with([' ', '"', '\'']) {
        return None;
    }
    let key = key.trim_end_matches(['"', '\'', '\\']);
    let key = key.rsplit(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).next().unwrap_or_default();
    let is_context = is_pair && key == "--context";
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let is = |keys: &[&str]| keys.contains(&key.as_str());
    let rest = after.trim_start_matches(['"', '\'', '\\']);
    let whole = rest.trim_start_matches(' ').is_empty()
        || rest.trim_end().is_empty()
        || rest.starts_with([',', '}', ']', ';', ')', '&'])
        || is_pair && rest.starts_with(' ');
    // Of a port and of a path the name stands first.
    let whole = whole || rest.starts_with([':', '/']) && rest[1..].starts_with(|c: char| c.is_ascii_alphanumeric());
    if !whole {
        return None;
    }
    match () {
        () if is(&HOSTS) || is_context => Some(Context::Host),
        () if is(&USERS) || is_pair && key == "as" || key.ends_with("username") => Some(Context::User),
        () => None,
    }
}

/// The value of a flag of `oc`, `curl` or `ssh` after a space.
fn flagged(before: &str, after: &str, is_login: bool) -> Option<Context> {
    let mut words = before.trim_end_matches(['"', '\'']).split(' ').rev();
    let (gap, flag) = (words.next()?, words.next()?);
    if !gap.is_empty() {
        return None;
    }
    match flag {
        "--as" | "--username" | "--user" => Some(Context::User),
        "-u" if after.starts_with(" -p ") || secret::logs_in(before, is_login) => Some(Context::User),
        "ssh" | "--cluster" | "--context" | "--hostname" | "--node-name" | "--node" => Some(Context::Host),
        _ => None,
    }
}

/// Machines by a resource's name, a prompt, an address, a line of `syslog` or of `oc get nodes`.
fn host(before: &str, text: &str, after: &str) -> bool {
    let resource = ["node/", "nodes/", "machine/", "machines/", "host/"].iter().any(|kind| {
        before
            .strip_suffix(kind)
            .is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
    });
    let quoted = ["node \"", "Node \"", "node \\\"", "Node \\\""].iter().any(|quote| before.ends_with(quote));
    let called = called(before, text);
    let context = text.starts_with("api-") && (after.starts_with(":6443") || after.starts_with(":443"));
    let url = before.ends_with("://");
    let prompt = before.ends_with('@') && text.starts_with(letter) && !text.starts_with("sha256");
    let mac = before.is_empty() && after.starts_with(":~");
    let listed = before.trim().is_empty() && {
        let rest = after.trim_start_matches(' ');
        let ready = ["Ready", "NotReady"].iter().find_map(|state| rest.strip_prefix(state));
        rest.len() < after.len() && ready.is_some_and(|rest| rest.starts_with([' ', ',']))
    };
    resource || quoted || called || context || url || prompt || mac || listed || syslog(before, after)
}

/// A name after `node`, or further on in a list: `nodes: [worker7 worker8]`, `on node worker7, worker8 and worker9`.
fn called(before: &str, text: &str) -> bool {
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    if !is_telling(Kind::Host, text) {
        return false;
    }
    // Much is said of a cluster: its name is told by a number.
    if before.ends_with("cluster ") && has_digit(text) && !text.contains('_') && !text.starts_with("e2e") {
        return true;
    }
    let (mut rest, mut is_spaced) = (before, false);
    for at in 0..LIST {
        let open = rest.trim_end_matches(['[', '"', '(']);
        if NODES.iter().any(|kind| open.ends_with(kind)) {
            return !is_spaced || rest.ends_with('[');
        }
        let Some((gap, list)) = GAPS.iter().find_map(|gap| Some((*gap, open.strip_suffix(gap)?))) else { return false };
        is_spaced |= gap == " ";
        let list = list.trim_end_matches('"');
        let item = list.rfind([' ', ',', '[', '"', '(']).map_or(0, |at| at + 1);
        let name = &list[item..];
        let is_item = is_telling(Kind::Host, name) || form::host(name) || form::machine(name);
        if !is_item || at == 0 && !has_digit(text) {
            return false;
        }
        rest = &list[..item];
    }
    false
}

/// `Oct 14 03:13:16.123 worker7 kubelet[1234]: …`
fn syslog(before: &str, after: &str) -> bool {
    let Some(rest) = after.strip_prefix(' ') else { return false };
    let Some((program, rest)) = rest.split_once(['[', ':', ' ']) else { return false };
    let numbered = || {
        let number = rest.bytes().take_while(u8::is_ascii_digit).count();
        number > 0 && rest[number..].starts_with("]:")
    };
    let known = matches!(program, "kernel" | "systemd") && after[1 + program.len()..].starts_with(':');
    // Somebody may have cut the time off.
    if before.trim().is_empty() && matches!(program, "kubelet" | "hyperkube" | "crio") && numbered() {
        return true;
    }
    let Some(time) = before.strip_suffix(' ').and_then(|before| before.split(' ').next_back()) else { return false };
    let time = time.rsplit('T').next().unwrap_or_default().as_bytes();
    // RFC 5424: `<13>1 2019-09-25T12:10:00Z worker7 kubelet 99 - - …`.
    let priority = before.trim_start().strip_prefix('<').and_then(|rest| rest.split_once(">1 "));
    let known = known || priority.is_some_and(|(number, time)| number.parse::<u8>().is_ok() && !time.trim_end().contains(' '));
    let clock = time.len() >= 8 && time[2] == b':' && time[5] == b':' && time[0].is_ascii_digit();
    clock && (known || !program.is_empty() && numbered())
}

//! What a word is by what stands around it: a telling key, a flag, a prompt.

use super::Kind;
use super::form::{is_version, letter, public};
use super::learned::is_telling;
use super::secret;

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
    "cluster-api-cluster",
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

/// Bytes that the rest of a person's name may have.
const NAME: usize = 60;

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
    let found = user(before, text, after).or_else(|| keyed(before, after));
    // After a flag may stand another.
    let found = found.or_else(|| flagged(before, after, is_login).filter(|_| !text.starts_with('-')));
    match found.or_else(|| host(before, text, after).then_some(Context::Host))? {
        // A service's account is OpenShift's own.
        Context::User if COMMON.contains(&text) => None,
        Context::Host if public(text) || !text.contains(letter) || is_version(text) => None,
        Context::Host if OWN.iter().any(|own| text.starts_with(own)) => None,
        found => Some(found),
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

/// A home directory, the user of an address, or what stands before the `@` of a prompt or of a mail's address.
fn user(before: &str, text: &str, after: &str) -> Option<Context> {
    let home = ["/home/", "/Users/", "\\Users\\"].iter().any(|home| before.ends_with(home));
    let at = after.starts_with('@') && !after.starts_with("@sha") && !public(text) && after[1..].starts_with(letter);
    // `jane+lists@…`, of which each part is a word.
    let tagged = after.strip_prefix('+').is_some_and(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-' | '_')).unwrap_or(rest.len());
        rest[end..].starts_with('@')
    });
    // macOS' prompt: `Janes-MacBook:~ jane$`.
    let prompt = after.starts_with("$ ") && before.split_once(":~").is_some_and(|(host, _)| !host.contains(' '));
    // A context of `oc`: `default/api-prod7-example-com:6443/jdoe`.
    let word = before.rsplit([' ', '"', '\'']).next().unwrap_or_default();
    let logged_in = word.contains("api-") && word.ends_with(":6443/") || after.starts_with("/api-") && after.contains(":6443");
    let quoted = ["user \"", "User \"", "user \\\"", "User \\\""].iter().any(|quote| before.ends_with(quote))
        || before.ends_with(" as \"") && before.contains("Logged into");
    let address = before.ends_with("://")
        && after.strip_prefix(':').is_some_and(|rest| {
            let end = secret::end(rest, true);
            rest[end..].starts_with('@') && !rest[..end].contains('/')
        });
    let mail = text.starts_with(|c: char| c.is_ascii_uppercase()) && mailed(after);
    (address || mail || home || at || tagged || prompt || logged_in || quoted).then_some(Context::User)
}

/// Whether a person's name goes on to an address: `Jane Q. Roe <jane@…>`.
fn mailed(after: &str) -> bool {
    let length = after.bytes().take(NAME).take_while(|byte| byte.is_ascii_alphanumeric() || b" .\"".contains(byte)).count();
    after[length..].strip_prefix('<').is_some_and(|rest| {
        let name = &after[..length];
        let address = rest.split(['>', ' ']).next().unwrap_or_default();
        let is_name = |word: &str| word.len() < 30 && word.starts_with(|c: char| c.is_ascii_uppercase());
        after.starts_with([' ', '.', '"'])
            && address.contains('@')
            && name.split([' ', '"', '.']).filter(|word| !word.is_empty()).all(is_name)
    })
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
    let key = key.trim_start_matches('-').to_ascii_lowercase();
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
        () if is(&HOSTS) => Some(Context::Host),
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
        "ssh" | "--hostname" | "--node-name" | "--node" => Some(Context::Host),
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
    let called = ["node ", "Node "].iter().any(|kind| before.ends_with(kind)) && is_telling(Kind::Host, text);
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

/// `Oct 14 03:13:16.123 worker7 kubelet[1234]: …`
fn syslog(before: &str, after: &str) -> bool {
    let Some(rest) = after.strip_prefix(' ') else { return false };
    let Some((program, rest)) = rest.split_once(['[', ':', ' ']) else { return false };
    let numbered = || {
        let number = rest.bytes().take_while(u8::is_ascii_digit).count();
        number > 0 && rest[number..].starts_with("]:")
    };
    let known = matches!(program, "kernel" | "systemd") && after[1 + program.len()..].starts_with(':');
    let Some(time) = before.strip_suffix(' ').and_then(|before| before.split(' ').next_back()) else { return false };
    let time = time.rsplit('T').next().unwrap_or_default().as_bytes();
    let clock = time.len() >= 8 && time[2] == b':' && time[5] == b':' && time[0].is_ascii_digit();
    clock && (known || !program.is_empty() && numbered())
}

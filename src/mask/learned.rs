//! Names that one place of a text tells, and that may stand elsewhere without anything that would tell them.

use super::Kind;
use super::form::{foreign, has_version, letter, public};

/// Words of the API, of logs and of versions: never a name that is looked for elsewhere, whoever is called so.
const WORDS: [&str; 108] = [
    "accepted",
    "acceptedrisks",
    "admin",
    "annotations",
    "applying",
    "available",
    "bootstrap",
    "candidate",
    "changed",
    "cluster",
    "clusteroperator",
    "clusters",
    "clusterversion",
    "comment",
    "completed",
    "completion",
    "completiontime",
    "condition",
    "conditions",
    "config",
    "converging",
    "core",
    "created",
    "creating",
    "default",
    "degraded",
    "desired",
    "description",
    "done",
    "enabled",
    "entry",
    "error",
    "failed",
    "failing",
    "false",
    "fast",
    "hidden",
    "history",
    "host",
    "hosts",
    "image",
    "info",
    "infra",
    "initial",
    "initialized",
    "install",
    "installer",
    "item",
    "items",
    "kubernetes",
    "level",
    "list",
    "machine",
    "machines",
    "manager",
    "masked",
    "master",
    "merge",
    "message",
    "metadata",
    "monitor",
    "must",
    "name",
    "nightly",
    "node",
    "nodes",
    "none",
    "null",
    "operator",
    "output",
    "partial",
    "payload",
    "progressing",
    "quay",
    "reached",
    "ready",
    "reason",
    "registry",
    "release",
    "removed",
    "risks",
    "root",
    "running",
    "spec",
    "stable",
    "started",
    "startedtime",
    "state",
    "status",
    "sync",
    "test",
    "tests",
    "time",
    "towards",
    "true",
    "type",
    "update",
    "updated",
    "updating",
    "upgrade",
    "upgraded",
    "upgrading",
    "verified",
    "version",
    "waiting",
    "without",
    "worker",
    "working",
];

/// How the names of what every cluster has begin.
const OWN: [&str; 7] = ["cluster-", "kube", "machine-", "node-", "openshift", "release-", "version"];

/// Words of three letters that are no name, months and days among them.
const SHORT: &str = " jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun utc gmt est cet and the for not was \
    did has had can are but all any new old now one two set get add put run log api cvo ocp etc pod svc dev ops sre tmp var usr bin \
    lib opt ssh git app web who you she her his him our out off yes cli url uid tag key ref arm ago min sec use see per via end job \
    bug err fix cni csi dns nic cpu ram aws gcp ibm okd rpm sha ova iso ova raw hat red ";

/// Endings of files.
const FILES: [&str; 7] = ["yaml", "yml", "json", "log", "txt", "gz", "tar"];

/// Whether a text may have a word anyway.
pub(super) fn is_word(name: &str) -> bool {
    WORDS.contains(&name.to_ascii_lowercase().as_str())
}

/// Whether a name is like no other word, so that it may be masked wherever it stands.
pub(super) fn is_telling(kind: Kind, name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let inside = |c: char| letter(c) || c.is_ascii_digit() || matches!(c, '-' | '_' | '.');
    let own = OWN.iter().any(|own| lower.starts_with(own)) || lower.split('.').all(is_word);
    // A machine's name may be a plain word; a text has many of these.
    let plain = kind == Kind::Host && !name.contains(|c: char| c.is_ascii_digit() || c == '-' || foreign(c));
    // `jane.doe`, but no file and no version.
    let dotted = || {
        let last = lower.rsplit('.').next().unwrap_or_default();
        !lower.contains('.') || !lower.contains("..") && !FILES.contains(&last) && !has_version(name) && !public(&lower)
    };
    name.len() >= 4 && name.starts_with(letter) && name.chars().all(inside) && !own && !plain && dotted()
}

/// Whether it is a person's name that is too short to be looked for unless it was told twice.
pub(super) fn is_short(kind: Kind, name: &str) -> bool {
    let is_name = kind == Kind::User && name.len() == 3 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name && !is_word(name) && !SHORT.contains(&format!(" {} ", name.to_ascii_lowercase()))
}

/// The same of a cluster's name, which is told by the name of its API and is often a plain word.
pub(super) fn is_clusters(name: &str) -> bool {
    is_telling(Kind::User, name)
}

//! Names that one place of a text tells, and that may stand elsewhere without anything that would tell them.

use super::Kind;

/// Words of the API, of logs and of versions: never a name that is looked for elsewhere, whoever is called so.
const WORDS: [&str; 96] = [
    "admin",
    "annotations",
    "applying",
    "available",
    "bootstrap",
    "candidate",
    "changed",
    "cluster",
    "clusters",
    "clusteroperator",
    "clusterversion",
    "completed",
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
    "message",
    "metadata",
    "merge",
    "monitor",
    "must",
    "name",
    "nightly",
    "node",
    "nodes",
    "operator",
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
    "root",
    "running",
    "started",
    "sync",
    "time",
    "towards",
    "type",
    "spec",
    "stable",
    "state",
    "status",
    "test",
    "tests",
    "true",
    "update",
    "updated",
    "updating",
    "upgrade",
    "upgraded",
    "upgrading",
    "version",
    "waiting",
    "without",
    "worker",
    "working",
];

/// How the names of what every cluster has begin.
const OWN: [&str; 7] = ["cluster-", "kube", "machine-", "node-", "openshift", "release-", "version"];

/// Whether a name is like no other word, so that it may be masked wherever it stands.
pub(super) fn is_telling(kind: Kind, name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let own = OWN.iter().any(|own| lower.starts_with(own)) || WORDS.contains(&lower.as_str());
    // A machine's name may be a plain word; a text has many of these.
    let plain = kind == Kind::Host && !name.contains(|c: char| c.is_ascii_digit() || c == '-');
    name.len() >= 4 && name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(inside) && !own && !plain
}

/// The same of a cluster's name, which is told by the name of its API and is often a plain word.
pub(super) fn is_clusters(name: &str) -> bool {
    is_telling(Kind::User, name)
}

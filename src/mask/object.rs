//! Objects that are called after a machine or a cluster: what their `metadata` says is their name.

use std::ops::Range;

use super::form::{letter, uuid};

/// Kinds whose name, and whose namespace where it is not OpenShift's own, names a machine or a cluster.
const KINDS: [&str; 10] = [
    "Node",
    "Machine",
    "BareMetalHost",
    "HostedCluster",
    "HostedControlPlane",
    "ManagedCluster",
    "ManagedClusterInfo",
    "ManagedClusterView",
    "ClusterDeployment",
    "NodePool",
];

/// How the namespaces begin that every cluster has.
const OWN: [&str; 3] = ["openshift", "kube-", "default"];

/// Follows an object line by line, YAML or JSON that is indented; in both `kind` stands before `metadata`.
#[derive(Default)]
pub(super) struct Objects {
    /// The column of the keys of an object of such a kind.
    column: Option<usize>,
    /// Whether its metadata have begun, and the column of their keys.
    metadata: Option<Option<usize>>,
}

impl Objects {
    /// Where the next line has the name of a machine or a cluster.
    pub(super) fn name(&mut self, line: &str) -> Option<Range<usize>> {
        let column = line.find(|c: char| !matches!(c, ' ' | '\t' | '-'))?;
        let (key, value) = line[column..].split_once(':')?;
        let key = key.trim_matches(['"', ' ']);
        let start = line.len() - value.trim_start_matches([' ', '"', '\'']).len();
        let length = line[start..].find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.' | '_'));
        let span = start..start + length.unwrap_or(line.len() - start);
        let text = &line[span.clone()];
        if key == "kind" {
            if KINDS.contains(&text) {
                (self.column, self.metadata) = (Some(column), None);
            } else if self.column == Some(column) {
                self.column = None;
            }
            return None;
        }
        let object = self.column?;
        if column <= object {
            // Another key of the object, or of what it stands in.
            self.metadata = (key == "metadata" && column == object).then_some(None);
            self.column = self.column.filter(|_| column == object);
            return None;
        }
        let own = self.metadata.as_mut()?.get_or_insert(column);
        let told = *own == column && (key == "name" || key == "namespace" && !OWN.iter().any(|own| text.starts_with(own)));
        (told && text.starts_with(letter) && uuid(text).is_none()).then_some(span)
    }
}

use std::fmt;

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

/// How many names stand under pseudonyms in the texts that a report was made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MaskedNames {
    /// Ids of clusters.
    pub cluster_ids: usize,
    /// Ids of objects in clusters.
    #[serde(skip_serializing_if = "is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub object_ids: usize,
    /// Names and addresses of machines, clusters and private registries.
    pub hosts: usize,
    /// Names of people.
    pub users: usize,
    /// Tokens and passwords.
    pub secrets: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(count: &usize) -> bool {
    *count == 0
}

/// A sentence, and that it may not be all.
impl fmt::Display for MaskedNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.cluster_ids, "cluster id"),
            (self.object_ids, "object id"),
            (self.hosts, "host name"),
            (self.users, "user name"),
            (self.secrets, "secret"),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<_> = parts.map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" })).collect();
        let all = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
        write!(f, "Masked: {all}. Others may be left: look through it.")
    }
}

#[cfg(test)]
mod tests {
    use super::MaskedNames;

    #[test]
    fn it_says_how_many_of_what_and_that_more_may_be_left() {
        let masked = MaskedNames { cluster_ids: 1, object_ids: 2, hosts: 3, users: 0, secrets: 1 };
        assert_eq!(
            masked.to_string(),
            "Masked: 1 cluster id, 2 object ids, 3 host names, 1 secret. Others may be left: look through it."
        );
        let none = MaskedNames::default().to_string();
        assert_eq!(none, "Masked: nothing. Others may be left: look through it.");
    }
}

use serde::Deserialize;

use super::scalar;

/// ClusterVersionSpec.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Spec {
    /// Identity of the cluster.
    #[serde(rename = "clusterID", deserialize_with = "scalar::text")]
    pub cluster_id: Option<String>,
    /// What an administrator asked for.
    pub desired_update: Option<Release>,
}

/// A release: an image, and the version it calls itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Release {
    /// May be empty while the image has not been loaded.
    #[serde(deserialize_with = "scalar::text")]
    pub version: Option<String>,
    /// Pull specification.
    #[serde(deserialize_with = "scalar::text")]
    pub image: Option<String>,
}

/// ClusterVersionStatus but for its history.
#[derive(Debug, Clone, Default)]
pub struct Status {
    /// What the operator works towards.
    pub desired: Option<Release>,
    /// In the order of the text; one that could not be read is empty.
    pub conditions: Vec<Condition>,
    /// The generation the operator last acted on.
    pub observed_generation: Option<i64>,
    /// FNV-64 of the desired release's content, base64url.
    pub version_hash: Option<String>,
}

/// A condition of the ClusterVersion.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Condition {
    /// `Available`, `Progressing`, `Failing`, …
    #[serde(rename = "type", deserialize_with = "scalar::text")]
    pub kind: Option<String>,
    /// `True`, `False`, `Unknown`.
    #[serde(deserialize_with = "scalar::text")]
    pub status: Option<String>,
    /// When the status last changed; the operator keeps it while the status stays.
    #[serde(deserialize_with = "scalar::text")]
    pub last_transition_time: Option<String>,
    /// CamelCase.
    #[serde(deserialize_with = "scalar::text")]
    pub reason: Option<String>,
    /// For people.
    #[serde(deserialize_with = "scalar::text")]
    pub message: Option<String>,
}

/// One entry of `status.history`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateHistory {
    /// `Completed` or `Partial`.
    #[serde(deserialize_with = "scalar::text")]
    pub state: Option<String>,
    /// When the operator began.
    #[serde(deserialize_with = "scalar::text")]
    pub started_time: Option<String>,
    /// When the update was complete, or was given up for the next.
    #[serde(deserialize_with = "scalar::text")]
    pub completion_time: Option<String>,
    /// May be empty.
    #[serde(deserialize_with = "scalar::text")]
    pub version: Option<String>,
    /// Never empty.
    #[serde(deserialize_with = "scalar::text")]
    pub image: Option<String>,
    /// Whether the release's signature was verified.
    #[serde(deserialize_with = "scalar::flag")]
    pub verified: Option<bool>,
    /// Since 4.12.
    #[serde(deserialize_with = "scalar::text")]
    pub accepted_risks: Option<String>,
}

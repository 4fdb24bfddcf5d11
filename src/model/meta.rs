use serde::Deserialize;
use serde_yaml::Value;

use super::scalar;

/// apimachinery's ObjectMeta.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ObjectMeta {
    /// `version` for the one ClusterVersion a cluster has.
    #[serde(deserialize_with = "scalar::text")]
    pub name: Option<String>,
    /// Identity of the object; a recreated one has another.
    #[serde(deserialize_with = "scalar::text")]
    pub uid: Option<String>,
    /// When the object was created.
    #[serde(deserialize_with = "scalar::text")]
    pub creation_timestamp: Option<String>,
    /// Counts changes of the spec.
    #[serde(deserialize_with = "scalar::integer")]
    pub generation: Option<i64>,
    /// Grows with each write.
    #[serde(deserialize_with = "scalar::text")]
    pub resource_version: Option<String>,
}

/// Who wrote which fields last.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ManagedFieldsEntry {
    /// The writer's name.
    #[serde(deserialize_with = "scalar::text")]
    pub manager: Option<String>,
    /// `Apply` or `Update`.
    #[serde(deserialize_with = "scalar::text")]
    pub operation: Option<String>,
    /// `status` where the write went to that subresource.
    #[serde(deserialize_with = "scalar::text")]
    pub subresource: Option<String>,
    /// When it last changed what it owns.
    #[serde(deserialize_with = "scalar::text")]
    pub time: Option<String>,
    /// What it owns; only `f:status` → `f:history` is kept.
    #[serde(rename = "fieldsV1")]
    pub fields: Option<Value>,
}

impl ManagedFieldsEntry {
    /// Whether this manager owns `status.history`. The list is atomic, so its last changer owns it whole.
    pub fn owns_history(&self) -> bool {
        self.fields.as_ref().and_then(|fields| fields.get("f:status")?.get("f:history")).is_some()
    }
}

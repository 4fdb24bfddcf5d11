//! The parts of the API's objects that bear on a history, as plain serde types.
//!
//! Everything is optional and every scalar is taken in any notation: rules complain, types do not.
//! Source: openshift/api `config/v1/types_cluster_version.go`, apimachinery `meta/v1/types.go`.

mod cluster_version;
mod meta;
mod scalar;
mod time;

pub use cluster_version::{Condition, Release, Spec, Status, UpdateHistory};
pub use meta::{ManagedFieldsEntry, ObjectMeta};
pub use time::instant;

//! Scalars in whatever notation they were pasted: `3`, `"3"`, `true`, `'True'`.

use serde::{Deserialize, Deserializer};
use serde_yaml::Value;

/// Any scalar as text; null and collections are none.
pub(super) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => Some(text),
        Value::Bool(flag) => Some(if flag { "True" } else { "False" }.to_owned()),
        _ => None,
    })
}

/// A whole number.
pub(super) fn integer<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    Ok(text(from)?.and_then(|text| text.trim().parse().ok()))
}

/// A truth value.
pub(super) fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
    Ok(text(from)?.and_then(|text| match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }))
}

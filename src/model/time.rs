use chrono::{DateTime, Utc};

/// Reads RFC 3339, and what Go prints: `2019-10-14 02:57:34 +0000 UTC`.
pub fn instant(text: &str) -> Option<DateTime<Utc>> {
    // Not by a format of its own: chrono's reader of formats costs the wasm module 40 kB.
    let printed = || {
        let (day, time) = text.strip_suffix(" +0000 UTC")?.split_once(' ')?;
        DateTime::parse_from_rfc3339(&format!("{day}T{time}Z")).ok()
    };
    Some(DateTime::parse_from_rfc3339(text).ok().or_else(printed)?.to_utc())
}

use chrono::{DateTime, Utc};

/// Reads RFC 3339, and what Go prints: `2019-10-14 02:57:34 +0000 UTC`.
pub fn instant(text: &str) -> Option<DateTime<Utc>> {
    let printed = || DateTime::parse_from_str(text.strip_suffix(" UTC")?, "%Y-%m-%d %H:%M:%S%.f %z").ok();
    let read = DateTime::parse_from_rfc3339(text).ok().or_else(printed)?;
    Some(read.to_utc())
}

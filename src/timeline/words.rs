//! Times and lengths of time, from and into words.

use chrono::{DateTime, Datelike, Timelike};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
const YEAR: u64 = 365 * DAY;

/// Seconds since 1970 of an RFC 3339 time; what cannot be read is as good as absent.
pub(crate) fn seconds(text: Option<&str>) -> Option<i64> {
    let time = DateTime::parse_from_rfc3339(text?.trim()).ok()?;
    Some(time.timestamp())
}

/// `2019-09-27 21:25:09 UTC`.
pub(super) fn stamp(seconds: i64) -> String {
    format!("{} {} UTC", date(seconds), clock(seconds, true))
}

/// `2019-09-27`.
pub(crate) fn date(seconds: i64) -> String {
    DateTime::from_timestamp(seconds, 0).map_or_else(String::new, |t| format!("{:04}-{:02}-{:02}", t.year(), t.month(), t.day()))
}

/// `21:25`, or `21:25:09`.
pub(crate) fn clock(seconds: i64, with_seconds: bool) -> String {
    DateTime::from_timestamp(seconds, 0).map_or_else(String::new, |t| {
        if with_seconds {
            format!("{:02}:{:02}:{:02}", t.hour(), t.minute(), t.second())
        } else {
            format!("{:02}:{:02}", t.hour(), t.minute())
        }
    })
}

/// A length of time in its two largest units, cut, not rounded: `43 min 57 s`, `2 d 3 h`,
/// `3 y 21 d`. A year has 365 days.
pub(crate) fn duration(seconds: i64) -> String {
    let sign = if seconds < 0 { "\u{2212}" } else { "" };
    let s = seconds.unsigned_abs();
    let (big, one, small, other) = match s {
        0..MINUTE => return format!("{sign}{s} s"),
        MINUTE..HOUR => (s / MINUTE, "min", s % MINUTE, "s"),
        HOUR..DAY => (s / HOUR, "h", s % HOUR / MINUTE, "min"),
        DAY..YEAR => (s / DAY, "d", s % DAY / HOUR, "h"),
        _ => (s / YEAR, "y", s % YEAR / DAY, "d"),
    };
    if small == 0 { format!("{sign}{big} {one}") } else { format!("{sign}{big} {one} {small} {other}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_two_units() {
        for (seconds, words) in [
            (0, "0 s"),
            (15, "15 s"),
            (60, "1 min"),
            (2637, "43 min 57 s"),
            (7199, "1 h 59 min"),
            (2 * 86_400 + 3 * 3600 + 59, "2 d 3 h"),
            (3 * 365 * 86_400 + 21 * 86_400, "3 y 21 d"),
            (-27, "\u{2212}27 s"),
        ] {
            assert_eq!(duration(seconds), words);
        }
        assert!(duration(i64::MIN).starts_with('\u{2212}'));
    }

    #[test]
    fn times_are_utc_and_the_unreadable_is_absent() {
        let t = seconds(Some("2019-09-27T23:25:09+02:00")).unwrap_or_default();
        assert_eq!(stamp(t), "2019-09-27 21:25:09 UTC");
        assert_eq!(clock(t, false), "21:25");
        for bad in [None, Some(""), Some("yesterday"), Some("2019-13-01T00:00:00Z")] {
            assert_eq!(seconds(bad), None);
        }
    }
}

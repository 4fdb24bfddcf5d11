use chrono::{DateTime, SecondsFormat, TimeDelta, Timelike, Utc};

/// A time field of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment<'d> {
    /// Missing, null or empty.
    Absent,
    /// There is no such column in the paste, or it is cut off.
    Unknown,
    /// Something that is not a time.
    Unreadable(&'d str),
    /// A time.
    At(Time<'d>),
}

/// A time, and how it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time<'d> {
    /// The instant, in whole seconds as the API server stores them.
    pub instant: DateTime<Utc>,
    /// As written.
    pub text: &'d str,
}

impl<'d> Moment<'d> {
    /// Reads a field's value; `unknown` where its absence would mean nothing.
    pub fn read(text: Option<&'d str>, unknown: bool) -> Self {
        let text = text.map(str::trim).filter(|text| !text.is_empty() && *text != "null");
        match text {
            None if unknown => Moment::Unknown,
            None => Moment::Absent,
            Some(text) => match Time::parse(text) {
                Some(time) => Moment::At(time),
                None => Moment::Unreadable(text),
            },
        }
    }

    /// The instant, where there is one.
    pub fn instant(self) -> Option<DateTime<Utc>> {
        match self {
            Moment::At(time) => Some(time.instant),
            _ => None,
        }
    }
}

impl<'d> Time<'d> {
    /// Reads RFC 3339, and what Go prints, `2019-10-14 02:57:34 +0000 UTC`. A fraction is dropped: instants are
    /// compared in whole seconds.
    pub fn parse(text: &'d str) -> Option<Self> {
        let instant = crate::model::instant(text)?.with_nanosecond(0)?;
        Some(Time { instant, text })
    }

    /// Whether the API server would have written it so: `Z`, whole seconds. apimachinery's
    /// metav1.Time marshals no other (`meta/v1/time.go`, MarshalJSON).
    pub fn is_canonical(self) -> bool {
        // The API server refuses what has blanks (format date-time): a tool printed it so.
        self.text == rfc3339(self.instant) || self.text.ends_with(" UTC")
    }
}

/// RFC 3339 in UTC with whole seconds, as the API server and the report write times.
pub fn rfc3339(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// A stretch of time in its two largest units, without a sign: `45 s`, `2 h 5 min`, `1 day 3 h`.
pub fn in_words(stretch: TimeDelta) -> String {
    let seconds = stretch.num_seconds().unsigned_abs();
    let days = seconds / 86_400;
    let parts = [
        (days, if days == 1 { "day" } else { "days" }),
        (seconds / 3600 % 24, "h"),
        (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
    ];
    let first = parts.iter().position(|(count, _)| *count > 0).unwrap_or(parts.len() - 1);
    let shown = parts.iter().skip(first).take(2).enumerate().filter(|(index, (count, _))| *index == 0 || *count > 0);
    shown.map(|(_, (count, unit))| format!("{count} {unit}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn absent_unknown_and_unreadable_are_told_apart() {
        assert_eq!(Moment::read(None, false), Moment::Absent);
        assert_eq!(Moment::read(Some(""), false), Moment::Absent);
        assert_eq!(Moment::read(Some("null"), false), Moment::Absent);
        assert_eq!(Moment::read(None, true), Moment::Unknown);
        assert_eq!(Moment::read(Some("soon"), true), Moment::Unreadable("soon"));
        assert_eq!(Moment::read(Some("2023-02-29T00:00:00Z"), false), Moment::Unreadable("2023-02-29T00:00:00Z"));
    }

    #[test]
    fn instants_are_whole_seconds_in_utc() {
        let time = Time::parse("2019-09-27T23:45:59.9+02:00").unwrap();
        assert_eq!(rfc3339(time.instant), "2019-09-27T21:45:59Z");
        assert!(!time.is_canonical());
        assert!(Time::parse("2019-09-27T21:45:59Z").unwrap().is_canonical());
        assert!(!Time::parse("2019-09-27T21:45:59+00:00").unwrap().is_canonical());
    }

    #[test]
    fn stretches_in_words() {
        let words = |seconds| in_words(TimeDelta::seconds(seconds));
        assert_eq!(words(0), "0 s");
        assert_eq!(words(-45), "45 s");
        assert_eq!(words(60), "1 min");
        assert_eq!(words(7_531), "2 h 5 min");
        assert_eq!(words(86_400 + 59), "1 day");
        assert_eq!(words(3 * 86_400 + 3_600), "3 days 1 h");
    }
}

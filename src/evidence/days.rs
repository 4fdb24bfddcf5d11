//! The days, with their years, that a text's lines begin with: they date the lines beside them that have none.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};

/// Bytes of a line in which a date is looked for: what begins with one may have a word before it.
const REACH: usize = 40;
/// How near a line's own day must be to one with a year, in a text that has a history too.
const BESIDE: i64 = 1;
/// Days beyond which no more are kept.
const MAX_DAYS: usize = 4096;

/// Days with their years.
#[derive(Debug, Clone, Default)]
pub(super) struct Days(BTreeSet<NaiveDate>);

impl Days {
    /// Takes what a line begins with: `2023-03-03T10:00:00Z step started`, `INFO[2023-03-03 10:00:00]`.
    pub(super) fn read(&mut self, line: &str) {
        let bytes = &line.as_bytes()[..line.len().min(REACH)];
        let Some(at) = bytes.windows(14).position(is_date) else { return };
        let number = |from: usize, to: usize| line.get(at + from..at + to)?.parse().ok();
        let date = number(0, 4).zip(number(5, 7)).zip(number(8, 10));
        let date = date.and_then(|((year, month), day)| NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day));
        if self.0.len() < MAX_DAYS {
            self.0.extend(date);
        }
    }

    /// The instant with the year of the day nearest to it; none where no day is near, unless the text stands `apart`.
    pub(super) fn date(&self, time: DateTime<Utc>, apart: bool) -> Option<DateTime<Utc>> {
        let years: BTreeSet<i32> = self.0.iter().flat_map(|day| [day.year() - 1, day.year(), day.year() + 1]).collect();
        let dated = years.iter().filter_map(|year| {
            let dated = time.with_year(*year)?;
            Some((self.distance(dated.date_naive())?, dated))
        });
        let (distance, dated) = dated.min()?;
        (apart || distance <= TimeDelta::days(BESIDE)).then_some(dated)
    }

    fn distance(&self, day: NaiveDate) -> Option<TimeDelta> {
        let before = self.0.range(..=day).next_back().map(|known| day - *known);
        let after = self.0.range(day..).next().map(|known| *known - day);
        before.into_iter().chain(after).min()
    }
}

/// `2023-03-03T10:` or `2023-03-03 10:`.
fn is_date(bytes: &[u8]) -> bool {
    bytes.iter().zip(b"0000-00-00.00:").all(|(byte, like)| match like {
        b'0' => byte.is_ascii_digit(),
        b'.' => matches!(byte, b'T' | b' '),
        like => byte == like,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn dated(lines: &[&str], time: &str, apart: bool) -> Option<String> {
        let mut days = Days::default();
        lines.iter().for_each(|line| days.read(line));
        days.date(time.parse().unwrap(), apart).map(|time| time.to_rfc3339())
    }

    #[test]
    fn a_year_near_by_is_taken() {
        let (guess, near) = ("2020-03-03T10:00:01Z", Some("2023-03-03T10:00:01+00:00".to_owned()));
        for line in ["2023-03-03T10:00:00Z step", "INFO[2023-03-02 23:00:00] x", "time=\"2023-03-04T10:00:00+02:00\" x"] {
            assert_eq!(dated(&[line], guess, false), near, "{line}");
            assert_eq!(dated(&["2020-01-01 00:00: x", line], guess, false), near, "{line}");
        }
        // Far from it, only where nothing else gives a year.
        let far = ["2023-02-20T10:00:00Z step"];
        assert_eq!((dated(&far, guess, false), dated(&far, guess, true)), (None, near));
        // Over the turn of a year, and on a day that not every year has.
        assert_eq!(dated(&["2022-12-31T10:00:00Z"], "2020-01-01T01:00:00Z", false), Some("2023-01-01T01:00:00+00:00".into()));
        assert_eq!(dated(&["2023-01-01T10:00:00Z"], "2019-12-31T01:00:00Z", true), Some("2022-12-31T01:00:00+00:00".into()));
        assert_eq!(dated(&["2024-02-29T10:00:00Z"], "2020-02-29T01:00:00Z", false), Some("2024-02-29T01:00:00+00:00".into()));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for line in ["", "2023-03-03", "20230303T10:00:00Z", "2023-13-03T10:00:00Z", "é2023-é3", "x 2023/03/03 10:00:00"] {
            assert_eq!(dated(&[line], "2020-03-03T10:00:01Z", true), None, "{line}");
        }
        let far = format!("{}2023-03-03T10:00:00Z", "x".repeat(40));
        assert_eq!(dated(&[&far], "2020-03-03T10:00:01Z", true), None);
    }
}

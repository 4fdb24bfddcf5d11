//! Stamps in lines: where one stands, and which instant it is.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};

/// Bytes of a line in which a stamp is looked for: a path that a search tool put before it fits.
const REACH: usize = 240;
/// Years beyond which no more are tried for a stamp without one.
const MAX_YEARS: usize = 64;

/// The years that a stamp without one may lie in: those of the histories beside it.
#[derive(Debug, Clone, Default)]
pub struct Years {
    /// The stretches that the histories cover, in order and apart.
    covered: Vec<(DateTime<Utc>, DateTime<Utc>)>,
    /// Their years, and one before and after each.
    years: Vec<i32>,
}

impl Years {
    /// From the first and the last instant of each history.
    pub fn new(mut covered: Vec<(DateTime<Utc>, DateTime<Utc>)>) -> Self {
        crate::order::sort_by_key(&mut covered, |stretch| *stretch);
        let mut apart: Vec<(DateTime<Utc>, DateTime<Utc>)> = vec![];
        for (from, to) in covered {
            match apart.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => apart.push((from, to)),
            }
        }
        let mut years: Vec<i32> = vec![];
        for (from, to) in &apart {
            let first = years.last().map_or(from.year() - 1, |last| (last + 1).max(from.year() - 1));
            years.extend((first..=to.year() + 1).take(MAX_YEARS.saturating_sub(years.len())));
        }
        Years { covered: apart, years }
    }

    /// The instant of a month, day and time of day that lies nearest to what a history covers. The end of
    /// December and the beginning of January so fall into the right years.
    pub(super) fn date(&self, month: u32, day: u32, time: TimeDelta) -> Option<DateTime<Utc>> {
        let instants = self.years.iter().filter_map(|year| {
            let instant = NaiveDate::from_ymd_opt(*year, month, day)?.and_hms_opt(0, 0, 0)?.and_utc() + time;
            Some((self.distance(instant), instant))
        });
        // Of two as near, the later: records are made after an update begins, not before.
        instants.reduce(|best, next| if next.0 <= best.0 { next } else { best }).map(|(_, instant)| instant)
    }

    fn distance(&self, instant: DateTime<Utc>) -> TimeDelta {
        let next = self.covered.partition_point(|(from, _)| *from <= instant);
        let after = self.covered.get(next).map(|(from, _)| *from - instant);
        let before =
            next.checked_sub(1).and_then(|at| self.covered.get(at)).map(|(_, to)| (instant - *to).max(TimeDelta::zero()));
        before.into_iter().chain(after).min().unwrap_or(TimeDelta::MAX)
    }
}

/// How a stamp is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `Sep 27 21:42:28.080`, the day padded with a zero or a space.
    Month,
    /// RFC 3339.
    Full,
    /// klog's header: `I0927 22:29:06.062333`.
    Klog,
}

/// A line with a stamp in it. Search tools put a file's name before it, mail a quote mark.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stamped<'t> {
    /// What stands before the stamp.
    pub(super) before: &'t str,
    /// When, by the stamp.
    pub(super) time: DateTime<Utc>,
    /// How it is written.
    pub(super) form: Form,
    /// What stands behind it.
    pub(super) rest: &'t str,
}

impl<'t> Stamped<'t> {
    /// The first stamp of a line. The time of day is looked for, as few lines have one; then what stands before it.
    pub(super) fn find(line: &'t str, years: &Years) -> Option<Self> {
        let bytes = line.as_bytes();
        let reach = &bytes[..bytes.len().min(REACH)];
        let mut from = 2;
        while let Some(colon) = reach.get(from..)?.iter().position(|byte| *byte == b':') {
            let at = from + colon - 2;
            from += colon + 1;
            if let Some((time, length)) = clock(bytes.get(at..)?) {
                if let Some(found) = Self::around(line, at, (time, length), years) {
                    return Some(found);
                }
                from = at + length;
            }
        }
        None
    }

    /// The stamp whose time of day stands at `at`.
    fn around(line: &'t str, at: usize, (time, length): (TimeDelta, usize), years: &Years) -> Option<Self> {
        let bytes = line.as_bytes();
        let begins = |start: usize| start == 0 || matches!(bytes[start - 1], b':' | b'-' | b' ' | b'>' | b'\t' | b'"' | b'(');
        let digits = |from: usize, to: usize| line.get(from..to)?.trim_start().parse::<u32>().ok();
        let mut end = at + length;
        let (start, time, form) = match bytes.get(at.checked_sub(1)?)? {
            b'T' => {
                let start = at.checked_sub(11)?;
                end += bytes[end..].iter().take_while(|byte| matches!(byte, b'Z' | b'+' | b'-' | b':' | b'0'..=b'9')).count();
                let zone_less_colon = line.get(start..end)?.trim_end_matches(':');
                end = start + zone_less_colon.len();
                (start, DateTime::parse_from_rfc3339(zone_less_colon).ok()?.to_utc(), Form::Full)
            }
            b' ' => {
                let month = at.checked_sub(7).and_then(|start| line.get(start..start + 4)).and_then(month);
                if let Some(month) = month {
                    (at - 7, years.date(month, digits(at - 3, at - 1)?, time)?, Form::Month)
                } else {
                    let start = at.checked_sub(6)?;
                    let four = bytes[start + 1..at - 1].iter().all(u8::is_ascii_digit);
                    if !four || !matches!(bytes[start], b'I' | b'W' | b'E') {
                        return None;
                    }
                    (start, years.date(digits(at - 5, at - 3)?, digits(at - 3, at - 1)?, time)?, Form::Klog)
                }
            }
            _ => return None,
        };
        begins(start).then_some(Stamped { before: &line[..start], time, form, rest: &line[end..] })
    }
}

const MONTHS: &str = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ";

/// A month's number, by its three letters and the space behind them.
fn month(text: &str) -> Option<u32> {
    let at = MONTHS.find(text).filter(|at| text.ends_with(' ') && at % 4 == 0)?;
    u32::try_from(at / 4 + 1).ok()
}

/// `21:42:28`, and a fraction if there is one: the time of day, and how many bytes it takes.
fn clock(bytes: &[u8]) -> Option<(TimeDelta, usize)> {
    let part = |from: usize| match bytes.get(from..from + 2)? {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some(i64::from(tens - b'0') * 10 + i64::from(ones - b'0')),
        _ => None,
    };
    let (hours, minutes, seconds) = (part(0)?, part(3)?, part(6)?);
    if bytes[2] != b':' || bytes[5] != b':' || hours > 23 || minutes > 59 || seconds > 60 {
        return None;
    }
    let mut time = TimeDelta::seconds(hours * 3600 + minutes * 60 + seconds);
    let mut length = 8;
    if bytes.get(8) == Some(&b'.') {
        let digits = bytes[9..].iter().take_while(|byte| byte.is_ascii_digit()).take(9).count();
        let nanos = bytes[9..9 + digits].iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        time += TimeDelta::nanoseconds(nanos * 10_i64.pow(9 - u32::try_from(digits).ok()?));
        length += 1 + digits;
    }
    Some((time, length))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn years(from: &str, to: &str) -> Years {
        Years::new(vec![(from.parse().unwrap(), to.parse().unwrap())])
    }

    fn read(line: &str, years: &Years) -> Option<(usize, String)> {
        Stamped::find(line, years).map(|found| (found.before.len(), found.time.to_rfc3339()))
    }

    #[test]
    fn both_paddings_and_what_grep_puts_before() {
        let near = years("2019-09-27T21:25:09Z", "2019-09-27T22:29:06Z");
        let expected = |at: usize| Some((at, "2019-09-27T21:42:28.080+00:00".to_owned()));
        assert_eq!(read("Sep 27 21:42:28.080: INFO: x", &near), expected(0));
        assert_eq!(read("test.log:Sep 27 21:42:28.080: INFO: x", &near), expected(9));
        assert_eq!(read("test.log:12:Sep 27 21:42:28.080: INFO: x", &near), expected(12));
        assert_eq!(read("> build-log.txt-12-Sep 27 21:42:28.080 I x", &near), expected(19));
        assert_eq!(read("> > Sep 27 21:42:28.080 I x", &near), expected(4));
        let early = years("2019-10-03T00:00:00Z", "2019-10-04T00:00:00Z");
        for line in ["Oct  3 01:02:03.004 W x", "Oct 03 01:02:03.004 W x"] {
            assert_eq!(read(line, &early), Some((0, "2019-10-03T01:02:03.004+00:00".to_owned())));
        }
    }

    #[test]
    fn other_forms() {
        let near = years("2019-09-27T21:25:09Z", "2019-09-27T22:29:06Z");
        let find = |line| Stamped::find(line, &near).map(|found| (found.form, found.time.to_rfc3339(), found.rest.to_owned()));
        let full = |time: &str, rest: &str| Some((Form::Full, time.to_owned(), rest.to_owned()));
        assert_eq!(find("time=\"2019-09-27T21:40:02Z\" level"), full("2019-09-27T21:40:02+00:00", "\" level"));
        assert_eq!(find("2019-09-27T21:40:02.5+02:00 x"), full("2019-09-27T19:40:02.500+00:00", " x"));
        assert_eq!(find("a 2019-09-27T21:40:02Z: x"), full("2019-09-27T21:40:02+00:00", ": x"));
        let klog = find("cvo.log-3-I0927 22:24:19.001002       1 a.go:1] x").unwrap();
        assert_eq!((klog.0, klog.1.as_str()), (Form::Klog, "2019-09-27T22:24:19.001002+00:00"));
    }

    #[test]
    fn december_and_january_have_their_own_years() {
        let over = years("2019-12-31T22:00:00Z", "2020-01-01T02:00:00Z");
        assert_eq!(read("Dec 31 23:59:59.000 W x", &over).unwrap().1, "2019-12-31T23:59:59+00:00");
        assert_eq!(read("Jan 01 00:30:00.000 W x", &over).unwrap().1, "2020-01-01T00:30:00+00:00");
        let before = years("2020-01-01T00:10:00Z", "2020-01-01T02:00:00Z");
        assert_eq!(read("Dec 31 23:59:59.000 W x", &before).unwrap().1, "2019-12-31T23:59:59+00:00");
        assert_eq!(read("I1231 23:59:59.000000       1 x.go:1] x", &before).unwrap().1, "2019-12-31T23:59:59+00:00");
        let leap = years("2024-02-28T00:10:00Z", "2024-03-01T02:00:00Z");
        assert_eq!(read("Feb 29 01:00:00.000 W x", &leap).unwrap().1, "2024-02-29T01:00:00+00:00");
    }

    #[test]
    fn the_nearest_of_several_histories_gives_the_year() {
        let both = Years::new(
            ["2019-09-27T21:25:09Z", "2021-09-28T00:00:00Z", "2019-09-27T21:00:00Z"]
                .map(|time| (time.parse().unwrap(), time.parse().unwrap()))
                .into(),
        );
        assert_eq!(read("Sep 27 21:42:28.080 W x", &both).unwrap().1, "2019-09-27T21:42:28.080+00:00");
        assert_eq!(read("Sep 28 00:42:28.080 W x", &both).unwrap().1, "2021-09-28T00:42:28.080+00:00");
    }

    #[test]
    fn without_a_history_no_year_is_known() {
        assert_eq!(read("Sep 27 21:42:28.080: INFO: x", &Years::default()), None);
    }

    #[test]
    fn what_is_no_stamp_is_none() {
        let near = years("2019-09-27T21:25:09Z", "2019-09-27T22:29:06Z");
        for line in [
            "September 27 21:42:28",
            "Sep 31 21:42:28.000 x",
            "Sep 27 25:42:28.000 x",
            "Sep 27",
            "xSep 27 21:42:28.000",
            "ep  27 21:42:28.000",
            "21:42:28",
            ":::::",
            "é:é:é Sep 27 é1:42:28",
            "9999-99-99T21:42:28Z x",
            "Sep é 21:42:28 x",
            "Xé27 21:42:28 x",
            "",
            ":",
            "-:-",
        ] {
            assert_eq!(read(line, &near), None, "{line}");
        }
    }
}

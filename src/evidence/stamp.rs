use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};

/// The years that a stamp without one may lie in: those of the histories beside it.
#[derive(Debug, Clone, Default)]
pub struct Years {
    /// The stretches that the histories cover.
    covered: Vec<(DateTime<Utc>, DateTime<Utc>)>,
}

impl Years {
    /// From the first and the last instant of each history.
    pub fn new(covered: Vec<(DateTime<Utc>, DateTime<Utc>)>) -> Self {
        Years { covered }
    }

    /// The instant of a month, day and time of day that lies nearest to what a history covers. The end of
    /// December and the beginning of January so fall into the right years.
    pub(super) fn date(&self, month: u32, day: u32, time: TimeDelta) -> Option<DateTime<Utc>> {
        let at = |year: i32| Some(NaiveDate::from_ymd_opt(year, month, day)?.and_hms_opt(0, 0, 0)?.and_utc() + time);
        let far = |instant: DateTime<Utc>, (from, to): &(DateTime<Utc>, DateTime<Utc>)| {
            (*from - instant).max(instant - *to).max(TimeDelta::zero())
        };
        let mut best: Option<(TimeDelta, DateTime<Utc>)> = None;
        for covered in &self.covered {
            for year in covered.0.year() - 1..=covered.1.year() + 1 {
                let Some(instant) = at(year) else { continue };
                let distance = far(instant, covered);
                if best.is_none_or(|(least, _)| distance < least) {
                    best = Some((distance, instant));
                }
            }
        }
        best.map(|(_, instant)| instant)
    }
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// `Sep 27 21:42:28.080`, the day padded with a zero or a space: where it begins, the instant, where it ends.
/// Search tools put a file's name before it, mail a quote mark.
pub(super) fn without_year(line: &str, years: &Years) -> Option<(usize, DateTime<Utc>, usize)> {
    let bytes = line.as_bytes();
    let begin = (0..bytes.len().min(160)).find(|&at| {
        let is_start = at == 0 || matches!(bytes[at - 1], b':' | b'-' | b' ' | b'>' | b'\t');
        is_start && bytes.get(at + 3) == Some(&b' ') && MONTHS.iter().any(|month| bytes[at..].starts_with(month.as_bytes()))
    })?;
    let month = 1 + MONTHS.iter().position(|month| line[begin..].starts_with(month))?;
    let day = line.get(begin + 4..begin + 6)?.trim().parse().ok()?;
    let (time, length) = clock(line.get(begin + 7..)?)?;
    Some((begin, years.date(month.try_into().ok()?, day, time)?, begin + 7 + length))
}

/// `21:42:28`, and a fraction if there is one.
pub(super) fn clock(text: &str) -> Option<(TimeDelta, usize)> {
    let part = |from: usize| text.get(from..from + 2)?.parse::<i64>().ok();
    let colons = text.get(2..3)? == ":" && text.get(5..6)? == ":";
    let (hours, minutes, seconds) = (part(0)?, part(3)?, part(6)?);
    if !colons || hours > 23 || minutes > 59 || seconds > 60 {
        return None;
    }
    let mut time = TimeDelta::seconds(hours * 3600 + minutes * 60 + seconds);
    let mut length = 8;
    if text.as_bytes().get(8) == Some(&b'.') {
        let digits: String = text[9..].chars().take_while(char::is_ascii_digit).take(9).collect();
        length += 1 + digits.len();
        let nanos = format!("{digits:0<9}").parse().ok()?;
        time += TimeDelta::nanoseconds(nanos);
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
        without_year(line, years).map(|(at, instant, _)| (at, instant.to_rfc3339()))
    }

    #[test]
    fn both_paddings_and_what_grep_puts_before() {
        let near = years("2019-09-27T21:25:09Z", "2019-09-27T22:29:06Z");
        let expected = |at: usize| Some((at, "2019-09-27T21:42:28.080+00:00".to_owned()));
        assert_eq!(read("Sep 27 21:42:28.080: INFO: x", &near), expected(0));
        assert_eq!(read("test.log:Sep 27 21:42:28.080: INFO: x", &near), expected(9));
        assert_eq!(read("> build-log.txt-12-Sep 27 21:42:28.080 I x", &near), expected(19));
        let early = years("2019-10-03T00:00:00Z", "2019-10-04T00:00:00Z");
        for line in ["Oct  3 01:02:03.004 W x", "Oct 03 01:02:03.004 W x"] {
            assert_eq!(read(line, &early), Some((0, "2019-10-03T01:02:03.004+00:00".to_owned())));
        }
    }

    #[test]
    fn december_and_january_have_their_own_years() {
        let over = years("2019-12-31T22:00:00Z", "2020-01-01T02:00:00Z");
        assert_eq!(read("Dec 31 23:59:59.000 W x", &over).unwrap().1, "2019-12-31T23:59:59+00:00");
        assert_eq!(read("Jan 01 00:30:00.000 W x", &over).unwrap().1, "2020-01-01T00:30:00+00:00");
    }

    #[test]
    fn without_a_history_no_year_is_known() {
        assert_eq!(read("Sep 27 21:42:28.080: INFO: x", &Years::default()), None);
    }

    #[test]
    fn what_is_no_stamp_is_none() {
        let near = years("2019-09-27T21:25:09Z", "2019-09-27T22:29:06Z");
        for line in ["September 27 21:42:28", "Sep 31 21:42:28.000 x", "Sep 27 25:42:28.000 x", "Sep 27", "xSep 27 21:42:28.000"]
        {
            assert_eq!(read(line, &near), None, "{line}");
        }
    }
}

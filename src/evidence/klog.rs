//! The operator's own log: `I0927 22:29:06.062333       1 sync_worker.go:…] Update completed …`.
//!
//! Source: the klog header (`Lmmdd hh:mm:ss.uuuuuu threadid file:line]`, k8s.io/klog) and CVO
//! `pkg/cvo/sync_worker.go`. It has no year.

use chrono::TimeDelta;

use super::stamp::clock;
use super::{Fact, Line, Meaning, Years, word_after};

pub(super) fn read(line: Line<'_>, years: &Years) -> Option<Fact> {
    let bytes = line.text.as_bytes();
    let at = (0..bytes.len().min(160)).find(|&at| {
        let is_start = at == 0 || matches!(bytes[at - 1], b':' | b'-' | b' ' | b'>');
        is_start
            && matches!(bytes[at], b'I' | b'W' | b'E')
            && bytes.get(at + 1..at + 6).is_some_and(|date| date[..4].iter().all(u8::is_ascii_digit) && date[4] == b' ')
    })?;
    let number = |from: usize| line.text.get(at + from..at + from + 2)?.parse::<u32>().ok();
    let (time, _) = clock(line.text.get(at + 6..)?)?;
    let time = years.date(number(1)?, number(3)?, time)?;
    let message = line.text.get(at..)?.split_once("] ")?.1;
    let named = |phrase: &str| word_after(message, phrase).map(str::to_owned);
    let meaning = if let Some(release) = named("Cluster version is ") {
        // Written at each look as long as it holds: it had been reached by then.
        Meaning::ReachedBy(release)
    } else if let Some(release) = named("Working towards ") {
        Meaning::Updating(release)
    } else {
        return None;
    };
    // Said again and again: how much earlier it became so is not known.
    let slack = (TimeDelta::MAX, TimeDelta::seconds(1));
    Some(Fact {
        time,
        until: None,
        slack,
        kind: "cvo-log",
        meaning,
        message: message.to_owned(),
        input: 0,
        span: line.span_from(at),
    })
}

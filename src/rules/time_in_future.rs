use chrono::TimeDelta;

use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History, in_words, rfc3339};
use crate::report::Severity;

/// How far a cluster's clock may be ahead of the reader's.
const TOLERANCE: TimeDelta = TimeDelta::minutes(5);

pub(super) static RULE: Rule = Rule {
    id: "time-in-future",
    title: "A time lies in the future",
    severity: Severity::Warning,
    what: "Fires on an entry whose startedTime or completionTime is more than five minutes after the time of the inspection, \
        once an entry. It runs only where that time is known: the page and the command line take it from the machine they run \
        on. Other times of the object are no measure, as they stop where the object stopped changing.",
    why: "An operator records the time at which it writes. The cluster's clock was ahead, the clock of the machine that runs \
        this inspection is behind, or the time was changed.",
    what_to_do: "Compare the clock of this machine with the cluster's (oc debug node/NAME -- chroot /host date -u). Where \
        both are right, find out who wrote to the status.",
    example: Example::One {
        fires: "2036-08-24T10:48:07Z||Partial|4.22.3\n",
        clean: "2025-08-24T10:48:07Z||Partial|4.18.3\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: Some(check),
    compare: None,
};

fn check(history: &History<'_>, context: &Context, out: &mut Findings) {
    let Some(now) = context.now else {
        out.not_checked(&RULE, "the time of the inspection is not known");
        return;
    };
    for (index, entry) in history.entries.iter().enumerate() {
        let start = entry.started.instant().map(|time| (Field::StartedTime, time, "began"));
        let end = entry.completed.instant().map(|time| (Field::CompletionTime, time, "ended"));
        let mut ahead = start.into_iter().chain(end).filter(|(_, time, _)| *time - now > TOLERANCE);
        let Some((field, time, verb)) = ahead.next() else { continue };
        let message =
            format!("{} {verb} {} after the time of this inspection, {}.", entry.name(), in_words(time - now), rfc3339(now));
        out.push(Finding::new(&RULE, Site::field(index, field), message).recorded(Some(time)));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check, check_at};
    use super::*;
    use crate::report::Confidence;

    const LINES: &str = "2024-07-02T11:41:03Z|2024-07-02T12:50:17Z|Completed|4.15.20\n2024-07-01T11:41:03Z|2024-07-01T12:50:17Z|Completed|4.15.19\n";

    #[test]
    fn the_first_time_that_is_ahead_is_shown() {
        let found = check_at(&RULE, LINES, "2024-07-02T12:00:00Z");
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(0), Some("completionTime"), 1, 22));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Likely));
        assert_eq!(found[0].message, "4.15.20 ended 50 min 17 s after the time of this inspection, 2024-07-02T12:00:00Z.");
        assert_eq!(found[0].recorded.as_deref(), Some("2024-07-02T12:50:17Z"));
        let found = check_at(&RULE, LINES, "2024-07-01T00:00:00Z");
        let places: Vec<_> = found.iter().map(at).collect();
        assert_eq!(places, [(Some(0), Some("startedTime"), 1, 1), (Some(1), Some("startedTime"), 2, 1)]);
    }

    #[test]
    fn five_minutes_are_within_reason() {
        assert!(check_at(&RULE, LINES, "2024-07-02T12:45:17Z").is_empty());
        assert_eq!(check_at(&RULE, LINES, "2024-07-02T12:45:16Z").len(), 1);
    }

    #[test]
    fn without_a_clock_nothing_is_ahead() {
        assert!(check(&RULE, "2136-08-24T10:48:07Z||Partial|4.22.3\n").is_empty());
    }
}

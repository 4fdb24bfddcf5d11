use chrono::{DateTime, TimeDelta, Utc};

use super::{Context, Example, Rule};
use crate::compare::{Comparison, Pair};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, Release, Stage, rfc3339};
use crate::report::Confidence;

pub(super) static RULE: Rule = Rule {
    id: "completion-overwritten",
    title: "A completed update's end was overwritten",
    severity: crate::report::Severity::Error,
    what: "Fires on a Completed entry whose completionTime is, to the second, the startedTime of the \
        entry that superseded it. It does not fire on a superseded Partial entry, which always ends so: \
        the state tells damage from normal. The cause is bug 1756461 where the entry's own release wrote \
        with it (4.1.0 to 4.1.20, 4.2.0, builds before the fix), as the operator of the outgoing \
        release writes the next entry.",
    why: "A cluster goes on running between the end of one update and the start of the next, so a completed \
        update does not end in the second in which the next begins. Operators with bug 1756461 overwrote \
        the recorded end when they recorded the next update.",
    what_to_do: "Do not compute durations from this entry: it ended somewhere between its own start and the next one's, \
        and what else bears on it narrows the bounds given here. A must-gather or log of before the next update, or a saved \
        copy of the object, may have the true end. The value stays wrong for good: no operator rewrites older entries.",
    example: Example::One {
        fires: "2019-10-14T03:43:16Z|2019-10-14T03:43:31Z|Completed|4.1.18\n\
                2019-10-14T03:42:31Z|2019-10-14T03:43:16Z|Partial|4.1.20\n\
                2019-10-14T02:57:34Z|2019-10-14T03:42:31Z|Completed|4.1.18\n",
        clean: "2019-10-14T03:43:16Z|2019-10-14T03:43:31Z|Completed|4.1.18\n\
                2019-10-14T03:42:31Z|2019-10-14T03:43:16Z|Partial|4.1.20\n\
                2019-10-14T02:57:34Z|2019-10-14T03:13:16Z|Completed|4.1.18\n",
    },
    references: &[
        "https://bugzilla.redhat.com/show_bug.cgi?id=1756461",
        "https://github.com/openshift/cluster-version-operator/pull/247",
        "https://bugzilla.redhat.com/show_bug.cgi?id=1759710",
        "https://bugzilla.redhat.com/show_bug.cgi?id=1759712",
    ],
    check: Some(check),
    compare: Some(compare),
};

/// No installation takes longer: the installer gives up after far less.
const LONGEST_INSTALLATION: TimeDelta = TimeDelta::hours(4);

/// What Available's transition says of an installation.
const EXACT: &str = "when this entry was in truth complete";
const BY_THEN: &str = "so this entry was complete by then";

/// Takes back that a condition's time is the lost one.
pub(super) fn doubt(finding: &mut Finding) {
    let texts = finding.basis.iter_mut().chain(finding.related.iter_mut().map(|related| &mut related.message));
    texts.for_each(|text| *text = text.replace(EXACT, BY_THEN));
}

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if history.entries.len() < 2 {
        out.not_checked(&RULE, "needs an entry and the one that superseded it");
    }
    for (index, entry) in history.entries.iter().enumerate() {
        if !history.is_overwritten(index) || history.is_out_of_order(index) {
            continue;
        }
        let recorded = entry.completed.instant();
        let cause = Cause::of(history, index);
        let available = history.first_available().filter(|time| history.first_completed() == Some(index) && Some(*time) != recorded);
        // Later than any installation takes, the condition went to False and back in between: a bound, and no more.
        let in_time = |time: DateTime<Utc>| entry.started.instant().is_some_and(|start| time - start <= LONGEST_INSTALLATION);
        let exact = available.filter(|time| in_time(*time));
        let mut finding = Finding::new(&RULE, Site::field(index, Field::CompletionTime), message(history, index, entry, cause == Cause::Bug || available.is_some()))
            .cause(cause.id())
            .confidence(cause.confidence())
            .recorded(recorded)
            .expected(exact)
            .related(Site::field(index - 1, Field::StartedTime), "the next update started in the same second");
        if let Some(why) = cause.why(false) {
            finding = finding.why(why);
        }
        if let (Some(time), Some((position, _))) = (available, history.condition("Available")) {
            let truth = if exact.is_some() { EXACT } else { BY_THEN };
            let words = format!("the cluster became available at {}, {truth}", rfc3339(time));
            finding = finding.why(cause.why(true).unwrap_or(RULE.why));
            finding = finding
                .confidence(Confidence::Proven)
                .basis(words.clone())
                .related(Site::Item(&["status", "conditions"], position, "lastTransitionTime"), words);
        }
        out.push(finding);
    }
}

fn compare(comparison: &Comparison<'_>, out: &mut Findings) {
    for pair in comparison.pairs() {
        let (Some(before), Some(after)) = (comparison.before(pair), comparison.after(pair)) else { continue };
        let (Some(was), Some(is)) = (before.completed.instant(), after.completed.instant()) else { continue };
        let index = pair.after_index();
        // What a restored backup brought back may have ended at another time since.
        if !is_overwrite(comparison, pair) || comparison.is_rewound_to(pair) {
            continue;
        }
        let mut finding = Finding::new(&RULE, Site::field(index, Field::CompletionTime), message(comparison.after, index, after, true))
            .cause(Cause::of(comparison.after, index).id())
            .confidence(Confidence::Proven)
            .recorded(Some(is))
            .expected(Some(was))
            .basis(format!("an earlier snapshot of this history has {}", rfc3339(was)));
        if let Some(next) = index.checked_sub(1) {
            finding = finding.related(Site::field(next, Field::StartedTime), "the next update started in the same second");
        }
        out.push(finding.related_before(
            Site::field(pair.before_index(), Field::CompletionTime),
            format!("the earlier snapshot still has the true end, {}", rfc3339(was)),
        ));
    }
}

/// Whether the end of an entry was overwritten between two snapshots. Where the paste of the later does not show what
/// superseded the entry, the bug is the one thing that moves the end of what was the newest.
pub(super) fn is_overwrite(comparison: &Comparison<'_>, pair: Pair) -> bool {
    let (Some(before), Some(after)) = (comparison.before(pair), comparison.after(pair)) else { return false };
    let (Some(was), Some(is)) = (before.completed.instant(), after.completed.instant()) else { return false };
    let index = pair.after_index();
    if was == is || !after.is_completed() {
        return false;
    }
    match comparison.after.successor_start(index) {
        Some(next) => next == is,
        None => {
            let unseen = index == 0 && !comparison.after.shows_newest() && pair.before_index() == 0 && before.is_completed();
            unseen && was < is && Cause::of(comparison.after, index) == Cause::Bug
        }
    }
}

fn message(history: &History<'_>, index: usize, entry: &Entry<'_>, sure: bool) -> String {
    let next = history.successor(index).map_or("the next update", Entry::name);
    if sure {
        format!("The completion of {} was overwritten with the start of {next}.", entry.name())
    } else {
        format!("The completion of {} is, to the second, the start of {next}.", entry.name())
    }
}

/// What evidence has proven is said so, without the doubt that there was before.
pub(super) fn prove(history: &History<'_>, finding: &mut Finding) {
    if let (true, Some(index)) = (finding.rule.id == RULE.id, finding.site.entry()) {
        finding.message = message(history, index, &history.entries[index], true);
        finding.why = Cause::of(history, index).why(true).unwrap_or(RULE.why).into();
    }
}

/// What may have written the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The operator of this release has the bug.
    Bug,
    /// The release was built within days of the fix's merge; whether it has it is not known.
    Boundary,
    /// This release has the fix.
    Unexplained,
    /// The paste does not say which release wrote it.
    Unknown,
}

impl Cause {
    fn of(history: &History<'_>, index: usize) -> Self {
        // HyperShift runs the operator of the incoming release, never one with the bug.
        let release = history.entries.get(index).and_then(Entry::release).filter(|_| !history.is_hosted());
        match release {
            Some(release) if wrote_with_the_bug(release) => Cause::Bug,
            Some(release) if is_boundary(release) => Cause::Boundary,
            None if !history.is_hosted() => Cause::Unknown,
            _ => Cause::Unexplained,
        }
    }

    /// What stands for the rule's own reason; `proven` where an independent record contradicts the value.
    fn why(self, proven: bool) -> Option<&'static str> {
        match (self, proven) {
            (Cause::Bug | Cause::Boundary, _) => None,
            (Cause::Unexplained, false) => Some(
                "A completed update does not end in the second in which the next begins, and yet this release's operator \
                 has the fix of bug 1756461: someone edited the history, or the two really fell into one second.",
            ),
            (Cause::Unexplained, true) => Some(
                "A completed update does not end in the second in which the next begins, and another record contradicts \
                 this end. This release's operator has the fix of bug 1756461, so something else wrote the value.",
            ),
            (Cause::Unknown, _) => Some(
                "A completed update does not end in the second in which the next begins. Operators of 4.1.0 to 4.1.20 and \
                 4.2.0 overwrote the recorded end when they recorded the next update (bug 1756461); which release wrote \
                 this entry is not in the paste.",
            ),
        }
    }

    fn id(self) -> &'static str {
        match self {
            Cause::Bug => "bz1756461",
            Cause::Boundary => "bz1756461-boundary",
            Cause::Unexplained | Cause::Unknown => "unexplained",
        }
    }

    fn confidence(self) -> Confidence {
        match self {
            Cause::Bug => Confidence::Likely,
            Cause::Boundary | Cause::Unexplained | Cause::Unknown => Confidence::Possible,
        }
    }
}

/// Whether a release was pushed within days of the fix's merge, so that nobody can tell whether it has it.
pub(super) fn is_boundary(release: Release) -> bool {
    release.major == 4 && release.stage == Stage::Stable && matches!((release.minor, release.patch), (1, 21) | (2, 1 | 2))
}

/// Whether the operator of a release has bug 1756461. Fixed by CVO pull request 247 (master, then
/// 4.3, merged 2019-10-08T21:31:35Z), 250 (4.2, 2019-10-22T01:59Z) and 251 (4.1, 2019-10-22T02:42Z).
pub(super) fn wrote_with_the_bug(release: Release) -> bool {
    if release.major != 4 {
        // Builds of before the first release were called 0.0.1.
        return matches!((release.major, release.stage), (0, Stage::Build(time)) if rfc3339(time).as_str() < "2019-10-08T21:31:35Z");
    }
    match (release.minor, release.stage) {
        (0, _) => true,
        (1, Stage::Stable) => release.patch <= 20,
        (2, Stage::Stable) => release.patch == 0,
        // Candidates of 4.1 and 4.2 precede their first release, which has the bug.
        (1 | 2, Stage::Candidate) => release.patch == 0,
        (1, Stage::Build(time)) => rfc3339(time).as_str() < "2019-10-22T02:42:00Z",
        (2, Stage::Build(time)) => rfc3339(time).as_str() < "2019-10-22T01:59:00Z",
        (3, Stage::Build(time)) => rfc3339(time).as_str() < "2019-10-08T21:31:35Z",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check, compare};
    use super::*;

    #[test]
    fn the_writers_with_the_bug() {
        let has = |version: &str| Release::parse(version).is_some_and(wrote_with_the_bug);
        for version in [
            "4.1.0", "4.1.18", "4.1.20", "4.2.0", "4.2.0-rc.5", "4.3.0-0.ci-2019-09-27-181735",
            "4.2.0-0.nightly-2019-10-21-235959", "4.1.0-0.nightly-2019-10-22-024159", "4.0.0-0.9", "0.0.1-2019-03-26-050134",
        ] {
            assert!(has(version), "{version}");
        }
        for version in [
            "4.1.21", "4.1.22", "4.2.1", "4.2.4", "4.3.0", "4.3.0-rc.0", "4.3.0-0.nightly-2019-10-08-213135",
            "4.2.0-0.nightly-2019-10-22-015900", "4.10.0", "4.20.0", "5.0.0",
        ] {
            assert!(!has(version), "{version}");
        }
    }

    #[test]
    fn a_superseded_partial_always_ends_so() {
        let found = check(&RULE, include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt"));
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(2), Some("completionTime"), 3, 22));
        assert_eq!(found[0].cause.as_deref(), Some("bz1756461"));
        assert_eq!(found[0].confidence, Confidence::Likely);
        assert_eq!(found[0].recorded.as_deref(), Some("2019-10-14T03:42:31Z"));
        assert_eq!((found[0].related[0].line, found[0].related[0].column), (2, 1));
    }

    #[test]
    fn a_second_apart_is_no_overwrite() {
        let columns = "2019-10-14T03:42:31Z||Partial|4.1.20\n2019-10-14T02:57:34Z|2019-10-14T03:42:30Z|Completed|4.1.18\n";
        assert!(check(&RULE, columns).is_empty());
    }

    #[test]
    fn the_earlier_snapshot_proves_it() {
        let found = compare(
            &RULE,
            include_str!("../../tests/cases/seed/pipe-4.1.18-before.txt"),
            include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt"),
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].confidence, Confidence::Proven);
        assert_eq!(found[0].recorded.as_deref(), Some("2019-10-14T03:42:31Z"));
        assert_eq!(found[0].expected.as_deref(), Some("2019-10-14T03:13:16Z"));
    }

    #[test]
    fn who_wrote_it_is_said_only_where_it_is_known() {
        let lines = |version: &str| format!("2019-12-14T03:42:31Z|2019-12-14T03:43:16Z|Completed|4.3.9\n2019-12-13T02:57:34Z|2019-12-14T03:42:31Z|Completed|{version}\n");
        let why = |version: &str| check(&RULE, &lines(version))[0].why.clone();
        assert!(why("4.1.18").contains("Operators with bug 1756461 overwrote"));
        assert!(why("4.3.8").contains("has the fix"));
        assert!(why("x").contains("is not in the paste") && !why("x").contains("has the fix"));
    }

    #[test]
    fn available_long_after_the_installation_is_a_bound() {
        let object = |available: &str| format!("kind: ClusterVersion\nmetadata:\n  creationTimestamp: 2019-10-14T02:57:00Z\nstatus:\n  conditions:\n  - lastTransitionTime: {available}\n    status: \"True\"\n    type: Available\n  history:\n  - completionTime: 2019-10-20T03:43:16Z\n    image: b\n    startedTime: 2019-10-20T03:42:31Z\n    state: Completed\n    version: 4.1.20\n  - completionTime: 2019-10-20T03:42:31Z\n    image: a\n    startedTime: 2019-10-14T02:57:34Z\n    state: Completed\n    version: 4.1.18\n  versionHash: \"\"\n");
        let found = |available: &str| check(&RULE, &object(available)).remove(0);
        let soon = found("2019-10-14T03:30:00Z");
        assert_eq!((soon.expected.as_deref(), soon.confidence), (Some("2019-10-14T03:30:00Z"), Confidence::Proven));
        let late = found("2019-10-17T13:21:44Z");
        assert_eq!((late.expected, late.confidence), (None, Confidence::Proven));
    }

    #[test]
    fn the_next_update_need_not_be_in_the_paste() {
        let before = include_str!("../../tests/cases/seed/pipe-4.1.18-before.txt");
        let after = "{\"completionTime\": \"2019-10-14T03:42:31Z\", \"startedTime\": \"2019-10-14T02:57:34Z\", \"state\": \"Completed\", \"version\": \"4.1.18\"}\n";
        let found = compare(&RULE, before, after);
        assert_eq!((found.len(), found[0].confidence, found[0].expected.as_deref()), (1, Confidence::Proven, Some("2019-10-14T03:13:16Z")));
        assert_eq!(found[0].message, "The completion of 4.1.18 was overwritten with the start of the next update.");
        assert_eq!(compare(&RULE, &before.replace("4.1.18", "4.1.28"), &after.replace("4.1.18", "4.1.28")), []);
    }
}

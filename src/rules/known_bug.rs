//! Whether the release that a cluster runs now still has the bug behind a finding.

use super::completion_overwritten::{is_boundary, wrote_with_the_bug};
use super::unverified_release::loses_the_result;
use crate::finding::Finding;
use crate::history::{Entry, History, Release, Stage, rfc3339, short};
use crate::report::{Affected, CurrentRelease};

/// A known bug: what it is called, what it would still do, and which releases have it.
struct Bug {
    name: &'static str,
    still: &'static str,
    has: fn(Release) -> Affected,
}

const OVERWRITES: Bug =
    Bug { name: "bug 1756461", still: "the next update will overwrite the completion of its entry", has: overwrites };
const LOSES: Bug = Bug {
    name: "bug 1916384",
    still: "the next update may be recorded as not verified although it was",
    has: |release| affected(loses_the_result(release)),
};
const KEEPS: Bug = Bug { name: "bug OCPBUGS-569", still: "each write of the status loses an entry", has: throws_away };

/// What the release the cluster runs has to do with the bug that a finding names; none where it names none.
pub(crate) fn current_release(found: &Finding, history: &History<'_>) -> Option<CurrentRelease> {
    let bug = match (found.cause, found.rule.id) {
        (Some("bz1756461" | "bz1756461-boundary"), _) => OVERWRITES,
        (Some("bz1916384"), _) => LOSES,
        (_, "history-too-long") if found.why.contains("OCPBUGS-569") => KEEPS,
        _ => return None,
    };
    let judged = |version: Option<&str>| version.and_then(Release::parse).map_or(Affected::Unknown, bug.has);
    let newest = history.entries.first().filter(|_| history.has_newest());
    let wanted = history.document.status.desired.as_ref().and_then(|desired| desired.version.as_deref());
    let (version, affected) = match newest {
        Some(entry) if entry.is_completed() => (entry.version(), judged(entry.version())),
        // Which of two operators runs while an update is on its way is not recorded.
        Some(entry) if entry.is_partial() => {
            let last = history.entries.iter().find(|entry| entry.is_completed()).and_then(Entry::version);
            let (to, from) = (judged(entry.version()), judged(last));
            (None, if to == from { to } else { Affected::Unknown })
        }
        Some(_) => (None, Affected::Unknown),
        None => (wanted, judged(wanted)),
    };
    let version = version.filter(|version| !version.is_empty()).map(|version| short(version).to_owned());
    let Bug { name, still, .. } = bug;
    let whose = version.as_ref().map(|version| format!("This cluster's current release, {version},"));
    let text = match (whose, affected) {
        (Some(whose), Affected::Yes) => format!("{whose} still has {name}: {still}."),
        (Some(whose), Affected::No) => format!("{whose} does not have {name}: it adds no such damage, and mends none."),
        (Some(whose), Affected::Unknown) => format!("{whose} may or may not have {name}: that cannot be told from its version."),
        (None, Affected::Yes) => format!("An update is on its way, and the releases at both ends of it have {name}: {still}."),
        (None, Affected::No) => {
            format!("An update is on its way, and neither the release before it nor the one after has {name}.")
        }
        (None, Affected::Unknown) => {
            format!("Whether this cluster's current release has {name} cannot be told: the paste does not say which one runs.")
        }
    };
    Some(CurrentRelease { version, affected, text })
}

fn affected(has: bool) -> Affected {
    if has { Affected::Yes } else { Affected::No }
}

fn overwrites(release: Release) -> Affected {
    match is_boundary(release) {
        true => Affected::Unknown,
        false => affected(wrote_with_the_bug(release)),
    }
}

/// CVO pull request 805 (2022-08-15) brought it into what became 4.12, 828 (2022-08-29) took it away. Builds of those two
/// days, and candidates, whose day is not in their version, may be either.
fn throws_away(release: Release) -> Affected {
    match release.stage {
        _ if !release.is_minor(12) => Affected::No,
        Stage::Stable => Affected::No,
        Stage::Candidate => Affected::Unknown,
        Stage::Build(time) => {
            let time = rfc3339(time);
            match time.as_str() {
                day if !("2022-08-15".."2022-08-30").contains(&day) => Affected::No,
                day if ("2022-08-16".."2022-08-29").contains(&day) => Affected::Yes,
                _ => Affected::Unknown,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::report;
    use crate::Role;
    use crate::report::Affected;

    fn told(newest: &str) -> (Option<String>, Affected, String) {
        let old = "2019-10-14T03:43:16Z|2019-10-14T04:43:31Z|Completed|4.1.20\n2019-10-14T02:57:34Z|2019-10-14T03:43:16Z|Completed|4.1.18\n";
        let text = format!("{newest}{old}");
        let found = report(&[(&text, Role::History)]).histories.remove(0).findings;
        let release = found.into_iter().find_map(|found| found.current_release).unwrap_or_else(|| unreachable!("{text}"));
        (release.version, release.affected, release.text)
    }

    #[test]
    fn the_newest_release_may_have_the_fix() {
        let (version, affected, text) = told("");
        assert_eq!((version.as_deref(), affected), (Some("4.1.20"), Affected::Yes));
        assert_eq!(
            text,
            "This cluster's current release, 4.1.20, still has bug 1756461: the next update will overwrite the completion of its entry."
        );
        let (version, affected, _) = told("2020-10-14T03:43:16Z|2020-10-14T04:43:31Z|Completed|4.4.9\n");
        assert_eq!((version.as_deref(), affected), (Some("4.4.9"), Affected::No));
        let (version, affected, _) = told("2020-10-14T03:43:16Z|2020-10-14T04:43:31Z|Completed|4.1.21\n");
        assert_eq!((version.as_deref(), affected), (Some("4.1.21"), Affected::Unknown));
    }

    #[test]
    fn while_an_update_is_on_its_way_either_operator_may_run() {
        assert_eq!(told("2020-10-14T03:43:16Z||Partial|4.4.9\n").1, Affected::Unknown);
        assert_eq!(told("2019-10-14T05:43:16Z||Partial|4.2.0\n").1, Affected::Yes);
    }
}

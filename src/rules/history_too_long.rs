use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, History};
use crate::report::Severity;

/// What releases keep: CVO `pkg/cvo/status_history.go` from 4.12 on.
const LIMIT: usize = 100;
/// What releases before kept: CVO `pkg/cvo/status.go`, pruneStatusHistory.
const OLD_LIMIT: usize = 50;

pub(super) static RULE: Rule = Rule {
    id: "history-too-long",
    title: "There are more entries than the operator keeps",
    severity: Severity::Warning,
    what: "Fires on more than 100 entries, and on more than 50 where every version is below 4.12. The second is judged only \
        where the newest entry is in the paste and every version can be read. Hosted clusters up to 4.12 are left out, as \
        their history was never pruned.",
    why: "On every write the operator removes what is over its limit: 100 entries from 4.12 on, 50 before. No such history is \
        left behind by an operator of these releases: entries were added by hand, or those of another history were put \
        together with these.",
    what_to_do: "Compare with an earlier copy of the object, or take it again: oc get clusterversion version -o yaml. Do not \
        rely on the number of entries or on the oldest ones.",
    example: Example::One {
        fires: include_str!("history_too_long/fires.txt"),
        clean: include_str!("history_too_long/clean.txt"),
    },
    references: &[
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status_history.go",
        "https://github.com/openshift/cluster-version-operator/pull/805",
        "https://issues.redhat.com/browse/OCPBUGS-569",
        "https://github.com/openshift/cluster-version-operator/pull/828",
    ],
    check: Some(check),
    compare: None,
};

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if history.is_legacy_hosted() {
        out.not_checked(&RULE, "the history of a hosted cluster was not pruned up to 4.12");
        return;
    }
    let n = history.entries.len();
    let mut finding = if n > LIMIT {
        Finding::new(&RULE, Site::HISTORY, format!("There are {n} entries; the operator never keeps more than {LIMIT}."))
    } else if n > OLD_LIMIT && is_below_4_12(history) {
        if !history.has_newest() {
            out.not_checked(&RULE, "how many entries there may be depends on the newest, which is not in the paste");
            return;
        }
        let message = format!(
            "There are {n} entries; releases before 4.12 never keep more than {OLD_LIMIT}, and no later one has run here."
        );
        Finding::new(&RULE, Site::HISTORY, message)
    } else {
        return;
    };
    // Test builds of 4.12 of August 2022 cut the list and then threw the result away.
    if n == LIMIT + 1 {
        finding = finding.why(
            "On every write the operator removes what is over its limit of 100. Test builds of 4.12 from 15 to 29 August 2022 did not \
             (bug OCPBUGS-569): they stayed at 101, lost an entry on each write, and repeated the oldest one at the end of the list. \
             If no such build has run here, entries were added by hand.",
        );
    }
    out.push(finding);
}

/// Every version that is there can be read and is below 4.12, and there is one.
fn is_below_4_12(history: &History<'_>) -> bool {
    let mut versions = history.entries.iter().filter(|entry| entry.version().is_some()).map(Entry::release).peekable();
    versions.peek().is_some() && versions.all(|release| release.is_some_and(|release| release.is_before_minor(12)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check, report};
    use super::*;
    use crate::Role;
    use crate::report::Confidence;

    /// Lines of whole updates, newest first, of which the newest is of the version given.
    fn lines(n: usize, newest: &str) -> String {
        let start = crate::history::Time::parse("2022-06-01T00:00:00Z").unwrap().instant;
        let mut text = String::new();
        for index in 0..n {
            let day = start - chrono::TimeDelta::days(index as i64);
            let version = if index == 0 { newest.to_owned() } else { format!("4.11.{}", n - index) };
            let rfc = crate::history::rfc3339;
            text += &format!("{}|{}|Completed|{version}\n", rfc(day), rfc(day + chrono::TimeDelta::hours(1)));
        }
        text
    }

    #[test]
    fn fifty_below_4_12() {
        let found = check(&RULE, &lines(51, "4.11.60"));
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (None, Some("history"), 1, 1));
        assert_eq!(found[0].path, "status.history");
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Likely));
        assert_eq!(found[0].message, "There are 51 entries; releases before 4.12 never keep more than 50, and no later one has run here.");
        assert!(check(&RULE, &lines(50, "4.11.60")).is_empty());
    }

    #[test]
    fn a_later_or_an_unreadable_version_allows_a_hundred() {
        for version in ["4.12.0", "4.12.0-ec.1", "5.0.0", "next"] {
            assert!(check(&RULE, &lines(100, version)).is_empty(), "{version}");
            assert_eq!(check(&RULE, &lines(102, version)).len(), 1, "{version}");
        }
        // An update by image has no version yet.
        assert_eq!(check(&RULE, &lines(51, "")).len(), 1);
    }

    #[test]
    fn a_hundred_and_one_may_be_a_known_bug() {
        let found = check(&RULE, &lines(101, "4.12.0-ec.2"));
        assert!(found[0].why.contains("OCPBUGS-569"));
        assert!(!check(&RULE, &lines(102, "4.12.0"))[0].why.contains("OCPBUGS-569"));
    }

    #[test]
    fn the_newest_may_be_later_where_it_is_not_in_the_paste() {
        let mut yaml = String::from("  state: Completed\n  version: 4.11.61\n");
        for line in lines(52, "4.11.60").lines() {
            let fields: Vec<_> = line.split('|').collect();
            yaml += &format!("- completionTime: {}\n  startedTime: {}\n  state: Completed\n  version: {}\n", fields[1], fields[0], fields[3]);
        }
        let report = report(&[(&yaml, Role::History)]);
        assert!(report.histories[0].findings.iter().all(|found| found.rule != RULE.id));
        assert!(report.histories[0].not_checked.iter().any(|rule| rule.rule == RULE.id));
    }

    #[test]
    fn hosted_clusters_were_not_pruned() {
        let mut yaml = String::from("kind: HostedCluster\nstatus:\n  version:\n    history:\n");
        for line in lines(120, "4.12.3").lines() {
            let fields: Vec<_> = line.split('|').collect();
            yaml += &format!("    - completionTime: {}\n      startedTime: {}\n      state: Completed\n      version: {}\n", fields[1], fields[0], fields[3]);
        }
        assert!(check(&RULE, &yaml).is_empty());
        assert_eq!(check(&RULE, &yaml.replace("4.12.3", "4.13.3")).len(), 1);
    }
}

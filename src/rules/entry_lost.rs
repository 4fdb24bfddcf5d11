use super::{Example, Rule};
use crate::compare::{Absence, Comparison};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, rfc3339};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "entry-lost",
    title: "An entry is gone from the later snapshot",
    severity: Severity::Error,
    what: "Fires on an entry of the earlier snapshot that the later one should have and has not, or on several of them in a row. Entries \
        that pruning may have taken, and those beyond either end of a list that the paste cuts off, are left out. Of bare lines or a \
        bare list it is only possible, as some may have been filtered out; where a filter by state, by verified or by minor version \
        explains what is not there, it is not checked.",
    why: "The operator only adds entries. It prunes none of the newest fifty.",
    what_to_do: "Trust the earlier snapshot. Find out who wrote to the status between the two, or whether a backup of etcd was restored.",
    example: Example::Two {
        before: "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n2024-02-01T00:00:00Z|2024-02-01T01:00:00Z|Completed|4.14.2\n\
                 2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
        fires: "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
        clean: "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n2024-02-01T00:00:00Z|2024-02-01T01:00:00Z|Completed|4.14.2\n",
    },
    references: &[
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go",
        "https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status_history.go",
    ],
    check: None,
    compare: Some(compare),
};

fn compare(comparison: &Comparison<'_>, out: &mut Findings) {
    let first = comparison.pairs().next();
    for run in comparison.lost().chunk_by(|newer, older| newer + 1 == *older) {
        let (Some(&newest), Some(&oldest)) = (run.first(), run.last()) else { continue };
        let (Some(entry), Some(last)) = (comparison.before.entries.get(newest), comparison.before.entries.get(oldest)) else { continue };
        let message = match run.len() {
            1 => format!("The entry of {} is gone.", named(entry)),
            n => format!("{n} entries are gone: from that of {} to that of {}.", named(last), named(entry)),
        };
        let absence = comparison.absence(run, comparison.after, comparison.before);
        if absence == Absence::Filtered {
            out.not_checked(&RULE, format!("{message} But the later paste looks like the output of a filter that leaves such entries out"));
            continue;
        }
        // It stands where they were: at the next older entry that both have.
        let older = comparison.pairs().find(|pair| pair.before_index() > oldest);
        let site = older.map_or(Site::HISTORY, |pair| Site::Entry(pair.after_index(), None));
        let sure = if absence == Absence::Whole { Confidence::Proven } else { Confidence::Possible };
        let mut finding = Finding::new(&RULE, site, message).confidence(sure);
        for &lost in run {
            finding = finding.related_before(Site::Entry(lost, None), "the earlier snapshot has it here");
        }
        match first {
            Some(first) if newest > first.before_index() => {}
            Some(first) if first.after_index() == 0 => {
                finding = finding.why(
                    "The later snapshot ends before the earlier one: either the two were given in the wrong order, or the cluster was \
                     restored from a backup that is older than the earlier snapshot.",
                );
            }
            _ => {
                finding = finding.why(
                    "The later snapshot goes on from before the earlier one's newest entries: the cluster was restored from a backup and \
                     updated again, the ClusterVersion was deleted and came back, or someone removed them.",
                );
            }
        }
        if absence == Absence::Bare {
            finding.why.push_str(" Or the later paste is not the whole list: bare lines may have been cut or filtered.");
            finding.what_to_do = "Take the whole object: oc get clusterversion version -o yaml. If the entry is gone from it too, trust the \
                earlier snapshot, and find out who wrote to the status between the two, or whether a backup of etcd was restored."
                .into();
        }
        out.push(finding);
    }
}

fn named(entry: &Entry<'_>) -> String {
    let began = entry.started.instant().map(|time| format!(" that began at {}", rfc3339(time))).unwrap_or_default();
    format!("{}{began}", entry.name())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, compare};
    use super::*;

    const A: &str = "2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n";
    const B: &str = "2024-02-01T00:00:00Z|2024-02-01T01:00:00Z|Completed|4.14.2\n";
    const C: &str = "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n";

    #[test]
    fn it_stands_where_it_was() {
        let found = compare(&RULE, &[C, B, A].concat(), &[C, A].concat());
        assert_eq!((found.len(), at(&found[0])), (1, (Some(1), None, 2, 1)));
        assert_eq!((found[0].related[0].history, found[0].related[0].entry, found[0].related[0].line), (0, Some(1), 2));
        assert!(found[0].message.contains("4.14.2"));
    }

    /// The same lines as a list with its key.
    fn keyed(columns: &[&str]) -> String {
        let entry = |line: &&str| {
            let part: Vec<&str> = line.trim().split('|').collect();
            format!("  - {{startedTime: {}, completionTime: {}, state: {}, version: {}}}\n", part[0], part[1], part[2], part[3])
        };
        format!("status:\n  history:\n{}  observedGeneration: 3\n", columns.iter().map(entry).collect::<String>())
    }

    #[test]
    fn only_a_whole_list_proves_it() {
        let found = compare(&RULE, &keyed(&[C, B, A]), &keyed(&[C, A]));
        assert_eq!((found.len(), found[0].confidence), (1, Confidence::Proven));
        let found = compare(&RULE, &keyed(&[C, B, A]), &[C, A].concat());
        assert_eq!((found.len(), found[0].confidence), (1, Confidence::Possible));
        assert!(found[0].why.contains("filtered"), "{}", found[0].why);
    }

    #[test]
    fn a_filter_has_not_lost_what_it_leaves_out() {
        const P: &str = "2024-02-01T00:00:00Z|2024-03-01T00:00:00Z|Partial|4.14.2\n";
        const P_LIST: &str = "[{\"startedTime\": \"2024-03-01T00:00:00Z\", \"completionTime\": \"2024-03-01T01:00:00Z\", \"state\": \"Completed\", \"version\": \"4.14.3\"},\n\
            {\"startedTime\": \"2024-01-01T00:00:00Z\", \"completionTime\": \"2024-01-01T01:00:00Z\", \"state\": \"Completed\", \"version\": \"4.14.1\"}]\n";
        for after in [[C, A].concat(), P_LIST.to_owned()] {
            assert_eq!(compare(&RULE, &keyed(&[C, P, A]), &after), [], "{after}");
        }
        assert_eq!(compare(&RULE, &keyed(&[C, P, A]), &keyed(&[C, A])).len(), 1);
        let report = super::super::testing::report(&[(&keyed(&[C, P, A]), crate::Role::Before), (&[C, A].concat(), crate::Role::After)]);
        let not = &report.comparisons[0].not_checked;
        assert_eq!((not.len(), not[0].rule.as_str()), (1, "entry-lost"));
        assert!(not[0].reason.contains("filter"), "{}", not[0].reason);
    }

    #[test]
    fn snapshots_in_the_wrong_order_are_thought_of() {
        let found = compare(&RULE, &[C, B, A].concat(), &[B, A].concat());
        assert!(found[0].why.contains("wrong order"), "{}", found[0].why);
    }

    #[test]
    fn pruning_takes_from_the_fiftieth_on() {
        let entry = |n: usize| {
            let day = crate::history::Time::parse("2020-01-01T00:00:00Z").map(|time| time.instant + chrono::TimeDelta::days(n as i64));
            let day = day.map(rfc3339).unwrap_or_default();
            format!("- {{completionTime: {day}, image: i{n}, startedTime: {day}, state: Completed, verified: true, version: 4.14.{n}}}\n")
        };
        let list = |numbers: &[usize]| numbers.iter().rev().map(|&n| entry(n)).collect::<String>() + "---\n";
        let all: Vec<usize> = (0..100).collect();
        let without = |gone: usize| (0..101).filter(|&n| n != gone).collect::<Vec<_>>();
        // The 101st entry came, and one behind the newest fifty went.
        assert_eq!(compare(&RULE, &list(&all), &list(&without(30))), []);
        assert_eq!(compare(&RULE, &list(&all), &list(&without(80))).len(), 1);
        // Ninety grew by twenty-five to a hundred: what was the 31st to the 45th had moved behind the fiftieth.
        let (ninety, hundred) = ((0..90).collect::<Vec<_>>(), (0..115).filter(|n| !(45..60).contains(n)).collect::<Vec<_>>());
        assert_eq!(compare(&RULE, &list(&ninety), &list(&hundred)), []);
        // One entry further in front it cannot have been pruned.
        let hundred = (0..115).filter(|n| !(45..60).contains(n) && *n != 66).collect::<Vec<_>>();
        assert_eq!(compare(&RULE, &list(&ninety), &list(&hundred)).len(), 1);
    }

    #[test]
    fn a_restored_cluster_is_one_finding() {
        const E: &str = "2024-05-01T00:00:00Z|2024-05-01T01:00:00Z|Completed|4.14.5\n";
        let found = compare(&RULE, &[C, B, A].concat(), &[E, A].concat());
        assert_eq!((found.len(), at(&found[0])), (1, (Some(1), None, 2, 1)));
        assert_eq!(found[0].related.iter().map(|related| related.entry).collect::<Vec<_>>(), [Some(0), Some(1)]);
        assert!(found[0].message.starts_with("2 entries are gone: from that of 4.14.2"), "{}", found[0].message);
        assert!(found[0].why.contains("restored from a backup and updated again"), "{}", found[0].why);
    }
}

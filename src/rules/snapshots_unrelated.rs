use super::{Example, Rule};
use crate::compare::{Comparison, Relation};
use crate::finding::{Finding, Findings, Site};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "snapshots-unrelated",
    title: "The two snapshots are not of one cluster",
    severity: Severity::Warning,
    what: "Fires when a before and an after were given whose cluster ids or uids differ, or which have no identity and not one entry in \
        common. They are then not compared. Histories that stand in one paste without such a role are just not compared.",
    why: "A later snapshot of a cluster still has the entries of an earlier one.",
    what_to_do: "Make sure that both snapshots come from the same cluster. Each is still judged on its own.",
    example: Example::Two {
        before: "2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
        fires: "2024-01-05T00:00:00Z|2024-01-05T01:00:00Z|Completed|4.14.1\n",
        clean: "2024-01-05T00:00:00Z|2024-01-05T01:00:00Z|Completed|4.14.2\n2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
    },
    references: &["https://github.com/openshift/api/blob/master/config/v1/types_cluster_version.go"],
    check: None,
    compare: Some(compare),
};

const NOTHING: &str = "The before and the after have not one entry in common.";

fn compare(comparison: &Comparison<'_>, out: &mut Findings) {
    let (message, confidence) = match comparison.relation {
        Relation::SameCluster => return,
        Relation::OtherIdentity => ("The before and the after are two clusters: their ids differ.", Confidence::Proven),
        Relation::NothingInCommon if comparison.after.has_oldest() => (NOTHING, Confidence::Likely),
        Relation::NothingInCommon => (NOTHING, Confidence::Possible),
    };
    let mut finding = Finding::new(&RULE, Site::HISTORY, message)
        .confidence(confidence)
        .related_before(Site::HISTORY, "the history given as before");
    if confidence == Confidence::Possible {
        finding = finding.why(
            "A later snapshot of a cluster still has the entries of an earlier one; but nothing shows that this paste reaches back that far.",
        );
    }
    out.push(finding);
}

#[cfg(test)]
mod tests {
    use super::super::testing::compare;
    use super::*;

    fn object(id: &str, month: u32) -> String {
        format!("spec:\n  clusterID: {id}\nstatus:\n  history:\n  - {{state: Partial, startedTime: 2024-0{month}-01T00:00:00Z, version: 4.14.1}}\n  versionHash: \"\"\n")
    }

    #[test]
    fn identities_tell_and_masked_ones_do_not() {
        let found = |a: (&str, u32), b: (&str, u32)| compare(&RULE, &object(a.0, a.1), &object(b.0, b.1)).iter().map(|f| f.confidence).collect::<Vec<_>>();
        assert_eq!(found(("f81d4fae-7dec", 1), ("a81d4fae-7dec", 1)), [Confidence::Proven]);
        assert_eq!(found(("f81d4fae-7dec", 1), ("f81d4fae-7dec", 2)), []);
        assert_eq!(found(("xxxxxxxx-xxxx", 1), ("f81d4fae-7dec", 1)), []);
        assert_eq!(found(("xxxxxxxx-xxxx", 1), ("xxxxxxxx-xxxx", 2)), [Confidence::Likely]);
    }

    #[test]
    fn columns_may_not_reach_back_to_what_they_have_in_common() {
        let columns = |month: u32| format!("2024-0{month}-01T00:00:00Z|2024-0{month}-01T01:00:00Z|Completed|4.14.{month}\n");
        let found = compare(&RULE, &columns(1), &columns(2));
        assert_eq!((found.len(), found[0].confidence), (1, Confidence::Possible));
        assert!(found[0].why.contains("reaches back"), "{}", found[0].why);
    }
}

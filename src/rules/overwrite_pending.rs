use super::completion_overwritten::wrote_with_the_bug;
use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "overwrite-pending",
    title: "The next update will overwrite this completion",
    severity: Severity::Info,
    what: "Fires on the newest entry when it is Completed and its release still has bug 1756461: the operator of that \
        release will record the next update, and overwrite this entry's end as it does. Where a newer snapshot shows that it \
        has done so, that is said instead.",
    why: "The operator of the outgoing release writes the next entry, and this release's operator has bug 1756461.",
    what_to_do: "Save a copy of the object before the next update: oc get clusterversion version -o yaml",
    example: Example::One {
        fires: "2019-10-14T02:57:34Z|2019-10-14T03:13:16Z|Completed|4.1.18\n",
        clean: "2019-12-14T02:57:34Z|2019-12-14T03:13:16Z|Completed|4.2.10\n",
    },
    references: &["https://bugzilla.redhat.com/show_bug.cgi?id=1756461"],
    check: Some(check),
    compare: None,
};

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if !history.has_newest() {
        out.not_checked(&RULE, "the cluster's newest entry is not in the paste");
        return;
    }
    let newest = history.entries.first().filter(|entry| entry.is_completed() && !history.is_hosted());
    if newest.and_then(Entry::release).is_some_and(wrote_with_the_bug) {
        let name = newest.map_or("", Entry::name);
        let message = format!("This cluster still runs {name}: the next update will overwrite the completion of this entry.");
        out.push(Finding::new(&RULE, Site::field(0, Field::CompletionTime), message));
    }
}

/// What was to come has come.
pub(super) fn settle(findings: &mut Findings, overwritten: bool) {
    findings.found.retain(|found| overwritten || found.rule.id != RULE.id);
    for found in findings.found.iter_mut().filter(|found| found.rule.id == RULE.id) {
        found.message = "The next update has overwritten the completion of this entry since; this copy still has it.".into();
        found.what_to_do = "Keep this copy: the cluster itself does not know the true end any more.".into();
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check};
    use super::*;

    #[test]
    fn only_the_newest_and_only_when_it_is_complete() {
        let found = check(&RULE, include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt"));
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(0), Some("completionTime"), 1, 22));
        assert!(check(&RULE, "2019-10-14T03:42:31Z||Partial|4.1.20\n").is_empty());
    }
}

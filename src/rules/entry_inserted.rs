use super::{Example, Rule};
use crate::compare::{Absence, Comparison};
use crate::finding::{Finding, Findings, Site};
use crate::history::rfc3339;
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "entry-inserted",
    title: "An entry appeared in the middle of the history",
    severity: Severity::Error,
    what: "Fires on an entry of the later snapshot that stands behind the newest entry they have in common and is not in the earlier one. \
        Where the earlier one is bare lines or a bare list it is only possible, and where a filter explains what that has not, it is not checked.",
    why: "The operator only adds entries in front of all others.",
    what_to_do: "Trust the earlier snapshot. Make sure that the two were not given in the wrong order; then find out who wrote to the \
        status between them.",
    example: Example::Two {
        before: "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
        fires: "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n2024-02-01T00:00:00Z|2024-02-01T01:00:00Z|Completed|4.14.2\n\
                2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
        clean: "2024-04-01T00:00:00Z||Partial|4.14.4\n2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n\
                2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: None,
    compare: Some(compare),
};

fn compare(comparison: &Comparison<'_>, out: &mut Findings) {
    for &index in comparison.inserted() {
        let Some(entry) = comparison.after.entries.get(index) else { continue };
        let began = entry.started.instant().map(|time| format!(" that began at {}", rfc3339(time))).unwrap_or_default();
        let message = format!("The entry of {}{began} was not there before.", entry.name());
        let absence = comparison.absence(comparison.inserted(), comparison.before, comparison.after);
        if absence == Absence::Filtered {
            out.not_checked(&RULE, format!("{message} But the earlier paste looks like the output of a filter that leaves such entries out"));
            continue;
        }
        let newer = comparison.pairs().filter(|pair| pair.after_index() < index).last();
        let mut finding = Finding::new(&RULE, Site::Entry(index, None), message);
        finding = finding.confidence(if absence == Absence::Whole { Confidence::Proven } else { Confidence::Possible });
        if absence == Absence::Bare {
            finding.why.push_str(" Or the earlier paste is not the whole list: bare lines may have been cut or filtered.");
        }
        if let Some(newer) = newer {
            finding = finding.related_before(Site::Entry(newer.before_index(), None), "in the earlier snapshot it should follow this entry");
        }
        out.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, compare};
    use super::*;

    #[test]
    fn it_stands_at_itself() {
        let entry = |month: u32| format!("2024-0{month}-01T00:00:00Z|2024-0{month}-01T01:00:00Z|Completed|4.14.{month}\n");
        let found = compare(&RULE, &[entry(3), entry(1)].concat(), &[entry(4), entry(3), entry(2), entry(1)].concat());
        assert_eq!((found.len(), at(&found[0])), (1, (Some(2), None, 3, 1)));
        assert_eq!((found[0].related[0].history, found[0].related[0].entry), (0, Some(0)));
        assert_eq!(found[0].confidence, Confidence::Possible);
    }

    #[test]
    fn only_a_whole_list_proves_it_and_a_filter_explains_it() {
        let entry = |month: u32, state: &str| format!("  - {{startedTime: 2024-0{month}-01T00:00:00Z, completionTime: 2024-0{month}-01T01:00:00Z, state: {state}, version: 4.14.{month}}}\n");
        let keyed = |entries: &[String]| format!("status:\n  history:\n{}  observedGeneration: 3\n", entries.concat());
        let (three, one) = (entry(3, "Completed"), entry(1, "Completed"));
        let after = keyed(&[three.clone(), entry(2, "Completed"), one.clone()]);
        let found = compare(&RULE, &keyed(&[three.clone(), one.clone()]), &after);
        assert_eq!((found.len(), found[0].confidence), (1, Confidence::Proven));
        let columns = "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n";
        assert_eq!(compare(&RULE, columns, &keyed(&[three, entry(2, "Partial"), one])), []);
    }
}

//! Two snapshots side by side. A row says that something is forbidden where a rule's finding says so, and nowhere else;
//! that it is allowed where the operator is known to do it (cluster-version-operator `pkg/cvo/status.go`,
//! mergeOperatorHistory, and `pkg/cvo/status_history.go`); and of all else that it was not judged.

use super::{Change, ChangeVerdict, Row, RowKind};
use crate::compare::{Comparison, Pair, Relation};
use crate::finding::{Finding, Findings, Site};
use crate::history::masked::{self, Images};
use crate::history::{Entry, Field, Moment, State, rfc3339, short};

const FIELDS: [Field; 7] = [
    Field::State,
    Field::StartedTime,
    Field::CompletionTime,
    Field::Version,
    Field::Image,
    Field::Verified,
    Field::AcceptedRisks,
];

/// The two aligned; nothing where they were not compared.
pub(super) fn rows(comparison: &Comparison<'_>, findings: &Findings) -> Vec<Row> {
    if comparison.relation != Relation::SameCluster {
        return vec![];
    }
    let rows = Rows { comparison, found: &findings.found };
    let mut out = vec![];
    let (mut before, mut after) = (0, 0);
    for pair in comparison.pairs() {
        out.extend((after..pair.after_index()).map(|index| rows.only_after(index)));
        out.extend((before..pair.before_index()).map(|index| rows.only_before(index)));
        out.push(rows.pair(pair));
        (before, after) = (pair.before_index() + 1, pair.after_index() + 1);
    }
    out.extend((after..comparison.after.entries.len()).map(|index| rows.only_after(index)));
    out.extend((before..comparison.before.entries.len()).map(|index| rows.only_before(index)));
    out
}

struct Rows<'c, 'h> {
    comparison: &'c Comparison<'h>,
    found: &'c [Finding],
}

impl Rows<'_, '_> {
    fn rule(&self, is_it: impl Fn(&Finding) -> bool) -> Option<&'static str> {
        self.found.iter().find(|found| is_it(found)).map(|found| found.rule.id)
    }

    /// The rule that fires on a place of the older snapshot, by what belongs to its finding.
    fn rule_before(&self, site: Site, of: &str) -> Option<&'static str> {
        let there = |found: &Finding| found.related.iter().any(|related| related.in_before && related.site == site);
        self.rule(|found| found.rule.id == of && there(found))
    }

    fn only_after(&self, index: usize) -> Row {
        let rule = self.rule(|found| found.rule.id == "entry-inserted" && found.site == Site::Entry(index, None));
        let (kind, law) = match rule {
            Some(_) => (RowKind::Inserted, "New entries come in front of all others (pkg/cvo/status.go)."),
            None if index < self.comparison.added() || self.comparison.pairs().next().is_none() => {
                (RowKind::Added, "A new update is recorded in front of all others (pkg/cvo/status.go).")
            }
            None => (RowKind::NotShown, "The earlier paste need not show all that there was."),
        };
        Row { kind, before: None, after: Some(index), rule: rule.map(str::to_owned), law: law.into(), changes: vec![] }
    }

    fn only_before(&self, index: usize) -> Row {
        let rule = self.rule_before(Site::Entry(index, None), "entry-lost");
        let (kind, law) = match rule {
            Some(_) => {
                (RowKind::Lost, "Entries are only added, and none of the newest fifty is pruned (pkg/cvo/status_history.go).")
            }
            None if self.comparison.after.entries.len() >= 50 && !self.comparison.lost().contains(&index) => {
                (RowKind::Pruned, "Behind the newest fifty, entries over the limit are pruned (pkg/cvo/status_history.go).")
            }
            None => (RowKind::NotShown, "The later paste need not show all that there is."),
        };
        Row { kind, before: Some(index), after: None, rule: rule.map(str::to_owned), law: law.into(), changes: vec![] }
    }

    fn pair(&self, pair: Pair) -> Row {
        let changes: Vec<_> = match (self.comparison.before(pair), self.comparison.after(pair)) {
            (Some(was), Some(is)) => FIELDS.iter().filter_map(|field| self.change(pair, *field, was, is)).collect(),
            _ => vec![],
        };
        let kind = if changes.is_empty() { RowKind::Same } else { RowKind::Changed };
        let (before, after) = (Some(pair.before_index()), Some(pair.after_index()));
        let rule = changes.iter().find_map(|change| change.rule.clone());
        Row { kind, before, after, rule, law: String::new(), changes }
    }

    fn change(&self, pair: Pair, field: Field, was: &Entry<'_>, is: &Entry<'_>) -> Option<Change> {
        let Comparison { before, after, .. } = self.comparison;
        let shown = |history: &crate::history::History<'_>, entry: &Entry<'_>| history.has_column(field) && !entry.cut;
        // acceptedRisks is left out where there are none.
        let both = shown(before, was) && shown(after, is) || field == Field::AcceptedRisks && !was.cut && !is.cut;
        let (old, new) = (value(was, field), value(is, field));
        let alike = match field {
            Field::Image => matches!(Images::of(was.image(), is.image()), Images::Same),
            _ => false,
        };
        let rule = self.rule(|found| found.site == Site::field(pair.after_index(), field));
        let rule = rule.or_else(|| self.rule_before(Site::field(pair.before_index(), field), "entry-changed"));
        if rule.is_none() && (!both || old == new || alike) {
            return None;
        }
        let (verdict, law) = match rule {
            Some("completion-overwritten") => {
                (ChangeVerdict::Forbidden, "An end that is set is not set again (pkg/cvo/status.go since pull request 247).")
            }
            Some("state-regressed") => {
                (ChangeVerdict::Forbidden, "A state only goes from Partial to Completed (pkg/cvo/status.go).")
            }
            Some(_) => (ChangeVerdict::Forbidden, forbidden(field)),
            None => match self.allowed(pair, field, was, is) {
                Some(law) => (ChangeVerdict::Allowed, law),
                None => (ChangeVerdict::NotJudged, self.not_judged(pair, field, was, is)),
            },
        };
        let text = |value: Option<String>| value.map(|value| short(&value).to_owned());
        Some(Change {
            field: field.name().into(),
            before: text(old),
            after: text(new),
            verdict,
            rule: rule.map(str::to_owned),
            law: law.into(),
        })
    }

    /// What the operator still does to what was the newest entry.
    fn allowed(&self, pair: Pair, field: Field, was: &Entry<'_>, is: &Entry<'_>) -> Option<&'static str> {
        if pair.before_index() != 0 || self.comparison.is_rewound_to(pair) {
            return None;
        }
        match field {
            Field::State
                if matches!((was.state, is.state), (State::Partial, State::Completed) | (State::Other(""), State::Partial)) =>
            {
                Some("The newest entry becomes Completed once its release is reached (pkg/cvo/status.go).")
            }
            Field::CompletionTime if was.completed == Moment::Absent && is.is_completed() => {
                Some("The newest entry gets its end as it completes (pkg/cvo/status.go).")
            }
            Field::CompletionTime if was.completed == Moment::Absent && is.is_partial() => {
                let next = self.comparison.after.successor_start(pair.after_index());
                let closed = next.is_some() && next == is.completed.instant();
                closed.then_some("A superseded Partial entry ends when the next begins (pkg/cvo/status.go).")
            }
            Field::Version if was.version().is_none() && is.version().is_some() => {
                Some("An empty version is filled in once the release is loaded (pkg/cvo/status.go).")
            }
            Field::Verified if was.raw.verified == Some(false) && is.raw.verified == Some(true) => {
                Some("verified is set once the signature was checked (pkg/cvo/status.go).")
            }
            Field::AcceptedRisks => Some("The risks of the newest entry are written anew each time (pkg/cvo/status.go)."),
            _ => None,
        }
    }

    fn not_judged(&self, pair: Pair, field: Field, was: &Entry<'_>, is: &Entry<'_>) -> &'static str {
        let masked = match field {
            Field::Version => masked::same(was.version(), is.version()).is_none(),
            Field::Image => {
                matches!(Images::of(was.image(), is.image()), Images::Same)
                    || [was, is].iter().any(|entry| entry.image().is_some_and(masked::is_masked))
            }
            _ => false,
        };
        match field {
            _ if self.comparison.is_rewound_to(pair) => "After a restored backup this entry may have ended anew.",
            _ if masked => "A value that was taken out cannot be compared.",
            Field::CompletionTime if was.is_completed() && !is.is_completed() => "It goes with the state, which went back.",
            _ => "No rule can tell from these two pastes.",
        }
    }
}

fn forbidden(field: Field) -> &'static str {
    match field {
        Field::StartedTime => "A start is written once (pkg/cvo/status.go).",
        Field::CompletionTime => "An end that is set is not set again, and older entries never change (pkg/cvo/status.go).",
        Field::State => "Older entries never change, and a state only goes from Partial to Completed (pkg/cvo/status.go).",
        Field::Version => "A version is only ever filled in where it was empty (pkg/cvo/status.go).",
        Field::Image => "An entry keeps its image (pkg/cvo/status.go).",
        Field::Verified => "verified only goes from false to true, in the newest entry (pkg/cvo/status.go).",
        Field::AcceptedRisks => "Older entries never change (pkg/cvo/status.go).",
    }
}

/// A field's value as it is compared: times as instants.
fn value(entry: &Entry<'_>, field: Field) -> Option<String> {
    let time = |moment: Moment<'_>| match moment {
        Moment::At(time) => Some(rfc3339(time.instant)),
        Moment::Unreadable(text) => Some(text.to_owned()),
        Moment::Absent | Moment::Unknown => None,
    };
    let raw = entry.raw;
    let value = match field {
        Field::State => raw.state.clone(),
        Field::StartedTime => time(entry.started),
        Field::CompletionTime => time(entry.completed),
        Field::Version => raw.version.clone(),
        Field::Image => raw.image.clone(),
        Field::Verified => raw.verified.map(|verified| verified.to_string()),
        Field::AcceptedRisks => raw.accepted_risks.clone(),
    };
    value.filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Report;
    use crate::{Input, Options, Role, inspect};

    fn compared(before: &str, after: &str) -> Report {
        let input = |text: &str, role| Input { name: None, text: text.into(), role };
        inspect(&[input(before, Role::Before), input(after, Role::After)], &Options::default())
    }

    #[test]
    fn the_overwritten_end_is_forbidden_and_the_new_entries_are_not() {
        let report = compared(
            include_str!("../../tests/cases/seed/pipe-4.1.18-before.txt"),
            include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt"),
        );
        let rows = &report.comparisons[0].rows;
        let kinds: Vec<_> = rows.iter().map(|row| (row.kind, row.before, row.after)).collect();
        assert_eq!(
            kinds,
            [(RowKind::Added, None, Some(0)), (RowKind::Added, None, Some(1)), (RowKind::Changed, Some(0), Some(2))]
        );
        let change = &rows[2].changes[0];
        assert_eq!((change.field.as_str(), change.verdict), ("completionTime", ChangeVerdict::Forbidden));
        assert_eq!(change.rule.as_deref(), Some("completion-overwritten"));
        assert_eq!(
            (change.before.as_deref(), change.after.as_deref()),
            (Some("2019-10-14T03:13:16Z"), Some("2019-10-14T03:42:31Z"))
        );
    }

    #[test]
    fn two_clusters_have_no_rows() {
        let a = "2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n";
        assert_eq!(compared(a, &a.replace("2024", "2025")).comparisons[0].rows, []);
    }
}

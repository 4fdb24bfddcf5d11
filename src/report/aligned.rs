//! Two snapshots side by side, entry by entry: what changed, whether the operator does so, and by which law.
//!
//! What must not be is what the rules found: a change that no rule speaks of is allowed here, too.

use crate::compare::{Comparison, Pair, Relation};
use crate::history::masked::{self, Images};
use crate::history::{Entry, Field, History, rfc3339};
use crate::report::{AlignedRow, FieldChange, Finding, RowKind};

/// The rows of two snapshots, newest first; none where they are not one cluster's.
pub(super) fn rows(compared: &Comparison<'_>, findings: &[Finding]) -> Vec<AlignedRow> {
    if compared.relation != Relation::SameCluster {
        return vec![];
    }
    let rows = Rows { compared, findings };
    let mut all = vec![];
    let (mut before, mut after) = (0, 0);
    let pairs: Vec<Pair> = compared.pairs().collect();
    for pair in &pairs {
        rows.between(before..pair.before_index(), after..pair.after_index(), &mut all);
        all.push(rows.pair(*pair));
        (before, after) = (pair.before_index() + 1, pair.after_index() + 1);
    }
    rows.between(before..compared.before.entries.len(), after..compared.after.entries.len(), &mut all);
    all
}

struct Rows<'c> {
    compared: &'c Comparison<'c>,
    findings: &'c [Finding],
}

impl Rows<'_> {
    fn between(&self, before: std::ops::Range<usize>, after: std::ops::Range<usize>, all: &mut Vec<AlignedRow>) {
        all.extend(after.map(|index| self.only_after(index)));
        all.extend(before.map(|index| self.only_before(index)));
    }

    fn only_after(&self, index: usize) -> AlignedRow {
        let rule = self.rule("entry-inserted", |finding| finding.entry == Some(index));
        let newest = self.compared.pairs().next().is_none_or(|pair| index < pair.after_index());
        let (kind, law) = match (&rule, newest) {
            (Some(_), _) => (RowKind::Inserted, "The operator adds entries in front of all others only."),
            (None, true) => (RowKind::Added, "Each update adds an entry in front."),
            (None, false) => (RowKind::NotShown, "The earlier paste does not show this part of the list."),
        };
        AlignedRow { before: None, after: Some(index), kind, rule, law: law.into(), changes: vec![] }
    }

    fn only_before(&self, index: usize) -> AlignedRow {
        let here =
            |finding: &Finding| finding.related.iter().any(|related| related.entry == Some(index) && related.field.is_none());
        let rule = self.rule("entry-lost", here);
        let (kind, law) = match (&rule, self.compared.lost().contains(&index)) {
            (Some(_), _) => {
                (RowKind::Lost, "The operator never takes an entry away but by pruning, and of the newest fifty none.")
            }
            (None, true) => {
                (RowKind::NotShown, "The later paste looks like the output of a filter that leaves such entries out.")
            }
            (None, false) => (RowKind::NotShown, "It was pruned, or the later paste does not show this part of the list."),
        };
        AlignedRow { before: Some(index), after: None, kind, rule, law: law.into(), changes: vec![] }
    }

    fn pair(&self, pair: Pair) -> AlignedRow {
        let changes: Vec<FieldChange> = FIELDS.iter().filter_map(|field| self.change(pair, *field)).collect();
        let kind = match changes.iter().find(|change| !change.allowed) {
            Some(_) => RowKind::Changed,
            None if changes.is_empty() => RowKind::Same,
            None => RowKind::Grown,
        };
        let rule = changes.iter().find_map(|change| change.rule.clone());
        AlignedRow { before: Some(pair.before_index()), after: Some(pair.after_index()), kind, rule, law: String::new(), changes }
    }

    fn change(&self, pair: Pair, field: Field) -> Option<FieldChange> {
        let (was, is) = (self.compared.before(pair)?, self.compared.after(pair)?);
        if was.cut || is.cut || !shows(self.compared.before, field) || !shows(self.compared.after, field) {
            return None;
        }
        let (before, after) = (value(was, field), value(is, field));
        if before == after || !differ(was, is, field) {
            return None;
        }
        let own = field.name();
        let here = |finding: &&Finding| {
            finding.entry == Some(pair.after_index()) && finding.field.as_deref() == Some(own)
                || finding
                    .related
                    .iter()
                    .any(|related| related.entry == Some(pair.before_index()) && related.field.as_deref() == Some(own))
        };
        let rules = ["entry-changed", "state-regressed", "completion-overwritten"];
        let found = self.findings.iter().filter(here).find(|finding| rules.contains(&finding.rule.as_str()));
        let law = match found {
            Some(found) if found.rule == "completion-overwritten" => {
                "A recorded end never changes; operators with bug 1756461 overwrite it with the next update's start."
            }
            Some(_) => forbidden(field),
            None if self.compared.is_rewound_to(pair) => {
                "The cluster was restored from a backup in which this entry was the newest."
            }
            None => allowed(field),
        };
        Some(FieldChange {
            field: own.into(),
            before,
            after,
            allowed: found.is_none(),
            law: law.into(),
            rule: found.map(|found| found.rule.clone()),
        })
    }

    fn rule(&self, id: &str, here: impl Fn(&Finding) -> bool) -> Option<String> {
        self.findings.iter().find(|finding| finding.rule == id && here(finding)).map(|finding| finding.rule.clone())
    }
}

const FIELDS: [Field; 7] = [
    Field::StartedTime,
    Field::CompletionTime,
    Field::State,
    Field::Version,
    Field::Image,
    Field::Verified,
    Field::AcceptedRisks,
];

/// What is left out of an object where it is empty is there all the same in a whole one.
fn shows(history: &History<'_>, field: Field) -> bool {
    match field {
        Field::AcceptedRisks => history.has_column(Field::Verified) && history.has_column(Field::Image),
        _ => history.has_column(field),
    }
}

fn value(entry: &Entry<'_>, field: Field) -> Option<String> {
    let text = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
    match field {
        Field::StartedTime => entry.started.instant().map(rfc3339),
        Field::CompletionTime => entry.completed.instant().map(rfc3339),
        Field::State => text(entry.raw.state.as_deref()),
        Field::Version => text(entry.version()),
        Field::Image => text(entry.image()),
        Field::Verified => entry.raw.verified.map(|verified| verified.to_string()),
        Field::AcceptedRisks => text(entry.raw.accepted_risks.as_deref()),
    }
}

/// Whether two values, as far as they can be read and are not masked, are two.
fn differ(was: &Entry<'_>, is: &Entry<'_>, field: Field) -> bool {
    match field {
        Field::StartedTime => was.started.instant().is_some() && is.started.instant().is_some(),
        Field::CompletionTime => {
            let known =
                |entry: &Entry<'_>| entry.completed.instant().is_some() || entry.completed == crate::history::Moment::Absent;
            known(was) && known(is)
        }
        Field::Version => {
            !matches!(masked::same(was.version(), is.version()), Some(true)) && !masked_either(was.version(), is.version())
        }
        Field::Image => matches!(Images::of(was.image(), is.image()), Images::Other | Images::OtherRegistry),
        Field::State | Field::Verified | Field::AcceptedRisks => true,
    }
}

fn masked_either(a: Option<&str>, b: Option<&str>) -> bool {
    a.is_some_and(masked::is_masked) || b.is_some_and(masked::is_masked)
}

/// What the operator may do to the newest entry (CVO `pkg/cvo/status.go`, mergeOperatorHistory).
fn allowed(field: Field) -> &'static str {
    match field {
        Field::CompletionTime => "The newest entry gets its end once: when it completes, or when the next update begins.",
        Field::State => "The newest entry becomes Completed once.",
        Field::Version => "A version that was not known yet is filled in.",
        Field::Verified => "The newest entry becomes verified once its signature has been checked.",
        Field::AcceptedRisks => "The operator writes acceptedRisks anew, and clears it when it looks at the next release.",
        Field::StartedTime | Field::Image => "Nothing speaks against this change.",
    }
}

/// What it never does.
fn forbidden(field: Field) -> &'static str {
    match field {
        Field::StartedTime => "A recorded start never changes.",
        Field::CompletionTime => "A recorded end never changes, and only the newest entry gets one.",
        Field::State => "A state goes from Partial to Completed, while the entry is the newest, and never back.",
        Field::Version => "A version that is known never changes.",
        Field::Image => "The image never changes: another one is another entry.",
        Field::Verified => "verified becomes true while the entry is the newest, and never false.",
        Field::AcceptedRisks => "Nobody but the operator writes acceptedRisks.",
    }
}

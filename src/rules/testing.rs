//! What the rules' tests share: they go through the whole pipeline, so that positions are real.

use super::{ALL, Example, Rule};
use crate::report::{Finding, Report};
use crate::{Input, Options, Role, inspect};

/// The findings of one rule on one text.
pub(crate) fn check(rule: &Rule, text: &str) -> Vec<Finding> {
    of(rule, report(&[(text, Role::History)]).histories.into_iter().flat_map(|history| history.findings))
}

/// The findings of one rule on one text, at a given time.
pub(crate) fn check_at(rule: &Rule, text: &str, now: &str) -> Vec<Finding> {
    let now = chrono::DateTime::parse_from_rfc3339(now).ok().map(|time| time.to_utc());
    let report = inspect(&[Input { text: text.into(), ..Input::default() }], &Options { now });
    of(rule, report.histories.into_iter().flat_map(|history| history.findings))
}

/// The findings of one rule in the comparison of two texts.
pub(crate) fn compare(rule: &Rule, before: &str, after: &str) -> Vec<Finding> {
    let report = report(&[(before, Role::Before), (after, Role::After)]);
    of(rule, report.comparisons.into_iter().flat_map(|comparison| comparison.findings))
}

/// Entry, field, line and column of a finding.
pub(crate) fn at(finding: &Finding) -> (Option<usize>, Option<&str>, usize, usize) {
    (finding.entry, finding.field.as_deref(), finding.line, finding.column)
}

/// The whole report.
pub(crate) fn report(inputs: &[(&str, Role)]) -> Report {
    let inputs: Vec<Input> = inputs.iter().map(|(text, role)| Input { name: None, text: (*text).into(), role: *role }).collect();
    inspect(&inputs, &Options::default())
}

fn of(rule: &Rule, findings: impl Iterator<Item = Finding>) -> Vec<Finding> {
    findings.filter(|finding| finding.rule == rule.id).collect()
}

#[test]
fn every_example_does_what_it_shows() {
    for rule in ALL {
        match rule.example {
            Example::One { fires, clean } => {
                let now = "2026-01-01T00:00:00Z";
                assert!(!check_at(rule, fires, now).is_empty(), "{} must fire on its example", rule.id);
                assert_eq!(check_at(rule, clean, now), [], "{} must not fire on its clean example", rule.id);
            }
            Example::Two { before, fires, clean } => {
                assert!(!compare(rule, before, fires).is_empty(), "{} must fire on its example", rule.id);
                assert_eq!(compare(rule, before, clean), [], "{} must not fire on its clean example", rule.id);
            }
        }
    }
}

#[test]
fn ids_are_unique_and_kebab_case() {
    let mut ids: Vec<_> = ALL.iter().map(|rule| rule.id).collect();
    assert!(ids.iter().all(|id| id.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), ALL.len());
}

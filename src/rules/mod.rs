//! What a healthy history obeys, one file a rule: its documentation, its metadata, its check and
//! its tests. A new rule is its file and one line in the list below.

mod known_bug;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use known_bug::current_release;

use chrono::{DateTime, Utc};

use crate::compare::Comparison;
use crate::finding::{Finding, Findings};
use crate::history::History;
use crate::report::{Confidence, RuleInfo, Severity};

/// A rule: what it is about, and how to check it.
#[derive(Debug)]
pub struct Rule {
    /// Kebab-case; it names the defect.
    pub id: &'static str,
    /// The id in words.
    pub title: &'static str,
    /// The severity it has unless a finding says otherwise.
    pub severity: Severity,
    /// What it does: when it fires, and when it does not.
    pub what: &'static str,
    /// Why what it finds is wrong; a finding's reason unless it has its own.
    pub why: &'static str,
    /// What to do; a finding's advice unless it has its own.
    pub what_to_do: &'static str,
    /// An input on which it fires, and one much like it on which it does not.
    pub example: Example,
    /// Sources of the facts.
    pub references: &'static [&'static str],
    /// On one history.
    pub check: Option<fn(&History<'_>, &Context, &mut Findings)>,
    /// On two histories of one cluster.
    pub compare: Option<fn(&Comparison<'_>, &mut Findings)>,
}

/// Inputs that show a rule; they are run as tests.
#[derive(Debug)]
pub enum Example {
    /// For a rule on one history.
    One {
        /// It fires on this.
        fires: &'static str,
        /// It does not fire on this.
        clean: &'static str,
    },
    /// For a rule on two.
    Two {
        /// The older snapshot.
        before: &'static str,
        /// It fires on this newer one.
        fires: &'static str,
        /// It does not fire on this newer one.
        clean: &'static str,
    },
}

/// What the caller knows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context {
    /// The time of the inspection.
    pub now: Option<DateTime<Utc>>,
}

/// Declares the modules of the rules, and the table of them in the same order.
macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*
        /// Every rule, in the order of the documentation.
        pub static ALL: &[&Rule] = &[$(&$name::RULE),*];
    };
}

rules! {
    completion_overwritten,
    partial_closed_apart,
    completion_missing,
    open_entry_closed,
    completed_before_started,
    overlaps_successor,
    entry_repeated,
    image_missing,
    entries_out_of_order,
    unknown_state,
    history_too_long,
    time_in_future,
    foreign_time_format,
    install_entry_verified,
    install_entry_lost,
    desired_mismatch,
    condition_mismatch,
    generation_mismatch,
    creation_mismatch,
    foreign_manager,
    version_hash_malformed,
    overwrite_pending,
    instant_completion,
    brief_completion,
    unverified_release,
    never_completed,
    entry_changed,
    entry_lost,
    entry_inserted,
    state_regressed,
    snapshots_unrelated,
}

/// Takes back, in words too, that what the object kept is the true time: another record contradicts it.
pub(crate) fn doubt(finding: &mut Finding) {
    finding.expected = None;
    completion_overwritten::doubt(finding);
}

/// Evidence contradicts what a finding is about: it is proven, and no longer worded as a possibility.
pub(crate) fn prove(history: &History<'_>, finding: &mut Finding) {
    finding.confidence = Confidence::Proven;
    completion_overwritten::prove(history, finding);
}

/// A later snapshot shows that the next update has come, and whether it overwrote the completion.
pub(crate) fn no_longer_pending(findings: &mut Findings, overwritten: bool) {
    overwrite_pending::settle(findings, overwritten);
}

impl Rule {
    /// What lists and pages show of it.
    pub fn info(&self) -> RuleInfo {
        let (before, fires, clean) = match self.example {
            Example::One { fires, clean } => (None, fires, clean),
            Example::Two { before, fires, clean } => (Some(before), fires, clean),
        };
        RuleInfo {
            id: self.id.into(),
            title: self.title.into(),
            severity: self.severity,
            compares: self.compare.is_some(),
            what: self.what.into(),
            why: self.why.into(),
            fires: fires.into(),
            fires_before: before.map(str::to_owned),
            clean: clean.into(),
            what_to_do: self.what_to_do.into(),
            references: self.references.iter().map(|reference| (*reference).to_owned()).collect(),
        }
    }
}

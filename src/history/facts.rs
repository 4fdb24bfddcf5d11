//! What several rules ask of a history. Sources are named at each; CVO is
//! openshift/cluster-version-operator.

use chrono::{DateTime, Utc};

use super::{Entry, Field, History, Moment, Release};
use crate::model::Condition;
use crate::parse::{Kind, Tail, Writer};

impl<'d> History<'d> {
    /// The entry that superseded `entry`.
    pub fn successor(&self, entry: usize) -> Option<&Entry<'d>> {
        self.entries.get(entry.checked_sub(1)?)
    }

    /// When the entry that superseded `entry` began.
    pub fn successor_start(&self, entry: usize) -> Option<DateTime<Utc>> {
        self.successor(entry)?.started.instant()
    }

    /// Whether an entry's one time may be its end and not its start: it is a row that lacks a column, nobody knows which.
    pub fn start_may_be_end(&self, entry: &Entry<'_>) -> bool {
        self.document.kind == Kind::Columns && entry.cut && entry.completed == Moment::Unknown
    }

    /// Whether entries may have been pruned between `newer` and `newer + 1`. The pruner of 4.12 and
    /// later only ever removes entries behind the newest fifty of a hundred (CVO
    /// `pkg/cvo/status_history.go`); the ones before kept fifty, with a gap before the last at most
    /// (CVO `pkg/cvo/status.go`, pruneStatusHistory).
    pub fn may_be_pruned_after(&self, newer: usize) -> bool {
        let n = self.entries.len();
        (n >= 50 && newer + 2 == n) || (newer >= 49 && (n >= 100 || !self.has_oldest()))
    }

    /// Whether the installation's entry may have been pruned: only before 4.10.z and 4.11, and never
    /// while fewer than fifty entries are kept (bug 2097067, CVO pull request 791).
    pub fn installation_may_be_pruned(&self) -> bool {
        self.entries.len() >= 50
    }

    /// Whether the last entry of the paste is the oldest the cluster has: the list's end is in the
    /// paste, or that entry began with the object's creation.
    pub fn has_oldest(&self) -> bool {
        let last_is_whole = self.entries.last().is_some_and(|entry| !entry.cut);
        !self.entries.is_empty()
            && (self.document.extent.tail == Tail::Seen || last_is_whole && self.began_with_the_object() == Some(true))
    }

    /// Whether the last entry began within fifteen minutes of the object's creation (2 to 47 seconds
    /// in the objects measured); none where one of the times is not in the paste.
    fn began_with_the_object(&self) -> Option<bool> {
        let created = Moment::read(self.document.metadata.creation_timestamp.as_deref(), false).instant()?;
        let oldest = self.entries.last()?.started.instant()?;
        Some(oldest >= created && (oldest - created).num_minutes() <= 15)
    }

    /// Whether the last entry of the paste may be the oldest: the text ends behind it.
    pub fn may_have_oldest(&self) -> bool {
        self.has_oldest() || !self.entries.is_empty() && self.document.extent.tail == Tail::TextEnds
    }

    /// Whether entry 0 of the paste is the cluster's newest.
    pub fn has_newest(&self) -> bool {
        self.document.extent.head && !self.entries.is_empty()
    }

    /// Whether the paste shows that entry 0 is the newest, by what stands before it. Bare lines and bare lists may
    /// have been cut anywhere.
    pub fn shows_newest(&self) -> bool {
        self.has_newest() && self.document.begun
    }

    /// Whether it is known, too, that entry 0 is the newest: the next did not begin after it.
    pub fn begins_with_newest(&self) -> bool {
        self.has_newest() && !self.is_out_of_order(1)
    }

    /// Whether HyperShift writes it.
    pub fn is_hosted(&self) -> bool {
        self.document.writer == Writer::HyperShift
    }

    /// Whether HyperShift may write it the way it did up to 4.12, with a controller of its own that
    /// leaves what it supersedes open and never prunes (hypershift `hostedcluster_controller.go`,
    /// computeClusterVersionStatus). Later ones mirror the hosted operator's own history whole.
    pub fn is_legacy_hosted(&self) -> bool {
        let is_old = |entry: &Entry<'_>| entry.release().is_none_or(|release: Release| release.is_before_minor(13));
        self.is_hosted() && self.entries.iter().all(is_old)
    }

    /// Why a check of these fields cannot run: the first of them that the paste has no column of.
    pub fn lacks(&self, fields: &[Field]) -> Option<String> {
        let field = fields.iter().find(|field| !self.has_column(**field))?;
        Some(format!("no entry of the paste has {}", field.name()))
    }

    /// Whether the whole object is in the paste, as the API server gave it out.
    pub fn is_object(&self) -> bool {
        self.document.kind == Kind::ClusterVersion
    }

    /// The bug's mark: a `Completed` entry that ends in the very second in which the next begins.
    /// A superseded `Partial` always does, in every release (CVO `pkg/cvo/status.go`,
    /// mergeOperatorHistory), so the state alone tells damage from normal.
    pub fn is_overwritten(&self, entry: usize) -> bool {
        let Some(this) = self.entries.get(entry) else { return false };
        let completed = this.completed.instant();
        this.is_completed() && completed.is_some() && completed == self.successor_start(entry)
    }

    /// Whether `entry` began after the one that superseded it.
    pub fn is_out_of_order(&self, entry: usize) -> bool {
        let started = self.entries.get(entry).and_then(|this| this.started.instant());
        matches!((started, self.successor_start(entry)), (Some(this), Some(next)) if this > next)
    }

    /// The oldest `Completed` entry, when the list's end is in the paste.
    pub fn first_completed(&self) -> Option<usize> {
        if !self.has_oldest() {
            return None;
        }
        self.entries.iter().rposition(Entry::is_completed)
    }

    /// A condition and its position in the list.
    pub fn condition(&self, kind: &str) -> Option<(usize, &'d Condition)> {
        let conditions = &self.document.status.conditions;
        conditions.iter().enumerate().find(|(_, condition)| condition.kind.as_deref() == Some(kind))
    }

    /// When a condition last changed, if it has this status.
    pub fn transition(&self, kind: &str, status: &str) -> Option<DateTime<Utc>> {
        let (_, condition) = self.condition(kind)?;
        if condition.status.as_deref() != Some(status) {
            return None;
        }
        Moment::read(condition.last_transition_time.as_deref(), false).instant()
    }

    /// When the cluster became available for the first time, where that can be told: `Available`'s
    /// transition lies after the installation began and not after what the first `Completed` entry
    /// records. The operator sets both with one clock reading (CVO `pkg/cvo/status.go`,
    /// updateClusterVersionStatus) and never stamps `Available` again while it stays true, so where
    /// the bug overwrote that completion, this is the lost value. Measured on 17 whole objects of
    /// public test data: equal to the second in each.
    pub fn first_available(&self) -> Option<DateTime<Utc>> {
        let first = self.first_completed()?;
        let available = self.transition("Available", "True")?;
        let entry = self.entries.get(first)?;
        let (started, completed) = (entry.started.instant()?, entry.completed.instant()?);
        (self.retains_installation() && started <= available && available <= completed).then_some(available)
    }

    /// Whether the oldest entry is the installation's.
    pub fn retains_installation(&self) -> bool {
        let oldest = self.entries.last().filter(|_| self.has_oldest()).and_then(|entry| entry.started.instant());
        oldest.is_some() && self.began_with_the_object().unwrap_or(!self.installation_may_be_pruned())
    }
}

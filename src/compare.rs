//! Two snapshots of one cluster's history, aligned entry by entry.
//!
//! The operator only ever adds entries at the front, completes the newest, and prunes far behind
//! (CVO `pkg/cvo/status.go`, mergeOperatorHistory; `pkg/cvo/status_history.go`). So what both
//! snapshots have must be equal but for what their newest common entry may still become.

use crate::history::masked::{self, Images};
use crate::history::{Entry, History, State};

/// An older and a newer snapshot.
#[derive(Debug)]
pub struct Comparison<'h> {
    /// The older one.
    pub before: &'h History<'h>,
    /// The newer one.
    pub after: &'h History<'h>,
    /// Whether they are one cluster's.
    pub relation: Relation,
    pairs: Vec<Pair>,
    lost: Vec<usize>,
    inserted: Vec<usize>,
}

/// Whether two snapshots are one cluster's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The same identity, or at least one entry in common and no other identity.
    SameCluster,
    /// Another identity.
    OtherIdentity,
    /// No identity to go by, and not one entry in common.
    NothingInCommon,
}

/// An entry that both snapshots have, by its index in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    before: usize,
    after: usize,
}

impl Pair {
    /// Its index in the older snapshot.
    pub fn before_index(self) -> usize {
        self.before
    }

    /// Its index in the newer snapshot.
    pub fn after_index(self) -> usize {
        self.after
    }
}

impl<'h> Comparison<'h> {
    /// Aligns two snapshots.
    pub fn new(before: &'h History<'h>, after: &'h History<'h>) -> Self {
        let common = common_entries(&before.entries, &after.entries);
        let relation = match same_identity(before, after) {
            Some(true) => Relation::SameCluster,
            Some(false) => Relation::OtherIdentity,
            None if common.is_empty() => Relation::NothingInCommon,
            None => Relation::SameCluster,
        };
        let mut comparison = Comparison { before, after, relation, pairs: vec![], lost: vec![], inserted: vec![] };
        if relation == Relation::SameCluster {
            comparison.fill(&common);
        }
        comparison
    }

    /// The entries that both have, newest first.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.pairs.iter().copied()
    }

    /// The pair's entry in the older snapshot.
    pub fn before(&self, pair: Pair) -> Option<&Entry<'h>> {
        self.before.entries.get(pair.before)
    }

    /// The pair's entry in the newer snapshot.
    pub fn after(&self, pair: Pair) -> Option<&Entry<'h>> {
        self.after.entries.get(pair.after)
    }

    /// Entries of the older snapshot that the newer should have and has not; pruning does not explain them.
    pub fn lost(&self) -> &[usize] {
        &self.lost
    }

    /// Entries of the newer snapshot, behind its newest common one, that the older should have had.
    pub fn inserted(&self) -> &[usize] {
        &self.inserted
    }

    /// Whether the newest entries are gone up to this one: the cluster was restored from a backup of when this entry
    /// was the newest, and what it became then it may have become otherwise since.
    pub fn is_rewound_to(&self, pair: Pair) -> bool {
        self.pairs.first() == Some(&pair) && self.lost.contains(&0)
    }

    /// How much a text says by not having some entries of another: the whole of the list, or as much as its lines or
    /// elements do, which a filter or a cut may have left.
    pub fn absence(&self, gone: &[usize], from: &History<'_>, of: &History<'_>) -> Absence {
        let gone = || gone.iter().filter_map(|index| of.entries.get(*index));
        match from.document.has_status() {
            true => Absence::Whole,
            false if FILTERED.iter().any(|by| is_filter(gone().map(by), from.entries.iter().map(by))) => Absence::Filtered,
            false => Absence::Bare,
        }
    }

    /// How many entries the newer snapshot has before the newest common one.
    pub fn added(&self) -> usize {
        self.pairs.first().map_or(0, |pair| pair.after)
    }

    /// Goes through the stretches between the common entries: what looks alike there is an entry
    /// that was changed; of the rest, some is new, some lost, some inserted.
    fn fill(&mut self, common: &[Pair]) {
        let (n, m) = (self.before.entries.len(), self.after.entries.len());
        let mut from = Pair { before: 0, after: 0 };
        let end = Pair { before: n, after: m };
        let mut first = true;
        for next in common.iter().copied().chain([end]) {
            let (mut b, mut a) = (next.before, next.after);
            let at = self.pairs.len();
            while b > from.before && a > from.after && self.alike(b - 1, a - 1) && !(first && self.began_again(b - 1, a - 1)) {
                (b, a) = (b - 1, a - 1);
                self.pairs.insert(at, Pair { before: b, after: a });
            }
            let at_tail = next == end;
            // A list that the paste cuts off, at either end, has not lost what it does not show.
            if (!first || self.after.has_newest()) && (!at_tail || self.after.has_oldest()) {
                let would_be = |index: usize| from.after + (index - from.before);
                let lost: Vec<_> = (from.before..b).filter(|&index| !self.may_be_pruned(would_be(index))).collect();
                self.lost.extend(lost);
            }
            if !first && (!at_tail || self.before.has_oldest()) {
                self.inserted.extend(from.after..a);
            }
            if next != end {
                self.pairs.push(next);
            }
            from = Pair { before: next.before + 1, after: next.after + 1 };
            first = false;
        }
    }

    /// Whether two entries with other start times are one that was changed. Where neither a version
    /// nor an image is known on both sides, nothing says so.
    fn alike(&self, before: usize, after: usize) -> bool {
        let (Some(was), Some(is)) = (self.before.entries.get(before), self.after.entries.get(after)) else { return false };
        let version = masked::same(was.version(), is.version());
        let images = was.image().zip(is.image()).map(|(was, is)| Images::of(Some(was), Some(is)));
        let known = version == Some(true) && was.version().is_some();
        version != Some(false)
            && !matches!(images, Some(Images::Other))
            && (known || matches!(images, Some(Images::Same | Images::OtherRegistry)))
    }

    /// Whether the later entry is another update to the same release, begun after the earlier one
    /// ended: what a restored cluster does when it is updated again. One that had not ended yet may
    /// have been lost at any time.
    fn began_again(&self, before: usize, after: usize) -> bool {
        let (Some(was), Some(is)) = (self.before.entries.get(before), self.after.entries.get(after)) else { return false };
        let ended = was.completed.instant().or(was.started.instant());
        matches!((ended, is.started.instant()), (Some(ended), Some(begun)) if begun >= ended)
    }

    /// Whether an entry that would stand at `index` of the later list may have been pruned. 4.12 and
    /// later drop one of a hundred and one, never of the newest fifty; before, the fiftieth could go.
    fn may_be_pruned(&self, index: usize) -> bool {
        self.after.entries.len() >= 50 && index >= 49
    }
}

/// Whether cluster ids or object uids say that two histories are one cluster's.
fn same_identity(before: &History<'_>, after: &History<'_>) -> Option<bool> {
    let (a, b) = (before.document, after.document);
    let same = |a: &Option<String>, b: &Option<String>| match (a, b) {
        (Some(a), Some(b)) if is_identity(a) && is_identity(b) => Some(a == b),
        _ => None,
    };
    same(&a.spec.cluster_id, &b.spec.cluster_id).or_else(|| same(&a.metadata.uid, &b.metadata.uid))
}

/// An identity that was taken out says nothing.
pub(crate) fn is_identity(id: &str) -> bool {
    !masked::is_masked(id) && id.contains(|c| !matches!(c, '0' | '-' | 'x' | 'X'))
}

/// What a text says by not having an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// The whole list is in the paste: the cluster did not have it.
    Whole,
    /// Bare lines or a bare list, of which some may have been left out.
    Bare,
    /// All the entries that a filter would keep are there, and none that it would not.
    Filtered,
}

/// What people filter a history by: `grep Completed`, `select(.verified)`, `grep 4.3`.
const FILTERED: [fn(&Entry<'_>) -> Option<String>; 3] = [
    |entry| (entry.state != State::Unknown).then(|| format!("{:?}", entry.state)),
    |entry| entry.raw.verified.map(|verified| verified.to_string()),
    |entry| entry.release().map(|release| format!("{}.{}", release.major, release.minor)),
];

/// Whether all that is left is of one kind, and all that is gone of others.
fn is_filter(mut gone: impl Iterator<Item = Option<String>>, mut left: impl Iterator<Item = Option<String>>) -> bool {
    let Some(Some(kind)) = left.next() else { return false };
    left.all(|other| other.as_ref() == Some(&kind)) && gone.all(|other| other.is_some_and(|other| other != kind))
}

/// The longest common run of entries in order, an entry being known by its start and release.
fn common_entries(before: &[Entry<'_>], after: &[Entry<'_>]) -> Vec<Pair> {
    let same = |was: &Entry<'_>, is: &Entry<'_>| {
        let release = |a: Option<&str>, b: Option<&str>| a.is_none() || b.is_none() || masked::same(a, b) != Some(false);
        let image = |a: Option<&str>, b: Option<&str>| a.is_none() || b.is_none() || Images::of(a, b) != Images::Other;
        was.started.instant().is_some()
            && was.started.instant() == is.started.instant()
            && (image(was.image(), is.image()) || release(was.version(), is.version()))
    };
    let (n, m) = (before.len(), after.len());
    if n.saturating_mul(m) > 4_000_000 {
        return vec![];
    }
    let mut length = vec![0_u16; (n + 1) * (m + 1)];
    let at = |b: usize, a: usize| b * (m + 1) + a;
    for b in (0..n).rev() {
        for a in (0..m).rev() {
            length[at(b, a)] = if same(&before[b], &after[a]) {
                length[at(b + 1, a + 1)] + 1
            } else {
                length[at(b + 1, a)].max(length[at(b, a + 1)])
            };
        }
    }
    let (mut b, mut a, mut pairs) = (0, 0, vec![]);
    while b < n && a < m {
        if same(&before[b], &after[a]) {
            pairs.push(Pair { before: b, after: a });
            (b, a) = (b + 1, a + 1);
        } else if length[at(b + 1, a)] >= length[at(b, a + 1)] {
            b += 1;
        } else {
            a += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::parse;

    fn compared(before: &str, after: &str, see: impl Fn(&Comparison<'_>)) {
        let (before, after) = (parse::read(before), parse::read(after));
        let before = History::new(&before.documents[0], &mut vec![]);
        let after = History::new(&after.documents[0], &mut vec![]);
        see(&Comparison::new(&before, &after));
    }

    fn indexes(comparison: &Comparison<'_>) -> Vec<(usize, usize)> {
        comparison.pairs().map(|pair| (pair.before, pair.after)).collect()
    }

    const A: &str = "2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n";
    const B: &str = "2024-02-01T00:00:00Z|2024-02-01T01:00:00Z|Completed|4.14.2\n";
    const C: &str = "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n";
    const C_MOVED: &str = "2024-03-01T00:00:09Z|2024-03-01T01:00:00Z|Completed|4.14.3\n";
    const D: &str = "2024-04-01T00:00:00Z||Partial|4.14.4\n";

    #[test]
    fn growth_is_neither_loss_nor_insertion() {
        compared(&[B, A].concat(), &[D, C, B, A].concat(), |comparison| {
            assert_eq!(indexes(comparison), [(0, 2), (1, 3)]);
            assert_eq!((comparison.added(), comparison.lost(), comparison.inserted()), (2, &[][..], &[][..]));
        });
    }

    #[test]
    fn an_entry_whose_start_was_changed_is_still_that_entry() {
        compared(&[C, B, A].concat(), &[D, C_MOVED, B, A].concat(), |comparison| {
            assert_eq!(indexes(comparison), [(0, 1), (1, 2), (2, 3)]);
            assert_eq!((comparison.lost(), comparison.inserted()), (&[][..], &[][..]));
        });
    }

    #[test]
    fn what_is_gone_or_new_in_the_middle_is_said() {
        compared(&[C, B, A].concat(), &[C, A].concat(), |comparison| assert_eq!(comparison.lost(), [1]));
        compared(&[C, A].concat(), &[C, B, A].concat(), |comparison| assert_eq!(comparison.inserted(), [1]));
        compared(&[C, B, A].concat(), &[B, A].concat(), |comparison| assert_eq!(comparison.lost(), [0]));
    }

    #[test]
    fn a_cut_list_has_not_lost_what_it_does_not_show() {
        compared(&[C, B, A].concat(), &[D, C, B].concat(), |comparison| assert_eq!(comparison.lost(), [0; 0]));
        compared(&[C, B].concat(), &[D, C, B, A].concat(), |comparison| assert_eq!(comparison.inserted(), [0; 0]));
    }

    #[test]
    fn a_list_without_its_head_has_not_lost_what_it_does_not_show() {
        const ENTRY: &str = "  state: Completed\n  startedTime: 2024-01-01T00:00:00Z\n  version: 4.14.1\n";
        compared(&[C, B, A].concat(), ENTRY, |comparison| {
            assert_eq!((indexes(comparison), comparison.lost()), (vec![(2, 0)], &[][..]));
        });
    }

    #[test]
    fn another_update_to_the_same_release_is_another_entry() {
        const AGAIN: &str = "2024-03-09T00:00:00Z|2024-03-09T01:00:00Z|Completed|4.14.3\n";
        compared(&[C, B, A].concat(), &[AGAIN, B, A].concat(), |comparison| {
            assert_eq!((indexes(comparison), comparison.lost(), comparison.added()), (vec![(1, 1), (2, 2)], &[0][..], 1));
        });
    }

    #[test]
    fn entries_of_unknown_releases_are_not_taken_for_each_other() {
        let times = |month: u32| format!("2024-0{month}-01T00:00:00Z|2024-0{month}-01T01:00:00Z|Completed\n");
        compared(&[times(3), times(2), times(1)].concat(), &[times(5), times(4), times(2), times(1)].concat(), |comparison| {
            assert_eq!((indexes(comparison), comparison.lost()), (vec![(1, 2), (2, 3)], &[0][..]));
        });
    }

    #[test]
    fn nothing_in_common_is_another_cluster() {
        compared(A, B, |comparison| assert_eq!(comparison.relation, Relation::NothingInCommon));
    }
}

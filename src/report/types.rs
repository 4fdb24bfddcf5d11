use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::MaskedNames;

/// The whole answer to one call of [`inspect`](crate::inspect).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Always 1.
    pub schema_version: u32,
    /// What wrote the report.
    pub tool: Tool,
    /// The worst verdict of all histories and comparisons.
    pub verdict: Verdict,
    /// The verdict in one sentence.
    pub summary: String,
    /// The histories found, in the order of the text.
    pub histories: Vec<HistoryReport>,
    /// The pairs of histories that were compared.
    pub comparisons: Vec<ComparisonReport>,
    /// Independent dated facts found beside the histories.
    pub evidence: Vec<EvidenceItem>,
    /// What was wrong with the input itself.
    pub problems: Vec<ProblemReport>,
    /// What to do now: that of the history the summary is about, or how to get one.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub advice: Vec<Advice>,
    /// Where the texts were masked before they were inspected: how many names.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub masked: Option<MaskedNames>,
}

/// Something to do, and a command for it where one helps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Advice {
    /// What to do, as a sentence.
    pub text: String,
    /// A line for a shell. Words in capitals are to be replaced.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub command: Option<String>,
}

/// Whether a release has a bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Affected {
    /// It has.
    Yes,
    /// It has the fix.
    No,
    /// The paste does not say which release runs, or nobody knows.
    Unknown,
}

/// What the release that the cluster runs now has to do with the bug behind a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct CurrentRelease {
    /// Its version; null where the paste does not have it, or an update is on its way.
    pub version: Option<String>,
    /// Whether it has the bug.
    pub affected: Affected,
    /// The same as a sentence.
    pub text: String,
}

/// Name and version of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
pub struct Tool {
    /// `clusterversion-history`.
    pub name: String,
    /// The version, as in Cargo.toml.
    pub version: String,
}

/// Whether a history can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every check that could run passed. An update in progress is intact.
    Intact,
    /// No history in the input, or none of its entries could be checked.
    Undetermined,
    /// A warning, or an error that is only possible.
    Suspect,
    /// An error, proven or likely: no operator writes this unless it has the bug, or someone edited it.
    Corrupt,
}

/// One history: where it stood, what it says, what is wrong with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct HistoryReport {
    /// Position in [`Report::histories`].
    pub id: usize,
    /// Where it was found.
    pub source: SourceRef,
    /// `spec.clusterID`, where the input has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub cluster_id: Option<String>,
    /// This history's own verdict.
    pub verdict: Verdict,
    /// That verdict in one sentence.
    pub summary: String,
    /// The entries, newest first.
    pub entries: Vec<EntryReport>,
    /// What is wrong, worst first.
    pub findings: Vec<Finding>,
    /// The rules that could not run on this input, and why not.
    pub not_checked: Vec<NotChecked>,
    /// What to do now.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub advice: Vec<Advice>,
}

/// Where in the input a history stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct SourceRef {
    /// The input's name: a file's path, or `paste`.
    pub name: String,
    /// The input's position among the inputs given.
    pub input: usize,
    /// What was recognised, such as `ClusterVersion (YAML)`.
    pub kind: String,
    /// First line.
    pub line: usize,
    /// Last line.
    pub end_line: usize,
}

/// One entry of `status.history`, as read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct EntryReport {
    /// 0 is the newest.
    pub index: usize,
    /// `Completed`, `Partial`, or whatever stood there.
    pub state: Option<String>,
    /// The release's version; may be empty.
    pub version: Option<String>,
    /// The release image's pull specification.
    pub image: Option<String>,
    /// Whether the release's signature was verified before it was applied.
    pub verified: Option<bool>,
    /// RFC 3339 UTC; null where missing or unreadable.
    pub started_time: Option<String>,
    /// RFC 3339 UTC, as recorded; null while in progress, where missing or unreadable.
    pub completion_time: Option<String>,
    /// The risks an administrator accepted for this update.
    pub accepted_risks: Option<String>,
    /// Line on which the entry begins.
    pub line: usize,
    /// Bounds of the true completion, where the recorded one is wrong or evidence narrows it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub true_completion: Option<TrueCompletion>,
}

/// What is known of an entry's true completion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct TrueCompletion {
    /// It was not complete before this time.
    pub not_before: Option<String>,
    /// It was complete by this time.
    pub not_after: Option<String>,
    /// The time itself, where another record kept it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub exact: Option<String>,
    /// What the bounds rest on, in words.
    pub basis: Vec<String>,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; the history is not worse for it.
    Info,
    /// Unusual; a healthy cluster rarely looks so.
    Warning,
    /// The history is wrong.
    Error,
}

/// How sure a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// There is another explanation that cannot be ruled out.
    Possible,
    /// No healthy operator is known to write this.
    Likely,
    /// An independent record contradicts it.
    Proven,
}

/// One thing that is wrong, or worth knowing, about a history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The rule's id, such as `completion-overwritten`.
    pub rule: String,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// What did it, where that is known: `bz1756461`, …
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub cause: Option<String>,
    /// The entry it stands at; null when it concerns the history as a whole.
    pub entry: Option<usize>,
    /// The field it stands at, such as `completionTime`.
    pub field: Option<String>,
    /// The place in the object, such as `status.history[1].completionTime`.
    pub path: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in UTF-16 units.
    pub column: usize,
    /// Column after the last character on that line, for underlining.
    pub end_column: usize,
    /// What is wrong.
    pub message: String,
    /// Why it is wrong.
    pub why: String,
    /// What to do about it.
    pub what_to_do: String,
    /// The value that was recorded.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub recorded: Option<String>,
    /// The value that should have been there, where it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub expected: Option<String>,
    /// Other places that have a part in it.
    pub related: Vec<Related>,
    /// Addresses of the bugs, pull requests and API types behind the rule.
    pub references: Vec<String>,
    /// Where a known bug did it: whether the cluster's current release still has that bug.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub current_release: Option<CurrentRelease>,
    /// Commands that help to follow it up.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub commands: Vec<Advice>,
}

/// Another place that has a part in a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Related {
    /// The input it stands in.
    pub input: usize,
    /// The history it stands in: [`HistoryReport::id`].
    pub history: usize,
    /// The entry.
    pub entry: Option<usize>,
    /// The field.
    pub field: Option<String>,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in UTF-16 units.
    pub column: usize,
    /// Column after the last character on that line.
    pub end_column: usize,
    /// Its part.
    pub message: String,
}

/// A rule that did not run on a history, and why not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
pub struct NotChecked {
    /// The rule's id.
    pub rule: String,
    /// What it would have needed.
    pub reason: String,
}

/// Two histories of one cluster, compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct ComparisonReport {
    /// [`HistoryReport::id`] of the older snapshot.
    pub before: usize,
    /// [`HistoryReport::id`] of the newer snapshot.
    pub after: usize,
    /// What the comparison says in one sentence.
    pub summary: String,
    /// What changed that must not. Positions are in the newer snapshot unless `related` says otherwise.
    pub findings: Vec<Finding>,
    /// The rules whose answer the two pastes cannot give, and why not.
    #[serde(default)]
    pub not_checked: Vec<NotChecked>,
    /// The two aligned entry by entry, newest first; empty where they were not compared.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rows: Vec<Row>,
}

/// An entry of two snapshots, or of one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// What became of it.
    pub kind: RowKind,
    /// Its index in the older snapshot.
    pub before: Option<usize>,
    /// Its index in the newer one.
    pub after: Option<usize>,
    /// The rule that says that it must not be so; null where none does.
    pub rule: Option<String>,
    /// Why it may or must not be so, with the source; empty where nothing changed.
    pub law: String,
    /// The fields that are not the same.
    pub changes: Vec<Change>,
}

/// What became of an entry between two snapshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum RowKind {
    /// Both have it, and it is the same.
    Same,
    /// Both have it, and something in it is not the same.
    Changed,
    /// A new update.
    Added,
    /// The operator may have pruned it.
    Pruned,
    /// The newer snapshot should have it.
    Lost,
    /// The older snapshot should have had it.
    Inserted,
    /// One of the two pastes does not show it, which says nothing.
    NotShown,
}

/// A field of an entry that is not the same in two snapshots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The field, such as `completionTime`.
    pub field: String,
    /// Its value in the older snapshot; null where it has none.
    pub before: Option<String>,
    /// Its value in the newer one.
    pub after: Option<String>,
    /// Whether the operator does so.
    pub verdict: ChangeVerdict,
    /// The rule that fires on it, where it is forbidden.
    pub rule: Option<String>,
    /// The law, and its source.
    pub law: String,
}

/// Whether a change is one that the operator makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ChangeVerdict {
    /// The operator makes it.
    Allowed,
    /// A rule fires on it.
    Forbidden,
    /// No rule can tell.
    NotJudged,
}

/// One dated fact that does not come from the history itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct EvidenceItem {
    /// When, RFC 3339 UTC.
    pub time: String,
    /// Until when, for what lasted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub end_time: Option<String>,
    /// What kind of record it is.
    pub kind: String,
    /// What it says.
    pub message: String,
    /// The name of the input it stands in.
    pub source: String,
    /// That input's position among the inputs given.
    pub input: usize,
    /// The line it stands on.
    pub line: usize,
}

/// Something wrong with the input itself, not with the history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct ProblemReport {
    /// A stable kebab-case code, such as `cut-short`.
    pub code: String,
    /// What is wrong and what was done about it.
    pub message: String,
    /// The input's name.
    pub source: String,
    /// The input's position among the inputs given.
    pub input: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in UTF-16 units.
    pub column: usize,
}

/// What a rule is about, for lists and documentation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct RuleInfo {
    /// Kebab-case id; it names the defect.
    pub id: String,
    /// The id in words.
    pub title: String,
    /// The severity it has unless the finding says otherwise.
    pub severity: Severity,
    /// Whether it also or only runs on a before and an after.
    pub compares: bool,
    /// What it does.
    pub what: String,
    /// Why it matters.
    pub why: String,
    /// An input on which it fires.
    pub fires: String,
    /// The input before, where the rule compares.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub fires_before: Option<String>,
    /// An input much like it on which it does not.
    pub clean: String,
    /// What to do about a finding.
    pub what_to_do: String,
    /// Sources of the facts behind it.
    pub references: Vec<String>,
}

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_yaml::Value;

use super::node::{Node, Place};
use super::{Problem, ProblemCode};
use crate::model::{Condition, ManagedFieldsEntry, ObjectMeta, Spec, Status, UpdateHistory};
use crate::source::Span;

mod ends;

/// One history and what surrounds it, typed, with the place of every part.
#[derive(Debug, Clone)]
pub struct Document {
    /// What was recognised.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
    /// What is known of the list's ends.
    pub extent: Extent,
    /// Something stands before the entries that a list cannot have in its middle: a key, a bracket, the command that
    /// printed them.
    pub begun: bool,
    /// Who writes such a history.
    pub writer: Writer,
    /// The object's metadata.
    pub metadata: ObjectMeta,
    /// Who wrote which fields.
    pub managed_fields: Vec<ManagedFieldsEntry>,
    /// The object's spec.
    pub spec: Spec,
    /// The status that the history is part of, but for the history.
    pub status: Status,
    /// The entries, in the order of the text.
    pub history: Vec<UpdateHistory>,
    /// Which of them the paste cuts off: what they lack is not known to be missing.
    pub cut: Vec<bool>,
    /// The keys that any entry has. A key that none has is a column that is not in the paste.
    pub columns: BTreeSet<String>,
    /// The place of the object found.
    place: Place,
    /// The keys from it to the history's parent.
    status_path: Vec<String>,
}

/// What was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The whole object.
    ClusterVersion,
    /// A `status:` or `history:` fragment.
    Fragment,
    /// The list alone.
    List,
    /// One entry alone.
    Entry,
    /// Entries one after the other, without a list around them.
    Lines,
    /// Lines of columns.
    Columns,
    /// A HostedCluster of HyperShift.
    HostedCluster,
    /// A HostedControlPlane of HyperShift.
    HostedControlPlane,
}

/// Which ends of the list are in the paste.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The first entry of the paste is the newest of the cluster.
    pub head: bool,
    /// Whether the last entry of the paste is the oldest that the cluster has.
    pub tail: Tail,
}

/// What is known of the end of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// It is in the paste: a bracket closes the list, or something else follows it.
    Seen,
    /// The text ends behind a whole entry; the list may go on.
    TextEnds,
    /// It is not in the paste, or nobody can know.
    Unknown,
}

/// Who writes a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// The cluster-version operator of the outgoing release.
    ClusterVersionOperator,
    /// HyperShift: the incoming release's operator, or the hosted control plane's own controller.
    HyperShift,
}

impl Kind {
    /// As the report has it.
    pub fn label(self) -> &'static str {
        match self {
            Kind::ClusterVersion => "ClusterVersion",
            Kind::Fragment => "status fragment",
            Kind::List => "history list",
            Kind::Entry => "single history entry",
            Kind::Lines => "history entries",
            Kind::Columns => "start|completion|state|version lines",
            Kind::HostedCluster => "HostedCluster",
            Kind::HostedControlPlane => "HostedControlPlane",
        }
    }
}

impl Document {
    /// From the object, fragment or list found; `status_path` leads from it to the history's parent.
    pub(super) fn new(kind: Kind, root: Node, status_path: &[&str], extent: Extent, problems: &mut Vec<Problem>) -> Self {
        let hosted = matches!(kind, Kind::HostedCluster | Kind::HostedControlPlane);
        let mut reader = Reader { problems };
        let bare = matches!(kind, Kind::List | Kind::Lines | Kind::Columns | Kind::Entry);
        let list = if bare {
            Some((&root.value, &root.place))
        } else {
            root.find(status_path).and_then(|(value, place)| Some((value.get("history")?, &place.get("history")?.place)))
        };
        let (history, cut, columns) = list.map(|(value, place)| reader.entries(value, place)).unwrap_or_default();
        let status = match root.find(status_path) {
            Some((value, place)) if !bare => Status {
                desired: reader.part(value, place, "desired"),
                conditions: if hosted { vec![] } else { reader.list::<Condition>(value, place, "conditions") },
                observed_generation: scalar(value, "observedGeneration").and_then(|text| text.parse().ok()),
                version_hash: scalar(value, "versionHash").map(str::to_owned),
            },
            _ => Status::default(),
        };
        let metadata = root.find(&["metadata"]);
        let tail_cut = cut.last().copied().unwrap_or(false);
        Document {
            kind,
            span: root.place.span,
            extent: if tail_cut { Extent { tail: Tail::Unknown, ..extent } } else { extent },
            begun: match kind {
                Kind::Lines | Kind::Columns | Kind::Entry => false,
                Kind::List => !root.place.block,
                _ => true,
            },
            writer: if hosted { Writer::HyperShift } else { Writer::ClusterVersionOperator },
            metadata: reader.part(&root.value, &root.place, "metadata").unwrap_or_default(),
            managed_fields: metadata.map(|(value, place)| reader.list(value, place, "managedFields")).unwrap_or_default(),
            spec: reader.part(&root.value, &root.place, "spec").unwrap_or_default(),
            status,
            history,
            cut,
            columns,
            place: root.place,
            status_path: status_path.iter().map(|key| (*key).to_owned()).collect(),
        }
    }

    /// Moves every place to where it came from.
    pub(super) fn remap(&mut self, original: &impl Fn(Span) -> Span) {
        self.span = original(self.span);
        self.place.remap(original);
    }

    /// The place at a path of keys from the object's root, `status` meaning the status that the
    /// history is part of; where that is not in the paste, the nearest thing above it that is.
    pub fn locate(&self, path: &[&str]) -> Span {
        let from_status = path.first() == Some(&"status");
        let base: Vec<&str> = if from_status { self.status_path.iter().map(String::as_str).collect() } else { vec![] };
        let rest = if from_status { &path[1..] } else { path };
        let mut place = &self.place;
        let mut span = Span::new(place.span.start, place.span.start);
        for key in base.iter().chain(rest) {
            let Some(child) = place.get(key) else { return span };
            place = &child.place;
            span = child.key.as_ref().map_or(place.span, |(_, key)| *key);
        }
        if place.children.is_empty() && place.span.end > place.span.start { place.span } else { span }
    }

    /// The place of an element of a list under a path, or of a key of it.
    pub fn locate_in(&self, path: &[&str], index: usize, key: Option<&str>) -> Span {
        let mut full: Vec<&str> = vec![];
        for key in path {
            if *key == "status" { full.extend(self.status_path.iter().map(String::as_str)) } else { full.push(key) }
        }
        let item = self.place.find(&full).and_then(|list| list.children.get(index));
        item.map_or_else(|| self.locate(path), |item| part(&item.place, key))
    }

    /// The place of an entry, by its position in the text's list, or of a field of it.
    pub fn locate_entry(&self, position: usize, field: Option<&str>) -> Span {
        let list = match self.kind {
            Kind::List | Kind::Lines | Kind::Columns | Kind::Entry => Some(&self.place),
            _ => {
                let path: Vec<&str> = self.status_path.iter().map(String::as_str).chain(["history"]).collect();
                self.place.find(&path)
            }
        };
        match list {
            Some(list) if self.kind == Kind::Entry => part(list, field),
            Some(list) => list.children.get(position).map_or(list.span, |entry| part(&entry.place, field)),
            None => self.span,
        }
    }

    /// Whether the status, or part of it, is in the paste beside the history.
    pub fn has_status(&self) -> bool {
        !matches!(self.kind, Kind::List | Kind::Lines | Kind::Columns | Kind::Entry)
    }

    /// The path of the history in the API object, such as `status.history`.
    pub fn history_path(&self) -> String {
        match self.kind {
            Kind::HostedCluster | Kind::HostedControlPlane => {
                let from_root = self.status_path.first().is_some_and(|key| key == "status");
                let keys: Vec<&str> = self.status_path.iter().map(String::as_str).collect();
                format!("{}{}.history", if from_root { "" } else { "status." }, keys.join("."))
            }
            _ => "status.history".to_owned(),
        }
    }
}

/// The value of a key, the key itself where the value is empty, or the beginning of the whole.
fn part(place: &Place, key: Option<&str>) -> Span {
    let start = Span::new(place.span.start, place.span.start);
    let Some(key) = key else {
        return place.children.first().and_then(|child| child.key.as_ref()).map_or(start, |(_, span)| *span);
    };
    match place.get(key) {
        Some(child) if child.place.span.end > child.place.span.start => child.place.span,
        Some(child) => child.key.as_ref().map_or(start, |(_, span)| *span),
        None => part(place, None),
    }
}

fn scalar<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key)?.as_str()
}

struct Reader<'p> {
    problems: &'p mut Vec<Problem>,
}

impl Reader<'_> {
    /// A typed part of an object; none, and a problem, where it is of another shape.
    fn part<T: DeserializeOwned>(&mut self, value: &Value, place: &Place, key: &str) -> Option<T> {
        let part = value.get(key).filter(|part| !part.is_null())?;
        let span = place.get(key).map_or(place.span, |child| child.place.span);
        self.typed(part, key, span)
    }

    /// The typed elements of a list; one that is of another shape is a problem and empty.
    fn list<T: DeserializeOwned + Default>(&mut self, value: &Value, place: &Place, key: &str) -> Vec<T> {
        let Some(Value::Sequence(items)) = value.get(key) else { return vec![] };
        let places = place.get(key).map(|child| child.place.children.as_slice()).unwrap_or_default();
        let spans = places.iter().map(|child| child.place.span).chain(std::iter::repeat(place.span));
        items.iter().zip(spans).map(|(item, span)| self.typed(item, key, span).unwrap_or_default()).collect()
    }

    fn typed<T: DeserializeOwned>(&mut self, value: &Value, key: &str, span: Span) -> Option<T> {
        match serde_yaml::from_value(value.clone()) {
            Ok(typed) => Some(typed),
            Err(error) => {
                let message = format!("This is not what the API has under {key} ({error}); it was passed over.");
                self.problems.push(Problem { code: ProblemCode::WrongType, span, message });
                None
            }
        }
    }

    /// The entries, whether each is cut, and the keys they have.
    fn entries(&mut self, value: &Value, place: &Place) -> (Vec<UpdateHistory>, Vec<bool>, BTreeSet<String>) {
        let single = [value.clone()];
        let (items, places): (&[Value], Vec<&Place>) = match value {
            Value::Sequence(items) => (items, place.children.iter().map(|child| &child.place).collect()),
            _ => (&single, vec![place]),
        };
        let keys = |place: &Place| -> BTreeSet<String> {
            place.children.iter().filter_map(|child| child.key.as_ref().map(|(key, _)| key.clone())).collect()
        };
        let columns = places.iter().flat_map(|place| keys(place)).collect::<BTreeSet<_>>();
        let mut entries = vec![];
        let mut cut = vec![];
        for (item, entry) in items.iter().zip(&places) {
            for child in &entry.children {
                if let Some((key, _)) = child.key.as_ref().filter(|_| !child.place.children.is_empty()) {
                    let message = format!("{key} is a list or a mapping here; it was not read.");
                    self.problems.push(Problem { code: ProblemCode::WrongType, span: child.place.span, message });
                }
            }
            entries.push(self.typed(item, "history", entry.span).unwrap_or_default());
            cut.push(
                !entry.closed
                    || entry.begins_before
                    || entry.ran_out && entry.block && lacks_only_later_keys(&keys(entry), &columns),
            );
        }
        (entries, cut, columns)
    }
}

/// Whether an entry lacks keys that others have, all of them behind its own last in `oc`'s order.
fn lacks_only_later_keys(own: &BTreeSet<String>, all: &BTreeSet<String>) -> bool {
    let mut lacking = all.difference(own).filter(|key| *key != "acceptedRisks").peekable();
    lacking.peek().is_some() && lacking.all(|key| own.last().is_some_and(|last| key > last))
}

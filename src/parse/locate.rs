//! Finds the histories in what was loaded.

use serde_yaml::Value;

use super::document::{Document, Extent, Kind, Tail};
use super::node::{Node, Place};
use super::{Problem, ProblemCode};
use crate::source::Span;

/// Where the API's objects keep a history, as keys from the object to its parent. Sources:
/// openshift/api `config/v1` for the first; openshift/hypershift `api/hypershift/v1beta1` for the others.
const PARENTS: [&[&str]; 8] = [
    &["status"],
    &["status", "version"],
    &["status", "versionStatus"],
    &["status", "controlPlaneVersion"],
    &[],
    &["version"],
    &["versionStatus"],
    &["controlPlaneVersion"],
];

/// What is known of a loaded node beside its own content.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    /// A list that begins the node begins the real one.
    pub(super) head: bool,
    /// The text begins inside the first element of the outermost list that it does not open.
    pub(super) inside: bool,
    /// Where the text ends: what reaches it may be cut off there.
    pub(super) end: usize,
    /// What ends the node ends the real list: something else follows it.
    pub(super) followed: bool,
}

/// Every history in a node, in the order of the text.
pub(super) fn histories(node: Node, context: Context, problems: &mut Vec<Problem>) -> Vec<Document> {
    let mut found = vec![];
    let mut waiting = vec![node];
    while let Some(mut node) = waiting.pop() {
        if let Value::Sequence(items) = &mut node.value {
            if items.iter().any(is_entry) {
                found.extend(list(node, context, problems));
            } else {
                waiting.extend(children(std::mem::take(items), &mut node.place).rev());
            }
            continue;
        }
        if !node.value.is_mapping() {
            continue;
        }
        if let Some(items) = take_items(&mut node) {
            waiting.push(items);
        }
        if is_entry(&node.value) {
            let extent = Extent { head: false, tail: Tail::Unknown };
            found.push(Document::new(Kind::Entry, node, &[], extent, problems));
            continue;
        }
        let parents: Vec<&[&str]> = PARENTS.into_iter().filter(|path| has_history(&node, path)).collect();
        if parents.is_empty() {
            waiting.extend(wrapped(&mut node));
            continue;
        }
        for (index, path) in parents.iter().enumerate() {
            let node = if index + 1 == parents.len() { std::mem::take(&mut node) } else { node.clone() };
            found.push(object(node, path, context, problems));
        }
    }
    found
}

/// What other objects carry a whole one under: audit events, watch events, admission reviews, Open Cluster Management's
/// ManagedClusterView (`status.result`). In the order of the text, the last first.
fn wrapped(node: &mut Node) -> Vec<Node> {
    const KEYS: [&str; 5] = ["object", "oldObject", "requestObject", "responseObject", "result"];
    let mut found = vec![];
    let Value::Mapping(map) = &mut node.value else { return found };
    for child in std::mem::take(&mut node.place.children).into_iter().rev() {
        let Some((key, _)) = &child.key else { continue };
        let mut inner = Node { value: map.get_mut(key.as_str()).map(std::mem::take).unwrap_or_default(), place: child.place };
        if KEYS.contains(&key.as_str()) {
            found.push(inner);
        } else if matches!(key.as_str(), "status" | "request") && inner.value.is_mapping() {
            found.extend(wrapped(&mut inner));
        }
    }
    found
}

/// Whether a value is an entry of a history: nothing else in the API has a scalar `startedTime`,
/// or a `state` beside a version or an image.
pub(super) fn is_entry(value: &Value) -> bool {
    let scalar = |key: &str| value.get(key).is_some_and(|value| !value.is_mapping() && !value.is_sequence());
    value.is_mapping()
        && !value.get("kind").is_some_and(Value::is_string)
        && (scalar("startedTime") || scalar("state") && (scalar("version") || scalar("image") || scalar("completionTime")))
}

fn has_history(node: &Node, parent: &[&str]) -> bool {
    let history = node.find(parent).and_then(|(value, _)| value.get("history"));
    history.and_then(Value::as_sequence).is_some_and(|items| items.iter().any(is_entry))
}

fn children(items: Vec<Value>, place: &mut Place) -> impl DoubleEndedIterator<Item = Node> {
    let places = std::mem::take(&mut place.children).into_iter().map(|child| child.place);
    items.into_iter().zip(places).map(|(value, place)| Node { value, place }).collect::<Vec<_>>().into_iter()
}

/// Takes the elements of a list object out of it: `items`, or what stands for a list whose
/// beginning was cut off ([`super::repair`]).
fn take_items(node: &mut Node) -> Option<Node> {
    let Value::Mapping(map) = &mut node.value else { return None };
    let at = |place: &Place, key: &str| {
        place.children.iter().position(|child| child.key.as_ref().is_some_and(|(name, _)| name == key))
    };
    if let Some(index) = at(&node.place, "items") {
        let value = map.shift_remove("items")?;
        return Some(Node { value, place: node.place.children.remove(index).place });
    }
    let status = map.get_mut("status").filter(|status| status.get("items").is_some() && status.get("history").is_none())?;
    let mut inner = Node { value: std::mem::replace(status, Value::Null), place: Place::default() };
    let index = at(&node.place, "status")?;
    inner.place = std::mem::take(&mut node.place.children.get_mut(index)?.place);
    take_items(&mut inner)
}

fn list(mut node: Node, context: Context, problems: &mut Vec<Problem>) -> Option<Document> {
    let mut extent = Extent { head: context.head, tail: tail(&node.place, context) };
    if let Some(first) = node.place.children.first_mut().filter(|_| context.inside && !context.head) {
        first.place.begins_before = true;
    }
    if drop_remains(&mut node.value, &mut node.place, context.end, problems) {
        extent.tail = Tail::Unknown;
    }
    let empty = node.place.children.is_empty();
    (!empty).then(|| Document::new(Kind::List, node, &[], extent, problems))
}

fn object(mut node: Node, parent: &[&str], context: Context, problems: &mut Vec<Problem>) -> Document {
    let hosted = parent.len() > usize::from(parent.first() == Some(&"status"));
    let kind = match node.value.get("kind").and_then(Value::as_str) {
        Some("HostedControlPlane") => Kind::HostedControlPlane,
        Some("HostedCluster") => Kind::HostedCluster,
        _ if hosted && parent.last() == Some(&"versionStatus") => Kind::HostedControlPlane,
        _ if hosted => Kind::HostedCluster,
        _ if parent == ["status"] && (node.value.get("metadata").is_some() || node.value.get("kind").is_some()) => {
            Kind::ClusterVersion
        }
        _ => Kind::Fragment,
    };
    let path: Vec<&str> = parent.iter().copied().chain(["history"]).collect();
    let mut value = Some(&mut node.value);
    let mut place = Some(&mut node.place);
    for key in &path {
        value = value.and_then(|value| value.get_mut(*key));
        place = place.and_then(|place| {
            place
                .children
                .iter_mut()
                .find(|child| child.key.as_ref().is_some_and(|(name, _)| name == key))
                .map(|child| &mut child.place)
        });
    }
    let mut extent = Extent { head: true, tail: Tail::Seen };
    if let (Some(value), Some(place)) = (value, place) {
        extent.tail = tail(place, context);
        if drop_remains(value, place, context.end, problems) {
            extent.tail = Tail::Unknown;
        }
    }
    Document::new(kind, node, parent, extent, problems)
}

fn tail(list: &Place, context: Context) -> Tail {
    let last_is_whole = list.children.last().is_some_and(|entry| entry.place.closed);
    match (list.closed, list.ran_out) {
        (true, false) => Tail::Seen,
        _ if context.followed && last_is_whole => Tail::Seen,
        (true, true) if last_is_whole => Tail::TextEnds,
        _ => Tail::Unknown,
    }
}

/// Takes away what is not an entry, and what a cut has left too little of to be judged. Whether the last was taken.
fn drop_remains(value: &mut Value, place: &mut Place, end: usize, problems: &mut Vec<Problem>) -> bool {
    let Value::Sequence(items) = value else { return false };
    let places = std::mem::take(&mut place.children);
    let last = places.len().saturating_sub(1);
    let mut last_dropped = false;
    let mut kept = vec![];
    for (index, (mut item, mut child)) in std::mem::take(items).into_iter().zip(places).enumerate() {
        if !child.place.closed {
            drop_last_scalar(&mut item, &mut child.place, end);
        }
        let known = is_entry(&item);
        let cut = !child.place.closed || child.place.begins_before;
        // One in the middle keeps its place: what stands on its two sides are no neighbours.
        let keep = known || (index > 0 && index < last);
        let span = Span::new(child.place.span.start, child.place.span.start);
        if cut {
            problems.push(cut_short(&child.place, known));
        } else if !known {
            let message = "This element of the history has neither a startedTime nor a state; it was not judged.".into();
            problems.push(Problem { code: ProblemCode::WrongType, span, message });
        }
        last_dropped = !keep;
        if keep {
            child.place.begins_before |= !known;
            if !item.is_mapping() {
                item = Value::Mapping(serde_yaml::Mapping::new());
                child.place.children.clear();
            }
            kept.push(item);
            place.children.push(child);
        }
    }
    *items = kept;
    last_dropped
}

/// Says that the text begins or breaks off inside an entry, and whether that was known well enough to be kept.
pub(super) fn cut_short(entry: &Place, known: bool) -> Problem {
    let how = if entry.begins_before { "begins" } else { "breaks off" };
    let what = if known { "what it lacks was not judged" } else { "it was left out" };
    let message = format!("The text {how} inside this entry; {what}.");
    Problem { code: ProblemCode::CutShort, span: Span::new(entry.span.start, entry.span.start), message }
}

/// The last scalar of a mapping that was broken off may itself be broken off.
fn drop_last_scalar(item: &mut Value, place: &mut Place, end: usize) {
    let broken = place.children.last().is_some_and(|child| child.place.span.end >= end);
    if let (true, Value::Mapping(map)) = (broken, item)
        && let Some((key, _)) = place.children.pop().and_then(|child| child.key)
    {
        map.shift_remove(key.as_str());
    }
}

/// What to say of a text without any history: what it is, and what to run instead.
pub(super) fn nothing_found(text: &str) -> Problem {
    const RUN: &str = "Run: oc get clusterversion version -o yaml";
    let line_of = |needle: &str| text.find(needle).map(|at| Span::new(at, at + needle.len()));
    let first = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}').unwrap_or(0);
    let first = Span::new(first, first);
    let (span, message) = if let Some(span) = line_of("ImageBasedUpgrade") {
        (span, format!("This is an ImageBasedUpgrade, whose history is another than the ClusterVersion's. {RUN}"))
    } else if let Some(span) = line_of("startedTime").or_else(|| line_of("Started Time")) {
        (
            span,
            format!(
                "There is a history here, but it is written in a way that could not be read: none of its entries was judged. {RUN}"
            ),
        )
    } else if let Some(span) = line_of("kind: ClusterVersion").or_else(|| line_of("\"ClusterVersion\"")) {
        (
            span,
            format!(
                "This ClusterVersion has no status.history: the operator has not written one yet, or the text is cut before it. {RUN}"
            ),
        )
    } else if let Some(span) =
        ["Recommended updates:", "Upstream is unset", "Upgradeable=", "Update Progress:", "= Control Plane ="]
            .iter()
            .find_map(|words| line_of(words))
    {
        (span, format!("This is what oc adm upgrade prints; it has no history. {RUN}"))
    } else if let Some(span) = line_of("PROGRESSING") {
        (span, format!("This is the table that oc get clusterversion prints; it has no history. {RUN}"))
    } else {
        (first, format!("There is no status.history of a ClusterVersion in this text. {RUN}"))
    };
    Problem { code: ProblemCode::NoHistory, span, message }
}

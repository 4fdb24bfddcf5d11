//! The builder behind the loader: one event after the other, into values with their places.

use std::collections::BTreeMap;

use saphyr_parser::{Event, ScalarStyle, Span as EventSpan};
use serde_yaml::{Mapping, Value};

use super::loader::{Loaded, Piece};
use super::node::{Child, Node, Place};
use super::{Problem, ProblemCode, surrogates};
use crate::source::Span;

/// The keys whose values are kept. All else (managedFields' contents, availableUpdates,
/// conditionalUpdates, annotations, capabilities, …) is walked over.
#[rustfmt::skip]
fn is_kept(key: &str) -> bool {
    matches!(
        key,
        "<<" | "acceptedRisks" | "apiVersion" | "clusterID" | "completionTime" | "conditions" | "controlPlaneVersion" | "creationTimestamp" | "desired" | "desiredUpdate" | "f:history" | "f:status" | "fieldsV1" | "force" | "generation" | "history" | "image" | "items" | "kind" | "lastTransitionTime" | "managedFields" | "manager" | "message" | "metadata" | "name" | "namespace" | "object" | "observedGeneration" | "oldObject" | "operation" | "reason" | "requestObject" | "resourceVersion" | "responseObject" | "result" | "spec" | "startedTime" | "state" | "status" | "subresource" | "time" | "type" | "uid" | "verified" | "version" | "versionHash" | "versionStatus"
    )
}

/// Deeper than any Kubernetes object; what lies below is walked over.
const MAX_DEPTH: usize = 64;
/// Nodes that aliases may add in one text: a history is never written with them.
const ALIAS_BUDGET: usize = 10_000;

/// A container that is still open.
struct Frame {
    value: Value,
    place: Place,
    /// The key whose value comes next, in a mapping.
    key: Option<(String, Span)>,
    anchor: usize,
    /// What `<<` brings into a mapping, and where that stands.
    merged: Vec<(Value, Span)>,
}

pub(super) struct Builder<'t, 'p> {
    piece: &'t Piece<'t>,
    ascii: bool,
    /// Halves of characters were moved, and strings have to be put together again.
    moved: bool,
    /// The last (character, byte) offsets seen: events come in order, so this only moves on.
    cursor: (usize, usize),
    stack: Vec<Frame>,
    /// How many containers deep we are inside something not kept.
    skipping: usize,
    /// The next node is the value of a key that is not kept.
    skip_next: bool,
    anchors: BTreeMap<usize, Value>,
    alias_budget: usize,
    problems: &'p mut Vec<Problem>,
    pub(super) loaded: Loaded,
}

impl<'t, 'p> Builder<'t, 'p> {
    pub(super) fn new(piece: &'t Piece<'t>, problems: &'p mut Vec<Problem>, moved: bool) -> Self {
        Builder {
            piece,
            ascii: piece.ascii,
            moved,
            cursor: (0, 0),
            stack: vec![],
            skipping: 0,
            skip_next: false,
            anchors: BTreeMap::new(),
            alias_budget: ALIAS_BUDGET,
            problems,
            loaded: Loaded::default(),
        }
    }

    /// A character offset in the piece as a byte offset in it.
    fn bytes(&mut self, chars: usize) -> usize {
        if self.ascii {
            return chars.min(self.piece.text.len());
        }
        if chars < self.cursor.0 {
            self.cursor = (0, 0);
        }
        let rest = self.piece.text.get(self.cursor.1..).unwrap_or_default();
        let on = rest.char_indices().nth(chars - self.cursor.0).map_or(rest.len(), |(at, _)| at);
        self.cursor = (chars, self.cursor.1 + on);
        self.cursor.1
    }

    /// A character offset in the piece as a byte offset in the original text.
    pub(super) fn offset(&mut self, chars: usize) -> usize {
        self.piece.original(self.bytes(chars))
    }

    fn span(&mut self, span: EventSpan) -> Span {
        let start = self.offset(span.start.index());
        Span::new(start, self.offset(span.end.index()))
    }

    pub(super) fn take(&mut self, event: Event<'_>, at: EventSpan) {
        if self.skipping > 0 {
            match event {
                Event::MappingStart(..) | Event::SequenceStart(..) => self.skipping += 1,
                Event::MappingEnd | Event::SequenceEnd => self.skipping -= 1,
                _ => {}
            }
            return;
        }
        match event {
            Event::Scalar(text, ScalarStyle::DoubleQuoted, anchor, _) if self.moved => {
                self.scalar(&surrogates::joined(&text), ScalarStyle::DoubleQuoted, anchor, at);
            }
            Event::Scalar(text, style, anchor, _) => self.scalar(text.as_ref(), style, anchor, at),
            Event::MappingStart(anchor, _) => self.open(Value::Mapping(Mapping::new()), anchor, at),
            Event::SequenceStart(anchor, _) => self.open(Value::Sequence(vec![]), anchor, at),
            Event::MappingEnd | Event::SequenceEnd => {
                let start = self.bytes(at.start.index());
                let past = self.piece.is_past(start);
                let end = self.offset(at.end.index());
                self.close(end, true, past);
            }
            Event::Alias(anchor) => self.alias(anchor, at),
            Event::DocumentStart(_) => self.anchors.clear(),
            _ => {}
        }
    }

    /// Whether the next node is a mapping's key.
    fn at_key(&self) -> bool {
        matches!(self.stack.last(), Some(Frame { value: Value::Mapping(_), key: None, .. })) && !self.skip_next
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, anchor: usize, at: EventSpan) {
        if std::mem::take(&mut self.skip_next) {
            if anchor > 0 {
                self.anchors.insert(anchor, Value::String(text.to_owned()));
            }
            return;
        }
        if self.at_key() {
            if !is_kept(text) {
                self.skip_next = true;
                return;
            }
            let span = self.span(at);
            self.split_at(text, span);
            if let Some(frame) = self.stack.last_mut() {
                frame.key = Some((text.to_owned(), span));
            }
            return;
        }
        // Versions stay strings: 4.10 is not a number. Only what YAML must tell apart is told apart.
        let value = match (style, text) {
            (ScalarStyle::Plain, "" | "~" | "null" | "Null" | "NULL") => Value::Null,
            (ScalarStyle::Plain, "true" | "True" | "TRUE") => Value::Bool(true),
            (ScalarStyle::Plain, "false" | "False" | "FALSE") => Value::Bool(false),
            _ => Value::String(text.to_owned()),
        };
        let span = self.span(at);
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        self.add(Node { value, place: Place::leaf(span) });
    }

    /// Two objects pasted one below the other have no `---` between them: a key that comes again at
    /// the outermost level begins another document, so that neither is lost.
    fn split_at(&mut self, key: &str, span: Span) {
        let again = matches!(self.stack.as_slice(), [Frame { value: Value::Mapping(map), place, .. }] if place.block && map.contains_key(key));
        if !again {
            return;
        }
        let message = format!("The key {key} comes again here: what follows was read as another object.");
        self.problem(ProblemCode::DuplicateKey, span, message);
        self.close(span.start, true, false);
        let place = Place { block: true, ..Place::leaf(span) };
        self.stack.push(Frame { value: Value::Mapping(Mapping::new()), place, key: None, anchor: 0, merged: vec![] });
    }

    fn open(&mut self, value: Value, anchor: usize, at: EventSpan) {
        if self.at_key() {
            // A key that is itself a collection: nothing of ours is written so.
            self.skipping = 1;
            self.skip_next = true;
            return;
        }
        // What has an anchor may be meant elsewhere; having no key, it is not kept here.
        if std::mem::take(&mut self.skip_next) && anchor == 0 {
            self.skipping = 1;
            return;
        }
        let span = self.span(at);
        if self.stack.len() >= MAX_DEPTH {
            self.problem(
                ProblemCode::TooDeep,
                span,
                format!("Nested more than {MAX_DEPTH} levels deep; what lies below was passed over."),
            );
            self.add(Node { value: Value::Null, place: Place::leaf(span) });
            self.skipping = 1;
            return;
        }
        let mut place = Place::leaf(span);
        place.block = !matches!(self.piece.text.as_bytes().get(self.bytes(at.start.index())), Some(b'[' | b'{'));
        self.stack.push(Frame { value, place, key: None, anchor, merged: vec![] });
    }

    /// Closes the innermost container. `ended`: its end was read; `past`: only after the original text.
    fn close(&mut self, end: usize, ended: bool, past: bool) {
        let Some(Frame { mut value, mut place, anchor, merged, .. }) = self.stack.pop() else { return };
        if let Value::Mapping(map) = &mut value {
            merged.into_iter().for_each(|(from, span)| merge(map, &mut place, from, span));
        }
        // A block collection's own end stands where the next thing begins; its last part knows better.
        let last = place.children.iter().map(|child| child.place.span.end).max();
        place.span.end = match last {
            Some(last) if place.block || last > end => last,
            _ => end.max(place.span.start),
        };
        place.closed = ended && (place.block || !past);
        place.ran_out = past;
        if anchor > 0 && measure(&value).0 <= self.alias_budget {
            self.anchors.insert(anchor, value.clone());
        }
        self.add(Node { value, place });
    }

    fn alias(&mut self, anchor: usize, at: EventSpan) {
        if std::mem::take(&mut self.skip_next) {
            return;
        }
        let span = self.span(at);
        if self.at_key() {
            self.skip_next = true;
            return;
        }
        let value = match self.anchors.get(&anchor).map(|value| (value, measure(value))) {
            Some((value, (nodes, depth))) if nodes <= self.alias_budget && self.stack.len() + depth <= MAX_DEPTH => {
                self.alias_budget -= nodes;
                value.clone()
            }
            _ => {
                let message = "This alias was not followed: what it stands for is too large or not known.";
                self.problem(ProblemCode::AliasNotFollowed, span, message.into());
                Value::Null
            }
        };
        let place = Place::spread(&value, span);
        self.add(Node { value, place });
    }

    fn add(&mut self, node: Node) {
        let Some(frame) = self.stack.last_mut() else {
            self.loaded.documents.push(node);
            return;
        };
        match &mut frame.value {
            Value::Mapping(map) => {
                let Some((key, key_span)) = frame.key.take() else { return };
                if key == "<<" {
                    let span = node.place.span;
                    match node.value {
                        Value::Sequence(items) => frame.merged.extend(items.into_iter().map(|item| (item, span))),
                        value => frame.merged.push((value, span)),
                    }
                    return;
                }
                if map.insert(Value::String(key.clone()), node.value).is_some() {
                    frame.place.children.retain(|child| child.key.as_ref().is_none_or(|(name, _)| *name != key));
                    let message = format!("The key {key} stands twice here; the last one counts, as for the API server.");
                    self.problems.push(Problem { code: ProblemCode::DuplicateKey, span: key_span, message });
                    // insert keeps the old position in the map: move it to the end, where its place is.
                    if let Some(value) = map.shift_remove(key.as_str()) {
                        map.insert(Value::String(key.clone()), value);
                    }
                }
                frame.place.children.push(Child { key: Some((key, key_span)), place: node.place });
            }
            Value::Sequence(items) => {
                items.push(node.value);
                frame.place.children.push(Child { key: None, place: node.place });
            }
            _ => {}
        }
    }

    fn problem(&mut self, code: ProblemCode, span: Span, message: String) {
        self.problems.push(Problem { code, span, message });
    }

    pub(super) fn finish(mut self) -> Loaded {
        let end = self.loaded.stopped.as_ref().map_or(self.piece.end, |(at, _)| *at);
        while !self.stack.is_empty() {
            self.close(end, false, false);
        }
        self.loaded
    }
}

/// Brings the keys of another mapping into one that does not have them (YAML 1.1, `<<: *anchor`).
fn merge(map: &mut Mapping, place: &mut Place, from: Value, span: Span) {
    let Value::Mapping(from) = from else { return };
    for (key, value) in from {
        let Some(name) = key.as_str().map(str::to_owned).filter(|name| !map.contains_key(name.as_str())) else { continue };
        place.children.push(Child { key: Some((name, span)), place: Place::spread(&value, span) });
        map.insert(key, value);
    }
}

/// How many nodes a value has, and how many levels. No deeper than [`MAX_DEPTH`], as nothing kept is.
fn measure(value: &Value) -> (usize, usize) {
    let inner = |sum: (usize, usize), part: &Value| {
        let (nodes, depth) = measure(part);
        (sum.0 + nodes, sum.1.max(depth + 1))
    };
    match value {
        Value::Sequence(items) => items.iter().fold((1, 1), inner),
        Value::Mapping(map) => map.values().fold((1, 1), inner),
        _ => (1, 0),
    }
}

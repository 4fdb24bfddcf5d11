//! What mail, markup and terminals add to a text is taken away again, one kind after the other,
//! and every byte remembers where it stood.

use super::{Derived, Span, control, diff, entities, escapes, markup, pager, prefix, tabs, typography, wrap};

/// A kind of addition; none where a text has nothing of it, so that a large object costs only the look.
type Layer = fn(&str) -> Option<Derived>;

/// The kinds, outermost first.
const LAYERS: [Layer; 10] = [
    control::strip,
    pager::strip,
    entities::decode,
    markup::strip,
    diff::sides,
    prefix::strip,
    typography::plain,
    tabs::expand,
    wrap::join,
    escapes::unfold,
];

/// A text without what was added to it.
#[derive(Debug)]
pub struct Cleaned {
    layers: Vec<Derived>,
}

impl Cleaned {
    /// The text.
    pub fn text(&self) -> &str {
        self.layers.last().map_or("", |last| &last.text)
    }

    /// Where a stretch of it stood in the text as it was given.
    pub fn original_span(&self, span: Span) -> Span {
        self.layers.iter().rev().fold(span, |span, layer| layer.original_span(span))
    }
}

/// The text without what was added to it; none where nothing was.
pub fn clean(text: &str) -> Option<Cleaned> {
    let mut layers: Vec<Derived> = vec![];
    for layer in LAYERS {
        let now = layers.last().map_or(text, |last| &last.text);
        if let Some(derived) = layer(now) {
            layers.push(derived);
        }
    }
    (!layers.is_empty()).then_some(Cleaned { layers })
}

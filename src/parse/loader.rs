//! Events to values: walks the parser's events once and keeps what bears on a history, each
//! node with its span. Bulk is walked over. Nothing here recurses, so no input can be too deep.

use std::borrow::Cow;

use saphyr_parser::{Event, Parser};

use super::builder::Builder;
use super::node::Node;
use super::{Problem, surrogates};

/// What one run of the parser gave.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// The documents, the last one possibly open.
    pub(super) documents: Vec<Node>,
    /// Where and why the parser gave up, if it did.
    pub(super) stopped: Option<(usize, String)>,
}

/// The text to parse: a stretch of the original between what mends its brackets.
pub(super) struct Piece<'t> {
    /// The text given to the parser.
    pub(super) text: &'t str,
    /// It is ASCII, so that its characters are its bytes.
    pub(super) ascii: bool,
    /// How many bytes of it, at its start, are not in the original.
    pub(super) prefix: usize,
    /// Where the rest begins in the original.
    pub(super) offset: usize,
    /// Where the original text ends: what ends at or after it was cut.
    pub(super) end: usize,
}

impl Piece<'_> {
    /// A byte offset in the piece as one in the original text.
    pub(super) fn original(&self, at: usize) -> usize {
        (at.saturating_sub(self.prefix) + self.offset).min(self.end)
    }

    /// Whether a byte offset in the piece lies behind the original text but for white space.
    pub(super) fn is_past(&self, at: usize) -> bool {
        let end = self.prefix + (self.end - self.offset);
        self.text.get(at..end.max(at)).is_none_or(|rest| rest.trim().is_empty())
    }
}

pub(super) fn load(piece: &Piece<'_>, problems: &mut Vec<Problem>) -> Loaded {
    let text = surrogates::moved(piece.text);
    let mut parser = Parser::new_from_str(&text);
    let mut builder = Builder::new(piece, problems, matches!(text, Cow::Owned(_)));
    loop {
        match parser.next_event() {
            None => break,
            Some(Ok((Event::StreamEnd, _))) => break,
            Some(Ok((event, span))) => builder.take(event, span),
            Some(Err(error)) => {
                let at = builder.offset(error.marker().index());
                builder.loaded.stopped = Some((at, error.info().to_owned()));
                break;
            }
        }
    }
    builder.finish()
}

//! Texts and places in them.
//!
//! Inside the program a place is a [`Span`] of byte offsets into the text as it was given; it
//! becomes a line and a UTF-16 column only when the report is written.

mod anchor;
pub mod clean;
mod control;
pub mod cut;
mod derived;
mod diff;
mod entities;
mod escapes;
mod lines;
mod markup;
mod pager;
mod prefix;
mod shape;
mod tabs;
mod typography;
mod wrap;

pub use derived::Derived;
pub use lines::{Gap, LineIndex, Position};

/// A stretch of a text: byte offsets, the end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
}

impl Span {
    /// From `start` up to but not including `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end: end.max(start) }
    }

    /// The smallest stretch that holds both.
    pub fn join(self, other: Span) -> Self {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text it covers; empty where it does not lie on character boundaries.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// The lines of a text, with their ends.
fn lines_of(text: &str) -> Vec<Span> {
    let mut at = 0;
    let ends = text.split_inclusive('\n').map(|line| {
        at += line.len();
        Span::new(at - line.len(), at)
    });
    ends.collect()
}

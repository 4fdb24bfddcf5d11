//! Independent dated facts: log lines and objects that say, beside the history, when something was
//! so. One file a kind of record; a new kind is its file and one line in `READERS`.

pub mod bounds;
mod e2e;
mod install_log;
mod json;
mod klog;
mod monitor;
mod nodes;
mod stamp;

use chrono::{DateTime, TimeDelta, Utc};

pub use stamp::Years;

use crate::source::Span;

/// A dated fact.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// When, by its record.
    pub time: DateTime<Utc>,
    /// Until when, for what lasted.
    pub until: Option<DateTime<Utc>>,
    /// How much earlier, and how much later than the record, it may have been in truth.
    pub slack: (TimeDelta, TimeDelta),
    /// What kind of record it is.
    pub kind: &'static str,
    /// What it means for a history.
    pub meaning: Meaning,
    /// What it says.
    pub message: String,
    /// The input it stands in.
    pub input: usize,
    /// Where it stands there.
    pub span: Span,
}

/// What a fact means for a history. A release is named by its version, or by its image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The update to a release had begun.
    Started(String),
    /// The update to a release was still going on.
    Updating(String),
    /// A release was reached.
    Reached(String),
    /// A release had been reached by then.
    ReachedBy(String),
    /// The installation was complete by then.
    Installed,
    /// A node became ready: its pool was still rolling until then.
    NodeReady,
    /// Nothing that bounds an entry.
    Other,
}

/// A line, without what a search tool or a quotation put before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'t> {
    /// The line.
    pub(crate) text: &'t str,
    /// Where it begins in the text.
    pub(crate) start: usize,
}

impl Line<'_> {
    /// From a place in it to its end.
    pub(crate) fn span_from(&self, at: usize) -> Span {
        Span::new(self.start + at, self.start + self.text.len())
    }
}

type Reader = for<'t> fn(Line<'t>, &Years) -> Option<Fact>;

/// The readers of lines, in the order in which they are tried.
const READERS: [Reader; 5] = [monitor::read, e2e::read, nodes::read, install_log::read, klog::read];

/// The facts of a text, outside the histories found in it.
pub fn read(text: &str, name: Option<&str>, input: usize, histories: &[Span], years: &Years) -> Vec<Fact> {
    let mut facts: Vec<Fact> = name.and_then(json::started).into_iter().collect();
    if histories.is_empty() {
        facts.extend(json::read(text));
    }
    let mut at = 0;
    while at < text.len() {
        // A long object is passed over at once, not line by line.
        if let Some(span) = histories.iter().find(|span| span.start <= at && at < span.end) {
            at = text[span.end..].find('\n').map_or(text.len(), |on| span.end + on + 1);
            continue;
        }
        let start = at;
        at = text[at..].find('\n').map_or(text.len(), |on| start + on + 1);
        let line = Line { text: text[start..at].trim_end(), start };
        if (20..20_000).contains(&line.text.len()) {
            facts.extend(READERS.iter().find_map(|read| read(line, years)));
        }
    }
    facts.iter_mut().for_each(|fact| fact.input = input);
    facts
}

/// The version in a release's image, where its tag is one; else the image.
fn release_of(image: &str) -> String {
    let image = image.trim_end_matches(['.', ',', '"', '\'']);
    let tag = image.rsplit_once(':').map(|(_, tag)| tag).filter(|tag| !image.contains('@') && !tag.contains('/'));
    let version = tag.map(|tag| tag.trim_end_matches("-x86_64")).filter(|tag| tag.starts_with(|c: char| c.is_ascii_digit()));
    version.unwrap_or(image).to_owned()
}

/// The first word behind a phrase, without punctuation at its end.
fn word_after<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let rest = text.split_once(phrase)?.1;
    let word = rest.split_whitespace().next()?.trim_end_matches([':', ',', ';', '.', '"']);
    (!word.is_empty()).then_some(word)
}

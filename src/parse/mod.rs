//! Texts to documents. Reading never fails: what cannot be read becomes a [`Problem`] with a
//! place, and all else is kept.

mod builder;
pub mod columns;
pub(crate) mod describe;
mod document;
pub(crate) mod flat;
mod golang;
mod loader;
mod locate;
mod node;
mod reason;
mod repair;
mod rescue;
mod structured;
mod surrogates;

pub use document::{Document, Extent, Kind, Tail, Writer};
pub use node::{Child, Node, Place};

use crate::order;
use crate::source::Span;
use crate::source::clean;
use crate::source::cut::{self, FragmentKind};

/// The keys of an entry, as the API spells them, in the order in which it prints them.
const ENTRY_KEYS: [&str; 7] = ["acceptedRisks", "completionTime", "image", "startedTime", "state", "verified", "version"];

/// Something wrong with the input itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What kind of trouble.
    pub code: ProblemCode,
    /// Where.
    pub span: Span,
    /// What is wrong, and what was done about it.
    pub message: String,
}

impl Problem {
    /// Whether the history's own key stands twice.
    fn is_of_history(&self) -> bool {
        self.code == ProblemCode::DuplicateKey && self.message.starts_with("The key history ")
    }
}

/// The kinds of trouble an input can have. [`ProblemCode::as_str`] is part of the report's contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemCode {
    /// There is nothing in the input but white space.
    Empty,
    /// There is no history in the input.
    NoHistory,
    /// The text is not valid YAML or JSON here.
    Syntax,
    /// The text ends inside an entry, or begins inside one.
    CutShort,
    /// A key stands twice in one mapping.
    DuplicateKey,
    /// Nested deeper than any object of the API.
    TooDeep,
    /// An alias whose expansion is too large, or whose anchor is not known.
    AliasNotFollowed,
    /// A time that is not RFC 3339.
    UnreadableTime,
    /// A value of another type than the API's.
    WrongType,
    /// The entries stand oldest first; they were judged newest first.
    OldestFirst,
    /// The lines have the completion before the start.
    ColumnsReversed,
    /// Part of the text was not read: it would have taken too long.
    NotRead,
    /// An input that was given as evidence holds nothing dated that is known.
    NoEvidence,
    /// Records that bound no history: they cannot be of its cluster.
    NotWeighed,
    /// A comparison was asked for, and a side of it is missing.
    NothingToCompare,
    /// A value of the options or arguments cannot be used.
    Unusable,
}

impl ProblemCode {
    /// The code as the report has it.
    pub fn as_str(self) -> &'static str {
        match self {
            ProblemCode::Empty => "empty",
            ProblemCode::NoHistory => "no-history",
            ProblemCode::Syntax => "syntax",
            ProblemCode::CutShort => "cut-short",
            ProblemCode::DuplicateKey => "duplicate-key",
            ProblemCode::TooDeep => "too-deep",
            ProblemCode::AliasNotFollowed => "alias-not-followed",
            ProblemCode::UnreadableTime => "unreadable-time",
            ProblemCode::WrongType => "wrong-type",
            ProblemCode::OldestFirst => "oldest-first",
            ProblemCode::ColumnsReversed => "columns-reversed",
            ProblemCode::NotRead => "not-read",
            ProblemCode::NoEvidence => "no-evidence",
            ProblemCode::NotWeighed => "evidence-not-weighed",
            ProblemCode::NothingToCompare => "nothing-to-compare",
            ProblemCode::Unusable => "unusable",
        }
    }
}

/// What one text gave.
#[derive(Debug, Default)]
pub struct Reading {
    /// Every history found, in the order of the text.
    pub documents: Vec<Document>,
    /// What was wrong with the text.
    pub problems: Vec<Problem>,
    /// Where text that looked like nothing of ours could not be read: worth saying if nothing else is found.
    first_stop: Option<Problem>,
}

/// Reads everything a text holds.
pub fn read(text: &str) -> Reading {
    let mut reading = Reading::default();
    if text.chars().all(|c| c.is_whitespace() || c == '\u{feff}') {
        reading.problems.push(Problem {
            code: ProblemCode::Empty,
            span: Span::default(),
            message: "There is nothing here. Paste the output of: oc get clusterversion version -o yaml".into(),
        });
        return reading;
    }
    match clean::clean(text) {
        Some(cleaned) => {
            fragments(cleaned.text(), &mut reading);
            rescue::read(cleaned.text(), &mut reading);
            settle(cleaned.text(), &mut reading);
            let original = |span: Span| cleaned.original_span(span);
            reading.documents.iter_mut().for_each(|document| document.remap(&original));
            reading.problems.iter_mut().chain(&mut reading.first_stop).for_each(|problem| problem.span = original(problem.span));
        }
        None => {
            fragments(text, &mut reading);
            rescue::read(text, &mut reading);
            settle(text, &mut reading);
        }
    }
    if reading.documents.is_empty() {
        let twice = reading.problems.iter().find(|problem| problem.is_of_history()).map(|problem| Problem {
            code: ProblemCode::NoHistory,
            span: problem.span,
            message: "The key history stands twice in this object, and the last one, which counts, has no entries. \
                Run: oc get clusterversion version -o yaml"
                .into(),
        });
        reading.problems.push(twice.unwrap_or_else(|| locate::nothing_found(text)));
        let structured = text.trim_start().starts_with(['{', '[', '-', '"']) || text.contains("apiVersion");
        reading.problems.extend(reading.first_stop.take().filter(|_| structured));
    }
    order::sort_by_key(&mut reading.problems, |problem| (problem.span.start, problem.code));
    reading
}

/// What can be told of the ends of what was read only when all has been read.
fn settle(text: &str, reading: &mut Reading) {
    let documents = std::mem::take(&mut reading.documents);
    reading.documents = documents.into_iter().flat_map(|document| document.split(text)).collect();
    reading.documents.iter_mut().for_each(|document| document.end_inside(text));
}

fn fragments(text: &str, reading: &mut Reading) {
    let ended = repair::end_before_logs(text);
    let text = ended.as_deref().unwrap_or(text);
    let parts = cut::fragments(text);
    let mut rows: Option<Span> = None;
    for own in parts.iter().filter(|part| part.kind == FragmentKind::Columns).map(|part| part.span) {
        if let Some(above) = rows.replace(own).filter(|above| !structured::is_filtered(text, above.start)) {
            reading.problems.extend(columns::among_rows(text, Span::new(above.end, own.start)));
        }
    }
    for fragment in parts {
        match fragment.kind {
            FragmentKind::Columns if structured::is_filtered(text, fragment.span.start) => {
                for line in columns::candidate_lines(fragment.span.of(text)) {
                    let line = Span::new(fragment.span.start + line.start, fragment.span.start + line.end);
                    reading.documents.push(columns::read(text, line, true, &mut reading.problems));
                }
            }
            FragmentKind::Columns => reading.documents.push(columns::read(text, fragment.span, false, &mut reading.problems)),
            FragmentKind::Describe => reading.documents.extend(describe::read(text, fragment.span, &mut reading.problems)),
            FragmentKind::Flat => reading.documents.extend(flat::read(text, fragment.span, &mut reading.problems)),
            FragmentKind::Structured => structured::read(text, fragment.span, reading),
        }
    }
}

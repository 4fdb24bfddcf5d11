//! Document to history: entries newest first with their times read, what the paste shows of the
//! list, and the facts that several rules share.

mod facts;
pub(crate) mod masked;
mod release;
mod time;

pub use release::{Release, Stage};
pub use time::{Moment, Time, in_words, rfc3339};

use crate::model::UpdateHistory;
use crate::parse::{Document, Problem, ProblemCode};
use crate::source::Span;

/// The history of one document.
#[derive(Debug)]
pub struct History<'d> {
    /// What it was read from.
    pub document: &'d Document,
    /// The entries; 0 is the newest.
    pub entries: Vec<Entry<'d>>,
    /// The paste has them oldest first.
    pub reversed: bool,
}

/// One entry.
#[derive(Debug)]
pub struct Entry<'d> {
    /// Its position in the text's list.
    pub position: usize,
    /// The entry as read.
    pub raw: &'d UpdateHistory,
    /// Its state.
    pub state: State<'d>,
    /// When the operator began.
    pub started: Moment<'d>,
    /// When it was complete, or given up.
    pub completed: Moment<'d>,
    /// The paste cuts it off: what it lacks is not known to be missing.
    pub cut: bool,
}

/// An entry's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State<'d> {
    /// The update reached its release.
    Completed,
    /// It has not, or not yet.
    Partial,
    /// Something the API does not have; possibly empty.
    Other(&'d str),
    /// There is no such column in the paste, or it is cut off.
    Unknown,
}

/// The fields of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// `state`
    State,
    /// `startedTime`
    StartedTime,
    /// `completionTime`
    CompletionTime,
    /// `version`
    Version,
    /// `image`
    Image,
    /// `verified`
    Verified,
    /// `acceptedRisks`
    AcceptedRisks,
}

impl Field {
    /// The API's name.
    pub fn name(self) -> &'static str {
        match self {
            Field::State => "state",
            Field::StartedTime => "startedTime",
            Field::CompletionTime => "completionTime",
            Field::Version => "version",
            Field::Image => "image",
            Field::Verified => "verified",
            Field::AcceptedRisks => "acceptedRisks",
        }
    }
}

impl<'d> Entry<'d> {
    /// The version; none where it is empty or not in the paste.
    pub fn version(&self) -> Option<&'d str> {
        self.raw.version.as_deref().filter(|version| !version.is_empty())
    }

    /// The image; none where it is empty or not in the paste.
    pub fn image(&self) -> Option<&'d str> {
        self.raw.image.as_deref().filter(|image| !image.is_empty())
    }

    /// What its version says.
    pub fn release(&self) -> Option<Release> {
        Release::parse(self.version()?)
    }

    /// How to call it in a sentence: its version, or else its image.
    pub fn name(&self) -> &'d str {
        self.version().or(self.image()).map_or("a release without a name", short)
    }

    /// Whether it reached its release.
    pub fn is_completed(&self) -> bool {
        self.state == State::Completed
    }

    /// Whether it did not, or has not yet.
    pub fn is_partial(&self) -> bool {
        self.state == State::Partial
    }
}

/// The beginning of a text from the paste, of a length that fits in a sentence: a digest's whole
/// pull specification does.
pub(crate) fn short(text: &str) -> &str {
    const LONG: usize = 200;
    text.char_indices().nth(LONG).map_or(text, |(end, _)| &text[..end])
}

impl<'d> History<'d> {
    /// Reads the times, finds the order. What cannot be read is a problem.
    pub fn new(document: &'d Document, problems: &mut Vec<Problem>) -> Self {
        let mut history = History { document, entries: vec![], reversed: false };
        for (position, raw) in document.history.iter().enumerate() {
            let cut = document.cut.get(position).copied().unwrap_or(false);
            let mut moment = |field: Field, value: &'d Option<String>| {
                let moment = Moment::read(value.as_deref(), cut || !history.has_column(field));
                if let Moment::Unreadable(text) = moment {
                    let message =
                        format!("{} {text:?} is not an RFC 3339 time; the checks that need it did not run.", field.name());
                    let span = document.locate_entry(position, Some(field.name()));
                    problems.push(Problem { code: ProblemCode::UnreadableTime, span, message });
                }
                moment
            };
            let started = moment(Field::StartedTime, &raw.started_time);
            let completed = moment(Field::CompletionTime, &raw.completion_time);
            // The API always has it. An entry with nothing at all has been spoken of.
            let is_there = [&raw.state, &raw.completion_time, &raw.version, &raw.image].iter().any(|value| value.is_some());
            if started == Moment::Absent && is_there {
                let message = "This entry has no startedTime, which the API always has; the checks that need it did not run.";
                let span = document.locate_entry(position, Some(Field::StartedTime.name()));
                problems.push(Problem { code: ProblemCode::UnreadableTime, span, message: message.into() });
            }
            let state = match raw.state.as_deref() {
                Some("Completed") => State::Completed,
                Some("Partial") => State::Partial,
                None if cut || !history.has_column(Field::State) => State::Unknown,
                Some(_) if cut => State::Unknown,
                other => State::Other(other.unwrap_or_default()),
            };
            history.entries.push(Entry { position, raw, state, started, completed, cut });
        }
        if history.is_oldest_first() {
            history.entries.reverse();
            history.reversed = true;
            let span = document.locate_entry(0, None);
            let message = "The entries stand oldest first here; they were judged, and are counted, newest first.".into();
            problems.push(Problem { code: ProblemCode::OldestFirst, span, message });
        }
        history
    }

    /// Whether the paste has a field at all: a key that no entry has is a column not pasted.
    pub fn has_column(&self, field: Field) -> bool {
        self.document.columns.contains(field.name())
    }

    /// The place of an entry, or of a field of it.
    pub fn locate(&self, entry: usize, field: Option<Field>) -> Span {
        let position = self.entries.get(entry).map_or(0, |entry| entry.position);
        self.document.locate_entry(position, field.map(Field::name))
    }

    /// The path of an entry, or of a field of it, such as `status.history[1].completionTime`.
    pub fn path(&self, entry: usize, field: Option<Field>) -> String {
        let position = self.entries.get(entry).map_or(0, |entry| entry.position);
        let field = field.map(|field| format!(".{}", field.name())).unwrap_or_default();
        format!("{}[{position}]{field}", self.document.history_path())
    }

    /// Every entry begins before the next, and nothing else says that the first is the newest.
    fn is_oldest_first(&self) -> bool {
        let starts: Vec<_> = self.entries.iter().filter_map(|entry| entry.started.instant()).collect();
        let rising = starts.len() == self.entries.len() && starts.len() > 1 && starts.is_sorted_by(|a, b| a < b);
        let open = |entry: Option<&Entry<'_>>| entry.is_some_and(|entry| entry.is_partial() && entry.completed == Moment::Absent);
        let desired = |entry: Option<&Entry<'_>>| match (&self.document.status.desired, entry) {
            (Some(desired), Some(entry)) => desired.image.is_some() && desired.image.as_deref() == entry.image(),
            _ => false,
        };
        let (first, last) = (self.entries.first(), self.entries.last());
        rising && open(first) <= open(last) && desired(first) <= desired(last)
    }
}

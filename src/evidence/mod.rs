//! Independent dated facts: log lines and objects that say, beside the history, when something was
//! so. One file a kind of record; a new kind is its file and one line in `LINES` or `OBJECTS`.

pub mod bounds;
mod days;
mod e2e;
mod events;
mod install_log;
mod intervals;
mod json;
mod klog;
mod monitor;
mod nodes;
mod object;
mod operators;
pub mod origin;
mod scan;
pub mod sieve;
mod stamp;
pub mod subjects;
pub mod words;

use chrono::{DateTime, TimeDelta, Utc};

pub use stamp::Years;

use crate::history::History;
use crate::source::Span;
use days::Days;
use json::Json;
use stamp::{Form, Stamped};

/// Bytes of a message beyond which it is cut.
const MAX_MESSAGE: usize = 4096;
/// Objects begun and never ended beyond which no more are looked for in a text.
const MAX_BROKEN: usize = 8;

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
    /// Its record has no year: that is of what stands beside it.
    pub yearless: bool,
    /// The history whose own object says it; any may be meant by what stands apart.
    pub history: Option<usize>,
    /// The input it stands in.
    pub input: usize,
    /// Where it stands there.
    pub span: Span,
}

impl Fact {
    /// Something at an instant, known to the last digit of its record.
    fn new(time: DateTime<Utc>, kind: &'static str, meaning: Meaning, mut message: String) -> Self {
        if message.len() > MAX_MESSAGE {
            let end = (0..=MAX_MESSAGE).rev().find(|&end| message.is_char_boundary(end)).unwrap_or_default();
            message.truncate(end);
            message.push('…');
        }
        let slack = (TimeDelta::zero(), TimeDelta::zero());
        Fact { time, until: None, slack, kind, meaning, message, yearless: false, history: None, input: 0, span: Span::default() }
    }
}

/// What a fact means for a history. A release is named by its version, or by its image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The update to a release had begun.
    Started(String),
    /// The update to a release was still going on.
    Updating(String),
    /// A release was reached just then.
    Reached(String),
    /// A release had been reached by then.
    ReachedBy(String),
    /// The installer began to make the cluster.
    Installing,
    /// What an installer installs, by its own release; empty where it was told to install another.
    Installer(String),
    /// The installation was complete by then.
    Installed,
    /// Tests were running, so the installation was complete by then; of many such lines only the first is kept.
    Testing,
    /// A node became ready: its pool was still rolling until then.
    NodeReady,
    /// Nothing that bounds an entry.
    Other,
}

impl Meaning {
    /// The release of a history's entries that it names.
    pub fn release(&self) -> Option<&str> {
        match self {
            Meaning::Started(release) | Meaning::Updating(release) | Meaning::Reached(release) | Meaning::ReachedBy(release) => {
                Some(release)
            }
            _ => None,
        }
    }
}

/// The readers of lines, in the order in which they are tried.
const LINES: [fn(&Stamped<'_>) -> Option<Fact>; 5] = [monitor::read, e2e::read, nodes::read, install_log::read, klog::read];

/// The readers of JSON objects.
const OBJECTS: [fn(&Json<'_>) -> Option<Fact>; 4] = [intervals::object, events::object, nodes::object, operators::object];

/// Whether a file's name is evidence itself.
pub(crate) fn is_dated(name: &str) -> bool {
    intervals::started(name).is_some()
}

/// The facts of a text, outside the histories found in it.
pub fn read(text: &str, name: Option<&str>, input: usize, histories: &[Span], years: &Years) -> Vec<Fact> {
    let mut found = Found { text, years, facts: vec![], testing: None, installed: None, days: Days::default() };
    name.and_then(intervals::started).into_iter().for_each(|fact| found.add(fact));
    let mut apart = histories.to_vec();
    crate::order::sort_by_key(&mut apart, |span| span.start);
    let mut at = 0;
    for span in apart {
        found.stretch(at, span.start);
        // The rest of its last line is its own; where it ends with a line, there is none.
        let end = span.end - usize::from(span.end > span.start && span.of(text).ends_with('\n'));
        let rest = text.get(end..).unwrap_or_default();
        at = at.max(rest.find('\n').map_or(text.len(), |on| end + on + 1));
    }
    found.stretch(at, text.len());
    let mut facts = found.finish(histories.is_empty());
    facts.iter_mut().for_each(|fact| fact.input = input);
    facts
}

/// The facts of a history's own object.
pub fn own(history: &History<'_>, id: usize, input: usize) -> Vec<Fact> {
    let mut facts = object::facts(history, id);
    facts.iter_mut().for_each(|fact| fact.input = input);
    facts
}

/// What was found in a text.
struct Found<'t> {
    text: &'t str,
    years: &'t Years,
    facts: Vec<Fact>,
    /// The first line of the tests, where it says nothing more.
    testing: Option<usize>,
    /// The first line of the tests that says that the installation was complete.
    installed: Option<DateTime<Utc>>,
    /// The days that lines begin with, with their years.
    days: Days,
}

impl Found<'_> {
    /// Reads a stretch without a history in it.
    fn stretch(&mut self, mut at: usize, end: usize) {
        let Some(text) = self.text.get(..end) else { return };
        let mut broken = 0;
        while at < end {
            let start = at;
            at = text[start..].find('\n').map_or(end, |on| start + on + 1);
            let line = text[start..at].trim_end();
            let begins = line.len() - line.trim_start_matches(['\u{feff}', ' ', '\t']).len();
            if broken < MAX_BROKEN && is_json(&text[start + begins..]) {
                let mut last = None;
                let whole = scan::items(text, start + begins, |span| {
                    last = Some(span.end);
                    object_at(span, text).into_iter().for_each(|fact| self.add(fact));
                });
                broken += usize::from(whole.is_none());
                // Behind the last whole item there may be other text; without one, it was something else.
                if let Some(behind) = last.map(|last| whole.unwrap_or(last)) {
                    at = text[behind..].find('\n').map_or(end, |on| behind + on + 1);
                    continue;
                }
            }
            let stamped = Stamped::find(line, self.years);
            let yearless = stamped.is_some_and(|stamped| stamped.form != Form::Full);
            if !yearless {
                self.days.read(line);
            }
            let Some(stamped) = stamped else { continue };
            if let Some(fact) = LINES.iter().find_map(|read| read(&stamped)) {
                self.add(Fact { yearless, span: Span::new(start + stamped.before.len(), start + line.len()), ..fact });
            }
        }
    }

    /// A test's log has thousands of lines, and the first of them says it all.
    fn add(&mut self, fact: Fact) {
        match (&fact.meaning, self.testing) {
            (Meaning::Testing, _) if self.installed.is_some_and(|installed| installed <= fact.time) => return,
            (Meaning::Testing, Some(first)) => {
                if fact.time < self.facts[first].time {
                    self.facts[first] = fact;
                }
                return;
            }
            (Meaning::Testing, None) => self.testing = Some(self.facts.len()),
            (Meaning::Installed, _) if fact.kind == "e2e" => {
                self.installed = Some(self.installed.map_or(fact.time, |installed| installed.min(fact.time)));
            }
            _ => {}
        }
        self.facts.push(fact);
    }

    /// `apart`: no history is in the text, so it is the text that gives its years, where it has any.
    fn finish(mut self, apart: bool) -> Vec<Fact> {
        let said = |first: &usize| self.installed.is_some_and(|installed| installed <= self.facts[*first].time);
        if let Some(first) = self.testing.filter(said) {
            self.facts.remove(first);
        }
        for fact in self.facts.iter_mut().filter(|fact| fact.yearless) {
            let Some(time) = self.days.date(fact.time, apart) else { continue };
            fact.until = fact.until.and_then(|until| until.checked_add_signed(time - fact.time));
            (fact.time, fact.yearless) = (time, false);
        }
        self.facts
    }
}

/// A bracket, and behind it what JSON may have there: prose and logs stand in brackets too.
fn is_json(text: &str) -> bool {
    let inside = text.strip_prefix(['{', '[']).map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(['"', '{', '[', '}', ']']))
}

fn object_at(span: Span, text: &str) -> Option<Fact> {
    let item = span.of(text);
    if !scan::is_relevant(item.as_bytes()) {
        return None;
    }
    let json = Json::read(item);
    OBJECTS.iter().find_map(|read| read(&json)).map(|fact| Fact { span, ..fact })
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

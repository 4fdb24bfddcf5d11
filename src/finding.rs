//! What rules say. A rule names a place symbolically; lines and columns come with the report.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::history::{Field, History, rfc3339};
use crate::report::{Confidence, Severity};
use crate::rules::Rule;
use crate::source::Span;

/// A place in the document of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// An entry, by its index (0 is the newest), or a field of it.
    Entry(usize, Option<Field>),
    /// A path of keys from the object's root; `status` is the status that the history is part of.
    Object(&'static [&'static str]),
    /// A field of an element of a list under such a path.
    Item(&'static [&'static str], usize, &'static str),
    /// A place beside the history: the input, and where in it.
    Text(usize, Span),
}

impl Site {
    /// A field of an entry.
    pub fn field(entry: usize, field: Field) -> Self {
        Site::Entry(entry, Some(field))
    }

    /// The whole history.
    pub const HISTORY: Site = Site::Object(&["status", "history"]);

    /// The entry it belongs to.
    pub fn entry(self) -> Option<usize> {
        match self {
            Site::Entry(entry, _) => Some(entry),
            _ => None,
        }
    }

    /// The field's name, where it has one.
    pub fn field_name(self) -> Option<&'static str> {
        match self {
            Site::Entry(_, field) => field.map(Field::name),
            Site::Object(path) => path.last().copied(),
            Site::Item(_, _, key) => Some(key),
            Site::Text(..) => None,
        }
    }

    /// Where it stands in the text.
    pub fn locate(self, history: &History<'_>) -> Span {
        match self {
            Site::Entry(entry, field) => history.locate(entry, field),
            // A list alone has no key to point at: its first entry stands for it.
            Site::Object(["status", "history"]) if !history.document.has_status() => history.locate(0, None),
            Site::Object(path) => history.document.locate(path),
            Site::Item(path, index, key) => history.document.locate_in(path, index, Some(key)),
            Site::Text(_, span) => span,
        }
    }

    /// The path in the API object.
    pub fn path(self, history: &History<'_>) -> String {
        match self {
            Site::Entry(entry, field) => history.path(entry, field),
            Site::Object(["status", "history"]) => history.document.history_path(),
            Site::Object(path) => path.join("."),
            Site::Item(path, index, key) => format!("{}[{index}].{key}", path.join(".")),
            Site::Text(..) => String::new(),
        }
    }
}

/// A finding as a rule makes it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// How bad; the rule's own unless it says otherwise.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// What did it.
    pub cause: Option<&'static str>,
    /// Where.
    pub site: Site,
    /// What is wrong.
    pub message: String,
    /// Why it is wrong.
    pub why: String,
    /// What to do.
    pub what_to_do: String,
    /// The recorded value.
    pub recorded: Option<String>,
    /// The right value.
    pub expected: Option<String>,
    /// What the right value rests on, in words.
    pub basis: Vec<String>,
    /// Other places with a part in it.
    pub related: Vec<RelatedSite>,
}

/// Another place with a part in a finding.
#[derive(Debug, Clone)]
pub struct RelatedSite {
    /// In the older snapshot of a comparison; else in the finding's own history.
    pub in_before: bool,
    /// Where.
    pub site: Site,
    /// Its part.
    pub message: String,
}

impl Finding {
    /// Begins a finding with its rule's own severity, reason and advice; errors are likely.
    pub fn new(rule: &'static Rule, site: Site, message: impl Into<String>) -> Self {
        Finding {
            rule,
            severity: rule.severity,
            confidence: Confidence::Likely,
            cause: None,
            site,
            message: message.into(),
            why: rule.why.into(),
            what_to_do: rule.what_to_do.into(),
            recorded: None,
            expected: None,
            basis: vec![],
            related: vec![],
        }
    }

    /// Another severity than the rule's.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Another confidence than likely.
    pub fn confidence(mut self, confidence: Confidence) -> Self {
        self.confidence = confidence;
        self
    }

    /// What did it.
    pub fn cause(mut self, cause: &'static str) -> Self {
        self.cause = Some(cause);
        self
    }

    /// Another reason than the rule's own.
    pub fn why(mut self, why: impl Into<String>) -> Self {
        self.why = why.into();
        self
    }

    /// Other advice than the rule's own.
    pub fn what_to_do(mut self, what: impl Into<String>) -> Self {
        self.what_to_do = what.into();
        self
    }

    /// The recorded time.
    pub fn recorded(mut self, time: Option<DateTime<Utc>>) -> Self {
        self.recorded = time.map(rfc3339);
        self
    }

    /// The time that should have been there.
    pub fn expected(mut self, time: Option<DateTime<Utc>>) -> Self {
        self.expected = time.map(rfc3339);
        self
    }

    /// What the right value rests on.
    pub fn basis(mut self, basis: impl Into<String>) -> Self {
        self.basis.push(basis.into());
        self
    }

    /// The recorded and the right value, where they are not times.
    pub fn values(mut self, recorded: Option<&str>, expected: Option<&str>) -> Self {
        self.recorded = recorded.map(str::to_owned);
        self.expected = expected.map(str::to_owned);
        self
    }

    /// Another place in the same history.
    pub fn related(mut self, site: Site, message: impl Into<String>) -> Self {
        self.related.push(RelatedSite { in_before: false, site, message: message.into() });
        self
    }

    /// A place in the older snapshot.
    pub fn related_before(mut self, site: Site, message: impl Into<String>) -> Self {
        self.related.push(RelatedSite { in_before: true, site, message: message.into() });
        self
    }
}

/// What the rules found in one history or one comparison.
#[derive(Debug, Default)]
pub struct Findings {
    /// The findings.
    pub found: Vec<Finding>,
    /// The rules that could not run, and why not.
    pub not_checked: Vec<(&'static Rule, String)>,
}

/// Findings of one rule beyond which they are only counted: no history has more than a hundred entries.
const MAX_OF_A_KIND: usize = 200;

impl Findings {
    /// Keeps the first of each rule's findings where there are more than anybody reads, and says how many more there were.
    pub fn cap(&mut self) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        self.found.retain(|found| {
            let count = counts.entry(found.rule.id).or_default();
            *count += 1;
            *count <= MAX_OF_A_KIND
        });
        for (rule, count) in counts.into_iter().filter(|(_, count)| *count > MAX_OF_A_KIND) {
            if let Some(last) = self.found.iter_mut().rev().find(|found| found.rule.id == rule) {
                last.why.push_str(&format!(" And {} more of the same, which are not listed.", count - MAX_OF_A_KIND));
            }
        }
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// Says that a rule could not run; once for each rule.
    pub fn not_checked(&mut self, rule: &'static Rule, reason: impl Into<String>) {
        if !self.not_checked.iter().any(|(known, _)| known.id == rule.id) {
            self.not_checked.push((rule, reason.into()));
        }
    }
}

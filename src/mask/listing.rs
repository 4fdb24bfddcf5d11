//! Names in the columns of a table that `oc` wrote, and in the answers to `oc whoami` and `hostname`.

use std::ops::Range;

use super::Kind;
use super::context::{Context, fits};
use super::form::{foreign, letter};

/// Columns with the name of a machine, of a cluster or of a person.
const COLUMNS: [(&str, Kind); 6] = [
    ("NODE", Kind::Host),
    ("NODENAME", Kind::Host),
    ("HOSTNAME", Kind::Host),
    ("CLUSTER", Kind::Host),
    ("AUTHINFO", Kind::User),
    ("USER", Kind::User),
];

/// Commands whose answer is a name.
const QUESTIONS: [(&str, Kind); 5] = [
    ("oc whoami", Kind::User),
    ("$ whoami", Kind::User),
    ("$ hostname", Kind::Host),
    ("# hostname", Kind::Host),
    ("cat /etc/hostname", Kind::Host),
];

/// Bytes that a row of a table may have.
const ROW: usize = 2000;

/// Follows tables line by line.
#[derive(Default)]
pub(super) struct Listing {
    columns: Vec<(usize, Kind)>,
    /// What this line answers: who somebody is, or what a machine is called.
    answer: Option<Kind>,
}

impl Listing {
    /// Where the next line has names.
    pub(super) fn names(&mut self, line: &str) -> Vec<(Kind, Range<usize>)> {
        let text = line.trim();
        let asked = QUESTIONS.iter().find(|(question, _)| text.ends_with(question)).map(|(_, kind)| *kind);
        let answer = std::mem::replace(&mut self.answer, asked);
        if text.is_empty() || line.len() > ROW {
            self.columns.clear();
            return vec![];
        }
        if ["NAME", "CURRENT"].iter().any(|first| text.starts_with(first)) {
            let of = |(at, span): (usize, Range<usize>)| {
                COLUMNS.iter().find(|(name, _)| *name == &line[span.clone()]).map(|(_, kind)| (at, *kind))
            };
            self.columns = fields(line).into_iter().enumerate().filter_map(of).collect();
            return vec![];
        }
        let start = line.len() - line.trim_start().len();
        let mut found = vec![];
        if let Some(kind) = answer {
            found.push((kind, start..start + text.len()));
        } else if !self.columns.is_empty() {
            let fields = fields(line);
            found.extend(self.columns.iter().filter_map(|(at, kind)| Some((*kind, fields.get(*at)?.clone()))));
        }
        found.retain(|(kind, span)| is_name(*kind, &line[span.clone()]));
        found
    }
}

fn is_name(kind: Kind, text: &str) -> bool {
    let inside = |c: char| letter(c) || c.is_ascii_digit() || matches!(c, '.' | '-' | '_');
    let context = if kind == Kind::User { Context::User } else { Context::Host };
    text.starts_with(|c: char| c.is_ascii_alphabetic() || foreign(c)) && text.chars().all(inside) && fits(context, text)
}

/// What stands between two spaces or more; the first is empty where a line begins with some.
fn fields(line: &str) -> Vec<Range<usize>> {
    let (mut out, mut at) = (vec![], 0);
    let line = line.trim_end();
    loop {
        let end = [line[at..].find("  "), line[at..].find('\t')].into_iter().flatten().min().map_or(line.len(), |end| at + end);
        out.push(at..end);
        if end == line.len() {
            return out;
        }
        at = line.len() - line[end..].trim_start_matches([' ', '\t']).len();
    }
}

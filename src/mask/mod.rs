//! Pseudonyms in place of cluster ids, hosts and users, so that a text can be shown to others.
//!
//! A pseudonym is as long as what it stands for, so every line and column stays true, and one original has one
//! pseudonym in all texts. What is masked is what is recognised by its form: nobody may call it complete.

mod names;
mod token;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::Input;
use crate::evidence;
use crate::report::MaskedNames;
use token::Token;

/// Bytes of a path in which known names are looked for.
const PATH: usize = 4096;
/// Words that one name may have.
const WORDS: usize = 12;

/// What an original is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A UUID: of a cluster, or of an object in it.
    ClusterId,
    /// The name or the address of a machine, of a cluster or of a private registry.
    Host,
    /// A person's name in a prompt, a home directory, a mail address or an audit event.
    User,
}

/// An original and what stands in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Masked {
    /// What it is.
    pub kind: Kind,
    /// As it stood in the texts.
    pub original: String,
    /// As long as the original.
    pub pseudonym: String,
    /// How often it was replaced.
    pub count: usize,
}

/// Masks texts and their names, and tells what was masked, in the order of first sight.
pub fn mask(inputs: &[Input]) -> (Vec<Input>, Vec<Masked>) {
    let (mut masker, mut seen) = (Masker::default(), Seen::default());
    let mut inputs = inputs.to_vec();
    inputs.iter_mut().for_each(|input| input.text = masker.text(&input.text, &mut seen));
    // A name may hold what only a text tells to be one.
    for name in inputs.iter_mut().filter_map(|input| input.name.as_mut()) {
        *name = masker.name(name, &mut seen);
    }
    (inputs, masker.masked)
}

/// How many originals there are of each kind.
pub fn count(masked: &[Masked]) -> MaskedNames {
    let of = |wanted| masked.iter().filter(|masked| masked.kind == wanted).count();
    MaskedNames { cluster_ids: of(Kind::ClusterId), hosts: of(Kind::Host), users: of(Kind::User) }
}

/// Masks text after text, so that what has a pseudonym in one has the same in all.
#[derive(Debug, Default)]
pub struct Masker {
    masked: Vec<Masked>,
    known: BTreeMap<Kind, BTreeMap<String, usize>>,
    /// How many there are of each kind.
    numbers: BTreeMap<Kind, usize>,
    taken: BTreeSet<String>,
}

/// Which originals stood in some of the texts.
#[derive(Debug, Clone, Default)]
pub struct Seen(BTreeSet<(Kind, usize)>);

impl Seen {
    /// Adds those that stood in others.
    pub fn add(&mut self, other: &Seen) {
        self.0.extend(&other.0);
    }

    /// How many there are of each kind.
    pub fn count(&self) -> MaskedNames {
        let of = |wanted| self.0.iter().filter(|(kind, _)| *kind == wanted).count();
        MaskedNames { cluster_ids: of(Kind::ClusterId), hosts: of(Kind::Host), users: of(Kind::User) }
    }
}

/// What becomes of the text between two names.
type Between = fn(&mut Masker, &str, &mut Seen, &mut String);

impl Masker {
    /// A text with pseudonyms, line for line and byte for byte.
    pub fn text(&mut self, text: &str, seen: &mut Seen) -> String {
        let mut out = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            self.line(line, seen, &mut out, |_, between, _, out| out.push_str(between));
        }
        out
    }

    /// A file's path with pseudonyms: what is a name by its form, and what was one in the texts so far.
    pub fn name(&mut self, path: &str, seen: &mut Seen) -> String {
        let own = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
        // Of the monitor's files the name is a date.
        let (path, stays) = if evidence::is_dated(path) { path.split_at(own) } else { (path, "") };
        let mut out = String::new();
        self.line(path, seen, &mut out, Self::between);
        out + stays
    }

    fn line(&mut self, line: &str, seen: &mut Seen, out: &mut String, between: Between) {
        let mut at = 0;
        for Token { kind, span } in token::of_line(line) {
            between(self, &line[at..span.start], seen, out);
            out.push_str(self.pseudonym(kind, &line[span.clone()], seen));
            at = span.end;
        }
        between(self, &line[at..], seen, out);
    }

    /// A part of a path, in which names may be joined to other words.
    fn between(&mut self, part: &str, seen: &mut Seen, out: &mut String) {
        let words = pieces(part);
        let (mut at, mut first) = (0, 0);
        while first < words.len() {
            // The longest name that begins here.
            let known = (first..words.len().min(first + WORDS)).rev().find_map(|last| {
                let name = &part[words[first].start..words[last].end];
                Some((last, self.known_as(name)?, name))
            });
            if let Some((last, kind, name)) = known {
                out.push_str(&part[at..words[first].start]);
                out.push_str(self.pseudonym(kind, name, seen));
                (at, first) = (words[last].end, last);
            }
            first += 1;
        }
        out.push_str(&part[at..]);
    }

    fn known_as(&self, name: &str) -> Option<Kind> {
        self.known.iter().find(|(_, known)| known.contains_key(name)).map(|(kind, _)| *kind)
    }

    fn pseudonym(&mut self, kind: Kind, original: &str, seen: &mut Seen) -> &str {
        let at = match self.known.get(&kind).and_then(|known| known.get(original)) {
            Some(&at) => at,
            None => {
                let number = self.numbers.entry(kind).or_default();
                *number += 1;
                let number = *number;
                // Of a short original every name may be taken: then two share one.
                let free = (number..number + 2000).map(|n| names::pseudonym(kind, original, n));
                let pseudonym = free.filter(|name| name != original).find(|name| !self.taken.contains(name));
                let pseudonym = pseudonym.unwrap_or_else(|| "x".repeat(original.len()));
                self.taken.insert(pseudonym.clone());
                self.masked.push(Masked { kind, original: original.into(), pseudonym, count: 0 });
                self.known.entry(kind).or_default().insert(original.into(), self.masked.len() - 1);
                self.masked.len() - 1
            }
        };
        seen.0.insert((kind, at));
        let masked = &mut self.masked[at];
        masked.count += 1;
        &masked.pseudonym
    }
}

/// Words between what is neither a letter nor a digit. No path is longer that holds a name.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = vec![];
    for (at, _) in text.bytes().enumerate().take(PATH).filter(|(_, byte)| byte.is_ascii_alphanumeric()) {
        match out.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => out.push(at..at + 1),
        }
    }
    out
}

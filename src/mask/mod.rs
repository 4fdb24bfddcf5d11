//! Pseudonyms in place of cluster ids, hosts and users, so that a text can be shown to others.
//!
//! A pseudonym is as long as what it stands for, so every line and column stays true, and one original has one
//! pseudonym in all texts. What is masked is what is recognised by its form: nobody may call it complete.

mod names;
mod token;

use std::collections::{BTreeMap, BTreeSet};

use crate::Input;
use token::Token;

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
    let mut masker = Masker::default();
    let inputs = inputs
        .iter()
        .map(|input| Input {
            name: input.name.as_deref().map(|name| masker.text(name)),
            text: masker.text(&input.text),
            ..input.clone()
        })
        .collect();
    (inputs, masker.masked)
}

#[derive(Default)]
struct Masker {
    masked: Vec<Masked>,
    known: BTreeMap<(Kind, String), usize>,
    /// How many there are of each kind.
    numbers: BTreeMap<Kind, usize>,
    taken: BTreeSet<String>,
}

impl Masker {
    fn text(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let mut at = 0;
            for Token { kind, span } in token::of_line(line) {
                out.push_str(&line[at..span.start]);
                out.push_str(self.pseudonym(kind, &line[span.clone()]));
                at = span.end;
            }
            out.push_str(&line[at..]);
        }
        out
    }

    fn pseudonym(&mut self, kind: Kind, original: &str) -> &str {
        let at = match self.known.get(&(kind, original.to_owned())) {
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
                self.known.insert((kind, original.into()), self.masked.len() - 1);
                self.masked.len() - 1
            }
        };
        let masked = &mut self.masked[at];
        masked.count += 1;
        &masked.pseudonym
    }
}

//! Pseudonyms in place of cluster ids, hosts, users and secrets, so that a text can be shown to others.
//!
//! A pseudonym is as long as what it stands for, so every line and column stays true, and one original has one
//! pseudonym in all texts. What is masked is what is known by its form (`form.rs`), by what stands around it (`context.rs`),
//! or because another line told it (`learned.rs`): nobody may call it complete.

mod context;
mod form;
mod learned;
mod listing;
mod names;
mod object;
mod people;
mod secret;
mod token;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::Input;
use crate::evidence;
use crate::order;
use crate::report::MaskedNames;
use token::Token;

/// Bytes of a word in which known names are looked for.
const WORD: usize = 512;
/// Words that one name may have.
const WORDS: usize = 12;

/// What an original is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The UUID of a cluster.
    ClusterId,
    /// Another UUID: of an object in a cluster, or of a request.
    ObjectId,
    /// The name or the address of a machine, of a cluster or of a private registry.
    Host,
    /// A person's name in a prompt, a home directory, a mail address or an audit event.
    User,
    /// A token or a password.
    Secret,
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
    tally(masked.iter().map(|masked| masked.kind))
}

fn tally(kinds: impl Iterator<Item = Kind> + Clone) -> MaskedNames {
    let of = |wanted| kinds.clone().filter(|kind| *kind == wanted).count();
    MaskedNames {
        cluster_ids: of(Kind::ClusterId),
        object_ids: of(Kind::ObjectId),
        hosts: of(Kind::Host),
        users: of(Kind::User),
        secrets: of(Kind::Secret),
    }
}

/// Masks text after text, so that what has a pseudonym in one has the same in all.
#[derive(Debug, Default)]
pub struct Masker {
    masked: Vec<Masked>,
    known: BTreeMap<Kind, BTreeMap<String, usize>>,
    /// How many there are of each kind.
    numbers: BTreeMap<Kind, usize>,
    taken: BTreeSet<String>,
    /// Names that are masked wherever they stand.
    learned: BTreeMap<String, Kind>,
    /// Those of three letters, which are so when they are told again, and only as whole words.
    short: BTreeSet<String>,
}

/// Which originals stood in some of the texts.
#[derive(Debug, Clone, Default)]
pub struct Seen(BTreeMap<usize, Kind>);

impl Seen {
    /// Adds those that stood in others.
    pub fn add(&mut self, other: &Seen) {
        other.0.iter().for_each(|(at, kind)| self.see(*at, *kind));
    }

    /// How many there are of each kind.
    pub fn count(&self) -> MaskedNames {
        tally(self.0.values().copied())
    }

    /// An id that one place says is a cluster's is so in all.
    fn see(&mut self, at: usize, kind: Kind) {
        let seen = self.0.entry(at).or_insert(kind);
        *seen = kind.min(*seen);
    }
}

impl Masker {
    /// A text with pseudonyms, line for line and column for column.
    pub fn text(&mut self, text: &str, seen: &mut Seen) -> String {
        let (mut objects, mut secrets) = (object::Objects::default(), secret::Lines::default());
        let mut listing = listing::Listing::default();
        let read = |line| {
            let mut tokens = token::of_line(line, secrets.is_login);
            secrets.next(line);
            let bodies = secrets.pem(line);
            if let (Some(first), Some(last)) = (bodies.first(), bodies.last()) {
                tokens.retain(|token| token.span.end <= first.start || last.end <= token.span.start);
                tokens.extend(bodies.into_iter().map(|span| Token { kind: Kind::Secret, span, is_told: false }));
            }
            if let Some(span) = objects.name(line).filter(|span| token::is_free(line, span, &tokens)) {
                let length = form::infrastructure(&line[span.clone()]).unwrap_or(span.len());
                tokens.push(Token { kind: Kind::Host, span: span.start..span.start + length, is_told: true });
            }
            for (kind, span) in listing.names(line) {
                if token::is_free(line, &span, &tokens) {
                    tokens.push(Token { kind, span, is_told: true });
                }
            }
            order::sort_by_key(&mut tokens, |token| token.span.start);
            self.learn(line, &tokens);
            tokens
        };
        let lines: Vec<Vec<Token>> = text.split_inclusive('\n').map(read).collect();
        let mut out = String::with_capacity(text.len());
        for (line, mut tokens) in text.split_inclusive('\n').zip(lines) {
            // What one line tells may stand in any, also before it.
            if !self.learned.is_empty() {
                let told = token::words(line, &tokens)
                    .flat_map(|word| told(line, word, |name, is_whole| self.learned_as(name, is_whole)))
                    .collect::<Vec<_>>();
                tokens.extend(told);
                order::sort_by_key(&mut tokens, |token| token.span.start);
            }
            self.replace(line, &tokens, seen, &mut out);
        }
        out
    }

    /// A file's path with pseudonyms: what is a name by its form, and what was one in the texts so far.
    pub fn name(&mut self, path: &str, seen: &mut Seen) -> String {
        let own = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
        // Of the monitor's files the name is a date.
        let (path, stays) = if evidence::is_dated(path) { path.split_at(own) } else { (path, "") };
        let mut tokens = token::of_line(path, false);
        let told =
            token::words(path, &tokens).flat_map(|word| told(path, word, |name, _| self.known_as(name))).collect::<Vec<_>>();
        tokens.extend(told);
        order::sort_by_key(&mut tokens, |token| token.span.start);
        let mut out = String::with_capacity(path.len());
        self.replace(path, &tokens, seen, &mut out);
        out + stays
    }

    /// Keeps what a line tells of others.
    fn learn(&mut self, line: &str, tokens: &[Token]) {
        for Token { kind, span, is_told } in tokens {
            let name = &line[span.clone()];
            let mut again = || learned::is_short(*kind, name) && !self.short.insert(name.to_owned());
            if *is_told && (learned::is_telling(*kind, name) || again()) {
                self.learned.insert(name.to_owned(), *kind);
            }
            // Of `prod7-x2b4z` and of `api.prod7.example.com` the cluster's own name too.
            let own = if form::made(name) { name.rsplit_once('-').map(|(own, _)| own) } else { form::cluster(name) };
            if let Some(own) = own.filter(|own| *kind == Kind::Host && learned::is_clusters(own)) {
                self.learned.insert(own.to_owned(), Kind::Host);
            }
        }
    }

    fn learned_as(&self, name: &str, is_whole: bool) -> Option<Kind> {
        self.learned.get(name).copied().filter(|_| is_whole || name.len() > 3)
    }

    /// In a path nothing is weighed: any word may be a name there.
    fn known_as(&self, name: &str) -> Option<Kind> {
        let known = || self.known.iter().find(|(_, known)| known.contains_key(name)).map(|(kind, _)| *kind);
        self.learned.get(name).copied().or_else(known)
    }

    fn replace(&mut self, line: &str, tokens: &[Token], seen: &mut Seen, out: &mut String) {
        let mut at = 0;
        for Token { kind, span, .. } in tokens {
            out.push_str(&line[at..span.start]);
            out.push_str(self.pseudonym(*kind, &line[span.clone()], seen));
            at = span.end;
        }
        out.push_str(&line[at..]);
    }

    fn pseudonym(&mut self, kind: Kind, original: &str, seen: &mut Seen) -> &str {
        // An id has one pseudonym, whatever it is of.
        let shape = if kind == Kind::ObjectId { Kind::ClusterId } else { kind };
        let lower = (shape == Kind::ClusterId).then(|| original.to_ascii_lowercase());
        let key = lower.as_deref().unwrap_or(original);
        let at = match self.known.get(&shape).and_then(|known| known.get(key)) {
            Some(&at) => at,
            None => {
                let number = self.numbers.entry(shape).or_default();
                *number += 1;
                let number = *number;
                // Of a short original every name may be taken: then two share one.
                let free = (number..number + 2000).map(|n| names::pseudonym(kind, original, n));
                let pseudonym = free.filter(|name| name != original).find(|name| !self.taken.contains(name));
                let pseudonym = pseudonym.unwrap_or_else(|| "z".repeat(original.encode_utf16().count()));
                self.taken.insert(pseudonym.clone());
                self.masked.push(Masked { kind, original: original.into(), pseudonym, count: 0 });
                self.known.entry(shape).or_default().insert(key.into(), self.masked.len() - 1);
                self.masked.len() - 1
            }
        };
        let masked = &mut self.masked[at];
        masked.kind = kind.min(masked.kind);
        masked.count += 1;
        seen.see(at, masked.kind);
        &masked.pseudonym
    }
}

/// The names in a word that others told, the longest first.
fn told(line: &str, word: Range<usize>, kind: impl Fn(&str, bool) -> Option<Kind>) -> Vec<Token> {
    let words = pieces(&line[word.clone()]);
    let (mut out, mut first) = (vec![], 0);
    while first < words.len() {
        let found = (first..words.len().min(first + WORDS)).rev().find_map(|last| {
            let span = word.start + words[first].start..word.start + words[last].end;
            Some((last, Token { kind: kind(&line[span.clone()], span == word)?, span, is_told: false }))
        });
        first = found.as_ref().map_or(first, |(last, _)| *last) + 1;
        out.extend(found.map(|(_, token)| token));
    }
    out
}

/// Words between what is neither a letter nor a digit. No word is longer that holds a name.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = vec![];
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < WORD).filter(|(_, c)| form::letter(*c) || c.is_ascii_digit()) {
        match out.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => out.push(at..at + c.len_utf8()),
        }
    }
    out
}

//! Pseudonyms for all that is read, from one source, in the order in which it is read.

use std::collections::BTreeSet;

use clusterversion_history::mask::{Masker, Seen};
use clusterversion_history::report::{MaskedNames, ends_of, tails};

use super::files::Given;
use super::output::Format;

/// Masks texts as they come, and their names as late as can be, when most is known.
#[derive(Default)]
pub(super) struct Masking {
    masker: Masker,
    all: Seen,
    /// Whether files keep their names, because a tool has to find them.
    keeps_names: bool,
    /// What texts were called so far.
    used: BTreeSet<String>,
}

impl Masking {
    pub(super) fn new(format: Format) -> Self {
        Masking { keeps_names: matches!(format, Format::Sarif | Format::Github), ..Masking::default() }
    }

    /// Masks a text, not yet its name.
    pub(super) fn text(&mut self, given: &mut Given) {
        let mut seen = Seen::default();
        given.input.text = self.masker.text(&given.input.text, &mut seen);
        self.all.add(&seen);
        given.masked = Some(seen);
    }

    /// Masks the names of texts, and leaves out the directories that are not needed to tell them apart: customers and
    /// colleagues are in those.
    pub(super) fn names<'g>(&mut self, given: impl IntoIterator<Item = &'g mut Given>) {
        if self.keeps_names {
            return;
        }
        let mut given: Vec<_> = given.into_iter().filter(|given| given.input.name.is_some()).collect();
        let paths: Vec<String> = given.iter().filter_map(|given| given.input.name.clone()).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let tails: Vec<&str> = paths.iter().zip(tails(&paths)).map(|(path, tail)| self.unused(path, tail)).collect();
        for ((given, path), tail) in given.iter_mut().zip(&paths).zip(&tails) {
            // What only the directories tell of the name is masked in it, and what is left out is not counted.
            let whole = self.masker.name(path, &mut Seen::default());
            let at = ends_of(path).position(|end| end == *tail).unwrap_or_default();
            let seen = given.masked.get_or_insert_default();
            let own = self.masker.name(tail, seen);
            self.all.add(seen);
            given.input.name = Some(ends_of(&whole).nth(at).map_or(own, str::to_owned));
        }
        self.used.extend(tails.into_iter().map(str::to_owned));
    }

    /// As much more of a path as tells it from those of texts that were named before.
    fn unused<'p>(&self, path: &'p str, tail: &'p str) -> &'p str {
        ends_of(path).find(|end| end.len() >= tail.len() && !self.used.contains(*end)).unwrap_or(path)
    }

    /// How many names there were in all.
    pub(super) fn count(&self) -> MaskedNames {
        self.all.count()
    }
}

//! Pseudonyms for all that is read, from one source, in the order in which it is read.

use clusterversion_history::mask::{Masker, Seen};
use clusterversion_history::report::MaskedNames;

use super::files::Given;
use super::output::Format;

/// Masks texts as they come, and their names as late as can be, when most is known.
#[derive(Default)]
pub(super) struct Masking {
    masker: Masker,
    all: Seen,
    /// Whether files keep their names, because a tool has to find them.
    keeps_names: bool,
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

    /// Masks a text's name.
    pub(super) fn name(&mut self, given: &mut Given) {
        if let Some(name) = given.input.name.as_mut().filter(|_| !self.keeps_names) {
            let seen = given.masked.get_or_insert_default();
            *name = self.masker.name(name, seen);
            self.all.add(seen);
        }
    }

    /// How many names there were in all.
    pub(super) fn count(&self) -> MaskedNames {
        self.all.count()
    }
}

//! Items to reports: a few together, many each for itself.

use std::collections::BTreeMap;

use clusterversion_history::mask::Seen;
use clusterversion_history::report::{Report, Verdict};
use clusterversion_history::{Options, Role, inspect_with};
use rayon::prelude::*;

use super::files::{self, Given};
use super::masking::Masking;
use super::output::{Judged, Output};
use super::progress::Progress;
use super::sources::{Item, Stop};

/// Items that are worked on at a time, for each core.
const WINDOW: usize = 64;
/// Bytes of texts that wait for their turn.
const WAITING: usize = 64 << 20;

/// What came of all that was judged.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Files read and reports made of them, by verdict; those without a history apart.
    verdicts: BTreeMap<Verdict, usize>,
    without: usize,
    /// What was found and could not be read.
    unreadable: usize,
    /// Whether an argument itself could not be read.
    pub(super) lacks_argument: bool,
}

impl Tally {
    /// The worst verdict of a report with a history in it.
    pub(super) fn worst(&self) -> Option<Verdict> {
        self.verdicts.keys().next_back().copied()
    }

    /// How many reports there were.
    pub(super) fn reports(&self) -> usize {
        self.verdicts.values().sum::<usize>() + self.without
    }

    /// Says what cannot be read, and whether it was itself named as an argument.
    pub(super) fn trouble(&mut self, (error, is_named): (String, bool)) {
        super::complain(&error);
        self.unreadable += 1;
        self.lacks_argument |= is_named;
    }

    fn count(&mut self, verdict: Option<Verdict>) {
        match verdict {
            Some(verdict) => *self.verdicts.entry(verdict).or_default() += 1,
            None => self.without += 1,
        }
    }

    /// `10000 files: 3 corrupt, 9997 intact`.
    pub(super) fn in_words(&self) -> String {
        let word = |verdict| match verdict {
            Verdict::Corrupt => "corrupt",
            Verdict::Suspect => "suspect",
            Verdict::Undetermined => "undetermined",
            Verdict::Intact => "intact",
        };
        let mut parts: Vec<String> =
            self.verdicts.iter().rev().map(|(verdict, count)| format!("{count} {}", word(*verdict))).collect();
        if self.without > 0 {
            parts.push(format!("{} without a history", self.without));
        }
        if self.unreadable > 0 {
            parts.push(format!("{} unreadable", self.unreadable));
        }
        format!("{} files: {}\n", self.reports() + self.unreadable, parts.join(", "))
    }
}

/// Judges everything in one report.
pub(super) fn together(given: Vec<Given>, options: &Options, output: &mut Output, tally: &mut Tally) -> Result<(), Stop> {
    let judged = judge(given, options);
    tally.count(verdict(&judged));
    let part = output.style().part(judged).map_err(|error| Stop::Output(Some(error)))?;
    output.push(part)
}

/// Judges each item for itself, on every core, and writes in the order given. No more is held than a window of them.
pub(super) struct Apart {
    options: Options,
    output: Output,
    masking: Option<Masking>,
    waiting: Vec<Item>,
    bytes: usize,
}

impl Apart {
    pub(super) fn new(options: Options, masking: Option<Masking>, output: Output) -> Self {
        Apart { options, output, masking, waiting: vec![], bytes: 0 }
    }

    pub(super) fn push(&mut self, item: Item, tally: &mut Tally, progress: &Progress) -> Result<(), Stop> {
        let item = match &mut self.masking {
            // Pseudonyms are given in the order of the texts, so one is read after the other.
            Some(masking) => match read(item, Role::History, Some(masking)) {
                Ok(given) => Item::Text(given),
                Err(trouble) => {
                    progress.aside(|| tally.trouble(trouble));
                    return Ok(());
                }
            },
            None => item,
        };
        if let Item::Text(given) = &item {
            self.bytes += given.input.text.len();
        }
        self.waiting.push(item);
        let is_full = self.waiting.len() >= WINDOW * rayon::current_num_threads() || self.bytes >= WAITING;
        if is_full { self.flush(tally, progress) } else { Ok(()) }
    }

    /// Judges what waits.
    fn flush(&mut self, tally: &mut Tally, progress: &Progress) -> Result<(), Stop> {
        self.bytes = 0;
        if let Some(masking) = &mut self.masking {
            masking.names(self.waiting.iter_mut().filter_map(Item::text));
        }
        let (options, style) = (&self.options, self.output.style());
        let one = |item: Item| {
            let judged = judge(vec![read(item, Role::History, None)?], options);
            progress.step();
            let verdict = verdict(&judged);
            Ok((verdict, style.part(judged).map_err(|error| (error, false))?))
        };
        // One at a time, so that a long one holds up no others.
        let judged: Vec<Result<_, (String, bool)>> =
            self.waiting.drain(..).collect::<Vec<_>>().into_par_iter().with_max_len(1).map(one).collect();
        progress.aside(|| {
            for judged in judged {
                match judged {
                    Ok((verdict, part)) => {
                        tally.count(verdict);
                        self.output.push(part)?;
                    }
                    Err(trouble) => tally.trouble(trouble),
                }
            }
            Ok(())
        })
    }

    pub(super) fn finish(mut self, tally: &mut Tally, progress: &Progress) -> Result<(), Stop> {
        self.flush(tally, progress)?;
        progress.finish();
        self.output.finish(&tally.in_words(), self.masking.map(|masking| masking.count()))
    }
}

/// The text of an item; or what is wrong with it, and whether it was itself named as an argument.
pub(super) fn read(item: Item, role: Role, masking: Option<&mut Masking>) -> Result<Given, (String, bool)> {
    let mut given = match item {
        Item::File(path, is_named) => files::file(&path, role).map_err(|error| (error, is_named))?,
        Item::Text(given) => given,
    };
    masking.into_iter().for_each(|masking| masking.text(&mut given));
    Ok(given)
}

fn judge(given: Vec<Given>, options: &Options) -> Judged {
    let (mut inputs, mut gaps, mut masked) = (vec![], vec![], None);
    for one in given {
        one.masked.iter().for_each(|seen| masked.get_or_insert_with(Seen::default).add(seen));
        inputs.push(one.input);
        gaps.push(one.gaps);
    }
    let masked = masked.map(|seen| seen.count());
    Judged { report: Report { masked, ..inspect_with(&inputs, &gaps, options) }, inputs, gaps }
}

fn verdict(judged: &Judged) -> Option<Verdict> {
    (!judged.report.histories.is_empty()).then_some(judged.report.verdict)
}

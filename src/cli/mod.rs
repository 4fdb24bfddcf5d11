//! The command line: arguments in, files read, a report out, an exit code.
//!
//! Memory: of formats that are written as they go (text, jsonl, github, sarif) only a window of files is held;
//! junit grows with its test cases, json and markdown with the reports, svg not.

mod archive;
mod arguments;
mod encoding;
mod files;
mod html;
mod judge;
mod masking;
mod output;
mod progress;
mod sources;

use std::io::{IsTerminal, Write};

use clusterversion_history::report::Verdict;
use clusterversion_history::{Options, Role};

pub(crate) use arguments::Arguments;
use arguments::FailOn;
use files::Given;
use judge::{Apart, Tally};
use masking::Masking;
use output::{Format, Output, Style};
use progress::Progress;
use sources::{Found, Item, Stop};

/// Files that are judged together, in one report; more are judged each for itself.
const TOGETHER: usize = 16;

/// Runs it; the exit status, or what went wrong.
pub(crate) fn run(arguments: Arguments) -> Result<u8, String> {
    if let Some(text) = arguments.about_itself() {
        return std::io::stdout().write_all(&text).map(|()| 0).map_err(|error| format!("standard output: {error}"));
    }
    let mut run = Run::new(&arguments)?;
    let done = run.search().and_then(|()| run.finish());
    run.progress.finish();
    match done {
        Ok(()) | Err(Stop::Output(None)) => Ok(status(arguments.fail_on, &run.tally)),
        Err(Stop::Output(Some(error)) | Stop::Argument(error)) => Err(error),
    }
}

struct Run<'a> {
    arguments: &'a Arguments,
    options: Options,
    /// What is judged together with every history: the snapshots and the evidence.
    beside: Vec<Given>,
    /// The first items, as long as there are few.
    few: Vec<Item>,
    masking: Option<Masking>,
    apart: Option<Apart>,
    tally: Tally,
    progress: Progress,
}

impl<'a> Run<'a> {
    fn new(arguments: &'a Arguments) -> Result<Self, String> {
        let mut beside = vec![];
        let mut masking = arguments.mask.then(|| Masking::new(arguments.format));
        let roles = [
            (Role::Before, arguments.before.as_slice()),
            (Role::After, arguments.after.as_slice()),
            (Role::Evidence, &arguments.evidence),
        ];
        for (role, path) in roles.into_iter().flat_map(|(role, paths)| paths.iter().map(move |path| (role, path))) {
            let take = &mut |found: Found| match found {
                Found::Item(item) => {
                    let read = judge::read(item, role, masking.as_mut());
                    read.map(|given| beside.push(given)).map_err(|(error, _)| error.into())
                }
                Found::Archive(_) => Ok(()),
                Found::Trouble(error) => Err(error.into()),
            };
            if let Err(Stop::Argument(error) | Stop::Output(Some(error))) = sources::search(path, role, take) {
                return Err(error);
            }
        }
        let options = Options { now: arguments.now.or_else(clock) };
        let (few, tally, progress) = (vec![], Tally::default(), Progress::hidden());
        Ok(Run { arguments, options, beside, few, masking, apart: None, tally, progress })
    }

    /// Takes up everything that the arguments name.
    fn search(&mut self) -> Result<(), Stop> {
        let arguments = self.arguments;
        if arguments.files.is_empty() && self.beside.is_empty() {
            if std::io::stdin().is_terminal() {
                return Err("give a file, or - and paste into standard input (--help tells more)".to_owned().into());
            }
            return sources::standard_input(Role::History, &mut |found| self.take(found));
        }
        for path in &arguments.files {
            match sources::search(path, Role::History, &mut |found| self.take(found)) {
                Err(Stop::Argument(error)) => self.tally.trouble((error, true)),
                other => other?,
            }
        }
        Ok(())
    }

    fn take(&mut self, found: Found) -> Result<(), Stop> {
        match found {
            Found::Trouble(error) => self.progress.aside(|| self.tally.trouble((error, false))),
            Found::Archive(name) => self.progress.begin(name),
            Found::Item(item) => return self.item(item),
        }
        Ok(())
    }

    fn item(&mut self, item: Item) -> Result<(), Stop> {
        if self.apart.is_none() {
            self.few.push(item);
            let one_by_one = self.arguments.format == Format::Jsonl || self.few.len() > TOGETHER;
            if !self.beside.is_empty() || !one_by_one {
                return Ok(());
            }
            self.apart = Some(Apart::new(self.options.clone(), self.masking.take(), self.output(true)?));
            if self.few.len() > TOGETHER {
                self.progress.begin(String::new());
            }
            let few = std::mem::take(&mut self.few);
            return few.into_iter().try_for_each(|item| self.item(item));
        }
        match &mut self.apart {
            Some(apart) => apart.push(item, &mut self.tally, &self.progress),
            None => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<(), Stop> {
        if let Some(apart) = self.apart.take() {
            return apart.finish(&mut self.tally, &self.progress);
        }
        let mut given = vec![];
        for item in self.few.drain(..) {
            match judge::read(item, Role::History, self.masking.as_mut()) {
                Ok(read) => given.push(read),
                Err(trouble) => self.tally.trouble(trouble),
            }
        }
        given.append(&mut self.beside);
        if let Some(masking) = &mut self.masking {
            masking.names(&mut given);
        }
        if given.is_empty() {
            return Ok(());
        }
        self.progress.finish();
        let mut output = self.output(false)?;
        judge::together(given, &self.options, &mut output, &mut self.tally)?;
        output.finish("", None)
    }

    fn output(&self, many: bool) -> Result<Output, Stop> {
        let path = self.arguments.output.as_deref();
        let fails = if self.arguments.fail_on == FailOn::Suspect { Verdict::Suspect } else { Verdict::Corrupt };
        let base = std::env::current_dir().ok().and_then(|path| path.to_str().map(str::to_owned));
        Output::new(
            Style {
                format: self.arguments.format,
                styled: output::is_styled(path),
                light: self.arguments.light,
                fails,
                base,
                many,
            },
            path,
        )
    }
}

fn clock() -> Option<chrono::DateTime<chrono::Utc>> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    chrono::DateTime::from_timestamp(since.as_secs().try_into().ok()?, 0)
}

/// Says on standard error what went wrong where work goes on.
fn complain(error: &str) {
    let _ = writeln!(std::io::stderr(), "clusterversion-history: {error}");
}

/// The worst news first: a verdict, then an argument that could not be read, then nothing to judge.
fn status(fail_on: FailOn, tally: &Tally) -> u8 {
    let worst = tally.worst();
    let reached = match fail_on {
        FailOn::Never => false,
        FailOn::Corrupt => worst >= Some(Verdict::Corrupt),
        FailOn::Suspect => worst >= Some(Verdict::Suspect),
    };
    let nothing = tally.reports() == 0 || worst.is_none() && fail_on != FailOn::Never;
    match () {
        () if reached => 1,
        () if tally.lacks_argument || nothing => 2,
        () => 0,
    }
}

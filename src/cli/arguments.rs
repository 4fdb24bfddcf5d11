use std::path::PathBuf;

use clap::{CommandFactory, Parser, ValueEnum};
use clap_complete::Shell;

use super::output::Format;

/// Tells whether the status.history of an OpenShift ClusterVersion can be trusted, why, and on which line.
///
/// Reads must-gather's version.yaml, the output of `oc get clusterversion -o yaml|json`, parts of
/// either, and lines of start|completion|state|version.
///
/// A FILE may be a directory or a tar archive: it is searched for clusterversions/version.yaml,
/// clusterversions.yaml and clusterversion.json, a directory also for must-gather.tar and
/// must-gather.tar.gz. It may be a pattern in quotes, such as 'runs/*/must-gather.tar.gz'. gzip is read
/// whatever its name, also from standard input.
///
/// Up to 16 files make one report. More are judged each for itself, on every core, and so are all with
/// --format jsonl; with --before, --after or --evidence everything makes one report.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Exit status: 1 when a verdict reaches --fail-on; else 2 when a FILE cannot be read or nothing holds \
    a history (with --fail-on never only the former), and for bad usage; else 0. What cannot be read within a \
    directory, an archive or a pattern is said on standard error and passed over."
)]
pub(crate) struct Arguments {
    /// Files, directories, archives or patterns; - or nothing for standard input.
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::AnyPath)]
    pub(super) files: Vec<PathBuf>,
    /// An older snapshot, to compare with --after.
    #[arg(long, value_name = "FILE", requires = "after", value_hint = clap::ValueHint::FilePath)]
    pub(super) before: Option<PathBuf>,
    /// A newer snapshot of the same cluster.
    #[arg(long, value_name = "FILE", requires = "before", value_hint = clap::ValueHint::FilePath)]
    pub(super) after: Option<PathBuf>,
    /// Logs and objects with dates that bear on the history.
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = clap::ValueHint::FilePath)]
    pub(super) evidence: Vec<PathBuf>,
    /// How to write the report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    /// Put pseudonyms of the same length in place of cluster ids, host names, user names and secrets.
    ///
    /// In the texts and in the names of files, before anything is judged; one name has one pseudonym in all of them, and the
    /// report says how many there were. Names are known by their form, or by a key, a flag or a prompt beside them; others are
    /// left, so look through the report before you post it. With sarif and github files keep their names, or no tool would find
    /// the lines; so they do on standard error.
    #[arg(long)]
    pub(super) mask: bool,
    /// Leave out of an HTML report what makes it respond: it takes a third of the bytes, or less.
    #[arg(long)]
    pub(super) light: bool,
    /// Where to write it; standard output without it.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// The verdict from which on the exit status is 1, and a JUnit test case fails (with never, at corrupt).
    #[arg(long, value_enum, default_value_t = FailOn::Corrupt)]
    pub(super) fail_on: FailOn,
    /// The time of the inspection, RFC 3339; the machine's clock without it.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) now: Option<chrono::DateTime<chrono::Utc>>,
    /// Print completions for a shell, to be put where it looks for them.
    #[arg(long, value_name = "SHELL", value_enum, exclusive = true)]
    completions: Option<Shell>,
    /// Print the manual page, in roff.
    #[arg(long, exclusive = true)]
    man: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    Corrupt,
    Suspect,
    Never,
}

impl Arguments {
    /// What was asked for about the command itself.
    pub(super) fn about_itself(&self) -> Option<Vec<u8>> {
        let mut command = Self::command();
        let mut out = vec![];
        if let Some(shell) = self.completions {
            clap_complete::generate(shell, &mut command, env!("CARGO_PKG_NAME"), &mut out);
        } else if self.man {
            clap_mangen::Man::new(command).render(&mut out).ok()?;
        } else {
            return None;
        }
        Some(out)
    }
}

fn time(text: &str) -> Result<chrono::DateTime<chrono::Utc>, String> {
    let read = chrono::DateTime::parse_from_rfc3339(text);
    read.map(|time| time.to_utc()).map_err(|error| format!("not an RFC 3339 time ({error})"))
}

//! The command line: arguments in, files read, a report out, an exit code.

mod encoding;
mod files;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use clusterversion_history::report::{Report, Verdict, render_text_with};
use clusterversion_history::source::Gap;
use clusterversion_history::{Input, Options, Role, inspect_with};

/// Tells whether the status.history of an OpenShift ClusterVersion can be trusted, why, and on which line.
///
/// Reads must-gather's version.yaml, the output of `oc get clusterversion -o yaml|json`, parts of
/// either, and lines of start|completion|state|version. A directory is searched for
/// clusterversions/version.yaml, clusterversions.yaml and clusterversion.json; gzip is read.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Exit status: 0 when no verdict reaches --fail-on, 1 when one does, \
    2 for bad usage, unreadable files, or when no input holds a history (0 with --fail-on never)."
)]
pub(crate) struct Arguments {
    /// Files or directories; - or nothing for standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// An older snapshot, to compare with --after.
    #[arg(long, value_name = "FILE", requires = "after")]
    before: Option<PathBuf>,
    /// A newer snapshot of the same cluster.
    #[arg(long, value_name = "FILE", requires = "before")]
    after: Option<PathBuf>,
    /// Logs and objects with dates that bear on the history.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    evidence: Vec<PathBuf>,
    /// How to write the report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where to write it; standard output without it.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The verdict from which on the exit status is 1.
    #[arg(long, value_enum, default_value_t = FailOn::Corrupt)]
    fail_on: FailOn,
    /// The time of the inspection, RFC 3339; the machine's clock without it.
    #[arg(long, value_name = "TIME", value_parser = time)]
    now: Option<chrono::DateTime<chrono::Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As a compiler prints its errors.
    Text,
    /// Report, version 1.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Corrupt,
    Suspect,
    Never,
}

fn time(text: &str) -> Result<chrono::DateTime<chrono::Utc>, String> {
    let read = chrono::DateTime::parse_from_rfc3339(text);
    read.map(|time| time.to_utc()).map_err(|error| format!("not an RFC 3339 time ({error})"))
}

/// Runs it; the exit status, or what went wrong.
pub(crate) fn run(arguments: Arguments) -> Result<u8, String> {
    let mut given: Vec<files::Given> = vec![];
    let compared = [(&arguments.before, Role::Before), (&arguments.after, Role::After)];
    if arguments.files.is_empty() && arguments.before.is_none() && arguments.evidence.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err("give a file, or - and paste into standard input (--help tells more)".into());
        }
        given.push(files::standard_input(Role::History)?);
    }
    for path in &arguments.files {
        given.extend(files::read(path, Role::History)?);
    }
    for (path, role) in compared {
        if let Some(path) = path {
            given.extend(files::read(path, role)?);
        }
    }
    for path in &arguments.evidence {
        given.extend(files::read(path, Role::Evidence)?);
    }
    let now = arguments.now.or_else(clock);
    let (inputs, gaps): (Vec<Input>, Vec<Vec<Gap>>) = given.into_iter().unzip();
    let report = inspect_with(&inputs, &gaps, &Options { now });
    write(&arguments, &render(&arguments, &report, &inputs, &gaps)?)?;
    Ok(status(arguments.fail_on, &report))
}

fn clock() -> Option<chrono::DateTime<chrono::Utc>> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    chrono::DateTime::from_timestamp(since.as_secs().try_into().ok()?, 0)
}

fn render(arguments: &Arguments, report: &Report, inputs: &[Input], gaps: &[Vec<Gap>]) -> Result<String, String> {
    Ok(match arguments.format {
        Format::Text => {
            let styled = arguments.output.is_none() && std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            render_text_with(report, inputs, gaps, styled)
        }
        Format::Json => serde_json::to_string_pretty(report).map_err(|error| error.to_string())? + "\n",
    })
}

fn write(arguments: &Arguments, text: &str) -> Result<(), String> {
    if let Some(path) = &arguments.output {
        return std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
    }
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        // Whoever reads us has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| format!("standard output: {error}")),
    }
}

fn status(fail_on: FailOn, report: &Report) -> u8 {
    match fail_on {
        FailOn::Never => 0,
        _ if report.histories.is_empty() => 2,
        FailOn::Corrupt => u8::from(report.verdict >= Verdict::Corrupt),
        FailOn::Suspect => u8::from(report.verdict >= Verdict::Suspect),
    }
}

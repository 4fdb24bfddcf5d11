//! Reports to what is written: one renderer a format.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

use clap::ValueEnum;
use clusterversion_history::Input;
use clusterversion_history::report::{
    Junit, MarkdownOptions, MaskedNames, Merged, Report, Sarif, SarifResults, Verdict, github_masked, render_comment,
    render_github, render_markdown, render_text_with,
};
use clusterversion_history::source::Gap;
use clusterversion_history::timeline::{Theme, TimelineOptions, render_timeline};

use super::sources::Stop;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// As a compiler prints its errors
    Text,
    /// One report, version 1
    Json,
    /// One report a line, one line for each file
    Jsonl,
    /// One file for a CI result page; named custom-link-clusterversion-history.html, Prow shows it
    Html,
    /// Plain text for a comment in Bugzilla or Jira, in lines of fewer than 80 columns
    Comment,
    /// For a job's summary on GitHub: verdict, table, gantt chart; at most 1 MiB
    Markdown,
    /// The timeline of the worst history
    Svg,
    /// JUnit XML: a test case for each history
    Junit,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
}

/// A report and the texts it speaks of; without them, where many reports became one.
pub(super) struct Judged {
    pub(super) report: Report,
    pub(super) inputs: Vec<Input>,
    pub(super) gaps: Vec<Vec<Gap>>,
}

/// What is the same for every report of a run.
#[derive(Debug)]
pub(super) struct Style {
    pub(super) format: Format,
    pub(super) styled: bool,
    /// An HTML report without what makes it respond.
    pub(super) light: bool,
    /// The verdict from which on a test case fails.
    pub(super) fails: Verdict,
    /// Names under this directory are written relative to it, where they must be addresses.
    pub(super) base: Option<String>,
    /// Whether there are other reports.
    pub(super) many: bool,
}

/// What one report adds to the output.
pub(super) enum Part {
    Text(String),
    Junit(Junit),
    Sarif(SarifResults),
    /// The report itself, for formats that are one document.
    Report(Box<Report>, usize),
}

impl Style {
    /// What can be rendered of a report on its own; done by many at a time.
    pub(super) fn part(&self, mut judged: Judged) -> Result<Part, String> {
        if self.many && self.format != Format::Jsonl {
            // One host may stand in many texts: it is counted once, at the end.
            judged.report.masked = None;
        }
        let Judged { report, inputs, gaps } = &judged;
        Ok(match self.format {
            Format::Junit => Part::Junit(Junit::of(report, inputs, gaps, self.fails, self.many)),
            Format::Sarif => Part::Sarif(Sarif::of(report, self.base.as_deref())),
            Format::Json | Format::Html | Format::Comment | Format::Markdown | Format::Svg if self.many => {
                Part::Report(Box::new(judged.report), judged.inputs.len())
            }
            _ => Part::Text(self.whole(&judged)?),
        })
    }

    /// A report as a document of its own.
    fn whole(&self, judged: &Judged) -> Result<String, String> {
        let Judged { report, inputs, gaps } = judged;
        Ok(match self.format {
            Format::Text => render_text_with(report, inputs, gaps, self.styled),
            Format::Json => serde_json::to_string_pretty(report).map_err(|error| error.to_string())? + "\n",
            Format::Jsonl => serde_json::to_string(report).map_err(|error| error.to_string())? + "\n",
            Format::Html => super::html::render(report, inputs, self.light)?,
            Format::Comment => render_comment(report),
            Format::Markdown => render_markdown(report, &MarkdownOptions::default()),
            Format::Svg => render_timeline(report, &TimelineOptions { theme: Theme::Auto, ..TimelineOptions::default() }),
            Format::Github => render_github(report),
            // These two are put together from parts.
            Format::Junit | Format::Sarif => String::new(),
        })
    }
}

/// Where the output goes, and what must wait for its end.
pub(super) struct Output {
    style: Style,
    to: Box<dyn Write>,
    name: String,
    junit: Junit,
    sarif: Sarif,
    merged: Merged,
    /// The worst report so far, of which alone a timeline is drawn.
    worst: Option<(Box<Report>, usize)>,
}

impl Output {
    pub(super) fn new(style: Style, path: Option<&Path>) -> Result<Self, Stop> {
        let name = path.map_or("standard output".into(), |path| path.display().to_string());
        let to: Box<dyn Write> = match path {
            Some(path) => Box::new(std::io::BufWriter::new(
                std::fs::File::create(path).map_err(|error| Stop::Output(Some(format!("{name}: {error}"))))?,
            )),
            None => Box::new(std::io::stdout().lock()),
        };
        let mut output =
            Output { style, to, name, junit: Junit::default(), sarif: Sarif::default(), merged: Merged::default(), worst: None };
        if output.style.format == Format::Sarif {
            output.write(&Sarif::opening())?;
        }
        Ok(output)
    }

    pub(super) fn style(&self) -> &Style {
        &self.style
    }

    pub(super) fn push(&mut self, part: Part) -> Result<(), Stop> {
        match part {
            Part::Text(text) => self.write(&text),
            Part::Junit(junit) => {
                self.junit.push(&junit);
                Ok(())
            }
            Part::Sarif(results) => {
                let text = self.sarif.push(results);
                self.write(&text)
            }
            Part::Report(report, inputs) if self.style.format == Format::Svg => {
                if self.worst.as_ref().is_none_or(|(worst, _)| is_worse(&report, worst)) {
                    self.worst = Some((report, inputs));
                }
                Ok(())
            }
            Part::Report(report, inputs) => {
                self.merged.push(*report, inputs);
                Ok(())
            }
        }
    }

    /// Writes what had to wait; `masked` of all reports, where there are several.
    pub(super) fn finish(mut self, last: &str, masked: Option<MaskedNames>) -> Result<(), Stop> {
        let text = match self.style.format {
            Format::Junit => {
                masked.into_iter().for_each(|masked| self.junit.masked(masked));
                std::mem::take(&mut self.junit).finish()
            }
            Format::Sarif => {
                masked.into_iter().for_each(|masked| self.sarif.masked(masked));
                std::mem::take(&mut self.sarif).closing()
            }
            Format::Github => masked.as_ref().map(github_masked).unwrap_or_default(),
            Format::Json | Format::Html | Format::Comment | Format::Markdown | Format::Svg if self.style.many => {
                if let Some((worst, inputs)) = self.worst.take() {
                    self.merged.push(*worst, inputs);
                }
                let report = Report { masked, ..std::mem::take(&mut self.merged).finish() };
                self.style.whole(&Judged { report, inputs: vec![], gaps: vec![] }).map_err(|error| Stop::Output(Some(error)))?
            }
            Format::Text if self.style.many => last.to_owned() + &masked.map(|masked| format!("{masked}\n")).unwrap_or_default(),
            _ => String::new(),
        };
        self.write(&text)?;
        let flushed = self.to.flush();
        self.outcome(flushed)
    }

    fn write(&mut self, text: &str) -> Result<(), Stop> {
        let written = self.to.write_all(text.as_bytes());
        self.outcome(written)
    }

    fn outcome(&self, written: std::io::Result<()>) -> Result<(), Stop> {
        let why = |error: std::io::Error| (error.kind() != ErrorKind::BrokenPipe).then(|| format!("{}: {error}", self.name));
        written.map_err(|error| Stop::Output(why(error)))
    }
}

fn is_worse(report: &Report, than: &Report) -> bool {
    (!report.histories.is_empty(), report.verdict) > (!than.histories.is_empty(), than.verdict)
}

/// Colours are for people.
pub(super) fn is_styled(path: Option<&Path>) -> bool {
    path.is_none() && std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

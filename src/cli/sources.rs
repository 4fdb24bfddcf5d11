//! Where texts come from: files, directories, patterns, archives and standard input.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clusterversion_history::Role;

use super::archive;
use super::files::{self, Given, Stream};

/// Where `oc adm must-gather`, `oc adm inspect` and CI's gather steps put a ClusterVersion.
const WANTED: [&str; 3] = ["clusterversions/version.yaml", "clusterversions.yaml", "clusterversion.json"];

/// What CI's gather steps make of a must-gather.
const ARCHIVES: [&str; 3] = ["must-gather.tar", "must-gather.tar.gz", "must-gather.tgz"];

/// Something to judge.
pub(super) enum Item {
    /// A file that can be opened when it is its turn, and whether it was itself named as an argument.
    File(PathBuf, bool),
    /// What can be read only once, or was read on the way.
    Text(Given),
}

impl Item {
    /// Its text, where that was read.
    pub(super) fn text(&mut self) -> Option<&mut Given> {
        match self {
            Item::Text(given) => Some(given),
            Item::File(..) => None,
        }
    }
}

/// What the search comes across.
pub(super) enum Found {
    Item(Item),
    /// An archive is read now, which may take its time.
    Archive(String),
    /// Something found that cannot be read; the search goes on.
    Trouble(String),
}

/// Why a search ends before its end.
pub(super) enum Stop {
    /// This argument cannot be read; others may.
    Argument(String),
    /// Nothing more can be written, or whoever reads it has seen enough.
    Output(Option<String>),
}

impl From<String> for Stop {
    fn from(error: String) -> Self {
        Stop::Argument(error)
    }
}

/// Takes what is found.
pub(super) type Finder<'f> = &'f mut dyn FnMut(Found) -> Result<(), Stop>;

/// Trouble with a part of what is searched does not end the search.
pub(super) fn go_on<T>(tried: Result<T, Stop>, found: Finder<'_>) -> Result<Option<T>, Stop> {
    match tried {
        Ok(value) => Ok(Some(value)),
        Err(Stop::Argument(error)) => found(Found::Trouble(error)).map(|()| None),
        Err(stop) => Err(stop),
    }
}

/// Whether a member of an archive or of a directory is what we look for.
pub(super) fn is_wanted(path: &str) -> bool {
    WANTED.iter().any(|wanted| path.strip_suffix(wanted).is_some_and(|before| before.is_empty() || before.ends_with('/')))
}

pub(super) fn is_archive(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| ARCHIVES.contains(&name))
}

/// Gives what an argument names, in the order of the paths; the error is one of the argument itself.
pub(super) fn search(argument: &Path, role: Role, found: Finder<'_>) -> Result<(), Stop> {
    if argument == Path::new("-") {
        return standard_input(role, found);
    }
    let name = argument.display().to_string();
    match std::fs::metadata(argument) {
        Ok(meta) if meta.is_dir() => match directory(argument, role, found)? {
            0 => Err(format!("{name}: holds none of {} or {}", WANTED.join(", "), ARCHIVES.join(", ")).into()),
            _ => Ok(()),
        },
        Ok(meta) => file(argument, meta.is_file(), true, role, found),
        Err(error) => match argument.to_str() {
            Some(pattern) if pattern.contains(['*', '?', '[']) => matches(pattern, role, found),
            _ => Err(format!("{name}: {error}").into()),
        },
    }
}

pub(super) fn standard_input(role: Role, found: Finder<'_>) -> Result<(), Stop> {
    stream(std::io::stdin().lock(), "standard input", role, found)
}

fn stream(from: impl Read, name: &str, role: Role, found: Finder<'_>) -> Result<(), Stop> {
    match files::decoded(from).map_err(|error| format!("{name}: {error}"))? {
        Stream::Text(from) => found(Found::Item(Item::Text(files::text(from, name, role)?))),
        Stream::Tar(from) => {
            found(Found::Archive(name.to_owned()))?;
            match archive::members(from, name, role, 0, found)? {
                0 => Err(format!("{name}: the archive holds none of {}", WANTED.join(", ")).into()),
                _ => Ok(()),
            }
        }
    }
}

/// A file that may be an archive. What is no plain file, as a shell's `<(…)`, can be read only once.
fn file(path: &Path, is_plain: bool, is_named: bool, role: Role, found: Finder<'_>) -> Result<(), Stop> {
    let name = path.display().to_string();
    let opened = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    if is_plain && matches!(files::decoded(&opened), Ok(Stream::Text(_))) {
        return found(Found::Item(Item::File(path.to_owned(), is_named)));
    }
    let opened = if is_plain { File::open(path).map_err(|error| format!("{name}: {error}"))? } else { opened };
    stream(opened, &name, role, found)
}

/// How many were found. Links to directories are not followed, so no circle can be walked; of each directory only
/// the names are held.
fn directory(path: &Path, role: Role, found: Finder<'_>) -> Result<usize, Stop> {
    let entries = std::fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut names: Vec<_> = entries
        .flatten()
        .filter_map(|entry| Some((entry.file_name().into_boxed_os_str(), entry.file_type().ok()?.is_dir())))
        .collect();
    names.sort_unstable();
    let mut count = 0;
    for (name, is_directory) in names {
        let path = path.join(&*name);
        let tried = if is_directory {
            directory(&path, role, found)
        } else if WANTED.iter().any(|wanted| path.ends_with(wanted)) {
            found(Found::Item(Item::File(path, false))).map(|()| 1)
        } else if ARCHIVES.iter().any(|archive| path.ends_with(archive)) {
            file(&path, true, false, role, found).map(|()| 1)
        } else {
            Ok(0)
        };
        count += go_on(tried, found)?.unwrap_or(0);
    }
    Ok(count)
}

/// A pattern that the shell left as it is, as it does in quotes.
fn matches(pattern: &str, role: Role, found: Finder<'_>) -> Result<(), Stop> {
    let paths = glob::glob(pattern).map_err(|error| format!("{pattern}: {error}"))?;
    let mut any = false;
    for path in paths {
        any = true;
        let tried = match path {
            Ok(path) if path.is_dir() => directory(&path, role, found).map(|_| ()),
            Ok(path) => file(&path, path.is_file(), false, role, found),
            Err(error) => Err(error.to_string().into()),
        };
        go_on(tried, found)?;
    }
    if any { Ok(()) } else { Err(format!("{pattern}: no such file, and no file is named so").into()) }
}

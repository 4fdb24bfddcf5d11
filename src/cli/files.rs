use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clusterversion_history::evidence::sieve::Sieve;
use clusterversion_history::source::Gap;
use clusterversion_history::{Input, Role};

use super::encoding;

/// Where `oc adm must-gather`, `oc adm inspect` and CI's gather steps put a ClusterVersion.
const WANTED: [&str; 3] = ["clusterversions/version.yaml", "clusterversions.yaml", "clusterversion.json"];

/// No paste is larger; a stream that does not end must.
const MAX_BYTES: u64 = 1 << 30;

/// Bytes read at a time.
const PIECE: usize = 128 << 10;

/// Up to here a list of evidence is read whole; of a longer one only what may be evidence is kept.
const WHOLE_BYTES: u64 = 8 << 20;

/// A text, and the lines that were left out of it.
pub(super) type Given = (Input, Vec<Gap>);

pub(super) fn standard_input(role: Role) -> Result<Given, String> {
    given(std::io::stdin().lock(), "standard input", role)
}

/// A file, or what a directory holds.
pub(super) fn read(path: &Path, role: Role) -> Result<Vec<Given>, String> {
    if path == Path::new("-") {
        return Ok(vec![standard_input(role)?]);
    }
    let paths = if path.is_dir() { search(path)? } else { vec![path.to_owned()] };
    if paths.is_empty() {
        return Err(format!("{}: holds none of {}", path.display(), WANTED.join(", ")));
    }
    paths.iter().map(|path| file(path, role)).collect()
}

fn file(path: &Path, role: Role) -> Result<Given, String> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| format!("{name}: {error}"))?;
    given(file, &name, role)
}

fn given(from: impl Read, name: &str, role: Role) -> Result<Given, String> {
    let read = decoded(from).and_then(|from| if role == Role::Evidence { sieved(from) } else { whole(from) });
    let (bytes, gaps) = read.map_err(|error| format!("{name}: {error}"))?;
    Ok((Input { name: Some(name.to_owned()), text: encoding::text(bytes), role }, gaps))
}

/// gzip is told by its first bytes: CI stores objects compressed under their plain names.
fn decoded<'r>(from: impl Read + 'r) -> std::io::Result<Box<dyn Read + 'r>> {
    let mut from = BufReader::with_capacity(PIECE, from);
    if from.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        return Ok(Box::new(flate2::bufread::MultiGzDecoder::new(from).take(MAX_BYTES)));
    }
    Ok(Box::new(from.take(MAX_BYTES)))
}

fn whole(mut from: impl Read) -> std::io::Result<(Vec<u8>, Vec<Gap>)> {
    let mut bytes = vec![];
    from.read_to_end(&mut bytes)?;
    Ok((bytes, vec![]))
}

/// The monitor's files can be larger than memory: they are read in pieces, and what is kept grows with the hits alone.
fn sieved(mut from: impl Read) -> std::io::Result<(Vec<u8>, Vec<Gap>)> {
    let (mut bytes, _) = whole(from.by_ref().take(WHOLE_BYTES))?;
    let is_list = bytes.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| matches!(byte, b'{' | b'['));
    if (bytes.len() as u64) < WHOLE_BYTES || !is_list {
        from.read_to_end(&mut bytes)?;
        return Ok((bytes, vec![]));
    }
    let mut sieve = Sieve::default();
    sieve.push(&bytes);
    drop(bytes);
    let mut piece = vec![0; PIECE];
    loop {
        match from.read(&mut piece)? {
            0 => return Ok(sieve.finish()),
            read => sieve.push(&piece[..read]),
        }
    }
}

/// In the order of their paths. Links are not followed, so no circle can be walked.
fn search(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = vec![];
    let mut waiting = vec![directory.to_owned()];
    while let Some(at) = waiting.pop() {
        let entries = std::fs::read_dir(&at).map_err(|error| format!("{}: {error}", at.display()))?;
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(path),
                Ok(_) if WANTED.iter().any(|wanted| path.ends_with(wanted)) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

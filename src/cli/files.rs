use std::io::Read;
use std::path::{Path, PathBuf};

use clusterversion_history::{Input, Role};

/// Where `oc adm must-gather`, `oc adm inspect` and CI's gather steps put a ClusterVersion.
const WANTED: [&str; 3] = ["clusterversions/version.yaml", "clusterversions.yaml", "clusterversion.json"];

/// No paste is larger; a stream that does not end must.
const MAX_BYTES: u64 = 1 << 30;

pub(super) fn standard_input() -> Result<Input, String> {
    let text = decoded(std::io::stdin().lock()).map_err(|error| format!("standard input: {error}"))?;
    Ok(Input { name: Some("standard input".into()), text, role: Role::History })
}

/// A file, or what a directory holds.
pub(super) fn read(path: &Path, role: Role) -> Result<Vec<Input>, String> {
    if path == Path::new("-") {
        return Ok(vec![Input { role, ..standard_input()? }]);
    }
    let paths = if path.is_dir() { search(path)? } else { vec![path.to_owned()] };
    if paths.is_empty() {
        return Err(format!("{}: holds none of {}", path.display(), WANTED.join(", ")));
    }
    paths.iter().map(|path| file(path, role)).collect()
}

fn file(path: &Path, role: Role) -> Result<Input, String> {
    let name = path.display().to_string();
    let open = std::fs::File::open(path).and_then(decoded);
    open.map(|text| Input { name: Some(name.clone()), text, role }).map_err(|error| format!("{name}: {error}"))
}

/// gzip is told by its first bytes: CI stores objects compressed under their plain names.
fn decoded(from: impl Read) -> std::io::Result<String> {
    let mut bytes = vec![];
    from.take(MAX_BYTES).read_to_end(&mut bytes)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut inflated = vec![];
        flate2::read::MultiGzDecoder::new(bytes.as_slice()).take(MAX_BYTES).read_to_end(&mut inflated)?;
        bytes = inflated;
    }
    // What is not UTF-8 is shown as such, and the rest is read.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
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

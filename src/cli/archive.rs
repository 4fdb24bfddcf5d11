//! A must-gather in a tar archive, read as a stream: of its members only those that are wanted are kept, one at a time.

use std::io::Read;

use clusterversion_history::Role;
use tar::{Archive, EntryType};

use super::files::{self, Stream};
use super::sources::{Finder, Found, Item, Stop, go_on, is_archive, is_wanted};

/// A ClusterVersion is far smaller.
const MAX_MEMBER: u64 = 64 << 20;
/// So is a name.
const MAX_NAME: u64 = 64 << 10;
/// Archives in archives in archives.
const MAX_DEPTH: usize = 3;

/// Gives what is wanted of an archive, and says what of it cannot be read. How many were wanted.
///
/// Entries are read raw: what extends a header (a long name, say) is held in memory by whoever reads it, so
/// its length is bounded here.
pub(super) fn members(from: impl Read, name: &str, role: Role, depth: usize, found: Finder<'_>) -> Result<usize, Stop> {
    let broken = |error: std::io::Error| Stop::Argument(format!("{name}: the archive is broken: {error}"));
    let mut archive = Archive::new(from);
    let (mut long, mut wanted) = (None, 0);
    for entry in archive.entries().map_err(broken)?.raw(true) {
        let mut entry = entry.map_err(broken)?;
        match entry.header().entry_type() {
            EntryType::GNULongName => {
                let name = short(&mut entry).map_err(broken)?;
                long = Some(name.split(|byte| *byte == 0).next().unwrap_or_default().to_vec());
            }
            EntryType::XHeader => {
                let records = short(&mut entry).map_err(broken)?;
                // Without this length, which no must-gather needs, the next member could not be found.
                if pax(&records, b"size").is_some() {
                    return Err(format!("{name}: an archive with members of more than 8 GiB is not read").into());
                }
                long = pax(&records, b"path").or(long);
            }
            EntryType::Regular | EntryType::Continuous => {
                let path = long.take().unwrap_or_else(|| entry.path_bytes().into_owned());
                let path = String::from_utf8_lossy(&path).into_owned();
                let full = format!("{name}!/{}", path.trim_start_matches("./"));
                if is_wanted(&path) {
                    wanted += 1;
                    found(member(&mut entry, &full, role))?;
                } else if is_archive(&path) && depth < MAX_DEPTH {
                    wanted += nested(&mut entry, &full, role, depth, found)?;
                }
            }
            EntryType::GNULongLink | EntryType::XGlobalHeader => {}
            _ => long = None,
        }
    }
    Ok(wanted)
}

fn member(entry: &mut impl Read, name: &str, role: Role) -> Found {
    let read = match files::decoded(entry) {
        Ok(Stream::Text(from)) => files::text(Bounded { from, left: MAX_MEMBER }, name, role),
        Ok(Stream::Tar(_)) => Err(format!("{name}: is an archive, where a text was expected")),
        Err(error) => Err(format!("{name}: {error}")),
    };
    match read {
        Ok(given) => Found::Item(Item::Text(given)),
        Err(error) => Found::Trouble(error),
    }
}

fn nested(entry: &mut impl Read, name: &str, role: Role, depth: usize, found: Finder<'_>) -> Result<usize, Stop> {
    let tried = match files::decoded(entry as &mut dyn Read) {
        Ok(Stream::Tar(from)) => members(from, name, role, depth + 1, found),
        Ok(Stream::Text(_)) => Ok(0),
        Err(error) => Err(format!("{name}: {error}").into()),
    };
    Ok(go_on(tried, found)?.unwrap_or(0))
}

fn short(entry: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![];
    Bounded { from: entry, left: MAX_NAME }.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn pax(records: &[u8], key: &[u8]) -> Option<Vec<u8>> {
    let mut records = tar::PaxExtensions::new(records).flatten();
    records.find(|record| record.key_bytes() == key).map(|record| record.value_bytes().to_vec())
}

/// A reader that fails, rather than ends, where there is too much: half an object is another object.
struct Bounded<R> {
    from: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.from.read(into)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| std::io::Error::other("it is too large"))?;
        Ok(read)
    }
}

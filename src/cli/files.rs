//! Bytes to texts: decoded, bounded, and of large evidence only what matters.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use clusterversion_history::evidence::sieve::Sieve;
use clusterversion_history::mask::Seen;
use clusterversion_history::source::Gap;
use clusterversion_history::{Input, Role};

use super::encoding;

/// No paste is larger; a stream that does not end must.
const MAX_BYTES: u64 = 1 << 30;

/// Nor is any must-gather, once unpacked.
const MAX_ARCHIVE: u64 = 1 << 40;

/// Bytes read at a time.
const PIECE: usize = 128 << 10;

/// Up to here a list of evidence is read whole; of a longer one only what may be evidence is kept.
const WHOLE_BYTES: u64 = 8 << 20;

/// The first block of a tar archive: a name, and from byte 257 on `ustar`.
const BLOCK: usize = 512;

/// A text.
pub(super) struct Given {
    pub(super) input: Input,
    /// The lines that were left out of it.
    pub(super) gaps: Vec<Gap>,
    /// The names in it that stand under pseudonyms, where they shall.
    pub(super) masked: Option<Seen>,
}

/// What a stream turns out to be, by its first bytes.
pub(super) enum Stream<'r> {
    Text(Box<dyn Read + 'r>),
    Tar(Box<dyn Read + 'r>),
}

/// gzip is told by its first bytes: CI stores objects compressed under their plain names. So is tar.
pub(super) fn decoded<'r>(from: impl Read + 'r) -> std::io::Result<Stream<'r>> {
    let mut from = BufReader::with_capacity(PIECE, from);
    let mut from: Box<dyn Read + 'r> = match from.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        true => Box::new(flate2::bufread::MultiGzDecoder::new(from)),
        false => Box::new(from),
    };
    let mut head = vec![];
    from.by_ref().take(BLOCK as u64).read_to_end(&mut head)?;
    let is_tar = head.len() == BLOCK && head[257..].starts_with(b"ustar");
    let whole = Cursor::new(head).chain(from);
    Ok(if is_tar { Stream::Tar(Box::new(whole.take(MAX_ARCHIVE))) } else { Stream::Text(Box::new(whole.take(MAX_BYTES))) })
}

pub(super) fn file(path: &Path, role: Role) -> Result<Given, String> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| format!("{name}: {error}"))?;
    match decoded(file) {
        Ok(Stream::Text(from)) => text(from, &name, role),
        Ok(Stream::Tar(_)) => Err(format!("{name}: is an archive, where a text was expected")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

pub(super) fn text(from: impl Read, name: &str, role: Role) -> Result<Given, String> {
    let read = if role == Role::Evidence { sieved(from) } else { whole(from) };
    let (bytes, gaps) = read.map_err(|error| format!("{name}: {error}"))?;
    let input = Input { name: Some(name.to_owned()), text: encoding::text(bytes), role };
    Ok(Given { input, gaps, masked: None })
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

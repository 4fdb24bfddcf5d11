//! Keeps of a JSON list too large for memory the items that may be evidence, and the numbers of their lines.
//!
//! `e2e-events_*.json` "can be quite large" (openshift/sippy `pkg/api/jobrunintervals/job_run_intervals.go`).

use super::scan::{Mark, Scanner, is_relevant};
use crate::source::Gap;

/// Bytes of an item beyond which it is let go: an interval has a few hundred, a Node some ten thousand.
const MAX_ITEM: usize = 4 << 20;

/// Takes a text in pieces; what it keeps is valid JSON where the whole was.
#[derive(Debug, Default)]
pub struct Sieve {
    scanner: Scanner,
    kept: Vec<u8>,
    gaps: Vec<Gap>,
    /// The item that is being read.
    item: Vec<u8>,
    in_item: bool,
    too_long: bool,
    /// Line ends left out since the last byte kept.
    left_out: usize,
}

impl Sieve {
    /// The next piece.
    pub fn push(&mut self, piece: &[u8]) {
        let mut at = 0;
        while at < piece.len() {
            let from = at;
            let mark = self.scanner.next(piece, &mut at);
            // An item begins with its bracket.
            let read = &piece[from..at];
            let before = if mark == Some(Mark::Open) { read.len() - 1 } else { read.len() };
            self.take(&read[..before]);
            match mark {
                Some(Mark::Open) => {
                    self.in_item = true;
                    self.take(&read[before..]);
                }
                // What begins a list stays, with all that stood before it.
                Some(Mark::List | Mark::End) => self.end(true),
                Some(Mark::Close) => self.end(false),
                None => {}
            }
        }
    }

    /// What is kept, and where something is left out of it. An item that never ended is kept as far as it goes.
    pub fn finish(mut self) -> (Vec<u8>, Vec<Gap>) {
        self.end(false);
        (self.kept, self.gaps)
    }

    fn take(&mut self, bytes: &[u8]) {
        if self.in_item && self.item.len() + bytes.len() <= MAX_ITEM && !self.too_long {
            self.item.extend_from_slice(bytes);
        } else if self.in_item {
            self.too_long = true;
            self.left_out += line_ends(&self.item) + line_ends(bytes);
            self.item = vec![];
        } else {
            self.between(bytes);
        }
    }

    /// Brackets and commas stay; what else stands between items is space, or of no consequence.
    fn between(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' => self.left_out += 1,
                b'[' | b']' | b'{' | b'}' => self.keep(&[byte]),
                _ => {}
            }
        }
    }

    fn end(&mut self, outer: bool) {
        let item = std::mem::take(&mut self.item);
        if !self.too_long && (outer || is_relevant(&item)) {
            // Between two items that are kept the comma was left out.
            if self.scanner.is_in_list() && self.kept.ends_with(b"}") && item.starts_with(b"{") {
                self.keep(b",");
            }
            self.keep(&item);
        } else if !self.too_long {
            self.left_out += line_ends(&item);
        }
        (self.in_item, self.too_long) = (false, false);
    }

    fn keep(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.left_out > 0 {
            // Each kept item begins a line of its own, so that a line of it is a line of the whole.
            self.kept.push(b'\n');
            self.gaps.push(Gap { at: self.kept.len(), lines: self.left_out - 1 });
            self.left_out = 0;
        }
        self.kept.extend_from_slice(bytes);
    }
}

fn line_ends(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::source::LineIndex;

    fn sieved(text: &str, size: usize) -> (String, Vec<Gap>) {
        let mut sieve = Sieve::default();
        text.as_bytes().chunks(size).for_each(|piece| sieve.push(piece));
        let (kept, gaps) = sieve.finish();
        (String::from_utf8(kept).unwrap(), gaps)
    }

    const OTHER: &str = "        {\n            \"locator\": \"ns/a pod/b\"\n        }";
    const HIT: &str = "        {\n            \"locator\": \"clusterversion/version\"\n        }";

    #[test]
    fn hits_stay_with_their_lines() {
        let text = format!("{{\n    \"items\": [\n{}\n    ]\n}}\n", [OTHER, HIT, OTHER, OTHER, HIT, OTHER].join(",\n"));
        let (kept, gaps) = sieved(&text, text.len());
        let hit = HIT.trim_start();
        assert_eq!(kept, format!("{{\n    \"items\": [\n{hit}\n,{hit}\n]\n}}"));
        let (whole, part) = (LineIndex::new(&text), LineIndex::with_gaps(&kept, &gaps));
        let lines = |index: &LineIndex<'_>, text: &str| -> Vec<usize> {
            text.match_indices("clusterversion").map(|(at, _)| index.line(at)).collect()
        };
        assert_eq!(lines(&part, &kept), lines(&whole, &text));
        assert_eq!(lines(&part, &kept), [7, 16]);
        assert_eq!(part.line_span(7).of(&kept), "            \"locator\": \"clusterversion/version\"");
        for size in 1..60 {
            assert_eq!(sieved(&text, size), (kept.clone(), gaps.clone()), "{size}");
        }
    }

    #[test]
    fn what_has_no_list_is_kept_if_it_is_a_hit() {
        assert_eq!(
            sieved("{\"kind\":\"Node\"}\n{\"a\":1}\n{\"kind\":\"Node\"}\n", 7).0,
            "{\"kind\":\"Node\"}\n{\"kind\":\"Node\"}"
        );
        assert_eq!(sieved("[{\"a\":[1]},{\"kind\":\"Node\"}]", 3).0, "[{\"kind\":\"Node\"}]");
        assert_eq!(sieved("{\"items\":[{\"kind\":\"Node\",\"cut", 3).0, "{\"items\":[{\"kind\":\"Node\",\"cut");
    }

    #[test]
    fn an_item_without_end_takes_no_memory_without_end() {
        let mut sieve = Sieve::default();
        sieve.push(b"{\"items\":[{\"clusterversion\":\"");
        for _ in 0..64 {
            sieve.push(&vec![b'\n'; 1 << 20]);
        }
        assert!(sieve.item.capacity() <= 2 * MAX_ITEM);
        sieve.push(b"\"},{\"a\":\"clusterversion\"}]}");
        let (kept, gaps) = sieve.finish();
        assert_eq!(String::from_utf8(kept).unwrap(), "{\"items\":[\n{\"a\":\"clusterversion\"}]}");
        assert_eq!(gaps, [Gap { at: 11, lines: (64 << 20) - 1 }]);
    }
}

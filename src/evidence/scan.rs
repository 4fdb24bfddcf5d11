//! Finds the objects of a JSON list by their brackets, byte by byte and in constant memory: what
//! the file may be is of no consequence, and the bytes may come in pieces.

/// What was come by; the place is behind its bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// An object begins that may be an item.
    Open,
    /// That was no item but what holds them: the list begins.
    List,
    /// The item ends.
    Close,
    /// What holds the items ends.
    End,
}

/// Where in the brackets a text is. Items are the objects of an outermost list, or of the list under `items` of an
/// outermost object; an outermost object without one is an item itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Scanner {
    depth: usize,
    /// The depth of the list's elements.
    list: Option<usize>,
    in_string: bool,
    escaped: bool,
    /// The last string of the outermost object, as far as it could be `items`.
    word: [u8; 6],
    length: usize,
}

impl Scanner {
    /// Goes on to the next mark; none where the bytes end before it. `at` is moved behind what was read.
    pub(super) fn next(&mut self, bytes: &[u8], at: &mut usize) -> Option<Mark> {
        while let Some(&byte) = bytes.get(*at) {
            if self.in_string {
                self.string(bytes, at);
                continue;
            }
            *at += 1;
            let mark = match byte {
                b'"' => {
                    self.in_string = true;
                    self.length = 0;
                    None
                }
                b'{' => {
                    self.depth += 1;
                    (self.list == Some(self.depth - 1) || self.depth == 1).then_some(Mark::Open)
                }
                b'[' => {
                    self.depth += 1;
                    let is_items = self.depth == 2 && self.length == 5 && self.word.starts_with(b"items");
                    let begins = self.list.is_none() && (self.depth == 1 || is_items);
                    if begins {
                        self.list = Some(self.depth);
                    }
                    (begins && is_items).then_some(Mark::List)
                }
                b'}' | b']' => self.close(byte),
                _ => None,
            };
            if mark.is_some() {
                return mark;
            }
        }
        None
    }

    /// Whether nothing is open.
    pub(super) fn is_outside(&self) -> bool {
        self.depth == 0
    }

    /// Whether items are being listed.
    pub(super) fn is_in_list(&self) -> bool {
        self.list.is_some()
    }

    fn close(&mut self, byte: u8) -> Option<Mark> {
        self.depth = self.depth.checked_sub(1)?;
        let is_item = byte == b'}' && self.list == Some(self.depth);
        if self.depth > 0 {
            return is_item.then_some(Mark::Close);
        }
        let held = self.list.take().is_some();
        Some(if held { Mark::End } else { Mark::Close })
    }

    /// To the string's end, or the bytes'.
    fn string(&mut self, bytes: &[u8], at: &mut usize) {
        while let Some(&byte) = bytes.get(*at) {
            *at += 1;
            if self.escaped {
                self.escaped = false;
            } else if byte == b'"' {
                self.in_string = false;
                return;
            } else if byte == b'\\' {
                self.escaped = true;
            }
            if self.depth == 1 && self.length < self.word.len() {
                self.word[self.length] = byte;
                self.length += 1;
            }
        }
    }
}

/// Whether an item may be evidence: it names what evidence is about.
pub(super) fn is_relevant(item: &[u8]) -> bool {
    const NAMES: [&[u8]; 5] = [b"clusterversion", b"lusterVersion", b"Node\"", b"ClusterOperator\"", b"Upgrade"];
    let begins = |byte: u8| matches!(byte, b'c' | b'l' | b'N' | b'C' | b'U');
    let mut at = 0;
    while let Some(next) = item[at..].iter().position(|byte| begins(*byte)) {
        at += next;
        if NAMES.iter().any(|name| item[at..].starts_with(name)) {
            return true;
        }
        at += 1;
    }
    false
}

/// Calls back with the place of every item of the JSON that begins at `from`. Where it ends; none where it does not.
pub(super) fn items(text: &str, from: usize, mut found: impl FnMut(crate::source::Span)) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut scanner = Scanner::default();
    let (mut at, mut start) = (from, from);
    while let Some(mark) = scanner.next(bytes, &mut at) {
        match mark {
            Mark::Open => start = at - 1,
            Mark::Close => found(crate::source::Span::new(start, at)),
            Mark::List | Mark::End => {}
        }
        if scanner.is_outside() {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Vec<&str>, Option<usize>) {
        let mut spans = vec![];
        let end = items(text, 0, |span| spans.push(span));
        (spans.into_iter().map(|span| span.of(text)).collect(), end)
    }

    #[test]
    fn items_of_lists_and_objects_alone() {
        assert_eq!(found("[{\"a\":[{}]}, {\"b\":\"}\\\"]\"}] x"), (vec!["{\"a\":[{}]}", "{\"b\":\"}\\\"]\"}"], Some(26)));
        assert_eq!(found("{\"kind\":\"List\",\"items\":[{\"a\":1},{}],\"m\":{\"x\":[{}]}}"), (vec!["{\"a\":1}", "{}"], Some(51)));
        assert_eq!(found("{\"a\":{\"items\":[{}]},\"b\":[{}]}\n"), (vec!["{\"a\":{\"items\":[{}]},\"b\":[{}]}"], Some(29)));
        assert_eq!(found("[1]: x {"), (vec![], Some(3)));
    }

    #[test]
    fn what_is_cut_has_its_whole_items() {
        assert_eq!(found("{\"items\":[{\"a\":1},{\"b\":"), (vec!["{\"a\":1}"], None));
        assert_eq!(found("{\"items\":[{\"a\":\"1},{\"b\":"), (vec![], None));
        assert_eq!(found("}]"), (vec![], None));
    }

    #[test]
    fn pieces_make_no_difference() {
        let text = b"{\"items\":[{\"a\":\"\\\\\\\"}\"},{\"b\":[{}]}]}[{}]";
        let marks = |size: usize| {
            let (mut scanner, mut marks) = (Scanner::default(), vec![]);
            for (index, piece) in text.chunks(size).enumerate() {
                let mut at = 0;
                while let Some(mark) = scanner.next(piece, &mut at) {
                    marks.push((mark, index * size + at));
                }
            }
            marks
        };
        for size in 1..text.len() {
            assert_eq!(marks(size), marks(text.len()), "{size}");
        }
    }

    #[test]
    fn only_what_names_a_version_a_node_or_an_operator_is_relevant() {
        for item in [
            "clusterversion/version",
            "\"type\":\"ClusterVersion\"",
            "\"kind\":\"Node\"",
            "\"ClusterOperator\"",
            "UpgradeStarted",
        ] {
            assert!(is_relevant(item.as_bytes()), "{item}");
        }
        assert!(!is_relevant(b"{\"locator\":\"ns/a pod/b node/c\",\"level\":\"Info\"}"));
    }
}

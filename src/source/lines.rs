use super::Span;

/// Where the lines of a text begin. Lines end at LF, CR LF or a lone CR, as in YAML.
#[derive(Debug, Clone)]
pub struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// Where lines were left out: the number of the line before which, and how many up to there.
    gaps: Vec<(usize, usize)>,
}

/// Lines left out of a text before the line that begins at a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The byte.
    pub at: usize,
    /// How many lines.
    pub lines: usize,
}

/// A place as people count: line and column from 1, columns in UTF-16 units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

impl<'t> LineIndex<'t> {
    /// Reads the text once.
    pub fn new(text: &'t str) -> Self {
        let mut starts = vec![0];
        if text.contains('\r') {
            let bytes = text.as_bytes();
            starts.extend(bytes.iter().enumerate().filter_map(|(at, byte)| match byte {
                b'\n' => Some(at + 1),
                b'\r' if bytes.get(at + 1) != Some(&b'\n') => Some(at + 1),
                _ => None,
            }));
        } else {
            starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        }
        LineIndex { text, starts, gaps: vec![] }
    }

    /// Of a text out of which lines were left, which count all the same.
    pub fn with_gaps(text: &'t str, gaps: &[Gap]) -> Self {
        let mut index = LineIndex::new(text);
        let mut before = 0;
        for gap in gaps {
            before += gap.lines;
            index.gaps.push((index.starts.partition_point(|&start| start <= gap.at), before));
        }
        index
    }

    /// The line a byte offset lies on, from 1.
    pub fn line(&self, offset: usize) -> usize {
        let line = self.starts.partition_point(|&start| start <= offset);
        let gap = self.gaps.partition_point(|(at, _)| *at <= line).checked_sub(1).and_then(|gap| self.gaps.get(gap));
        line + gap.map_or(0, |(_, lines)| *lines)
    }

    /// The number that a line would have had nothing been left out; none for what was.
    fn present(&self, line: usize) -> Option<usize> {
        let gap = self.gaps.partition_point(|(at, lines)| at + lines <= line);
        let left_out = gap.checked_sub(1).and_then(|gap| self.gaps.get(gap)).map_or(0, |(_, lines)| *lines);
        let line = line - left_out;
        self.gaps.get(gap).is_none_or(|(at, _)| line < *at).then_some(line)
    }

    /// Line and column of a byte offset. A byte order mark takes no column.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.line(offset);
        let start = self.starts[self.starts.partition_point(|&start| start <= offset) - 1];
        let mut upto = offset.min(self.text.len());
        while !self.text.is_char_boundary(upto) {
            upto -= 1;
        }
        let before = &self.text[start..upto.max(start)];
        let before = before.strip_prefix('\u{feff}').unwrap_or(before);
        let column = if before.is_ascii() { before.len() } else { before.encode_utf16().count() };
        Position { line, column: column + 1 }
    }

    /// The column after a span's last character on the span's first line, at least one further.
    pub fn end_column(&self, span: Span) -> usize {
        let from = self.position(span.start);
        let line = self.line_span(from.line);
        self.position(span.end.min(line.end)).column.max(from.column + 1)
    }

    /// The byte offset of a line and column; the line's end where the column lies behind it.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let span = self.line_span(line);
        let text = span.of(self.text);
        let mark = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
        let mut units = 1;
        for (at, c) in text[mark..].char_indices() {
            if units >= column {
                return span.start + mark + at;
            }
            units += c.len_utf16();
        }
        span.end
    }

    /// A line without its end, by its number from 1; empty past the end of the text.
    pub fn line_span(&self, line: usize) -> Span {
        let nowhere = Span::new(self.text.len(), self.text.len());
        let Some(line) = self.present(line) else { return nowhere };
        let Some(&start) = line.checked_sub(1).and_then(|index| self.starts.get(index)) else { return nowhere };
        let end = self.starts.get(line).copied().unwrap_or(self.text.len());
        let kept = self.text[start..end].trim_end_matches(['\n', '\r']).len();
        Span::new(start, start + kept)
    }

    /// How many lines there are; a final line end does not begin another.
    pub fn count(&self) -> usize {
        match self.starts.last() {
            Some(&last) if last == self.text.len() && self.starts.len() > 1 => self.starts.len() - 1,
            _ => self.starts.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, needle: &str) -> (usize, usize) {
        let index = LineIndex::new(text);
        let place = index.position(text.find(needle).unwrap_or(text.len()));
        (place.line, place.column)
    }

    #[test]
    fn columns_count_utf16_units() {
        assert_eq!(at("a: b", "b"), (1, 4));
        assert_eq!(at("é: b", "b"), (1, 4));
        assert_eq!(at("😀: b", "b"), (1, 5));
        assert_eq!(at("x\n日本: b", "b"), (2, 5));
    }

    #[test]
    fn offsets_and_positions_are_each_others_inverse() {
        for text in ["a\nb: c\r\nd", "é😀x\n日本: b", "\u{feff}history: x\n"] {
            let index = LineIndex::new(text);
            for (at, c) in text.char_indices().filter(|(_, c)| !matches!(c, '\n' | '\r' | '\u{feff}')) {
                let place = index.position(at);
                assert_eq!(index.offset(place.line, place.column), at, "{c} in {text:?}");
            }
        }
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(at("a\nb\nX", "X"), (3, 1));
        assert_eq!(at("a\r\nb\r\nX", "X"), (3, 1));
        assert_eq!(at("a\rb\rX", "X"), (3, 1));
        assert_eq!(at("a\n\r\nX", "X"), (3, 1));
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        assert_eq!(at("\u{feff}history: x", "history"), (1, 1));
        assert_eq!(at("\u{feff}history: x", "x"), (1, 10));
    }

    #[test]
    fn a_span_over_several_lines_is_underlined_on_its_first() {
        let text = "ab: |\n  cd\n";
        let index = LineIndex::new(text);
        assert_eq!(index.end_column(Span::new(4, 10)), 6);
        assert_eq!(index.end_column(Span::new(0, 2)), 3);
        assert_eq!(index.end_column(Span::new(3, 3)), 5);
    }

    #[test]
    fn offsets_off_the_text_or_inside_a_character_do_not_panic() {
        let index = LineIndex::new("é");
        assert_eq!(index.position(1), Position { line: 1, column: 1 });
        assert_eq!(index.position(99), Position { line: 1, column: 2 });
        assert_eq!(index.line_span(99), Span::new(2, 2));
    }

    #[test]
    fn a_final_line_end_begins_no_line() {
        assert_eq!(LineIndex::new("a\nb\n").count(), 2);
        assert_eq!(LineIndex::new("a\nb").count(), 2);
        assert_eq!(LineIndex::new("").count(), 1);
    }
}

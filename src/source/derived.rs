use super::Span;

/// A text made from another one, that knows where each of its bytes came from.
#[derive(Debug, Default)]
pub struct Derived {
    /// The text.
    pub text: String,
    runs: Vec<Run>,
}

/// A stretch of the derived text.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// Where it begins.
    at: usize,
    /// Where it came from.
    original: Span,
}

impl Derived {
    /// Appends a stretch of the original as it is.
    pub fn keep(&mut self, original: &str, span: Span) {
        let adjoins =
            |run: &Run| run.original.end == span.start && self.text.len() - run.at == run.original.end - run.original.start;
        match self.runs.last_mut().filter(|run| adjoins(run)) {
            Some(run) => run.original.end = span.end,
            None => self.runs.push(Run { at: self.text.len(), original: span }),
        }
        self.text.push_str(span.of(original));
    }

    /// Appends something that stands for a stretch of the original, possibly an empty one.
    pub fn replace(&mut self, text: &str, original: Span) {
        self.runs.push(Run { at: self.text.len(), original });
        self.text.push_str(text);
    }

    /// Where a byte of the derived text came from.
    pub fn original(&self, at: usize) -> usize {
        let after = self.runs.partition_point(|run| run.at <= at);
        match after.checked_sub(1).and_then(|index| self.runs.get(index)) {
            Some(run) => (run.original.start + (at - run.at)).min(run.original.end),
            None => 0,
        }
    }

    /// Where a stretch of the derived text came from.
    pub fn original_span(&self, span: Span) -> Span {
        // A stretch ends behind its last byte, not where the next run begins.
        let end = if span.end > span.start { self.original(span.end - 1) + 1 } else { self.original(span.start) };
        Span::new(self.original(span.start), end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_know_where_they_came_from() {
        let original = "> ab\n> cd\u{a0}e\n";
        let mut derived = Derived::default();
        derived.keep(original, Span::new(2, 5));
        derived.keep(original, Span::new(7, 9));
        derived.replace(" ", Span::new(9, 11));
        derived.keep(original, Span::new(11, 13));
        assert_eq!(derived.text, "ab\ncd e\n");
        assert_eq!(derived.original_span(Span::new(0, 2)), Span::new(2, 4));
        assert_eq!(derived.original_span(Span::new(3, 5)), Span::new(7, 9));
        assert_eq!(derived.original_span(Span::new(3, 7)), Span::new(7, 12));
        assert_eq!(derived.original(8), 13);
    }
}

//! How lines begin alike: the same characters, and numbers that stay or count up.

/// What the lines of a run have before their own text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape {
    atoms: Vec<Atom>,
}

#[derive(Debug, PartialEq, Eq)]
enum Atom {
    /// Exactly this.
    Text(String),
    /// Digits, blanks before them.
    Number,
    /// A colon or a minus: grep writes one for a line that matches and the other for one beside it.
    Separator,
}

impl Shape {
    /// Of a prefix.
    pub(super) fn new(prefix: &str) -> Self {
        let mut atoms: Vec<Atom> = vec![];
        let mut rest = prefix;
        while let Some(c) = rest.chars().next() {
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            let digits = rest[blanks..].len() - rest[blanks..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 && (blanks == 0 || blanks > 1 || atoms.is_empty()) {
                atoms.push(Atom::Number);
                rest = &rest[blanks + digits..];
                continue;
            }
            let after = &rest[c.len_utf8()..];
            let beside =
                after.is_empty() || after.starts_with(|c: char| c.is_ascii_digit()) || atoms.last() == Some(&Atom::Number);
            match atoms.last_mut() {
                _ if matches!(c, ':' | '-') && beside => atoms.push(Atom::Separator),
                Some(Atom::Text(text)) => text.push(c),
                _ => atoms.push(Atom::Text(c.into())),
            }
            rest = after;
        }
        Shape { atoms }
    }

    /// How much of a line has it, and its numbers.
    pub(super) fn matches(&self, line: &str) -> Option<(usize, Vec<u64>)> {
        let mut rest = line;
        let mut numbers = vec![];
        for atom in &self.atoms {
            rest = match atom {
                Atom::Text(text) => rest.strip_prefix(text.as_str())?,
                Atom::Separator => rest.strip_prefix([':', '-'])?,
                Atom::Number => {
                    let digits = rest.trim_start_matches(' ');
                    let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
                    numbers.push(digits[..digits.len() - after.len()].parse().ok()?);
                    after
                }
            };
        }
        let is_apart = !self.needs_blank() || rest.is_empty() || rest.starts_with([' ', '\t']);
        is_apart.then(|| (line.len() - rest.len(), numbers))
    }

    /// Whether one line's numbers can come behind another's, as of a tool that writes the lines in order.
    pub(super) fn follows(&self, before: &[u64], after: &[u64]) -> bool {
        if self.needs_blank() {
            return before.iter().zip(after).all(|(before, after)| before.checked_add(1) == Some(*after));
        }
        // Digits behind a point need not have one length.
        let fractions = self.fractions();
        let whole = |numbers: &[u64]| {
            let kept = numbers.iter().zip(&fractions).filter(|(_, fraction)| !**fraction);
            kept.map(|(number, _)| *number).collect::<Vec<_>>()
        };
        whole(before) <= whole(after)
    }

    fn fractions(&self) -> Vec<bool> {
        let before = |index: usize| index.checked_sub(1).and_then(|index| self.atoms.get(index));
        let numbers = self.atoms.iter().enumerate().filter(|(_, atom)| **atom == Atom::Number);
        numbers.map(|(index, _)| matches!(before(index), Some(Atom::Text(text)) if text.ends_with(['.', ',']))).collect()
    }

    /// A number alone is a line's number only where a blank follows.
    pub(super) fn needs_blank(&self) -> bool {
        self.atoms == [Atom::Number]
    }

    /// How many blanks belong to it at most.
    pub(super) fn blanks(&self) -> usize {
        if self.needs_blank() { 2 } else { 1 }
    }

    /// The character of a frame that may stand at the lines' ends too.
    pub(super) fn border(&self) -> Option<char> {
        match self.atoms.as_slice() {
            [Atom::Text(text)] => text.chars().next().filter(|c| matches!(c, '│' | '|' | '┃' | '║') && text.chars().count() == 1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_vary_and_the_rest_does_not() {
        let shape = Shape::new("a.yaml-12-");
        assert_eq!(shape.matches("a.yaml:9:x"), Some((9, vec![9])));
        assert_eq!(shape.matches("b.yaml:9:x"), None);
        assert_eq!(Shape::new("    12").matches("   104  x"), Some((6, vec![104])));
        assert_eq!(Shape::new("[pod/a-5d/c]").matches("[pod/a-5d/c] x"), Some((12, vec![5])));
    }

    #[test]
    fn numbers_count_up() {
        let line = Shape::new(" 1");
        assert!(line.follows(&[1], &[2]));
        assert!(!line.follows(&[1], &[3]));
        assert_eq!(line.matches("12x"), None);
        let grep = Shape::new("1:");
        assert!(grep.follows(&[1], &[3]) && grep.follows(&[3], &[3]) && !grep.follows(&[2], &[1]));
        let stamp = Shape::new("09:50:12.119Z");
        assert!(stamp.follows(&[9, 50, 12, 12], &[9, 50, 12, 119]) && stamp.follows(&[9, 50, 12, 119], &[9, 50, 12, 12]));
        assert!(!stamp.follows(&[9, 50, 12, 1], &[9, 50, 11, 2]));
    }
}

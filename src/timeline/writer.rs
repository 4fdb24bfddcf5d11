//! XML that cannot be broken out of: tags close themselves, text and attributes are escaped here
//! and nowhere else, and characters that XML forbids or that turn text around do not get through.

use std::fmt::Write;

/// Writes elements into a string.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
    open: Vec<&'static str>,
    /// The last start tag still lacks its `>`.
    in_tag: bool,
}

/// An attribute's or text's value.
pub trait Element {
    /// Appends it, not yet escaped.
    fn show(&self, to: &mut String);
}

impl Element for str {
    fn show(&self, to: &mut String) {
        to.push_str(self);
    }
}

impl Element for String {
    fn show(&self, to: &mut String) {
        to.push_str(self);
    }
}

impl Element for usize {
    fn show(&self, to: &mut String) {
        let _ = write!(to, "{self}");
    }
}

/// Numbers have two decimals at most, so that a drawing is the same everywhere.
impl Element for f64 {
    fn show(&self, to: &mut String) {
        let rounded = (self * 100.0).round() / 100.0;
        let _ = write!(to, "{}", if rounded == 0.0 { 0.0 } else { rounded });
    }
}

impl Writer {
    /// Opens an element.
    pub fn open(&mut self, name: &'static str) -> &mut Self {
        self.end_tag();
        self.out.push('<');
        self.out.push_str(name);
        self.open.push(name);
        self.in_tag = true;
        self
    }

    /// Adds an attribute to the element just opened.
    pub fn attr(&mut self, name: &'static str, value: &(impl Element + ?Sized)) -> &mut Self {
        if self.in_tag {
            let mut plain = String::new();
            value.show(&mut plain);
            let _ = write!(self.out, " {name}=\"");
            escape(&plain, &mut self.out);
            self.out.push('"');
        }
        self
    }

    /// Adds text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.end_tag();
        escape(text, &mut self.out);
        self
    }

    /// Closes the innermost element.
    pub fn close(&mut self) -> &mut Self {
        let Some(name) = self.open.pop() else { return self };
        if std::mem::take(&mut self.in_tag) {
            self.out.push_str("/>");
        } else {
            let _ = write!(self.out, "</{name}>");
        }
        self
    }

    /// An element with nothing but text in it.
    pub fn leaf(&mut self, name: &'static str, text: &str) -> &mut Self {
        self.open(name).text(text).close()
    }

    /// Closes what is open, and gives the document.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn end_tag(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.out.push('>');
        }
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(inert(c)),
        }
    }
}

/// A character, or a sign in the place of one that XML forbids or that turns text around.
pub fn inert(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control() => '\u{fffd}',
        '\u{fffe}' | '\u{ffff}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            '\u{fffd}'
        }
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_close_themselves_and_numbers_are_short() {
        let mut writer = Writer::default();
        writer.open("g").attr("x", &1.005_f64).open("rect").attr("y", &-0.001_f64).close().leaf("title", "a");
        assert_eq!(writer.finish(), "<g x=\"1\"><rect y=\"0\"/><title>a</title></g>");
    }

    #[test]
    fn nothing_breaks_out() {
        for hostile in ["<img src=x onerror=alert(1)>", "]]>", "\"><script>alert(1)</script>", "' onload='x", "&lt;b&gt;"] {
            let mut writer = Writer::default();
            writer.open("text").attr("data-x", hostile).text(hostile);
            let out = writer.finish();
            assert_eq!((out.matches('<').count(), out.matches('>').count(), out.matches('"').count()), (2, 2, 2), "{out}");
        }
    }

    #[test]
    fn forbidden_and_turning_characters_become_a_sign() {
        let mut writer = Writer::default();
        writer.leaf("t", "a\0b\u{202e}c\u{1b}d\u{ffff}e\nf");
        assert_eq!(writer.finish(), "<t>a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e f</t>");
    }
}

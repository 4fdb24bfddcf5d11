//! A writer of XML that closes what it opens and escapes whatever it is given: text from a
//! paste is hostile until it has come through here.

/// Elements and text, written one after another.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    /// The elements that are open, innermost last.
    open: Vec<&'static str>,
    /// Whether the last start tag still lacks its `>`.
    in_tag: bool,
}

impl Writer {
    /// A writer with room for so many bytes.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self { out: String::with_capacity(bytes), ..Self::default() }
    }

    /// Opens an element.
    pub(super) fn start(&mut self, name: &'static str) -> &mut Self {
        self.close_tag();
        self.out.push('<');
        self.out.push_str(name);
        self.open.push(name);
        self.in_tag = true;
        self
    }

    /// An attribute of the element just opened.
    pub(super) fn attr(&mut self, name: &'static str, value: &str) -> &mut Self {
        if self.in_tag {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            escape(&mut self.out, value, true);
            self.out.push('"');
        }
        self
    }

    /// An attribute that is a number.
    pub(super) fn num(&mut self, name: &'static str, value: f64) -> &mut Self {
        if self.in_tag {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            number(&mut self.out, value);
            self.out.push('"');
        }
        self
    }

    /// Text inside the open element.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.close_tag();
        escape(&mut self.out, text, false);
        self
    }

    /// Closes the innermost open element.
    pub(super) fn end(&mut self) -> &mut Self {
        if let Some(name) = self.open.pop() {
            if self.in_tag {
                self.out.push_str("/>");
                self.in_tag = false;
            } else {
                self.out.push_str("</");
                self.out.push_str(name);
                self.out.push('>');
            }
        }
        self
    }

    /// Closes whatever is open and gives the document.
    pub(super) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.out
    }

    fn close_tag(&mut self) {
        if self.in_tag {
            self.out.push('>');
            self.in_tag = false;
        }
    }
}

/// A number with at most two decimals, never `-0`, `NaN` or an exponent.
pub(super) fn number(out: &mut String, value: f64) {
    let hundredths = (value * 100.0).round();
    // Pixels: what lies beyond is a defect elsewhere, but must not make the document unreadable.
    let hundredths = if hundredths.is_finite() { hundredths.clamp(-1e9, 1e9) as i64 } else { 0 };
    if hundredths < 0 {
        out.push('-');
    }
    let n = hundredths.unsigned_abs();
    whole(out, n / 100);
    match (n / 10 % 10, n % 10) {
        (0, 0) => {}
        (tenth, 0) => {
            out.push('.');
            whole(out, tenth);
        }
        (tenth, hundredth) => {
            out.push('.');
            whole(out, tenth);
            whole(out, hundredth);
        }
    }
}

fn whole(out: &mut String, n: u64) {
    if n >= 10 {
        whole(out, n / 10);
    }
    out.push(char::from(b'0' + (n % 10) as u8));
}

/// What stands for a character that must not be printed as it is: characters XML 1.0 does not
/// have, other control characters, and those that reorder the text around them.
pub(super) fn printable(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        c if c.is_control() => '\u{FFFD}',
        '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => '\u{FFFD}',
        c => c,
    }
}

fn escape(out: &mut String, text: &str, attribute: bool) {
    // Nearly everything that is printed is of these.
    let harmless = |b: u8| matches!(b, b' ' | b'!' | b'#'..=b'%' | b'('..=b';' | b'=' | b'?'..=b'~');
    if text.bytes().all(harmless) {
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        match printable(c) {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' if attribute => out.push_str("&#10;"),
            '\t' if attribute => out.push_str("&#9;"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(value: f64) -> String {
        let mut out = String::new();
        number(&mut out, value);
        out
    }

    #[test]
    fn numbers_are_short_and_readable() {
        for (value, text) in [
            (1.0, "1"),
            (1.5, "1.5"),
            (1.005, "1"),
            (2.349, "2.35"),
            (0.07, "0.07"),
            (-0.004, "0"),
            (-3.25, "-3.25"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
            (1e300, "10000000"),
        ] {
            assert_eq!(printed(value), text);
        }
    }

    #[test]
    fn closes_every_element() {
        let mut w = Writer::default();
        w.start("svg").start("g").attr("class", "a").start("path").num("x", 1.0).end();
        assert_eq!(w.finish(), r#"<svg><g class="a"><path x="1"/></g></svg>"#);
    }

    #[test]
    fn hostile_text_is_inert() {
        let mut w = Writer::default();
        w.start("g").attr("data", "\"><script>'\n").text("<img src=x onerror=alert(1)>]]>&\0\u{FFFE}\u{202E}").end();
        assert_eq!(
            w.finish(),
            "<g data=\"&quot;&gt;&lt;script&gt;&#39;&#10;\">&lt;img src=x onerror=alert(1)&gt;]]&gt;&amp;\
             \u{FFFD}\u{FFFD}\u{FFFD}</g>"
        );
    }
}

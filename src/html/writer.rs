//! A writer of HTML that never writes a character reference.
//!
//! Prow's html lens decodes a report's references once before a browser parses it, so an escaped
//! `<` would come alive there. What markup is made of is therefore told by characters that look
//! like it: `‹ › ＆ ”`.

/// Markup, written one piece after another.
#[derive(Debug, Default)]
pub(super) struct Page {
    out: String,
    /// Whether some character of the input is shown by one that looks like it.
    replaced: bool,
}

/// Longer words get places where a line may be broken: one of them must not widen the page.
const LONG_WORD: usize = 40;

impl Page {
    /// A start tag. Names are the program's own.
    pub(super) fn open(&mut self, tag: &str, attributes: &[(&str, &str)]) -> &mut Self {
        self.out.push('<');
        self.out.push_str(tag);
        for (name, value) in attributes {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            for c in value.chars() {
                self.character(c);
            }
            self.out.push('"');
        }
        self.out.push('>');
        self
    }

    /// An end tag.
    pub(super) fn close(&mut self, tag: &str) -> &mut Self {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push('>');
        self
    }

    /// Text.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        let mut word = 0;
        for c in text.chars() {
            word = if c.is_whitespace() || matches!(c, '-' | '/' | '?') { 0 } else { word + 1 };
            if word > LONG_WORD {
                self.out.push_str("<wbr>");
                word = 1;
            }
            match c {
                '"' => self.out.push(c),
                c => self.character(c),
            }
        }
        self
    }

    /// What is markup already and holds no reference.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Self {
        self.out.push_str(markup);
        self
    }

    /// A drawing. Its writer escapes all that is text by references, each of which becomes a look-alike here; its titles
    /// go, because the lens calls a report by the last title in it.
    pub(super) fn drawing(&mut self, svg: &str) -> &mut Self {
        let named = named_by_attribute(svg);
        let mut rest = named.as_deref().unwrap_or(svg);
        while let Some(at) = rest.find(['&', '<']) {
            self.out.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some((_, after)) = rest.strip_prefix("<title").and_then(|title| title.split_once("</title>")) {
                rest = after;
                continue;
            }
            let known = REFERENCES.iter().find_map(|(name, c)| Some((rest.strip_prefix(name)?, *c)));
            match known {
                Some((after, c)) => {
                    self.character(c);
                    rest = after;
                }
                None => {
                    let first = rest.chars().next().unwrap_or(' ');
                    if first == '&' {
                        self.character(first)
                    } else {
                        self.out.push(first)
                    }
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        self.out.push_str(rest);
        self
    }

    pub(super) fn replaced(&self) -> bool {
        self.replaced
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    fn character(&mut self, c: char) {
        let shown = match c {
            '<' => '‹',
            '>' => '›',
            '&' => '＆',
            '"' => '”',
            // Only named in text that came around the view; a parser would replace it.
            '\0' => '\u{fffd}',
            c => c,
        };
        self.replaced |= shown != c;
        self.out.push(shown);
    }
}

/// A drawing whose name stands in an attribute, not in a title that its attribute points to.
fn named_by_attribute(svg: &str) -> Option<String> {
    let (before, pointer) = svg.split_once("aria-labelledby=\"")?;
    let (_, after) = pointer.split_once('"')?;
    let (name, _) = svg.split_once("<title")?.1.split_once("</title>")?;
    let (_, name) = name.split_once('>')?;
    Some(format!("{before}aria-label=\"{name}\"{after}"))
}

/// What the timeline's writer puts for a character.
const REFERENCES: [(&str, char); 7] =
    [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&#39;", '\''), ("&#10;", '\n'), ("&#9;", '\t')];

/// JSON as it may stand in a script element of such a page: the same value, without a character that ends the element,
/// begins a reference, or turns the direction of reading around.
pub fn safe_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 16);
    for c in json.chars() {
        match c {
            // Outside of strings JSON has none of these.
            '<' | '>' | '&' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_markup_is_made_of_is_told_by_what_looks_like_it() {
        let mut page = Page::default();
        page.open("b", &[("title", "\"><i>&lt;\0")]).text("<b>&#60;\"").close("b");
        assert!(page.replaced());
        assert_eq!(page.finish(), "<b title=\"”›‹i›＆lt;\u{fffd}\">‹b›＆#60;\"</b>");
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        let mut page = Page::default();
        page.text("4.1.18 'x' → é");
        assert!(!page.replaced());
        assert_eq!(page.finish(), "4.1.18 'x' → é");
    }

    #[test]
    fn a_drawing_has_neither_references_nor_titles() {
        let mut page = Page::default();
        page.drawing("<svg aria-labelledby=\"t\" a=\"&#39;&quot;&#10;\"><title id=\"t\">x &lt; y</title><g><title>z</title><text>&amp;lt; &lt;b&gt;</text></g></svg>");
        assert_eq!(page.finish(), "<svg aria-label=\"x ‹ y\" a=\"'”\n\"><g><text>＆lt; ‹b›</text></g></svg>");
    }

    #[test]
    fn a_long_word_may_be_broken() {
        let mut page = Page::default();
        page.text(&"a".repeat(100));
        let (forty, twenty) = ("a".repeat(40), "a".repeat(20));
        assert_eq!(page.finish(), format!("{forty}<wbr>{forty}<wbr>{twenty}"));
    }

    #[test]
    fn json_means_the_same_without_the_characters_of_markup() {
        let json = "{\"a\":\"</script>&lt;\u{2028}\u{202e}\\u0000\"}";
        assert_eq!(safe_json(json), r#"{"a":"\u003c/script\u003e\u0026lt;\u2028\u202e\u0000"}"#);
    }
}

use std::borrow::Cow;
use std::fmt::Write as _;

/// An element with its attributes and children. Names are the program's own; only text and the
/// values of attributes can come from an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// Its name.
    pub tag: &'static str,
    /// Its attributes, each once.
    pub attributes: Vec<(&'static str, Text)>,
    /// What is inside.
    pub children: Vec<Node>,
}

/// What an element contains.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// Another element.
    Element(Element),
    /// Text, as a person is to see it.
    Text(Text),
    /// A whole SVG document from the escaping writer.
    Drawing(String),
}

/// A text that is our own, or that was made fit to be seen.
pub type Text = Cow<'static, str>;

/// An element without attributes or children.
pub fn el(tag: &'static str) -> Element {
    Element { tag, attributes: vec![], children: vec![] }
}

impl Element {
    /// With a class, or several.
    pub fn class(self, names: impl Into<Text>) -> Self {
        self.attr("class", names)
    }

    /// With an attribute.
    pub fn attr(mut self, name: &'static str, value: impl Into<Text>) -> Self {
        self.attributes.push((name, visible(value.into())));
        self
    }

    /// With an attribute whose value is a number, where there is one.
    pub fn number(self, name: &'static str, value: impl Into<Option<usize>>) -> Self {
        match value.into() {
            Some(value) => self.attr(name, value.to_string()),
            None => self,
        }
    }

    /// With text after what is inside already.
    pub fn text(mut self, text: impl Into<Text>) -> Self {
        self.children.push(Node::Text(visible(text.into())));
        self
    }

    /// With a sentence in which every instant is marked as one, so that a page can tell it in another zone.
    pub fn prose(mut self, text: impl Into<Text>) -> Self {
        let text = visible(text.into());
        let mut rest: &str = &text;
        while let Some((before, instant, after)) = next_instant(rest) {
            if !before.is_empty() {
                self.children.push(Node::Text(before.to_owned().into()));
            }
            self = self.child(el("time").attr("datetime", instant.to_owned()).text(instant.to_owned()));
            rest = after;
        }
        match rest.len() == text.len() {
            true => self.children.push(Node::Text(text)),
            false if !rest.is_empty() => self.children.push(Node::Text(rest.to_owned().into())),
            false => {}
        }
        self
    }

    /// With one more element inside.
    pub fn child(mut self, child: Element) -> Self {
        self.children.push(Node::Element(child));
        self
    }

    /// With more elements inside: a list, or one that may be missing.
    pub fn children(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(children.into_iter().map(Node::Element));
        self
    }

    /// With a drawing inside.
    pub fn drawing(mut self, svg: String) -> Self {
        self.children.push(Node::Drawing(svg));
        self
    }
}

/// The first instant in RFC 3339 with a Z, and what stands before and after it.
fn next_instant(text: &str) -> Option<(&str, &str, &str)> {
    const SHAPE: &[u8] = b"0000-00-00T00:00:00Z";
    let fits =
        |window: &[u8]| window.iter().zip(SHAPE).all(|(c, shape)| if *shape == b'0' { c.is_ascii_digit() } else { c == shape });
    let at = text.as_bytes().windows(SHAPE.len()).position(fits)?;
    let end = at + SHAPE.len();
    Some((text.get(..at)?, text.get(at..end)?, text.get(end..)?))
}

/// The longest text shown in one place; nothing real is as long.
const LONGEST: usize = 4000;

/// Text as it may be shown: named where it is strange, and cut where it has no end.
pub fn visible(text: Text) -> Text {
    match text.char_indices().find(|(at, _)| *at >= LONGEST) {
        Some((end, _)) => named(format!("{}…", &text[..end]).into()),
        None => named(text),
    }
}

/// Text in which what turns the direction of reading around, hides or moves a cursor is named instead of obeyed.
fn named(text: Text) -> Text {
    let strange = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    if !text.contains(strange) {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if strange(c) {
            // A string takes whatever is written to it.
            let _ = write!(shown, "⟨U+{:04X}⟩", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_text_around_is_named() {
        assert_eq!(visible("4.1\u{202e}02.\u{0}".into()), "4.1⟨U+202E⟩02.⟨U+0000⟩");
    }

    #[test]
    fn instants_in_a_sentence_are_marked() {
        let made = el("p").prose("It ended at 2019-10-14T03:13:16Z, not 2019-10-14T03:42:31Z.");
        let tags: Vec<_> = made.children.iter().map(|child| if let Node::Element(own) = child { own.tag } else { "" }).collect();
        assert_eq!(tags, ["", "time", "", "time", ""]);
        assert_eq!(el("p").prose("é 4.1.18, 2019-10-14").children, el("p").text("é 4.1.18, 2019-10-14").children);
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        assert!(matches!(visible("4.1.18 – é 🙂\n<b>".into()), Cow::Borrowed("4.1.18 – é 🙂\n<b>")));
    }

    #[test]
    fn a_megabyte_is_cut() {
        let shown = visible("é".repeat(1 << 20).into());
        assert!(shown.len() < LONGEST + 8 && shown.ends_with('…'));
    }
}

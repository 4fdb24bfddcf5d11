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

    /// With a sentence after what is inside already: the instants in it are told to programs, too.
    pub fn prose(mut self, text: impl Into<Text>) -> Self {
        let text = visible(text.into());
        let mut rest = 0;
        for (at, time) in instants(&text) {
            if at > rest {
                self.children.push(Node::Text(text[rest..at].to_owned().into()));
            }
            let time = time.to_owned();
            rest = at + time.len();
            self = self.child(el("time").attr("datetime", time.clone()).text(time));
        }
        match rest {
            0 => self.children.push(Node::Text(text)),
            end if end < text.len() => self.children.push(Node::Text(text[end..].to_owned().into())),
            _ => {}
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

/// The RFC 3339 instants of UTC in a text, as the report writes them, and where they stand.
fn instants(text: &str) -> impl Iterator<Item = (usize, &str)> {
    const FORM: &[u8] = b"0000-00-00T00:00:00Z";
    let bytes = text.as_bytes();
    let is_one = |at: usize| {
        let alone = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
        let like = |(byte, form): (&u8, &u8)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form };
        let found = bytes.get(at..at + FORM.len());
        found.is_some_and(|found| found.iter().zip(FORM).all(like))
            && alone(at.checked_sub(1).and_then(|before| bytes.get(before)))
            && alone(bytes.get(at + FORM.len()))
    };
    // Each has one T, eleventh in it.
    let starts = text.match_indices('T').filter_map(|(at, _)| at.checked_sub(10));
    starts.filter(move |at| is_one(*at)).map(|at| (at, &text[at..at + FORM.len()]))
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
    fn plain_text_stays_as_it_is() {
        assert!(matches!(visible("4.1.18 – é 🙂\n<b>".into()), Cow::Borrowed("4.1.18 – é 🙂\n<b>")));
    }

    #[test]
    fn an_instant_in_a_sentence_is_told_to_programs() {
        let shown = el("p").prose("é from 2019-09-27T21:25:09Z to 2019-09-27T21:45:59Z, not x2019-09-27T21:45:59Z or T");
        let times = shown.children.iter().filter_map(|child| match child {
            Node::Element(time) => Some((time.tag, &*time.attributes[0].1)),
            _ => None,
        });
        assert_eq!(times.collect::<Vec<_>>(), [("time", "2019-09-27T21:25:09Z"), ("time", "2019-09-27T21:45:59Z")]);
        assert_eq!(shown.children.len(), 5);
        assert_eq!(el("p").prose("plain").children, [Node::Text("plain".into())]);
    }

    #[test]
    fn a_megabyte_is_cut() {
        let shown = visible("é".repeat(1 << 20).into());
        assert!(shown.len() < LONGEST + 8 && shown.ends_with('…'));
    }
}

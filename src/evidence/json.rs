//! A small reader of JSON objects cut out of a list. A key that stands twice, as it does in origin's own files, is
//! no trouble, and neither is what follows a cut.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

/// Levels below which values are passed over: no object read here is as deep.
const DEPTH: usize = 24;

/// A value, as far as evidence has a use for it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json<'t> {
    /// A string.
    Text(Cow<'t, str>),
    /// An object: its keys may stand twice.
    Object(Vec<(Cow<'t, str>, Json<'t>)>),
    /// A list.
    List(Vec<Json<'t>>),
    /// A number, `true`, `false`, `null`, or what lies too deep.
    Other,
}

impl<'t> Json<'t> {
    /// Reads one value; what is broken ends it.
    pub(super) fn read(text: &'t str) -> Self {
        Reader { text, at: 0 }.value(0).unwrap_or(Json::Other)
    }

    /// The value of a key; where it stands twice, the first that is more than a word.
    pub(super) fn get(&self, key: &str) -> Option<&Json<'t>> {
        self.all(key).find(|value| matches!(value, Json::Object(_) | Json::List(_)))
    }

    /// The string of a key; where it stands twice, the first.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.all(key).find_map(|value| match value {
            Json::Text(text) => Some(text.as_ref()),
            _ => None,
        })
    }

    /// The time of a key.
    pub(super) fn time(&self, key: &str) -> Option<DateTime<Utc>> {
        DateTime::parse_from_rfc3339(self.text(key)?).ok().map(|time| time.to_utc())
    }

    /// The elements of a list.
    pub(super) fn items(&self) -> &[Json<'t>] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    fn all(&self, key: &str) -> impl Iterator<Item = &Json<'t>> {
        let pairs = match self {
            Json::Object(pairs) => pairs.as_slice(),
            _ => &[],
        };
        pairs.iter().filter(move |(known, _)| known == key).map(|(_, value)| value)
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    /// None where the text breaks off or is no JSON.
    fn value(&mut self, depth: usize) -> Option<Json<'t>> {
        match self.peek()? {
            b'"' => self.string().map(Json::Text),
            b'{' | b'[' if depth == DEPTH => {
                self.pass();
                Some(Json::Other)
            }
            b'{' => Some(Json::Object(self.pairs(depth))),
            b'[' => {
                self.at += 1;
                let mut items = vec![];
                while self.peek().is_some_and(|byte| byte != b']') {
                    let Some(item) = self.value(depth + 1) else { break };
                    items.push(item);
                    if !self.separated() {
                        break;
                    }
                }
                self.at += usize::from(self.peek() == Some(b']'));
                Some(Json::List(items))
            }
            _ => {
                let word = self.text[self.at..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
                let length = word.count();
                self.at += length;
                (length > 0).then_some(Json::Other)
            }
        }
    }

    fn pairs(&mut self, depth: usize) -> Vec<(Cow<'t, str>, Json<'t>)> {
        self.at += 1;
        let mut pairs = vec![];
        while self.peek() == Some(b'"') {
            let Some(key) = self.string() else { break };
            if self.peek() != Some(b':') {
                break;
            }
            self.at += 1;
            let Some(value) = self.value(depth + 1) else { break };
            pairs.push((key, value));
            if !self.separated() {
                break;
            }
        }
        self.at += usize::from(self.peek() == Some(b'}'));
        pairs
    }

    fn separated(&mut self) -> bool {
        let is_comma = self.peek() == Some(b',');
        self.at += usize::from(is_comma);
        is_comma
    }

    fn string(&mut self) -> Option<Cow<'t, str>> {
        let start = self.at + 1;
        let rest = self.text.get(start..)?;
        let plain = rest.find(['"', '\\'])?;
        if rest.as_bytes()[plain] == b'"' {
            self.at = start + plain + 1;
            return Some(Cow::Borrowed(&rest[..plain]));
        }
        let mut out = rest[..plain].to_owned();
        let mut chars = rest[plain..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = start + plain + at + 1;
                    return Some(Cow::Owned(out));
                }
                '\\' => match chars.next()?.1 {
                    'n' | 'r' | 't' => out.push(' '),
                    'u' => {
                        let digits: String = chars.by_ref().take(4).map(|(_, digit)| digit).collect();
                        out.push(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}'));
                    }
                    other => out.push(other),
                },
                c => out.push(c),
            }
        }
        None
    }

    /// Goes behind a value that lies too deep.
    fn pass(&mut self) {
        let mut scanner = super::scan::Scanner::default();
        while let Some(mark) = scanner.next(self.text.as_bytes(), &mut self.at) {
            if mark != super::scan::Mark::Open && scanner.is_outside() {
                return;
            }
        }
        self.at = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_stand_twice_and_escapes() {
        let json = Json::read(r#" {"a":"x","a":{"b":[1,"y",null,true,-1.5e3]},"q\"\u0041\n":"\\","e":{},"l":[]} "#);
        assert_eq!(json.text("a"), Some("x"));
        assert_eq!(json.get("a").and_then(|a| a.get("b")).map(|b| b.items().len()), Some(5));
        assert_eq!(json.text("q\"A "), Some("\\"));
        assert_eq!((json.get("e"), json.get("l")), (Some(&Json::Object(vec![])), Some(&Json::List(vec![]))));
    }

    #[test]
    fn what_is_broken_keeps_what_was_whole() {
        for text in [
            "{\"a\":\"x\",\"b",
            "{\"a\":\"x\",\"b\":",
            "{\"a\":\"x\" \"b\":1}",
            "{\"a\":\"x\",\"b\":[1,",
            "{\"a\":\"x\",,}",
            "{\"a\":\"x\",\"\\",
        ] {
            assert_eq!(Json::read(text).text("a"), Some("x"), "{text}");
        }
        for text in ["", "{", "[", "\"", "\"\\", "\"\\u1", "}", ":", "{\"a\"", "{\"a\":é"] {
            assert_eq!(Json::read(text).text("a"), None, "{text}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let deep = format!("{{\"a\":{}{},\"b\":\"x\"}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(Json::read(&deep).text("b"), Some("x"));
        assert_eq!(Json::read(&"{\"a\":[".repeat(100_000)).text("b"), None);
    }
}

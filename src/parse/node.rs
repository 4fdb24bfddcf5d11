use serde_yaml::Value;

use crate::source::Span;

/// A value and where it and all its parts stand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its place, of the same shape as the value.
    pub place: Place,
}

/// Where a value stands. Children are in the order of the value's own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Place {
    /// The whole value.
    pub span: Span,
    /// A collection in block style: indented lines, not brackets.
    pub block: bool,
    /// Its end was seen: neither the text nor the parser broke off inside it.
    pub closed: bool,
    /// It ends because the text ends.
    pub ran_out: bool,
    /// The text begins inside it.
    pub begins_before: bool,
    /// The parts.
    pub children: Vec<Child>,
}

/// A part of a collection.
#[derive(Debug, Clone, PartialEq)]
pub struct Child {
    /// The key and its place, in a mapping.
    pub key: Option<(String, Span)>,
    /// The value's place.
    pub place: Place,
}

impl Place {
    /// Of a scalar.
    pub fn leaf(span: Span) -> Self {
        Place { span, closed: true, ..Place::default() }
    }

    /// Of a value all of whose parts stand at one place, as behind an alias.
    pub fn spread(value: &Value, span: Span) -> Self {
        let mut place = Place::leaf(span);
        match value {
            Value::Mapping(map) => {
                for (key, value) in map {
                    let key = key.as_str().map(|key| (key.to_owned(), span));
                    place.children.push(Child { key, place: Place::spread(value, span) });
                }
            }
            Value::Sequence(items) => {
                for value in items {
                    place.children.push(Child { key: None, place: Place::spread(value, span) });
                }
            }
            _ => {}
        }
        place
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&Child> {
        self.children.iter().find(|child| child.key.as_ref().is_some_and(|(name, _)| name == key))
    }

    /// The value at the end of a path of keys.
    pub fn find(&self, path: &[&str]) -> Option<&Place> {
        path.iter().try_fold(self, |place, key| place.get(key).map(|child| &child.place))
    }

    /// Moves every span to where it came from.
    pub fn remap(&mut self, original: &impl Fn(Span) -> Span) {
        self.span = original(self.span);
        for child in &mut self.children {
            if let Some((_, key)) = &mut child.key {
                *key = original(*key);
            }
            child.place.remap(original);
        }
    }

    /// From the first byte of its key, if it has one, to its last.
    pub fn whole(child: &Child) -> Span {
        child.key.as_ref().map_or(child.place.span, |(_, key)| key.join(child.place.span))
    }
}

impl Node {
    /// The node at the end of a path of keys.
    pub fn find(&self, path: &[&str]) -> Option<(&Value, &Place)> {
        path.iter().try_fold((&self.value, &self.place), |(value, place), key| Some((value.get(*key)?, &place.get(key)?.place)))
    }
}

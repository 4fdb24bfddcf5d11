//! Why reading stopped, in the words of whoever pasted the text: those of the parser are for people who write parsers.

const TAB: &str = "a tab stands where indentation needs spaces";

/// What a part of the parser's words means; the first that is found holds.
const MEANINGS: [(&str, &str); 21] = [
    ("tab cannot", TAB),
    ("tabs disallowed", TAB),
    ("found a tab", TAB),
    ("in quoted scalar", "a quotation mark is never closed"),
    ("quoted scalar, found unexpected end", "a quotation mark is never closed"),
    ("double-quoted scalar", "something stands right behind a closing quotation mark"),
    ("escape", "a backslash inside of quotation marks begins nothing that is known"),
    ("hexadecimal", "a backslash inside of quotation marks begins nothing that is known"),
    ("simple key", "a line that looks like a key has no colon, here or right above"),
    ("did not find expected key", "a line stands at an indentation where no key can be"),
    ("mapping values are not allowed", "a colon stands where no value can begin, or a line is indented too far"),
    ("'-' indicator", "a line is indented like an item of a list and does not begin with a dash"),
    ("sequence entries are not allowed", "a dash stands where no item of a list can begin"),
    ("indentation", "a line is indented in a way that fits nothing above it"),
    ("',' or '}'", "a comma or a closing brace is missing"),
    ("',' or ']'", "a comma or a closing bracket is missing"),
    ("misplaced bracket", "a bracket is closed that was never opened"),
    ("anchor", "a word begins with & or * like a reference, and is none"),
    ("alias", "a word begins with & or * like a reference, and is none"),
    ("tag", "a word begins with ! like a tag, and is none"),
    ("recursion limit", "it is nested too deeply"),
];

/// The parser's words as a person's.
pub(super) fn reason(words: &str) -> &'static str {
    let found = MEANINGS.iter().find(|(part, _)| words.contains(part));
    found.map_or("it is neither YAML nor JSON there", |(_, meaning)| meaning)
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn what_people_paste_is_told_in_their_words() {
        for (words, meaning) in [
            ("simple key expect ':'", "a line that looks like a key has no colon, here or right above"),
            ("while scanning a quoted scalar, found unexpected end of stream", "a quotation mark is never closed"),
            ("while parsing a block mapping, did not find expected key", "a line stands at an indentation where no key can be"),
            ("invalid indentation in quoted scalar", "a quotation mark is never closed"),
            ("tab cannot be used as indentation", "a tab stands where indentation needs spaces"),
            ("while parsing a tag, did not find expected tag URI", "a word begins with ! like a tag, and is none"),
            ("while parsing a node, did not find expected node content", "it is neither YAML nor JSON there"),
        ] {
            assert_eq!(reason(words), meaning, "{words}");
        }
    }
}

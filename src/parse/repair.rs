//! JSON cut at either end: the brackets that are missing are put back around it.

/// A text with its missing brackets, and how many bytes stand before the original.
pub(super) struct Mended {
    pub(super) text: String,
    pub(super) prefix: usize,
}

/// Adds what a cut took away, if it took away any bracket.
pub(super) fn mend(text: &str) -> Option<Mended> {
    if !text.contains(['{', '}', '[', ']']) {
        return None;
    }
    let mut open: Vec<u8> = vec![];
    let mut unmatched: Vec<u8> = vec![];
    let mut in_string = false;
    let mut escaped = false;
    for &byte in text.as_bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            // JSON strings do not span lines: a quote left open elsewhere must not swallow the rest.
            b'\n' => in_string = false,
            _ if in_string => {}
            b'{' | b'[' => open.push(byte),
            b'}' | b']' => match open.pop() {
                Some(_) => {}
                None => unmatched.push(byte),
            },
            _ => {}
        }
    }
    if open.is_empty() && unmatched.is_empty() && !in_string {
        return None;
    }
    let prefix = openers(&unmatched);
    let mut mended = String::with_capacity(text.len() + prefix.len() + open.len() + 2);
    mended.push_str(&prefix);
    mended.push_str(text.trim_end().trim_end_matches(','));
    if in_string {
        if escaped {
            mended.push('\\');
        }
        mended.push('"');
    }
    mended.extend(open.iter().rev().map(|open| if *open == b'{' { '}' } else { ']' }));
    Some(Mended { text: mended, prefix: prefix.len() })
}

/// What opens the brackets that the text only closes, innermost first. A list's key becomes
/// `items`, a mapping's `status`: the reader looks into both.
fn openers(closers: &[u8]) -> String {
    let mut prefix = String::new();
    for (depth, closer) in closers.iter().enumerate().rev() {
        let inner = depth.checked_sub(1).and_then(|inner| closers.get(inner));
        prefix.push_str(match (closer, inner) {
            (b'}', Some(b']')) => "{\"items\":",
            (b'}', Some(_)) => "{\"status\":",
            (b'}', None) => "{",
            _ => "[",
        });
    }
    prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> Option<(String, usize)> {
        mend(text).map(|mended| (mended.text, mended.prefix))
    }

    #[test]
    fn whole_json_and_text_without_brackets_need_nothing() {
        assert_eq!(mended("{\"a\": [1, \"]\"]}"), None);
        assert_eq!(mended("history:\n- state: Partial\n"), None);
    }

    #[test]
    fn the_end_is_closed() {
        assert_eq!(mended("{\"a\": [{\"b\": \"c"), Some(("{\"a\": [{\"b\": \"c\"}]}".into(), 0)));
        assert_eq!(mended("[{\"a\": 1},\n"), Some(("[{\"a\": 1}]".into(), 0)));
        assert_eq!(mended("[\"a\\"), Some(("[\"a\\\\\"]".into(), 0)));
    }

    #[test]
    fn the_beginning_is_opened() {
        assert_eq!(mended("\"b\": 1}], \"c\": 2}"), Some(("{\"items\":[{\"b\": 1}], \"c\": 2}".into(), 11)));
        assert_eq!(mended("\"b\": 1}}"), Some(("{\"status\":{\"b\": 1}}".into(), 11)));
    }
}

//! Text from an input as GitHub's Markdown shows it: as it is, whatever stands in it.

use crate::report::words::{cut, visible};

/// Text in a sentence or a cell: nothing in it is markup, a link or a mention.
pub(super) fn text(text: &str, most: usize) -> String {
    let mut out = String::new();
    let cut = cut(text, most);
    let mut rest = cut.chars().peekable();
    let mut last = ' ';
    while let Some(c) = rest.next() {
        let begins_link = c == ':' && rest.peek() == Some(&'/') || c == '.' && matches!(last, 'w' | 'W');
        if begins_link || matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$') {
            out.push('\\');
        }
        out.push(c);
        if c == '@' {
            // A mention is sought in what was rendered, where no backslash is left: a comment parts it.
            out.push_str("<!-- -->");
        }
        last = c;
    }
    out
}

/// Text as code; `in_cell` where a bar would end the cell of a table.
pub(super) fn code(text: &str, most: usize, in_cell: bool) -> String {
    let text = cut(text, most);
    let text = if text.trim().is_empty() { "\u{fffd}".to_owned() } else { text };
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    let room = if longest > 0 || text.starts_with(' ') && text.ends_with(' ') { " " } else { "" };
    let text = if in_cell { text.replace('|', "\\|") } else { text };
    format!("{fence}{room}{text}{room}{fence}")
}

/// Text in a gantt chart: letters, digits and what means nothing to Mermaid.
pub(super) fn label(text: &str, most: usize) -> String {
    let mut out: String = text
        .chars()
        .take(most)
        .map(|c| match visible(c) {
            c if c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '_' | '+') => c,
            _ => '\u{fffd}',
        })
        .collect();
    if text.chars().nth(most).is_some() {
        out.push('…');
    }
    out
}

/// A link's address, which is ours: only what is an address to the web is one.
pub(super) fn link(address: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#@!$&'*+,;=%".contains(c);
    (address.starts_with("https://") && address.chars().all(is_plain)).then(|| format!("<{address}>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_sentence_is_markup() {
        assert_eq!(
            text("a|b`c`\n<i>&amp; *x* @org www.x.y http://z #1", 99),
            "a\\|b\\`c\\`\u{fffd}\\<i\\>\\&amp; \\*x\\* @<!-- -->org www\\.x.y http\\://z #1"
        );
        assert_eq!(text("abc", 2), "ab… (1 more characters)");
        assert_eq!(text("4.1.18", 9), "4.1.18");
    }

    #[test]
    fn code_ends_where_it_shall() {
        assert_eq!(code("4.1.18", 9, true), "`4.1.18`");
        assert_eq!(code("a``b", 9, false), "``` a``b ```");
        assert_eq!(code("a|\n", 9, true), "`a\\|\u{fffd}`");
        assert_eq!(code("", 9, true), "`\u{fffd}`");
        assert_eq!(code("\u{202e}x", 9, true), "`\u{fffd}x`");
    }

    #[test]
    fn a_label_means_nothing_to_mermaid() {
        assert_eq!(
            label("a:b;c#d,e\n```%%{x}", 99),
            "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}x\u{fffd}"
        );
        assert_eq!(label("4.1.18-rc.1+x", 6), "4.1.18…");
    }

    #[test]
    fn only_an_address_is_a_link() {
        assert_eq!(link("https://x.y/z?a=1").as_deref(), Some("<https://x.y/z?a=1>"));
        assert_eq!(link("javascript:alert(1)"), None);
        assert_eq!(link("https://x y"), None);
        assert_eq!(link("https://x>"), None);
    }
}

//! Text that went through HTML: characters written as entities, line breaks and blocks as tags.

use super::{Derived, Span};

/// The entities that anything escapes, and what they stand for.
const NAMED: [(&str, &str); 7] =
    [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&amp;", "&"), ("&ensp;", " ")];

/// Tags that a copied page leaves around and amid what it shows.
const TAGS: [&str; 10] = ["pre", "code", "br", "p", "div", "span", "tt", "samp", "body", "html"];

/// Decodes a text that evidently is escaped: one where a key, a value or an indentation is.
pub(super) fn decode(text: &str) -> Option<Derived> {
    let escaped = text.contains('&') && is_escaped(text);
    let tagged = text.contains('<') && ["<pre", "<br", "<code", "</pre"].iter().any(|tag| text.contains(tag));
    if !(escaped || tagged) {
        return None;
    }
    let mut derived = Derived::default();
    let mut from = 0;
    for (at, mark) in text.match_indices(['&', '<']) {
        if at < from {
            continue;
        }
        let found = if mark == "&" { entity(&text[at..]).filter(|_| escaped) } else { tag(text, at).filter(|_| tagged) };
        if let Some((length, stands_for)) = found {
            derived.keep(text, Span::new(from, at));
            derived.replace(stands_for, Span::new(at, at + length));
            from = at + length;
        }
    }
    derived.keep(text, Span::new(from, text.len()));
    (derived.text != text).then_some(derived)
}

/// A quote written out beside one of the history's keys or a time, or an indentation written out.
/// A message may hold any entity: that alone says nothing of the text around it.
fn is_escaped(text: &str) -> bool {
    let quotes = ["&quot;", "&#34;", "&#x22;", "&#39;", "&#x27;", "&apos;"];
    let opens = |rest: &str| {
        ["startedTime", "completionTime", "history", "state", "apiVersion"].iter().any(|key| rest.starts_with(key))
            || rest.starts_with("20") && rest.as_bytes().get(4) == Some(&b'-')
    };
    quotes.iter().any(|quote| text.match_indices(quote).any(|(at, _)| opens(&text[at + quote.len()..])))
        || ["&nbsp;startedTime", "&nbsp;state", "&nbsp;&nbsp;&nbsp;", "Z&nbsp;", "&nbsp;Completed", "&nbsp;Partial"]
            .iter()
            .any(|mark| text.contains(mark))
        || text.contains("&lt;nil&gt;")
        || text.contains("&lt;none&gt;")
}

fn entity(rest: &str) -> Option<(usize, &'static str)> {
    if let Some((name, stands_for)) = NAMED.into_iter().find(|(name, _)| rest.starts_with(name)) {
        return Some((name.len(), stands_for));
    }
    let end = rest.bytes().take(8).position(|byte| byte == b';')?;
    let number = rest.get(2..end).filter(|_| rest.starts_with("&#"))?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    let stands_for = match code {
        9 => "\t",
        10 | 13 => "\n",
        32 | 160 => " ",
        34 => "\"",
        38 => "&",
        39 => "'",
        43 => "+",
        45 => "-",
        47 => "/",
        58 => ":",
        60 => "<",
        61 => "=",
        62 => ">",
        124 => "|",
        _ => return None,
    };
    Some((end + 1, stands_for))
}

/// A tag, and the line end that it stands for amid a line.
fn tag(text: &str, at: usize) -> Option<(usize, &'static str)> {
    let rest = &text[at + 1..];
    let name = rest.trim_start_matches('/');
    let length = name.find(|c: char| !c.is_ascii_alphanumeric())?;
    let end = rest.bytes().take(200).position(|byte| byte == b'>')?;
    let inner = rest.get(..end)?;
    if !TAGS.iter().any(|tag| name[..length].eq_ignore_ascii_case(tag)) || inner.contains(['\n', '<']) {
        return None;
    }
    let name = name[..length].to_ascii_lowercase();
    let after = &rest[end + 1..];
    let is_inline = matches!(name.as_str(), "span" | "tt" | "samp" | "code");
    let ends_line = after.is_empty() || after.starts_with(['\n', '\r']);
    let begins_line = at == 0 || text[..at].ends_with(['\n', '>']);
    let stands_for = if is_inline || ends_line || begins_line && name != "br" { "" } else { "\n" };
    Some((end + 2, stands_for))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn entities_round_keys_and_times_are_decoded_in_their_places() {
        let derived = decode("startedTime: &quot;2020-03-02T09:00:11Z&quot;\nx: &lt;nil&gt; &#39;a&#x27;\n").unwrap();
        assert_eq!(derived.text, "startedTime: \"2020-03-02T09:00:11Z\"\nx: <nil> 'a'\n");
        assert_eq!(derived.original_span(Span::new(14, 34)), Span::new(19, 39));
        assert_eq!(decode("{&#34;state&#34;:&#34;Partial&#34;}").unwrap().text, "{\"state\":\"Partial\"}");
    }

    #[test]
    fn tags_around_and_line_breaks_amid_go() {
        assert_eq!(decode("<pre><code class=\"yaml\">a: b\nc: d</code></pre>\n").unwrap().text, "a: b\nc: d\n");
        assert_eq!(decode("a:&nbsp;&nbsp;&nbsp;b<br>\nc: d<br/>e: f").unwrap().text, "a:   b\nc: d\ne: f");
        assert_eq!(decode("see: <pre>a: b</pre> x").unwrap().text, "see: \na: b\n x");
    }

    #[test]
    fn an_entity_in_a_message_is_the_messages_own() {
        for text in ["message: a &quot;b&quot; &amp; c\nstartedTime: t\n", "a: <nil> & b\n", "x < y && y > z"] {
            assert!(decode(text).is_none(), "{text}");
        }
    }
}

//! A paste cut into fragments: lines of columns, and the text between them.

use super::Span;
use crate::order;
use crate::parse::{columns, describe, flat};

/// A part of a paste that one reader reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fragment {
    /// Which reader.
    pub kind: FragmentKind,
    /// Where it stands in the paste.
    pub span: Span,
}

/// The readers there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FragmentKind {
    /// Lines such as `start|completion|state|version`.
    Columns,
    /// What `oc describe` prints.
    Describe,
    /// YAML without its indentation.
    Flat,
    /// YAML or JSON, whole or cut, possibly amid prose.
    Structured,
}

/// Cuts a text. Fragments are in order and do not overlap; blank stretches belong to none.
pub fn fragments(text: &str) -> Vec<Fragment> {
    let mut marked: Vec<Fragment> = vec![];
    for span in describe::regions(text) {
        marked.push(Fragment { kind: FragmentKind::Describe, span });
    }
    for span in flat::regions(text) {
        marked.push(Fragment { kind: FragmentKind::Flat, span });
    }
    let regions: Vec<Span> = marked.iter().map(|fragment| fragment.span).collect();
    for span in columns::candidate_lines(text) {
        if !regions.iter().any(|known| known.start < span.end && span.start < known.end) {
            marked.push(Fragment { kind: FragmentKind::Columns, span });
        }
    }
    order::sort_by_key(&mut marked, |fragment| fragment.span.start);
    let mut found: Vec<Fragment> = vec![];
    let mut rest = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    for fragment in marked {
        let between = Span::new(rest, fragment.span.start);
        let blank = between.of(text).trim().is_empty();
        rest = fragment.span.end;
        match found.last_mut() {
            Some(last) if blank && last.kind == FragmentKind::Columns && fragment.kind == FragmentKind::Columns => {
                last.span.end = fragment.span.end;
            }
            _ => {
                if !blank {
                    found.push(Fragment { kind: FragmentKind::Structured, span: between });
                }
                found.push(fragment);
            }
        }
    }
    let tail = Span::new(rest, text.len());
    if !tail.of(text).trim().is_empty() {
        found.push(Fragment { kind: FragmentKind::Structured, span: tail });
    }
    found.into_iter().flat_map(|fragment| at_beginnings(text, fragment)).collect()
}

/// A bracket at the beginning of a line begins something new, unless the line above goes on in it: what prose, a
/// prompt or a log line says before JSON is no key of it. Nor is what people write above a list.
fn at_beginnings(text: &str, fragment: Fragment) -> Vec<Fragment> {
    if fragment.kind != FragmentKind::Structured {
        return vec![fragment];
    }
    let own = fragment.span.of(text);
    let mut parts = vec![];
    let mut from = 0;
    let mut line = 0;
    for (at, _) in own.match_indices('\n') {
        let above = own[line..at].trim_end();
        line = at + 1;
        let next = own.as_bytes().get(line);
        let parted = match next {
            Some(b'{' | b'[') => is_json(&own[line..]) && !goes_on(own[from..at].trim_end()),
            Some(b' ') => {
                let named = own[line..].trim_start().starts_with("history:");
                named && is_foreign_key(above) || is_label(above) && begins_list(&own[line..])
            }
            _ => is_label(above) && begins_list(&own[line..]),
        };
        if parted && !own[from..at].trim().is_empty() {
            parts.push(Fragment { span: Span::new(fragment.span.start + from, fragment.span.start + line), ..fragment });
            from = line;
        }
    }
    parts.push(Fragment { span: Span::new(fragment.span.start + from, fragment.span.end), ..fragment });
    parts
}

/// Whether a text ends so that a bracket on the next line belongs to it.
fn goes_on(above: &str) -> bool {
    let line = above.rsplit('\n').next().unwrap_or_default();
    if line.starts_with(['$', '#']) || [" | jq", "|jq", "oc get", "kubectl get"].iter().any(|command| line.contains(command)) {
        return false;
    }
    let is_key = line.strip_suffix(':').is_some_and(|key| !key.trim().contains([' ', '\t']));
    is_key || line.ends_with([',', '[', '{', '(', '=', '}', ']', '>', '|'])
}

/// `Here is the history:`, `Before:`: no key of the API's is written so.
pub(crate) fn is_label(line: &str) -> bool {
    let Some(words) = line.trim_start_matches(['-', '*', '#', ' ']).strip_suffix(':') else { return false };
    !words.contains([':', '"', '\'']) && (words.contains(' ') || words.starts_with(|c: char| c.is_uppercase()))
}

/// A key under which no object of the API has a history.
fn is_foreign_key(line: &str) -> bool {
    const OURS: [&str; 8] = ["status", "version", "versionStatus", "controlPlaneVersion", "history", "items", "object", "result"];
    let Some(key) = line.strip_suffix(':') else { return false };
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !key.is_empty() && key.chars().all(word) && !OURS.contains(&key) && !key.ends_with("Object")
}

/// Whether the next line with anything on it begins a list of entries, or names one.
fn begins_list(text: &str) -> bool {
    let line = text.trim_start();
    line.starts_with("- ") || line.starts_with("history:") || line.starts_with("status:")
}

/// A bracket, and behind it what JSON has there: prompts and log levels stand in brackets too.
fn is_json(text: &str) -> bool {
    text[1..].trim_start().starts_with(['"', '{', '[', '}', ']', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(FragmentKind, &str)> {
        fragments(text).into_iter().map(|fragment| (fragment.kind, fragment.span.of(text))).collect()
    }

    #[test]
    fn yaml_is_one_fragment_whatever_bars_it_has() {
        let text = "message: |-\n  a | b\nhistory: []\n";
        assert_eq!(kinds(text), [(FragmentKind::Structured, text)]);
    }

    #[test]
    fn columns_with_blank_lines_between_are_one_fragment() {
        let text = "\n  2023-11-24T14:49:35Z||Partial|4.15.0  \n\n 2023-11-24T13:41:05Z|2023-11-24T13:58:50Z|Completed|4.14.0\n";
        let found = kinds(text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, FragmentKind::Columns);
    }

    #[test]
    fn prose_between_keeps_two_blocks_of_columns_apart() {
        let text = "Before\n2019-10-14T02:57:34Z|2019-10-14T03:13:16Z|Completed|4.1.18\nAfter\n2019-10-14T02:57:34Z|2019-10-14T03:42:31Z|Completed|4.1.18\n";
        let found: Vec<_> = kinds(text).into_iter().map(|(kind, _)| kind).collect();
        use FragmentKind::{Columns, Structured};
        assert_eq!(found, [Structured, Columns, Structured, Columns]);
    }

    #[test]
    fn a_byte_order_mark_belongs_to_nothing() {
        assert_eq!(fragments("\u{feff}history: []")[0].span, Span::new(3, 14));
    }

    #[test]
    fn what_people_write_above_a_list_is_no_key_of_it() {
        let list = "- completionTime: 2019-10-14T03:13:16Z\n  startedTime: 2019-10-14T02:57:34Z\n";
        for above in ["Severity: 2\nCluster: prod\nHere is the history: \n\n", "Note: x\nBefore:\n", "a: b\nAfter the update:\n"]
        {
            let text = format!("{above}{list}");
            let last = fragments(&text).pop().map(|fragment| fragment.span.of(&text).trim_start().to_owned());
            assert_eq!(last.as_deref(), Some(list), "{above}");
        }
        let indented = fragments("cluster-a:\n  history:\n  - state: Partial\n");
        assert_eq!(indented.len(), 2);
        for one in [
            "conditions:\n- type: Available\nhistory:\n- state: Partial\n",
            "status:\n  history:\n  - state: Partial\n",
            "history:\n- state: Partial\n",
            "items:\n- a: b\n",
        ] {
            assert_eq!(fragments(one).len(), 1, "{one}");
        }
    }

    #[test]
    fn json_stands_apart_from_what_is_said_above_it() {
        let parts = |text: &str| fragments(text).len();
        for above in [
            "W1202 18:00:00.000000 1 gcp.go:120] WARNING: x\n",
            "Note: see below\n",
            "here is the history:\n\n",
            "$ oc get cv -o json\n",
        ] {
            assert_eq!(parts(&format!("{above}{{\"a\": 1}}\n{{\"a\": 2}}\n")), 2, "{above}");
        }
        for one in ["{\"a\": 1}\n{\"a\": 2}\n", "\"a\":\n{\"b\": 1}\n", "x = [\n{\"a\": 1},\n{\"a\": 2}\n]\n"] {
            assert_eq!(parts(one), 1, "{one}");
        }
    }
}

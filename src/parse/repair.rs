//! What stands around a fragment and hides it from the parser: JSON cut at either end gets its missing brackets back, and
//! YAML ends where a log begins.

/// A text with its missing brackets, and how many bytes stand before the original.
pub(super) struct Mended {
    pub(super) text: String,
    pub(super) prefix: usize,
}

/// Ends YAML before a line of a log that stands right behind a value: to the parser a line without a colon goes on with
/// the next one as a key of two lines, and that error takes the end of what stood above away. No byte moves.
pub(super) fn end_before_logs(text: &str) -> Option<String> {
    let mut ended: Option<String> = None;
    let (mut at, mut after_value, mut in_log) = (0, false, false);
    for line in text.split_inclusive('\n') {
        let (start, said) = (at, line.trim_end());
        at += line.len();
        if said.is_empty() {
            continue;
        }
        // Once it has begun, the log's other lines are no YAML either.
        in_log = is_logged(said) && (in_log || after_value && !said.contains(": "));
        if in_log {
            let out = ended.get_or_insert_with(|| text.to_owned());
            out.replace_range(start..start + said.len(), &format!("{:<1$}", "...", said.len()));
        }
        after_value = ends_in_value(said);
    }
    ended
}

/// A line that begins with a stamp, or with a word and one: `Sep 27 21:46:11.007 - 2564s W …`,
/// `I0927 22:29:06.062333 1 …`, `time="2019-09-27T21:40:02Z" …`. Lines of columns name a state.
fn is_logged(line: &str) -> bool {
    const REACH: usize = 120;
    let bytes = &line.as_bytes()[..line.len().min(REACH)];
    let is_clock = |at: usize| {
        let digits = [1, 2, 4, 5, 7, 8].iter().all(|on| bytes[at + on].is_ascii_digit());
        digits && matches!(bytes[at], b' ' | b'T') && bytes[at + 3] == b':' && bytes[at + 6] == b':'
    };
    bytes[0].is_ascii_alphanumeric()
        && !(bytes[0].is_ascii_digit() && ["Completed", "Partial"].iter().any(|state| line.contains(state)))
        && (4..bytes.len().saturating_sub(8))
            .find(|at| is_clock(*at))
            .is_some_and(|at| line.find(": ").is_none_or(|key| key > at))
}

/// `  version: 4.1.18`, `  version: "4.1.18"` and `- {version: 4.1.18}`, but not `message: "so`, `message: |-` or `history:`.
fn ends_in_value(line: &str) -> bool {
    let Some((key, value)) = line.trim_start_matches(['-', ' ']).split_once(": ") else { return line.ends_with(['}', ']']) };
    let (value, quotes) = (value.trim_start(), ['"', '\'']);
    let is_closed = value.len() > 1 && value.starts_with(quotes) && value.ends_with(&value[..1]);
    line.ends_with(['}', ']']) || !key.contains(' ') && (is_closed || value.starts_with(|c: char| c.is_ascii_alphanumeric()))
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
    fn a_log_ends_the_scalar_above_it() {
        let values = [
            "  version: 4.1.18",
            "- version: \"4.1.18\"",
            "  version: '4'",
            "- {version: 4.1.18}",
            "}",
            "status: { history: [ ] }",
        ];
        let after = |above: &str, line: &str| end_before_logs(&format!("{above}\n\n{line}\r\nmore: 1\n"));
        for line in [
            "Oct 20 08:20:11.007 - 2404s W clusterversion/version cluster is updating to 4.2.4",
            "e2e.log:7:Oct  3 08:20:11.007 I é",
            "I1020 08:20:11.007123       1 sync_worker.go:453] Running sync 4.2.4 in state Updating",
            "time=\"2019-10-20T08:20:11Z\" level=info msg=\"Install complete!\"",
            "2019-10-20T08:20:11Z openshift-machine-api/ci-master-0",
        ] {
            let dots = format!("{:<1$}", "...", line.len());
            for above in values {
                let masked = after(above, line).unwrap_or_default();
                assert_eq!(masked, format!("{above}\n\n{dots}\r\nmore: 1\n"), "{line}");
            }
            for above in ["  message: \"a", "  message: |-", "history:", "- 'a", "message: '", "words alone"] {
                assert_eq!(after(above, line), None, "{above} {line}");
            }
        }
        let logged = format!("a: b\n{:<50}\n{:<50}\nstartedTime: 2019-10-20T08:20:11Z\n", "...", "...");
        let log = "Oct 20 08:20:11.007 I no colon";
        let text =
            format!("a: b\n{log:<50}\n{:<50}\nstartedTime: 2019-10-20T08:20:11Z\n", "Oct 20 08:20:12.007: INFO: Completed x");
        assert_eq!(end_before_logs(&text).map(|text| text.replace(' ', "")), Some(logged.replace(' ', "")));
        for line in [
            "    and goes on at 08:20:11",
            "2019-10-14T02:57:34Z 2019-10-14T03:13:16Z Completed 4.1.18",
            "startedTime: 2019-10-20T08:20:11Z",
            "Oct 20 08:20:01.753 W clusterversion/version changed Progressing to True: Working towards 4.2.4",
            "Thanks",
            "08:20:11",
        ] {
            assert_eq!(after("  version: 4.1.18", line), None, "{line}");
        }
    }

    #[test]
    fn the_beginning_is_opened() {
        assert_eq!(mended("\"b\": 1}], \"c\": 2}"), Some(("{\"items\":[{\"b\": 1}], \"c\": 2}".into(), 11)));
        assert_eq!(mended("\"b\": 1}}"), Some(("{\"status\":{\"b\": 1}}".into(), 11)));
    }
}

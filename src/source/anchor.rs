//! Lines of a history that do not begin as one: what stands before them a tool may have written before every line.

/// No prefix is longer.
const LONGEST: usize = 160;

/// A line of a history before which something stands.
pub(super) struct Anchor {
    /// Where the line begins.
    pub(super) line: usize,
    /// How long the prefix may be.
    pub(super) candidates: Vec<usize>,
}

/// Where the next of each kind stands: what was looked for once is not looked for again.
#[derive(Default)]
pub(super) struct Anchors {
    key: Option<usize>,
    state: [Option<usize>; 2],
}

impl Anchors {
    /// The first from a place on.
    pub(super) fn next(&mut self, text: &str, from: usize) -> Option<Anchor> {
        let seek = |known: &mut Option<usize>, needle: &str, candidates: fn(&str, usize, usize) -> Vec<usize>| {
            let mut at = from.max(known.unwrap_or(0));
            loop {
                let Some(on) = text.get(at..).and_then(|rest| rest.find(needle)) else {
                    *known = Some(text.len());
                    return None;
                };
                at += on;
                let bound = at.saturating_sub(2 * LONGEST);
                let line = text.as_bytes()[bound..at].iter().rposition(|&byte| byte == b'\n').map(|end| bound + end + 1);
                let line = line.or((bound == 0).then_some(0));
                let candidates = line.map_or(vec![], |line| candidates(text, line, at));
                if let (Some(line), false) = (line, candidates.is_empty()) {
                    *known = Some(at);
                    return Some(Anchor { line, candidates });
                }
                at += needle.len();
            }
        };
        let [completed, partial] = &mut self.state;
        let found = [
            seek(&mut self.key, "tarted", before_key),
            seek(completed, "Completed", before_record),
            seek(partial, "Partial", before_record),
        ];
        found.into_iter().flatten().min_by_key(|anchor| anchor.line)
    }
}

/// What may stand before a line with an entry's key; nothing where the line begins as it should.
fn before_key(text: &str, line: usize, at: usize) -> Vec<usize> {
    let Some(start) = at.checked_sub(1).filter(|&start| start >= line && matches!(text.as_bytes()[start], b's' | b'S')) else {
        return vec![];
    };
    let rest = text[at..].strip_prefix("tarted").unwrap_or_default();
    let after = rest.strip_prefix("Time").or(rest.strip_prefix(" Time"));
    if !after.is_some_and(|after| after.trim_start_matches(['"', '\'', '\\', ' ']).starts_with(':')) {
        return vec![];
    }
    let before = &text[line..start];
    let unquoted = before.trim_end_matches(['"', '\'']);
    let bare = unquoted.trim_end_matches([' ', '\t']);
    let trimmed = bare.trim_start_matches([' ', '\t']);
    let is_signed = matches!(trimmed, "-" | "--") && bare.starts_with('-') && signs(text, line);
    if trimmed.is_empty()
        || trimmed == "-" && !is_signed
        || trimmed.trim_start_matches(['-', '[', ' ']).starts_with(['{', '"', '\'']) && !bare.starts_with("-{")
    {
        return vec![];
    }
    // JSON on the line begins at its bracket; a list's dash may be the line's own.
    let mut candidates = vec![];
    match before.find('{') {
        Some(bracket) => {
            let outside = &before[..bracket];
            // YAML's own: an anchor, a tag, a key.
            let word = outside.trim_matches([' ', '-', '"', '\'']);
            let key = outside.ends_with(' ')
                && word.strip_suffix(':').is_some_and(|key| key.bytes().all(|byte| byte.is_ascii_alphanumeric()));
            if key || word.starts_with(['&', '!']) {
                return vec![];
            }
            candidates
                .extend([outside.trim_end_matches([' ', '\t']).len(), outside.trim_end_matches([' ', '\t', '[', '-']).len()]);
        }
        None => {
            candidates.push(bare.len());
            if let Some(dashed) = bare.strip_suffix(['-', '*']) {
                candidates.extend([dashed.trim_end_matches([' ', '\t']).len(), dashed.len()]);
            }
        }
    }
    // What holds a key itself is no prefix.
    let keyed = |prefix: &str| ["history", "completionTime", "state", "image:"].iter().any(|key| prefix.contains(key));
    candidates.retain(|length| (1..LONGEST).contains(length) && !keyed(&before[..*length]));
    candidates
}

/// Whether the line above or below begins with a minus too, and holds another key: a list's elements have more than one.
fn signs(text: &str, line: usize) -> bool {
    let is_other = |line: &str| {
        let rest = line.strip_prefix('-').map(|rest| rest.trim_start_matches(['-', ' ']));
        rest.is_some_and(|rest| rest.contains(':') && !rest.starts_with("startedTime"))
    };
    let above = text[..line].lines().next_back();
    let below = text[line..].lines().nth(1);
    above.is_some_and(is_other) || below.is_some_and(is_other)
}

/// What may stand before a line of columns.
fn before_record(text: &str, line: usize, at: usize) -> Vec<usize> {
    let end = text[at..].bytes().take(600).position(|byte| byte == b'\n').map_or((at + 600).min(text.len()), |on| at + on);
    let Some(whole) = text.get(line..end) else { return vec![] };
    let times = |part: &str| part.match_indices('T').filter(|(at, _)| is_time_around(part, *at)).count();
    if times(whole) == 0 || whole.contains('{') || whole.contains("startedTime") {
        return vec![];
    }
    for (start, c) in whole.char_indices().take(LONGEST) {
        let fresh = whole[..start].chars().next_back().is_none_or(|before| !(before.is_ascii_alphanumeric() || before == '.'));
        if !fresh || matches!(c, ' ' | '\t' | '"' | '|') {
            continue;
        }
        let rest = &whole[start..];
        if begins_record(rest) && times(rest) <= 2 {
            let prefix = whole[..start].trim_end_matches([' ', '\t', '"']);
            // The last bar may be the first of a table's row.
            let is_row = whole.trim_end_matches([' ', '\r', '│', '┃', '║']).ends_with('|');
            let outside = if rest.contains('|') { prefix.trim_end_matches(['|', ' ']) } else { prefix };
            let lengths = match (outside.is_empty(), is_row) {
                (true, _) => [0, 0],
                (_, true) => [outside.len(), 0],
                _ => [prefix.len(), outside.len()],
            };
            return lengths.into_iter().filter(|length| *length > 0).collect();
        }
    }
    vec![]
}

/// A time, a version or a state, and something that parts it from the next.
pub(super) fn begins_record(rest: &str) -> bool {
    let length = rest.find(['|', ' ', '\t', ',', '"', ';']).unwrap_or(rest.len());
    let word = &rest[..length];
    let is_time = word.len() >= 19 && word.as_bytes()[4] == b'-' && is_time_around(word, 10);
    let mut parts = word.split('.');
    let major = parts.next().is_some_and(|major| !major.is_empty() && major.bytes().all(|byte| byte.is_ascii_digit()));
    let version = major && parts.count() >= 2 && !word.contains([':', '/']);
    length < rest.len() && (is_time || version || matches!(word, "Completed" | "Partial"))
}

fn is_time_around(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes.get(at) == Some(&b'T')
        && at >= 10
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        && bytes[at - 1].is_ascii_digit()
        && bytes[at - 3] == b'-'
}

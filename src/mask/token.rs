//! Where in a line an id, a host, a user or a secret stands.

use std::ops::Range;

use super::context::{self, Context};
use super::{Kind, form, secret};
use crate::history::masked;

/// A place to mask.
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
    /// Whether what tells it is its place, so that elsewhere it would not be known.
    pub(super) is_told: bool,
}

/// The places of a line; a command that logs in may have begun in the line before.
pub(super) fn of_line(line: &str, is_login: bool) -> Vec<Token> {
    let mut found = vec![];
    let bytes = line.as_bytes();
    let mut at = key_end(line);
    while at < bytes.len() {
        if let Some(end) = address(line, at) {
            found.push(Token { kind: Kind::Host, span: at..end, is_told: false });
            at = end;
        } else if let length @ 1.. = run(&line[at..]) {
            let span = word_at(line, at);
            at += length;
            // Who holds a lock is called `host_uuid`.
            if let Some(start) = form::uuid(&line[span.clone()]).filter(|start| *start > 1) {
                let host = span.start..span.start + start - 1;
                let is_host = line[..host.end + 1].ends_with('_') && !is_masked(&line[host.clone()]);
                found.extend(is_host.then_some(Token { kind: Kind::Host, span: host, is_told: true }));
            }
            if let Some(token) = word(line, span, is_login) {
                at = at.max(token.span.end);
                found.push(token);
            }
        } else {
            at += line[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// The words of a line that are neither a key nor in one of its tokens.
pub(super) fn words<'l>(line: &'l str, tokens: &'l [Token]) -> impl Iterator<Item = Range<usize>> + 'l {
    let (mut at, mut next) = (key_end(line), 0);
    std::iter::from_fn(move || {
        loop {
            at += line[at..].find(part)?;
            let (start, span) = (at, word_at(line, at));
            at += run(&line[at..]);
            next += tokens[next..].iter().take_while(|token| token.span.end <= start).count();
            let apart = tokens.get(next).is_none_or(|token| span.end <= token.span.start);
            if apart && !form::has_version(&line[span.clone()]) && !json_key(&line[..span.start], &line[span.end..]) {
                return Some(span);
            }
        }
    })
}

/// Whether somebody took out what stood there: signs do, letters of another script do not.
fn is_masked(text: &str) -> bool {
    masked::is_masked(text) && !text.contains(form::foreign)
}

/// Whether a span has no token in it, and nobody took out what stood there.
pub(super) fn is_free(line: &str, span: &Range<usize>, tokens: &[Token]) -> bool {
    tokens.iter().all(|token| token.span.end <= span.start || span.end <= token.span.start) && !is_masked(&line[span.clone()])
}

fn part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') || form::foreign(c)
}

/// Bytes of the word that a text begins with.
fn run(text: &str) -> usize {
    text.find(|c| !part(c)).unwrap_or(text.len())
}

/// The word that begins here, without what ends a sentence.
fn word_at(line: &str, start: usize) -> Range<usize> {
    let length = run(&line[start..]);
    start..start + line[start..start + length].trim_end_matches(['.', '-', '_']).len()
}

/// Where the value begins in a line that begins with a key.
fn key_end(line: &str) -> usize {
    let key = line.trim_start_matches([' ', '\t', '-', '"', '\'']);
    let length = key.find(|c| !part(c) && c != '/').unwrap_or(key.len());
    let rest = key[length..].trim_start_matches(['"', '\'']);
    let after = rest.strip_prefix(':').is_some_and(|after| after.is_empty() || after.starts_with([' ', '\n', '\r', '{', '[']));
    if length > 0 && after { line.len() - rest.len() } else { 0 }
}

fn json_key(before: &str, after: &str) -> bool {
    before.ends_with('"') && (after.starts_with("\":") || after.starts_with("\\\":"))
}

/// Where an IPv6 address or a network card's ends that begins here.
fn address(line: &str, at: usize) -> Option<usize> {
    let bytes = line.as_bytes();
    let first = bytes[at];
    let is_part = |byte: u8| byte.is_ascii() && part(char::from(byte));
    if !(first.is_ascii_hexdigit() || first == b':') || at > 0 && (is_part(bytes[at - 1]) || bytes[at - 1] == b':') {
        return None;
    }
    let group = bytes[at..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    if group > 4 || bytes.get(at + group) != Some(&b':') {
        return None;
    }
    let run = bytes[at..].iter().take_while(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.')).count();
    let text = line[at..at + run].trim_end_matches('.');
    let text = if text.ends_with("::") { text } else { text.trim_end_matches(':') };
    let end = at + text.len();
    (!bytes.get(end).is_some_and(|&byte| is_part(byte) && byte != b'.') && form::address(text)).then_some(end)
}

/// Bytes before an id or a number that may say what it is of.
const KEY: usize = 60;

/// What stands before an id, in lower case, without signs.
fn before_id(line: &str, at: usize) -> String {
    let key = line.as_bytes()[at.saturating_sub(KEY)..at]
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'?' | b'&' | b'{' | b','));
    key.map(|byte| char::from(byte.to_ascii_lowercase())).collect()
}

/// `clusterID: …`, `Cluster ID: …`, a metric's `_id="…"`, the update service's `&id=…`, `cluster …`.
fn is_clusters(before: &str) -> bool {
    ["clusterid", "cluster_id", "cluster", "?id", "&id", "{_id", ",_id"].iter().any(|key| before.ends_with(key))
        || before == "_id"
}

fn word(line: &str, span: Range<usize>, is_login: bool) -> Option<Token> {
    let text = &line[span.clone()];
    let (before, after) = (&line[..span.start], &line[span.end..]);
    let token = |kind, span, is_told| Some(Token { kind, span, is_told });
    if let Some(at) = form::uuid(text) {
        let kind = if is_clusters(&before_id(line, span.start + at)) { Kind::ClusterId } else { Kind::ObjectId };
        return token(kind, span.start + at..span.start + at + 36, false);
    }
    // What somebody took out is no name, and a key is the reader's.
    if text.is_empty() || is_masked(text) || json_key(before, after) {
        return None;
    }
    // The account in the name of a thing of Amazon's.
    let is_account = text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_digit()) && before.ends_with(':');
    if is_account && before_id(line, span.start).contains("arnaws") {
        return token(Kind::Secret, span, false);
    }
    match context::of(before, text, after, is_login) {
        Some(Context::User) => return token(Kind::User, span, true),
        Some(Context::Secret) => {
            let end = secret::end(after, secret::in_address(before, text, after));
            return token(Kind::Secret, span.start..span.end + end, false);
        }
        Some(Context::Host) => {
            // Of the name of a file the ending stays.
            let name = [".yaml", ".json", ".log"].iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
            let length = form::infrastructure(name).unwrap_or(name.len());
            return token(Kind::Host, span.start..span.start + length, true);
        }
        None => {}
    }
    if secret::is_by_form(text) {
        return token(Kind::Secret, span, false);
    }
    if form::host(text) && !form::public(text) || form::machine(text) {
        return token(Kind::Host, span, false);
    }
    form::infrastructure(text).and_then(|length| token(Kind::Host, span.start..span.start + length, true))
}

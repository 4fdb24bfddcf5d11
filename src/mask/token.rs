//! Where in a line an id, a host or a user stands.

use std::ops::Range;

use super::Kind;

/// A place to mask.
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

/// Last labels of a host's name. Files end otherwise.
const TOP: [&str; 24] = [
    "internal",
    "local",
    "localdomain",
    "lan",
    "lab",
    "corp",
    "intra",
    "intranet",
    "home",
    "private",
    "com",
    "org",
    "net",
    "edu",
    "gov",
    "io",
    "dev",
    "cloud",
    "app",
    "de",
    "eu",
    "uk",
    "fr",
    "jp",
];

/// Names that everybody knows, with all below them.
const PUBLIC: [&str; 18] = [
    "quay.io",
    "redhat.io",
    "openshift.io",
    "k8s.io",
    "kubernetes.io",
    "github.com",
    "github.io",
    "githubusercontent.com",
    "googleapis.com",
    "google.com",
    "gcr.io",
    "docker.io",
    "golang.org",
    "coreos.com",
    "operatorframework.io",
    "gopkg.in",
    "svc.cluster.local",
    "atlassian.net",
];

/// The random end of an infrastructure's name is made of these.
const RANDOM: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

/// Accounts that every machine has.
const COMMON: [&str; 5] = ["root", "core", "git", "admin", "kubeadmin"];

pub(super) fn of_line(line: &str) -> Vec<Token> {
    let mut found = vec![];
    let bytes = line.as_bytes();
    let mut at = key_end(line);
    while at < bytes.len() {
        if !part(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && part(bytes[at]) {
            at += 1;
        }
        let end = start + line[start..at].trim_end_matches(['.', '-', '_']).len();
        word(line, start..end, &mut found);
    }
    found
}

fn part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}

/// Where the value begins in a line that begins with a key.
fn key_end(line: &str) -> usize {
    let key = line.trim_start_matches([' ', '\t', '-', '"', '\'']);
    let length = key.bytes().take_while(|&byte| part(byte) || byte == b'/').count();
    let rest = key[length..].trim_start_matches(['"', '\'']);
    let after = rest.strip_prefix(':').is_some_and(|after| after.is_empty() || after.starts_with([' ', '\n', '\r', '{', '[']));
    if length > 0 && after { line.len() - rest.len() } else { 0 }
}

fn word(line: &str, span: Range<usize>, found: &mut Vec<Token>) {
    let text = &line[span.clone()];
    let (before, after) = (&line[..span.start], &line[span.end..]);
    let mut add = |kind, span| found.push(Token { kind, span });
    if let Some(at) = uuid(text) {
        add(Kind::ClusterId, span.start + at..span.start + at + 36);
    } else if after.starts_with('@') && !after.starts_with("@sha256") && !public(text) && after[1..].starts_with(letter) {
        if !COMMON.contains(&text) {
            add(Kind::User, span);
        }
    } else if user(before) && !COMMON.contains(&text) && !(text == "system" && after.starts_with(':')) {
        add(Kind::User, span);
    } else if json_key(before, after) {
        // A key is the reader's.
    } else if host(text) && !public(text) || machine(before, text, after) {
        add(Kind::Host, span);
    } else if let Some(length) = infrastructure(text) {
        add(Kind::Host, span.start..span.start + length);
    }
}

fn letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

/// Whether what stands before a word makes it a user's name.
fn user(before: &str) -> bool {
    let path = before.ends_with("/home/") || before.ends_with("/Users/");
    path || before.trim_end_matches([' ', '"', '\'']).strip_suffix(':').is_some_and(|key| {
        let key = key.trim_end_matches(['"', '\'']);
        key.ends_with("username") && before.ends_with([' ', '"', '\''])
    })
}

fn json_key(before: &str, after: &str) -> bool {
    before.ends_with('"') && after.starts_with("\":")
}

fn uuid(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let fits = |at: &usize| {
        let id = &bytes[*at..*at + 36];
        let free = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
        let form = |(n, byte): (usize, &u8)| if matches!(n, 8 | 13 | 18 | 23) { *byte == b'-' } else { byte.is_ascii_hexdigit() };
        id.iter().enumerate().all(form)
            && free(at.checked_sub(1).and_then(|before| bytes.get(before)))
            && free(bytes.get(*at + 36))
            && id.iter().any(|byte| !matches!(byte, b'0' | b'-'))
    };
    (0..(bytes.len() + 1).saturating_sub(36)).find(fits)
}

/// Whether a word has the form of a host's name or of an IPv4 address.
fn host(text: &str) -> bool {
    // Most words of a long text are none.
    if !text.contains('.') {
        return false;
    }
    let labels: Vec<&str> = text.split('.').collect();
    if labels.iter().any(|label| label.is_empty()) || labels.len() < 2 {
        return false;
    }
    if labels.len() == 4 && labels.iter().all(|label| label.len() < 4 && label.parse::<u8>().is_ok()) {
        return !matches!(text, "127.0.0.1" | "0.0.0.0");
    }
    let last = labels.last().map(|label| label.to_ascii_lowercase()).unwrap_or_default();
    TOP.contains(&last.as_str()) && text.contains(letter)
}

/// Whether all may know a name. Below a vendor's domain clusters are installed: only its short names are public.
fn public(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let below = |name: &str| text.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let cluster = text.starts_with("api.") && text.matches('.').count() > 2 || text.contains(".apps.");
    if PUBLIC.iter().any(|name| below(name)) || below("openshift.org") {
        return !cluster;
    }
    ["redhat.com", "openshift.com"].iter().any(|name| below(name)) && text.matches('.').count() < 3
}

/// Names of machines without a domain.
fn machine(before: &str, text: &str, after: &str) -> bool {
    let address = text.strip_prefix("ip-").is_some_and(|rest| {
        let mut numbers = rest.split('-');
        numbers.clone().count() == 4 && numbers.all(|number| number.parse::<u8>().is_ok())
    });
    let context = text.starts_with("api-") && (after.starts_with(":6443") || after.starts_with(":443"));
    let url = before.ends_with("://") && !public(text) && !text.is_empty() && text != "localhost" && text != "127.0.0.1";
    let prompt =
        before.ends_with('@') && !public(text) && text.starts_with(letter) && !text.starts_with("sha256") && text != "localhost";
    address || context || url || prompt
}

/// How much of a machine's name is its cluster's, as in `name-abc12-worker-0`.
fn infrastructure(text: &str) -> Option<usize> {
    if !text.contains('-') {
        return None;
    }
    ["-master-", "-worker-", "-infra-", "-bootstrap"].iter().find_map(|role| {
        let at = text.find(role)?;
        let (_, random) = text[..at].rsplit_once('-')?;
        let made = random.len() == 5 && random.bytes().all(|byte| RANDOM.contains(&byte));
        made.then_some(at)
    })
}

//! What opens something: values of telling keys and flags, passwords in addresses, and keys in PEM.

use std::ops::Range;

/// Last words of keys, without hyphens, whose value opens something whatever it looks like.
const KEYS: [&str; 10] =
    ["token", "password", "passwd", "passphrase", "accesskey", "secretkey", "privatekey", "apikey", "keydata", "certificatedata"];

/// The same where the value is no word: `secret: router-certs` names an object.
const KEYS_OF_RANDOM: [(&str, usize); 5] =
    [("secret", 6), ("auth", 12), ("signature", 16), ("authoritydata", 16), ("credentials", 12)];

/// Commands, and flags beside others, after which `-u` is a person and `-p` a password.
const LOGS_IN: [&str; 8] = ["login", "curl", "wget", "skopeo", "htpasswd", "ldapsearch", "--server", "--token"];

/// What begins a token of a forge or of a chat.
const TOKENS: [&str; 7] = ["ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-"];

/// Signs that a password may begin with.
const SIGNS: [char; 13] = ['!', '$', '%', '#', '@', '^', '&', '~', '+', '/', '?', '.', '_'];

/// Whether it is a web token, the id of a key of Amazon's, or a forge's token.
pub(super) fn is_by_form(text: &str) -> bool {
    let key = text.len() == 20 && (text.starts_with("AKIA") || text.starts_with("ASIA"));
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    key && text.chars().all(upper)
        || text.len() > 40 && text.starts_with("eyJ") && text.matches('.').count() == 2
        || text.len() > 15 && TOKENS.iter().any(|token| text.starts_with(token))
}

/// Whether a key, a flag or an address says that the word is one.
pub(super) fn is_told(before: &str, text: &str, after: &str, is_login: bool) -> bool {
    let open = before.trim_end_matches(SIGNS);
    keyed(open, text, after) || flagged(open, is_login) || in_address(open, text, after)
}

/// Where the value that begins with a word ends.
pub(super) fn end(after: &str, is_in_address: bool) -> usize {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | '}' | '\\' | '&') || is_in_address && c == '@';
    after.find(ends).unwrap_or(after.len())
}

fn keyed(before: &str, text: &str, after: &str) -> bool {
    let open = before.trim_end_matches(['"', '\'', '\\']);
    let spaced = open.trim_end_matches(' ');
    let (key, is_pair) = match spaced.strip_suffix('=') {
        Some(key) => (key.trim_end_matches(' '), true),
        None => match spaced.strip_suffix(':') {
            // `10:host` is a time or a port.
            Some(key) if before.ends_with([' ', '"', '\'']) => (key, false),
            _ => return false,
        },
    };
    let key = key.trim_end_matches(['"', '\'', '\\']);
    let key = key.rsplit(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).next().unwrap_or_default();
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    if KEYS.iter().any(|end| key.ends_with(end)) {
        return true;
    }
    let value = || text.chars().chain(after[..end(after, false)].chars());
    let is_random = || value().any(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
    let is_name = || !is_pair && value().any(|c| c == '-') && !value().any(|c| c.is_ascii_uppercase());
    KEYS_OF_RANDOM.iter().any(|(end, length)| key.ends_with(end) && value().count() >= *length && is_random() && !is_name())
}

fn flagged(before: &str, is_login: bool) -> bool {
    let mut words = before.trim_end_matches(['"', '\'']).split(' ').rev();
    let (Some(gap), flag) = (words.next(), words.next()) else { return false };
    // `-u jane:password`
    if let Some((user, "")) = gap.split_once(':') {
        return !user.is_empty() && (flag == Some("--user") || flag == Some("-u") && logs_in(before, is_login))
            || user.starts_with("--user=");
    }
    let mut beside = || words.next().is_some() && words.next() == Some("-u");
    gap.is_empty()
        && match flag {
            Some("--token" | "--password" | "Bearer") => true,
            Some("Basic") => before.contains("uthorization"),
            Some("-p") => beside() || logs_in(before, is_login),
            _ => false,
        }
}

/// `https://jane:password@host`
pub(super) fn in_address(before: &str, text: &str, after: &str) -> bool {
    let user = before.strip_suffix(':').map(|rest| rest.rsplit("://").next().unwrap_or_default());
    let is_user =
        user.is_some_and(|user| !user.is_empty() && user.len() < before.len() - 1 && !user.contains(['/', ' ', ':', '@']));
    is_user && !text.is_empty() && after[end(after, true)..].starts_with('@') && !after[..end(after, true)].contains('/')
}

/// Whether `-u` stands for a person here. A command may have begun in a line before.
pub(super) fn logs_in(before: &str, is_login: bool) -> bool {
    let word = |word: &str| LOGS_IN.contains(&word.split('=').next().unwrap_or_default());
    is_login || before.split(' ').any(word)
}

/// What lines before tell of a line's secrets.
#[derive(Default)]
pub(super) struct Lines {
    in_pem: bool,
    /// Whether a command that logs in goes on in the next line.
    pub(super) is_login: bool,
}

impl Lines {
    /// Where a line has the body of a key or of a certificate.
    pub(super) fn pem(&mut self, line: &str) -> Vec<Range<usize>> {
        const BEGIN: &str = "-----BEGIN ";
        if let Some(begin) = line.find(BEGIN) {
            let label = begin + BEGIN.len();
            let Some(length) = line[label..].find("-----") else { return vec![] };
            let body = label + length + 5;
            let end = line[body..].find("-----END").map(|at| body + at);
            self.in_pem = end.is_none();
            return bodies(line, body..end.unwrap_or(line.len()));
        }
        let text = line.trim();
        if !self.in_pem || text.is_empty() || text.starts_with("Proc-Type") || text.starts_with("DEK-Info") {
            return vec![];
        }
        self.in_pem = text.bytes().all(is_base64);
        let start = line.len() - line.trim_start().len();
        self.in_pem.then(|| start..start + text.len()).into_iter().collect()
    }

    /// Keeps whether the next line goes on with a login.
    pub(super) fn next(&mut self, line: &str) {
        let goes_on = line.trim_end().ends_with('\\');
        self.is_login = goes_on && logs_in(line.trim_end(), self.is_login);
    }
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Lines of base64 in one, between `\n` that are written out.
fn bodies(line: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let (mut out, mut at, bytes) = (vec![], span.start, line.as_bytes());
    while at < span.end {
        let length = bytes[at..span.end].iter().take_while(|&&byte| is_base64(byte)).count();
        match bytes[at] {
            b'\\' => at += bytes[at..span.end].iter().take_while(|&&byte| byte == b'\\').count() + 1,
            b'\r' | b'\n' | b' ' => at += 1,
            _ if length == 0 => break,
            _ => {
                out.push(at..at + length);
                at += length;
            }
        }
    }
    out
}

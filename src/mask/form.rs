//! What a word is by its form alone: an id, a host, an address.

use crate::history::Release;

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

/// Last labels of which only three or more make a host's name: files and keys may end so too.
const TOP_OF_THREE: [&str; 57] = [
    "info", "biz", "tech", "online", "mil", "int", "arpa", "consul", "example", "test", "invalid", "localnet", "bank", "group",
    "at", "au", "be", "bg", "br", "ca", "ch", "cl", "cn", "co", "cz", "dk", "ee", "es", "fi", "gr", "hk", "hr", "hu", "ie", "il",
    "in", "is", "it", "kr", "lt", "lu", "lv", "mx", "my", "nl", "no", "nz", "pl", "pt", "ro", "ru", "se", "sg", "sk", "tr", "tw",
    "us",
];

/// Names that everybody knows, with all below them.
const PUBLIC: [&str; 29] = [
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
    "svc",
    "svc.cluster.local",
    "atlassian.net",
    "ovn.org",
    "metal3.io",
    "x-k8s.io",
    "cncf.io",
    "rook.io",
    "noobaa.io",
    "tekton.dev",
    "knative.dev",
    "istio.io",
    "argoproj.io",
];

/// The random end of an infrastructure's name is made of these.
const RANDOM: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

/// Where in a word a UUID begins.
pub(super) fn uuid(text: &str) -> Option<usize> {
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
pub(super) fn host(text: &str) -> bool {
    // Most words of a long text are none.
    if !text.contains('.') {
        return false;
    }
    let labels: Vec<&str> = text.split('.').collect();
    if labels.iter().any(|label| label.is_empty()) || labels.len() < 2 {
        return false;
    }
    if labels.len() == 4 && labels.iter().all(|label| label.len() < 4 && label.parse::<u8>().is_ok()) {
        // `4.1.18.1` is rather a version.
        return !matches!(text, "127.0.0.1" | "0.0.0.0") && labels[0] != "4";
    }
    is_top(labels.last().unwrap_or(&""), labels.len() > 2) && text.contains(letter) && !is_version(text)
}

/// Whether it is the last label of many hosts' names.
pub(super) fn is_top(label: &str, has_three: bool) -> bool {
    let label = label.to_ascii_lowercase();
    TOP.contains(&label.as_str()) || has_three && TOP_OF_THREE.contains(&label.as_str())
}

/// Versions are what a history is about.
pub(super) fn is_version(text: &str) -> bool {
    Release::parse(text).is_some() || Release::parse(text.trim_start_matches('v')).is_some()
}

/// Whether numbers stand in a word as in `ocp-4.3.0-0.ci`.
pub(super) fn has_version(text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.').filter(|part| part.contains('.'));
    numbers.into_iter().any(|part| part.split('.').filter(|number| !number.is_empty()).count() > 1)
}

/// Whether a run of hexadecimal digits and colons is an IPv6 address, or a network card's; a time is neither.
pub(super) fn address(text: &str) -> bool {
    let card = text.split(':').count() == 6 && text.split(':').all(|part| part.len() == 2) && text.contains(letter);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    card || digits > 0 && text.len() > 3 && text.parse::<std::net::Ipv6Addr>().is_ok()
}

/// Whether all may know a name. Below a vendor's domain clusters are installed: only its short names are public.
pub(super) fn public(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let below = |name: &str| text.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    if matches!(text.as_str(), "api.stage.openshift.com" | "api.integration.openshift.com") {
        return true;
    }
    // The clusters of OpenShift's own CI, to whose pages all links go.
    if below("ci.l2s4.p1.openshiftapps.com") {
        return true;
    }
    let cluster = text.starts_with("api.") && text.matches('.').count() > 2 || text.contains(".apps.");
    if PUBLIC.iter().any(|name| below(name)) || below("openshift.org") {
        return !cluster;
    }
    let short = text.matches('.').count() < 3 || text.starts_with("registry.") && !cluster;
    ["redhat.com", "openshift.com"].iter().any(|name| below(name)) && short
}

/// Whether it is the name that Amazon gives a machine after its address.
pub(super) fn machine(text: &str) -> bool {
    text.strip_prefix("ip-").is_some_and(|rest| {
        let mut numbers = rest.split('-');
        numbers.clone().count() == 4 && numbers.all(|number| number.parse::<u8>().is_ok())
    })
}

/// How much of a machine's name is its cluster's, as in `name-abc12-worker-0`.
pub(super) fn infrastructure(text: &str) -> Option<usize> {
    if !text.contains('-') {
        return None;
    }
    ["-master-", "-worker-", "-infra-", "-bootstrap"].iter().find_map(|role| {
        let at = text.find(role)?;
        made(&text[..at]).then_some(at)
    })
}

/// Whether a name has the random end that the installer gives to an infrastructure's.
pub(super) fn made(text: &str) -> bool {
    text.rsplit_once('-')
        .is_some_and(|(name, random)| !name.is_empty() && random.len() == 5 && random.bytes().all(|byte| RANDOM.contains(&byte)))
}

/// The name of the cluster in the name of its API or of its routes.
pub(super) fn cluster(host: &str) -> Option<&str> {
    let rest = host.strip_prefix("api.").or_else(|| host.strip_prefix("api-int."));
    let rest = rest.or_else(|| host.split_once(".apps.").map(|(_, rest)| rest)).or_else(|| host.strip_prefix("apps."))?;
    rest.split('.').next()
}

/// A letter of a name, in whatever script.
pub(super) fn letter(c: char) -> bool {
    c.is_ascii_alphabetic() || foreign(c)
}

/// Whether it is a letter outside ASCII, roughly: signs, arrows, boxes and symbols stand in between.
pub(super) fn foreign(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{1fff}' | '\u{3040}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}') && !matches!(c, '×' | '÷')
}

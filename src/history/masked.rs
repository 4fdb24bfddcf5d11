//! What somebody took out of an object before sharing it: such a value is equal to nothing and unequal to nothing.

/// What a word in the place of a value says.
const WORDS: [&str; 9] =
    ["redacted", "masked", "removed", "hidden", "obfuscated", "anonymized", "anonymised", "sanitized", "scrubbed"];

/// Whether a value, or part of it, was masked: `<redacted>`, `‹…›`, `[hash]`, `***`, `xxxx`, `####`, `REDACTED`,
/// `quay.io/release@sha256:xxxx`.
pub(crate) fn is_masked(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let bracketed = |open: char, close: char| value.split_once(open).is_some_and(|(_, rest)| rest.contains(close));
    let sign = |c: char| matches!(c, '#' | '*' | '…');
    let run = |part: &str| part.len() > 2 && part.bytes().all(|c| c == b'x');
    let alone = !value.is_empty() && !value.contains(|c: char| c.is_ascii_alphanumeric() && !matches!(c, 'x' | 'X'));
    alone
        || value.contains(sign)
        || value.contains("...")
        || bracketed('<', '>')
        || bracketed('‹', '›')
        || bracketed('[', ']')
        || lower.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| run(part) || WORDS.contains(&part))
}

/// Whether two values are the same; none where one of them was masked.
pub(crate) fn same(a: Option<&str>, b: Option<&str>) -> Option<bool> {
    (![a, b].into_iter().flatten().any(is_masked)).then(|| a == b)
}

/// How two pull specifications stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Images {
    /// The same release image, as far as both tell.
    Same,
    /// One digest, in two registries.
    OtherRegistry,
    /// Two images.
    Other,
    /// One of them was masked.
    Unknown,
}

impl Images {
    /// Compares two; people cut them short, to the digest or before it.
    pub(crate) fn of(a: Option<&str>, b: Option<&str>) -> Self {
        if a == b && !a.is_some_and(is_masked) {
            return Images::Same;
        }
        let (Some(a), Some(b)) = (a, b) else { return Images::Other };
        let digest = |image: &str| image.split_once("sha256:").map(|(_, digest)| digest.to_owned());
        let known = |image: &str| digest(image).filter(|digest| !digest.is_empty() && !is_masked(digest));
        let masked = is_masked(a) || is_masked(b);
        let is_end = |long: &str, short: &str| short.contains("sha256:") && long.ends_with(short);
        match (known(a), known(b)) {
            (Some(one), Some(other)) if one != other => Images::Other,
            _ if masked => Images::Unknown,
            _ if is_end(a, b) || is_end(b, a) => Images::Same,
            (Some(_), Some(_)) => Images::OtherRegistry,
            _ => Images::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_a_value() {
        for masked in [
            "<redacted>",
            "***",
            "xxxx",
            "XXXXXXXX-XXXX",
            "REDACTED",
            "sha256:xxxx",
            "‹…›",
            "[hash]",
            "removed",
            "############",
            "quay.io/openshift-release-dev/ocp-release@sha256:<digest>",
            "quay.io/***/ocp-release@sha256:ab",
            "[REDACTED]",
            "xxxxxxxxxxx=",
            "***masked***",
            "sha256:ab12...",
            "x-x",
        ] {
            assert!(is_masked(masked), "{masked}");
        }
        for value in [
            "",
            "a",
            "4.14.1",
            "quay.io/openshift-release-dev/ocp-release@sha256:ab12",
            "registry.example:5000/x/ocp@sha256:0",
            "9zNtav-0cDg=",
        ] {
            assert!(!is_masked(value), "{value}");
        }
    }

    #[test]
    fn images_by_their_digests() {
        let of = |a: &str, b: &str| Images::of(Some(a), Some(b));
        assert_eq!(of("quay.io/r@sha256:ab", "quay.io/r@sha256:ab"), Images::Same);
        assert_eq!(of("quay.io/r@sha256:ab", "sha256:ab"), Images::Same);
        assert_eq!(of("quay.io/r@sha256:ab", "mirror/r@sha256:ab"), Images::OtherRegistry);
        assert_eq!(of("quay.io/r@sha256:ab", "quay.io/r@sha256:cd"), Images::Other);
        assert_eq!(of("<host>/r@sha256:ab", "quay.io/r@sha256:cd"), Images::Other);
        assert_eq!(of("<host>/r@sha256:ab", "quay.io/r@sha256:ab"), Images::Unknown);
        assert_eq!(of("<redacted>", "quay.io/r@sha256:ab"), Images::Unknown);
        assert_eq!(of("<redacted>", "<redacted>"), Images::Unknown);
        assert_eq!(of("a", "b"), Images::Other);
        assert_eq!(Images::of(None, Some("a")), Images::Other);
    }
}

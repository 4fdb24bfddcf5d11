use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::masked::is_masked;
use crate::history::{History, short};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "version-hash-malformed",
    title: "versionHash is not one the operator writes",
    severity: Severity::Warning,
    what: "Fires when status.versionHash is neither empty nor 64 bits in base64url: 11 characters and a padding sign. One that was \
        masked (####, xxxx, [hash], removed) is not judged; it is only said.",
    why: "The operator writes the 64-bit FNV hash of the release's manifests in base64url, which is always 12 characters long. \
        Anything else was written by hand, or cut off on the way.",
    what_to_do: "Take the object again from the live cluster. If it is still so, find out who wrote to the status.",
    example: Example::One {
        fires: "status:\n  history:\n  - {state: Partial, startedTime: 2024-03-01T10:00:00Z}\n  versionHash: deadbeef\n",
        clean: "status:\n  history:\n  - {state: Partial, startedTime: 2024-03-01T10:00:00Z}\n  versionHash: 9zNtav-0cDg=\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/payload/payload.go"],
    check: Some(check),
    compare: None,
};

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    let Some(hash) = history.document.status.version_hash.as_deref() else {
        out.not_checked(&RULE, "versionHash is not in the paste");
        return;
    };
    if hash.is_empty() || is_hash(hash) {
        return;
    }
    let site = Site::Object(&["status", "versionHash"]);
    if is_masked(hash) {
        let finding = Finding::new(&RULE, site, "versionHash was masked, so it was not judged.");
        out.push(finding.severity(Severity::Info).why("Somebody took the value out before sharing the object.").what_to_do("Nothing to do."));
        return;
    }
    let message = format!("versionHash {:?} is not 64 bits in base64url.", short(hash));
    out.push(Finding::new(&RULE, site, message).values(Some(short(hash)), None));
}

/// 64 bits are ten characters of six bits and one of four, whose last two are zero.
fn is_hash(hash: &str) -> bool {
    let Some(digits) = hash.strip_suffix('=') else { return false };
    let is_digit = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_');
    let ends = digits.as_bytes().last().is_some_and(|last| b"AEIMQUYcgkosw048".contains(last));
    digits.len() == 11 && digits.bytes().all(is_digit) && ends
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check};
    use super::*;

    fn found(hash: &str) -> Vec<crate::report::Finding> {
        check(&RULE, &format!("status:\n  history:\n  - {{state: Partial, startedTime: 2024-03-01T10:00:00Z}}\n  versionHash: \"{hash}\"\n"))
    }

    #[test]
    fn real_hashes_and_none() {
        for hash in ["9zNtav-0cDg=", "Wa7as_ik1qE=", "AbCdEfGhIjk=", "qSkCqxZtYDI=", "9Pssmk-Trx0=", ""] {
            assert_eq!(found(hash), [], "{hash}");
        }
    }

    #[test]
    fn what_cannot_be_64_bits() {
        for hash in ["9zNtav-0cDg", "9zNtav+0cDg=", "9zNtav-0cDh=", "x9zNtav-0cDg="] {
            let found = found(hash);
            assert_eq!(at(&found[0]), (None, Some("versionHash"), 4, 16), "{hash}");
            assert_eq!(found[0].severity, Severity::Warning);
        }
    }

    #[test]
    fn a_masked_one_is_only_said() {
        for masked in ["############", "xxxxxxxxxxx=", "<hash>", "REDACTED", "***masked***", "[hash]", "removed"] {
            assert_eq!(found(masked)[0].severity, Severity::Info, "{masked}");
        }
    }
}

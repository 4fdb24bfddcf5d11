//! What opens something is masked wherever a key, a flag, an address or its form tells it.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::Input;
use clusterversion_history::mask::mask;

fn masked(text: &str) -> String {
    mask(&[Input { text: text.into(), ..Input::default() }]).0.remove(0).text
}

#[test]
fn keys_flags_addresses_and_forms_tell_secrets() {
    for (text, secret) in [
        ("pullSecret: '{\"auths\":{\"x.io\":{\"auth\":\"b3BlbnNoaWZ0LXJl\",\"email\":\"g@x.io\"}}}'", "b3BlbnNoaWZ0LXJl"),
        ("\\\"auth\\\": \\\"b3BlbnNoaWZ0LXJl\\\"", "b3BlbnNoaWZ0LXJl"),
        ("      auth: b3BlbnNoaWZ0LXJl", "b3BlbnNoaWZ0LXJl"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEX", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEX"),
        ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEX", "K7MDENG"),
        ("    client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURQo=", "LS0tLS1CRUdJ"),
        ("    certificate-authority-data: LS0tLS1CRUdJTiBSU0EgUFJJ", "LS0tLS1CRUdJ"),
        ("bindPassword: foobarbaz", "foobarbaz"),
        ("kubeadmin-password: AbCdE-fGhIj-KlMnO-pQrSt", "AbCdE-fGhIj"),
        ("secret=foo123bar&code=1", "foo123bar"),
        ("\"clientSecret\":\"foo123bar\"", "foo123bar"),
        ("GITHUB_TOKEN=abcdef", "abcdef"),
        ("role arn:aws:iam::123456789012:role/x", "123456789012"),
        ("said ghp_abcdefghijklmnopqrstuvwxyz0123456789 there", "ghp_"),
        ("api_key: abcdef", "abcdef"),
        ("&X-Amz-Signature=0123456789abcdef&x", "0123456789abcdef"),
        ("Authorization: Basic Ym9iOnNlY3JldHB3", "Ym9iOnNlY3JldHB3"),
        ("--server=https://127.0.0.1 --token=abc -u bob -p secretpw", "secretpw"),
        ("--server=https://127.0.0.1 --token=abc -u bobo -p secretpw", "bobo"),
        ("-u bobo -p secretpw", "secretpw"),
        ("-u bobo -p secretpw", "bobo"),
        ("oc login https://127.0.0.1 \\\n  -u bobo \\\n  -p '!secretpw'\n", "secretpw"),
        ("oc login https://127.0.0.1 \\\n  -u bobo \\\n  -p '!secretpw'\n", "bobo"),
        ("curl -u bobo:secretpw https://127.0.0.1", "secretpw"),
        ("curl -u bobo:secretpw https://127.0.0.1", "bobo"),
        ("curl --user bobo:$ecretpw x", "ecretpw"),
        ("HTTPS_PROXY=http://ivan:pa55word@proxy.corp.com:3128", "pa55word"),
        ("HTTPS_PROXY=http://ivan:pa55word@proxy.corp.com:3128", "ivan"),
        ("x\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAK\nqwerty0123==\n-----END RSA PRIVATE KEY-----\n", "MIIEpAIBAAK"),
        ("x\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAK\nqwerty0123==\n-----END RSA PRIVATE KEY-----\n", "qwerty0123"),
        ("  -----BEGIN CERTIFICATE-----\n  MIIDazCCAlO\n  -----END CERTIFICATE-----\n", "MIIDazCCAlO"),
        ("\"ca\": \"-----BEGIN CERTIFICATE-----\\nMIIDazCCAlO\\nqwerty0123==\\n-----END CERTIFICATE-----\\n\"", "qwerty0123"),
    ] {
        let out = masked(text);
        assert!(!out.contains(secret) && out.len() == text.len(), "{secret} in {out}");
    }
}

#[test]
fn what_only_looks_like_a_secret_stays() {
    for text in [
        "automountServiceAccountToken: false",
        "secret: router-certs-default",
        "imagePullSecret: pull-secret-2",
        "secretName: foo123bar",
        "auth: basic",
        "signature: verified",
        "could not find token, at:123456789012",
        "mkdir -p here/there && tar -p x",
        "password: \"\" token: <redacted>",
        "kube-apiserver-secret-key is missing",
        "https://quay.io:443/x@sha256:aaaa quay.io/r@sha256:bbbb",
        "Completed\n-----END RSA PRIVATE KEY-----\nCompleted",
        "-----BEGIN RSA PRIVATE KEY-----\nstate: Completed\nCompleted\n",
    ] {
        assert_eq!(masked(text), text);
    }
    // What is written out between the lines of a key stays, or it would be no JSON.
    let out =
        masked("{\"ca\":\"-----BEGIN CERTIFICATE-----\\nMIID\\nqwer==\\n-----END CERTIFICATE-----\\n\",\"state\":\"Completed\"}");
    assert!(out.contains("-----\\nsec") && out.contains("\\n-----END CERTIFICATE-----\\n\",\"state\":\"Completed\"}"), "{out}");
}

//! Masking changes no verdict, and leaves none of what it knows.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use clusterversion_history::mask::{Kind, mask};
use clusterversion_history::{Input, Options, inspect};

fn files(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// All of a report that must be as it was.
fn essence(input: Input) -> Vec<String> {
    let report = inspect(&[input], &Options::default());
    let mut out = vec![format!("{:?} {}", report.verdict, report.problems.len())];
    for history in &report.histories {
        out.push(format!("{:?} {}-{}", history.verdict, history.source.line, history.source.end_line));
        for entry in &history.entries {
            out.push(format!("{:?} {:?} {:?} {}", entry.version, entry.started_time, entry.completion_time, entry.line));
        }
        for found in &history.findings {
            out.push(format!("{} {:?} {}:{}-{}", found.rule, found.entry, found.line, found.column, found.end_column));
        }
    }
    out.extend(report.evidence.iter().map(|item| format!("{} {} {}", item.time, item.kind, item.line)));
    out
}

#[test]
fn what_is_masked_is_judged_as_it_was() {
    let root = std::env::var_os("CASES").map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"), PathBuf::from);
    let mut paths = vec![];
    files(&root, &mut paths);
    assert!(paths.len() > 5, "{paths:?}");
    let mut wrong = vec![];
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let input = Input { text, ..Input::default() };
        let (masked, _) = mask(std::slice::from_ref(&input));
        let masked = masked.into_iter().next().unwrap();
        let widths = |text: &str| text.split('\n').map(|line| line.encode_utf16().count()).collect::<Vec<_>>();
        if widths(&input.text) != widths(&masked.text) || essence(input) != essence(masked) {
            wrong.push(path);
        }
    }
    assert_eq!(wrong, Vec::<PathBuf>::new());
}

#[test]
fn secrets_are_replaced_and_public_names_stay() {
    let text = "\
[jdoe@bastion7 ~]$ oc get clusterversion -o yaml --server https://api.prod7.corp-example.com:6443
clusterID: 2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a
image: registry.corp-example.com:5000/ocp/release@sha256:aaaa
image: quay.io/openshift-release-dev/ocp-release@sha256:bbbb
/home/jdoe/must-gather ip-10-0-131-5.ec2.internal 10.0.131.5 prod7-x2b4z-worker-0 jane.roe@corp-example.com
{\"user\":{\"username\":\"mallory\"}} {\"username\":\"system:admin\"}
version: 4.3.0-0.ci-2019-09-27-214559 upstream: https://api.openshift.com/api/upgrades_info/v1/graph
";
    let (inputs, masked) = mask(&[Input { text: text.into(), name: Some("jdoe@bastion7".into()), ..Input::default() }]);
    let all = format!("{}{:?}", inputs[0].text, inputs[0].name);
    for secret in ["jdoe", "bastion7", "prod7", "corp-example", "2f9cdb9b", "131-5", "131.5", "jane", "roe@", "mallory"] {
        assert!(!all.contains(secret), "{secret} in {all}");
    }
    for stays in
        ["quay.io/openshift-release-dev", "api.openshift.com", "system:admin", "4.3.0-0.ci-2019-09-27-214559", "@sha256:aaaa"]
    {
        assert!(all.contains(stays), "{stays} not in {all}");
    }
    let id = masked.iter().find(|masked| masked.kind == Kind::ClusterId).unwrap();
    assert_eq!((id.pseudonym.as_str(), id.count), ("00000000-0000-4000-8000-000000000001", 1));
}

//! `--mask`: no name reaches the output, all else is as it was, and what was masked is said.
#![cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const INSIDE: &str = "cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml";
const ID: &str = "2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a";
/// What must not be in any output.
const SECRETS: [&str; 6] = ["s3cr3t", "jdoe", "bastion7", "prod7", "corp-example", "2f9cdb9b"];

/// A shell session with the bug's own history in it.
fn session() -> String {
    let seed = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/seed/mustgather.yaml")).unwrap();
    format!(
        "[jdoe@bastion7 ~]$ oc get clusterversion -o yaml --token=sha256~s3cr3t --server https://api.prod7.corp-example.com:6443\nspec:\n  clusterID: {ID}\nstatus:\n{seed}"
    )
}

fn run(arguments: &[&str], input: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clusterversion-history"));
    command.current_dir(env!("CARGO_TARGET_TMPDIR")).args(["--now", "2026-12-01T00:00:00Z", "--mask"]).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.unwrap_or_default().as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&out(output)).unwrap()
}

/// A directory for a test's own files, relative to where the command runs.
struct Place(&'static str);

impl Place {
    fn path(&self) -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(self.0)
    }

    fn new(name: &'static str) -> Self {
        let _ = std::fs::remove_dir_all(Place(name).path());
        Place(name)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        format!("{}/{name}", self.0)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.path());
    }
}

#[test]
fn no_format_tells_a_name_and_each_says_how_many_were_masked() {
    let place = Place::new("mask-formats");
    let path = place.file("acme bank/case-0123 Jane Doe/prod7-x2b4z/version.yaml", session());
    let sentence = "Masked: 1 cluster id, 2 host names, 1 user name, 1 secret. Others may be left: look through it.";
    for format in ["text", "json", "jsonl", "html", "comment", "markdown", "svg", "junit"] {
        let mut arguments = vec![path.as_str(), "--format", format];
        arguments.extend(["--light"].iter().filter(|_| format == "html"));
        let output = run(&arguments, None);
        let out = out(&output);
        assert_eq!(output.status.code(), Some(1), "{format}");
        for secret in SECRETS.iter().chain(&["acme bank", "Jane Doe"]) {
            assert!(!out.contains(secret), "{secret} in {format}:\n{out}");
        }
        let told = match format {
            "json" => "\"masked\": {\n    \"clusterIds\": 1,\n    \"hosts\": 2,\n    \"users\": 1,\n    \"secrets\": 1\n  }",
            "jsonl" => "\"masked\":{\"clusterIds\":1,\"hosts\":2,\"users\":1,\"secrets\":1}",
            _ => sentence,
        };
        let wrapped = out.lines().map(str::trim_end).collect::<Vec<_>>().join(" ");
        assert!(out.contains(told) || format == "comment" && wrapped.contains(told), "{format}:\n{out}");
    }
}

#[test]
fn where_a_tool_must_find_the_lines_files_keep_their_names() {
    let place = Place::new("mask-places");
    let path = place.file("bastion7-logs/version.yaml", session());
    let sarif = json(&run(&[&path, "--format", "sarif"], None));
    let found = &sarif["runs"][0];
    assert_eq!(found["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], path);
    assert_eq!(found["properties"]["masked"], serde_json::json!({ "clusterIds": 1, "hosts": 2, "users": 1, "secrets": 1 }));
    assert!(!found["results"].to_string().contains("2f9cdb9b"), "{found}");
    let github = out(&run(&[&path, "--format", "github"], None));
    assert!(github.starts_with(&format!("::error file={path},line=12,")), "{github}");
    let last =
        "::notice title=masked::Masked: 1 cluster id, 2 host names, 1 user name, 1 secret. Others may be left: look through it.";
    assert_eq!(github.lines().last(), Some(last));
}

#[test]
fn one_name_has_one_pseudonym_in_all_that_is_read() {
    let place = Place::new("mask-all");
    let archive = {
        let mut archive = tar::Builder::new(vec![]);
        let (text, mut header) = (session(), tar::Header::new_gnu());
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, format!("bastion7-logs/{INSIDE}"), text.as_bytes()).unwrap();
        archive.into_inner().unwrap()
    };
    let before = place.file("before.yaml", session());
    let log = place.file("e2e.log", format!("Sep 27 22:30:00.000: INFO: cluster {ID} upgraded\n"));
    place.file(&format!("dir/{INSIDE}"), session());
    let tar = place.file("mg.tar", archive);
    let dir = format!("{}/dir", place.0);
    let arguments = ["--before", &before, "--after", &before, &dir, &tar, "-", "--format", "json", "--evidence", &log];
    let output = run(&arguments, Some(&session()));
    let report = json(&output);
    let histories = report["histories"].as_array().unwrap();
    assert_eq!(histories.len(), 5);
    for history in histories {
        assert_eq!(history["clusterId"], "00000000-0000-4000-8000-000000000001");
    }
    assert_eq!(report["masked"], serde_json::json!({ "clusterIds": 1, "hosts": 2, "users": 1, "secrets": 1 }));
    let names: Vec<_> = histories.iter().map(|history| history["source"]["name"].as_str().unwrap()).collect();
    let (dir, tar) = (format!("dir/{INSIDE}"), format!("hostaaab-logs/{INSIDE}"));
    assert_eq!(names, [&dir, &tar, "standard input", "before.yaml", "before.yaml"]);
}

#[test]
fn many_files_are_masked_in_order_and_counted_once() {
    let place = Place::new("mask-many");
    for number in 0..40 {
        let own = format!("11111111-2222-4333-8444-{number:012}");
        place.file(&format!("bastion7/{number:02}/{INSIDE}"), session().replace(ID, &own));
    }
    let output = run(&[place.0, "--format", "jsonl"], None);
    let reports: Vec<serde_json::Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), 40);
    for (number, report) in reports.iter().enumerate() {
        assert_eq!(report["histories"][0]["clusterId"], format!("00000000-0000-4000-8000-{:012x}", number + 1));
        assert_eq!(report["histories"][0]["source"]["name"], format!("{number:02}/{INSIDE}"));
        assert_eq!(report["masked"], serde_json::json!({ "clusterIds": 1, "hosts": 2, "users": 1, "secrets": 1 }));
    }
    let sentence = "Masked: 40 cluster ids, 2 host names, 1 user name, 1 secret. Others may be left: look through it.";
    let text = out(&run(&[place.0], None));
    let last: Vec<_> = text.lines().rev().take(2).collect();
    assert_eq!(last, [sentence, "40 files: 40 corrupt"]);
    assert_eq!(text.matches("Masked: ").count(), 1);
    for format in ["junit", "markdown", "comment", "svg"] {
        let out = out(&run(&[place.0, "--format", format], None));
        let out = if format == "comment" { out.replace('\n', " ") } else { out };
        assert_eq!(out.matches(sentence).count(), 1, "{format}");
    }
    assert_eq!(json(&run(&[place.0, "--format", "json"], None))["masked"]["clusterIds"], 40);
    assert_eq!(json(&run(&[place.0, "--format", "sarif"], None))["runs"][0]["properties"]["masked"]["clusterIds"], 40);
}

#[test]
fn without_it_nothing_is_masked_and_nothing_is_said() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clusterversion-history"));
    let seed = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/seed/mustgather.yaml");
    let output = command.args([seed, "--format", "json"]).output().unwrap();
    assert!(!out(&output).contains("masked"));
}

//! The command itself: what it writes, and how it exits.
#![cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SEED: &str = "tests/cases/seed/mustgather.yaml";
const FORMATS: [&str; 9] = ["text", "json", "jsonl", "comment", "markdown", "svg", "junit", "sarif", "github"];
const INTACT: &str = "status:\n  history:\n  - completionTime: 2024-01-01T01:00:00Z\n    image: x\n    startedTime: 2024-01-01T00:00:00Z\n    state: Completed\n    verified: false\n    version: 4.14.1\n";
const INSIDE: &str = "cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clusterversion-history"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["--now", "2026-12-01T00:00:00Z"]).args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn piped(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(to.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// A directory of its own, gone when the test ends.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Place(path)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(vec![]);
    for (path, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, path, *bytes).unwrap();
    }
    archive.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn lines(output: &Output) -> Vec<serde_json::Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn exit_statuses() {
    let place = Place::new("statuses");
    let intact = place.file("intact.yaml", INTACT);
    let odd = place.file("odd.yaml", INTACT.replace("Completed", "Odd"));
    let nothing = place.file("nothing.txt", "nothing here");
    let missing = place.0.join("missing.yaml").to_str().unwrap().to_owned();
    for (wanted, arguments) in [
        (0, vec![intact.as_str()]),
        (1, vec![SEED]),
        (0, vec![SEED, "--fail-on", "never"]),
        (0, vec![&odd]),
        (1, vec![&odd, "--fail-on", "suspect"]),
        (0, vec![&intact, "--fail-on", "suspect"]),
        (2, vec![&nothing]),
        (0, vec![&nothing, "--fail-on", "never"]),
        (2, vec![&missing]),
        (2, vec![&missing, "--fail-on", "never"]),
        // What is found corrupt outweighs what is not found.
        (1, vec![&missing, SEED]),
        (2, vec![&missing, &intact]),
        (0, vec![&nothing, &intact]),
        (2, vec![&intact, "--before", &intact]),
        (2, vec![&intact, "--evidence", &missing]),
        (2, vec!["--format", "pdf"]),
        (2, vec!["--now", "yesterday"]),
        (2, vec!["*.nothing"]),
        (2, vec![place.path()]),
        (2, vec![&intact, "--output", "/nowhere/at/all"]),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clusterversion-history"));
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args(&arguments).stdin(Stdio::null());
        let output = command.output().unwrap();
        assert_eq!(code(&output), wanted, "{arguments:?}\n{}{}", out(&output), err(&output));
        assert_eq!(
            wanted == 2 && !arguments.contains(&nothing.as_str()),
            !err(&output).is_empty() && wanted == 2,
            "{arguments:?}"
        );
    }
    assert_eq!(code(&piped(&[], b"")), 2);
    assert_eq!(code(&piped(&["-"], INTACT.as_bytes())), 0);
}

#[test]
fn every_format_of_the_seed() {
    for format in FORMATS {
        let output = run(&[SEED, "--format", format]);
        assert_eq!((code(&output), err(&output).as_str()), (1, ""), "{format}");
        insta::assert_snapshot!(format!("seed_{format}"), out(&output));
    }
}

#[test]
fn output_goes_to_a_file() {
    let place = Place::new("output");
    for format in FORMATS {
        let path = place.0.join(format).to_str().unwrap().to_owned();
        let output = run(&[SEED, "--format", format, "--output", &path]);
        assert_eq!((code(&output), out(&output).as_str()), (1, ""));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), out(&run(&[SEED, "--format", format])), "{format}");
    }
}

#[test]
fn a_before_and_an_after_make_a_comparison() {
    let pair = ["--before", "tests/cases/seed/pipe-4.1.18-before.txt", "--after", "tests/cases/seed/pipe-4.1.18-after.txt"];
    for format in ["junit", "github", "markdown", "sarif", "jsonl"] {
        let output = run(&[&pair[..], &["--format", format]].concat());
        assert_eq!(code(&output), 1, "{format}: {}", err(&output));
        assert!(out(&output).contains("proven"), "{format}");
    }
    let junit = out(&run(&[&pair[..], &["--format", "junit"]].concat()));
    assert!(junit.contains("status.history should be consistent between snapshots\">"), "{junit}");
    assert!(junit.contains("<testsuites name=\"clusterversion-history\" tests=\"3\""), "{junit}");
}

#[test]
fn archives_are_read_wherever_they_come_from() {
    let place = Place::new("archives");
    let seed = std::fs::read(SEED).unwrap();
    let long = format!("must-gather/{}/{INSIDE}", "quay-io-openshift-release-dev-sha256-".repeat(8));
    let archive = tar(&[("must-gather/timestamp", b"x"), (&long, &seed), ("must-gather/clusterversions/version.yaml.bak", b"y")]);
    let (plain, packed) = (place.file("some.name", &archive), place.file("mg.tar.gz", gzip(&archive)));
    for (name, output) in [
        (plain.as_str(), run(&[&plain, "--format", "json"])),
        (packed.as_str(), run(&[&packed, "--format", "json"])),
        ("standard input", piped(&["--format", "json"], &gzip(&archive))),
        ("standard input", piped(&["-", "--format", "json"], &archive)),
    ] {
        assert_eq!(code(&output), 1, "{}", err(&output));
        let report: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
        assert_eq!(report["histories"][0]["source"]["name"], format!("{name}!/{long}"));
    }
    // A directory's archive, one in another, and members that are gzip themselves.
    let outer = tar(&[("a/must-gather.tar.gz", &gzip(&tar(&[(INSIDE, &gzip(&seed))])))]);
    place.file("run/artifacts/must-gather.tar", &outer);
    let output = run(&[&format!("{}/run", place.path()), "--format", "jsonl"]);
    let name = format!("{}/run/artifacts/must-gather.tar!/a/must-gather.tar.gz!/{INSIDE}", place.path());
    assert_eq!(lines(&output)[0]["histories"][0]["source"]["name"], name);
}

#[test]
fn broken_archives_are_said_and_not_a_panic() {
    let place = Place::new("broken");
    let seed = std::fs::read(SEED).unwrap();
    let archive = tar(&[(INSIDE, &seed), ("other", &[0; 4096])]);
    for (name, bytes, status) in [
        ("cut.tar", archive[..archive.len() - 4000].to_vec(), 1),
        ("cut.tar.gz", gzip(&archive)[..300].to_vec(), 2),
        ("head.tar", archive[..600].to_vec(), 2),
        ("nothing.tar", tar(&[("other", b"x")]), 2),
        (
            "endless-name.tar",
            {
                let mut header = tar::Header::new_gnu();
                header.set_entry_type(tar::EntryType::GNULongName);
                header.set_path("././@LongLink").unwrap();
                header.set_size(8 << 30);
                header.set_cksum();
                [header.as_bytes().to_vec(), vec![b'x'; 1 << 20]].concat()
            },
            2,
        ),
    ] {
        let output = run(&[&place.file(name, bytes)]);
        assert_eq!(code(&output), status, "{name}: {}{}", out(&output), err(&output));
        assert!(err(&output).starts_with("clusterversion-history: ") && err(&output).contains(name), "{name}: {}", err(&output));
        assert!(!err(&output).contains("panicked"));
    }
    // A member larger than any ClusterVersion is passed over, and the next is read.
    let huge = tar(&[("a/clusterversions/version.yaml", &vec![b'#'; 65 << 20]), ("b/clusterversions/version.yaml", &seed)]);
    let output = run(&[&place.file("huge.tar.gz", gzip(&huge)), "--format", "jsonl"]);
    assert_eq!((code(&output), lines(&output).len()), (1, 1), "{}", err(&output));
    assert!(err(&output).contains("!/a/clusterversions/version.yaml: it is too large"), "{}", err(&output));
}

#[test]
fn patterns_in_quotes_are_matched() {
    let place = Place::new("patterns");
    for run in ["b", "a", "c"] {
        place.file(&format!("{run}/must-gather/{INSIDE}"), INTACT);
        place.file(&format!("{run}/other.yaml"), INTACT);
    }
    let names = |pattern: &str| -> Vec<String> {
        let output = run(&[&format!("{}/{pattern}", place.path()), "--format", "jsonl"]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        let name = |report: serde_json::Value| report["histories"][0]["source"]["name"].as_str().unwrap().to_owned();
        lines(&output).into_iter().map(|report| name(report).replace(&format!("{}/", place.path()), "")).collect()
    };
    assert_eq!(names("[ab]/other.yaml"), ["a/other.yaml", "b/other.yaml"]);
    assert_eq!(names("*/must-gather"), ["a", "b", "c"].map(|run| format!("{run}/must-gather/{INSIDE}")));
}

#[test]
fn many_files_are_judged_apart_and_written_in_order() {
    let place = Place::new("many");
    let seed = std::fs::read_to_string(SEED).unwrap();
    for number in 0..300 {
        place.file(&format!("{number:03}/{INSIDE}"), if number % 7 == 3 { &seed } else { INTACT });
    }
    place.file(&format!("150/x/{INSIDE}"), [0x1f, 0x8b, 0, 0]);
    let corrupt = (0..300).filter(|number| number % 7 == 3).count();
    let output = run(&[place.path(), "--format", "jsonl"]);
    assert_eq!(code(&output), 1);
    assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    assert!(err(&output).contains("/150/x/"), "{}", err(&output));
    let reports = lines(&output);
    assert_eq!(reports.len(), 300);
    for (number, report) in reports.iter().enumerate() {
        assert_eq!(report["histories"][0]["source"]["name"], format!("{}/{number:03}/{INSIDE}", place.path()));
        assert_eq!(report["verdict"], if number % 7 == 3 { "corrupt" } else { "intact" });
    }
    let text = out(&run(&[place.path()]));
    assert_eq!(
        text.lines().last(),
        Some(format!("301 files: {corrupt} corrupt, {} intact, 1 unreadable", 300 - corrupt).as_str())
    );
    let json: serde_json::Value = serde_json::from_str(&out(&run(&[place.path(), "--format", "json"]))).unwrap();
    assert_eq!((json["histories"].as_array().unwrap().len(), &json["verdict"]), (300, &"corrupt".into()));
    assert_eq!(json["histories"][299]["id"], 299);
    let sarif: serde_json::Value = serde_json::from_str(&out(&run(&[place.path(), "--format", "sarif"]))).unwrap();
    let errors = sarif["runs"][0]["results"].as_array().unwrap().iter().filter(|result| result["level"] == "error").count();
    assert_eq!(errors, corrupt);
    let junit = out(&run(&[place.path(), "--format", "junit"]));
    assert!(junit.contains(&format!("tests=\"300\" failures=\"{corrupt}\" errors=\"0\"")), "{}", &junit[..300]);
    let mut names: Vec<_> = junit.lines().filter(|line| line.starts_with("<testcase ")).collect();
    names.dedup();
    assert_eq!(names.len(), 300);
    let github = out(&run(&[place.path(), "--format", "github"]));
    assert_eq!(github.lines().filter(|line| line.starts_with("::error ")).count(), corrupt);
    assert!(out(&run(&[place.path(), "--format", "svg"])).starts_with("<svg "));
    assert!(out(&run(&[place.path(), "--format", "markdown"])).starts_with("## ClusterVersion history: corrupt\n"));
    for format in FORMATS {
        assert_eq!(run(&[place.path(), "--format", format]).stdout, run(&[place.path(), "--format", format]).stdout, "{format}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let place = Place::new("enough");
    for number in 0..200 {
        place.file(&format!("{number}/{INSIDE}"), INTACT);
    }
    let mut child = command(&[place.path()]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), err(&output).as_str()), (0, ""));
}

#[test]
fn hostile_values_in_every_format() {
    let place = Place::new("hostile");
    let value = "a|b`c`\\n```\\n::error::x%0A<img src=x onerror=alert(1)>]]>&#x1;\\e[31m\\u202E\\u0001\\uFFFE:;#,{\\u0085";
    let text = format!(
        "metadata: {{name: \"{value}\"}}\nspec: {{clusterID: \"{value}\"}}\nstatus:\n  history:\n  - {{state: \"{value}\", version: \"{value}\", image: \"{value}\", startedTime: \"{value}\", completionTime: \"{value}\", acceptedRisks: \"{value}\"}}\n  - {{state: \"{value}\", version: \"{value}\", image: \"\", startedTime: 2024-01-01T00:00:00Z, completionTime: 2023-01-01T00:00:00Z}}\n"
    );
    let path = place.file("<b>`|:,%0A\u{202e}\u{1b}[31m.yaml", text);
    for format in FORMATS {
        let output = run(&[&path, "--format", format]);
        assert_eq!(code(&output), 1, "{format}: {}", err(&output));
        let out = out(&output);
        // JSON may hold any character but the lowest as it is.
        let is_json = matches!(format, "json" | "jsonl" | "sarif");
        assert!(out.chars().all(|c| c == '\n' || !c.is_control() || is_json && c > '\u{7e}'), "{format}");
        if !is_json {
            assert!(!out.contains(['\u{202e}', '\u{fffe}']), "{format}");
        }
        if matches!(format, "junit" | "svg") {
            assert!(!out.contains("<img") && !out.contains("<b>"), "{format}");
        }
        if format == "github" {
            assert!(
                out.lines()
                    .all(|line| ["::error file=", "::warning file=", "::notice file="].iter().any(|s| line.starts_with(s)))
            );
        }
    }
}

#[test]
fn every_case_in_every_format() {
    let mut texts = vec![];
    for dir in ["tests/cases/seed", "tests/cases/real", "../shared/cases", "../shared/cases/real", "../shared/cases/pairs"] {
        let Ok(entries) = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(dir)) else { continue };
        texts.extend(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()));
    }
    assert!(texts.len() >= 10);
    for format in FORMATS {
        for texts in texts.chunks(40) {
            let mut command = command(&["--format", format]);
            let output = command.args(texts).output().unwrap();
            assert!(matches!(code(&output), 0 | 1) && err(&output).is_empty(), "{format}: {}", err(&output));
            if format == "jsonl" {
                assert_eq!(lines(&output).len(), texts.len());
            }
        }
    }
}

#[test]
fn it_tells_about_itself() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Command::new(env!("CARGO_BIN_EXE_clusterversion-history")).args(["--completions", shell]).output().unwrap();
        assert!(code(&output) == 0 && out(&output).contains("fail-on"), "{shell}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_clusterversion-history")).arg("--man").output().unwrap();
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains(".TH clusterversion-history 1"), "{}", out(&output));
}

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::{WIDTH, render_comment};
use crate::report::Report;
use crate::{Input, Options, Role, inspect};

fn input(name: &str, role: Role, text: &str) -> Input {
    Input { name: Some(name.into()), text: text.into(), role }
}

fn report(inputs: &[Input]) -> Report {
    inspect(inputs, &Options::default())
}

fn comment(inputs: &[Input]) -> String {
    let report = report(inputs);
    let comment = render_comment(&report);
    let commands: Vec<_> = report.advice.iter().filter_map(|advice| advice.command.as_deref()).collect();
    for line in comment.lines() {
        let line = line.trim();
        assert!(line.chars().count() <= WIDTH || !line.contains(' ') || commands.contains(&line), "{line}");
    }
    for command in commands {
        assert!(comment.lines().any(|line| line.trim_start() == command), "{command} in {comment}");
    }
    comment
}

#[test]
fn a_must_gather() {
    insta::assert_snapshot!(comment(&[input(
        "version.yaml",
        Role::History,
        include_str!("../../../tests/cases/seed/mustgather.yaml")
    )]));
}

#[test]
fn a_comparison() {
    insta::assert_snapshot!(comment(&[
        input("pipe-4.1.18-before.txt", Role::Before, include_str!("../../../tests/cases/seed/pipe-4.1.18-before.txt")),
        input("pipe-4.1.18-after.txt", Role::After, include_str!("../../../tests/cases/seed/pipe-4.1.18-after.txt")),
    ]));
}

#[test]
fn a_whole_thread() {
    insta::assert_snapshot!(comment(&[input(
        "thread.txt",
        Role::History,
        include_str!("../../../tests/cases/seed/whole-thread.txt")
    )]));
}

#[test]
fn an_intact_one() {
    let text = include_str!("../../../tests/cases/real/032-cao-minimal-clusterversions-list.yaml");
    insta::assert_snapshot!(comment(&[input("clusterversions.yaml", Role::History, text)]));
}

#[test]
fn an_undetermined_one() {
    insta::assert_snapshot!(comment(&[input(
        "monitor.log",
        Role::History,
        include_str!("../../../tests/cases/seed/monitor.log")
    )]));
}

#[test]
fn advice_that_several_findings_share_is_said_once() {
    insta::assert_snapshot!(comment(&[input(
        "x.txt",
        Role::History,
        "2019-11-03T00:00:00Z|2019-11-03T01:00:00Z|Completed|4.1.20\n\
         2019-11-02T00:00:00Z|2019-11-03T00:00:00Z|Completed|4.1.18\n\
         2019-11-01T00:00:00Z|2019-11-02T00:00:00Z|Completed|4.1.17\n"
    )]));
}

/// The helper looks for each command as it is.
#[test]
fn commands_to_find_who_wrote_it_stay_as_they_are() {
    let text =
        "2024-03-01T00:00:00Z|2024-03-01T01:00:00Z|Completed|4.14.3\n2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Partial|4.14.1\n";
    let comment = comment(&[input("x.txt", Role::History, text)]);
    assert!(comment.contains("kube-apiserver/audit.log | grep '/clusterversions/version/status'\n"), "{comment}");
    let hosted =
        "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nstatus:\n  version:\n    history:\n    - {}\n";
    self::comment(&[input("x.yaml", Role::History, hosted)]);
}

#[test]
fn a_file_is_called_by_as_little_of_its_path_as_tells_it_from_others() {
    let thread = include_str!("../../../tests/cases/seed/whole-thread.txt");
    let one = comment(&[input("/home/jdoe/acme/thread.txt", Role::History, thread)]);
    assert_eq!(one, comment(&[input("thread.txt", Role::History, thread)]));
    let (before, after) = (
        include_str!("../../../tests/cases/seed/pipe-4.1.18-before.txt"),
        include_str!("../../../tests/cases/seed/pipe-4.1.18-after.txt"),
    );
    let two = comment(&[input("/x/mon/v.txt", Role::Before, before), input("/x/tue/v.txt", Role::After, after)]);
    assert!(two.contains("\ntue/v.txt compared with mon/v.txt: "), "{two}");
    assert!(!two.contains("/x/") && !one.contains("jdoe"), "{one}{two}");
}

#[test]
fn nothing_is_said_of_a_bug_whose_findings_are_left_out() {
    let text = include_str!("../../../tests/cases/real/014-oc-4.16.0-ec2-pdb-74-entries.yaml");
    let given = [input("x.yaml", Role::History, text)];
    assert!(report(&given).histories[0].findings.iter().any(|finding| finding.current_release.is_some()));
    assert!(!comment(&given).contains("current release"));
    let seed = include_str!("../../../tests/cases/seed/mustgather.yaml");
    assert!(comment(&[input("x.yaml", Role::History, seed)]).contains("\nThis cluster's current release, "));
}

#[test]
fn a_hostile_text_is_no_markup() {
    let value = "{code} [x|http://e] *b* _i_ -d- !p.png! h1. ";
    let text = format!(
        "- {{state: \"{value}\", version: \"# a\", image: \"\", startedTime: 2024-01-01T00:00:00Z, completionTime: 2023-01-01T00:00:00Z}}\n"
    );
    let comment = comment(&[input("h1. {x}|> .yaml", Role::History, &text)]);
    assert!(comment.contains("\nh1․ ｛x｝"), "{comment}");
    assert!(!comment.contains(['{', '}', '[', ']', '!', '`']), "{comment}");
    for mark in ["*b*", "_i_", "-d-"] {
        assert!(!comment.contains(mark), "{mark} in {comment}");
    }
}

#[test]
fn many_histories_fit_into_one_comment_with_the_worst_first() {
    let intact = "2019-11-01T00:00:00Z|2019-11-01T01:00:00Z|Completed|4.3.0\n";
    let inputs: Vec<_> = (0..2000)
        .map(|at| match at {
            1999 => input("bad.yaml", Role::History, include_str!("../../../tests/cases/seed/mustgather.yaml")),
            at => input(&format!("{at}.txt"), Role::History, intact),
        })
        .collect();
    let mut report = report(&inputs[1999..]);
    let other = inspect(&inputs[..1], &Options::default()).histories.remove(0);
    report.histories.splice(0..0, (0..1999).map(|_| other.clone()));
    let comment = render_comment(&report);
    assert!(comment.chars().count() < 32_767, "{}", comment.len());
    let (bad, first) = (comment.find("bad.yaml, lines").unwrap(), comment.find("0.txt, line 1").unwrap());
    assert!(bad < first, "{comment}");
    assert!(comment.contains(" more histories are left out: this comment would be too long.\n"));
}

//! Masking changes no verdict, and leaves none of what it knows.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
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

/// What a text becomes, with the pseudonyms of several.
fn masked(text: &str) -> String {
    mask(&[Input { text: text.into(), ..Input::default() }]).0.remove(0).text
}

#[test]
fn what_a_place_tells_is_a_name_is_masked() {
    let uses = [
        ("spec:\n  nodeName: worker7\n", "worker7"),
        ("  {\"source\":{\"component\":\"kubelet\",\"host\":\"bigbox\"}}", "bigbox"),
        ("\\\"nodeName\\\":\\\"worker7\\\",", "worker7"),
        ("kubernetes.io/hostname: worker7", "worker7"),
        ("hostname=bigbox ready", "bigbox"),
        ("node/bigbox reason/Ready", "bigbox"),
        ("/api/v1/nodes/bigbox", "bigbox"),
        ("core/nodes/bigbox.yaml", "bigbox"),
        ("Oct 14 03:13:16 bigbox kubelet[1234]: started", "bigbox"),
        ("Oct 14 03:13:16.123456 bigbox kernel: x", "bigbox"),
        ("2019-10-14T03:13:16+0000 bigbox hyperkube[1]: x", "bigbox"),
        ("bigbox   Ready    worker   10d   v1.14.6", "bigbox"),
        ("bigbox   NotReady,SchedulingDisabled    worker   10d   v1.14.6", "bigbox"),
        ("ssh bigbox", "bigbox"),
        ("ssh core@bigbox", "bigbox"),
        ("Successfully drained node \"bigbox\"", "bigbox"),
        ("oc get clusterversion --as=jdoe -o yaml", "jdoe"),
        ("oc get clusterversion --as jdoe -o yaml", "jdoe"),
        ("oc login -u jdoe https://127.0.0.1:6443", "jdoe"),
        ("oc login --username=jdoe", "jdoe"),
        ("oc login --token=sha256~Abc_def-123 --server=x", "Abc_def-123"),
        ("oc login -u admin -p hunter/2%3 ", "hunter/2%3"),
        ("curl -H 'Authorization: Bearer abc.def.ghi' x", "abc.def"),
        ("[jdoe@bigbox dir]$ oc", "jdoe"),
        ("[jdoe@bigbox dir]$ oc", "bigbox"),
        ("jdoe@bigbox:~$ oc", "bigbox"),
        ("Janes-MacBook:~ jane$ oc", "Janes-MacBook"),
        ("Janes-MacBook:~ jane$ oc", "jane$"),
        ("C:\\Users\\jdoe\\version.yaml", "jdoe"),
        ("openshift.io/requester: jdoe", "jdoe"),
        ("current-context: default/api-prod7-example-com:6443/jdoe", "jdoe"),
        ("  name: jdoe/api-prod7-example-com:6443", "jdoe"),
        ("Error from server (Forbidden): User \"jdoe\" cannot list", "jdoe"),
        ("Logged into \"https://127.0.0.1:6443\" as \"jdoe\" using the token", "jdoe"),
        ("the node worker7 is not ready", "worker7"),
        ("infrastructureName: mycluster-x7k2p", "mycluster"),
        ("clusterName: fabulous", "fabulous"),
        ("mail jane.roe+lists@corp-example.com", "jane.roe"),
        ("mail jane.roe+lists@corp-example.com", "lists"),
        ("mail jane.roe@corp-example.com", "corp-example"),
        ("https://console.apps.fabulous.example.nl/x", "fabulous"),
        ("see api.fabulous.firma.ch and", "firma"),
        ("at 10.0.131.5:6443 and", "131.5"),
        ("at [fd01:0:0:1::5]:6443", "fd01"),
        ("podIP: 2001:db8:a0b:12f0::1", "a0b"),
        ("lock is held by bigbox_2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a", "bigbox"),
        ("Reported-by: Jane Q. Roe <jroe@corp-example.com>", "Jane"),
        ("Reported-by: Jane Q. Roe <jroe@corp-example.com>", "Roe"),
        ("aws_access_key_id = AKIAIOSFODNN7EXAMPLE", "AKIA"),
        ("x eyJhbGciOiJSUzI1NiIsImtpZCI6IiJ9.eyJpc3MiOiJrdWJlcm5ldGVzIn0.c2lnbmF0dXJl y", "eyJ"),
        ("link/ether 0a:58:0a:80:00:1f brd", "0a:58"),
    ];
    for (text, secret) in uses {
        let out = masked(text);
        assert!(!out.contains(secret) && out.len() == text.len(), "{secret} in {out}");
    }
}

#[test]
fn what_everybody_knows_and_what_a_verdict_needs_stays() {
    for text in [
        "2019-10-14T03:13:16Z 10:22:33 03:13:16.123 2019-10-14 03:13:16 +0000 UTC",
        "version: 4.1.18 4.3.0-0.ci-2019-09-27-182824 v1.14.6+4.3 4.18.0-305.el8 4.2.0-0.okd-2019",
        "image: quay.io/openshift-release-dev/ocp-release@sha256:d5c09cde0d9d7a9b",
        "registry.redhat.io registry.access.redhat.com registry.svc.ci.openshift.org api.openshift.com",
        "egressips.k8s.ovn.org api.stage.openshift.com baremetalhosts.metal3.io",
        "oc login -u kubeadmin https://localhost:6443 127.0.0.1 ::1 0.0.0.0",
        "oc get x --as=system:admin --as system:serviceaccount:openshift-monitoring:prometheus-k8s",
        "{\"username\":\"system:node\",\"user\":{\"username\":\"kube:admin\"}}",
        "manager: cluster-version-operator",
        "machine.openshift.io/machine: openshift-machine-api/",
        "host: cluster-version-operator",
        "state: Completed status: \"True\" host: <redacted> nodeName: xxxx hostname: \"\"",
        "Sep 27 21:35:48.123: INFO: cluster upgrade is Completed",
        "Sep 27 21:35:48.123 I clusteroperator/dns changed Progressing to False: Cluster version is 4.1.18",
        "I0927 21:40:02.123456       1 cvo.go:332] Starting ClusterVersionOperator with minimum reconcile period",
        "/apis/config.openshift.io/v1/clusterversions/version ::error file::x a::b std::io::Error",
        "node is ready, node 4.1.18, node openshift-x-1, User \"system:admin\" cannot kube:admin",
        "bash-4.2$ sh-4.4# cluster: upgraded to 4.1.18",
    ] {
        assert_eq!(masked(text), text);
    }
}

#[test]
fn objects_called_after_a_machine_or_a_cluster_are_masked() {
    let yaml = "kind: List\nitems:\n- apiVersion: x\n  kind: HostedCluster\n  metadata:\n    name: fab9\n    namespace: clusters-a1\n    labels:\n      name: stays\n  spec:\n    name: remains\n\
                - kind: Pod\n  metadata:\n    name: pod-of-fab9\n    namespace: else\nkind: Node\nmetadata:\n  name: bigbox\nstatus:\n  name: also\n";
    let json = "{\n  \"kind\": \"Machine\",\n  \"metadata\": {\n    \"name\": \"prod7-x2b4z-master-0\",\n    \"namespace\": \"openshift-machine-api\"\n  }\n}\n";
    let (yaml, json) = (masked(yaml), masked(json));
    for secret in ["fab9", "clusters-a1", "bigbox"] {
        assert!(!yaml.contains(secret), "{secret} in {yaml}");
    }
    for stays in ["name: stays", "name: remains", "name: pod-of-", "namespace: else", "name: also", "kind: HostedCluster"] {
        assert!(yaml.contains(stays), "{stays} not in {yaml}");
    }
    assert!(!json.contains("prod7") && json.contains("-master-0") && json.contains("openshift-machine-api"), "{json}");
}

#[test]
fn what_one_line_tells_is_masked_in_all() {
    let text = "forced by jdoe on worker7 of mycluster\n\
                [jdoe@bastion9 ~]$ oc get node/worker7 --server https://api.mycluster.example.com:6443\n\
                infrastructure prod7-x2b4z\nprod7-x2b4z-worker-0 is of prod7\n";
    let out = masked(text);
    for secret in ["jdoe", "worker7", "mycluster", "bastion9", "prod7"] {
        assert!(!out.contains(secret), "{secret} in {out}");
    }
    let words: Vec<_> = out.split([' ', '\n']).collect();
    assert_eq!((words[0], words[1], words[3], words[5]), ("forced", "by", "on", "of"));
    assert_eq!(out.matches(words[4]).count(), 2, "{out}");
}

/// A quadratic search would take minutes.
#[test]
fn a_long_line_takes_no_longer_than_many_short_ones() {
    let text = "{\"uid\":\"x\",\"nodeName\":\"worker7\",\"args\":\"-u Abc -p Def\",\"Message\":\"Some Thing a/api-b+c:6443/d$ e as \\\"f\"},".repeat(30_000);
    let begun = std::time::Instant::now();
    assert!(!masked(&text).contains("worker7"));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

/// People and machines may be called like anything.
#[test]
fn names_that_are_words_of_the_api_change_no_verdict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/seed");
    let words = "Completed Partial completed version cluster upgrade update release status history state image quay openshift \
        ocp-release true null 4.1.18 registry INFO startedTime monitor clusterversion Available Progressing False reached \
        cluster-version-operator openshift-machine-api nightly installer ready node worker master-0 ci-2019 2019-09-27 Sep";
    for name in ["mustgather.yaml", "whole-thread.txt", "pipe-4.1.18-after.txt"] {
        let text = fs::read_to_string(root.join(name)).unwrap();
        for word in words.split_whitespace() {
            let told = format!(
                "# [{word}@{word} ~]$ oc get node/{word} --as={word} --server https://api.{word}.example.com\n# nodeName: {word}\n\
                 # infrastructureName: {word}-x7k2p\n# oc login -u {word}\n# /home/{word}/x\n"
            );
            let input = Input { text: told + &text, ..Input::default() };
            let (masked, _) = mask(std::slice::from_ref(&input));
            assert_eq!(essence(input), essence(masked.into_iter().next().unwrap()), "{word} in {name}");
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]

    /// Whatever stands beside what tells a name, the text keeps its length and its lines.
    #[test]
    fn no_text_is_too_strange(parts in proptest::collection::vec((0..28_usize, "[a-c7.:@~$ \\[\\]\"'\u{a0}é\n=/-]{0,6}"), 0..8)) {
        const TELLING: [&str; 28] = [
            "nodeName: ", "host=", "\"host\":\"", "--as=", "--token ", "oc login -u ", "node/", "node \"", "/home/", "\\Users\\", "Oct 14 03:13:16 ",
            " kubelet[1]: ", ":~ ", "@", "api.", ".apps.", "https://", "sha256~", "Bearer ", "fd00::1", "::", "+", "ssh ", "Ready ", "token: ",
            "2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a", "abc-x7k2p-worker-0", "\nkind: Node\nmetadata:\n  name: ",
        ];
        let text: String = parts.iter().map(|(at, other)| format!("{}{other}", TELLING[*at])).collect();
        let out = masked(&text);
        let ends = |text: &str| text.split('\n').map(|line| line.encode_utf16().count()).collect::<Vec<_>>();
        proptest::prop_assert_eq!(ends(&out), ends(&text));
    }
}

/// Nor do any words of the text itself.
#[test]
fn names_that_are_words_of_the_text_change_no_verdict() {
    let root = std::env::var_os("CASES").map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"), PathBuf::from);
    let mut paths = vec![];
    files(&root, &mut paths);
    let mut wrong = vec![];
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let words: BTreeSet<&str> =
            words.filter(|word| word.len() > 3 && word.starts_with(|c: char| c.is_ascii_alphabetic())).collect();
        for word in words.into_iter().filter(|_| text.len() < 20_000) {
            let told = format!("# oc get node --as={word} --server https://api.{word}.example.com\n# nodeName: {word}\n");
            let input = Input { text: told + &text, ..Input::default() };
            let (mut masked, _) = mask(std::slice::from_ref(&input));
            if essence(input) != essence(masked.remove(0)) {
                wrong.push((word.to_owned(), path.clone()));
            }
        }
    }
    assert_eq!(wrong, []);
}

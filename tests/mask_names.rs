//! People, machines and clusters by what prompts, tables, lists, logs and trackers say; and what only looks so.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clusterversion_history::Input;
use clusterversion_history::mask::{count, mask};

fn masked(text: &str) -> String {
    let out = mask(&[Input { text: text.into(), ..Input::default() }]).0.remove(0).text;
    let widths = |text: &str| text.split('\n').map(|line| line.encode_utf16().count()).collect::<Vec<_>>();
    assert_eq!(widths(&out), widths(text), "{out}");
    out
}

#[test]
fn people_have_dots_and_letters_of_all_scripts() {
    for (text, secrets) in [
        ("x user jane.doe did; (jane.doe) \"jane.doe\" jane.doe.\n$ oc login -u jane.doe\n", &["jane", "doe"][..]),
        ("$ oc whoami\njane.doe\n$ x as jane.doe\n", &["jane", "doe"]),
        ("by Thomas Müller <thomas.müller@acme.de>, Müller", &["Thomas", "Mü", "ller", "acme"]),
        ("ölaf@höst:~$ oc get\nölaf did", &["laf", "ö"]),
        ("[олег@хост ~]$ oc get\nолег, хост", &["олег"]),
        ("[олег@хост ~]$ oc get", &["хост"]),
        ("--- Comment #3 from Eve Adams 2019-10-01 12:00:00 UTC ---", &["Eve", "Adams"]),
        ("Eve Q. Adams 2019-10-01 12:00:00 UTC\nsays Adams", &["Eve", "Adams"]),
        ("Description W. Trevor King 2019-09-27 20:01:11 UTC", &["Trevor", "King"]),
        ("Created attachment 1620000 by Mallory Stone", &["Mallory", "Stone"]),
        ("Assignee: Mallory Stone\nreporter: Mal O'Neil\n", &["Mallory", "Stone", "Neil"]),
    ] {
        let out = masked(text);
        for secret in secrets {
            assert!(!out.contains(secret), "{secret} in {out}");
        }
    }
    let out = masked("Description W. Trevor King 2019-09-27 20:01:11 UTC");
    assert!(out.starts_with("Description ") && out.ends_with(" 2019-09-27 20:01:11 UTC"), "{out}");
}

#[test]
fn short_names_are_looked_for_where_they_were_told_twice() {
    let once = masked("$ oc login -u bob\nbob logged in");
    assert!(once.ends_with("\nbob logged in"), "{once}");
    let twice = masked("[bob@bastion7 ~]$ oc login -u bob\nbob logged in; kebob, bob-x stay\n");
    assert_eq!(twice.matches("bob").count(), 2, "{twice}");
    assert!(twice.contains("kebob, bob-x stay"), "{twice}");
    let word = "[Sep@bastion7 ~]$ oc login -u Sep\nSep 27 22:30\n";
    assert!(masked(word).ends_with("\nSep 27 22:30\n"));
}

#[test]
fn machines_and_clusters_in_tables_lists_and_logs_are_masked() {
    for (text, secrets) in [
        (
            "NAMESPACE   NAME   READY   STATUS   RESTARTS   AGE   IP   NODE\nopenshift-x   cvo-1   1/1   Running   1 (5h ago)   5h   10.1.0.4   bigbox\n",
            &["bigbox"][..],
        ),
        (
            "NAME    READY   NODE      NOMINATED NODE\npod-a   1/1     bigbox    <none>\npod-b   1/1     master2   <none>\n",
            &["bigbox", "master2"],
        ),
        (
            "CURRENT   NAME       CLUSTER    AUTHINFO   NAMESPACE\n*         prod17     acmeprod   jdoe1      default\n          prod18     bigprod    jdoe2      \n",
            &["acmeprod", "bigprod", "jdoe1", "jdoe2"],
        ),
        ("<13>1 2019-09-25T12:10:00Z bigbox kubelet 99 - - started", &["bigbox"]),
        ("bigbox kubelet[99]: started", &["bigbox"]),
        ("sh-4.4# hostname\nbigbox\n", &["bigbox"]),
        ("sh-4.4# cat /etc/hostname\nbigbox.acme\n", &["bigbox", "acme"]),
        ("cluster_name=\"acmeprod\"", &["acmeprod"]),
        ("oc --cluster acmeprod get", &["acmeprod"]),
        ("oc --context acmeprod get", &["acmeprod"]),
        ("oc --context=acmeprod/admin get", &["acmeprod"]),
        ("waiting for the cluster acmeprod10 to initialize", &["acmeprod10"]),
        ("The cluster acme-prod-7 (bare) failed", &["acme"]),
        ("degraded on node worker-3.acme-prod and ip-10-0-1-2 and acmeworker07", &["worker-3", "acme", "10-0-1-2"]),
        ("nodes: [acmemaster8 acmemaster9 acmemaster10]", &["acmemaster"]),
        ("nodes acmemaster8, acmemaster9 and acmemaster10 are", &["acmemaster"]),
        ("host acmehost21 is down", &["acmehost21"]),
        ("ssh -i key carolx@acmehost7", &["carolx", "acmehost7"]),
    ] {
        let out = masked(text);
        for secret in secrets {
            assert!(!out.contains(secret), "{secret} in {out}");
        }
    }
    assert!(masked("ssh -i key carolx@acmehost7").starts_with("ssh -i key "));
}

#[test]
fn what_only_looks_like_a_name_stays() {
    for text in [
        "NAME      VERSION   AVAILABLE   PROGRESSING   SINCE   STATUS\nversion   4.1.18    True        False         5h      Cluster version is 4.1.18\n",
        "NAME    READY   NODE\npod-a   1/1     <none>\n\npod-b   1/1     stays\n",
        "https://kubernetes.default.svc:443 etcd-0.etcd.svc.cluster.local",
        "https://gcsweb-ci.apps.ci.l2s4.p1.openshiftapps.com/gcs/x",
        "4.1.18.1 v4.1.18",
        "cluster version, cluster re-installed, cluster 4.1.18, cluster to-4.1.18, cluster e2e-aws-4, cluster x86_64",
        "1 nodes are failing on revision 6, node is not ready, host is down, nodes and machines and more-of-them",
        "Last Transition Time: 2019-09-27 20:01:11 UTC",
        "Completed Partial 2019-09-27 20:01:11 UTC",
        "Verified by the operator, assigned to nobody",
        "$ oc whoami\nsystem:admin\n$ oc whoami\nError from server\n# hostname\n4.1.18\n",
        "│ Completed │ 4.1.18 │ … – ‘quoted’ ✗ → 日",
        "oc get --as=version.yaml\nversion.yaml",
    ] {
        let out = masked(text);
        assert_eq!(out.split('\n').next_back(), text.split('\n').next_back());
        assert!(text.contains("--as") || out == text, "{out}");
    }
}

#[test]
fn ids_are_counted_as_clusters_and_as_objects() {
    let (one, two) = ("2f9cdb9b-8f4b-4f1d-9c43-5c1dfb8a6e0a", "6a1b2c3d-0000-1111-2222-333344445555");
    let of = |text: String| {
        let (inputs, masked) = mask(&[Input { text, ..Input::default() }]);
        let count = count(&masked);
        (count.cluster_ids, count.object_ids, inputs[0].text.contains(one) || inputs[0].text.contains(two))
    };
    for cluster in
        ["clusterID: ", "  \"clusterID\": \"", "Cluster ID:  ", "{_id=\"", "graph?arch=x&id=", "the cluster ", "cluster_id: "]
    {
        assert_eq!(of(format!("{cluster}{one}\nuid: {two}\n")), (1, 1, false), "{cluster}");
    }
    // Of what, another line may tell.
    assert_eq!(of(format!("uid: {one}\nclusterID: {one}\nexternal_id={one}\n")), (1, 0, false));
    assert_eq!(of(format!("CLUSTER {}\nclusterID: {one}\n", one.to_uppercase())), (1, 0, false));
    assert_eq!(of(format!("uid: {one}\nauditID: {two}\n")), (0, 2, false));
    let out = masked(&format!("uid: {one}\nclusterID: {one}\nuid: {two}\n"));
    assert_eq!(
        out,
        "uid: 00000000-0000-4000-8000-000000000001\nclusterID: 00000000-0000-4000-8000-000000000001\nuid: 00000000-0000-4000-8000-000000000002\n"
    );
}

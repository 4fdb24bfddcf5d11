//! Runs a folder of inputs against its `expected.json`: what must be said of each, and what not.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use clusterversion_history::report::{Confidence, Finding, Report, Severity};
use clusterversion_history::{Input, Options, Role, inspect};
use serde_json::Value;

/// What is wrong with the reports on each input; empty where nothing is.
pub(crate) fn faults(dir: &Path) -> Vec<(String, Vec<String>)> {
    let expected: Value = serde_json::from_str(&std::fs::read_to_string(dir.join("expected.json")).unwrap()).unwrap();
    let inputs = expected.as_object().unwrap().iter();
    inputs.map(|(name, want)| (name.clone(), compare(&report(dir, name, want), want))).collect()
}

fn report(dir: &Path, name: &str, want: &Value) -> Report {
    let text = |path: &str| String::from_utf8_lossy(&std::fs::read(dir.join(path)).unwrap()).into_owned();
    let inputs = match want["args"].as_array() {
        None => vec![Input { name: Some(name.to_owned()), text: text(name), role: Role::History }],
        Some(args) => args
            .chunks(2)
            .map(|pair| {
                let role = if pair[0] == "--before" { Role::Before } else { Role::After };
                let path = pair[1].as_str().unwrap();
                Input { name: Some(path.to_owned()), text: text(path), role }
            })
            .collect(),
    };
    inspect(&inputs, &Options { now: Some("2026-12-01T00:00:00Z".parse().unwrap()) })
}

fn compare(report: &Report, want: &Value) -> Vec<String> {
    let mut faults = vec![];
    let verdict = serde_json::to_value(report.verdict).unwrap();
    if !want["verdict"].as_array().unwrap().contains(&verdict) {
        faults.push(format!("verdict {verdict}, wanted {}", want["verdict"]));
    }
    let histories: Vec<_> = report.histories.iter().filter(|history| !history.entries.is_empty()).collect();
    let lengths: Vec<usize> = histories.iter().map(|history| history.entries.len()).collect();
    let wanted = want["entries"].as_array().unwrap();
    let fits = |length: usize, want: &Value| one_of(want, length);
    if lengths.len() != wanted.len() || !lengths.iter().zip(wanted).all(|(length, want)| fits(*length, want)) {
        faults.push(format!("entries {lengths:?}, wanted {}", want["entries"]));
    }
    for must in list(&want["must"]) {
        let (rule, at, entry, line) = (must[0].as_str().unwrap(), must[1].as_u64().unwrap() as usize, &must[2], &must[3]);
        let is_it = |finding: &&Finding| {
            finding.rule == rule
                && (entry.is_null() || finding.entry.is_some_and(|found| one_of(entry, found)))
                && (line.is_null() || line.as_u64() == Some(finding.line as u64))
        };
        let found = report.histories.get(at).and_then(|history| history.findings.iter().find(is_it));
        match found {
            None => faults.push(format!("lacks {must}")),
            Some(found) if rule == "completion-overwritten" => {
                if want["cause"].is_string() && found.cause.as_deref() != want["cause"].as_str() {
                    faults.push(format!("cause {:?}, wanted {}", found.cause, want["cause"]));
                }
                if want["confidence"] == "likely" && found.confidence != Confidence::Likely {
                    faults.push(format!("confidence {:?}, wanted likely", found.confidence));
                }
            }
            Some(_) => {}
        }
    }
    let own = report
        .histories
        .iter()
        .enumerate()
        .flat_map(|(at, history)| history.findings.iter().map(move |finding| (Some(at), finding)));
    let compared = report.comparisons.iter().flat_map(|comparison| comparison.findings.iter().map(|finding| (None, finding)));
    for (at, finding) in own.chain(compared).filter(|(_, finding)| finding.severity > Severity::Info) {
        let is_false = |not: &Value| match not.as_array() {
            None => not.as_str() == Some(&finding.rule),
            Some(not) => not[0].as_str() == Some(&finding.rule) && not[1].as_u64().map(|not| not as usize) == at,
        };
        if list(&want["mustNot"]).any(is_false) {
            faults.push(format!("false {} in {at:?}, entry {:?}, line {}", finding.rule, finding.entry, finding.line));
        }
    }
    for verdicts in want["histories"].as_array().into_iter() {
        let found: Vec<_> = histories.iter().map(|history| serde_json::to_value(history.verdict).unwrap()).collect();
        if found != *verdicts {
            faults.push(format!("histories' verdicts {found:?}, wanted {verdicts:?}"));
        }
    }
    comparisons(report, want, &mut faults);
    evidence(report, want, &mut faults);
    faults
}

fn evidence(report: &Report, want: &Value, faults: &mut Vec<String>) {
    let count = |kinds: &[&str]| report.evidence.iter().filter(|item| kinds.contains(&item.kind.as_str())).count() as u64;
    for (name, kinds) in [("monitor and test lines", &["monitor", "e2e"][..]), ("node times", &["node-ready"])] {
        if let Some(wanted) = want["evidence"][name].as_u64().filter(|wanted| *wanted != count(kinds)) {
            faults.push(format!("{} {name}, wanted {wanted}", count(kinds)));
        }
    }
    let truth = &want["trueCompletion"];
    if let (Some(history), Some(entry)) = (truth["history"].as_u64(), truth["entry"].as_u64()) {
        let history = &report.histories[history as usize];
        let known = history.entries[entry as usize].true_completion.clone().unwrap();
        let found =
            history.findings.iter().find(|finding| finding.entry == Some(entry as usize) && finding.severity == Severity::Error);
        if known.not_before.as_deref() != truth["notBefore"].as_str() || known.not_after.as_deref() != truth["notAfter"].as_str()
        {
            faults.push(format!("true completion {known:?}, wanted {truth}"));
        }
        if found.map(|finding| finding.confidence) != Some(Confidence::Proven) {
            faults.push("the evidence did not prove it".into());
        }
    }
}

fn comparisons(report: &Report, want: &Value, faults: &mut Vec<String>) {
    for want in list(&want["comparisons"]) {
        let (before, after) = (want["before"].as_u64(), want["after"].as_u64());
        let is_it = |found: &&clusterversion_history::report::ComparisonReport| {
            Some(found.before as u64) == before && Some(found.after as u64) == after
        };
        let Some(found) = report.comparisons.iter().find(is_it) else {
            if list(&want["must"]).next().is_some() || want["rule"].is_string() || want["findings"].is_number() {
                faults.push(format!("no comparison of {before:?} with {after:?}"));
            }
            continue;
        };
        for must in list(&want["must"]) {
            let has = |finding: &Finding| {
                Some(finding.rule.as_str()) == must[0].as_str()
                    && (must[1].is_null() || finding.entry.map(|entry| entry as u64) == must[1].as_u64())
                    && (finding.rule != "completion-overwritten" || finding.confidence == Confidence::Proven)
            };
            if !found.findings.iter().any(has) {
                faults.push(format!("comparison lacks {must}"));
            }
        }
        for not in list(&want["mustNot"]).filter_map(Value::as_str) {
            if found.findings.iter().any(|finding| finding.rule == not && finding.severity > Severity::Info) {
                faults.push(format!("comparison has false {not}"));
            }
        }
        if want["findings"].as_u64().is_some_and(|count| count as usize != found.findings.len()) {
            faults.push(format!("comparison has {} findings, wanted {}", found.findings.len(), want["findings"]));
        }
        if let Some(rule) = want["rule"].as_str() {
            let has = |finding: &Finding| {
                finding.rule == rule
                    && finding.entry.map(|entry| entry as u64) == want["entry"].as_u64()
                    && finding.recorded.as_deref() == want["recorded"].as_str()
                    && finding.expected.as_deref() == want["exact"].as_str()
            };
            if !found.findings.iter().any(has) {
                faults.push(format!("comparison lacks {want}"));
            }
        }
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn one_of(want: &Value, found: usize) -> bool {
    match want.as_array() {
        Some(options) => options.iter().any(|option| option.as_u64() == Some(found as u64)),
        None => want.as_u64() == Some(found as u64),
    }
}

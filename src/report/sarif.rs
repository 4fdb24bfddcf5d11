//! SARIF 2.1.0, as GitHub's code scanning and editors read it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::words::{self, cut, plain};
use super::{Finding, HistoryReport, MaskedNames, ProblemReport, Report, Severity, places};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Problems with inputs that are kept until the end; of more only the number.
const PROBLEMS: usize = 1000;
/// Characters of a text that tells two results apart.
const FINGERPRINT: usize = 80;

/// What a URI's path holds as it is.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~').remove(b'!');

/// Writes one report; names of inputs that lie under the directory `base` are written relative to it.
pub fn render_sarif(report: &Report, base: Option<&str>) -> String {
    let mut sarif = Sarif::default();
    let results = sarif.push(Sarif::of(report, base));
    format!("{}{results}{}", Sarif::opening(), sarif.closing())
}

/// A log that is written piece by piece: its opening, the results of each report, its closing.
#[derive(Debug, Default)]
pub struct Sarif {
    any: bool,
    notifications: Vec<Value>,
    left_out: usize,
    masked: Option<MaskedNames>,
}

/// What one report has for a log.
#[derive(Debug)]
pub struct SarifResults {
    results: Vec<String>,
    notifications: Vec<Value>,
    masked: Option<MaskedNames>,
}

impl Sarif {
    /// All that stands before the results.
    pub fn opening() -> String {
        let rules: Vec<Value> = crate::rules().iter().map(rule).collect();
        let tool = json!({ "driver": { "name": env!("CARGO_PKG_NAME"), "semanticVersion": crate::VERSION, "rules": rules } });
        format!(
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\"columnKind\":\"utf16CodeUnits\",\"results\":["
        )
    }

    /// The results of one report; `base` as in [`render_sarif`].
    pub fn of(report: &Report, base: Option<&str>) -> SarifResults {
        let base = base.map(|base| format!("{}/", base.trim_end_matches('/')));
        let base = base.as_deref();
        let mut taken = std::collections::HashMap::new();
        let results = places::findings(report).map(|(history, finding)| {
            let print = fingerprint(history, finding);
            let count = taken.entry(print.clone()).and_modify(|count| *count += 1).or_insert(1);
            let print = if *count == 1 { print } else { format!("{print} #{count}") };
            result(report, history, finding, &print, base).to_string()
        });
        let results = results.collect();
        let notifications = report.problems.iter().map(|problem| notification(problem, base)).collect();
        SarifResults { results, notifications, masked: report.masked }
    }

    /// Results as they stand in the log, one a line.
    pub fn push(&mut self, of: SarifResults) -> String {
        let mut out = String::new();
        for result in of.results {
            out.push_str(if self.any { ",\n" } else { "\n" });
            out.push_str(&result);
            self.any = true;
        }
        self.masked = of.masked.or(self.masked);
        let room = PROBLEMS - self.notifications.len();
        self.left_out += of.notifications.len().saturating_sub(room);
        self.notifications.extend(of.notifications.into_iter().take(room));
        out
    }

    /// Says how many names were masked in all reports together.
    pub fn masked(&mut self, masked: MaskedNames) {
        self.masked = Some(masked);
    }

    /// All that stands after the results.
    pub fn closing(mut self) -> String {
        if self.left_out > 0 {
            let text = format!("{} more problems with inputs", self.left_out);
            self.notifications.push(json!({ "level": "note", "message": { "text": text } }));
        }
        let invocations = json!([{ "executionSuccessful": true, "toolExecutionNotifications": self.notifications }]);
        let masked = self.masked.map(|masked| format!(",\"properties\":{}", json!({ "masked": masked }))).unwrap_or_default();
        format!("\n],\"invocations\":{invocations}{masked}}}]}}\n")
    }
}

fn rule(rule: &super::RuleInfo) -> Value {
    let references: Vec<String> = rule.references.iter().map(|reference| format!("\n- {reference}")).collect();
    let mut descriptor = json!({
        "id": rule.id,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.what },
        "help": { "text": format!("{}\n\n{}\n{}", rule.why, rule.what_to_do, references.concat()) },
        "defaultConfiguration": { "level": level(rule.severity) },
    });
    if let Some(first) = rule.references.first() {
        descriptor["helpUri"] = json!(first);
    }
    descriptor
}

fn result(report: &Report, history: &HistoryReport, finding: &Finding, print: &str, base: Option<&str>) -> Value {
    let place = physical(&history.source.name, (finding.line, finding.column, finding.end_column), base);
    let related = finding.related.iter().enumerate().map(|(id, related)| {
        let name = places::input_name(report, related.input).unwrap_or(&history.source.name);
        json!({
            "id": id,
            "message": { "text": plain(&related.message) },
            "physicalLocation": physical(name, (related.line, related.column, related.end_column), base),
        })
    });
    let related: Vec<Value> = related.collect();
    let logical = json!([{ "fullyQualifiedName": finding.path, "kind": "member" }]);
    let mut properties = json!({ "confidence": finding.confidence, "why": finding.why, "whatToDo": finding.what_to_do });
    let values = [("cause", &finding.cause), ("recorded", &finding.recorded), ("expected", &finding.expected)];
    for (name, value) in values.into_iter().filter(|(_, value)| value.is_some()) {
        properties[name] = json!(value);
    }
    let index = crate::rules::ALL.iter().position(|rule| rule.id == finding.rule);
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level(finding.severity),
        "message": { "text": plain(&format!("{} ({}) {}", finding.message, words::certainty(finding), finding.what_to_do)) },
        "locations": [{ "physicalLocation": place, "logicalLocations": logical }],
        "relatedLocations": related,
        "partialFingerprints": { "entry/v1": print },
        "properties": properties,
    });
    if let Some(index) = index {
        result["ruleIndex"] = json!(index);
    }
    result
}

/// What stays the same while the file around it grows: not a line, nor an entry's number.
fn fingerprint(history: &HistoryReport, finding: &Finding) -> String {
    let entry = finding.entry.and_then(|entry| history.entries.get(entry));
    let text = |value: Option<&String>| cut(value.map_or("", String::as_str), FINGERPRINT);
    let started = entry.map_or("", |entry| entry.started_time.as_deref().unwrap_or_default());
    let version = text(entry.and_then(|entry| entry.version.as_ref()));
    let cluster = text(history.cluster_id.as_ref());
    let field = finding.field.as_deref().unwrap_or_default();
    format!("{} {field} {started} {version} {cluster}", finding.rule)
}

fn notification(problem: &ProblemReport, base: Option<&str>) -> Value {
    let place = physical(&problem.source, (problem.line, problem.column, problem.column), base);
    json!({
        "level": "warning",
        "descriptor": { "id": problem.code },
        "message": { "text": plain(&problem.message) },
        "locations": [{ "physicalLocation": place }],
    })
}

fn physical(name: &str, (line, column, end): (usize, usize, usize), base: Option<&str>) -> Value {
    json!({
        "artifactLocation": { "uri": uri(name, base) },
        "region": { "startLine": line.max(1), "startColumn": column.max(1), "endColumn": end.max(column).max(1) },
    })
}

/// A path as a URI: relative where it is, or lies under the base.
fn uri(name: &str, base: Option<&str>) -> String {
    let name = base.and_then(|base| name.strip_prefix(base)).unwrap_or(name);
    let name = name.strip_prefix("./").unwrap_or(name);
    #[cfg(windows)]
    let name = &name.replace('\\', "/");
    let path = utf8_percent_encode(name, PATH);
    if name.starts_with("//") {
        // Two slashes would begin a host's name.
        format!("file:///{}", utf8_percent_encode(name.trim_start_matches('/'), PATH))
    } else if name.starts_with('/') {
        format!("file://{path}")
    } else {
        path.to_string()
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::{Input, Options, inspect};

    fn log(name: &str, text: &str, base: Option<&str>) -> Value {
        let report = inspect(&[Input { name: Some(name.into()), text: text.into(), ..Input::default() }], &Options::default());
        serde_json::from_str(&render_sarif(&report, base)).unwrap()
    }

    #[test]
    fn a_finding_is_a_result() {
        let mut log = log("must gather/version.yaml", include_str!("../../tests/cases/seed/mustgather.yaml"), None);
        let driver = log["runs"][0]["tool"]["driver"].take();
        assert_eq!(driver["rules"].as_array().unwrap().len(), crate::rules().len());
        let result = &log["runs"][0]["results"][0];
        assert_eq!(driver["rules"][result["ruleIndex"].as_u64().unwrap() as usize]["id"], result["ruleId"]);
        insta::assert_snapshot!(serde_json::to_string_pretty(&log).unwrap());
    }

    #[test]
    fn names_are_uris() {
        for (name, base, wanted) in [
            ("a/b c#d?e%.yaml", None, "a/b%20c%23d%3Fe%25.yaml"),
            ("c:d.yaml", None, "c%3Ad.yaml"),
            ("./a.yaml", None, "a.yaml"),
            ("/w/x/ä.yaml", Some("/w/x/"), "%C3%A4.yaml"),
            ("/w/x/ä.yaml", Some("/w/y/"), "file:///w/x/%C3%A4.yaml"),
            ("//host/x", None, "file:///host/x"),
            ("mg.tar.gz!/x/version.yaml", None, "mg.tar.gz!/x/version.yaml"),
        ] {
            assert_eq!(uri(name, base), wanted);
        }
    }

    #[test]
    fn a_result_is_the_same_after_the_history_has_grown() {
        let text = include_str!("../../tests/cases/seed/mustgather.yaml");
        let newer = "  - completionTime: null\n    image: x\n    startedTime: \"2019-09-28T00:00:00Z\"\n    state: Partial\n    verified: true\n    version: 4.3.1\n";
        let grown = text.replacen("  history:\n", &format!("  history:\n{newer}"), 1);
        assert_ne!(text, grown);
        let print = |text: &str| {
            let log = log("x", text, None);
            let results = log["runs"][0]["results"].as_array().unwrap().clone();
            let found = results.iter().find(|result| result["ruleId"] == "completion-overwritten").unwrap().clone();
            (found["partialFingerprints"].clone(), found["locations"][0]["physicalLocation"]["region"]["startLine"].clone())
        };
        let (before, after) = (print(text), print(&grown));
        assert_eq!(before.0, after.0);
        assert_ne!(before.1, after.1);
    }
}

//! clusteroperators.json: when each operator last began or ceased to progress.
//!
//! An operator goes on progressing on its own after an update, with its nodes or its certificates, so these times
//! bound nothing (openshift/api `config/v1/types_cluster_operator.go`); they stand beside the history to be looked at.

use super::json::Json;
use super::{Fact, Meaning};

pub(super) fn object(operator: &Json<'_>) -> Option<Fact> {
    if operator.text("kind") != Some("ClusterOperator") {
        return None;
    }
    let name = operator.get("metadata")?.text("name")?;
    let status = operator.get("status")?;
    let progressing = status.get("conditions")?.items().iter().find(|condition| condition.text("type") == Some("Progressing"))?;
    let time = progressing.time("lastTransitionTime")?;
    let versions = status.get("versions").map(Json::items).unwrap_or_default();
    let version =
        versions.iter().find(|version| version.text("name") == Some("operator")).and_then(|version| version.text("version"));
    let at = version.map(|version| format!(", at {version}")).unwrap_or_default();
    let message = format!("{name}{at}: Progressing became {}", progressing.text("status").unwrap_or("Unknown"));
    Some(Fact::new(time, "cluster-operator", Meaning::Other, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_has_one_line() {
        let text = r#"{"kind":"ClusterOperator","metadata":{"name":"dns"},"status":{"conditions":[{"type":"Degraded","status":"False","lastTransitionTime":"2019-01-01T00:00:00Z"},{"lastTransitionTime":"2019-09-27T22:09:55Z","status":"False","type":"Progressing"}],"versions":[{"name":"operator","version":"4.3.0"}]}}"#;
        let fact = object(&Json::read(text)).map(|fact| (fact.message, fact.time.to_rfc3339(), fact.meaning));
        assert_eq!(
            fact,
            Some(("dns, at 4.3.0: Progressing became False".into(), "2019-09-27T22:09:55+00:00".into(), Meaning::Other))
        );
        assert_eq!(object(&Json::read("{\"kind\":\"ClusterOperator\"}")), None);
    }
}

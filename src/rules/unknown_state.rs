use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Field, History, State, short};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "unknown-state",
    title: "An entry is neither Completed nor Partial",
    severity: Severity::Warning,
    what: "Fires on an entry whose state is another word than Completed or Partial, in exactly that spelling, or is empty or \
        missing while other entries have one. The rules that go by the state pass over such an entry. It does not run where \
        no entry has a state, and not on an entry that the paste cuts off.",
    why: "No release of the operator writes another state, but the API server stores any word: the entry was written by \
        something else, or by a release that did not exist yet when this tool was built.",
    what_to_do: "Find out who wrote to the status (audit log, managedFields, a restored backup). Until then, take nothing \
        from this entry but its times.",
    example: Example::One {
        fires: "2023-08-24T10:48:07Z|2023-08-24T11:55:59Z|Succeeded|4.12.27\n",
        clean: "2023-08-24T10:48:07Z|2023-08-24T11:55:59Z|Completed|4.12.27\n",
    },
    references: &["https://github.com/openshift/api/blob/master/config/v1/types_cluster_version.go"],
    check: Some(check),
    compare: None,
};

// API config/v1 UpdateHistory.state: "Completed" or "Partial"; the CRD has no enum. An empty state
// the operator itself turns to Partial (CVO pkg/cvo/status.go, mergeOperatorHistory).
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    if let Some(reason) = history.lacks(&[Field::State]) {
        out.not_checked(&RULE, reason);
        return;
    }
    for (index, entry) in history.entries.iter().enumerate() {
        let State::Other(state) = entry.state else { continue };
        let state = short(state);
        let message = if state.trim().is_empty() {
            format!("The entry of {} has no state.", entry.name())
        } else {
            format!("The state of {} is {state:?}; there are only Completed and Partial.", entry.name())
        };
        out.push(Finding::new(&RULE, Site::field(index, Field::State), message).values(Some(state), None));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::testing::{at, check};
    use super::*;
    use crate::report::Confidence;

    const YAML: &str = "history:\n- startedTime: 2023-08-24T10:48:07Z\n  state: Completed\n  version: 4.12.27\n- startedTime: 2023-08-23T10:48:07Z\n  state: STATE\n  version: 4.12.26\n";

    #[test]
    fn another_word_is_shown_where_it_stands() {
        let found = check(&RULE, &YAML.replace("STATE", "completed"));
        assert_eq!(found.len(), 1);
        assert_eq!(at(&found[0]), (Some(1), Some("state"), 6, 10));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Likely));
        assert_eq!(found[0].message, "The state of 4.12.26 is \"completed\"; there are only Completed and Partial.");
        assert_eq!(found[0].recorded.as_deref(), Some("completed"));
    }

    #[test]
    fn no_state_is_none_of_the_two() {
        for (text, column) in [(YAML.replace("STATE", "\"\""), 10), (YAML.replace("STATE", "null"), 10), (YAML.replace("  state: STATE\n", ""), 3)] {
            let found = check(&RULE, &text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!((found[0].message.as_str(), found[0].column), ("The entry of 4.12.26 has no state.", column), "{text}");
        }
    }

    #[test]
    fn what_is_not_in_the_paste_is_not_unknown() {
        assert!(check(&RULE, "history:\n- startedTime: 2023-08-24T10:48:07Z\n  version: 4.12.27\n").is_empty());
        let cut = "[{\"startedTime\": \"2023-08-24T10:48:07Z\", \"state\": \"Completed\"}, {\"startedTime\": \"2023-08-23T10:48:07Z\", \"state\": \"Parti";
        assert!(check(&RULE, cut).is_empty());
    }
}

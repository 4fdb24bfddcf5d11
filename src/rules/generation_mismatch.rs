use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::History;
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "generation-mismatch",
    title: "The operator saw a generation that does not exist yet",
    severity: Severity::Warning,
    what: "Fires when status.observedGeneration is greater than metadata.generation.",
    why: "The API server counts metadata.generation up with each change of the spec, and the operator copies it when it acts. It cannot \
        have seen a later one: the object was restored, put together from two, or edited.",
    what_to_do: "Take the object again from the live cluster. If it is still so, look for a restored backup or a recreated object.",
    example: Example::One {
        fires: "metadata:\n  generation: 3\nstatus:\n  history:\n  - {state: Partial, startedTime: 2024-03-01T10:00:00Z, version: 4.14.9}\n  \
                observedGeneration: 7\n",
        clean: "metadata:\n  generation: 7\nstatus:\n  history:\n  - {state: Partial, startedTime: 2024-03-01T10:00:00Z, version: 4.14.9}\n  \
                observedGeneration: 7\n",
    },
    references: &["https://github.com/openshift/api/blob/master/config/v1/types_cluster_version.go"],
    check: Some(check),
    compare: None,
};

fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    let document = history.document;
    let (Some(generation), Some(observed)) = (document.metadata.generation, document.status.observed_generation) else {
        out.not_checked(&RULE, "generation and observedGeneration are not both in the paste");
        return;
    };
    if history.is_hosted() {
        out.not_checked(&RULE, "a hosted cluster's observedGeneration counts another object");
        return;
    }
    if observed > generation {
        let message = format!("The operator observed generation {observed}, but the object is at generation {generation}.");
        out.push(
            Finding::new(&RULE, Site::Object(&["status", "observedGeneration"]), message)
                .values(Some(&observed.to_string()), None)
                .related(Site::Object(&["metadata", "generation"]), "the object's own"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check};
    use super::*;

    #[test]
    fn both_places_are_shown() {
        let text = "metadata:\n  generation: 3\nstatus:\n  history:\n  - {state: Partial, startedTime: 2024-03-01T10:00:00Z}\n  observedGeneration: 4\n";
        let found = check(&RULE, text);
        assert_eq!(at(&found[0]), (None, Some("observedGeneration"), 6, 23));
        assert_eq!((found[0].related[0].line, found[0].related[0].column), (2, 15));
        assert_eq!(check(&RULE, &text.replace("observedGeneration: 4", "observedGeneration: 3")), []);
        assert_eq!(check(&RULE, &text.replace("  generation: 3\n", "  name: version\n")), []);
    }
}

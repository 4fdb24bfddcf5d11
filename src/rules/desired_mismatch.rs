use super::{Context, Example, Rule};
use crate::finding::{Finding, Findings, Site};
use crate::history::masked::is_masked;
use crate::history::{Field, History, short};
use crate::report::Severity;

pub(super) static RULE: Rule = Rule {
    id: "desired-mismatch",
    title: "The newest entry is not what the cluster works towards",
    severity: Severity::Warning,
    what: "Fires when status.desired names another image or version than the newest entry. An empty version on either side is \
        not compared.",
    why: "The operator sets status.desired and the newest entry in one function, from one release: they never differ in what it \
        writes. One of the two was changed afterwards, or the newest entry is gone.",
    what_to_do: "Look at the Progressing message and at spec.desiredUpdate to see which of the two is right, and find out who wrote \
        to the status.",
    example: Example::One {
        fires: "status:\n  desired:\n    image: quay.io/b\n    version: 4.5.5\n  history:\n  - completionTime: null\n    image: quay.io/b\n    \
                startedTime: 2020-08-06T13:54:57Z\n    state: Partial\n    version: 4.5.4\n",
        clean: "status:\n  desired:\n    image: quay.io/b\n    version: 4.5.4\n  history:\n  - completionTime: null\n    image: quay.io/b\n    \
                startedTime: 2020-08-06T13:54:57Z\n    state: Partial\n    version: 4.5.4\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: Some(check),
    compare: None,
};

// CVO pkg/cvo/status.go, mergeOperatorHistory: the last statement sets status.desired.
fn check(history: &History<'_>, _: &Context, out: &mut Findings) {
    let Some(desired) = &history.document.status.desired else {
        out.not_checked(&RULE, "status.desired is not in the paste");
        return;
    };
    if history.is_hosted() || !history.begins_with_newest() {
        out.not_checked(&RULE, "needs to know the newest entry of a cluster with its own operator");
        return;
    }
    let Some(newest) = history.entries.first().filter(|newest| !newest.cut) else { return };
    let differ = |wanted: Option<&str>, has: Option<&str>| {
        // What was masked (####) is not compared.
        let known = |value: &&str| !value.is_empty() && !is_masked(value);
        let values = wanted.filter(known).zip(has.filter(known));
        values.filter(|(wanted, has)| wanted != has).map(|(a, b)| (a.to_owned(), b.to_owned()))
    };
    let version = differ(desired.version.as_deref(), newest.version());
    let image = differ(desired.image.as_deref(), newest.image());
    let (field, path, (wanted, has)): (_, &'static [&'static str], _) = match (version, image) {
        (Some(values), _) => (Field::Version, &["status", "desired", "version"], values),
        (None, Some(values)) => (Field::Image, &["status", "desired", "image"], values),
        (None, None) => return,
    };
    let message = format!("The cluster works towards {}, but the newest entry is {}.", short(&wanted), short(&has));
    out.push(
        Finding::new(&RULE, Site::Object(path), message)
            .values(Some(&wanted), Some(&has))
            .related(Site::field(0, field), "the newest entry"),
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, check};
    use super::*;

    fn object(desired: &str, entry: &str) -> String {
        format!("status:\n  desired: {{{desired}}}\n  history:\n  - {{{entry}, startedTime: 2020-08-06T13:54:57Z, state: Partial}}\n")
    }

    #[test]
    fn version_or_image() {
        let found = check(&RULE, &object("image: b, version: 4.5.5", "image: b, version: 4.5.4"));
        assert_eq!(at(&found[0]), (None, Some("version"), 2, 32));
        assert_eq!((found[0].related[0].entry, found[0].related[0].line, found[0].related[0].column), (Some(0), 4, 25));
        let found = check(&RULE, &object("image: c", "image: b, version: 4.5.4"));
        assert_eq!(at(&found[0]), (None, Some("image"), 2, 20));
    }

    #[test]
    fn an_empty_version_is_not_compared() {
        assert_eq!(check(&RULE, &object("image: b, version: \"\"", "image: b, version: 4.5.4")), []);
        assert_eq!(check(&RULE, &object("image: b, version: 4.5.4", "image: b, version: \"\"")), []);
    }

    #[test]
    fn a_masked_image_is_not_compared() {
        assert_eq!(check(&RULE, &object("image: \"####\", version: 4.5.4", "image: b, version: 4.5.4")), []);
    }

    #[test]
    fn a_list_out_of_order_is_told_by_its_own_rule() {
        let older = object("image: b, version: 4.5.5", "image: a, version: 4.5.4");
        let text = format!("{older}  - {{image: b, version: 4.5.5, startedTime: 2020-08-07T13:54:57Z, state: Partial}}\n  - {{image: z, version: 4.5.3, startedTime: 2020-08-05T13:54:57Z, state: Partial}}\n");
        assert_eq!(check(&RULE, &text), []);
    }
}

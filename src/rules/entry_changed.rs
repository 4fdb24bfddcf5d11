use super::completion_overwritten::is_overwrite;
use super::{Example, Rule};
use crate::compare::{Comparison, Pair};
use crate::finding::{Finding, Findings, Site};
use crate::history::masked::{self, Images};
use crate::history::{Entry, Field, Moment, State, rfc3339, short};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "entry-changed",
    title: "An entry was changed between two snapshots",
    severity: Severity::Error,
    what: "Fires on an entry that both snapshots have and whose start, end, state, image, version or verified differ in a way that the \
        operator never brings about. An end that became the next update's start is completion-overwritten, and a state that went \
        back is state-regressed. Until it is superseded, the newest entry may still get its end, its state, its version and verified. \
        Values that were masked are not compared; images that differ in nothing but the registry are one finding, and only possible.",
    why: "The operator only adds entries in front and completes the newest one; entries behind it never change. Whoever changed this \
        one was not the operator.",
    what_to_do: "Trust the earlier snapshot. Find out who wrote to the status between the two (audit log, managedFields, a restored \
        backup).",
    example: Example::Two {
        before: "2024-02-01T00:00:00Z|2024-02-01T01:00:00Z|Completed|4.14.2\n2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
        fires: "2024-02-01T00:00:00Z|2024-02-01T01:00:00Z|Completed|4.14.2\n2024-01-01T00:00:00Z|2024-01-01T00:40:00Z|Completed|4.14.1\n",
        clean: "2024-03-01T00:00:00Z||Partial|4.14.3\n2024-02-01T00:00:00Z|2024-02-01T01:00:00Z|Completed|4.14.2\n\
                2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n",
    },
    references: &["https://github.com/openshift/cluster-version-operator/blob/master/pkg/cvo/status.go"],
    check: None,
    compare: Some(compare),
};

fn compare(comparison: &Comparison<'_>, out: &mut Findings) {
    let mut moved: Vec<Pair> = vec![];
    for pair in comparison.pairs() {
        let (Some(was), Some(is)) = (comparison.before(pair), comparison.after(pair)) else { continue };
        let both = |field: Field| comparison.before.has_column(field) && comparison.after.has_column(field) && !was.cut && !is.cut;
        // Only what was the newest may still become something; and what a restored backup made the newest again.
        let newest = pair.before_index() == 0;
        let again = comparison.is_rewound_to(pair);
        let mut say = |field: Field, before: String, after: String| {
            let message = format!("{} of {} was {before} and is {after} now.", field.name(), was.name());
            out.push(
                Finding::new(&RULE, Site::field(pair.after_index(), field), message)
                    .confidence(Confidence::Proven)
                    .values(Some(&after), Some(&before))
                    .related_before(Site::field(pair.before_index(), field), format!("the earlier snapshot has {before}")),
            );
        };
        if let (Some(before), Some(after)) = (was.started.instant(), is.started.instant())
            && before != after
            && !comparison.before.start_may_be_end(was)
            && !comparison.after.start_may_be_end(is)
        {
            say(Field::StartedTime, rfc3339(before), rfc3339(after));
        }
        if both(Field::State) && state_changed(was.state, is.state, newest || again) {
            say(Field::State, shown(was.raw.state.as_deref()), shown(is.raw.state.as_deref()));
        }
        if !again && !regressed(was, is) && both(Field::CompletionTime) && end_changed(was, is, newest) && !is_overwrite(comparison, pair) {
            say(Field::CompletionTime, time(was.completed), time(is.completed));
        }
        match Images::of(was.image(), is.image()) {
            Images::Other if both(Field::Image) => say(Field::Image, shown(was.image()), shown(is.image())),
            Images::OtherRegistry if both(Field::Image) => moved.push(pair),
            _ => {}
        }
        let another = masked::same(was.version(), is.version()) == Some(false);
        if both(Field::Version) && another && !((newest || again) && (was.version().is_none() || again && is.version().is_none())) {
            say(Field::Version, shown(was.version()), shown(is.version()));
        }
        if let (true, Some(before), Some(after)) = (both(Field::Verified), was.raw.verified, is.raw.verified)
            && before != after
            && !(newest && after)
            && !again
        {
            say(Field::Verified, before.to_string(), after.to_string());
        }
    }
    out.found.extend(registry(comparison, &moved));
}

/// Images of other registries and the same digests: tools that take names out of a copy write so, and no operator
/// goes over its entries again.
fn registry(comparison: &Comparison<'_>, moved: &[Pair]) -> Option<Finding> {
    let first = *moved.first()?;
    let (was, is) = (comparison.before(first)?, comparison.after(first)?);
    let (before, after) = (shown(was.image()), shown(is.image()));
    let message = match moved.len() {
        1 => format!("image of {} has the same digest in another registry now.", was.name()),
        n => format!("images of {n} entries have the same digests in another registry now."),
    };
    let mut finding = Finding::new(&RULE, Site::field(first.after_index(), Field::Image), message)
        .confidence(Confidence::Possible)
        .why(
            "Only the name of the registry differs, and the digest, which says what was installed, does not: a tool that takes host names \
             out of a copy writes so. The operator does not: a mirror gives new entries another name, and leaves older ones.",
        )
        .what_to_do("Find out whether one of the two copies was sanitised. If not, find out who wrote to the status between them.")
        .values(Some(&after), Some(&before));
    for pair in moved {
        finding = finding.related_before(Site::field(pair.before_index(), Field::Image), "the earlier snapshot has another registry");
    }
    Some(finding)
}

/// state-regressed tells of it.
fn regressed(was: &Entry<'_>, is: &Entry<'_>) -> bool {
    was.is_completed() && !is.is_completed()
}

fn state_changed(was: State<'_>, is: State<'_>, newest: bool) -> bool {
    match (was, is) {
        (State::Unknown, _) | (_, State::Unknown) | (State::Completed, _) => false,
        // An empty state becomes Partial at the operator's next look (mergeOperatorHistory).
        (State::Partial, State::Completed) | (State::Other(""), State::Partial) => !newest,
        _ => was != is,
    }
}

fn end_changed(was: &Entry<'_>, is: &Entry<'_>, newest: bool) -> bool {
    match (was.completed, is.completed) {
        (Moment::At(before), Moment::At(now)) => before.instant != now.instant,
        (Moment::At(_), Moment::Absent) => true,
        (Moment::Absent, Moment::At(_)) => !newest,
        _ => false,
    }
}

fn time(moment: Moment<'_>) -> String {
    moment.instant().map_or_else(|| "empty".to_owned(), rfc3339)
}

fn shown(value: Option<&str>) -> String {
    value.filter(|value| !value.is_empty()).map_or("empty", short).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, compare};
    use super::*;

    fn entry(start: &str, end: &str, state: &str, version: &str, image: &str, verified: bool) -> String {
        format!("- {{completionTime: {end}, image: {image}, startedTime: {start}, state: {state}, verified: {verified}, version: {version}}}\n")
    }

    fn old() -> String {
        entry("2024-01-01T00:00:00Z", "2024-01-01T01:00:00Z", "Completed", "4.14.1", "a", false)
    }

    fn changed(before: &str, after: &str) -> Vec<(Option<usize>, String)> {
        compare(&RULE, before, after).into_iter().map(|found| (found.entry, found.field.unwrap_or_default())).collect()
    }

    #[test]
    fn each_field_of_an_older_entry() {
        let new = entry("2024-02-01T00:00:00Z", "2024-02-01T01:00:00Z", "Completed", "4.14.2", "b", true);
        let before = new.clone() + &old();
        for (from, to, field) in [
            ("2024-01-01T00:00:00Z", "2024-01-01T00:00:09Z", "startedTime"),
            ("2024-01-01T01:00:00Z", "2024-01-01T00:59:00Z", "completionTime"),
            ("2024-01-01T01:00:00Z", "~", "completionTime"),
            ("image: a", "image: c", "image"),
            ("4.14.1", "4.14.0", "version"),
            ("verified: false", "verified: true", "verified"),
        ] {
            let after = before.replace(from, to);
            assert_eq!(changed(&before, &after), [(Some(1), field.to_owned())], "{from} to {to}");
        }
        let found = compare(&RULE, &before, &before.replace("image: a", "image: c"));
        assert_eq!(at(&found[0]), (Some(1), Some("image"), 2, 49));
        assert_eq!((found[0].confidence, found[0].expected.as_deref(), found[0].related[0].history), (Confidence::Proven, Some("a"), 0));
    }

    #[test]
    fn the_newest_may_still_become_something() {
        let open = entry("2024-02-01T00:00:00Z", "~", "Partial", "\"\"", "b", false) + &old();
        let done = entry("2024-02-01T00:00:00Z", "2024-02-01T01:00:00Z", "Completed", "4.14.2", "b", true) + &old();
        assert_eq!(changed(&open, &done), []);
        let next = entry("2024-03-01T00:00:00Z", "~", "Partial", "4.14.3", "c", true);
        let closed = entry("2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z", "Partial", "4.14.2", "b", false);
        assert_eq!(changed(&open, &(next + &closed + &old())), []);
        assert_eq!(changed(&done, &done.replace("verified: true", "verified: false")), [(Some(0), "verified".to_owned())]);
    }

    #[test]
    fn a_column_that_one_side_lacks_is_not_compared() {
        let columns = "2024-01-01T00:00:00Z|2024-01-01T01:00:00Z|Completed|4.14.1\n";
        assert_eq!((changed(&old(), columns), changed(columns, &old())), (vec![], vec![]));
    }

    #[test]
    fn an_image_may_be_cut_short_to_its_digest() {
        let entry = |image: &str| entry("2024-01-01T00:00:00Z", "2024-01-01T01:00:00Z", "Completed", "4.14.1", image, false);
        assert_eq!(changed(&entry("quay.io/r@sha256:ab12"), &entry("sha256:ab12")), []);
        assert_eq!(changed(&entry("sha256:ab12"), &entry("quay.io/r@sha256:ab12")), []);
        assert_eq!(changed(&entry("quay.io/r@sha256:ab12"), &entry("sha256:cd34")), [(Some(0), "image".to_owned())]);
    }

    #[test]
    fn what_was_masked_is_not_compared() {
        let entry = |image: &str, version: &str| entry("2024-01-01T00:00:00Z", "2024-01-01T01:00:00Z", "Completed", version, image, false);
        for masked in ["<redacted>", "sha256:xxxx", "REDACTED", "'[image]'", "quay.io/r@sha256:<digest>"] {
            assert_eq!(changed(&entry("quay.io/r@sha256:ab12", "4.14.1"), &entry(masked, "4.14.1")), [], "{masked}");
        }
        assert_eq!(changed(&entry("a", "4.14.1"), &entry("a", "<version>")), []);
    }

    #[test]
    fn another_registry_is_one_finding_and_only_possible() {
        let entry = |month: u32, image: &str| entry(&format!("2024-0{month}-01T00:00:00Z"), &format!("2024-0{month}-01T01:00:00Z"), "Completed", &format!("4.14.{month}"), image, false);
        let list = |host: &str| entry(2, &format!("{host}/r@sha256:b2")) + &entry(1, &format!("{host}/r@sha256:a1"));
        let found = compare(&RULE, &list("quay.io"), &list("mirror.example:5000"));
        assert_eq!((found.len(), found[0].confidence, found[0].related.len()), (1, Confidence::Possible, 2));
        assert!(found[0].message.starts_with("images of 2 entries have the same digests"), "{}", found[0].message);
        let mixed = entry(2, "mirror/r@sha256:b2") + &entry(1, "quay.io/r@sha256:ff");
        let found = compare(&RULE, &list("quay.io"), &mixed);
        assert_eq!(found.iter().map(|found| (found.entry, found.confidence)).collect::<Vec<_>>(), [(Some(1), Confidence::Proven), (Some(0), Confidence::Possible)]);
    }

    #[test]
    fn an_empty_state_becomes_partial_while_it_is_the_newest() {
        let entry = |state: &str| entry("2024-01-01T00:00:00Z", "~", state, "4.14.1", "a", false);
        assert_eq!(changed(&entry("\"\""), &entry("Partial")), []);
    }

    #[test]
    fn an_overwritten_end_is_another_rules() {
        let next = entry("2024-03-01T00:00:00Z", "~", "Partial", "4.14.3", "c", true);
        assert_eq!(changed(&old(), &(next + &old().replace("2024-01-01T01:00:00Z", "2024-03-01T00:00:00Z"))), []);
    }
}

use super::{Example, Rule};
use crate::compare::{Comparison, Pair};
use crate::finding::{Finding, Findings, Site};
use crate::history::{Entry, Field, History, Moment, State, rfc3339, short};
use crate::report::{Confidence, Severity};

pub(super) static RULE: Rule = Rule {
    id: "entry-changed",
    title: "An entry was changed between two snapshots",
    severity: Severity::Error,
    what: "Fires on an entry that both snapshots have and whose start, end, state, image, version or verified differ in a way that the \
        operator never brings about. An end that became the next update's start is completion-overwritten, and a state that went \
        back is state-regressed. Until it is superseded, the newest entry may still get its end, its state, its version and verified.",
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
    for pair in comparison.pairs() {
        let (Some(was), Some(is)) = (comparison.before(pair), comparison.after(pair)) else { continue };
        let both = |field: Field| comparison.before.has_column(field) && comparison.after.has_column(field) && !was.cut && !is.cut;
        // Only what was the newest may still become something.
        let newest = pair.before_index() == 0;
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
        {
            say(Field::StartedTime, rfc3339(before), rfc3339(after));
        }
        if both(Field::State) && state_changed(was.state, is.state, newest) {
            say(Field::State, shown(was.raw.state.as_deref()), shown(is.raw.state.as_deref()));
        }
        if !regressed(was, is) && both(Field::CompletionTime) && end_changed(comparison.after, pair, was, is, newest) {
            say(Field::CompletionTime, time(was.completed), time(is.completed));
        }
        if both(Field::Image) && !is_same_image(was.image(), is.image()) {
            say(Field::Image, shown(was.image()), shown(is.image()));
        }
        if both(Field::Version) && was.version() != is.version() && !(newest && was.version().is_none()) {
            say(Field::Version, shown(was.version()), shown(is.version()));
        }
        if let (true, Some(before), Some(after)) = (both(Field::Verified), was.raw.verified, is.raw.verified)
            && before != after
            && !(newest && after)
        {
            say(Field::Verified, before.to_string(), after.to_string());
        }
    }
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

fn end_changed(after: &History<'_>, pair: Pair, was: &Entry<'_>, is: &Entry<'_>, newest: bool) -> bool {
    match (was.completed, is.completed) {
        (Moment::At(before), Moment::At(now)) => {
            let overwritten = is.is_completed() && after.successor_start(pair.after_index()) == Some(now.instant);
            before.instant != now.instant && !overwritten
        }
        (Moment::At(_), Moment::Absent) => true,
        (Moment::Absent, Moment::At(_)) => !newest,
        _ => false,
    }
}

/// People cut pull specifications short, to the digest or before it.
fn is_same_image(was: Option<&str>, is: Option<&str>) -> bool {
    was == is || was.zip(is).is_some_and(|(was, is)| [(was, is), (is, was)].iter().any(|(long, short)| long.ends_with(short) && short.contains("sha256:")))
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

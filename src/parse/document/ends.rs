//! Where a bare list ends: in the middle of a value, or where another begins behind a blank line.

use chrono::{DateTime, Utc};

use super::{Document, Kind, Place, Tail};
use crate::model::{self, UpdateHistory};
use crate::source::Span;

impl Document {
    /// A text may end inside a value. What cannot be the whole of one there is taken for missing, and nothing is
    /// held against the entry for what it lacks.
    pub(in super::super) fn end_inside(&mut self, text: &str) {
        if text.trim_end_matches([' ', '\t']).ends_with('\n') {
            return;
        }
        let end = text.trim_end_matches([' ', '\t', ':', '"', '\'']).len();
        let reaches = |span: Span| span.end >= end;
        if let Some(hash) = &self.status.version_hash
            && hash.len() < 12
            && reaches(self.locate(&["status", "versionHash"]))
        {
            self.status.version_hash = None;
        }
        let Some(last) = self.history.len().checked_sub(1) else { return };
        let places: Vec<(&str, Span)> = ENTRY_KEYS.into_iter().map(|key| (key, self.locate_entry(last, Some(key)))).collect();
        let filled = |entry: &UpdateHistory| ENTRY_KEYS.iter().filter(|key| field(entry, key).is_some()).count();
        let before = filled(&self.history[last]);
        let mut broken = false;
        for (key, span) in places {
            let value = field(&self.history[last], key);
            let desired =
                self.status.desired.as_ref().and_then(|desired| desired.version.as_deref()).filter(|_| key == "version");
            let begins = |value: &str| desired.is_some_and(|whole| whole.starts_with(value) && whole != value);
            if reaches(span) && !value.is_some_and(|value| may_be_whole(key, value) && !begins(value)) {
                broken = true;
                match key {
                    "completionTime" => self.history[last].completion_time = None,
                    "image" => self.history[last].image = None,
                    "startedTime" => self.history[last].started_time = None,
                    "state" => self.history[last].state = None,
                    _ => self.history[last].version = None,
                }
            }
        }
        // A line that ends the text with fewer columns than the others have.
        let most = self.history.iter().map(filled).max().unwrap_or(before);
        broken |= self.kind == Kind::Columns && reaches(self.locate_whole(last)) && (before < most || before < 3);
        if broken {
            self.cut[last] = true;
            self.extent.tail = Tail::Unknown;
        }
    }

    /// The place of a whole entry.
    fn locate_whole(&self, position: usize) -> Span {
        self.place.children.get(position).map_or(self.place.span, |entry| entry.place.span)
    }

    /// Two lists with nothing but a blank line between them are read as one at first: where the second does not go on
    /// where the first ends, they are two.
    pub(in super::super) fn split(self, text: &str) -> Vec<Document> {
        if !matches!(self.kind, Kind::Lines | Kind::Columns | Kind::List) || self.place.children.len() != self.history.len() {
            return vec![self];
        }
        let spans: Vec<Span> = self.place.children.iter().map(|entry| entry.place.span).collect();
        let gaps: Vec<usize> =
            (1..spans.len()).filter(|&at| is_blank_between(text, spans[at - 1].end, spans[at].start)).collect();
        let starts: Vec<Option<DateTime<Utc>>> =
            self.history.iter().map(|entry| model::instant(entry.started_time.as_deref()?)).collect();
        let mut cuts = vec![];
        let mut from = 0;
        for (index, &gap) in gaps.iter().enumerate() {
            let to = gaps.get(index + 1).copied().unwrap_or(starts.len());
            // A list that begins anew.
            let repeats = starts[gap].is_some() && starts[gap] == starts[from];
            let all_apart = gaps.len() + 1 == starts.len();
            if repeats || !all_apart && !goes_on(&starts[from..gap], &starts[gap..to]) {
                cuts.push(gap);
                from = gap;
            }
        }
        if cuts.is_empty() { vec![self] } else { self.parts(&cuts) }
    }

    /// The parts between places in the list.
    fn parts(mut self, cuts: &[usize]) -> Vec<Document> {
        let mut history = std::mem::take(&mut self.history).into_iter();
        let mut cut = std::mem::take(&mut self.cut).into_iter();
        let mut entries = std::mem::take(&mut self.place.children).into_iter();
        let all = history.len();
        let bounds = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([all]);
        bounds
            .zip(ends)
            .map(|(from, to)| {
                let mut part = self.clone();
                part.history = history.by_ref().take(to - from).collect();
                part.cut = cut.by_ref().take(to - from).collect();
                part.place.children = entries.by_ref().take(to - from).collect();
                if to < all {
                    part.extent.tail = Tail::Unknown;
                }
                let spans = part.place.children.iter().map(|entry| entry.place.span);
                part.place.span = spans.reduce(Span::join).unwrap_or(part.place.span);
                part.span = part.place.span;
                part.columns = part.place.children.iter().flat_map(|entry| keys(&entry.place)).collect();
                part
            })
            .collect()
    }
}

fn keys(place: &Place) -> impl Iterator<Item = String> {
    place.children.iter().filter_map(|child| child.key.as_ref().map(|(key, _)| key.clone()))
}

fn is_blank_between(text: &str, from: usize, to: usize) -> bool {
    text.get(from..to).is_some_and(|between| between.matches('\n').count() > 1)
}

/// Whether a list goes on in another, by the direction that either of them has.
fn goes_on(first: &[Option<DateTime<Utc>>], second: &[Option<DateTime<Utc>>]) -> bool {
    let (Some(Some(last)), Some(Some(next))) = (first.last(), second.first()) else { return true };
    let falls = |list: &[Option<DateTime<Utc>>]| match (list.first(), list.last()) {
        (Some(Some(first)), Some(Some(last))) if first != last => Some(first > last),
        _ => None,
    };
    match falls(first).or_else(|| falls(second)) {
        Some(true) => next < last,
        Some(false) => next > last,
        None => next != last,
    }
}

/// The fields of an entry that a check may miss.
const ENTRY_KEYS: [&str; 5] = ["completionTime", "image", "startedTime", "state", "version"];

fn field<'e>(entry: &'e UpdateHistory, key: &str) -> Option<&'e str> {
    match key {
        "completionTime" => entry.completion_time.as_deref(),
        "image" => entry.image.as_deref(),
        "startedTime" => entry.started_time.as_deref(),
        "state" => entry.state.as_deref(),
        _ => entry.version.as_deref(),
    }
}

/// Whether a value at the end of a text may be the whole of what stood there.
fn may_be_whole(key: &str, value: &str) -> bool {
    match key {
        "state" => !["Completed", "Partial"].iter().any(|state| state.starts_with(value) && *state != value),
        "image" => value
            .split_once("sha256:")
            .is_none_or(|(_, digest)| digest.len() >= 64 || digest.bytes().any(|byte| !byte.is_ascii_hexdigit())),
        "version" => value.split('.').count() > 2 && !value.ends_with('.'),
        _ => model::instant(value).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::rescue::tests::histories;

    fn counts(text: &str) -> Vec<usize> {
        histories(text).iter().map(|history| history.entries.len()).collect()
    }

    #[test]
    fn a_blank_line_parts_two_lists_and_not_the_lines_of_one() {
        let before = "2019-10-14T02:57:34Z|2019-10-14T03:13:16Z|Completed|4.1.18\n";
        let after = "2019-10-14T03:43:16Z|2019-10-14T03:43:31Z|Completed|4.1.18\n2019-10-14T03:42:31Z|2019-10-14T03:43:16Z|Partial|4.1.20\n2019-10-14T02:57:34Z|2019-10-14T03:42:31Z|Completed|4.1.18\n";
        assert_eq!(counts(&format!("{before}\n{after}")), [1, 3]);
        assert_eq!(counts(&format!("{after}\n{after}")), [3, 3]);
        assert_eq!(counts(&format!("{before}\n{before}")), [1, 1]);
        assert_eq!(counts(&after.replace('\n', "\n\n")), [3]);
        let (first, rest) = after.split_at(after.find('\n').unwrap_or(0) + 1);
        assert_eq!(counts(&format!("{first}\n{rest}")), [3]);
        let report =
            crate::inspect(&[crate::Input { text: format!("{before}\n{after}"), ..Default::default() }], &Default::default());
        let found = &report.comparisons[0].findings;
        assert_eq!((found[0].rule.as_str(), found[0].entry, found[0].line), ("completion-overwritten", Some(2), 5));
    }

    #[test]
    fn so_do_objects_and_lists() {
        let json = |start: &str| {
            format!(
                "{{\"startedTime\": \"{start}\", \"completionTime\": \"{start}\", \"state\": \"Completed\", \"version\": \"4.3.0\"}}\n"
            )
        };
        let (old, new) = (json("2020-01-01T00:00:00Z"), json("2020-02-01T00:00:00Z"));
        assert_eq!(counts(&format!("{old}\n{new}{old}")), [1, 2]);
        let yaml = |start: &str| format!("- startedTime: {start}\n  state: Completed\n  version: 4.3.0\n");
        let (old, new) = (yaml("2020-01-01T00:00:00Z"), yaml("2020-02-01T00:00:00Z"));
        assert_eq!(counts(&format!("{old}\n{new}{old}")), [1, 2]);
        assert_eq!(counts(&format!("{new}{old}\n{new}{old}")), [2, 2]);
        assert_eq!(counts(&format!("{new}\n{old}")), [2]);
    }
}

//! What inputs are called where the way to them tells a reader nothing, or tells what is none of his business.

use std::collections::BTreeMap;

/// Each name's last part, with as many parts before it as tell it from all the other names.
pub fn tails<'n>(names: &[&'n str]) -> Vec<&'n str> {
    let mut ends: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for name in names {
        // Of an end that several names have, none is the name; one name given twice is one.
        for end in ends_of(name) {
            let own = ends.entry(end).or_insert(Some(name));
            *own = own.filter(|other| other == name);
        }
    }
    let tail = |name: &&'n str| ends_of(name).find(|end| ends.get(end).is_some_and(Option::is_some)).unwrap_or(name);
    names.iter().map(tail).collect()
}

/// A name from its last part on, then from the part before it on, the whole name last.
pub fn ends_of(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.rmatch_indices(['/', '\\']).map(|(at, _)| &name[at + 1..]);
    parts.filter(|end| !end.is_empty()).chain(std::iter::once(name))
}

#[cfg(test)]
mod tests {
    use super::tails;

    #[test]
    fn as_much_of_a_path_as_tells_it_from_the_others() {
        for (names, wanted) in [
            (vec!["/home/x/a.yaml", "b/c.yaml", "paste"], vec!["a.yaml", "c.yaml", "paste"]),
            (vec!["x/mon/v.yaml", "x/tue/v.yaml", "x/tue/w.yaml"], vec!["mon/v.yaml", "tue/v.yaml", "w.yaml"]),
            (vec!["v.yaml", "a/v.yaml", "b/a/v.yaml"], vec!["v.yaml", "a/v.yaml", "b/a/v.yaml"]),
            (vec!["a/v.yaml", "a/v.yaml"], vec!["v.yaml", "v.yaml"]),
            (vec!["C:\\x\\v.yaml", "a/", "/"], vec!["v.yaml", "a/", "/"]),
        ] {
            assert_eq!(tails(&names), wanted);
        }
    }
}

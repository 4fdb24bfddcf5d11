//! One sort for every type. Each of the standard library's own costs the wasm module several
//! kilobytes, and there are many lists and none is long.

use std::cmp::Ordering;

/// Sorts by a comparison; equal ones keep their order.
pub(crate) fn sort<T>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    sort_places(&mut order, &mut |a, b| compare(&items[a], &items[b]));
    let mut taken: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|place| taken[place].take()));
}

/// Sorts by a key.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort(items, |a, b| key(a).cmp(&key(b)));
}

#[inline(never)]
fn sort_places(order: &mut [usize], compare: &mut dyn FnMut(usize, usize) -> Ordering) {
    order.sort_by(|a, b| compare(*a, *b));
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_sorts_and_keeps_the_order_of_equals() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        super::sort_by_key(&mut items, |(key, _)| *key);
        assert_eq!(items, [(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }
}

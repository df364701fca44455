//! Finds ids that a user gives in full or by their beginning.

/// The item whose id is `wanted`, or else all items whose ids begin with it, in their order.
pub(crate) fn matching_ids<T>(
    items: impl Iterator<Item = T>,
    id_of: impl Fn(&T) -> &str,
    wanted: &str,
) -> Vec<T> {
    let is_match = |item: &T| !wanted.is_empty() && id_of(item).starts_with(wanted);
    let mut matching: Vec<T> = items.filter(is_match).collect();
    if let Some(exact) = matching.iter().position(|item| id_of(item) == wanted) {
        matching = vec![matching.swap_remove(exact)];
    }
    matching
}

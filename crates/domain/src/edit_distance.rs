//! The edit distance of two names, for suggestions after a misspelt one.

/// The Levenshtein distance of two texts, in characters; `None` if it is more than `limit`.
pub fn edit_distance_within(left: &str, right: &str, limit: usize) -> Option<usize> {
    // The lengths alone decide most comparisons with a long list of names.
    if left.chars().count().abs_diff(right.chars().count()) > limit {
        return None;
    }
    Some(strsim::levenshtein(left, right)).filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_beyond_the_limit_are_none() {
        assert_eq!(edit_distance_within("parse", "pasre", 2), Some(2));
        assert_eq!(edit_distance_within("parse", "pasre", 1), None);
        assert_eq!(edit_distance_within("", "abc", 2), None);
        assert_eq!(edit_distance_within("grün", "grau", 2), Some(2));
    }
}

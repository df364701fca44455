//! Names as whole words of a text.

/// Whether a text contains a name, not as a part of a longer name.
pub fn contains_word(text: &str, name: &str) -> bool {
    find_word(text, name).is_some()
}

/// The byte at which a name begins in a text, not as a part of a longer name.
pub fn find_word(text: &str, name: &str) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        let begins = !name.starts_with(is_name) || !before.is_some_and(is_name);
        let ends = !name.ends_with(is_name) || !after.is_some_and(is_name);
        begins && ends
    })
}

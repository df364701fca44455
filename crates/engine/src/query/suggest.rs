//! Names that are nearly another one.

use rutter_domain::edit_distance_within;
use rutter_search::tokenize;

/// The names most like `wanted`, best first; none that have nothing to do with it.
pub fn nearest<'a>(
    wanted: &str,
    names: impl Iterator<Item = &'a str>,
    limit: usize,
) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    let mut near: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let lower = name.to_lowercase();
            let bare = bare_of(&lower);
            let sought = bare_of(&wanted);
            let allowed = (sought.chars().count() + 1) / 3;
            let longest = sought.len().max(bare.len());
            let steps = edit_distance_within(sought, bare, longest)?;
            let is_part = shares_word(sought, bare_of(name));
            (steps <= allowed || is_part).then_some((steps, name))
        })
        .collect();
    near.sort();
    near.dedup();
    near.dedup_by(|left, right| left.1 == right.1);
    near.into_iter().take(limit).map(|(_, name)| name.to_owned()).collect()
}

/// The last part of a qualified name.
fn bare_of(name: &str) -> &str {
    name.rsplit([':', '.', '#', ' ']).next().unwrap_or(name)
}

/// Whether one name is a word of the other: `parse` of `parse_all`, but not `get` of `budget`.
fn shares_word(left: &str, right: &str) -> bool {
    let (left, right) = (tokenize(left), tokenize(right));
    let is_word_of = |name: &[String], other: &[String]| {
        name.first().is_some_and(|whole| whole.len() > 2 && other.contains(whole))
    };
    is_word_of(&left, &right) || is_word_of(&right, &left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_near_and_another_word_is_not() {
        let names = ["Parser::parse", "Parser::reset", "connect", "parse_all"];
        let near = |wanted: &str| nearest(wanted, names.into_iter(), 3);
        assert_eq!(near("pasre"), ["Parser::parse"]);
        assert_eq!(near("parse"), ["Parser::parse", "parse_all"]);
        assert_eq!(near("Conect"), ["connect"]);
        assert!(near("zebra").is_empty());
        assert!(near("set").is_empty(), "a small part of `reset` is another word");
        assert!(near("").is_empty());
    }
}

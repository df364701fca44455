//! Suggests names for one that does not exist.

use crate::edit_distance_within;
use crate::words::tokenize;

/// The names most like `wanted`, best first; empty if none resembles it.
pub fn nearest<'a>(
    wanted: &str,
    names: impl Iterator<Item = &'a str>,
    limit: usize,
) -> Vec<String> {
    let sought = bare_of(wanted);
    let lower = sought.to_lowercase();
    let allowed = allowed_steps(lower.chars().count());
    let mut near: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let bare = bare_of(name);
            let bare_lower = bare.to_lowercase();
            let steps = edit_distance_within(&lower, &bare_lower, allowed);
            match steps.filter(|steps| *steps < 2 || is_slip(&lower, &bare_lower)) {
                Some(steps) => Some((steps, name)),
                // After all misspelt names; the shorter, the nearer.
                None if shares_word(sought, bare) => Some((allowed + bare.len(), name)),
                None => None,
            }
        })
        .collect();
    near.sort();
    near.dedup();
    // With a name one letter away, nobody means one three letters away.
    let least = near.first().map_or(0, |(steps, _)| *steps);
    near.retain(|(steps, _)| *steps == least || *steps > allowed);
    near.into_iter().take(limit).map(|(_, name)| name.to_owned()).collect()
}

/// Characters of a name in which two wrong letters make another word.
const SHORT_NAME: usize = 5;

/// Letters that may be wrong in a name of this length; two swapped letters count as two.
fn allowed_steps(n_chars: usize) -> usize {
    match n_chars {
        0..=2 => 0,
        3..=4 => 1,
        5..=8 => 2,
        _ => 3,
    }
}

/// Whether a name that differs by two letters is a misspelling; a short one is if only letters are swapped.
fn is_slip(wanted: &str, name: &str) -> bool {
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    wanted.chars().count() > SHORT_NAME || letters(wanted) == letters(name)
}

/// The last part of a qualified name.
fn bare_of(name: &str) -> &str {
    name.rsplit([':', '.', '#', ' ']).next().unwrap_or(name)
}

/// Whether `wanted` is a word of `name`, as `parse` is of `parse_all`, but not `get` of `budget`; or `name` is most of
/// `wanted`, as `parse` is of `parse_it`, but not `get` of `get_all_of_them`.
fn shares_word(wanted: &str, name: &str) -> bool {
    let (wanted, name) = (tokenize(wanted), tokenize(name));
    let (Some(whole), Some(whole_name)) = (wanted.first(), name.first()) else { return false };
    let is_part = whole.len() > 2 && name.contains(whole);
    let is_most = whole_name.len() * 2 >= whole.len() && wanted.contains(whole_name);
    is_part || is_most && whole_name.len() > 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_near_and_another_word_is_not() {
        let names = ["Parser::parse", "Parser::reset", "connect", "parse_all", "Operation::Zero"];
        let near = |wanted: &str| nearest(wanted, names.into_iter(), 3);
        assert_eq!(near("pasre"), ["Parser::parse"]);
        assert_eq!(near("parse"), ["Parser::parse", "parse_all"]);
        assert_eq!(near("Conect"), ["connect"]);
        assert!(near("zebra").is_empty());
        assert!(near("set").is_empty(), "a small part of `reset` is another word");
        assert!(near("").is_empty());
        assert_eq!(near("parse_it"), ["Parser::parse"]);
        assert!(near("parse_what_nobody_wrote").is_empty());
        assert!(near("rst").is_empty(), "two letters of three make another word");
    }
}

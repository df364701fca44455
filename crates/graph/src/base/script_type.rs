//! TypeScript unions and intersections.

use crate::base::written::split;

/// The types that `A | (B & C) | null` of TypeScript is made of, without those that have no members.
pub fn parts_of(text: &str) -> impl Iterator<Item = &str> {
    all_parts(text)
        .map(str::trim)
        .filter(|part| !matches!(*part, "" | "null" | "undefined" | "void"))
}

/// Whether a TypeScript type is computed from others: `T extends A ? B : C` and
/// `A["b"]`.
pub fn is_computed(text: &str) -> bool {
    let is_access = |(at, _): (usize, &str)| {
        let is_of_type =
            text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '>' || c == ']');
        is_of_type && !text[at + 1..].starts_with(']')
    };
    // `A[number]` is the element of another type, but `A[]` is an array.
    text.contains(" extends ") || text.match_indices('[').any(is_access)
}

/// A TypeScript type that was cut off, without its last part.
pub fn whole_parts(text: &str) -> &str {
    let n_cut_bytes = all_parts(text).last().map_or(0, str::len);
    text[..text.len() - n_cut_bytes].trim_end_matches(['|', '&', ' '])
}

fn all_parts(text: &str) -> impl Iterator<Item = &str> {
    split(text, '|').flat_map(|choice| split(choice, '&'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computed_type_is_not_one_of_its_parts() {
        let check = |text, expected| assert_eq!(is_computed(text), expected, "{text}");
        check("T extends Door ? Open : Shut", true);
        check("Door['handle']", true);
        check("Door<A>[number]", true);
        check("Door[]", false);
        check("Map<[A, B], Door[]>[]", false);
    }

    #[test]
    fn a_choice_falls_into_its_parts() {
        let check = |text, expected: &[&str]| {
            assert_eq!(parts_of(text).collect::<Vec<_>>(), expected, "{text}");
        };
        check("Door | null", &["Door"]);
        check(
            "Map<A | B, C> & { a: A | B } | undefined | D",
            &["Map<A | B, C>", "{ a: A | B }", "D"],
        );
        assert_eq!(whole_parts("A | B & { c: D | E"), "A | B");
    }
}

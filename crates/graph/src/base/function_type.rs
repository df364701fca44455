//! Splits function types of TypeScript into parameters and result: `(a: A, b?: B) => void`.

use crate::base::written::{find_end, inside, split};

/// Pairs of brackets around a type that are removed.
const MOST_BRACKETS: usize = 4;

/// The types of a TypeScript union, without brackets around each.
pub fn choices(text: &str) -> impl Iterator<Item = &str> {
    split(text, '|').map(without_brackets)
}

/// The type of a parameter of a TypeScript function type: `B` of `(a: A, b?: B) => void`, for place
/// 1. `None` if it is not a function type or has no such parameter.
pub fn type_of_parameter(function: &str, place: usize) -> Option<&str> {
    let (parameters, _) = inside_function(function)?;
    let mut parameters = split(parameters, ',').map(str::trim).filter(|parameter| {
        // `this` is not an argument, and a rest parameter has the type of all further ones together.
        !parameter.is_empty() && !parameter.starts_with("this:") && !parameter.starts_with("...")
    });
    let (_, written) = parameters.nth(place)?.split_once(':')?;
    Some(written.trim())
}

/// The result of a TypeScript function type: `B` of `(a: A) => B`. `None` if it is not a function type.
pub fn result_of(function: &str) -> Option<&str> {
    let (_, yielded) = inside_function(function)?;
    Some(yielded.trim())
}

/// The parameters and the result of a function type: the text in brackets before `=>`, after its type
/// parameters if it has some, and the text after `=>`.
fn inside_function(text: &str) -> Option<(&str, &str)> {
    let after_types = match text.strip_prefix('<') {
        Some(types) => types[find_end(types, '<', '>')? + 1..].trim_start(),
        None => text,
    };
    let parameters = after_types.starts_with('(').then(|| inside(after_types))?;
    let behind = after_types.get(parameters.len() + 2..)?;
    Some((parameters, behind.trim_start().strip_prefix("=>")?))
}

/// A type without the brackets around all of it.
fn without_brackets(text: &str) -> &str {
    let mut rest = text.trim();
    for _ in 0..MOST_BRACKETS {
        let inner = inside(rest);
        if !rest.starts_with('(') || inner.len() + 2 != rest.len() {
            break;
        }
        rest = inner.trim();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_type_says_the_types_of_its_parameters() {
        let check = |text, place, expected| {
            let mut functions = choices(text).filter_map(|choice| type_of_parameter(choice, place));
            assert_eq!(functions.next(), expected, "{text}");
        };
        check("(a: A, b?: B<C, D>) => void", 1, Some("B<C, D>"));
        check("Partial<Sink<T>> | ((this: X, value: T) => void) | null", 0, Some("T"));
        check("<T>(f: (a: A) => B, ...rest: C[]) => void", 0, Some("(a: A) => B"));
        check("(a: A, ...rest: C[]) => void", 1, None);
        check("(A | B)[]", 0, None);
        check("Sink", 0, None);
    }

    #[test]
    fn a_function_type_says_what_it_yields() {
        let check = |text, expected| assert_eq!(result_of(text), expected, "{text}");
        check("() => Column<T>[]", Some("Column<T>[]"));
        check("<T>(f: (a: A) => B) => C | null", Some("C | null"));
        check("(a: A) => (b: B) => C", Some("(b: B) => C"));
        check("Column[]", None);
    }
}

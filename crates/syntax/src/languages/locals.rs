//! Which nodes of a language declare local names, and which end their scope.
//!
//! The rows are beside a language's table and not in it: most of these nodes have a row there
//! for another reason. A language without rows has no locals.

mod braces;
mod go;
mod python;
mod rust;
mod script;

use rutter_domain::Language;

use crate::table::LocalRows;
use crate::walk::{Declare, LocalRule, Takes};

/// The rows of a language.
pub const fn local_rows(language: Language) -> LocalRows {
    match language {
        Language::Python => python::ROWS,
        Language::Go => go::ROWS,
        Language::Rust => rust::ROWS,
        Language::JavaScript => script::JAVASCRIPT_ROWS,
        Language::TypeScript | Language::Tsx => script::TYPESCRIPT_ROWS,
        Language::Java => braces::JAVA_ROWS,
        Language::C => braces::C_ROWS,
        Language::Cpp => braces::CPP_ROWS,
        Language::CSharp => braces::CSHARP_ROWS,
        Language::Kotlin => braces::KOTLIN_ROWS,
        _ => &[],
    }
}

/// Names in one field, and their type or value in others.
const fn declare(
    names: &'static str,
    written: &'static str,
    value: &'static str,
    takes: Takes,
) -> Declare {
    Declare { names, written, value, takes }
}

/// A parameter with its type.
const fn parameter(names: &'static str, written: &'static str) -> LocalRule {
    LocalRule::Declare(declare(names, written, "", Takes::Whole))
}

/// Methods that hand the elements of what they are called on to the function they are given, one after
/// the other.
const ITERATING: &[&str] = &[
    "all", "allMatch", "and_then", "any", "anyMatch", "every", "filter", "filterNotNull",
    "filter_map", "find", "findIndex", "find_map", "first", "flatMap", "flat_map", "forEach",
    "for_each", "ifPresent", "inspect", "is_none_or", "is_ok_and", "is_some_and", "map",
    "mapToInt", "map_while", "max_by_key", "min_by_key", "noneMatch", "partition", "position",
    "removeIf", "retain", "skip_while", "some", "sort_by_key", "sort_unstable_by_key", "sumOf",
    "take_while",
];

fn hands_elements(method: &str) -> bool {
    ITERATING.contains(&method)
}

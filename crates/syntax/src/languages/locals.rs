//! Which nodes of a language declare local names, and which end their scope.
//!
//! The rows stand beside a language's table and not in it: most of these nodes have a row there
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

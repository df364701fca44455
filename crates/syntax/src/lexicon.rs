//! Names with a meaning that a language or its tools gives them.
//!
//! Attributes without which code does the same, by language, speak to compilers, linters and editors. What
//! changes a contract or the way others may use a definition, such as `@Deprecated`, is not among them.

use rutter_domain::Symbol;

pub const RUST: &[&str] =
    &["allow", "cold", "deny", "doc", "expect", "forbid", "inline", "must_use", "skip", "warn"];
pub const PYTHON: &[&str] = &["final", "override"];
/// Kotlin and PHP have the same ones.
pub const JAVA: &[&str] = &[
    "FunctionalInterface", "Override", "SafeVarargs", "Suppress", "SuppressLint",
    "SuppressWarnings",
];
pub const SCALA: &[&str] = &["inline", "noinline", "nowarn", "SuppressWarnings", "tailrec"];
pub const SWIFT: &[&str] = &["discardableResult", "inlinable", "inline"];
pub const CSHARP: &[&str] =
    &["DebuggerDisplay", "DebuggerStepThrough", "ExcludeFromCodeCoverage", "SuppressMessage"];
/// C++ has the same ones.
pub const C: &[&str] = &[
    "always_inline", "cold", "hot", "likely", "maybe_unused", "nodiscard", "noinline", "unlikely",
    "unused", "warn_unused_result",
];
pub const HASKELL: &[&str] = &["INLINE", "INLINABLE", "NOINLINE", "SPECIALIZE"];

/// Whether a method is what runs when an object is called as a function is.
pub fn is_call_operator(method: &Symbol) -> bool {
    match method.name.as_str() {
        "__call__" | "__invoke" | "callAsFunction" | "operator()" => true,
        "invoke" => method.signature.split_whitespace().any(|word| word == "operator"),
        _ => false,
    }
}

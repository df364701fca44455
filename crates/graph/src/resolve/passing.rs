//! Methods of the standard libraries that hand on what they are called on.
//!
//! `self.pool.lock().unwrap()` is a `Pool`, and `users.iter().rev()` has the elements of `users`,
//! though neither method is in the repository.

use rutter_domain::Language;

/// What a method of an outside type yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// What its receiver holds; a receiver that holds nothing yields itself.
    Held,
    /// A container with the same elements.
    Same,
    /// An element of its receiver.
    Element,
    /// Something else.
    No,
}

/// Whether a method that a type does not define itself yields a value of that type: because it is
/// derived, or because what held the value was already taken away.
pub fn yields_itself(name: &str) -> bool {
    matches!(
        name,
        "__aenter__"
            | "__enter__"
            | "as_mut"
            | "as_ref"
            | "borrow"
            | "borrow_mut"
            | "by_ref"
            | "clone"
            | "context"
            | "expect"
            | "map_err"
            | "to_owned"
            | "unwrap"
            | "unwrap_or_else"
            | "with_context"
    )
}

pub fn passing(language: Language, name: &str) -> Passing {
    match language {
        Language::Rust => match name {
            "as_deref" | "as_deref_mut" | "as_mut" | "as_ref" | "borrow" | "borrow_mut"
            | "by_ref" | "clone" | "cloned" | "context" | "copied" | "deref" | "deref_mut"
            | "expect" | "get_or_init" | "get_or_insert_with" | "inspect_err" | "into_inner"
            | "load" | "lock" | "map_err" | "ok" | "ok_or" | "ok_or_else" | "or_else" | "read"
            | "take" | "to_owned" | "unwrap" | "unwrap_or" | "unwrap_or_default"
            | "unwrap_or_else" | "upgrade" | "with_context" | "write" => Passing::Held,
            "as_slice" | "chain" | "drain" | "enumerate" | "filter" | "into_iter"
            | "into_values" | "iter" | "iter_mut" | "peekable" | "rev" | "skip" | "skip_while"
            | "step_by" | "take_while" | "to_vec" | "values" | "values_mut" => Passing::Same,
            "back" | "back_mut" | "find" | "first" | "first_mut" | "front" | "front_mut"
            | "get" | "get_mut" | "last" | "last_mut" | "max_by_key" | "min_by_key" | "next"
            | "next_back" | "nth" | "peek" | "pop" | "pop_back" | "pop_front" | "remove"
            | "swap_remove" => Passing::Element,
            _ => Passing::No,
        },
        Language::Python => match name {
            "__enter__" | "__aenter__" | "unwrap" => Passing::Held,
            "copy" | "items" | "values" => Passing::Same,
            "get" | "pop" | "popleft" | "setdefault" => Passing::Element,
            _ => Passing::No,
        },
        Language::JavaScript | Language::TypeScript | Language::Tsx => match name {
            "concat" | "filter" | "reverse" | "slice" | "sort" | "values" => Passing::Same,
            "at" | "find" | "get" | "next" | "pop" | "shift" => Passing::Element,
            _ => Passing::No,
        },
        Language::Java | Language::Kotlin | Language::Scala => match name {
            "get" | "orElse" | "orElseGet" | "orElseThrow" => Passing::Element,
            "filter" | "iterator" | "limit" | "parallelStream" | "skip" | "sorted" | "stream"
            | "subList" | "values" => Passing::Same,
            "element" | "findAny" | "findFirst" | "first" | "getFirst" | "getLast"
            | "getOrDefault" | "last" | "next" | "peek" | "poll" | "pop" | "remove" => {
                Passing::Element
            }
            _ => Passing::No,
        },
        Language::Cpp => match name {
            "get" | "lock" | "value" => Passing::Held,
            "at" | "back" | "front" | "top" => Passing::Element,
            _ => Passing::No,
        },
        Language::CSharp => match name {
            "Where" | "OrderBy" | "ToList" | "ToArray" | "Reverse" => Passing::Same,
            "First" | "FirstOrDefault" | "Last" | "Single" | "SingleOrDefault" => Passing::Element,
            _ => Passing::No,
        },
        _ => Passing::No,
    }
}

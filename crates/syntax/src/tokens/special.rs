//! What formatters change that takes more than a node's kind to see.
//!
//! Each language has one function that is shown the nodes of its special kinds, with the nodes
//! around them. Start at [`treat`].

use rutter_domain::Language;
use tree_sitter::Node;

use super::literals::merged_strings;
use super::roles::{Roles, STRING};
use crate::freedom::Quotes;

/// How the tokens of a node are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Treatment {
    /// As its kind says.
    Plain,
    /// It does not count, with all that is in it.
    Skip,
    /// It is as if these words were not in it.
    Without(&'static [&'static str]),
    /// Only what is in it counts, without these words.
    Unwrap(&'static [&'static str]),
    /// It is one token that is hashed as this text.
    Whole(String),
    /// It is a blank that counts.
    Space,
    /// It may be a tuple.
    Tuple,
    /// Commas and semicolons separate what is in it alike, and may be left out.
    Unseparated,
    /// It belongs to the definition after it.
    Attribute,
    /// It belongs to the definition that it names.
    NamedAttribute,
}

/// Decides about a node of a special kind. `around` are the nodes it is in, innermost last, and
/// `n_before` is how many siblings before it count.
pub(super) fn treat<'a>(
    roles: &Roles,
    text: &str,
    node: Node<'_>,
    around: &dyn Fn(usize) -> &'a str,
    n_before: u32,
) -> Treatment {
    // language: what a formatter changes beyond kinds of nodes is a function for each
    match roles.language {
        Language::Python => treat_python(roles, text, node, around, n_before),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            treat_javascript(text, node, around)
        }
        Language::Rust => treat_rust(node, around),
        Language::Lua => treat_lua(node),
        Language::Php if around(0) == "object_creation_expression" && n_elements(node) == 0 => {
            Treatment::Skip
        }
        Language::Ruby => treat_ruby(text, node, around),
        Language::Elixir => treat_elixir(text, node),
        Language::C | Language::Cpp if node.kind() == "concatenated_string" => {
            merge(roles, text, node)
        }
        _ => Treatment::Plain,
    }
}

/// The children of a node, comments left out.
pub(super) fn children_of(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// How many named children a node has, comments left out.
pub(super) fn n_elements(node: Node<'_>) -> usize {
    children_of(node).iter().filter(|child| child.is_named()).count()
}

fn treat_python<'a>(
    roles: &Roles,
    text: &str,
    node: Node<'_>,
    around: &dyn Fn(usize) -> &'a str,
    n_before: u32,
) -> Treatment {
    const TUPLE_HOSTS: &[&str] = &[
        "return_statement", "delete_statement", "for_statement", "for_in_clause", "assignment",
        "augmented_assignment", "expression_statement", "yield",
    ];
    match node.kind() {
        "tuple" | "tuple_pattern" if TUPLE_HOSTS.contains(&around(0)) && n_elements(node) > 0 => {
            Treatment::Unwrap(&["(", ")"])
        }
        "with_clause" | "import_from_statement" => Treatment::Without(&["(", ")"]),
        "argument_list" if around(0) == "class_definition" && n_elements(node) == 0 => {
            Treatment::Skip
        }
        "expression_statement" => {
            let is_body = matches!(
                (around(0), around(1)),
                ("block", "function_definition" | "class_definition") | ("module", _)
            );
            let is_string =
                matches!(children_of(node).as_slice(), [child] if child.kind() == "string");
            // It is documentation, as a comment is elsewhere.
            let is_doc = is_body && is_string && n_before == 0;
            if is_doc { Treatment::Skip } else { Treatment::Plain }
        }
        "concatenated_string" => merge(roles, text, node),
        _ => Treatment::Plain,
    }
}

/// Strings side by side, as the one they make.
fn merge(roles: &Roles, text: &str, node: Node<'_>) -> Treatment {
    let literals: Option<Vec<&str>> = children_of(node)
        .iter()
        .map(|child| {
            let is_literal = roles.bits(child.kind_id()) & STRING != 0;
            is_literal.then(|| text.get(child.byte_range()).unwrap_or(""))
        })
        .collect();
    // An f-string holds code, which no text can stand for.
    let is_formatted = |literal: &&str| {
        let prefix = literal.trim_end_matches(|c| c != '"' && c != '\'');
        roles.quotes == Quotes::Python && prefix.starts_with(['f', 'F'])
    };
    match literals.filter(|literals| !literals.iter().any(is_formatted)) {
        Some(literals) => {
            merged_strings(roles.quotes, &literals).map_or(Treatment::Plain, Treatment::Whole)
        }
        None => Treatment::Plain,
    }
}

fn treat_javascript<'a>(
    text: &str,
    node: Node<'_>,
    around: &dyn Fn(usize) -> &'a str,
) -> Treatment {
    match node.kind() {
        "formal_parameters" if around(0) == "arrow_function" => {
            let children = children_of(node);
            let mut named = children.iter().filter(|child| child.is_named());
            let is_name = |child: &Node<'_>| match child.kind() {
                "identifier" => true,
                "required_parameter" => {
                    child.child_count() == 1
                        && child.child(0).is_some_and(|name| name.kind() == "identifier")
                }
                _ => false,
            };
            match (named.next(), named.next()) {
                (Some(only), None) if is_name(only) => Treatment::Unwrap(&["(", ")"]),
                _ => Treatment::Plain,
            }
        }
        "arguments" if around(0) == "new_expression" && n_elements(node) == 0 => Treatment::Skip,
        "jsx_expression" => match children_of(node).as_slice() {
            // It holds a comment.
            [_, _] => Treatment::Skip,
            [_, child, _] if child.kind() == "string" => {
                let literal = text.get(child.byte_range()).unwrap_or("");
                let content = literal.get(1..literal.len().saturating_sub(1)).unwrap_or("");
                if around(0) != "jsx_attribute" {
                    let is_blank = content == " ";
                    return if is_blank { Treatment::Space } else { Treatment::Plain };
                }
                if content.contains(['\\', '"', '\'', '&', '\n']) {
                    Treatment::Plain
                } else {
                    Treatment::Unwrap(&["{", "}"])
                }
            }
            _ => Treatment::Plain,
        },
        "union_type" | "intersection_type" => match children_of(node).as_slice() {
            [sign, _] if !sign.is_named() => Treatment::Unwrap(&["|", "&"]),
            _ => Treatment::Plain,
        },
        "interface_body" | "object_type" => Treatment::Unseparated,
        // As before a line that begins with a bracket, where semicolons are left out.
        "empty_statement" if matches!(around(0), "program" | "statement_block") => Treatment::Skip,
        _ => Treatment::Plain,
    }
}

fn treat_rust<'a>(node: Node<'_>, around: &dyn Fn(usize) -> &'a str) -> Treatment {
    match node.kind() {
        "block" if matches!(around(0), "closure_expression" | "match_arm") => {
            match children_of(node).as_slice() {
                // rustfmt adds and removes braces around a lone expression.
                [_, body, _] if is_expression(*body) => Treatment::Unwrap(&["{", "}"]),
                _ => Treatment::Plain,
            }
        }
        "expression_statement" => match children_of(node).as_slice() {
            [_] => Treatment::Unwrap(&[]),
            [first, ..] if is_exit(*first) => Treatment::Unwrap(&[";"]),
            _ => Treatment::Plain,
        },
        "match_arm" => Treatment::Without(&[","]),
        "or_pattern" => match children_of(node).as_slice() {
            [sign, _] if !sign.is_named() => Treatment::Unwrap(&["|"]),
            _ => Treatment::Plain,
        },
        "use_list" => match children_of(node).as_slice() {
            // `use a::{b}` becomes `use a::b`, but `use a::{self}` does not.
            [_, only, _] if only.kind() != "self" => Treatment::Unwrap(&["{", "}"]),
            _ => Treatment::Plain,
        },
        // Only the macro knows what a comma means to it; that of a call is as good as none.
        "token_tree" if !matches!(around(0), "macro_invocation" | "attribute") => Treatment::Tuple,
        _ => Treatment::Plain,
    }
}

/// Whether the only thing in a block is its value.
fn is_expression(node: Node<'_>) -> bool {
    let kind = node.kind();
    match kind {
        "expression_statement" => match children_of(node).as_slice() {
            [_] => true,
            [first, ..] => is_exit(*first),
            [] => false,
        },
        "let_declaration" | "empty_statement" | "macro_definition" => false,
        _ => node.is_named() && !kind.ends_with("_item") && !kind.ends_with("_declaration"),
    }
}

/// Whether what follows it is never reached, so that a semicolon after it means nothing.
fn is_exit(node: Node<'_>) -> bool {
    matches!(node.kind(), "return_expression" | "break_expression" | "continue_expression")
}

fn treat_lua(node: Node<'_>) -> Treatment {
    match node.kind() {
        "arguments" => match children_of(node).as_slice() {
            [_, only, _] if matches!(only.kind(), "string" | "table_constructor") => {
                Treatment::Unwrap(&["(", ")"])
            }
            _ => Treatment::Plain,
        },
        "empty_statement" => Treatment::Skip,
        _ => Treatment::Plain,
    }
}

fn treat_ruby<'a>(text: &str, node: Node<'_>, around: &dyn Fn(usize) -> &'a str) -> Treatment {
    match node.kind() {
        "then" => Treatment::Without(&["then"]),
        "do" if matches!(around(0), "while" | "until" | "for") => Treatment::Without(&["do"]),
        // `deprecate :name`
        "call" if matches!(around(0), "body_statement" | "program") => {
            let is_called = node.child_by_field_name("receiver").is_none()
                && node.child_by_field_name("block").is_none();
            let arguments = node.child_by_field_name("arguments").filter(|_| is_called);
            let names_one = |arguments: Node<'_>| {
                let first = children_of(arguments).into_iter().find(Node::is_named);
                first.is_some_and(|first| first.kind() == "simple_symbol")
            };
            let method = node.child_by_field_name("method");
            let method = method.and_then(|method| text.get(method.byte_range())).unwrap_or("");
            if arguments.is_some_and(names_one) && !method.starts_with("attr") {
                Treatment::NamedAttribute
            } else {
                Treatment::Plain
            }
        }
        _ => Treatment::Plain,
    }
}

fn treat_elixir(text: &str, node: Node<'_>) -> Treatment {
    const ATTRIBUTES: &[&str] =
        &["deprecated", "spec", "impl", "doc", "since", "decorate", "tag", "dialyzer", "typedoc"];
    let call = match children_of(node).as_slice() {
        [sign, call] if sign.kind() == "@" && call.kind() == "call" => *call,
        _ => return Treatment::Plain,
    };
    let target = call.child_by_field_name("target");
    let name = target.and_then(|target| text.get(target.byte_range())).unwrap_or("");
    let is_text = || {
        let arguments = children_of(call).into_iter().find(|child| child.kind() == "arguments");
        let first = arguments.and_then(|arguments| children_of(arguments).first().copied());
        first.is_some_and(|first| matches!(first.kind(), "string" | "sigil"))
    };
    match name {
        "doc" | "moduledoc" | "typedoc" if is_text() => Treatment::Skip,
        name if ATTRIBUTES.contains(&name) => Treatment::Attribute,
        _ => Treatment::Plain,
    }
}

//! Local names of Rust.

use tree_sitter::Node;

use super::{declare, parameter};
use crate::table::LocalRows;
use crate::walk::{LocalRule, Source, Takes, Walk};

pub const ROWS: LocalRows = &[
    ("function_item", LocalRule::Scope),
    ("function_signature_item", LocalRule::Scope),
    ("closure_expression", LocalRule::Scope),
    ("block", LocalRule::Scope),
    ("if_expression", LocalRule::Scope),
    ("while_expression", LocalRule::Scope),
    ("match_arm", LocalRule::ScopeAndHook(read_arm)),
    ("parameter", parameter("pattern", "type")),
    ("closure_parameters", LocalRule::Hook(read_closure_parameters)),
    ("let_declaration", LocalRule::Declare(declare("pattern", "type", "value", Takes::Whole))),
    ("let_condition", LocalRule::Declare(declare("pattern", "", "value", Takes::Whole))),
    (
        "for_expression",
        LocalRule::ScopeAndDeclare(declare("pattern", "", "value", Takes::Elements)),
    ),
    ("match_expression", LocalRule::ScopeAndHook(read_match)),
];

/// Parameters without a type; those with one have a row of their own.
fn read_closure_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        if child.kind() != "parameter" {
            walk.declare(child, Source::Unknown);
        }
    }
}

fn read_match<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(value) = node.child_by_field_name("value") {
        walk.set_subject(value);
    }
}

/// The pattern of an arm takes the value that is matched, or parts of it.
fn read_arm<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let source = walk.subject().map_or(Source::Unknown, |value| Source::Value(value, Takes::Whole));
    // A guard stands beside the pattern.
    let pattern = node.child_by_field_name("pattern").and_then(|pattern| pattern.named_child(0));
    if let Some(pattern) = pattern {
        walk.declare(pattern, source);
    }
}

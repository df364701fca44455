//! Local names in Python. Their scope is the whole function, whatever block assigns them.

use tree_sitter::Node;

use super::{declare, parameter};
use crate::table::LocalRows;
use crate::walk::{LocalRule, Source, Takes, Walk};

pub const ROWS: LocalRows = &[
    ("function_definition lambda", LocalRule::Scope),
    ("parameters lambda_parameters", LocalRule::Hook(read_parameters)),
    ("typed_parameter", parameter("", "type")),
    ("typed_default_parameter", parameter("name", "type")),
    ("default_parameter", parameter("name", "")),
    ("assignment", LocalRule::Hook(read_assignment)),
    ("named_expression", LocalRule::Declare(declare("name", "", "value", Takes::Whole))),
    ("for_statement", LocalRule::Declare(declare("left", "", "right", Takes::Elements))),
    ("for_in_clause", LocalRule::Declare(declare("left", "", "right", Takes::Elements))),
    ("with_item", LocalRule::Hook(read_with)),
    ("except_clause", LocalRule::Hook(read_except)),
];

/// Parameters that are names alone; those with more have rows of their own.
fn read_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        if matches!(child.kind(), "identifier" | "list_splat_pattern" | "dictionary_splat_pattern")
        {
            walk.declare(child, Source::Unknown);
        }
    }
}

fn read_assignment<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let field = |name| node.child_by_field_name(name);
    let Some(left) = field("left") else { return };
    let source = match (field("type"), field("right")) {
        (Some(written), _) => Source::Written(written),
        (None, Some(right)) => Source::Value(right, Takes::Whole),
        (None, None) => return,
    };
    match left.kind() {
        "attribute" => {
            let object = left.child_by_field_name("object").map(|object| walk.text_of(object));
            let member = left.child_by_field_name("attribute");
            if let (Some("self" | "cls"), Some(member)) = (object, member) {
                walk.declare_member(member, source);
            }
        }
        // `names[0] = x` declares nothing.
        "subscript" => {}
        _ => walk.declare(left, source),
    }
}

fn read_with<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(pattern) = node.child_by_field_name("value") else { return };
    if let (Some(value), Some(alias)) =
        (pattern.named_child(0), pattern.child_by_field_name("alias"))
    {
        walk.declare(alias, Source::Value(value, Takes::Entered));
    }
}

/// `except E as e`; one of several types is not known.
fn read_except<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(pattern) = node.child_by_field_name("value") else { return };
    let Some(alias) = pattern.child_by_field_name("alias") else { return };
    let raised = pattern.named_child(0).filter(|raised| raised.kind() != "tuple");
    walk.declare(alias, raised.map_or(Source::Unknown, Source::Written));
}

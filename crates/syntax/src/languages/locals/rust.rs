//! Local names in Rust.

use tree_sitter::Node;

use super::{declare, hands_elements, parameter};
use crate::table::LocalRows;
use crate::walk::{LocalRule, Source, Takes, Walk, fields};

/// Maximum number of types of a tuple to examine.
const MOST_PLACES: usize = 6;
/// Maximum number of parameters for types to examine.
const MOST_PARAMETERS: usize = 32;

pub const ROWS: LocalRows = &[
    ("function_item function_signature_item closure_expression block", LocalRule::Scope),
    ("if_expression while_expression", LocalRule::Scope),
    ("match_arm", LocalRule::ScopeAndHook(read_arm)),
    ("parameter", parameter("pattern", "type")),
    ("closure_parameters", LocalRule::Hook(read_closure_parameters)),
    ("call_expression", LocalRule::Hook(read_call)),
    ("ordered_field_declaration_list", LocalRule::Hook(read_places)),
    ("let_declaration", LocalRule::Declare(declare("pattern", "type", "value", Takes::Whole))),
    ("let_condition", LocalRule::Declare(declare("pattern", "", "value", Takes::Whole))),
    (
        "for_expression",
        LocalRule::ScopeAndDeclare(declare("pattern", "", "value", Takes::Elements)),
    ),
    ("match_expression", LocalRule::ScopeAndHook(read_match)),
    ("impl_item", LocalRule::Hook(read_impl)),
    ("type_parameters", LocalRule::Hook(read_type_parameters)),
    ("where_predicate", LocalRule::Hook(read_predicate)),
    ("associated_type", LocalRule::Hook(read_associated_type)),
];

/// The type of an `impl` block, with its arguments.
fn read_impl<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(written) = node.child_by_field_name("type") {
        // Inside of the block `Self` is another word for the type.
        walk.declare_type_parameter("Self", Source::Written(written));
    }
}

/// `<T: Read + Send, const N: usize>`
fn read_type_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let parameters: Vec<_> = node.named_children(&mut cursor).take(MOST_PARAMETERS).collect();
    for parameter in parameters {
        if matches!(parameter.kind(), "type_parameter" | "const_parameter")
            && let Some(name) = parameter.child_by_field_name("name")
        {
            let bounds = parameter.child_by_field_name("bounds");
            let name = walk.text_of(name);
            walk.declare_type_parameter(name, bounds.map_or(Source::Unknown, Source::Written));
        }
    }
}

/// `where T: Read + Send`
fn read_predicate<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some((left, bounds)) = fields(node, "left", "bounds")
        && left.kind() == "type_identifier"
    {
        walk.declare_type_parameter(walk.text_of(left), Source::Written(bounds));
    }
}

/// `type Item: Display;` in a trait
fn read_associated_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some((name, bounds)) = fields(node, "name", "bounds") {
        walk.declare_type_parameter(walk.text_of(name), Source::Written(bounds));
    }
}

/// Parameters without a type; those with one have a row of their own.
fn read_closure_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let first = walk.source_of_handed(node);
    for (index, child) in node.named_children(&mut cursor).enumerate() {
        if child.kind() != "parameter" {
            walk.declare(child, if index == 0 { first } else { Source::Unknown });
        }
    }
}

/// `items.iter().map(|item| …)`
fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let method = walk.child(node, "function");
    let Some(method) = method.filter(|method| method.kind() == "field_expression") else { return };
    let (Some(receiver), Some(name)) = (walk.child(method, "value"), walk.child(method, "field"))
    else {
        return;
    };
    let argument = walk.child(node, "arguments").and_then(|list| list.named_child(0));
    let closure = argument.filter(|argument| argument.kind() == "closure_expression");
    let parameters = closure.and_then(|closure| walk.child(closure, "parameters"));
    if let Some(parameters) = parameters.filter(|_| hands_elements(walk.text_of(name))) {
        walk.hand_elements(parameters, receiver);
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
    // A guard is a sibling of the pattern.
    let pattern = node.child_by_field_name("pattern").and_then(|pattern| pattern.named_child(0));
    if let Some(pattern) = pattern {
        walk.declare(pattern, source);
    }
}

/// `struct Meters(f64)`, `Circle(Point, f64)`
fn read_places<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let types: Vec<_> =
        node.children_by_field_name("type", &mut cursor).take(MOST_PLACES).collect();
    for (index, written) in types.into_iter().enumerate() {
        walk.declare_place(index, written);
    }
}

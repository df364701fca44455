//! Local names in Go.

use tree_sitter::Node;

use super::parameter;
use crate::table::LocalRows;
use crate::walk::{LocalRule, Source, Takes, Walk, fields};

/// Maximum number of names that one statement may declare.
const MOST_NAMES: u32 = 50;

pub const ROWS: LocalRows = &[
    ("package_clause", LocalRule::Hook(read_package)),
    ("function_declaration method_declaration func_literal block if_statement", LocalRule::Scope),
    ("for_statement expression_switch_statement expression_case", LocalRule::Scope),
    ("communication_case default_case", LocalRule::Scope),
    ("type_switch_statement", LocalRule::ScopeAndHook(read_type_switch)),
    ("type_case", LocalRule::ScopeAndHook(read_type_case)),
    ("parameter_declaration", parameter("name", "type")),
    ("variadic_parameter_declaration", LocalRule::Hook(read_variadic)),
    ("short_var_declaration", LocalRule::Hook(read_short)),
    ("var_spec", LocalRule::Hook(read_var)),
    ("range_clause", LocalRule::Hook(read_range)),
    ("receive_statement", LocalRule::Hook(read_receive)),
];

/// `package main`
fn read_package<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.named_child(0) {
        walk.declare_package(name);
    }
}

/// Inside its function the parameter is a list.
fn read_variadic<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.declare(name, Source::Variadic(node));
    }
}

/// One value for each name, or one call for all of them, of which the first takes what counts.
fn read_short<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some((left, right)) = fields(node, "left", "right") else { return };
    declare_each(walk, left, None, Some(right));
}

fn read_var<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let written = node.child_by_field_name("type");
    let value = node.child_by_field_name("value");
    let mut cursor = node.walk();
    let names = node.children_by_field_name("name", &mut cursor).filter(Node::is_named);
    for (index, name) in (0..MOST_NAMES).zip(names) {
        let source = source_of(written, value, index);
        walk.declare(name, source);
    }
}

fn declare_each<'t>(
    walk: &mut Walk<'t>,
    names: Node<'t>,
    written: Option<Node<'t>>,
    values: Option<Node<'t>>,
) {
    for index in 0..(names.named_child_count() as u32).min(MOST_NAMES) {
        if let Some(name) = names.named_child(index) {
            walk.declare(name, source_of(written, values, index));
        }
    }
}

fn source_of<'t>(written: Option<Node<'t>>, values: Option<Node<'t>>, index: u32) -> Source<'t> {
    match (written, values) {
        (Some(written), _) => Source::Written(written),
        (None, Some(values)) => match values.named_child(index) {
            Some(value) => Source::Value(value, Takes::Whole),
            None => match values.named_child(0) {
                Some(value) if values.named_child_count() == 1 => {
                    // One call for several names yields as many results.
                    Source::Value(value, Takes::Result(index as u8))
                }
                Some(_) | None => Source::Unknown,
            },
        },
        (None, None) => Source::Unknown,
    }
}

/// The second name of a loop takes the elements; a lone one takes the index.
fn read_range<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some((left, right)) = fields(node, "left", "right") else { return };
    for index in 0..left.named_child_count() as u32 {
        let source = match index {
            // `for i, door := range doors`: the first name is the index.
            1 => Source::Value(right, Takes::Elements),
            _ => Source::Unknown,
        };
        if let Some(name) = left.named_child(index) {
            walk.declare(name, source);
        }
    }
}

fn read_receive<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(left) = node.child_by_field_name("left") else { return };
    let channel = node.child_by_field_name("right").and_then(|right| right.named_child(0));
    for index in 0..left.named_child_count() as u32 {
        let source = match (index, channel) {
            (0, Some(channel)) => Source::Value(channel, Takes::Elements),
            (_, _) => Source::Unknown,
        };
        if let Some(name) = left.named_child(index) {
            walk.declare(name, source);
        }
    }
}

fn read_type_switch<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("alias").and_then(|list| list.named_child(0)) {
        walk.set_subject(name);
    }
}

/// `switch x := y.(type)`: in a case of one type, the name has that type.
fn read_type_case<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = walk.subject() else { return };
    let mut cursor = node.walk();
    let mut types = node.children_by_field_name("type", &mut cursor).filter(Node::is_named);
    let source = match (types.next(), types.next()) {
        (Some(only), None) => Source::Written(only),
        (_, _) => Source::Unknown,
    };
    drop(types);
    walk.declare_from(name, source, node.start_position().row as u32);
}

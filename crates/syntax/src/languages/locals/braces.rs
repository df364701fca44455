//! Local names in Java, C, C++, C# and Kotlin, which declare them in much the same way.

use tree_sitter::Node;

use super::{declare, hands_elements, parameter};
use crate::table::LocalRows;
use crate::walk::{LocalRule, Source, Takes, Walk, child_of_kind, fields};

/// Maximum number of names that one statement may declare.
const MOST_NAMES: usize = 50;

pub const JAVA_ROWS: LocalRows = &[
    ("method_declaration constructor_declaration", LocalRule::Scope),
    ("compact_constructor_declaration block constructor_body for_statement", LocalRule::Scope),
    ("try_with_resources_statement catch_clause switch_rule", LocalRule::Scope),
    ("switch_block_statement_group", LocalRule::Scope),
    (
        "enhanced_for_statement",
        LocalRule::ScopeAndDeclare(declare("name", "type", "value", Takes::Elements)),
    ),
    ("lambda_expression", LocalRule::ScopeAndHook(read_lambda)),
    ("method_invocation", LocalRule::Hook(read_java_call)),
    ("formal_parameter", parameter("name", "type")),
    ("spread_parameter", LocalRule::Hook(read_spread)),
    ("catch_formal_parameter", LocalRule::Hook(read_catch)),
    ("resource", LocalRule::Declare(declare("name", "type", "value", Takes::Whole))),
    ("instanceof_expression", parameter("name", "right")),
    ("type_pattern", LocalRule::Hook(read_type_pattern)),
    ("local_variable_declaration", LocalRule::Hook(read_variables)),
];

pub const C_ROWS: LocalRows = &[
    ("function_definition compound_statement for_statement", LocalRule::Scope),
    ("parameter_declaration declaration", LocalRule::Hook(read_declarators)),
];

pub const CPP_ROWS: LocalRows = &[
    ("function_definition compound_statement for_statement if_statement", LocalRule::Scope),
    ("while_statement catch_clause lambda_expression", LocalRule::Scope),
    (
        "for_range_loop",
        LocalRule::ScopeAndDeclare(declare("declarator", "type", "right", Takes::Elements)),
    ),
    ("parameter_declaration optional_parameter_declaration", LocalRule::Hook(read_declarators)),
    ("declaration", LocalRule::Hook(read_declarators)),
];

pub const CSHARP_ROWS: LocalRows = &[
    ("method_declaration constructor_declaration local_function_statement", LocalRule::Scope),
    ("accessor_declaration block for_statement using_statement catch_clause", LocalRule::Scope),
    ("switch_section", LocalRule::Scope),
    (
        "foreach_statement",
        LocalRule::ScopeAndDeclare(declare("left", "type", "right", Takes::Elements)),
    ),
    ("lambda_expression", LocalRule::ScopeAndHook(read_lambda)),
    ("parameter catch_declaration declaration_pattern", parameter("name", "type")),
    ("declaration_expression", parameter("name", "type")),
    ("variable_declaration", LocalRule::Hook(read_variables)),
];

pub const KOTLIN_ROWS: LocalRows = &[
    ("function_declaration secondary_constructor anonymous_function block", LocalRule::Scope),
    ("lambda_literal", LocalRule::Scope),
    ("for_statement", LocalRule::ScopeAndHook(read_kotlin_loop)),
    ("catch_block", LocalRule::ScopeAndHook(read_kotlin_typed)),
    ("parameter", LocalRule::Hook(read_kotlin_typed)),
    ("lambda_parameters", LocalRule::Hook(read_kotlin_parameters)),
    ("property_declaration", LocalRule::Hook(read_kotlin_property)),
];

/// The parameters of a lambda that have no type.
fn read_lambda<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(parameters) = node.child_by_field_name("parameters") else { return };
    let first = walk.source_of_handed(parameters);
    if matches!(parameters.kind(), "identifier" | "implicit_parameter") {
        return walk.declare_name(parameters, first);
    }
    let mut cursor = parameters.walk();
    for (index, child) in parameters.named_children(&mut cursor).enumerate() {
        if child.kind() == "identifier" {
            walk.declare_name(child, if index == 0 { first } else { Source::Unknown });
        }
    }
}

/// `items.forEach(item -> …)`
fn read_java_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some((receiver, name)) = fields(node, "object", "name") else { return };
    let argument = node.child_by_field_name("arguments").and_then(|list| list.named_child(0));
    let lambda = argument.filter(|argument| argument.kind() == "lambda_expression");
    let parameters = lambda.and_then(|lambda| lambda.child_by_field_name("parameters"));
    if let Some(parameters) = parameters.filter(|_| hands_elements(walk.text_of(name))) {
        walk.hand_elements(parameters, receiver);
    }
}

fn read_spread<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let declarator = child_of_kind(node, "variable_declarator");
    if let Some(name) = declarator.and_then(|declarator| declarator.child_by_field_name("name")) {
        walk.declare_name(name, Source::Variadic(node));
    }
}

/// `catch (A | B e)` leaves the type open.
fn read_catch<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let caught = child_of_kind(node, "catch_type");
    // Of several types none is sure.
    let only = caught.filter(|caught| caught.named_child_count() == 1);
    walk.declare_name(name, only.map_or(Source::Unknown, Source::Written));
}

fn read_type_pattern<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let (Some(written), Some(name)) = (node.named_child(0), node.named_child(1)) {
        walk.declare_name(name, Source::Written(written));
    }
}

/// A type, and declarators that may each have a value.
fn read_variables<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let written = node.child_by_field_name("type");
    // `var` stands for the type of the value.
    let written = written.filter(|written| walk.text_of(*written) != "var");
    let mut cursor = node.walk();
    let declarators = node.named_children(&mut cursor);
    let declarators = declarators.filter(|child| child.kind() == "variable_declarator");
    for declarator in declarators.take(MOST_NAMES).collect::<Vec<_>>() {
        let Some(name) = declarator.child_by_field_name("name") else { continue };
        let value = declarator.child_by_field_name("value").or_else(|| declarator.named_child(1));
        let source = match (written, value) {
            (Some(written), _) => Source::Written(written),
            (None, Some(value)) => Source::Value(value, Takes::Whole),
            (None, None) => Source::Unknown,
        };
        walk.declare_name(name, source);
    }
}

/// A type, and declarators as C writes them.
fn read_declarators<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(written) = walk.child(node, "type") else { return };
    // `auto` stands for the type of the value.
    let is_inferred = walk.text_of(written) == "auto";
    let mut cursor = node.walk();
    let declarators = node.children_by_field_name("declarator", &mut cursor).take(MOST_NAMES);
    for declarator in declarators.collect::<Vec<_>>() {
        let value = walk.child(declarator, "value");
        let value = value.or_else(|| walk.child(node, "value"));
        let source = match value {
            Some(value) if is_inferred => Source::Value(value, Takes::Whole),
            None if is_inferred => Source::Unknown,
            Some(_) | None => Source::Written(written),
        };
        walk.declare(declarator, source);
    }
}

/// `name: Type`, in the order of the children.
fn read_kotlin_typed<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let (Some(name), written) = (node.named_child(0), node.named_child(1)) {
        let written = written.filter(|written| written.kind().ends_with("_type"));
        walk.declare_name(name, written.map_or(Source::Unknown, Source::Written));
    }
}

fn read_kotlin_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for parameter in node.named_children(&mut cursor).take(MOST_NAMES).collect::<Vec<_>>() {
        match parameter.kind() {
            "variable_declaration" => read_kotlin_typed(walk, parameter),
            _ => walk.declare(parameter, Source::Unknown),
        }
    }
}

fn read_kotlin_loop<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let (Some(pattern), Some(value)) = (node.named_child(0), node.named_child(1)) else { return };
    match (pattern.kind(), pattern.named_child(0), pattern.named_child(1)) {
        ("variable_declaration", Some(name), None) => {
            walk.declare_name(name, Source::Value(value, Takes::Elements));
        }
        ("variable_declaration", _, _) => read_kotlin_typed(walk, pattern),
        (_, _, _) => walk.declare(pattern, Source::Unknown),
    }
}

fn read_kotlin_property<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor).collect::<Vec<_>>().into_iter();
    let is_pattern = |child: &Node<'t>| {
        matches!(child.kind(), "variable_declaration" | "multi_variable_declaration")
    };
    let Some(pattern) = children.find(is_pattern) else { return };
    let value = children.next();
    match (pattern.kind(), pattern.named_child(0), pattern.named_child(1), value) {
        ("variable_declaration", Some(name), None, Some(value)) => {
            walk.declare_name(name, Source::Value(value, Takes::Whole));
        }
        ("variable_declaration", _, _, _) => read_kotlin_typed(walk, pattern),
        (_, _, _, _) => walk.declare(pattern, Source::Unknown),
    }
}

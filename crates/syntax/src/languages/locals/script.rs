//! Local names in JavaScript and TypeScript.

use tree_sitter::Node;

use super::{declare, hands_elements, parameter};
use crate::table::LocalRows;
use crate::walk::{LocalRule, Source, Takes, Walk, fields};

pub const JAVASCRIPT_ROWS: LocalRows = &[
    ("function_declaration generator_function_declaration function_expression", LocalRule::Scope),
    ("generator_function method_definition statement_block for_statement", LocalRule::Scope),
    ("switch_body", LocalRule::Scope),
    ("arrow_function", LocalRule::ScopeAndHook(read_arrow)),
    ("call_expression", LocalRule::Hook(read_call)),
    ("for_in_statement", LocalRule::ScopeAndHook(read_loop)),
    ("catch_clause", LocalRule::ScopeAndDeclare(declare("parameter", "", "", Takes::Whole))),
    ("formal_parameters", LocalRule::Hook(read_parameters)),
    ("variable_declarator", LocalRule::Declare(declare("name", "", "value", Takes::Whole))),
    ("assignment_expression", LocalRule::Hook(read_assignment)),
    ("return_statement", LocalRule::Hook(read_return)),
];

pub const TYPESCRIPT_ROWS: LocalRows = &[
    ("function_declaration generator_function_declaration", LocalRule::ScopeAndHook(read_function)),
    ("function_expression method_definition", LocalRule::ScopeAndHook(read_function)),
    ("generator_function statement_block for_statement switch_body", LocalRule::Scope),
    ("function_signature method_signature", LocalRule::Hook(read_function)),
    ("abstract_method_signature", LocalRule::Hook(read_function)),
    ("call_signature", LocalRule::Hook(|walk, node| walk.declare_called_parameters(node))),
    ("arrow_function", LocalRule::ScopeAndHook(read_typed_arrow)),
    ("call_expression", LocalRule::Hook(read_typed_call)),
    ("new_expression", LocalRule::Hook(|walk, node| walk.hand_arguments(node))),
    ("for_in_statement", LocalRule::ScopeAndHook(read_loop)),
    ("catch_clause", LocalRule::ScopeAndDeclare(declare("parameter", "", "", Takes::Whole))),
    ("required_parameter", LocalRule::Hook(read_parameter)),
    ("optional_parameter", parameter("pattern", "type")),
    ("variable_declarator", LocalRule::Hook(read_declarator)),
    ("public_field_definition", LocalRule::Hook(|walk, node| walk.hand_by_annotation(node))),
    ("assignment_expression", LocalRule::Hook(read_assignment)),
    ("return_statement", LocalRule::Hook(read_return)),
    ("type_parameter", LocalRule::Hook(read_type_parameter)),
];

/// JavaScript parameters, which have no types.
fn read_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        let source = walk.source_of_handed(child);
        walk.declare(child, source);
    }
}

/// A TypeScript parameter with or without a type.
fn read_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(pattern) = node.child_by_field_name("pattern") else { return };
    let source = match node.child_by_field_name("type") {
        Some(written) => Source::Written(written),
        None => walk.source_of_handed(node),
    };
    walk.declare(pattern, source);
}

/// A TypeScript variable, whose type may give the parameters of its function their types.
fn read_declarator<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.hand_by_annotation(node);
    let Some(name) = node.child_by_field_name("name") else { return };
    let source = match (node.child_by_field_name("type"), node.child_by_field_name("value")) {
        (Some(written), _) => Source::Written(written),
        (None, Some(value)) => Source::Value(value, Takes::Whole),
        (None, None) => Source::Unknown,
    };
    walk.declare(name, source);
}

/// A parameter without brackets.
fn read_arrow<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(parameter) = node.child_by_field_name("parameter") {
        let source = walk.source_of_handed(parameter);
        walk.declare(parameter, source);
    }
    walk.declare_returned_body(node);
}

fn read_return<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(value) = node.named_child(0) {
        walk.declare_returned(value);
    }
}

/// `T extends Door` has the members of `Door`.
fn read_type_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let constraint = node.child_by_field_name("constraint");
    let bound = constraint.and_then(|constraint| constraint.named_child(0));
    if let (Some(name), Some(bound)) = (node.child_by_field_name("name"), bound) {
        walk.declare_type_parameter(walk.text_of(name), Source::Written(bound));
    }
}

/// A TypeScript function, whose parameter types say what callbacks passed to it take.
fn read_function<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.declare_parameter_types(node);
}

fn read_typed_arrow<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    read_arrow(walk, node);
    walk.declare_parameter_types(node);
}

/// `retry(door => …)`, besides what every JavaScript call has.
fn read_typed_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.hand_arguments(node);
    read_call(walk, node);
}

/// `items.map(item => …)`
fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let method = node.child_by_field_name("function");
    let Some(method) = method.filter(|method| method.kind() == "member_expression") else { return };
    let Some((receiver, name)) = fields(method, "object", "property") else { return };
    let argument = node.child_by_field_name("arguments").and_then(|list| list.named_child(0));
    let place = match walk.text_of(name) {
        // The first parameter is the result so far.
        "reduce" | "reduceRight" => 1,
        name if hands_elements(name) => 0,
        _ => return,
    };
    let Some(function) = argument else { return };
    let parameters = function.child_by_field_name("parameters");
    // Without brackets there is one parameter, in a field of its own.
    let only = function.child_by_field_name("parameter").filter(|_| place == 0);
    let parameter =
        only.or_else(|| parameters.and_then(|parameters| parameters.named_child(place)));
    if let Some(parameter) = parameter {
        walk.hand_elements(parameter, receiver);
    }
}

/// `for (const x of xs)`; `in` yields keys.
fn read_loop<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(left) = node.child_by_field_name("left") else { return };
    let operator = node.child_by_field_name("operator").map(|operator| walk.text_of(operator));
    let source = match (operator, node.child_by_field_name("right")) {
        (Some("of"), Some(right)) => Source::Value(right, Takes::Elements),
        (_, _) => Source::Unknown,
    };
    // Without `const`, `let` or `var` the loop assigns a variable that there is.
    if node.child_by_field_name("kind").is_some() {
        walk.declare(left, source);
    }
}

/// A member of the own object, or the first value of a variable.
fn read_assignment<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some((left, right)) = fields(node, "left", "right") else { return };
    match left.kind() {
        "identifier" => walk.assign_name(left, right),
        "member_expression" => {
            let object = left.child_by_field_name("object").map(|object| walk.text_of(object));
            if let (Some("this"), Some(member)) = (object, left.child_by_field_name("property")) {
                walk.declare_member(member, Source::Value(right, Takes::Whole));
            }
        }
        _ => {}
    }
}

//! Attributes of an Elixir module: its documentation, types, callbacks and constants.

use rutter_domain::text::truncate;
use rutter_domain::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::{operator_of, refer_to_alias};
use crate::comments;
use crate::walk::{Walk, child_of_kind};

/// Attributes that speak to the compiler or to a library.
const META: &[&str] = &[
    "moduledoc", "compile", "before_compile", "after_compile", "external_resource", "enforce_keys",
    "derive", "dialyzer", "on_load", "on_definition", "vsn", "file", "tag", "moduletag",
    "describetag", "optional_callbacks", "fallback_to_any", "shortdoc",
];
/// How many statements of a module its documentation is looked for in.
const MOST_STATEMENTS: usize = 8;
/// How far before a definition its documentation may begin.
const LONGEST_PREFIX_BYTES: usize = 200_000;

/// Reads `@name value`, which sets an attribute, and `@name`, which reads it.
pub fn read<'t>(walk: &mut Walk<'t>, node: Node<'t>, operand: Node<'t>) {
    if operand.kind() == "identifier" {
        return walk.add_reference(ReferenceKind::Read, operand);
    }
    if operand.kind() != "call" {
        return;
    }
    let Some(target) = operand.child_by_field_name("target") else { return };
    let Some(value) = child_of_kind(operand, "arguments").and_then(|list| list.named_child(0))
    else {
        return;
    };
    walk.claim(target);
    match walk.text_of(target) {
        "doc" | "typedoc" | "impl" | "deprecated" | "since" => walk.open_prefix(node),
        // The name in a spec is that of the function below, not a use of it.
        "spec" => {
            walk.open_prefix(node);
            if let Some(name) = declared_name(value) {
                walk.claim(name);
            }
        }
        "type" | "typep" | "opaque" => open_declared(walk, node, value, SymbolKind::TypeAlias),
        "callback" | "macrocallback" => open_declared(walk, node, value, SymbolKind::Method),
        "behaviour" => refer_to_alias(walk, ReferenceKind::Implements, value),
        name if is_constant(node, name) && !walk.is_in_function() && walk.is_first(name) => {
            let head_end = if value.end_position().row > node.start_position().row {
                target.end_byte()
            } else {
                node.end_byte()
            };
            walk.open_as(node, SymbolKind::Constant, name, head_end);
        }
        _ => {}
    }
}

fn open_declared<'t>(walk: &mut Walk<'t>, node: Node<'t>, value: Node<'t>, kind: SymbolKind) {
    let Some(name) = declared_name(value) else { return };
    walk.open(node, name, kind, node.end_byte());
    let mut declared = value;
    while matches!(operator_of(declared), "when" | "::") {
        match declared.child_by_field_name("left") {
            Some(left) => declared = left,
            None => return,
        }
    }
    if kind == SymbolKind::TypeAlias
        && let Some(parameters) = child_of_kind(declared, "arguments")
    {
        let mut cursor = parameters.walk();
        for parameter in parameters.named_children(&mut cursor) {
            walk.type_parameter(parameter);
        }
    }
}

/// The name of a type or function before `::`.
fn declared_name<'t>(value: Node<'t>) -> Option<Node<'t>> {
    let mut declared = value;
    while matches!(operator_of(declared), "when" | "::") {
        declared = declared.child_by_field_name("left")?;
    }
    match declared.kind() {
        "call" => declared.child_by_field_name("target"),
        "identifier" => Some(declared),
        _ => None,
    }
}

/// Whether what looks like a call here names a type.
pub fn is_in_type<'t>(walk: &Walk<'t>) -> bool {
    walk.is_in_prefix()
        || walk.container_node_kind() == "unary_operator"
            && walk.container_kind() != Some(SymbolKind::Constant)
}

/// The name of an attribute.
pub fn name_of<'t>(walk: &Walk<'t>, node: Node<'t>) -> &'t str {
    let operand = node.child_by_field_name("operand");
    let target = operand.and_then(|operand| operand.child_by_field_name("target"));
    target.map_or("", |target| walk.text_of(target))
}

/// Whether an attribute of this name holds a value of the module's own.
pub fn is_constant(node: Node<'_>, name: &str) -> bool {
    let is_known = matches!(name, "type" | "typep" | "opaque" | "callback" | "macrocallback");
    node.kind() == "unary_operator" && !is_known && !META.contains(&name)
}

/// The documentation of a definition: `@moduledoc` in a module, `@doc` or `@typedoc` before others.
pub fn find_doc<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    let word = node.child_by_field_name("target").map_or("", |target| walk.text_of(target));
    if !matches!(word, "defmodule" | "defprotocol" | "defimpl") {
        // A module has its documentation inside, anything else in an attribute before it.
        let prefix = walk.prefix_of(node);
        let least = prefix.len().saturating_sub(LONGEST_PREFIX_BYTES);
        let prefix = &prefix[prefix.ceil_char_boundary(least)..];
        let at = prefix.rfind("@doc ").or_else(|| prefix.rfind("@typedoc "))?;
        return unquote(prefix.get(at..)?);
    }
    let body = child_of_kind(node, "do_block")?;
    let mut cursor = body.walk();
    let attribute = body.named_children(&mut cursor).take(MOST_STATEMENTS).find(|statement| {
        statement.kind() == "unary_operator" && name_of(walk, *statement) == "moduledoc"
    })?;
    unquote(walk.text_of(attribute))
}

/// The words of the string that an attribute holds.
fn unquote(attribute: &str) -> Option<String> {
    let (_, rest) = attribute.split_once(' ')?;
    let rest = rest.trim_start().trim_start_matches(['~', 's', 'S', '(']);
    let content = match rest.strip_prefix("\"\"\"") {
        Some(block) => block.split("\"\"\"").next()?,
        None => rest.strip_prefix('"')?.split('"').next()?,
    };
    let indent = content.rsplit('\n').next().map_or(0, |last| last.len());
    let mut lines = String::with_capacity(content.len());
    for line in truncate(content, 8_000).lines() {
        let n_blanks = line.len() - line.trim_start().len();
        lines.push_str(line.get(n_blanks.min(indent)..).unwrap_or(line));
        lines.push('\n');
    }
    comments::doc_of(&lines)
}

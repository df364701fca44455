//! Names that are given by assignment: variables, members, exports and keys of objects.

use rutter_domain::SymbolKind;
use tree_sitter::Node;

use super::{is_function, modules};
use crate::walk::{Definition, Walk, fields, head_end};

/// Maximum number of nodes of a pattern to examine.
const MOST_PARTS: usize = 100;

/// A variable, or a function or class by the name of a variable. Inside functions only the latter.
pub fn read_declarator<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let value = node.child_by_field_name("value");
    let Some(name) = node.child_by_field_name("name") else { return };
    if value.is_some_and(|value| modules::read_require(walk, name, value)) {
        return;
    }
    let mut wrappers = walk.wrappers();
    let is_constant = wrappers.next().is_some_and(|node| walk.text_of(node).starts_with("const"));
    // The variable of a loop at the top of a file is of no use to others.
    let is_counter = wrappers.any(|wrapper| wrapper.kind() == "for_statement");
    drop(wrappers);
    let kind = match value.map(|value| value.kind()) {
        Some(kind) if is_function(kind) => SymbolKind::Function,
        Some("class") => SymbolKind::Class,
        _ if walk.is_in_function() || is_counter => return,
        _ if is_constant => SymbolKind::Constant,
        _ => SymbolKind::Variable,
    };
    match name.kind() {
        "identifier" => walk.open(node, name, kind, value_head_end(node, value)),
        "object_pattern" | "array_pattern" => open_parts(walk, name, kind),
        _ => {}
    }
}

/// Opens a symbol for each name that a pattern takes out of a value: `const { keys: getKeys } = Object`.
fn open_parts<'t>(walk: &mut Walk<'t>, pattern: Node<'t>, kind: SymbolKind) {
    let mut nodes = vec![pattern];
    for _ in 0..MOST_PARTS {
        let Some(node) = nodes.pop() else { return };
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                walk.open(node, node, kind, node.end_byte());
            }
            "pair_pattern" => nodes.extend(node.child_by_field_name("value")),
            "assignment_pattern" | "object_assignment_pattern" => {
                nodes.extend(node.child_by_field_name("left"));
            }
            "object_pattern" | "array_pattern" | "rest_pattern" => {
                let mut cursor = node.walk();
                let first = nodes.len();
                nodes.extend(node.named_children(&mut cursor).take(MOST_PARTS));
                nodes[first..].reverse();
            }
            _ => {}
        }
    }
}

/// A function as a value in an object.
pub fn read_pair<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let value = node.child_by_field_name("value").filter(|value| is_function(value.kind()));
    let key = node.child_by_field_name("key");
    let key = key.filter(|key| matches!(key.kind(), "property_identifier" | "string"));
    if let (Some(key), Some(value)) = (key, value) {
        let head_end = head_end(value, &["body"]);
        walk.open(node, key, SymbolKind::Method, head_end);
    }
}

/// `module.exports = …`, `exports.name = …`, `Class.prototype.name = …` and `Class.name = …`.
pub fn read_assignment<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some((left, right)) = fields(node, "left", "right") else { return };
    if left.kind() != "member_expression" {
        return;
    }
    let Some((object, property)) = fields(left, "object", "property") else { return };
    let name = walk.text_of(property);
    let head_end = value_head_end(node, Some(right));
    let kind = match right.kind() {
        kind if is_function(kind) => SymbolKind::Function,
        "class" => SymbolKind::Class,
        _ => SymbolKind::Variable,
    };
    let definition = match walk.text_of(object) {
        "module" if name == "exports" => {
            return read_module_exports(walk, node, right, kind, head_end);
        }
        // `exports.open = open` defines nothing new.
        "exports" | "module.exports" if walk.text_of(right) == name => {
            walk.exported.push(name);
            return;
        }
        "exports" | "module.exports" => {
            Definition { kind, name: name.into(), owner: None, head_end }
        }
        "this" if kind == SymbolKind::Variable => {
            if walk.makes_fields()
                && matches!(property.kind(), "property_identifier" | "private_property_identifier")
                && let Some(class) = walk.class_of_this()
            {
                walk.define_own_field(class, node, left, property);
            }
            return;
        }
        // A value set in passing does not define a member.
        _ if kind == SymbolKind::Variable && name != "prototype" => return,
        // Nobody would look for a longer expression by name.
        owner if owner.len() > 80 || !owner.starts_with(|c: char| c.is_alphabetic()) => return,
        // A field that holds a function is declared where its type is.
        "this" if walk.class_of_this().is_some_and(|class| walk.declares(class, name)) => return,
        "this" => {
            let is_in_class = matches!(
                walk.container_kind(),
                Some(SymbolKind::Constructor | SymbolKind::Method | SymbolKind::Property)
            );
            let outer = walk.outer_name().filter(|_| is_in_class);
            let owner = outer.map(|owner| owner.to_string().into());
            let kind = if kind == SymbolKind::Function { SymbolKind::Method } else { kind };
            Definition { kind, name: name.into(), owner, head_end }
        }
        owner if owner.starts_with("this.") => return,
        // A member of a value is declared where its type is.
        owner if walk.has_written_type(owner) => return,
        owner => {
            // A method of the prototype is one of all objects of the class.
            let owner = owner.trim_end_matches(".prototype");
            let kind = if kind == SymbolKind::Function { SymbolKind::Method } else { kind };
            Definition { kind, name: name.into(), owner: Some(owner.into()), head_end }
        }
    };
    walk.claim(property);
    walk.open_named(node, definition);
}

fn read_module_exports<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    right: Node<'t>,
    kind: SymbolKind,
    head_end: usize,
) {
    match right.kind() {
        "identifier" => {
            let name = walk.text_of(right);
            walk.exported.push_renamed("default", name);
        }
        "object" => {
            let mut cursor = right.walk();
            for member in right.named_children(&mut cursor) {
                let value = member.child_by_field_name("value").unwrap_or(member);
                if matches!(value.kind(), "identifier" | "shorthand_property_identifier") {
                    let name = walk.text_of(value);
                    let key = member.child_by_field_name("key").unwrap_or(value);
                    walk.exported.push_renamed(walk.text_of(key), name);
                }
            }
            walk.open_as(node, kind, "exports", head_end);
        }
        _ if kind == SymbolKind::Variable => {}
        _ => {
            let name = right.child_by_field_name("name").map_or("exports", |n| walk.text_of(n));
            walk.open_as(node, kind, name, head_end);
        }
    }
}

/// Where the head of an assignment ends: at the body of a function or class, before an object or
/// array of several lines, or with the assignment.
fn value_head_end(node: Node<'_>, value: Option<Node<'_>>) -> usize {
    let Some(value) = value else { return node.end_byte() };
    match value.kind() {
        kind if is_function(kind) || kind == "class" => head_end(value, &["body"]),
        "object" | "array" if value.start_position().row < value.end_position().row => {
            value.start_byte()
        }
        _ => node.end_byte(),
    }
}

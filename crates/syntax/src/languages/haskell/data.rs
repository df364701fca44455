//! Types that a Haskell module declares: `data`, `newtype`, `type` and their families.

use rutter_domain::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::{bare_name, claim_name, end_before};
use crate::walk::{Walk, child_of_kind};

pub fn open_data<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name").or_else(|| infix_name(node)) else { return };
    walk.type_end = walk.type_end.max(node.end_byte());
    let constructors = node.child_by_field_name("constructors");
    let n_constructors = constructors.map_or(0, |list| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor)
            .filter(|child| child.kind().ends_with("constructor"))
            .count()
    });
    // Haskell has one word for both.
    let kind = if n_constructors > 1 { SymbolKind::Enum } else { SymbolKind::Struct };
    let body = constructors.or(node.child_by_field_name("constructor"));
    let head_end = match body {
        Some(body) if n_constructors > 1 || spans_lines(node) => end_before(node, body),
        Some(_) | None => node.end_byte(),
    };
    open_as(walk, node, name, kind, head_end);
}

/// The operator that a declaration such as `data a :+: b` defines.
fn infix_name<'t>(node: Node<'t>) -> Option<Node<'t>> {
    child_of_kind(node, "infix")?.child_by_field_name("operator")
}

fn spans_lines(node: Node<'_>) -> bool {
    node.start_position().row < node.end_position().row
}

fn open_as<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    name: Node<'t>,
    kind: SymbolKind,
    head_end: usize,
) {
    claim_name(walk, name);
    walk.open_as(node, kind, bare_name(walk, name), head_end);
}

pub fn open_constructor<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let field = |name| node.child_by_field_name(name);
    let kind = SymbolKind::EnumMember;
    if let Some(names) = field("names") {
        let mut cursor = names.walk();
        for name in names.named_children(&mut cursor).take(100) {
            open_as(walk, node, name, kind, node.end_byte());
        }
        return;
    }
    let inner = field("constructor");
    let name = field("name").or_else(|| inner?.child_by_field_name("name"));
    let name = name.or_else(|| inner?.child_by_field_name("operator"));
    if let Some(name) = name {
        open_as(walk, node, name, kind, node.end_byte());
    }
}

/// A field of a record that is declared, not one that is set or matched.
pub fn open_field<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    // Setting and matching a field is the same node kind.
    if walk.container_kind() != Some(SymbolKind::EnumMember) {
        return;
    }
    let mut cursor = node.walk();
    for (index, name) in node.children_by_field_name("name", &mut cursor).take(50).enumerate() {
        open_as(walk, node, name, SymbolKind::Field, node.end_byte());
        if index > 0 {
            walk.share_doc();
        }
    }
}

/// Each class that is derived is taken on.
pub fn read_deriving<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if node.named_child_count() == 0 {
        return;
    }
    match node.child_by_field_name("classes") {
        Some(classes) if matches!(classes.kind(), "tuple" | "parens") => {
            walk.add_references(ReferenceKind::Implements, classes);
        }
        Some(class) => walk.add_reference(ReferenceKind::Implements, class),
        None => {}
    }
}

pub fn open_alias<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.type_end = walk.type_end.max(node.end_byte());
    let Some(name) = node.child_by_field_name("name").or_else(|| infix_name(node)) else { return };
    let equations = node.child_by_field_name("closed_family");
    let head_end = equations.map_or(node.end_byte(), |equations| end_before(node, equations));
    open_as(walk, node, name, SymbolKind::TypeAlias, head_end);
}

/// The left side of a family's equation names the family once more.
pub fn read_family_equation<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.claim(name);
    }
}

pub fn skip_names<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.type_end = walk.type_end.max(node.end_byte());
    if let Some(name) = node.child_by_field_name("name") {
        walk.claim(name);
    }
}

//! What a Haskell module exports and imports.
//!
//! The export list stands before the definitions, so it is known when a symbol is made.
//! `T (..)` and `T (A, b)` are kept with their members, beside the name `T`.

use rutter_domain::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::bare_name;
use crate::walk::{Definition, Walk};

/// Kept for a list that is there, so that an empty one is not taken for none.
const LIST: &str = "()";

pub fn read_header<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(module) = node.child_by_field_name("module") {
        walk.open_rest(node, module, SymbolKind::Module);
    }
    if let Some(exports) = node.child_by_field_name("exports") {
        walk.exported.push(LIST);
        let mut cursor = exports.walk();
        for export in exports.named_children(&mut cursor) {
            read_export(walk, export);
        }
    }
    walk.mute();
}

fn read_export<'t>(walk: &mut Walk<'t>, export: Node<'t>) {
    if let Some(name) = exported_name(walk, export) {
        walk.exported.push(name);
    }
    let module = export.child_by_field_name("module").map(|module| walk.text_of(module));
    if let Some(module) = module {
        walk.exported.push(module);
    }
    if export.child_by_field_name("children").is_some()
        && let Some((owner, names)) = walk.text_of(export).split_once('(')
    {
        let names = names.split(|c: char| c == ',' || c == ')' || c.is_whitespace());
        for name in names.filter(|name| !name.is_empty()) {
            walk.exported.push_member(owner.trim_end(), name);
        }
    }
}

/// The name in an item of an export or import list.
fn exported_name<'t>(walk: &Walk<'t>, item: Node<'t>) -> Option<&'t str> {
    let field = |name| item.child_by_field_name(name);
    let name = field("type").or(field("variable")).or(field("operator"))?;
    let name = name.child_by_field_name("id").unwrap_or(name);
    Some(bare_name(walk, name))
}

pub fn visibility<'t>(walk: &Walk<'t>, _: Node<'t>, definition: &Definition<'t>) -> Visibility {
    let is_listed = |name: &str| walk.exported.contains(name);
    let is_public = match definition.kind {
        // A module without a list exports all that it defines.
        _ if walk.exported.is_empty() => true,
        SymbolKind::Module | SymbolKind::Implementation => true,
        SymbolKind::Method if walk.container_kind() == Some(SymbolKind::Implementation) => true,
        // `T (A, B)` names constructors only behind their type.
        SymbolKind::EnumMember => exports_with(walk, walk.container_name(), &definition.name),
        SymbolKind::Method => {
            is_listed(&definition.name)
                || exports_with(walk, walk.container_name(), &definition.name)
        }
        SymbolKind::Field => {
            let owner = walk.outer_name().map_or("", |name| name.rsplit('.').next().unwrap_or(""));
            is_listed(&definition.name) || exports_with(walk, owner, &definition.name)
        }
        _ => is_listed(&definition.name) || is_listed(walk.container_name()),
    };
    if is_public { Visibility::Public } else { Visibility::Private }
}

/// Whether the list has `owner (..)` or `owner (name)`.
fn exports_with(walk: &Walk<'_>, owner: &str, name: &str) -> bool {
    walk.exported.contains_member(owner, "..") || walk.exported.contains_member(owner, name)
}

pub fn read_import<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let field = |name| node.child_by_field_name(name);
    let Some(module) = field("module").map(|module| walk.text_of(module)) else { return };
    walk.mute();
    let alias = field("alias").map(|alias| walk.text_of(alias));
    let (mut is_qualified, mut is_hiding) = (false, false);
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        is_qualified |= child.kind() == "qualified";
        is_hiding |= child.kind() == "hiding";
    }
    match field("names").filter(|_| !is_hiding) {
        Some(names) => {
            if alias.is_some() {
                walk.import(module, None, alias, node);
            }
            import_names(walk, module, names);
        }
        // A qualified import brings in no bare names.
        None if is_qualified => walk.import(module, None, alias, node),
        None => {
            walk.import(module, None, None, node);
            if alias.is_some() {
                walk.import(module, None, alias, node);
            }
        }
    }
}

fn import_names<'t>(walk: &mut Walk<'t>, module: &str, names: Node<'t>) {
    let mut cursor = names.walk();
    for item in names.named_children(&mut cursor) {
        if let Some(name) = exported_name(walk, item) {
            walk.import(module, Some(name), None, item);
        }
        let Some(children) = item.child_by_field_name("children") else { continue };
        let mut cursor = children.walk();
        for element in children.named_children(&mut cursor) {
            if element.kind() != "all_names" {
                walk.import(module, Some(bare_name(walk, element)), None, element);
            }
        }
    }
}

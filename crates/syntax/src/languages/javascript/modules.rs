//! Imports and exports, of both module systems.

use rutter_domain::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::{is_function, unquote};
use crate::rules::{Head, Role};
use crate::walk::{Walk, head_end};

pub fn read_import<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let mut cursor = node.walk();
    let parts: Vec<_> = node.named_children(&mut cursor).collect();
    let require = parts.iter().find(|part| part.kind() == "import_require_clause");
    let source = require.unwrap_or(&node).child_by_field_name("source");
    let Some(module) = source.map(|source| unquote(walk.text_of(source))) else { return };
    if let Some(name) = require.and_then(|require| require.named_child(0)) {
        walk.import(module, None, Some(walk.text_of(name)), node);
        return;
    }
    let Some(clause) = parts.iter().find(|part| part.kind() == "import_clause") else {
        walk.import(module, None, None, node);
        return;
    };
    for part in clause.named_children(&mut cursor) {
        match part.kind() {
            "identifier" => {
                walk.import(module, Some("default"), Some(walk.text_of(part)), part);
            }
            "namespace_import" => {
                let name = part.named_child(0).map(|name| walk.text_of(name));
                walk.import(module, None, name, part);
            }
            _ => import_specifiers(walk, module, part),
        }
    }
}

/// An export of something defined here, of names, or of what another module has.
pub fn read_export<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(source) = node.child_by_field_name("source") {
        walk.mute();
        read_export_from(walk, node, unquote(walk.text_of(source)));
        return;
    }
    let mut cursor = node.walk();
    for clause in node.named_children(&mut cursor) {
        match clause.kind() {
            "export_clause" => {
                let mut cursor = clause.walk();
                for specifier in clause.named_children(&mut cursor) {
                    if let Some(name) = specifier.child_by_field_name("name") {
                        let alias = specifier.child_by_field_name("alias").unwrap_or(name);
                        walk.exported.push_renamed(walk.text_of(alias), walk.text_of(name));
                        walk.add_bare(name, Role::Read);
                    }
                }
            }
            // `export default x`, and TypeScript's `export = x`, which is imported alike.
            "identifier" => walk.exported.push_renamed("default", walk.text_of(clause)),
            _ => {}
        }
    }
    read_default_declaration(walk, node);
    match node.child_by_field_name("value") {
        Some(value) => open_default(walk, node, value),
        None => walk.wrap(node, Head::Drop),
    }
}

/// `export default function f() {}`: what is declared has a name of its own.
fn read_default_declaration<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let is_default = node.children(&mut cursor).any(|part| part.kind() == "default");
    let declared = ["declaration", "value"].iter().find_map(|part| node.child_by_field_name(part));
    let name = declared.and_then(|declared| declared.child_by_field_name("name"));
    if let Some(name) = name.filter(|_| is_default) {
        walk.exported.push_renamed("default", walk.text_of(name));
    }
}

/// A default export without a name is called `default`.
fn open_default<'t>(walk: &mut Walk<'t>, node: Node<'t>, value: Node<'t>) {
    let (kind, head_end) = match value.kind() {
        kind if is_function(kind) => (SymbolKind::Function, head_end(value, &["body"])),
        "class" => (SymbolKind::Class, head_end(value, &["body"])),
        "object" => (SymbolKind::Variable, value.start_byte()),
        _ => return,
    };
    let name = value.child_by_field_name("name").map_or("default", |name| walk.text_of(name));
    walk.open_as(node, kind, name, head_end);
}

fn read_export_from<'t>(walk: &mut Walk<'t>, node: Node<'t>, module: &str) {
    let mut cursor = node.walk();
    // Re-exported names are offered by this file although it does not define them.
    walk.passes_on = true;
    for part in node.children(&mut cursor) {
        match part.kind() {
            "*" => walk.import(module, Some("*"), None, node),
            "namespace_export" => {
                let name = part.named_child(0).map(|name| walk.text_of(name));
                walk.import(module, None, name, node);
            }
            "export_clause" => import_specifiers(walk, module, part),
            _ => {}
        }
    }
    walk.passes_on = false;
}

/// The names in braces.
fn import_specifiers<'t>(walk: &mut Walk<'t>, module: &str, node: Node<'t>) {
    let mut cursor = node.walk();
    for specifier in node.named_children(&mut cursor) {
        let alias = specifier.child_by_field_name("alias").map(|alias| walk.text_of(alias));
        if let Some(name) = specifier.child_by_field_name("name") {
            walk.import(module, Some(walk.text_of(name)), alias, specifier);
        }
    }
}

/// A call, or an import that is written as one.
pub fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(function) = node.child_by_field_name("function") else { return };
    if matches!(walk.text_of(function), "require" | "import") {
        // A declaration with `require` has imported it already, under its name.
        let is_new = walk.claim(function);
        if let Some(module) = required_module(walk, node).filter(|_| is_new) {
            walk.import(module, None, None, node);
        }
    } else {
        walk.add_reference(ReferenceKind::Call, function);
    }
}

/// Reads `name = require("module")`, with a pattern for a name or a member of the module as well;
/// says whether it was one.
pub fn read_require<'t>(walk: &mut Walk<'t>, name: Node<'t>, value: Node<'t>) -> bool {
    let is_member = value.kind() == "member_expression";
    let call = if is_member { value.child_by_field_name("object") } else { Some(value) };
    let Some(call) = call.filter(|call| call.kind() == "call_expression") else { return false };
    let Some(function) = call.child_by_field_name("function") else { return false };
    if walk.text_of(function) != "require" {
        return false;
    }
    let Some(module) = required_module(walk, call) else { return false };
    walk.claim(function);
    let member = value.child_by_field_name("property").map(|member| walk.text_of(member));
    match name.kind() {
        "object_pattern" => {
            let mut cursor = name.walk();
            for part in name.named_children(&mut cursor) {
                let field = |field| part.child_by_field_name(field).map(|n| walk.text_of(n));
                let taken = field("key").unwrap_or_else(|| walk.text_of(part));
                let alias = field("value");
                walk.claim(part);
                walk.import(module, Some(taken), alias, part);
            }
        }
        _ => walk.import(module, member, Some(walk.text_of(name)), name),
    }
    true
}

fn required_module<'t>(walk: &Walk<'t>, call: Node<'t>) -> Option<&'t str> {
    let arguments = call.child_by_field_name("arguments")?;
    let module = arguments.named_child(0).filter(|module| module.kind() == "string")?;
    Some(unquote(walk.text_of(module)))
}

//! Declarations of C and C++: functions, variables, fields and types.
//!
//! One declaration may name several things and define the type of all of them. They stand side by
//! side; the type comes last, so that its members are in it.

use rutter_domain::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::declarators::{Declared, Form, find_declared, naming_macro, split_name};
use super::macros::{definition_by_macro, is_macro_name};
use crate::walk::{Definition, Walk, fields, head_end_before, head_end_with};

/// Maximum number of names that one declaration may define.
const MOST_NAMES: usize = 50;
/// Maximum number of words before a declarator.
const MOST_SPECIFIERS: usize = 10;

pub fn open_function<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let declarator = node.child_by_field_name("declarator");
    let Some(declared) = declarator.and_then(|declarator| find_declared(declarator)) else {
        return walk.open_function();
    };
    let head_end = function_head_end(node);
    let (name, owner) = split_name(walk, declared.name);
    let has_type = node.child_by_field_name("type").is_some();
    if declared.form != Form::Function {
        // A macro between `struct` and its name makes it look like this, too.
        if !open_by_macro(walk, node, head_end) {
            walk.open_function();
        }
        return;
    }
    walk.claim(declared.name);
    if let Some(naming) = declarator.and_then(|outer| naming_macro(&declared, outer)) {
        let kind = SymbolKind::Function;
        walk.open_named(node, Definition { kind, name, owner, head_end });
        return walk.add_reference(ReferenceKind::Call, naming);
    }
    if !has_type && owner.is_none() && is_macro_name(&name) && !is_in_class(walk) {
        let parameters = declarator.and_then(|outer| outer.child_by_field_name("parameters"));
        let arguments = parameters.map_or("", |parameters| walk.text_of(parameters));
        if let Some(definition) = definition_by_macro(&name, arguments, head_end) {
            walk.open_named(node, definition);
            return walk.add_reference_to(ReferenceKind::Call, &name, None, declared.name);
        }
    }
    if is_friend(walk) {
        return walk.open_beside(node, declared.name, SymbolKind::Function, head_end);
    }
    let kind = function_kind(walk, has_type, &name, owner.as_deref());
    walk.open_named(node, Definition { kind, name, owner, head_end });
}

/// `START_TEST(name) {` looks like a type and a name in brackets.
fn open_by_macro<'t>(walk: &mut Walk<'t>, node: Node<'t>, head_end: usize) -> bool {
    let Some((macro_name, declarator)) = fields(node, "type", "declarator") else { return false };
    let name = walk.text_of(macro_name);
    if declarator.kind() != "parenthesized_declarator" || !is_macro_name(name) {
        return false;
    }
    let arguments = walk.text_of(declarator);
    let Some(definition) = definition_by_macro(name, arguments, head_end) else { return false };
    walk.open_named(node, definition);
    walk.add_reference(ReferenceKind::Call, macro_name);
    true
}

/// Prototypes and variables; inside functions both are local.
pub fn open_declaration<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.is_in_function() {
        return;
    }
    let is_friend = is_friend(walk);
    open_declarators(walk, node, |walk, declared, declarator| {
        let (name, owner) = split_name(walk, declared.name);
        // A macro before `struct base *f();` makes its first word look like a name.
        if matches!(&*name, "struct" | "union" | "enum" | "const") {
            return;
        }
        let type_node = node.child_by_field_name("type");
        // The friend is declared in the class without being a member of it.
        if is_friend && declared.form == Form::Function {
            return;
        }
        walk.claim(declared.name);
        let kind = match declared.form {
            Form::Function => function_kind(walk, type_node.is_some(), &name, owner.as_deref()),
            Form::Value if is_constant(walk, node) => SymbolKind::Constant,
            Form::Value | Form::Pointer if owner.is_some() || is_in_class(walk) => {
                SymbolKind::Field
            }
            Form::Value | Form::Pointer => SymbolKind::Variable,
        };
        let value = declarator.child_by_field_name("value");
        let head_end = value_head_end(node, type_node, value);
        walk.open_named(node, Definition { kind, name, owner, head_end });
        if let Some(naming) = naming_macro(&declared, declarator) {
            walk.add_reference(ReferenceKind::Call, naming);
        }
        // `static DEFINE_MUTEX(lock);`
        if declarator.kind() == "parenthesized_declarator"
            && let Some(type_node) = type_node
            && is_macro_name(walk.text_of(type_node))
        {
            walk.add_reference(ReferenceKind::Call, type_node);
        }
    });
}

pub fn open_fields<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    open_declarators(walk, node, |walk, declared, _| {
        walk.claim(declared.name);
        let (name, owner) = split_name(walk, declared.name);
        let type_node = node.child_by_field_name("type");
        let kind = match declared.form {
            Form::Function => function_kind(walk, type_node.is_some(), &name, owner.as_deref()),
            Form::Value if is_static(walk, node) && is_constant(walk, node) => SymbolKind::Constant,
            Form::Value | Form::Pointer => SymbolKind::Field,
        };
        let value = node.child_by_field_name("default_value");
        let head_end = value_head_end(node, type_node, value);
        walk.open_named(node, Definition { kind, name, owner, head_end });
    });
}

/// A struct without a name is named by the first plain name of its typedef.
pub fn open_typedef<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let type_node = node.child_by_field_name("type");
    let body = type_node.and_then(|type_node| type_node.child_by_field_name("body"));
    let tag = type_node.and_then(|type_node| type_node.child_by_field_name("name"));
    let mut cursor = node.walk();
    let mut named_by = None;
    let mut n_opened = 0;
    for declarator in node.children_by_field_name("declarator", &mut cursor).take(MOST_NAMES) {
        let Some(declared) = find_declared(declarator) else { continue };
        if body.is_some() && tag.is_none() && named_by.is_none() && declared.name == declarator {
            named_by = Some(declarator);
            continue;
        }
        let is_tag = |tag: Node<'t>| walk.text_of(tag) == walk.text_of(declared.name);
        if body.is_some() && tag.is_some_and(is_tag) {
            walk.claim(declared.name);
            continue;
        }
        walk.open(
            node,
            declared.name,
            SymbolKind::TypeAlias,
            value_head_end(node, type_node, None),
        );
        n_opened += 1;
        if n_opened > 1 {
            walk.share_doc();
        }
    }
    let (Some(type_node), Some(body)) = (type_node, body) else { return };
    if let Some(name) = tag.or(named_by) {
        walk.open(node, name, tag_kind(type_node), body.start_byte());
        if n_opened > 0 {
            walk.share_doc();
        }
    }
}

/// A struct, union, enum or class with a body, unless its declaration has made a symbol of it.
pub fn open_tag<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(body) = node.child_by_field_name("body") else { return };
    let Some(name) = node.child_by_field_name("name") else { return };
    let last = super::declarators::last_of_path(name);
    if !walk.claim(last) {
        return;
    }
    let (name, owner) = split_name(walk, name);
    let definition = Definition { kind: tag_kind(node), name, owner, head_end: body.start_byte() };
    walk.open_named(node, definition);
}

/// Whether a declaration is `static`.
pub fn is_static<'t>(walk: &Walk<'t>, node: Node<'t>) -> bool {
    has_word(walk, node, "storage_class_specifier", &["static"])
}

/// Whether the symbol around the current node has members.
pub fn is_in_class(walk: &Walk<'_>) -> bool {
    matches!(
        walk.container_kind(),
        Some(SymbolKind::Class | SymbolKind::Struct | SymbolKind::Union)
    )
}

/// Whether the current node is declared a friend of the class around it.
pub fn is_friend(walk: &Walk<'_>) -> bool {
    walk.wrappers().any(|wrapper| wrapper.kind() == "friend_declaration")
}

fn open_declarators<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    open: impl Fn(&mut Walk<'t>, Declared<'t>, Node<'t>),
) {
    let mut cursor = node.walk();
    let mut n_opened = 0;
    for declarator in node.children_by_field_name("declarator", &mut cursor).take(MOST_NAMES) {
        if let Some(declared) = find_declared(declarator) {
            open(walk, declared, declarator);
            n_opened += 1;
            if n_opened > 1 {
                walk.share_doc();
            }
        }
    }
    if n_opened == 0 {
        return;
    }
    // The type is defined beside its first variables, and named here before it is reached.
    if let Some(type_node) = node.child_by_field_name("type")
        && let Some(body) = type_node.child_by_field_name("body")
        && let Some(name) = type_node.child_by_field_name("name")
    {
        walk.open(node, name, tag_kind(type_node), body.start_byte());
        walk.share_doc();
    }
}

fn function_kind(walk: &Walk<'_>, has_type: bool, name: &str, owner: Option<&str>) -> SymbolKind {
    if owner.is_none() && (!is_in_class(walk) || is_friend(walk)) {
        return SymbolKind::Function;
    }
    let class = owner.unwrap_or_else(|| walk.container_name());
    let class = class.rsplit("::").next().unwrap_or(class);
    // A macro before a type looks like the type, so that a method may seem to have none.
    let is_constructor = !has_type && class.split('<').next() == Some(name);
    if is_constructor { SymbolKind::Constructor } else { SymbolKind::Method }
}

fn tag_kind(node: Node<'_>) -> SymbolKind {
    match node.kind() {
        "struct_specifier" => SymbolKind::Struct,
        "union_specifier" => SymbolKind::Union,
        "enum_specifier" => SymbolKind::Enum,
        _ => SymbolKind::Class,
    }
}

/// Where a function's body starts, or what a constructor sets before it.
fn function_head_end(node: Node<'_>) -> usize {
    let mut cursor = node.walk();
    let end = node.named_children(&mut cursor).find(|child| {
        matches!(child.kind(), "field_initializer_list" | "compound_statement" | "try_statement")
    });
    head_end_before(node, end)
}

/// A body or a value that goes over several lines is left out of the signature.
fn value_head_end(node: Node<'_>, type_node: Option<Node<'_>>, value: Option<Node<'_>>) -> usize {
    let body = type_node.and_then(|type_node| type_node.child_by_field_name("body"));
    match head_end_with(node, body) {
        end if end < node.end_byte() => end,
        _ => head_end_with(node, value),
    }
}

fn is_constant<'t>(walk: &Walk<'t>, node: Node<'t>) -> bool {
    has_word(walk, node, "type_qualifier", &["const", "constexpr", "constinit"])
}

/// Whether one of these words, which have that node kind, is before a declarator.
fn has_word<'t>(walk: &Walk<'t>, node: Node<'t>, kind: &str, words: &[&str]) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .take(MOST_SPECIFIERS)
        .take_while(|child| !child.kind().ends_with("declarator"))
        .any(|child| child.kind() == kind && words.contains(&walk.text_of(child)))
}

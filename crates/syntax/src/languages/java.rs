//! Java.
//!
//! A class without a name is not a symbol; its members belong to the method around it, and its type
//! is both called and extended. Components of a record are its fields. What says nothing of who may
//! use it is the package's own, but public in an interface and as its enum for a constant.

pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, child_of_kind, head_end_with, last_named_child};

/// Maximum number of names that one line may define.
const MOST_NAMES: usize = 50;
/// Maximum number of packages before a type to examine.
const MOST_SCOPES: usize = 16;

pub static JAVA: Rules = Rules {
    language: Language::Java,
    grammar: || tree_sitter_java::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("import_declaration", Rule::Hook(read_import)),
        ("package_declaration", Rule::Mute),
        ("requires_module_directive", Rule::Hook(read_requires)),
        ("class_declaration record_declaration", define(SymbolKind::Class).rule()),
        ("interface_declaration annotation_type_declaration", define(SymbolKind::Interface).rule()),
        ("enum_declaration", define(SymbolKind::Enum).rule()),
        ("enum_constant", define(SymbolKind::EnumMember).rule()),
        ("formal_parameter", Rule::Hook(open_component)),
        ("annotation_type_element_declaration", define(SymbolKind::Method).body(&[]).rule()),
        ("method_declaration", define(SymbolKind::Method).kind_by(method_kind).rule()),
        ("constructor_declaration", define(SymbolKind::Constructor).rule()),
        ("compact_constructor_declaration", define(SymbolKind::Constructor).rule()),
        ("field_declaration constant_declaration", Rule::Hook(open_fields)),
        ("lambda_expression", Rule::Function),
        ("superclass", Rule::ReferEach(ReferenceKind::Extends)),
        (
            "super_interfaces",
            Rule::Hook(|walk, node| refer_to_list(walk, node, ReferenceKind::Implements)),
        ),
        (
            "extends_interfaces",
            Rule::Hook(|walk, node| refer_to_list(walk, node, ReferenceKind::Extends)),
        ),
        ("annotation marker_annotation", Rule::PrefixHook(read_annotation)),
        ("type_parameter", Rule::Hook(read_type_parameter)),
        ("method_invocation", Rule::Hook(read_invocation)),
        ("method_reference", Rule::Refer(ReferenceKind::Call)),
        ("object_creation_expression", Rule::Hook(read_creation)),
        ("record_pattern", Rule::ReferIn(ReferenceKind::Type, "")),
        ("type_identifier", Rule::Refer(ReferenceKind::Type)),
        ("identifier field_access", Rule::Value),
        ("scoped_type_identifier", Rule::Hook(read_scoped_type)),
    ]],
    roles: &[&[
        ("formal_parameter catch_formal_parameter", Roles::In("name", Role::Bind)),
        ("variable_declarator resource enhanced_for_statement", Roles::In("name", Role::Bind)),
        ("instanceof_expression", Roles::In("name", Role::Bind)),
        ("lambda_expression", Roles::In("parameters", Role::Bind)),
        ("inferred_parameters type_pattern record_pattern_component", Roles::All(Role::Bind)),
        ("assignment_expression", Roles::In("left", Role::Write)),
        ("update_expression", Roles::All(Role::Write)),
        ("parenthesized_expression", Roles::All(Role::Same)),
        ("array_access", Roles::In("array", Role::Same)),
        ("element_value_pair", Roles::In("key", Role::Silent)),
        ("labeled_statement break_statement continue_statement", Roles::All(Role::Silent)),
        ("module_declaration", Roles::All(Role::Silent)),
        ("scoped_identifier", Roles::All(Role::Scope)),
    ]],
    shapes: &[&[
        ("scoped_identifier", Shape::Path("scope", "name")),
        ("scoped_type_identifier annotated_type method_reference", Shape::Last),
        ("generic_type parenthesized_expression", Shape::First),
        ("array_type", Shape::Within("element")),
        ("field_access", Shape::Path("object", "field")),
        ("array_access", Shape::Within("array")),
        ("method_invocation", Shape::Value("name")),
        ("object_creation_expression", Shape::Value("type")),
    ]],
    comments: &["line_comment", "block_comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &["Override", "String", "Object", "var", "super", "this"],
    visibility,
    inner_doc: None,
};

/// `import a.b.C`, `import a.b.*`, `import static a.b.C.name`, `import static a.b.C.*`.
fn read_import<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let mut cursor = node.walk();
    let mut path = None;
    let mut is_wildcard = false;
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "scoped_identifier" | "identifier" => path = Some(child),
            "asterisk" => is_wildcard = true,
            _ => {}
        }
    }
    let Some(path) = path.map(|path| walk.text_of(path)) else { return };
    match path.rsplit_once('.') {
        _ if is_wildcard => walk.import(path, Some("*"), None, node),
        Some((module, name)) => walk.import(module, Some(name.trim()), None, node),
        None => walk.import(path, None, None, node),
    }
}

fn read_requires<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(module) = node.child_by_field_name("module") {
        walk.import(walk.text_of(module), None, None, node);
    }
}

/// A parameter of a record, not of a function in it, is a field.
fn open_component<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if is_in_record(walk)
        && let Some(name) = node.child_by_field_name("name")
    {
        walk.open(node, name, SymbolKind::Field, node.end_byte());
    }
}

fn is_in_record(walk: &Walk<'_>) -> bool {
    walk.container_kind() == Some(SymbolKind::Class)
        && walk.container_node_kind() == "record_declaration"
}

fn method_kind<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<SymbolKind> {
    let annotations = modifiers(node).map_or("", |modifiers| walk.head_of(modifiers));
    let is_test = annotations.contains("@Test")
        || annotations.contains("@ParameterizedTest")
        || annotations.contains("@RepeatedTest");
    Some(if is_test { SymbolKind::Test } else { SymbolKind::Method })
}

/// Fields in classes, constants in interfaces; `static final` makes a constant as well.
fn open_fields<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let words = modifiers(node).map_or("", |modifiers| walk.head_of(modifiers));
    let has = |wanted: &str| words.split_whitespace().any(|word| word == wanted);
    // All fields of an interface are constants.
    let is_constant = node.kind() == "constant_declaration" || has("static") && has("final");
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Field };
    let mut cursor = node.walk();
    let declarators = node.children_by_field_name("declarator", &mut cursor).take(MOST_NAMES);
    for (index, declarator) in declarators.enumerate() {
        if let Some(name) = declarator.child_by_field_name("name") {
            let value = declarator.child_by_field_name("value");
            walk.open(node, name, kind, head_end_with(node, value));
            if index > 0 {
                walk.share_doc();
            }
        }
    }
}

fn refer_to_list<'t>(walk: &mut Walk<'t>, node: Node<'t>, kind: ReferenceKind) {
    if let Some(list) = node.named_child(0) {
        // The types are in a node of their own behind the word.
        walk.add_references(kind, list);
    }
}

fn read_annotation<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.add_reference(ReferenceKind::Type, name);
    }
}

fn read_type_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = child_of_kind(node, "type_identifier") {
        walk.type_parameter(name);
    }
}

fn read_invocation<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.add_member_call(node, node.child_by_field_name("object"), name);
    }
}

fn read_creation<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(created) = node.child_by_field_name("type") else { return };
    walk.add_call(node, created);
    // `new Door() { … }` is a class without a name that extends `Door`.
    if last_named_child(node).is_some_and(|last| last.kind() == "class_body")
        && let Some(name) = walk.last_name(created)
    {
        walk.add_reference_to(ReferenceKind::Extends, walk.text_of(name), None, name);
    }
}

/// The types in the path before a type are used as well, its packages are not.
fn read_scoped_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.add_reference(ReferenceKind::Type, node);
    let mut scope = node.named_child(0);
    for _ in 0..MOST_SCOPES {
        let Some(inner) = scope else { return };
        let name = last_named_child(inner).unwrap_or(inner);
        // By convention only packages begin with a small letter.
        if walk.text_of(name).starts_with(char::is_lowercase) {
            walk.claim(name);
        }
        scope = name.ne(&inner).then(|| inner.named_child(0)).flatten();
    }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    if let Some(modifiers) = modifiers(node) {
        let mut cursor = modifiers.walk();
        for word in modifiers.children(&mut cursor) {
            match word.kind() {
                "public" => return Visibility::Public,
                "protected" => return Visibility::Protected,
                "private" => return Visibility::Private,
                _ => {}
            }
        }
    }
    match (walk.container(), definition.kind) {
        (Some(open), SymbolKind::EnumMember) => open.visibility,
        (Some(open), _) if node.kind() == "formal_parameter" => open.visibility,
        // Members of an interface are public without saying so.
        (Some(open), _) if open.kind == Some(SymbolKind::Interface) => open.visibility,
        (Some(open), SymbolKind::Constructor) if open.kind == Some(SymbolKind::Enum) => {
            Visibility::Private
        }
        (Some(_) | None, _) => Visibility::Internal,
    }
}

fn modifiers(node: Node<'_>) -> Option<Node<'_>> {
    node.child(0).filter(|first| first.kind() == "modifiers")
}

//! TypeScript, with and without elements in it: two grammars, one table.

pub mod profile;
pub mod words;

use rutter_domain::{Language, ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::javascript::{
    IGNORED_NAMES, SHARED_ROLES, SHARED_RULES, SHARED_SHAPES, accessor_kind, field_kind, visibility,
};
use crate::rules::{Head, Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, head_end};

pub static TYPESCRIPT: Rules =
    rules(Language::TypeScript, || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into());
pub static TSX: Rules = rules(Language::Tsx, || tree_sitter_typescript::LANGUAGE_TSX.into());

const fn rules(language: Language, grammar: fn() -> tree_sitter::Language) -> Rules {
    Rules {
        language,
        grammar,
        separator: ".",
        rules: &[SHARED_RULES, OWN_RULES],
        roles: &[SHARED_ROLES, OWN_ROLES],
        shapes: &[SHARED_SHAPES, OWN_SHAPES],
        comments: &["comment", "html_comment"],
        comment_marks: SLASH_MARKS,
        inner_comment_marks: &[],
        ignored_names: IGNORED_NAMES,
        visibility,
        inner_doc: None,
    }
}

const OWN_RULES: &[(&str, Rule)] = &[
    ("ambient_declaration", Rule::Wrap(Head::Drop)),
    ("abstract_class_declaration", define(SymbolKind::Class).rule()),
    ("interface_declaration", define(SymbolKind::Interface).rule()),
    ("type_alias_declaration", define(SymbolKind::TypeAlias).rule()),
    ("enum_declaration", define(SymbolKind::Enum).rule()),
    ("enum_assignment", define(SymbolKind::EnumMember).rule()),
    ("property_identifier", Rule::Hook(open_enum_member)),
    ("internal_module module", Rule::Hook(open_module)),
    ("function_signature", define(SymbolKind::Function).rule()),
    (
        "method_signature",
        define(SymbolKind::Method).kind_by(accessor_kind).outside_functions().rule(),
    ),
    ("abstract_method_signature", define(SymbolKind::Method).kind_by(accessor_kind).rule()),
    ("required_parameter optional_parameter", Rule::Hook(read_parameter)),
    ("property_signature", define(SymbolKind::Property).outside_functions().rule()),
    (
        "public_field_definition",
        define(SymbolKind::Field).kind_by(field_kind).body(&["value", "body"]).rule(),
    ),
    ("extends_clause", Rule::ReferIn(ReferenceKind::Extends, "value")),
    ("extends_type_clause", Rule::ReferEach(ReferenceKind::Extends)),
    ("implements_clause", Rule::ReferEach(ReferenceKind::Implements)),
    ("type_identifier nested_type_identifier", Rule::Refer(ReferenceKind::Type)),
    ("type_parameter mapped_type_clause", Rule::TypeParameter("name")),
    ("infer_type", Rule::TypeParameter("")),
];

const OWN_ROLES: &[(&str, Roles)] = &[
    ("required_parameter optional_parameter", Roles::In("pattern", Role::Bind)),
    ("non_null_expression", Roles::All(Role::Same)),
    ("type_predicate index_signature tuple_parameter", Roles::In("name", Role::Silent)),
    ("internal_module module", Roles::In("name", Role::Silent)),
    ("nested_type_identifier", Roles::In("module", Role::Scope)),
    ("nested_identifier", Roles::All(Role::Scope)),
];

const OWN_SHAPES: &[(&str, Shape)] = &[
    ("nested_type_identifier", Shape::Path("module", "name")),
    ("nested_identifier", Shape::Path("object", "property")),
    ("generic_type", Shape::Within("name")),
    ("non_null_expression as_expression satisfies_expression", Shape::First),
    ("instantiation_expression", Shape::Within("function")),
];

/// A member without a value is but a name in the body of the enum.
fn open_enum_member<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.container_kind() == Some(SymbolKind::Enum) {
        walk.open(node, node, SymbolKind::EnumMember, node.end_byte());
    }
}

/// A parameter of a constructor with a modifier is a field as well.
fn read_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let is_field = walk.container_kind() == Some(SymbolKind::Constructor)
        && node.child(0).is_some_and(|modifier| {
            matches!(modifier.kind(), "accessibility_modifier" | "override_modifier" | "readonly")
        });
    let Some(name) = node.child_by_field_name("pattern").filter(|_| is_field) else { return };
    let owner = walk.outer_name().map(|owner| owner.to_string().into());
    // It is a parameter too, so the bare name in the constructor is not the field.
    walk.bind(walk.text_of(name));
    let name = walk.text_of(name).into();
    let kind = SymbolKind::Field;
    walk.open_named(node, Definition { kind, name, owner, head_end: node.end_byte() });
}

fn open_module<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let name = walk.text_of(name).trim_matches(['"', '\'']);
    walk.open_as(node, SymbolKind::Module, name, head_end(node, &["body"]));
}

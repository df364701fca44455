//! JavaScript, and what TypeScript has in common with it.
//!
//! What a module exports is public, all else in it internal; a member is as its class is. Functions
//! get their names by declaration, by being assigned to a variable, a member or `exports`, or by
//! their key in an object that has a name itself.

mod assignments;
mod modules;
pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Head, Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, head_end};

pub static JAVASCRIPT: Rules = Rules {
    language: Language::JavaScript,
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    separator: ".",
    rules: &[
        SHARED_RULES,
        &[
            ("class_heritage", Rule::ReferEach(ReferenceKind::Extends)),
            (
                "field_definition",
                define(SymbolKind::Field)
                    .kind_by(field_kind)
                    .name_in("property")
                    .body(&["value", "body"])
                    .rule(),
            ),
        ],
    ],
    roles: &[SHARED_ROLES],
    shapes: &[SHARED_SHAPES],
    comments: &["comment", "html_comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: IGNORED_NAMES,
    visibility,
    inner_doc: None,
};

pub const SHARED_RULES: &[(&str, Rule)] = &[
    ("export_statement", Rule::Hook(modules::read_export)),
    ("import_statement", Rule::Hook(modules::read_import)),
    ("lexical_declaration variable_declaration", Rule::Wrap(Head::Keep)),
    ("for_statement", Rule::Wrap(Head::Drop)),
    ("variable_declarator", Rule::Hook(assignments::read_declarator)),
    ("assignment_expression", Rule::Hook(assignments::read_assignment)),
    ("pair", Rule::Hook(assignments::read_pair)),
    ("function_declaration generator_function_declaration", define(SymbolKind::Function).rule()),
    ("function_expression generator_function", Rule::Hook(open_expression)),
    ("arrow_function class_static_block", Rule::Function),
    ("class_declaration", define(SymbolKind::Class).rule()),
    ("class_body", Rule::Hook(read_class_body)),
    ("method_definition", Rule::Hook(open_method)),
    ("decorator", Rule::PrefixHook(read_decorator)),
    ("call_expression", Rule::Hook(modules::read_call)),
    ("new_expression", Rule::Call("constructor")),
    ("jsx_opening_element jsx_self_closing_element", Rule::Hook(read_element)),
    ("identifier member_expression shorthand_property_identifier", Rule::Value),
    ("shorthand_property_identifier_pattern", Rule::Hook(read_taken)),
    ("pair_pattern", Rule::Hook(read_taken_key)),
    ("unary_expression", Rule::Hook(read_unary)),
];

pub const SHARED_ROLES: &[(&str, Roles)] = &[
    ("variable_declarator function_expression generator_function", Roles::In("name", Role::Bind)),
    ("class", Roles::In("name", Role::Bind)),
    ("formal_parameters", Roles::All(Role::Bind)),
    ("arrow_function catch_clause", Roles::In("parameter", Role::Bind)),
    ("for_in_statement", Roles::In("left", Role::Bind)),
    ("object_pattern array_pattern rest_pattern unary_expression", Roles::All(Role::Same)),
    ("parenthesized_expression", Roles::All(Role::Same)),
    ("pair_pattern", Roles::By(&[("value", Role::Same)], Role::Silent)),
    ("assignment_pattern object_assignment_pattern", Roles::In("left", Role::Same)),
    ("assignment_expression augmented_assignment_expression", Roles::In("left", Role::Write)),
    ("update_expression", Roles::All(Role::Write)),
    ("subscript_expression", Roles::In("object", Role::Same)),
    ("export_specifier jsx_closing_element", Roles::All(Role::Silent)),
];

pub const SHARED_SHAPES: &[(&str, Shape)] = &[
    ("member_expression", Shape::Path("object", "property")),
    ("subscript_expression", Shape::Within("object")),
    ("call_expression", Shape::Value("function")),
    ("parenthesized_expression await_expression", Shape::First),
    ("computed_property_name", Shape::Whole),
];

/// Maximum distance of the words of a method from its name, in bytes.
const MOST_WORDS_BYTES: usize = 500;

pub const IGNORED_NAMES: &[&str] = &["super", "this", "undefined", "import"];

pub fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    // The language itself hides `#name` from everything outside of the class.
    if definition.name.starts_with('#') {
        return Visibility::Private;
    }
    let mut cursor = node.walk();
    let modifier = node
        .children(&mut cursor)
        .take(3)
        .find(|child| child.kind() == "accessibility_modifier")
        .map(|modifier| walk.text_of(modifier));
    match modifier {
        Some("private") => return Visibility::Private,
        Some("protected") => return Visibility::Protected,
        Some(_) | None => {}
    }
    let is_wrapped_in = |kind| walk.wrappers().any(|wrapper| wrapper.kind() == kind);
    if matches!(node.kind(), "assignment_expression" | "export_statement")
        || is_wrapped_in("export_statement")
        || is_wrapped_in("ambient_declaration")
    {
        return Visibility::Public;
    }
    match walk.container() {
        // Members follow their class until the export list makes it public.
        Some(open) if open.kind != Some(SymbolKind::Module) => open.visibility,
        Some(_) | None => Visibility::Internal,
    }
}

/// A method that is read or written as a property is one.
pub fn accessor_kind<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<SymbolKind> {
    let name = node.child_by_field_name("name")?;
    let head = walk.text.get(node.start_byte()..name.start_byte())?;
    // A few decorators may precede the words.
    let head = &head[head.ceil_char_boundary(head.len().saturating_sub(MOST_WORDS_BYTES))..];
    let is_accessor = head.split_whitespace().any(|word| word == "get" || word == "set");
    Some(if is_accessor { SymbolKind::Property } else { SymbolKind::Method })
}

/// A member that holds a function is a method.
pub fn field_kind<'t>(_: &Walk<'t>, node: Node<'t>) -> Option<SymbolKind> {
    let value = node.child_by_field_name("value");
    let is_method = value.is_some_and(|value| is_function(value.kind()));
    Some(if is_method { SymbolKind::Method } else { SymbolKind::Field })
}

fn is_function(kind: &str) -> bool {
    matches!(kind, "arrow_function" | "function_expression" | "generator_function")
}

/// A function with a name of its own, where no variable or key gives it one.
fn open_expression<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    match node.child_by_field_name("name").filter(|_| !walk.is_opened_by_parent()) {
        Some(name) => walk.open(node, name, SymbolKind::Function, head_end(node, &["body"])),
        None => walk.open_function(),
    }
}

/// A method of a class or of an object.
fn open_method<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    // Its name is a value that only running the code would tell.
    if name.kind() == "computed_property_name" && walk.is_in_function() {
        return walk.open_function();
    }
    let kind = match walk.text_of(name) {
        "constructor" => SymbolKind::Constructor,
        _ => accessor_kind(walk, node).unwrap_or(SymbolKind::Method),
    };
    walk.open(node, name, kind, head_end(node, &["body"]));
}

/// Notes the members that a class declares, so that no assignment in its methods defines them.
fn read_class_body<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.note_members(node, |member| {
        let is_static = (0..2).any(|at| member.child(at).is_some_and(|it| it.kind() == "static"));
        match member.kind() {
            _ if is_static => None,
            "field_definition" => member.child_by_field_name("property"),
            "method_definition"
            | "public_field_definition"
            | "method_signature"
            | "abstract_method_signature" => member.child_by_field_name("name"),
            _ => None,
        }
    });
}

/// `delete x.f` changes `f`.
fn read_unary<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let is_delete = node.child(0).is_some_and(|operator| operator.kind() == "delete");
    walk.role = if is_delete { Role::Write } else { Role::Read };
}

/// `{ a }` in a pattern takes the member `a` of a value, and names a variable.
fn read_taken<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    // What is taken from a module is imported.
    if !walk.is_claimed(node) {
        walk.add_reference_to(ReferenceKind::Read, walk.text_of(node), Some("()"), node);
        walk.add_bare(node, walk.role);
    }
}

/// `{ a: b }` in a pattern takes the member `a` of a value.
fn read_taken_key<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let key = node.child_by_field_name("key");
    let key = key.filter(|key| key.kind() == "property_identifier" && !walk.is_claimed(*key));
    if let Some(key) = key {
        walk.add_reference_to(ReferenceKind::Read, walk.text_of(key), Some("()"), key);
    }
}

fn unquote(text: &str) -> &str {
    text.trim_matches(['"', '\'', '`'])
}

/// A decorator without arguments is a call as well.
fn read_decorator<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.named_child(0).filter(|name| name.kind() != "call_expression") {
        walk.add_reference(ReferenceKind::Call, name);
    }
}

/// An element whose name is not that of a tag is a call of a component.
fn read_element<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let is_tag = name.kind() != "member_expression"
        && !walk.text_of(name).starts_with(|c: char| c.is_uppercase());
    if !is_tag {
        walk.add_reference(ReferenceKind::Call, name);
    }
}

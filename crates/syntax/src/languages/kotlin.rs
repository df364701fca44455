//! Kotlin.
//!
//! What extends a type is qualified by it: `fun String.shout()` is `String.shout`. A class is its own
//! primary constructor, whose parameters are properties of the class when they say `val` or `var`.
//! The content of a companion without a name is the class's own, as it is for those who use it.

pub mod annotation_end;
pub mod profile;
pub mod words;

use rutter_domain::text::truncate;
use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, child_of_kind, head_end_before, head_end_with, place_of};

/// Maximum number of names that one line may define.
const MOST_NAMES: usize = 200;
/// Maximum bytes of a type's path to examine.
const LONGEST_PATH_BYTES: usize = 1000;

pub static KOTLIN: Rules = Rules {
    language: Language::Kotlin,
    grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("class_declaration object_declaration companion_object", Rule::Hook(open_class)),
        ("enum_entry", Rule::Hook(open_entry)),
        ("function_declaration", Rule::Hook(open_function)),
        ("secondary_constructor", Rule::Hook(open_constructor)),
        ("property_declaration", Rule::Hook(open_property)),
        ("class_parameter", Rule::Hook(open_parameter)),
        ("type_alias", define(SymbolKind::TypeAlias).name_in("type").rule()),
        ("anonymous_initializer anonymous_function", Rule::Function),
        ("lambda_literal", Rule::Hook(open_lambda)),
        ("getter setter", Rule::Hook(open_accessor)),
        ("identifier", Rule::Value),
        ("unary_expression", Rule::Hook(read_unary)),
        ("value_argument", Rule::Hook(skip_argument_name)),
        ("string_content", Rule::Hook(read_string)),
        ("annotation", Rule::Prefix),
        ("type_parameter", Rule::Hook(read_type_parameter)),
        ("user_type", Rule::Hook(|walk, node| refer_type(walk, ReferenceKind::Type, node))),
        ("call_expression", Rule::Hook(read_call)),
        ("callable_reference", Rule::Refer(ReferenceKind::Call)),
        ("infix_expression", Rule::Hook(read_infix)),
        ("navigation_expression", Rule::Hook(read_navigation)),
        ("package_header", Rule::Mute),
        ("import", Rule::Hook(read_import)),
    ]],
    roles: &[&[
        ("variable_declaration parameter catch_block", Roles::All(Role::Bind)),
        ("assignment", Roles::In("left", Role::Write)),
        ("unary_expression", Roles::All(Role::Same)),
        ("user_type", Roles::All(Role::Scope)),
    ]],
    shapes: &[&[
        ("navigation_expression callable_reference", Shape::Last),
        ("call_expression", Shape::Value("")),
        ("index_expression parenthesized_expression user_type", Shape::First),
        ("unary_expression", Shape::Within("argument")),
        ("as_expression", Shape::Within("left")),
    ]],
    comments: &["line_comment", "block_comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[
        "Any", "Boolean", "Byte", "Char", "Double", "Float", "Int", "Long", "Nothing", "Short",
        "String", "Unit", "and", "or", "to", "until", "class",
    ],
    visibility,
    inner_doc: None,
};

fn open_class<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let mut kind = SymbolKind::Class;
    let mut head_end = node.end_byte();
    let mut bases = None;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "interface" => kind = SymbolKind::Interface,
            // Classes, interfaces and enums are one node kind: a word or the body tells them apart.
            "enum_class_body" => (kind, head_end) = (SymbolKind::Enum, child.start_byte()),
            "class_body" => head_end = child.start_byte(),
            "delegation_specifiers" => bases = Some(child),
            _ => {}
        }
    }
    open(walk, node, name, kind, head_end, None);
    let Some(bases) = bases else { return };
    for base in bases.named_children(&mut cursor) {
        let Some(mut named) = base.named_child(0) else { continue };
        let mut reference = match kind {
            SymbolKind::Interface => ReferenceKind::Extends,
            _ => ReferenceKind::Implements,
        };
        if let Some(inner) = named.named_child(0).filter(|_| named.kind() != "user_type") {
            // Only a class has a constructor that can be called.
            if named.kind() == "constructor_invocation" {
                reference = ReferenceKind::Extends;
            }
            named = inner;
        }
        refer_type(walk, reference, named);
    }
}

fn open_entry<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = child_of_kind(node, "identifier") {
        let head_end = head_end_before(node, child_of_kind(node, "class_body"));
        open(walk, node, name, SymbolKind::EnumMember, head_end, None);
    }
}

fn open_function<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let head_end = head_end_before(node, child_of_kind(node, "function_body"));
    let owner = receiver(walk, node, name.start_byte());
    let is_member = walk.is_in_type();
    let kind = if is_member && is_test(walk, node) {
        SymbolKind::Test
    } else if is_member || owner.is_some() {
        SymbolKind::Method
    } else {
        SymbolKind::Function
    };
    open(walk, node, name, kind, head_end, owner);
}

fn is_test<'t>(walk: &Walk<'t>, node: Node<'t>) -> bool {
    let modifiers =
        child_of_kind(node, "modifiers").map_or("", |modifiers| walk.head_of(modifiers));
    modifiers.split('@').skip(1).any(|annotation| {
        let name = annotation.split(|c: char| !c.is_alphanumeric() && c != '.').next();
        let name = name.unwrap_or("").rsplit('.').next();
        matches!(name, Some("Test" | "ParameterizedTest" | "RepeatedTest"))
    })
}

/// The type before the name of what extends it, without type arguments.
fn receiver<'t>(walk: &Walk<'t>, node: Node<'t>, name_start: usize) -> Option<&'t str> {
    let mut cursor = node.walk();
    let before = node.named_children(&mut cursor).take_while(|it| it.start_byte() < name_start);
    let mut receiver =
        before.filter(|it| matches!(it.kind(), "user_type" | "nullable_type")).last()?;
    if receiver.kind() == "nullable_type" {
        receiver = receiver.named_child(0)?;
    }
    walk.head_of(receiver).split('<').next()
}

fn open_constructor<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let head_end = head_end_before(node, child_of_kind(node, "block"));
    walk.open_as(node, SymbolKind::Constructor, "constructor", head_end);
}

fn open_property<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.is_in_function() {
        return;
    }
    let mut variables = None;
    let mut value = None;
    let mut head_end = None;
    let mut is_constant = false;
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "modifiers" => is_constant = walk.head_of(child).contains("const"),
            "variable_declaration" | "multi_variable_declaration" => variables = Some(child),
            "getter" | "setter" | "property_delegate" => {
                head_end = head_end.or(Some(child.start_byte()));
            }
            // The value has no field: it is what follows the variables.
            _ if variables.is_some() && value.is_none() => value = Some(child),
            _ => {}
        }
    }
    let Some(variables) = variables else { return };
    let owner = receiver(walk, node, variables.start_byte());
    let kind = match walk.container_kind() {
        _ if is_constant => SymbolKind::Constant,
        None if owner.is_none() => SymbolKind::Variable,
        Some(_) | None => SymbolKind::Property,
    };
    let head_end = head_end.unwrap_or_else(|| head_end_with(node, value));
    if variables.kind() == "variable_declaration" {
        if let Some(name) = child_of_kind(variables, "identifier") {
            open(walk, node, name, kind, head_end, owner);
        }
        return;
    }
    for variable in variables.named_children(&mut cursor).take(MOST_NAMES) {
        if let Some(name) = child_of_kind(variable, "identifier") {
            open(walk, node, name, kind, head_end, None);
        }
    }
}

fn open_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let is_property =
        node.children(&mut cursor).take(3).any(|it| matches!(it.kind(), "val" | "var"));
    let Some(name) = child_of_kind(node, "identifier") else { return };
    if is_property {
        open(walk, node, name, SymbolKind::Property, node.end_byte(), None);
    } else {
        walk.claim(name);
    }
}

/// Opens a symbol whose name may be in backticks, with blanks.
fn open<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    name: Node<'t>,
    kind: SymbolKind,
    head_end: usize,
    owner: Option<&'t str>,
) {
    walk.claim(name);
    let name = walk.text_of(name).trim_matches('`').into();
    walk.open_named(node, Definition { kind, name, owner: owner.map(Into::into), head_end });
}

fn read_type_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = child_of_kind(node, "identifier") {
        walk.type_parameter(name);
    }
}

/// The names of a type are siblings: `java.util.Map.Entry<K, V>`.
fn refer_type<'t>(walk: &mut Walk<'t>, kind: ReferenceKind, node: Node<'t>) {
    let mut cursor = node.walk();
    let Some(name) = node.named_children(&mut cursor).filter(|it| it.kind() == "identifier").last()
    else {
        return;
    };
    if walk.claim(name) {
        let before = walk.text.get(node.start_byte()..name.start_byte()).unwrap_or("");
        let qualifier = truncate(before, LONGEST_PATH_BYTES).rsplit(' ').next();
        let qualifier = qualifier.map(|before| before.trim_end_matches('.'));
        let qualifier = qualifier.filter(|qualifier| !qualifier.is_empty());
        walk.add_reference_to(kind, walk.text_of(name), qualifier, name);
    }
}

/// `f(x) { … }` is a call of `f(x)`, which is looked at by itself.
fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(target) = node.named_child(0).filter(|it| it.kind() != "call_expression") {
        walk.add_reference(ReferenceKind::Call, target);
    }
}

/// After annotations on lines of their own the grammar takes `class Name {` for a call of `Name`
/// between two values.
fn read_infix<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let (Some(word), Some(name), Some(body)) =
        (node.named_child(0), node.named_child(1), node.named_child(2))
        && matches!(walk.text_of(word), "class" | "interface" | "object")
        && body.kind() == "lambda_literal"
    {
        // The name is in the place of an operator, and the body in that of an operand.
        let is_interface = walk.text_of(word) == "interface";
        let kind = if is_interface { SymbolKind::Interface } else { SymbolKind::Class };
        walk.claim(word);
        return open(walk, node, name, kind, body.start_byte(), None);
    }
    if let Some(name) = node.named_child(1).filter(|it| it.kind() == "identifier") {
        walk.add_reference(ReferenceKind::Call, name);
    }
}

/// `Name::class` names a type.
fn read_navigation<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if node.child(1).is_some_and(|it| it.kind() == "::")
        && let Some(target) = node.named_child(0)
    {
        walk.add_reference(ReferenceKind::Type, target);
    } else {
        walk.add_value(node);
    }
}

/// A lambda without parameters calls its only one `it`.
fn open_lambda<'t>(walk: &mut Walk<'t>, _: Node<'t>) {
    // The body of a class that is taken for one.
    if walk.outer_node_kind() == "infix_expression"
        && walk.container_node_kind() == "infix_expression"
    {
        return;
    }
    walk.open_function();
    walk.bind("it");
}

fn open_accessor<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.open_function();
    // In an accessor this word is the value of the property.
    walk.bind("field");
    if let Some(name) = child_of_kind(node, "identifier") {
        walk.bind(walk.text_of(name));
    }
}

/// `x++` changes `x`; other operators read their operand.
fn read_unary<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let operator = node.child_by_field_name("operator").map_or("", |operator| operator.kind());
    walk.role = if matches!(operator, "++" | "--") { Role::Write } else { Role::Read };
}

/// The name in `f(name = value)` is that of a parameter.
fn skip_argument_name<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let (Some(name), Some(sign)) = (node.child(0), node.child(1))
        && sign.kind() == "="
    {
        walk.claim(name);
    }
}

/// `"$name"`: the grammar knows braces after a dollar, and no bare name.
fn read_string<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let start = node.start_byte();
    let is_name = start > 0 && walk.text.as_bytes().get(start - 1) == Some(&b'$');
    let text = walk.head_of(node);
    let rest = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let name = &text[..text.len() - rest.len()];
    if is_name && !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty() {
        walk.push_bare(ReferenceKind::Read, name, place_of(node));
    }
}

fn read_import<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let path = node.named_child(0).map_or("", |path| walk.text_of(path));
    let alias = node.named_child(1).map(|alias| walk.text_of(alias));
    let mut cursor = node.walk();
    if node.children(&mut cursor).any(|child| child.kind() == "*") {
        walk.import(path, Some("*"), None, node);
    } else if let Some((module, name)) = path.rsplit_once('.') {
        walk.import(module, Some(name), alias, node);
    } else {
        walk.import(path, None, alias, node);
    }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, _: &Definition<'t>) -> Visibility {
    let modifiers = node.named_child(0).filter(|it| it.kind() == "modifiers");
    let word = modifiers.and_then(|modifiers| child_of_kind(modifiers, "visibility_modifier"));
    match word.map(|word| walk.text_of(word)) {
        _ if walk.is_in_function() => Visibility::Private,
        Some("private") => Visibility::Private,
        Some("protected") => Visibility::Protected,
        Some("internal") => Visibility::Internal,
        Some(_) | None => Visibility::Public,
    }
}

//! Zig.
//!
//! A type is a value that a constant holds, so that a constant is what its value is: a struct, an
//! enum, an import. A function that returns a type is taken for that type, so that what it declares
//! are its members. A name with a capital stands for a type where a value could stand as well.

pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Role, Roles, Rule, Rules, SLASH_MARKS, Shape};
use crate::walk::{Definition, Walk, child_of_kind, head_end, head_end_with, last_named_child};

pub static ZIG: Rules = Rules {
    language: Language::Zig,
    grammar: || tree_sitter_zig::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("function_declaration", Rule::Hook(open_function)),
        ("variable_declaration", Rule::Hook(open_variable)),
        ("container_field", Rule::Hook(open_field)),
        ("error_set_declaration", Rule::Hook(open_errors)),
        ("test_declaration", Rule::Hook(open_test)),
        ("parameter", Rule::Hook(read_parameter)),
        ("identifier", Rule::Value),
        ("field_expression", Rule::Hook(read_member)),
        ("call_expression", Rule::Hook(read_call)),
        ("struct_initializer", Rule::ReferIn(ReferenceKind::Call, "")),
        ("builtin_function", Rule::Hook(read_builtin)),
        ("using_namespace_declaration", Rule::Hook(read_using)),
    ]],
    roles: &[&[
        ("parameter", Roles::In("name", Role::Bind)),
        ("payload", Roles::All(Role::Bind)),
        ("assignment_expression", Roles::In("left", Role::Write)),
        ("index_expression", Roles::In("object", Role::Same)),
        ("break_label block_label", Roles::All(Role::Silent)),
    ]],
    shapes: &[&[
        ("field_expression", Shape::Path("object", "member")),
        ("call_expression", Shape::Value("function")),
        ("index_expression", Shape::Within("object")),
        ("try_expression builtin_function", Shape::First),
    ]],
    comments: &["comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &["//!"],
    ignored_names: &["_", "Self", "self"],
    visibility,
    inner_doc: None,
};

/// Maximum number of parts of a type to examine.
const MOST_TYPE_PARTS: usize = 64;

fn open_function<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let returned = node.child_by_field_name("type");
    // `fn List(comptime T: type) type` is how a generic type is written.
    let returns_type = returned.is_some_and(|returned| walk.text_of(returned) == "type");
    let kind = match walk.container_kind() {
        _ if returns_type => SymbolKind::Struct,
        Some(SymbolKind::Struct | SymbolKind::Enum | SymbolKind::Union) => SymbolKind::Method,
        Some(_) | None => SymbolKind::Function,
    };
    walk.open(node, name, kind, head_end(node, &["body"]));
    read_type_parameters(walk, node);
    read_type(walk, returned);
}

/// The parameters that are types, so that their names are known before the types that use them.
fn read_type_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(parameters) = child_of_kind(node, "parameters") else { return };
    let mut cursor = parameters.walk();
    for parameter in parameters.named_children(&mut cursor) {
        let kind = parameter.child_by_field_name("type").map_or("", |kind| walk.text_of(kind));
        if let Some(name) = parameter.child_by_field_name("name").filter(|_| kind == "type") {
            walk.type_parameter(name);
        }
    }
}

fn read_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    read_type(walk, node.child_by_field_name("type"));
}

/// `.name` is a member of the type that is expected.
fn read_member<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    match (node.child_by_field_name("object"), node.child_by_field_name("member")) {
        (None, Some(name)) => walk.add_member_of_value(name),
        (Some(_) | None, _) => walk.add_value(node),
    }
}

/// The grammar takes an assignment for a declaration without its word.
fn read_target<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let word = node.child(0).map_or("", |first| first.kind());
    let Some(target) = node.named_child(0) else { return };
    let is_declared = !matches!(word, "identifier" | "field_expression" | "index_expression");
    if is_declared {
        if target.kind() == "identifier" {
            walk.bind(walk.text_of(target));
            walk.claim(target);
        }
        return;
    }
    let changed = match target.kind() {
        "index_expression" => target.child_by_field_name("object").unwrap_or(target),
        _ => target,
    };
    walk.role = Role::Write;
    if changed.kind() == "identifier" {
        walk.add_bare(changed, Role::Write);
        walk.claim(changed);
    } else {
        walk.add_value(changed);
    }
    walk.role = Role::Read;
}

fn open_variable<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.is_in_function() {
        read_target(walk, node);
    }
    let Some(name) = node.named_child(0).filter(|name| name.kind() == "identifier") else { return };
    let declared = node.child_by_field_name("type");
    open_value(walk, node, name, declared);
    read_type(walk, declared);
}

fn open_value<'t>(walk: &mut Walk<'t>, node: Node<'t>, name: Node<'t>, declared: Option<Node<'t>>) {
    let value = last_named_child(node)
        .filter(|value| value.id() != name.id() && Some(value.id()) != declared.map(|it| it.id()));
    let container = value.and_then(container_kind);
    if walk.text_of(name) == "_" || walk.is_in_function() && container.is_none() {
        return;
    }
    // A constant that holds an import is the name of the import.
    if value.is_some_and(|value| import_as(walk, value, name)) {
        return;
    }
    let text = walk.text_of(name);
    // Words such as `pub` and `threadlocal` may come first.
    let is_constant = walk.head_of(node).split_whitespace().take(4).any(|word| word == "const");
    let kind = match container {
        Some(kind) => kind,
        // `const Self = @This();` is another name of the type around it.
        None if value.is_some_and(|value| walk.text_of(value) == "@This()") => return,
        None if text.starts_with(char::is_uppercase) && text.chars().any(char::is_lowercase) => {
            SymbolKind::TypeAlias
        }
        None if is_constant => SymbolKind::Constant,
        None => SymbolKind::Variable,
    };
    let head_end = match value {
        Some(value) if container.is_some() => brace_in(value),
        _ => head_end_with(node, value),
    };
    walk.open(node, name, kind, head_end);
    if kind == SymbolKind::TypeAlias {
        read_type(walk, value);
    }
}

fn container_kind(value: Node<'_>) -> Option<SymbolKind> {
    match value.kind() {
        "struct_declaration" | "opaque_declaration" => Some(SymbolKind::Struct),
        "enum_declaration" | "error_set_declaration" => Some(SymbolKind::Enum),
        "union_declaration" => Some(SymbolKind::Union),
        // `error{A} || Other`
        "binary_expression" => {
            let left = value.child_by_field_name("left")?;
            (left.kind() == "error_set_declaration").then_some(SymbolKind::Enum)
        }
        _ => None,
    }
}

/// Where the body of a container starts.
fn brace_in(value: Node<'_>) -> usize {
    let container = value.child_by_field_name("left").unwrap_or(value);
    let mut cursor = container.walk();
    let brace = container.children(&mut cursor).find(|child| child.kind() == "{");
    brace.map_or(value.start_byte(), |brace| brace.start_byte())
}

fn open_field<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let kind = match walk.container_kind() {
        Some(SymbolKind::Enum) => SymbolKind::EnumMember,
        Some(SymbolKind::Struct | SymbolKind::Union) => SymbolKind::Field,
        Some(_) | None => return,
    };
    if let Some(name) = node.child_by_field_name("name").filter(|name| walk.text_of(*name) != "_") {
        walk.open(node, name, kind, node.end_byte());
    }
    read_type(walk, node.child_by_field_name("type"));
}

/// The names in an error set are its members.
fn open_errors<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.container_kind() != Some(SymbolKind::Enum) {
        return;
    }
    let mut cursor = node.walk();
    for name in node.named_children(&mut cursor).filter(|name| name.kind() == "identifier") {
        walk.open(name, name, SymbolKind::EnumMember, name.end_byte());
    }
}

fn open_test<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let name = match node.named_child(0) {
        Some(name) if name.kind() == "string" => walk.text_of(name).trim_matches('"'),
        Some(name) if name.kind() == "identifier" => walk.text_of(name),
        Some(_) | None => return walk.open_function(),
    };
    let body = node.named_child(1).unwrap_or(node);
    walk.open_as(node, SymbolKind::Test, name, body.start_byte());
}

/// The names that a type is made of.
fn read_type<'t>(walk: &mut Walk<'t>, node: Option<Node<'t>>) {
    let mut parts: Vec<Node<'t>> = node.into_iter().collect();
    for _ in 0..MOST_TYPE_PARTS {
        let Some(part) = parts.pop() else { return };
        match part.kind() {
            "identifier" | "field_expression" => walk.add_reference(ReferenceKind::Type, part),
            "pointer_type" | "nullable_type" | "slice_type" | "array_type" | "error_union_type" => {
                let mut cursor = part.walk();
                let n_before = parts.len();
                parts.extend(part.named_children(&mut cursor).take(8));
                parts[n_before..].reverse();
            }
            _ => {}
        }
    }
}

/// A call; names of types among its arguments are uses of them.
fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(function) = node.child_by_field_name("function") {
        walk.add_reference(ReferenceKind::Call, function);
    }
    let mut cursor = node.walk();
    for argument in node.named_children(&mut cursor).skip(1) {
        // Types are values, so a type may be any argument: by convention its name has a capital.
        if argument.kind() == "identifier" && walk.text_of(argument).starts_with(char::is_uppercase)
        {
            walk.add_reference(ReferenceKind::Type, argument);
        }
    }
}

fn read_builtin<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.named_child(0) else { return };
    let Some(path) = builtin_path(node) else { return };
    match walk.text_of(name) {
        "@import" if walk.claim(name) => walk.import(walk.text_of(path), None, None, node),
        "@cInclude" => {
            walk.import(&["<", walk.text_of(path), ">"].concat(), None, None, node);
        }
        _ => {}
    }
}

fn read_using<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(builtin) = node.named_child(0).filter(|child| child.kind() == "builtin_function")
    else {
        return;
    };
    if let (Some(name), Some(path)) = (builtin.named_child(0), builtin_path(builtin)) {
        walk.claim(name);
        walk.import(walk.text_of(path), Some("*"), None, node);
    }
}

/// Reads `const alias = @import("path")` and `const alias = @import("path").name`.
fn import_as<'t>(walk: &mut Walk<'t>, value: Node<'t>, alias: Node<'t>) -> bool {
    let member = value.child_by_field_name("member");
    let builtin = match value.kind() {
        "builtin_function" => Some(value),
        "field_expression" => value.child_by_field_name("object"),
        _ => None,
    };
    let Some(builtin) = builtin.filter(|builtin| builtin.kind() == "builtin_function") else {
        return false;
    };
    let (Some(word), Some(path)) = (builtin.named_child(0), builtin_path(builtin)) else {
        return false;
    };
    if walk.text_of(word) != "@import" {
        return false;
    }
    walk.claim(word);
    let name = member.map(|member| walk.text_of(member));
    walk.import(walk.text_of(path), name, Some(walk.text_of(alias)), value);
    true
}

/// The text of the string that a builtin function is given.
fn builtin_path<'t>(builtin: Node<'t>) -> Option<Node<'t>> {
    let argument = builtin.named_child(1)?.named_child(0)?;
    argument.named_child(0).filter(|content| content.kind() == "string_content")
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    match definition.kind {
        SymbolKind::Field | SymbolKind::EnumMember => {
            walk.container().map_or(Visibility::Public, |open| open.visibility)
        }
        _ => match node.child(0).map(|first| first.kind()) {
            Some("pub" | "export") => Visibility::Public,
            Some(_) | None => Visibility::Private,
        },
    }
}

//! Python.
//!
//! Names that begin with an underscore are private, but for those that end in two. A class that
//! derives from an `Enum` is one, and what is assigned in it are its members.

pub mod profile;

use rutter_domain::text::truncate;
use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::comments;
use crate::rules::{HASH_MARKS, Head, Role, Roles, Rule, Rules, Shape};
use crate::walk::{Definition, Walk, head_end, last_named_child};

/// Maximum number of names that one assignment may define together.
const MOST_TOGETHER: usize = 200;
/// Maximum number of assignments of one value to examine.
const MOST_IN_CHAIN: usize = 20;

pub static PYTHON: Rules = Rules {
    language: Language::Python,
    grammar: || tree_sitter_python::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("decorated_definition", Rule::Wrap(Head::Drop)),
        ("decorator", Rule::Hook(read_decorator)),
        ("function_definition", Rule::Hook(open_function)),
        ("class_definition", Rule::Hook(open_class)),
        ("assignment", Rule::Hook(read_assignment)),
        ("type_alias_statement", Rule::Hook(open_type_alias)),
        ("lambda", Rule::Function),
        ("call", Rule::Call("function")),
        ("type", Rule::Hook(read_type)),
        ("import_statement", Rule::Hook(read_import)),
        ("import_from_statement", Rule::Hook(read_import_from)),
        ("future_import_statement", Rule::Mute),
        ("identifier", Rule::Value),
        ("attribute", Rule::Hook(read_attribute)),
        ("subscript", Rule::Hook(read_subscript)),
        ("default_parameter typed_default_parameter", Rule::Hook(read_default)),
        ("dotted_name", Rule::Hook(read_pattern_name)),
        ("global_statement nonlocal_statement", Rule::Hook(read_outer_names)),
    ]],
    roles: &[&[
        ("assignment augmented_assignment for_statement", Roles::In("left", Role::Assign)),
        ("named_expression", Roles::In("name", Role::Assign)),
        ("for_in_clause", Roles::In("left", Role::Bind)),
        ("as_pattern_target", Roles::All(Role::Assign)),
        ("delete_statement", Roles::All(Role::Write)),
        ("expression_list pattern_list tuple_pattern list_pattern", Roles::All(Role::Same)),
        ("list_splat_pattern dictionary_splat_pattern as_pattern tuple", Roles::All(Role::Same)),
        ("subscript", Roles::In("value", Role::Same)),
        ("parameters lambda_parameters typed_parameter case_pattern", Roles::All(Role::Bind)),
        ("union_pattern splat_pattern", Roles::All(Role::Bind)),
        ("default_parameter typed_default_parameter", Roles::In("name", Role::Bind)),
        ("keyword_argument", Roles::In("name", Role::Silent)),
        ("keyword_pattern dotted_name global_statement", Roles::All(Role::Silent)),
        ("nonlocal_statement", Roles::All(Role::Silent)),
    ]],
    shapes: &[&[
        ("attribute", Shape::Path("object", "attribute")),
        ("subscript", Shape::Within("value")),
        ("generic_type type await", Shape::First),
        ("member_type", Shape::Last),
    ]],
    comments: &["comment"],
    comment_marks: HASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[
        "super", "property", "staticmethod", "classmethod", "int", "str", "float", "bool", "bytes",
        "bytearray", "complex", "object", "list", "dict", "set", "frozenset", "tuple", "type",
    ],
    visibility,
    inner_doc: Some(docstring),
};

fn open_function<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        let kind = function_kind(walk, node, walk.text_of(name));
        // A later assignment to its name changes it and does not define a variable.
        walk.is_first(walk.text_of(name));
        walk.open(node, name, kind, head_end(node, &["body"]));
        read_type_parameters(walk, node.child_by_field_name("type_parameters"));
    }
}

fn function_kind<'t>(walk: &Walk<'t>, node: Node<'t>, name: &str) -> SymbolKind {
    let is_in_class = matches!(walk.container_kind(), Some(SymbolKind::Class | SymbolKind::Enum));
    if !is_in_class {
        return SymbolKind::Function;
    }
    let wrapper = walk.wrappers().next();
    let decorators =
        wrapper.and_then(|wrapper| walk.text.get(wrapper.start_byte()..node.start_byte()));
    let is_property = decorators.unwrap_or("").lines().any(|line| {
        let line = line.trim();
        let ends = ["property", ".setter", ".deleter"];
        line.starts_with('@') && ends.iter().any(|end| line.ends_with(end))
    });
    match name {
        // Even where a decorator wraps it.
        "__init__" => SymbolKind::Constructor,
        _ if is_property => SymbolKind::Property,
        _ => SymbolKind::Method,
    }
}

fn read_type_parameters<'t>(walk: &mut Walk<'t>, parameters: Option<Node<'t>>) {
    let Some(parameters) = parameters else { return };
    let mut cursor = parameters.walk();
    for parameter in parameters.named_children(&mut cursor) {
        if let Some(name) = walk.last_name(parameter) {
            walk.type_parameter(name);
        }
    }
}

fn open_class<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let mut cursor = node.walk();
    let is_base = |base: &Node<'t>| base.kind() != "keyword_argument";
    let list = node.child_by_field_name("superclasses");
    let bases: Vec<_> =
        list.map_or(Vec::new(), |list| list.named_children(&mut cursor).filter(is_base).collect());
    let is_enum = bases.iter().filter_map(|base| walk.last_name(*base)).any(|base| {
        matches!(walk.text_of(base), "Enum" | "IntEnum" | "StrEnum" | "Flag" | "IntFlag")
    });
    let kind = if is_enum { SymbolKind::Enum } else { SymbolKind::Class };
    walk.is_first(walk.text_of(name));
    walk.open(node, name, kind, head_end(node, &["body"]));
    if let Some(body) = node.child_by_field_name("body") {
        walk.note_members(body, name_of_member);
    }
    read_type_parameters(walk, node.child_by_field_name("type_parameters"));
    for base in bases {
        walk.add_reference(ReferenceKind::Extends, base);
    }
}

/// The name of what a statement in the body of a class declares.
fn name_of_member(statement: Node<'_>) -> Option<Node<'_>> {
    match statement.kind() {
        "function_definition" => statement.child_by_field_name("name"),
        "decorated_definition" => {
            statement.child_by_field_name("definition")?.child_by_field_name("name")
        }
        "expression_statement" => {
            statement.named_child(0)?.child_by_field_name("left").filter(|it| it.child_count() == 0)
        }
        _ => None,
    }
}

/// A member of a value. One of the own object that a method assigns is a field of its class.
fn read_attribute<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.role == Role::Assign && assigns_several(walk.outer_node_kind()) {
        define_field(walk, node, node);
    }
    walk.add_value(node);
}

/// `names[0] = …` changes `names` and makes no variable of that name.
fn read_subscript<'t>(walk: &mut Walk<'t>, _: Node<'t>) {
    if walk.role == Role::Assign {
        walk.role = Role::Write;
    }
}

/// `def wait(sleep=sleep)`: the value is not the parameter, but what has its name around the function.
fn read_default<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let field = |name| node.child_by_field_name(name);
    if let (Some(name), Some(value)) = (field("name"), field("value"))
        && value.kind() == "identifier"
        && walk.text_of(name) == walk.text_of(value)
    {
        walk.add_read_outside(value);
    }
}

fn define_field<'t>(walk: &mut Walk<'t>, whole: Node<'t>, target: Node<'t>) {
    let object = target.child_by_field_name("object").map_or("", |object| walk.text_of(object));
    // By convention; the first parameter may have any name.
    let is_own = matches!(object, "self" | "cls");
    let name = target.child_by_field_name("attribute").filter(|_| is_own);
    if let (Some(name), Some(class)) = (name, walk.class_of_method()) {
        walk.define_own_field(class, whole, target, name);
    }
}

/// Whether names inside a node of this kind are assigned together; `self.names[0] = …` and
/// `self.size += 1` define nothing.
fn assigns_several(kind: &str) -> bool {
    matches!(
        kind,
        "pattern_list" | "tuple_pattern" | "list_pattern" | "for_statement" | "as_pattern_target"
    )
}

/// An assignment to a name, outside functions, defines it the first time.
fn read_assignment<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(left) = node.child_by_field_name("left") else { return };
    if left.kind() == "attribute" {
        return define_field(walk, node, left);
    }
    if walk.is_in_function() {
        return;
    }
    // `a = b = 1` defines both.
    let mut outer = node;
    // The grammar nests one assignment in the other.
    for _ in 0..MOST_IN_CHAIN {
        if let Some(left) = outer.child_by_field_name("left") {
            assign_each(walk, node, left);
        }
        match outer.child_by_field_name("right").filter(|right| right.kind() == "assignment") {
            Some(inner) => outer = inner,
            None => return,
        }
    }
}

/// Defines the names that are assigned together, as in `(a, b) = c`.
fn assign_each<'t>(walk: &mut Walk<'t>, node: Node<'t>, left: Node<'t>) {
    if matches!(left.kind(), "pattern_list" | "tuple_pattern" | "list_pattern") {
        let mut cursor = left.walk();
        for name in left.named_children(&mut cursor).take(MOST_TOGETHER) {
            assign(walk, node, name);
        }
    } else {
        assign(walk, node, left);
    }
}

fn assign<'t>(walk: &mut Walk<'t>, node: Node<'t>, left: Node<'t>) {
    if left.kind() != "identifier" {
        return;
    }
    let name = walk.text_of(left);
    // By convention; nothing in the language makes a constant.
    let is_constant = name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase);
    let kind = match walk.container_kind() {
        Some(SymbolKind::Enum) => SymbolKind::EnumMember,
        Some(SymbolKind::Class) => SymbolKind::Field,
        Some(_) => return,
        None if is_constant => SymbolKind::Constant,
        None => SymbolKind::Variable,
    };
    if walk.is_first(name) {
        walk.open(node, left, kind, node.end_byte());
    }
}

fn open_type_alias<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(left) = node.child_by_field_name("left") else { return };
    if let Some(name) = walk.last_name(left) {
        walk.open(node, name, SymbolKind::TypeAlias, node.end_byte());
        read_type_parameters(walk, left.named_child(0).and_then(|generic| generic.named_child(1)));
    }
}

/// A decorator without arguments is a call as well. What it uses is used by what it decorates. That of a setter
/// is neither.
fn read_decorator<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(decorator) = node.named_child(0) else { return };
    let is_call = decorator.kind() == "call";
    let is_setter = !is_call
        && walk
            .last_name(decorator)
            .is_some_and(|name| matches!(walk.text_of(name), "setter" | "getter" | "deleter"));
    if is_setter {
        return;
    }
    let definition =
        walk.wrappers().next().and_then(|wrapper| wrapper.child_by_field_name("definition"));
    let name = definition.and_then(|definition| definition.child_by_field_name("name"));
    if name.is_some_and(|name| !walk.text_of(name).is_empty()) {
        // A change of a decorator reaches all functions that it wraps.
        walk.attribute_to_next();
    }
    if !is_call {
        walk.add_reference(ReferenceKind::Call, decorator);
    }
}

/// The types named in an annotation; those in brackets have annotations of their own.
fn read_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    // `dict[str, list[int]] | None` nests as deep as a text likes, so without recursion.
    let mut parts: Vec<Node<'t>> = node.named_child(0).into_iter().collect();
    while let Some(part) = parts.pop() {
        match part.kind() {
            "identifier" | "attribute" | "generic_type" | "member_type" => {
                walk.add_reference(ReferenceKind::Type, part);
            }
            "subscript" => {
                walk.add_reference(ReferenceKind::Type, part);
                let mut cursor = part.walk();
                parts.extend(part.children_by_field_name("subscript", &mut cursor));
            }
            "binary_operator" | "union_type" | "list" | "tuple" | "parenthesized_expression" => {
                let mut cursor = part.walk();
                parts.extend(part.named_children(&mut cursor));
            }
            _ => {}
        }
    }
}

/// A name in a pattern: a bare one is a variable, but for that of a class.
fn read_pattern_name<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = last_named_child(node) else { return };
    if node.named_child_count() == 1 {
        return walk.add_bare(name, walk.role);
    }
    if let Some(first) = node.named_child(0) {
        walk.add_bare(first, Role::Read);
    }
    let before = walk.text.get(node.start_byte()..name.start_byte()).unwrap_or("");
    let qualifier = before.trim_end().trim_end_matches('.');
    walk.add_reference_to(ReferenceKind::Read, walk.text_of(name), Some(qualifier), name);
}

/// Names that are assigned here and not variables of the function.
fn read_outer_names<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for name in node.named_children(&mut cursor) {
        walk.bind_outside(walk.text_of(name));
    }
}

fn read_import<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let mut cursor = node.walk();
    for name in node.children_by_field_name("name", &mut cursor) {
        let (module, alias) = split_alias(walk, name);
        walk.import(module, None, alias, name);
    }
}

fn read_import_from<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let Some(module) = node.child_by_field_name("module_name").map(|name| walk.text_of(name))
    else {
        return;
    };
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        if child.kind() == "wildcard_import" {
            walk.import(module, Some("*"), None, child);
        }
    }
    for name in node.children_by_field_name("name", &mut cursor) {
        let (name_text, alias) = split_alias(walk, name);
        walk.import(module, Some(name_text), alias, name);
    }
}

fn split_alias<'t>(walk: &Walk<'t>, node: Node<'t>) -> (&'t str, Option<&'t str>) {
    if node.kind() != "aliased_import" {
        return (walk.text_of(node), None);
    }
    let field = |name| node.child_by_field_name(name).map(|child| walk.text_of(child));
    (field("name").unwrap_or(""), field("alias"))
}

fn visibility<'t>(_: &Walk<'t>, _: Node<'t>, definition: &Definition<'t>) -> Visibility {
    let name = &definition.name;
    if name.starts_with('_') && !name.ends_with("__") {
        Visibility::Private
    } else {
        Visibility::Public
    }
}

/// The string that is a body's first statement, without quotes and common indentation.
fn docstring<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    let body = node.child_by_field_name("body")?;
    let mut cursor = body.walk();
    // A comment before the docstring does not make it a plain text.
    let first = body.named_children(&mut cursor).find(|child| !child.is_extra())?;
    if first.kind() != "expression_statement" {
        return None;
    }
    let string = first.named_child(0).filter(|string| string.kind() == "string")?;
    let text = walk.text_of(string).trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let text = text.trim_matches(|c| c == '"' || c == '\'');
    comments::doc_of(&dedent(text))
}

/// The text without the indentation that all its lines after the first share.
fn dedent(text: &str) -> String {
    let text = truncate(text, 8_000);
    let indent_of = |line: &str| line.len() - line.trim_start().len();
    let shared = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(indent_of)
        .min()
        .unwrap_or(0);
    let mut dedented = String::with_capacity(text.len());
    for (index, line) in text.lines().enumerate() {
        let line = if index == 0 { line.trim_start() } else { line.get(shared..).unwrap_or("") };
        dedented.push_str(line);
        dedented.push('\n');
    }
    dedented
}

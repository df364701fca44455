//! C#.
//!
//! Types stand where any expression may, so only their position shows them: the fields `type` and
//! `returns`, type arguments, bases. A base whose name is `I` and a capital is taken for an interface.
//! A namespace without braces holds the rest of its file, as one with braces holds what is in them.

pub mod profile;
pub mod words;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, head_end, head_end_before, head_end_with};

/// Maximum number of names that one line may define.
const MOST_NAMES: usize = 200;

pub static CSHARP: Rules = Rules {
    language: Language::CSharp,
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    separator: ".",
    rules: &[DEFINITIONS, USES],
    roles: &[ROLES],
    shapes: &[&[
        ("qualified_name", Shape::Path("qualifier", "name")),
        ("alias_qualified_name", Shape::Path("alias", "name")),
        ("member_access_expression", Shape::Path("expression", "name")),
        ("conditional_access_expression", Shape::Last),
        ("member_binding_expression", Shape::Within("name")),
        ("element_access_expression", Shape::Within("expression")),
        ("generic_name parenthesized_expression await_expression", Shape::First),
        ("postfix_unary_expression", Shape::First),
        ("array_type nullable_type pointer_type ref_type scoped_type", Shape::Within("type")),
        ("primary_constructor_base_type", Shape::Within("type")),
        ("object_creation_expression", Shape::Value("type")),
        ("cast_expression", Shape::Within("value")),
    ]],
    comments: &["comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[
        "bool", "byte", "char", "decimal", "double", "dynamic", "float", "int", "long", "nameof",
        "nint", "nuint", "object", "sbyte", "short", "string", "uint", "ulong", "ushort", "value",
        "var", "void", "_",
    ],
    visibility,
    inner_doc: None,
};

const DEFINITIONS: &[(&str, Rule)] = &[
    ("namespace_declaration", define(SymbolKind::Module).rule()),
    ("file_scoped_namespace_declaration", Rule::Hook(open_namespace)),
    ("class_declaration record_declaration struct_declaration", Rule::Hook(open_type)),
    ("interface_declaration", Rule::Hook(open_type)),
    ("enum_declaration", define(SymbolKind::Enum).rule()),
    ("enum_member_declaration", define(SymbolKind::EnumMember).rule()),
    ("delegate_declaration method_declaration local_function_statement", Rule::Hook(open_function)),
    ("constructor_declaration", define(SymbolKind::Constructor).rule()),
    ("destructor_declaration", Rule::Hook(open_destructor)),
    ("operator_declaration conversion_operator_declaration", Rule::Hook(open_operator)),
    ("indexer_declaration", Rule::Hook(open_indexer)),
    ("property_declaration event_declaration", Rule::Hook(open_property)),
    ("event_field_declaration field_declaration", Rule::Hook(open_fields)),
    ("parameter", Rule::Hook(read_parameter)),
    ("lambda_expression anonymous_method_expression", Rule::Function),
    ("type_parameter", Rule::TypeParameter("name")),
    ("attribute_list", Rule::Prefix),
];

const ROLES: &[(&str, Roles)] = &[
    ("parameter variable_declarator catch_declaration", Roles::In("name", Role::Bind)),
    ("declaration_pattern recursive_pattern declaration_expression", Roles::In("name", Role::Bind)),
    ("from_clause", Roles::In("name", Role::Bind)),
    ("foreach_statement", Roles::In("left", Role::Bind)),
    ("var_pattern parenthesized_variable_designation tuple_pattern", Roles::All(Role::Bind)),
    ("lambda_expression", Roles::In("parameters", Role::Bind)),
    ("assignment_expression", Roles::In("left", Role::Write)),
    ("postfix_unary_expression prefix_unary_expression", Roles::All(Role::Same)),
    ("parenthesized_expression qualified_name", Roles::All(Role::Same)),
    ("element_access_expression", Roles::In("expression", Role::Same)),
    ("argument tuple_element namespace_declaration", Roles::In("name", Role::Silent)),
    ("file_scoped_namespace_declaration", Roles::In("name", Role::Silent)),
    ("labeled_statement goto_statement type_parameter", Roles::All(Role::Silent)),
];

const USES: &[(&str, Rule)] = &[
    ("identifier implicit_parameter member_access_expression", Rule::Value),
    ("member_binding_expression", Rule::Hook(read_member)),
    ("postfix_unary_expression prefix_unary_expression", Rule::Hook(read_unary)),
    ("using_directive", Rule::Hook(read_using)),
    ("invocation_expression", Rule::Call("function")),
    ("object_creation_expression", Rule::Hook(read_creation)),
    ("attribute", Rule::ReferIn(ReferenceKind::Type, "name")),
    ("type_argument_list explicit_interface_specifier", Rule::ReferEach(ReferenceKind::Type)),
    (
        "array_type cast_expression catch_declaration declaration_expression",
        Rule::ReferIn(ReferenceKind::Type, "type"),
    ),
    (
        "declaration_pattern default_expression foreach_statement from_clause",
        Rule::ReferIn(ReferenceKind::Type, "type"),
    ),
    (
        "join_clause parameter_list recursive_pattern sizeof_expression",
        Rule::ReferIn(ReferenceKind::Type, "type"),
    ),
    (
        "tuple_element type_parameter_constraint type_pattern",
        Rule::ReferIn(ReferenceKind::Type, "type"),
    ),
    ("typeof_expression variable_declaration", Rule::ReferIn(ReferenceKind::Type, "type")),
    ("as_expression is_expression", Rule::ReferIn(ReferenceKind::Type, "right")),
];

/// `?.name` is a member of the value before it.
fn read_member<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.add_member_of_value(name);
    }
}

/// `x++` changes `x`; other operators read their operand.
fn read_unary<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let is_write = node.children(&mut cursor).any(|child| matches!(child.kind(), "++" | "--"));
    // `x!` only tells the compiler that `x` is not null.
    let is_suppression = node.child(1).is_some_and(|operator| operator.kind() == "!");
    walk.role = match walk.role {
        _ if is_write => Role::Write,
        role if is_suppression => role,
        _ => Role::Read,
    };
}

/// `new S { F = 1 }` writes the member `F` of `S`.
fn read_creation<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(created) = node.child_by_field_name("type") else { return };
    walk.add_reference(ReferenceKind::Call, created);
    let Some(initializer) = node.child_by_field_name("initializer") else { return };
    let owner = walk.last_name(created).map_or("()", |owner| walk.text_of(owner));
    let mut cursor = initializer.walk();
    for member in initializer.named_children(&mut cursor) {
        let left = member.child_by_field_name("left").filter(|left| left.kind() == "identifier");
        if let Some(name) = left.filter(|name| walk.claim(*name)) {
            walk.add_reference_to(ReferenceKind::Write, walk.text_of(name), Some(owner), name);
        }
    }
}

fn open_namespace<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.open_rest(node, name, SymbolKind::Module);
    }
}

fn open_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let mut cursor = node.walk();
    let mut kind = match node.kind() {
        "interface_declaration" => SymbolKind::Interface,
        "struct_declaration" => SymbolKind::Struct,
        _ => SymbolKind::Class,
    };
    let mut bases = None;
    for child in node.children(&mut cursor) {
        match child.kind() {
            "struct" => kind = SymbolKind::Struct,
            "base_list" => bases = Some(child),
            _ => {}
        }
    }
    walk.open(node, name, kind, head_end(node, &["body"]));
    let Some(bases) = bases else { return };
    for base in bases.named_children(&mut cursor) {
        let name = walk.last_name(base).map_or("", |name| walk.text_of(name));
        let reference = match kind {
            SymbolKind::Interface => ReferenceKind::Extends,
            // A struct has no base class.
            SymbolKind::Struct => ReferenceKind::Implements,
            _ if is_interface_name(name) => ReferenceKind::Implements,
            _ => ReferenceKind::Extends,
        };
        walk.add_reference(reference, base);
    }
}

fn is_interface_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next() == Some('I') && chars.next().is_some_and(char::is_uppercase)
}

/// A method, a function in one, or the type of functions that a delegate is.
fn open_function<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let kind = match node.kind() {
        "delegate_declaration" => SymbolKind::TypeAlias,
        "method_declaration" if is_test(walk, node) => SymbolKind::Test,
        "method_declaration" => SymbolKind::Method,
        _ => SymbolKind::Function,
    };
    walk.open(node, name, kind, head_end(node, &["body"]));
    // The result comes before the type parameters that it may name.
    if let Some(parameters) = node.child_by_field_name("type_parameters") {
        let mut cursor = parameters.walk();
        for parameter in parameters.named_children(&mut cursor) {
            if let Some(name) = parameter.child_by_field_name("name") {
                walk.type_parameter(name);
            }
        }
    }
    read_type(walk, node);
    if let Some(result) = node.child_by_field_name("returns") {
        walk.add_reference(ReferenceKind::Type, result);
    }
}

fn is_test<'t>(walk: &Walk<'t>, node: Node<'t>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).take_while(|child| child.kind() == "attribute_list").any(|list| {
        walk.head_of(list).split(['[', ',']).skip(1).any(|attribute| {
            let name = attribute.split(['(', ']']).next().unwrap_or("").trim();
            matches!(
                name,
                "Fact" | "Theory" | "Test" | "TestCase" | "TestMethod" | "DataTestMethod"
            )
        })
    })
}

fn open_destructor<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.claim(name);
        let name = format!("~{}", walk.text_of(name));
        open_special(walk, node, SymbolKind::Method, name);
    }
}

/// An operator is named by its sign, a conversion by the type it leads to.
fn open_operator<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let sign = node.child_by_field_name("operator").map(|sign| walk.text_of(sign));
    let result = node.child_by_field_name("type").map_or("", |result| walk.text_of(result));
    let name = sign.map_or_else(|| format!("operator {result}"), |sign| format!("operator{sign}"));
    open_special(walk, node, SymbolKind::Method, name);
    read_type(walk, node);
}

fn open_indexer<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    open_special(walk, node, SymbolKind::Property, "this[]".into());
    read_type(walk, node);
}

fn open_special<'t>(walk: &mut Walk<'t>, node: Node<'t>, kind: SymbolKind, name: String) {
    walk.open_as(node, kind, name, member_head_end(node));
}

fn open_property<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.open(node, name, SymbolKind::Property, member_head_end(node));
        read_type(walk, node);
    }
}

fn member_head_end(node: Node<'_>) -> usize {
    let body = ["accessors", "body", "value"].iter().find_map(|it| node.child_by_field_name(it));
    head_end_before(node, body)
}

/// The fields, constants or events of one declaration.
fn open_fields<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let mut kind = match node.kind() {
        "event_field_declaration" => SymbolKind::Property,
        _ => SymbolKind::Field,
    };
    let mut declaration = None;
    for child in node.children(&mut cursor) {
        match child.kind() {
            "modifier" if walk.text_of(child) == "const" => kind = SymbolKind::Constant,
            "variable_declaration" => declaration = Some(child),
            _ => {}
        }
    }
    let Some(declaration) = declaration else { return };
    for declarator in declaration.named_children(&mut cursor).take(MOST_NAMES) {
        if declarator.kind() == "variable_declarator"
            && let Some(name) = declarator.child_by_field_name("name")
        {
            walk.open(node, name, kind, head_end_with(node, declarator.named_child(1)));
        }
    }
}

/// The parameters of a record are its properties.
fn read_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.container_node_kind() == "record_declaration"
        && walk.container_kind().is_some()
        && let Some(name) = node.child_by_field_name("name")
    {
        walk.open(node, name, SymbolKind::Property, node.end_byte());
    }
    read_type(walk, node);
}

fn read_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(named) = node.child_by_field_name("type") {
        walk.add_reference(ReferenceKind::Type, named);
    }
}

/// `using A.B` brings in all of a namespace, `using X = A.B` one name of it.
fn read_using<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let alias = node.child_by_field_name("name");
    let mut cursor = node.walk();
    let Some(target) = node.named_children(&mut cursor).filter(|it| Some(*it) != alias).last()
    else {
        return;
    };
    let target_text = walk.text_of(target);
    let path = target_text.trim_start_matches("global::");
    let Some(alias) = alias else { return walk.import(path, Some("*"), None, node) };
    let alias = Some(walk.text_of(alias));
    // `using Map = Dictionary<string, int>`: the arguments are not a part of the path.
    let path_end = path.find('<').unwrap_or(path.len());
    match path[..path_end].rsplit_once('.') {
        Some((module, name)) => walk.import(module, Some(name), alias, node),
        None => walk.import(&path[..path_end], None, alias, node),
    }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    let mut cursor = node.walk();
    let head = node.children(&mut cursor).take_while(|it| it.start_byte() < definition.head_end);
    let mut found = None;
    for child in head {
        let word = match child.kind() {
            "modifier" => walk.text_of(child),
            // A member that implements an interface explicitly is used through it.
            "explicit_interface_specifier" => "public",
            _ => continue,
        };
        found = match word {
            "public" => Some(Visibility::Public),
            "protected" => Some(Visibility::Protected),
            // `protected internal` is as open as `protected`.
            "internal" => found.or(Some(Visibility::Internal)),
            "private" | "file" => found.or(Some(Visibility::Private)),
            _ => found,
        };
    }
    found.unwrap_or_else(|| default_visibility(walk, definition.kind))
}

fn default_visibility(walk: &Walk<'_>, kind: SymbolKind) -> Visibility {
    match (walk.container_kind(), kind) {
        _ if walk.is_in_function() => Visibility::Private,
        (_, SymbolKind::Module) => Visibility::Public,
        (None | Some(SymbolKind::Module), _) => Visibility::Internal,
        (Some(SymbolKind::Interface), _) => Visibility::Public,
        (Some(SymbolKind::Enum), _) => {
            walk.container().map_or(Visibility::Internal, |open| open.visibility)
        }
        (Some(_), SymbolKind::Property) if walk.container_node_kind() == "record_declaration" => {
            Visibility::Public
        }
        (Some(_), _) => Visibility::Private,
    }
}

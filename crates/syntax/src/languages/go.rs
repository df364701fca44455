//! Go.
//!
//! A method bears the name of its receiver's type, wherever that is defined; a field or interface
//! without a name of its own is embedded, which is as near as Go comes to inheritance. What begins
//! with a capital letter is public, all else is the package's own.

pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Head, Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, fields, head_end, head_end_before};

/// Maximum number of names that one line may define.
const MOST_NAMES: usize = 50;

pub static GO: Rules = Rules {
    language: Language::Go,
    grammar: || tree_sitter_go::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("import_spec", Rule::Hook(read_import)),
        ("function_declaration", define(SymbolKind::Function).kind_by(function_kind).rule()),
        ("method_declaration", Rule::Hook(open_method)),
        ("func_literal", Rule::Function),
        ("type_declaration const_declaration var_declaration", Rule::Hook(wrap_declaration)),
        ("type_spec", Rule::Hook(open_type)),
        ("type_alias", define(SymbolKind::TypeAlias).body(&[]).rule()),
        ("const_spec var_spec", Rule::Hook(open_values)),
        ("field_declaration", Rule::Hook(open_fields)),
        ("method_elem", define(SymbolKind::Method).body(&[]).rule()),
        ("interface_type", Rule::Hook(read_embedded)),
        ("type_parameter_declaration", Rule::Hook(read_type_parameters)),
        ("call_expression", Rule::Call("function")),
        ("type_conversion_expression", Rule::Call("type")),
        ("composite_literal", Rule::Hook(read_literal)),
        ("type_identifier qualified_type", Rule::Refer(ReferenceKind::Type)),
        ("identifier selector_expression", Rule::Value),
    ]],
    roles: &[&[
        ("short_var_declaration range_clause receive_statement", Roles::In("left", Role::Bind)),
        ("type_switch_statement", Roles::In("alias", Role::Bind)),
        ("assignment_statement", Roles::In("left", Role::Write)),
        ("inc_statement dec_statement", Roles::All(Role::Write)),
        ("expression_list parenthesized_expression", Roles::All(Role::Same)),
        ("index_expression", Roles::In("operand", Role::Same)),
        ("parameter_declaration variadic_parameter_declaration", Roles::In("name", Role::Bind)),
        ("var_spec const_spec", Roles::In("name", Role::Bind)),
        ("type_parameter_declaration", Roles::In("name", Role::Silent)),
    ]],
    shapes: &[&[
        ("selector_expression", Shape::Path("operand", "field")),
        ("qualified_type", Shape::Path("package", "name")),
        ("generic_type type_instantiation_expression", Shape::Within("type")),
        ("pointer_type parenthesized_type parenthesized_expression type_elem", Shape::First),
        ("composite_literal", Shape::Value("type")),
        ("index_expression type_assertion_expression slice_expression", Shape::Within("operand")),
    ]],
    comments: &["comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[
        "_", "any", "append", "bool", "byte", "cap", "close", "comparable", "complex",
        "complex128", "complex64", "copy", "delete", "error", "float32", "float64", "imag", "int",
        "int16", "int32", "int64", "int8", "len", "make", "new", "panic", "print", "println",
        "real", "recover", "rune", "string", "uint", "uint16", "uint32", "uint64", "uint8",
        "uintptr",
    ],
    visibility,
    inner_doc: None,
};

/// `. "a/b"` takes every name, `_ "a/b"` none; both are imports of the package.
fn read_import<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let Some(path) = node.child_by_field_name("path") else { return };
    let path = walk.text_of(path).trim_matches(['"', '`']);
    match node.child_by_field_name("name").map(|name| walk.text_of(name)) {
        Some(".") => walk.import(path, Some("*"), None, node),
        alias => walk.import(path, None, alias, node),
    }
}

fn function_kind<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<SymbolKind> {
    let text_in = |field| node.child_by_field_name(field).map_or("", |child| walk.text_of(child));
    let name = text_in("name");
    let is_named_a_test = ["Test", "Benchmark", "Fuzz"].iter().any(|word| {
        name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
    });
    // `TestHelper(a int)` is no test: `go test` runs those that take a `*testing.T` or the like.
    let is_test = is_named_a_test && text_in("parameters").contains("*testing.");
    Some(if is_test { SymbolKind::Test } else { SymbolKind::Function })
}

/// The names in the brackets of a receiver are the type's parameters.
fn open_method<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let receiver = node
        .child_by_field_name("receiver")
        .and_then(|list| list.named_child(0))
        .and_then(|parameter| parameter.child_by_field_name("type"));
    let owner = receiver.and_then(|receiver| walk.last_name(receiver));
    if let Some(owner) = owner {
        walk.claim(owner);
    }
    walk.claim(name);
    let definition = Definition {
        kind: SymbolKind::Method,
        name: walk.text_of(name).into(),
        owner: owner.map(|owner| walk.text_of(owner).into()),
        head_end: head_end(node, &["body"]),
    };
    walk.open_named(node, definition);
    let generic = match receiver {
        // `func (l *List[T]) Add()` names the type parameters behind the star.
        Some(pointer) if pointer.kind() == "pointer_type" => pointer.named_child(0),
        other => other,
    };
    if let Some(arguments) =
        generic.and_then(|generic| generic.child_by_field_name("type_arguments"))
    {
        let mut cursor = arguments.walk();
        for argument in arguments.named_children(&mut cursor).take(MOST_NAMES) {
            if let Some(name) = walk.last_name(argument) {
                walk.type_parameter(name);
            }
        }
    }
}

/// The keyword of a declaration is part of the signature, unless it is that of a whole group.
fn wrap_declaration<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let after_keyword = walk.text_of(node).trim_start_matches(char::is_alphabetic).trim_start();
    let is_group = after_keyword.starts_with('(');
    walk.wrap(node, if is_group { Head::Drop } else { Head::Keep });
}

fn open_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some((name, underlying)) = fields(node, "name", "type") else { return };
    let (kind, head_end) = match underlying.kind() {
        "struct_type" => (SymbolKind::Struct, underlying.start_byte() + "struct".len()),
        "interface_type" => (SymbolKind::Interface, underlying.start_byte() + "interface".len()),
        _ => (SymbolKind::TypeAlias, node.end_byte()),
    };
    walk.open(node, name, kind, head_end);
}

/// Constants and variables outside functions; the signature ends where a body begins.
fn open_values<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.is_in_function() {
        return;
    }
    let is_constant = node.kind() == "const_spec";
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
    let value = node.child_by_field_name("value").and_then(|list| list.named_child(0));
    let body = value.and_then(|value| value.child_by_field_name("body"));
    let head_end = head_end_before(node, body);
    let mut cursor = node.walk();
    let names = node.children_by_field_name("name", &mut cursor).take(MOST_NAMES);
    // The field of the names holds the commas too.
    for (index, name) in names.filter(|name| name.is_named()).enumerate() {
        if walk.text_of(name) != "_" {
            walk.open(node, name, kind, head_end);
            if index > 0 {
                walk.share_doc();
            }
        }
    }
}

fn open_fields<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let mut is_embedded = true;
    for name in node.children_by_field_name("name", &mut cursor).take(MOST_NAMES) {
        is_embedded = false;
        if name.is_named() && walk.text_of(name) != "_" {
            walk.open(node, name, SymbolKind::Field, fields_end(node));
        }
    }
    if let Some(base) = node.child_by_field_name("type").filter(|_| is_embedded) {
        walk.add_reference(ReferenceKind::Extends, base);
        // It is a field named as its type is.
        if let Some(name) = walk.last_name(base) {
            walk.open_as(node, SymbolKind::Field, walk.text_of(name), node.end_byte());
        }
    }
}

/// Where the head of a field ends: before the fields of a type without a name, if it has such.
fn fields_end(node: Node<'_>) -> usize {
    let inner = node.child_by_field_name("type").filter(|inner| inner.kind() == "struct_type");
    inner.map_or(node.end_byte(), |inner| inner.start_byte() + "struct".len())
}

/// An interface named in another is a base of it; a choice of types is not.
fn read_embedded<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for element in node.named_children(&mut cursor) {
        if element.kind() == "type_elem" && element.named_child_count() == 1 {
            walk.add_reference(ReferenceKind::Extends, element);
        }
    }
}

fn read_type_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for name in node.children_by_field_name("name", &mut cursor).take(MOST_NAMES) {
        if name.is_named() {
            walk.type_parameter(name);
        }
    }
}

/// The names before the colons are fields of the type, or of its elements.
fn read_literal<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(created) = node.child_by_field_name("type") else { return };
    walk.add_reference(ReferenceKind::Call, created);
    let mut literals = vec![(created, node.child_by_field_name("body"))];
    // What has no type of its own has that of the elements around it.
    while let Some((created, body)) = literals.pop() {
        let Some(body) = body else { continue };
        let element = match created.kind() {
            "slice_type" | "array_type" | "implicit_length_array_type" => {
                created.child_by_field_name("element")
            }
            "map_type" => created.child_by_field_name("value"),
            _ => {
                let name = name_of_owner(walk, created);
                write_fields(walk, body, name);
                continue;
            }
        };
        let Some(element) = element else { continue };
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            let value = child.child_by_field_name("value").unwrap_or(child);
            let inner = value.named_child(0).filter(|inner| inner.kind() == "literal_value");
            // `[]Point{{X: 1}}` writes the field `X` of `Point`.
            literals.push((element, inner));
        }
    }
}

/// The name of the type whose fields a literal writes; `struct` for one without a name, whose fields
/// belong to what is around it.
fn name_of_owner<'t>(walk: &Walk<'t>, created: Node<'t>) -> Option<&'t str> {
    let created = match created.kind() {
        "pointer_type" => created.named_child(0)?,
        _ => created,
    };
    match created.kind() {
        "struct_type" => Some("struct"),
        "qualified_type" => Some(walk.text_of(created)),
        _ => walk.last_name(created).map(|name| walk.text_of(name)),
    }
}

fn write_fields<'t>(walk: &mut Walk<'t>, body: Node<'t>, owner: Option<&str>) {
    let mut cursor = body.walk();
    for element in body.named_children(&mut cursor) {
        let key = element.child_by_field_name("key").and_then(|key| key.named_child(0));
        if let Some(key) = key.filter(|key| key.kind() == "identifier")
            && walk.claim(key)
        {
            let owner = Some(owner.unwrap_or("()"));
            walk.add_reference_to(ReferenceKind::Write, walk.text_of(key), owner, key);
        }
    }
}

/// The fields of a type without a name of its own are as visible as their own names say.
fn visibility<'t>(walk: &Walk<'t>, _: Node<'t>, definition: &Definition<'t>) -> Visibility {
    if definition.kind == SymbolKind::Field && walk.is_in_function() {
        Visibility::Private
    } else if definition.name.starts_with(char::is_uppercase) {
        Visibility::Public
    } else {
        Visibility::Internal
    }
}

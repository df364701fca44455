//! PHP.
//!
//! A property is called by its bare name, a variable with its dollar. Variables outside functions
//! are symbols; one that holds a function is a function. A trait that a class uses is implemented by
//! it. A namespace without braces holds the rest of its file.

pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Role, Roles, Rule, Rules, Shape, define};
use crate::walk::{Definition, Walk, fields, head_end, head_end_with};

/// Maximum number of names that one line may define.
const MOST_NAMES: usize = 200;

pub static PHP: Rules = Rules {
    language: Language::Php,
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    separator: "::",
    rules: &[&[
        ("namespace_definition", Rule::Hook(open_namespace)),
        ("class_declaration", define(SymbolKind::Class).rule()),
        ("interface_declaration", define(SymbolKind::Interface).rule()),
        ("trait_declaration", define(SymbolKind::Trait).rule()),
        ("enum_declaration", define(SymbolKind::Enum).rule()),
        ("enum_case", define(SymbolKind::EnumMember).rule()),
        ("function_definition", define(SymbolKind::Function).rule()),
        ("method_declaration", define(SymbolKind::Method).kind_by(method_kind).rule()),
        ("property_declaration", Rule::Hook(open_properties)),
        ("property_promotion_parameter", Rule::Hook(open_promoted)),
        ("const_declaration", Rule::Hook(open_constants)),
        ("assignment_expression", Rule::Hook(read_assignment)),
        ("anonymous_function arrow_function property_hook", Rule::Function),
        ("attribute_list", Rule::Prefix),
        ("attribute", Rule::ReferIn(ReferenceKind::Type, "")),
        ("base_clause", Rule::ReferEach(ReferenceKind::Extends)),
        ("class_interface_clause", Rule::ReferEach(ReferenceKind::Implements)),
        ("use_declaration", Rule::Hook(read_trait_use)),
        ("named_type", Rule::Refer(ReferenceKind::Type)),
        ("class_constant_access_expression", Rule::Hook(read_constant_access)),
        ("binary_expression", Rule::Hook(read_binary)),
        ("function_call_expression", Rule::Hook(read_call)),
        ("member_call_expression", Rule::Refer(ReferenceKind::Call)),
        ("nullsafe_member_call_expression", Rule::Refer(ReferenceKind::Call)),
        ("scoped_call_expression", Rule::Refer(ReferenceKind::Call)),
        ("object_creation_expression", Rule::Hook(read_new)),
        ("namespace_use_declaration", Rule::Hook(read_use)),
        ("name qualified_name member_access_expression", Rule::Value),
        ("nullsafe_member_access_expression", Rule::Value),
        ("variable_name", Rule::Hook(read_variable)),
        ("scoped_property_access_expression", Rule::Hook(read_static_property)),
        ("subscript_expression", Rule::Hook(read_subscript)),
        ("include_expression include_once_expression require_expression", Rule::Hook(read_include)),
        ("require_once_expression", Rule::Hook(read_include)),
    ]],
    roles: &[&[
        ("variable_name namespace_name goto_statement", Roles::All(Role::Silent)),
        ("named_label_statement", Roles::All(Role::Silent)),
        ("property_element argument", Roles::In("name", Role::Silent)),
        ("assignment_expression augmented_assignment_expression", Roles::In("left", Role::Write)),
        ("update_expression", Roles::In("argument", Role::Write)),
        ("unset_statement", Roles::All(Role::Write)),
        ("list_literal parenthesized_expression", Roles::All(Role::Same)),
    ]],
    shapes: &[&[
        ("qualified_name relative_name class_constant_access_expression", Shape::Last),
        ("named_type subscript_expression parenthesized_expression", Shape::First),
        ("variable_name", Shape::Whole),
        ("function_call_expression", Shape::Value("function")),
        ("object_creation_expression", Shape::Value("")),
        ("member_call_expression nullsafe_member_call_expression", Shape::Path("object", "name")),
        ("member_access_expression", Shape::Path("object", "name")),
        ("nullsafe_member_access_expression", Shape::Path("object", "name")),
        ("scoped_call_expression scoped_property_access_expression", Shape::Path("scope", "name")),
    ]],
    comments: &["comment"],
    comment_marks: &["/**", "/*", "*/", "///", "//", "*", "#"],
    inner_comment_marks: &[],
    ignored_names: &["self", "static", "parent", "mixed", "iterable", "object", "define"],
    visibility,
    inner_doc: None,
};

fn open_namespace<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    match node.child_by_field_name("body") {
        Some(body) => walk.open(node, name, SymbolKind::Module, body.start_byte()),
        None => walk.open_rest(node, name, SymbolKind::Module),
    }
}

fn method_kind<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<SymbolKind> {
    let name = node.child_by_field_name("name").map_or("", |name| walk.text_of(name));
    let attributes =
        node.child_by_field_name("attributes").map_or("", |attributes| walk.head_of(attributes));
    let is_test = attributes.contains("#[Test")
        // PHPUnit runs `testOpen` and `test_open`; `testify` is another word.
        || name.strip_prefix("test").is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '_')
        });
    Some(match name {
        "__construct" => SymbolKind::Constructor,
        _ if is_test => SymbolKind::Test,
        _ => SymbolKind::Method,
    })
}

fn open_properties<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for element in node.named_children(&mut cursor).take(MOST_NAMES) {
        let name =
            element.child_by_field_name("name").filter(|_| element.kind() == "property_element");
        if let Some(name) = name.and_then(|variable| variable.named_child(0)) {
            let value = element.child_by_field_name("default_value");
            walk.open(node, name, SymbolKind::Property, head_end_with(node, value));
        }
    }
}

/// A property that is a parameter of the constructor.
fn open_promoted<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut name = node.child_by_field_name("name");
    // `&$name` has a node of its own around the variable.
    if name.is_some_and(|name| name.kind() == "by_ref") {
        name = name.and_then(|name| name.named_child(0));
    }
    if let Some(name) = name.and_then(|variable| variable.named_child(0)) {
        // It is in the constructor, but the class has the property.
        walk.open_beside(node, name, SymbolKind::Property, node.end_byte());
    }
}

fn open_constants<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let elements = node.named_children(&mut cursor).filter(|it| it.kind() == "const_element");
    for element in elements.take(MOST_NAMES) {
        if let Some(name) = element.named_child(0) {
            let head_end = head_end_with(node, element.named_child(1));
            walk.open(node, name, SymbolKind::Constant, head_end);
        }
    }
}

/// What is assigned to a variable outside functions defines it the first time.
fn read_assignment<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let is_global = matches!(walk.container_kind(), None | Some(SymbolKind::Module));
    if !is_global || walk.is_in_function() {
        return;
    }
    let Some((name, value)) = fields(node, "left", "right") else { return };
    if name.kind() != "variable_name" || !walk.is_first(walk.text_of(name)) {
        return;
    }
    let mut cursor = value.walk();
    match value.kind() {
        "anonymous_function" => {
            walk.open(node, name, SymbolKind::Function, head_end(node, &["right", "body"]));
        }
        "arrow_function" => {
            // An arrow function has no body in braces: it begins behind the arrow.
            let arrow = value.children(&mut cursor).find(|it| it.kind() == "=>");
            let head_end = arrow.map_or(node.end_byte(), |arrow| arrow.start_byte());
            walk.open(node, name, SymbolKind::Function, head_end);
        }
        _ => walk.open(node, name, SymbolKind::Variable, head_end_with(node, Some(value))),
    }
}

fn read_trait_use<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.add_references(ReferenceKind::Implements, node);
    walk.mute();
}

/// `Foo::BAR` and `Foo::class` name a type.
fn read_constant_access<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let scope = node.named_child(0);
    if let Some(scope) = scope.filter(|it| matches!(it.kind(), "name" | "qualified_name")) {
        walk.add_reference(ReferenceKind::Type, scope);
    }
    walk.add_value(node);
}

/// A variable in a function is its own.
fn read_variable<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if !walk.is_in_function() {
        walk.add_value(node);
    }
}

/// `Foo::$bar` is the property `bar` of `Foo`.
fn read_static_property<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let name = node.child_by_field_name("name").and_then(|variable| variable.named_child(0));
    if let Some(name) = name.filter(|name| name.kind() == "name") {
        let kind = match walk.role {
            Role::Write => ReferenceKind::Write,
            _ => ReferenceKind::Read,
        };
        walk.add_member_reference(kind, node.child_by_field_name("scope"), name);
    }
}

/// To assign an element of a property is to change the property.
fn read_subscript<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(inner) = node.named_child(0).filter(|_| walk.role == Role::Write)
        && inner.kind() == "member_access_expression"
    {
        walk.add_value(inner);
    }
    walk.role = Role::Read;
}

fn read_binary<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if node.child(1).is_some_and(|operator| operator.kind() == "instanceof")
        && let Some(named) = node.child_by_field_name("right")
        && matches!(named.kind(), "name" | "qualified_name")
    {
        walk.add_reference(ReferenceKind::Type, named);
    }
}

/// A call; `define('NAME', …)` makes a constant.
fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(target) = node.child_by_field_name("function") else { return };
    if walk.text_of(target) == "define" && !walk.is_in_function() {
        let argument = node.child_by_field_name("arguments").and_then(|it| it.named_child(0));
        let string = argument.and_then(|argument| argument.named_child(0));
        if let Some(name) =
            string.filter(|it| it.kind() == "string").and_then(|it| it.named_child(0))
        {
            return walk.open(node, name, SymbolKind::Constant, node.end_byte());
        }
    }
    walk.add_reference(ReferenceKind::Call, target);
}

fn read_new<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let class = node.named_child(0);
    if let Some(class) =
        class.filter(|it| matches!(it.kind(), "name" | "qualified_name" | "relative_name"))
    {
        walk.add_reference(ReferenceKind::Call, class);
    }
}

/// `use A\B`, `use A\{B, C as D}`, `use function A\f`.
fn read_use<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let mut cursor = node.walk();
    let mut prefix = "";
    let mut group = None;
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "namespace_name" => prefix = walk.head_of(child),
            "namespace_use_group" => group = Some(child),
            _ => {}
        }
    }
    for clause in group.unwrap_or(node).named_children(&mut cursor) {
        if clause.kind() != "namespace_use_clause" {
            continue;
        }
        let alias = clause.child_by_field_name("alias");
        let Some(target) = clause.named_child(0) else { continue };
        let path = walk.text_of(target).trim_start_matches('\\');
        // A group repeats none of its prefix in its clauses.
        let (module, name) = path.rsplit_once('\\').unwrap_or(("", path));
        let module = match (prefix.is_empty(), module.is_empty()) {
            (true, _) => module.to_string(),
            (false, true) => prefix.to_string(),
            (false, false) => format!("{prefix}\\{module}"),
        };
        let alias = alias.map(|alias| walk.text_of(alias));
        if module.is_empty() {
            walk.import(name, None, alias, clause);
        } else {
            walk.import(&module, Some(name), alias, clause);
        }
    }
}

/// A file that is run here: `require 'a.php'`, `require __DIR__ . '/a.php'`.
fn read_include<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(mut path) = node.named_child(0) else { return };
    if path.kind() == "parenthesized_expression" {
        let Some(inner) = path.named_child(0) else { return };
        path = inner;
    }
    let mut before = "";
    if path.kind() == "binary_expression" {
        let folder = path.child_by_field_name("left").map_or("", |folder| walk.text_of(folder));
        // Any other folder is only known when the code runs.
        before = match folder {
            "__DIR__" | "dirname(__FILE__)" => ".",
            "dirname(__DIR__)" => "..",
            _ => "",
        };
        let Some(right) = path.child_by_field_name("right") else { return };
        path = right;
    }
    if !matches!(path.kind(), "string" | "encapsed_string") {
        return;
    }
    let text = walk.text_of(path).trim_matches(['\'', '"']);
    let module = match before {
        "" => text.trim_start_matches('/').to_string(),
        _ => format!("{before}/{}", text.trim_start_matches('/')),
    };
    walk.import(&module, None, None, node);
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    if walk.is_in_function() {
        return Visibility::Private;
    }
    let mut cursor = node.walk();
    let modifier = node
        .children(&mut cursor)
        .take_while(|child| child.start_byte() < definition.head_end)
        .find(|child| child.kind() == "visibility_modifier");
    match modifier.and_then(|modifier| walk.text_of(modifier).split('(').next()) {
        Some("private") => Visibility::Private,
        Some("protected") => Visibility::Protected,
        Some(_) | None => Visibility::Public,
    }
}

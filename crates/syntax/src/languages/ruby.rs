//! Ruby.
//!
//! What other languages have words for, Ruby does by calls: `require`, `include`, `attr_reader` and
//! `private` are read in `ruby/calls.rs`; every other call stays one, those of RSpec and Rake as
//! well. A constant that is not all capitals is a use of a type. A name that stands alone is a call
//! when it cannot be a local variable.

mod calls;
pub mod profile;

use std::borrow::Cow;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{HASH_MARKS, Role, Roles, Rule, Rules, Shape};
use crate::walk::{Definition, Walk};

pub static RUBY: Rules = Rules {
    language: Language::Ruby,
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    separator: "::",
    rules: &[&[
        ("module", Rule::Hook(|walk, node| open_scope(walk, node, SymbolKind::Module))),
        ("class", Rule::Hook(|walk, node| open_scope(walk, node, SymbolKind::Class))),
        ("singleton_class do_block", Rule::Function),
        ("method singleton_method", Rule::Hook(open_method)),
        ("alias", Rule::Hook(open_alias)),
        ("assignment operator_assignment", Rule::Hook(read_assignment)),
        ("call", Rule::Hook(calls::read_call)),
        ("program body_statement block_body then else", Rule::Hook(calls::read_statements)),
        ("if_modifier unless_modifier", Rule::Hook(calls::read_modifier)),
        ("identifier", Rule::Hook(calls::read_identifier)),
        ("instance_variable", Rule::Hook(calls::read_instance_variable)),
        ("class_variable global_variable", Rule::Hook(calls::read_shared_variable)),
        ("simple_symbol", Rule::Hook(calls::read_symbol)),
        ("block_argument", Rule::Hook(calls::read_block_argument)),
        ("constant scope_resolution", Rule::Hook(read_constant)),
    ]],
    roles: &[&[
        ("assignment operator_assignment", Roles::In("left", Role::Assign)),
        ("left_assignment_list destructured_left_assignment", Roles::All(Role::Same)),
        ("rest_assignment", Roles::All(Role::Same)),
        ("exception_variable", Roles::All(Role::Assign)),
        ("for", Roles::In("pattern", Role::Assign)),
        ("element_reference", Roles::In("object", Role::Same)),
        ("method_parameters block_parameters lambda_parameters", Roles::All(Role::Bind)),
        ("destructured_parameter splat_parameter hash_splat_parameter", Roles::All(Role::Bind)),
        ("block_parameter", Roles::All(Role::Bind)),
        ("optional_parameter keyword_parameter", Roles::In("name", Role::Bind)),
        ("call", Roles::In("method", Role::Silent)),
        ("alias undef", Roles::All(Role::Silent)),
        ("method singleton_method", Roles::In("name", Role::Silent)),
    ]],
    shapes: &[&[
        ("scope_resolution", Shape::Path("scope", "name")),
        ("call", Shape::Value("method")),
        ("element_reference", Shape::Within("object")),
        ("superclass parenthesized_statements", Shape::First),
    ]],
    comments: &["comment"],
    comment_marks: HASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &["super", "raise", "lambda", "proc", "loop", "puts", "block_given?", "new"],
    visibility,
    inner_doc: None,
};

/// The bare name of what is defined, and what it belongs to when that is written before it.
fn split_name<'t>(walk: &mut Walk<'t>, node: Node<'t>) -> (Cow<'t, str>, Option<Cow<'t, str>>) {
    walk.claim(node);
    if node.kind() != "scope_resolution" {
        return (walk.text_of(node).into(), None);
    }
    let field = |name| node.child_by_field_name(name);
    if let Some(name) = field("name") {
        walk.claim(name);
    }
    if let Some(scope) = field("scope").and_then(|scope| walk.last_name(scope)) {
        walk.claim(scope);
    }
    let text = |part: Option<Node<'t>>| part.map_or("", |part| walk.text_of(part));
    let owner = Some(text(field("scope"))).filter(|owner| !owner.is_empty());
    (text(field("name")).into(), owner.map(Cow::Borrowed))
}

fn open_scope<'t>(walk: &mut Walk<'t>, node: Node<'t>, kind: SymbolKind) {
    let Some(name_node) = node.child_by_field_name("name") else { return };
    let superclass = node.child_by_field_name("superclass");
    let (name, owner) = split_name(walk, name_node);
    let head_end = superclass.unwrap_or(name_node).end_byte();
    walk.open_named(node, Definition { kind, name, owner, head_end });
    if let Some(superclass) = superclass {
        walk.add_reference(ReferenceKind::Extends, superclass);
    }
}

fn open_method<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    // `def self.open` is in the class around it, as `def open` is.
    let object = node.child_by_field_name("object").filter(|object| object.kind() != "self");
    let owner = object.map(|object| split_name(walk, object)).map(|(name, owner)| match owner {
        Some(owner) => format!("{owner}::{name}").into(),
        None => name,
    });
    // A block outside of everything is a scope without a symbol.
    let is_in_scope = walk.container().is_some_and(|open| open.symbol.is_some());
    let kind = match walk.text_of(name) {
        "initialize" => SymbolKind::Constructor,
        _ if is_in_scope || owner.is_some() => SymbolKind::Method,
        _ => SymbolKind::Function,
    };
    let head_end = node.child_by_field_name("parameters").unwrap_or(name).end_byte();
    walk.claim(name);
    walk.open_named(node, Definition { kind, name: walk.text_of(name).into(), owner, head_end });
    if let Some(body) = node.child_by_field_name("body").filter(|body| body.kind() == "identifier")
    {
        calls::read_name(walk, body);
    }
}

fn open_alias<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let name = walk.text_of(name).trim_start_matches(':');
    let kind = if name.starts_with('$') { SymbolKind::Variable } else { SymbolKind::Method };
    walk.open_as(node, kind, name, node.end_byte());
    if let Some(original) = node.child_by_field_name("alias") {
        walk.add_reference(ReferenceKind::Call, original);
    }
}

/// An assignment to a constant defines it: as a class where one is made, such as by `Struct.new`.
fn read_assignment<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let field = |name| node.child_by_field_name(name);
    let (Some(left), Some(right)) = (field("left"), field("right")) else { return };
    let kind = match left.kind() {
        "constant" => None,
        "scope_resolution" => None,
        "class_variable" if !walk.is_in_function() => Some(SymbolKind::Field),
        "global_variable" if walk.container().is_none() => Some(SymbolKind::Variable),
        _ => return,
    };
    // Constants are assigned once; other variables are defined by the first assignment.
    if kind.is_some() && !walk.is_first(walk.text_of(left)) {
        return;
    }
    let (name, owner) = split_name(walk, left);
    let kind = kind.unwrap_or_else(|| value_kind(walk, right));
    let head_end = value_head_end(node, right);
    walk.open_named(node, Definition { kind, name, owner, head_end });
    if kind == SymbolKind::Class
        && let Some(arguments) = right.child_by_field_name("arguments")
        && let Some(base) = arguments.named_child(0)
    {
        walk.add_reference(ReferenceKind::Extends, base);
    }
}

fn value_kind<'t>(walk: &Walk<'t>, value: Node<'t>) -> SymbolKind {
    let text = |name| value.child_by_field_name(name).map_or("", |part| walk.text_of(part));
    if value.kind() != "call" {
        return SymbolKind::Constant;
    }
    match (text("receiver"), text("method")) {
        ("Struct", "new") | ("Data", "define") => SymbolKind::Struct,
        ("Class", "new") => SymbolKind::Class,
        ("Module", "new") => SymbolKind::Module,
        _ => SymbolKind::Constant,
    }
}

/// Where the head of an assignment ends: before the block of a lambda or call, else with the value
/// when that is on one line.
fn value_head_end(node: Node<'_>, value: Node<'_>) -> usize {
    // The code of a lambda is in another field than the block of a call.
    let field = if value.kind() == "lambda" { "body" } else { "block" };
    match value.child_by_field_name(field) {
        Some(block) => block.start_byte(),
        None if node.start_position().row < value.end_position().row => value.start_byte(),
        None => node.end_byte(),
    }
}

/// A constant that names a class or module; those before it in a path are accounted for.
fn read_constant<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = walk.last_name(node)
        && looks_like_a_type(walk.text_of(name))
    {
        walk.add_reference(ReferenceKind::Type, node);
    } else {
        walk.add_value(node);
    }
    if let Some(scope) = node.child_by_field_name("scope").and_then(|scope| walk.last_name(scope)) {
        walk.add_bare(scope, Role::Read);
        walk.claim(scope);
    }
}

fn looks_like_a_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.chars().any(char::is_lowercase)
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    let wrapper = walk.wrappers().find_map(|wrapper| wrapper.child_by_field_name("method"));
    if let Some(visibility) = wrapper.and_then(|word| calls::visibility_named(walk.text_of(word))) {
        return visibility;
    }
    match definition.kind {
        SymbolKind::Method | SymbolKind::Property if node.kind() != "singleton_method" => {
            walk.container().and_then(|open| open.section).unwrap_or(Visibility::Public)
        }
        _ => Visibility::Public,
    }
}

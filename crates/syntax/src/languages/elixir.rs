//! Elixir.
//!
//! Its syntax knows calls only, so `defmodule`, `def` and `alias` are recognised by their names;
//! attributes such as `@doc` and `@type` are read in `elixir/attributes.rs`. Consecutive clauses of
//! a function with the same name and number of parameters are one symbol, which has the signature
//! of the first. The fields of `defstruct` belong to the module, which is the struct.

mod attributes;
mod imports;
pub mod profile;

use std::borrow::Cow;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{HASH_MARKS, Rule, Rules, Shape};
use crate::walk::{Definition, Walk, child_of_kind};

pub static ELIXIR: Rules = Rules {
    language: Language::Elixir,
    grammar: || tree_sitter_elixir::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("call", Rule::Hook(read_call)),
        ("unary_operator", Rule::Hook(read_unary)),
        ("binary_operator", Rule::Hook(read_pipe)),
        ("alias", Rule::Hook(|walk, node| refer_to_alias(walk, ReferenceKind::Type, node))),
        ("map", Rule::Hook(read_struct)),
    ]],
    roles: &[],
    shapes: &[&[("dot", Shape::Path("left", "right")), ("call", Shape::Value("target"))]],
    comments: &["comment"],
    comment_marks: HASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[
        "if", "unless", "case", "cond", "with", "for", "try", "receive", "quote", "unquote",
        "unquote_splicing", "raise", "reraise", "throw", "super", "any", "term", "atom", "binary",
        "boolean", "integer", "non_neg_integer", "pos_integer", "float", "number", "keyword",
        "list", "map", "pid", "tuple", "iodata", "no_return", "module",
    ],
    visibility,
    inner_doc: Some(attributes::find_doc),
};

fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(target) = node.child_by_field_name("target") else { return };
    let arguments = child_of_kind(node, "arguments");
    if target.kind() == "identifier"
        && let Some(arguments) = arguments
        && let Some(first) = arguments.named_child(0)
        && read_word(walk, node, target, arguments, first)
    {
        return;
    }
    let left = target.child_by_field_name("left");
    let is_module = left.is_some_and(|left| left.kind() == "alias");
    // Without arguments it reads a field of a value.
    if target.kind() == "dot" && arguments.is_none() && !is_module {
        return walk.add_reference(ReferenceKind::Read, target);
    }
    let kind = if attributes::is_in_type(walk) { ReferenceKind::Type } else { ReferenceKind::Call };
    walk.add_reference(kind, target);
    // The module is the qualifier of the call and not a use by itself.
    if let Some(left) = left.filter(|_| is_module) {
        walk.claim(left);
    }
}

/// Reads a call that is a word of the language in all but name; false when it is none.
fn read_word<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    target: Node<'t>,
    arguments: Node<'t>,
    first: Node<'t>,
) -> bool {
    match walk.text_of(target) {
        "defmodule" => open_module(walk, node, first, SymbolKind::Module, first),
        "defprotocol" => open_module(walk, node, first, SymbolKind::Trait, first),
        "defimpl" => open_implementation(walk, node, arguments, first),
        "def" | "defp" | "defn" | "defnp" => {
            let kind = match walk.container_kind() {
                Some(SymbolKind::Trait | SymbolKind::Implementation) => SymbolKind::Method,
                Some(_) | None => SymbolKind::Function,
            };
            open_function(walk, node, first, kind);
        }
        "defmacro" | "defmacrop" | "defguard" | "defguardp" => {
            open_function(walk, node, first, SymbolKind::Macro);
        }
        "defdelegate" => {
            open_function(walk, node, first, SymbolKind::Function);
            refer_to_delegate(walk, arguments, first);
        }
        "defstruct" | "defexception" => open_fields(walk, node, first),
        "test" if first.kind() == "string" => {
            let name = first.named_child(0).map_or("", |content| walk.text_of(content));
            walk.open_as(node, SymbolKind::Test, name, first.end_byte());
        }
        "use" | "import" | "require" | "alias" => {
            imports::read(walk, walk.text_of(target), arguments, first);
            walk.mute();
        }
        _ => return false,
    }
    true
}

fn open_module<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    name: Node<'t>,
    kind: SymbolKind,
    head: Node<'t>,
) {
    walk.claim(name);
    let (owner, own_name) = split_alias(walk.text_of(name));
    let head_end = head.end_byte();
    let owner = owner.map(Cow::Borrowed);
    walk.open_named(node, Definition { kind, name: own_name.into(), owner, head_end });
}

/// An implementation is named after the type that it is for.
fn open_implementation<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    arguments: Node<'t>,
    protocol: Node<'t>,
) {
    let value = option(walk, arguments, "for:");
    let named = match value.map(|value| value.kind()) {
        Some("list") => value.and_then(|list| list.named_child(0)),
        _ => value,
    };
    let name = named.unwrap_or(protocol);
    open_module(walk, node, name, SymbolKind::Implementation, arguments);
    refer_to_alias(walk, ReferenceKind::Implements, protocol);
}

fn open_function<'t>(walk: &mut Walk<'t>, node: Node<'t>, head: Node<'t>, kind: SymbolKind) {
    // `def open(door) when is_door(door)`: the guard is around the head.
    let mut function = head;
    if operator_of(function) == "when"
        && let Some(left) = function.child_by_field_name("left")
    {
        function = left;
    }
    let (name, n_parameters) = match function.kind() {
        "call" => {
            let arguments = child_of_kind(function, "arguments");
            let n_parameters = arguments.map_or(0, |arguments| arguments.named_child_count());
            (function.child_by_field_name("target"), n_parameters)
        }
        // `def a + b` defines an operator of two parameters.
        "binary_operator" => (function.child_by_field_name("operator"), 2),
        "unary_operator" => (function.child_by_field_name("operator"), 1),
        _ => (Some(function), 0),
    };
    let Some(name) = name else { return };
    walk.claim(name);
    let name = walk.text_of(name).into();
    let definition = Definition { kind, name, owner: None, head_end: head.end_byte() };
    // `open/1` and `open/2` are different functions.
    walk.open_clause(node, definition, n_parameters as u32);
}

fn refer_to_delegate<'t>(walk: &mut Walk<'t>, arguments: Node<'t>, head: Node<'t>) {
    let Some(module) = option(walk, arguments, "to:") else { return };
    let name = match option(walk, arguments, "as:") {
        Some(name) => walk.text_of(name).trim_start_matches(':'),
        None => head.child_by_field_name("target").map_or("", |name| walk.text_of(name)),
    };
    walk.claim(module);
    walk.add_reference_to(ReferenceKind::Call, name, Some(walk.text_of(module)), module);
}

/// The keys of a struct: `[:a, b: 1]` or `a: nil, b: 1`.
fn open_fields<'t>(walk: &mut Walk<'t>, node: Node<'t>, first: Node<'t>) {
    let mut lists = vec![first];
    let mut names = Vec::new();
    while let Some(list) = lists.pop() {
        let mut cursor = list.walk();
        for item in list.named_children(&mut cursor).take(200) {
            match item.kind() {
                "atom" => names.push(walk.text_of(item).trim_start_matches(':')),
                "keywords" => lists.push(item),
                "pair" => {
                    let key = item.child_by_field_name("key");
                    names
                        .push(key.map_or("", |key| walk.text_of(key).trim_end_matches([' ', ':'])));
                }
                _ => {}
            }
        }
    }
    for name in names {
        walk.open_as(node, SymbolKind::Field, name, node.end_byte());
    }
}

fn read_unary<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(operand) = node.child_by_field_name("operand") else { return };
    match operator_of(node) {
        "@" => attributes::read(walk, node, operand),
        // `&name/1` is a function that is passed on.
        "&" if operator_of(operand) == "/" => {
            if let Some(name) = operand.child_by_field_name("left")
                && name.kind() == "identifier"
            {
                walk.add_reference(ReferenceKind::Call, name);
            }
        }
        _ => {}
    }
}

/// `%S{f: 1}` sets the field `f` of `S`, or takes it in a pattern.
fn read_struct<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let owner = child_of_kind(node, "struct").and_then(|it| it.named_child(0));
    let Some(owner) = owner.map(|owner| split_alias(walk.text_of(owner)).1) else { return };
    let keywords = child_of_kind(node, "map_content").and_then(|it| child_of_kind(it, "keywords"));
    let Some(keywords) = keywords else { return };
    let mut cursor = keywords.walk();
    for pair in keywords.named_children(&mut cursor) {
        if let Some(key) = pair.child_by_field_name("key") {
            let name = walk.text_of(key).trim_end_matches([' ', ':']);
            walk.add_reference_to(ReferenceKind::Write, name, Some(owner), key);
        }
    }
}

/// A name at the end of a pipe is a call without brackets.
fn read_pipe<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if operator_of(node) == "|>"
        && let Some(right) = node.child_by_field_name("right")
        && right.kind() == "identifier"
    {
        walk.add_reference(ReferenceKind::Call, right);
    }
}

/// Notes a module that is named, as a struct, an exception or an argument.
fn refer_to_alias<'t>(walk: &mut Walk<'t>, kind: ReferenceKind, node: Node<'t>) {
    if walk.claim(node) {
        let (qualifier, name) = split_alias(walk.text_of(node));
        walk.add_reference_to(kind, name, qualifier, node);
    }
}

/// The path before the last part of a module's name, and that part.
fn split_alias(name: &str) -> (Option<&str>, &str) {
    match name.rsplit_once('.') {
        Some((before, last)) => (Some(before.trim_end()), last.trim_start()),
        None => (None, name),
    }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, _: &Definition<'t>) -> Visibility {
    let word = match node.child_by_field_name("target") {
        Some(target) => walk.text_of(target),
        None => attributes::name_of(walk, node),
    };
    match word {
        "defp" | "defmacrop" | "defguardp" | "defnp" | "typep" => Visibility::Private,
        _ if attributes::is_constant(node, word) => Visibility::Private,
        _ => Visibility::Public,
    }
}

/// The value of a key among a call's arguments; the key is written with its colon.
fn option<'t>(walk: &Walk<'t>, arguments: Node<'t>, key: &str) -> Option<Node<'t>> {
    let keywords = child_of_kind(arguments, "keywords")?;
    let mut cursor = keywords.walk();
    let pair = keywords.named_children(&mut cursor).find(|pair| {
        pair.child_by_field_name("key").is_some_and(|name| walk.text_of(name).trim_end() == key)
    })?;
    pair.child_by_field_name("value")
}

fn operator_of<'t>(node: Node<'t>) -> &'t str {
    node.child_by_field_name("operator").map_or("", |operator| operator.kind())
}

//! Haskell.
//!
//! A function is its signature and all its equations, one symbol from the first to the last, with
//! the signature for its head; what is bound in a `where` or `let` is part of it. Any name that no
//! pattern binds is a use of what it names, whether it is applied or passed on. Types are written as
//! expressions are, so that the hooks of declarations say where a type ends. A `data` of one
//! constructor is a struct, of several an enum. What is in the export list is public.

mod data;
mod exports;
mod locals;
pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind};
use tree_sitter::Node;

use crate::rules::{Rule, Rules, Shape};
use crate::walk::{Definition, Walk};

pub static HASKELL: Rules = Rules {
    language: Language::Haskell,
    grammar: || tree_sitter_haskell::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("header", Rule::Hook(exports::read_header)),
        ("import", Rule::Hook(exports::read_import)),
        ("pragma", Rule::Prefix),
        ("fixity role_annotation", Rule::Mute),
        ("signature", Rule::Hook(read_signature)),
        ("function bind", Rule::Hook(read_equation)),
        ("class", Rule::Hook(open_class)),
        ("instance deriving_instance", Rule::Hook(open_instance)),
        ("data_type newtype", Rule::Hook(data::open_data)),
        ("data_constructor newtype_constructor", Rule::Hook(data::open_constructor)),
        ("gadt_constructor", Rule::Hook(data::open_constructor)),
        ("field", Rule::Hook(data::open_field)),
        ("deriving", Rule::Hook(data::read_deriving)),
        ("type_synonym type_family data_family type_instance", Rule::Hook(data::open_alias)),
        ("kind_signature", Rule::Hook(data::skip_names)),
        ("equation", Rule::Hook(data::read_family_equation)),
        ("pattern_synonym", Rule::Hook(open_pattern)),
        ("local_binds", Rule::Hook(locals::read_binds)),
        ("list_comprehension", Rule::Hook(locals::read_generators)),
        ("lambda alternative generator pattern_guard", Rule::Hook(locals::read_patterns)),
        ("qualified", Rule::Hook(read_qualified)),
        ("variable constructor", Rule::Hook(read_name)),
        ("operator constructor_operator", Rule::Hook(read_operator)),
        ("name", Rule::Refer(ReferenceKind::Type)),
    ]],
    roles: &[],
    shapes: &[&[
        ("qualified", Shape::Path("module", "id")),
        ("apply", Shape::Within("constructor")),
        ("parens", Shape::First),
        ("infix", Shape::Within("left_operand")),
        ("module", Shape::Whole),
    ]],
    comments: &["comment", "haddock"],
    comment_marks: &["-- |", "-- ^", "{- |", "{-|", "{- ^", "{-^", "{-", "-}", "--"],
    inner_comment_marks: &[],
    ignored_names: &[
        "Int", "Integer", "Double", "Float", "Bool", "Char", "String", "IO", "Maybe", "Either",
        "Just", "Nothing", "Left", "Right", "True", "False", "otherwise", "return", "pure",
        "error", "undefined", "mempty", "$", ".", "+", "-", "*", "/", "==", "/=", "<", ">", "<=",
        ">=", "&&", "||", "++", ">>=", ">>", "=<<", "<$>", "<*>", "<>", "<$", "*>", "<*", "<&>",
        "<|>", ">=>", "<=<", "&", "$!", ":", "!!", "^", "^^", "**", "~", "!",
    ],
    visibility: exports::visibility,
    inner_doc: None,
};

/// The kind of a function where it is declared; nothing in another function, where it is local.
fn function_kind(walk: &Walk<'_>) -> Option<SymbolKind> {
    match walk.container_kind() {
        Some(SymbolKind::Trait | SymbolKind::Implementation) => Some(SymbolKind::Method),
        Some(SymbolKind::Module) => Some(SymbolKind::Function),
        // A file may have no module header.
        None if walk.container().is_none() => Some(SymbolKind::Function),
        Some(_) | None => None,
    }
}

/// The name of a function or operator, out of its brackets.
fn bare_name<'t>(walk: &Walk<'t>, name: Node<'t>) -> &'t str {
    walk.text_of(name).trim_start_matches('(').trim_end_matches(')').trim()
}

fn read_signature<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(declared) = node.child_by_field_name("type") {
        walk.type_end = walk.type_end.max(declared.end_byte());
    }
    let names: Vec<Node<'t>> = match node.child_by_field_name("names") {
        Some(list) => {
            let mut cursor = list.walk();
            list.children_by_field_name("name", &mut cursor).take(50).collect()
        }
        None => node.child_by_field_name("name").into_iter().collect(),
    };
    let kind = function_kind(walk);
    for (index, name) in names.into_iter().enumerate() {
        claim_name(walk, name);
        // In a `let` or `where` the name is a local of the function.
        let Some(kind) = kind else { continue };
        let head_end = node.end_byte();
        let name = bare_name(walk, name).into();
        walk.open_clause(node, Definition { kind, name, owner: None, head_end }, 0);
        if index > 0 {
            walk.share_doc();
        }
    }
}

/// A function that is declared, or the statement `pattern <- expression`; not the type of one.
fn read_equation<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    // The grammar has the same node for the type of a function.
    if node.start_byte() < walk.type_end {
        return;
    }
    let field = |name| node.child_by_field_name(name);
    let name = equation_name(node);
    if let Some(name) = name {
        claim_name(walk, name);
    }
    if let Some(kind) = function_kind(walk).filter(|_| field("arrow").is_none()) {
        let head_end = head_end_of(node);
        if let Some(name) = name {
            let name = bare_name(walk, name).into();
            walk.open_clause(node, Definition { kind, name, owner: None, head_end }, 0);
        } else if let Some(pattern) = field("pattern") {
            open_pattern_names(walk, node, pattern, kind, head_end);
            return;
        }
    }
    locals::read_patterns(walk, node);
    if let Some(binds) = field("binds") {
        locals::read_binds(walk, binds);
    }
}

/// The name that an equation defines: in front of its patterns, or between them.
fn equation_name<'t>(node: Node<'t>) -> Option<Node<'t>> {
    if let Some(name) = node.child_by_field_name("name") {
        return Some(name);
    }
    if node.kind() != "function" {
        return None;
    }
    let mut head = node.child_by_field_name("parens").unwrap_or(node);
    for _ in 0..8 {
        let inner = head.named_child(0).filter(|inner| !inner.is_extra())?;
        match inner.kind() {
            "infix" => {
                let operator = inner.child_by_field_name("operator")?;
                return Some(operator.named_child(0).unwrap_or(operator));
            }
            "variable" | "prefix_id" if head.kind() == "function_head_parens" => {
                return Some(inner);
            }
            "function_head_parens" | "parens" => head = inner,
            _ => return None,
        }
    }
    None
}

fn head_end_of(node: Node<'_>) -> usize {
    match node.child_by_field_name("match") {
        Some(body) if body.end_position().row > node.start_position().row => body.start_byte(),
        Some(body) => body.end_byte(),
        None => node.end_byte(),
    }
}

/// `(a, b) = …` defines each of the names.
fn open_pattern_names<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    pattern: Node<'t>,
    kind: SymbolKind,
    head_end: usize,
) {
    for name in locals::bound_names(pattern) {
        walk.claim(name);
        let name = walk.text_of(name).into();
        walk.open_clause(node, Definition { kind, name, owner: None, head_end }, 0);
    }
}

/// The end of the last part of a node before its body, comments aside.
fn end_before(node: Node<'_>, body: Node<'_>) -> usize {
    let mut cursor = node.walk();
    let parts = node.children(&mut cursor).take_while(|part| part.start_byte() < body.start_byte());
    parts.filter(|part| !part.is_extra()).last().map_or(body.start_byte(), |part| part.end_byte())
}

fn claim_name<'t>(walk: &mut Walk<'t>, name: Node<'t>) {
    walk.claim(name);
    if let Some(operator) = name.named_child(0) {
        walk.claim(operator);
    }
}

fn open_class<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let body = node.child_by_field_name("declarations");
    let head_end = body.map_or(node.end_byte(), |body| end_before(node, body));
    walk.type_end = walk.type_end.max(head_end);
    walk.open(node, name, SymbolKind::Trait, head_end);
    refer_to_context(walk, node);
}

/// The constraints of a class are what it extends.
fn refer_to_context<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let context = node.child_by_field_name("context");
    let Some(constraint) = context.and_then(|it| it.child_by_field_name("context")) else { return };
    // `(Eq a, Show a) =>` has several, `Eq a =>` one.
    if matches!(constraint.kind(), "parens" | "tuple") {
        walk.add_references(ReferenceKind::Extends, constraint);
    } else {
        walk.add_reference(ReferenceKind::Extends, constraint);
    }
}

/// An instance is named after the type that it is for.
fn open_instance<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(class) = node.child_by_field_name("name") else { return };
    let body = node.child_by_field_name("declarations");
    let head_end = body.map_or(node.end_byte(), |body| end_before(node, body));
    walk.type_end = walk.type_end.max(head_end);
    // `instance Show (Tree a)` is named after `Tree`.
    let first = node.child_by_field_name("patterns").and_then(|patterns| patterns.named_child(0));
    let name = first.and_then(|first| walk.last_name(first)).or(first).unwrap_or(class);
    walk.open(node, name, SymbolKind::Implementation, head_end);
    walk.add_reference(ReferenceKind::Implements, class);
}

/// `pattern P x = …`, with or without a signature before it.
fn open_pattern<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let synonym = node.named_child(0).and_then(|inner| inner.child_by_field_name("synonym"));
    let Some(mut name) = synonym else { return };
    for _ in 0..8 {
        match name.child_by_field_name("function").or(name.child_by_field_name("operator")) {
            Some(inner) => name = inner,
            None => break,
        }
    }
    claim_name(walk, name);
    let kind = SymbolKind::Function;
    let name = bare_name(walk, name).into();
    walk.open_clause(node, Definition { kind, name, owner: None, head_end: node.end_byte() }, 0);
}

/// A name behind a module: `Map.insert`.
fn read_qualified<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("id") else { return };
    let kind = match name.kind() {
        "name" => ReferenceKind::Type,
        _ => ReferenceKind::Call,
    };
    let module = node.child_by_field_name("module");
    let qualifier = module.map_or("", |module| walk.text_of(module)).trim_end_matches('.');
    if walk.claim(name) {
        walk.add_reference_to(kind, bare_name(walk, name), Some(qualifier), name);
    }
}

/// A function or constructor that is applied or passed on, unless a pattern binds its name.
fn read_name<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if node.start_byte() >= walk.type_end && !walk.is_parameter(walk.text_of(node)) {
        walk.add_reference(ReferenceKind::Call, node);
    }
}

fn read_operator<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let text = walk.text_of(node);
    if node.start_byte() >= walk.type_end && !walk.is_parameter(text) && walk.claim(node) {
        walk.add_reference_to(ReferenceKind::Call, text, None, node);
    }
}

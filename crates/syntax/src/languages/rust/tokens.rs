//! Uses of names among the tokens of a macro call, where there is no syntax.

use std::borrow::Cow;

use rutter_domain::{CallForm, ReferenceKind};
use tree_sitter::Node;

use crate::rules::Role;
use crate::walk::Walk;

/// Finds calls among the tokens of a macro call: `name(…)`, `path::name(…)`, `name!(…)`; what else is
/// named there is read, unless it is the name of a field before a colon.
pub fn read_tokens<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    // In an attribute such as `derive(Debug)` only types are worth a reference.
    if walk.is_in_prefix() {
        for name in node.named_children(&mut cursor) {
            let is_type = walk.text_of(name).starts_with(char::is_uppercase);
            if is_type && name.kind() == "identifier" {
                walk.add_bare(name, Role::Read);
            }
        }
        return;
    }
    let mut name: Option<Node<'t>> = None;
    let mut path_start = None;
    let mut last = "";
    let mut before_last = "";
    for child in node.children(&mut cursor) {
        let kind = child.kind();
        match kind {
            "identifier" | "self" | "super" | "crate" => {
                if let (Some(whole), false) = (name, matches!(last, "::" | ".")) {
                    refer_from_tokens(walk, ReferenceKind::Read, path_start, whole);
                }
                if let (".", Some(whole)) = (last, name) {
                    refer_from_tokens(walk, ReferenceKind::Read, path_start, whole);
                }
                match (last, name) {
                    ("::" | ".", Some(_)) => {}
                    // A method of what a call yields.
                    (".", None) if matches!(before_last, "token_tree" | "?") => {}
                    // A member of a value that is not a path, or behind type arguments.
                    ("::" | ".", None) => path_start = None,
                    _ => path_start = Some(child.start_byte()),
                }
                name = Some(child).filter(|_| !matches!(last, "fn" | "let" | "mut" | "ref" | "'"));
            }
            "::" | "." => {}
            "!" if last == "identifier" => {}
            "token_tree" => {
                let is_macro = last == "!" && before_last == "identifier";
                let is_call = is_macro || walk.text_of(child).starts_with('(');
                let kind = if is_call { ReferenceKind::Call } else { ReferenceKind::Read };
                if let Some(name) = name.take() {
                    if !is_call && walk.text_of(name).starts_with(char::is_uppercase) {
                        write_fields(walk, path_start, name, child);
                    }
                    walk.form = if is_macro { CallForm::Macro } else { CallForm::Plain };
                    refer_from_tokens(walk, kind, path_start, name);
                    walk.form = CallForm::Plain;
                }
            }
            ":" | "=>" => name = None,
            "=" if last == "identifier" => {
                if let Some(name) = name.take() {
                    refer_from_tokens(walk, ReferenceKind::Write, path_start, name);
                }
            }
            _ => {
                if let Some(name) = name.take() {
                    refer_from_tokens(walk, ReferenceKind::Read, path_start, name);
                }
            }
        }
        before_last = last;
        last = kind;
    }
}

/// `S { f: 1 }` among tokens writes the field `f` of `S`.
fn write_fields<'t>(
    walk: &mut Walk<'t>,
    path_start: Option<usize>,
    name: Node<'t>,
    braces: Node<'t>,
) {
    let start = path_start.unwrap_or(name.start_byte());
    let path = walk.text.get(start..name.end_byte()).unwrap_or("");
    let path = without_arguments(path).into_owned();
    let path = if path.starts_with("Self::") { walk.text_of(name).to_string() } else { path };
    let mut cursor = braces.walk();
    let mut field = None;
    let mut last = "";
    for child in braces.children(&mut cursor) {
        let kind = child.kind();
        match (kind, field.take()) {
            ("identifier", _) if matches!(last, "{" | ",") => field = Some(child),
            (":", Some(field)) => {
                let text = walk.text_of(field);
                walk.add_reference_to(ReferenceKind::Write, text, Some(&path), field);
            }
            _ => {}
        }
        last = kind;
    }
}

fn refer_from_tokens<'t>(
    walk: &mut Walk<'t>,
    kind: ReferenceKind,
    path_start: Option<usize>,
    name: Node<'t>,
) {
    let before = path_start.map_or("()", |start| {
        walk.text.get(start..name.start_byte()).unwrap_or("").trim_end_matches([':', '.', ' '])
    });
    let before = without_arguments(before);
    let before = before.as_ref();
    let qualifier = Some(before).filter(|qualifier| !qualifier.is_empty());
    match (kind, qualifier) {
        (ReferenceKind::Read, None) => walk.add_bare(name, Role::Read),
        (ReferenceKind::Write, None) => walk.add_bare(name, Role::Write),
        _ => walk.add_reference_to(kind, walk.text_of(name), qualifier, name),
    }
}

/// A path without the contents of its brackets: `items.get().unwrap()` of `items.get(&0).unwrap()`.
fn without_arguments(path: &str) -> Cow<'_, str> {
    if !path.contains(['(', '[']) {
        return path.into();
    }
    let mut words = String::new();
    let mut depth = 0usize;
    for c in path.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '(' | '[' | '{' => {
                if depth == 0 {
                    words.push(c);
                }
                depth += 1;
            }
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    words.push(c);
                }
            }
            c if depth == 0 => words.push(c),
            _ => {}
        }
    }
    // A macro, a block or an operator does not belong in a path.
    let is_path = |c: char| c.is_alphanumeric() || "_.:()[]?".contains(c);
    if words.chars().all(is_path) { words.into() } else { "()".into() }
}

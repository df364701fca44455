//! Bash and its relatives.
//!
//! A command may be a function, a builtin or a program. What is known to be no function makes no
//! reference; whatever else looks like a function's name does. Variables are symbols where they are
//! first assigned outside functions.

mod commands;
pub mod profile;
pub mod words;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{HASH_MARKS, Head, Role, Roles, Rule, Rules, define};
use crate::walk::{Definition, Walk, head_end_with, last_named_child, place_of};

pub static BASH: Rules = Rules {
    language: Language::Bash,
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("function_definition", define(SymbolKind::Function).rule()),
        ("declaration_command", Rule::Wrap(Head::Keep)),
        ("variable_assignment", Rule::Hook(open_variable)),
        ("command", Rule::Hook(read_command)),
        ("variable_name", Rule::Value),
    ]],
    roles: &[&[
        ("variable_assignment", Roles::In("name", Role::Silent)),
        ("unset_command postfix_expression", Roles::All(Role::Write)),
        ("for_statement", Roles::In("variable", Role::Bind)),
    ]],
    shapes: &[],
    comments: &["comment"],
    comment_marks: HASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[],
    visibility,
    inner_doc: None,
};

/// Maximum number of arguments of a command to examine.
const MOST_ARGUMENTS: usize = 50;

fn open_variable<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    if name.kind() != "variable_name" {
        return;
    }
    // Only the first assignment outside of functions is a symbol; each further one changes it.
    if walk.is_in_function() || !walk.claim(name) || !walk.is_first(walk.text_of(name)) {
        return write_variable(walk, name);
    }
    let words = walk.wrappers().next().map_or("", |wrapper| walk.text_of(wrapper));
    let mut words = words.split_whitespace();
    let is_constant = match words.next() {
        Some("readonly") => true,
        Some(_) => words.next().is_some_and(|flags| flags.starts_with('-') && flags.contains('r')),
        None => false,
    };
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
    let head_end = head_end_with(node, node.child_by_field_name("value"));
    walk.open_as(node, kind, walk.text_of(name), head_end);
}

/// What a function sets is a variable of the script, unless it says that it is its own.
fn write_variable<'t>(walk: &mut Walk<'t>, name: Node<'t>) {
    let word = walk.wrappers().next().map_or("", |wrapper| walk.text_of(wrapper));
    let word = word.split_whitespace().next();
    if matches!(word, Some("local" | "declare" | "typeset")) && walk.is_in_function() {
        walk.bind(walk.text_of(name));
    } else {
        walk.push_bare(ReferenceKind::Write, walk.text_of(name), place_of(name));
    }
}

fn read_command<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    // Before the command itself, so that the assignments in it open no symbols.
    claim_settings(walk, node);
    let word = walk.text_of(name);
    match word {
        "source" | "." | "load" => {
            if let Some(path) = node.child_by_field_name("argument") {
                import(walk, path);
            }
        }
        "alias" => open_aliases(walk, node),
        "trap" => {
            if let Some(handler) = node.child_by_field_name("argument") {
                let command = walk.head_of(handler).trim_matches(['\'', '"']);
                let first = command.split_whitespace().next().unwrap_or("");
                refer(walk, first.trim_end_matches(';'), handler);
            }
        }
        // `run` calls its argument in tests, and runs programs elsewhere.
        "run" => {
            if let Some(called) = node.child_by_field_name("argument") {
                refer(walk, walk.text_of(called), called);
            }
        }
        "@test" => open_test(walk, node),
        _ => refer(walk, word, name),
    }
}

fn refer<'t>(walk: &mut Walk<'t>, word: &str, at: Node<'t>) {
    if commands::may_be_function(word) {
        walk.add_reference_to(ReferenceKind::Call, word, None, at);
    }
}

/// What is set for one command, as in `LANG=C sort`, defines nothing.
fn claim_settings<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let settings =
        node.named_children(&mut cursor).take_while(|child| child.kind() == "variable_assignment");
    for setting in settings {
        if let Some(name) = setting.child_by_field_name("name") {
            walk.claim(name);
        }
    }
}

/// Imports what a path ends in after the last variable or command in it.
fn import<'t>(walk: &mut Walk<'t>, path: Node<'t>) {
    let text = walk.head_of(path).trim_matches(['"', '\'']);
    if !text.contains('$') {
        walk.import(text, None, None, path);
        return;
    }
    let last = last_named_child(path);
    let Some(last) = last.filter(|last| matches!(last.kind(), "string_content" | "word")) else {
        return;
    };
    let rest = walk.text_of(last).trim_start_matches('/');
    // What is found beside the script is relative to it.
    let is_beside =
        ["dirname", "BASH_SOURCE", "SCRIPT_DIR", "0"].iter().any(|it| text.contains(it));
    if is_beside && !rest.starts_with('.') {
        walk.import(&["./", rest].concat(), None, None, path);
    } else {
        walk.import(rest, None, None, path);
    }
}

fn open_aliases<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for argument in node.children_by_field_name("argument", &mut cursor).take(MOST_ARGUMENTS) {
        let Some((name, _)) = walk.head_of(argument).split_once('=') else { continue };
        walk.open_as(node, SymbolKind::Function, name, node.end_byte());
    }
}

/// A test of Bats, whose body has no syntax of its own.
fn open_test<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("argument") else { return };
    let words = walk.text_of(name).trim_matches(['"', '\'']);
    walk.open_as(node, SymbolKind::Test, words, name.end_byte());
}

fn visibility<'t>(_: &Walk<'t>, _: Node<'t>, definition: &Definition<'t>) -> Visibility {
    if definition.name.starts_with('_') { Visibility::Private } else { Visibility::Public }
}

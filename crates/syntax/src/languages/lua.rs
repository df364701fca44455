//! Lua.
//!
//! A module is a table like any other, so that `function M.f` belongs to the variable `M`, and
//! `function M:f` is a method of it. What is local to a file is private, but for the table that the
//! file returns; what a table holds is public, unless its name begins with an underscore.

pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Role, Roles, Rule, Rules, Shape};
use crate::walk::{Definition, Walk, head_end, place_of};

/// Maximum length of the path of a table.
const LONGEST_TABLE_BYTES: usize = 1000;

pub static LUA: Rules = Rules {
    language: Language::Lua,
    grammar: || tree_sitter_lua::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("function_declaration", Rule::Hook(open_function)),
        ("function_definition", Rule::Function),
        ("variable_declaration", Rule::Hook(read_declaration)),
        ("assignment_statement", Rule::Hook(read_assignment)),
        ("field", Rule::Hook(read_field)),
        ("function_call", Rule::Hook(read_call)),
        ("return_statement", Rule::Hook(read_return)),
        ("identifier dot_index_expression", Rule::Value),
    ]],
    roles: &[&[
        ("parameters variable_declaration for_generic_clause", Roles::All(Role::Bind)),
        ("assignment_statement variable_list", Roles::All(Role::Same)),
        ("for_numeric_clause", Roles::In("name", Role::Bind)),
        ("bracket_index_expression", Roles::In("table", Role::Same)),
        ("field", Roles::In("name", Role::Silent)),
        ("label_statement goto_statement attribute", Roles::All(Role::Silent)),
    ]],
    shapes: &[&[
        ("dot_index_expression", Shape::Path("table", "field")),
        ("method_index_expression", Shape::Path("table", "method")),
        ("bracket_index_expression", Shape::Within("table")),
        ("function_call", Shape::Value("name")),
        ("parenthesized_expression", Shape::First),
    ]],
    comments: &["comment", "hash_bang_line"],
    comment_marks: &["--[==[", "--[=[", "--[[", "]]", "---", "--"],
    inner_comment_marks: &[],
    ignored_names: &["setmetatable", "pairs", "ipairs", "print", "error", "type", "assert", "self"],
    visibility,
    inner_doc: None,
};

/// A name and the value that it is assigned.
struct Assigned<'t> {
    left: Node<'t>,
    value: Option<Node<'t>>,
}

fn open_function<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let is_method = name.kind() == "method_index_expression";
    let kind = if is_method { SymbolKind::Method } else { SymbolKind::Function };
    let head_end = match node.child_by_field_name("parameters") {
        Some(parameters) => parameters.end_byte(),
        None => head_end(node, &["body"]),
    };
    open_path(walk, node, name, kind, head_end);
}

/// Opens a symbol named by a path, which belongs to the table before its last name.
fn open_path<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    path: Node<'t>,
    kind: SymbolKind,
    head_end: usize,
) {
    let field = |name| path.child_by_field_name(name);
    let Some(name) = field("field").or(field("method")) else {
        if path.kind() == "identifier" {
            walk.open(node, path, kind, head_end);
        }
        return;
    };
    let table = field("table").map_or("", |table| walk.text_of(table));
    if table.len() > LONGEST_TABLE_BYTES {
        return;
    }
    walk.claim(name);
    let definition = Definition {
        kind,
        name: walk.text_of(name).into(),
        owner: Some(table.split_whitespace().collect::<String>().into()),
        head_end,
    };
    walk.open_named(node, definition);
}

fn assignments<'t>(node: Node<'t>) -> Vec<Assigned<'t>> {
    let mut cursor = node.walk();
    let mut values: Vec<Node<'t>> = Vec::new();
    let mut names: Vec<Node<'t>> = Vec::new();
    for list in node.named_children(&mut cursor).take(2) {
        let mut cursor = list.walk();
        match list.kind() {
            "variable_list" => {
                names.extend(list.children_by_field_name("name", &mut cursor).take(20))
            }
            "expression_list" => values.extend(list.named_children(&mut cursor).take(20)),
            _ => {}
        }
    }
    let assigned = names.into_iter().enumerate();
    assigned.map(|(at, left)| Assigned { left, value: values.get(at).copied() }).collect()
}

/// `local` in front of an assignment, or of names without one.
fn read_declaration<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let assignment = node.named_child(0).filter(|child| child.kind() == "assignment_statement");
    for Assigned { left, value } in assignments(assignment.unwrap_or(node)) {
        let n_before = walk.n_symbols();
        assign(walk, node, left, value);
        // What opened no symbol is a variable of the function.
        if walk.n_symbols() == n_before && walk.is_in_function() {
            walk.bind(walk.text_of(left));
        }
    }
    // The assignment inside is read.
    if let Some(list) = assignment.and_then(|assignment| assignment.named_child(0)) {
        walk.claim(list);
    }
}

fn read_assignment<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.role == Role::Read {
        walk.role = Role::Write;
    }
    // A name that a declaration has already read is claimed together with its list.
    if node.named_child(0).is_some_and(|list| !walk.claim(list)) {
        return;
    }
    for Assigned { left, value } in assignments(node) {
        let n_before = walk.n_symbols();
        assign(walk, node, left, value);
        if walk.n_symbols() == n_before && left.kind() == "identifier" {
            walk.push_bare(ReferenceKind::Write, walk.text_of(left), place_of(left));
        }
    }
}

fn assign<'t>(walk: &mut Walk<'t>, node: Node<'t>, left: Node<'t>, value: Option<Node<'t>>) {
    if let Some(required) = value.and_then(|value| find_required(walk, value)) {
        walk.claim(required.call);
        walk.import(required.module, required.name, Some(walk.text_of(left)), node);
        return;
    }
    let is_function = value.is_some_and(|value| value.kind() == "function_definition");
    let name = walk.text_of(left);
    // Functions are symbols wherever they are, values only outside of functions.
    let is_local = walk.is_in_function() && (!is_function || name.starts_with("self."));
    if is_local || left.kind() == "bracket_index_expression" {
        return;
    }
    let last = name.rsplit(['.', ':']).next().unwrap_or(name);
    let is_constant = last.chars().any(char::is_uppercase) && !last.chars().any(char::is_lowercase);
    let is_member = left.kind() == "dot_index_expression";
    let kind = match value.map(|value| value.kind()) {
        Some("function_definition") => SymbolKind::Function,
        Some("table_constructor") if !is_member => SymbolKind::Variable,
        _ if is_constant && last.len() > 1 => SymbolKind::Constant,
        _ if is_member => SymbolKind::Field,
        _ => SymbolKind::Variable,
    };
    if is_function || walk.is_first(name) {
        open_path(walk, node, left, kind, value_head_end(node, value));
    }
}

/// Where the head of an assignment ends: with the parameters of a function, before a value of
/// several lines, else with the assignment.
fn value_head_end(node: Node<'_>, value: Option<Node<'_>>) -> usize {
    let Some(value) = value else { return node.end_byte() };
    match value.child_by_field_name("parameters") {
        Some(parameters) if value.kind() == "function_definition" => parameters.end_byte(),
        _ if value.end_position().row > node.start_position().row => value.start_byte(),
        _ => node.end_byte(),
    }
}

/// A function in a table belongs to the table's name, as does a table in it.
fn read_field<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let field = |name| node.child_by_field_name(name);
    let (Some(name), Some(value)) = (field("name"), field("value")) else { return };
    let is_function = value.kind() == "function_definition";
    let is_table = value.kind() == "table_constructor" && !walk.is_in_function();
    if !is_function && !is_table {
        return;
    }
    let name_node = match name.kind() {
        "identifier" => name,
        "string" => match name.child_by_field_name("content") {
            Some(content) => content,
            None => return,
        },
        _ => return,
    };
    let kind = if is_function { SymbolKind::Function } else { SymbolKind::Field };
    walk.claim(name_node);
    let name = walk.text_of(name_node);
    walk.open_as(node, kind, name, value_head_end(node, Some(value)));
}

fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    if walk.text_of(name) != "require" {
        walk.add_reference(ReferenceKind::Call, name);
    } else if let Some(required) = find_required(walk, node)
        && walk.claim(required.call)
    {
        walk.import(required.module, None, None, node);
    }
}

/// A module that a value brings in: `require "a.b"`, `require("a.b").name`.
struct Required<'t> {
    call: Node<'t>,
    module: &'t str,
    name: Option<&'t str>,
}

fn find_required<'t>(walk: &Walk<'t>, value: Node<'t>) -> Option<Required<'t>> {
    let (call, field) = match value.kind() {
        "function_call" => (value, None),
        "dot_index_expression" => {
            (value.child_by_field_name("table")?, value.child_by_field_name("field"))
        }
        _ => return None,
    };
    let name = call.child_by_field_name("name").filter(|name| walk.text_of(*name) == "require")?;
    let argument = call.child_by_field_name("arguments")?.named_child(0)?;
    let module = argument.child_by_field_name("content").map(|content| walk.text_of(content))?;
    Some(Required { call: name, module, name: field.map(|field| walk.text_of(field)) })
}

/// A table that the file returns is its module.
fn read_return<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.container().is_some() {
        return;
    }
    let Some(value) = node.named_child(0).and_then(|list| list.named_child(0)) else { return };
    if value.kind() == "identifier" {
        let name = walk.text_of(value);
        walk.exported.push(name);
    }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    let is_local = node.kind() == "variable_declaration"
        || walk.text_of(node).trim_start().starts_with("local ");
    // Names such as `__index` are those of metamethods, which anybody may call.
    let is_hidden = definition.name.starts_with('_') && !definition.name.starts_with("__");
    match walk.container() {
        _ if is_local || is_hidden => Visibility::Private,
        Some(open) => open.visibility,
        None => Visibility::Public,
    }
}

//! Rust.
//!
//! Inside macro calls there is no syntax, only tokens; a name before a parenthesis is taken for a
//! call there. An `impl` block is a symbol named after its type, so that its functions are
//! `Type::function`; it is public when it is of a trait, as are the functions in it.

pub mod macros;
pub mod profile;
mod tokens;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use self::tokens::read_tokens;
use crate::rules::{Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, head_end};

/// Maximum number of layers around the type of an `impl` block to look through.
const MOST_LAYERS: usize = 8;
/// A longer type does not serve as a name.
const LONGEST_TYPE_BYTES: usize = 40;
/// A longer path is imported by nothing.
const LONGEST_PATH_BYTES: usize = 1000;

pub static RUST: Rules = Rules {
    language: Language::Rust,
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    separator: "::",
    rules: &[&[
        ("function_item", define(SymbolKind::Function).kind_by(function_kind).rule()),
        ("function_signature_item", define(SymbolKind::Function).kind_by(function_kind).rule()),
        ("struct_item", define(SymbolKind::Struct).rule()),
        ("union_item", define(SymbolKind::Union).rule()),
        ("enum_item", define(SymbolKind::Enum).rule()),
        ("enum_variant", define(SymbolKind::EnumMember).rule()),
        ("field_declaration", define(SymbolKind::Field).rule()),
        ("trait_item", Rule::Hook(open_trait)),
        ("impl_item", Rule::Hook(open_impl)),
        ("mod_item", Rule::Hook(open_module)),
        ("type_item associated_type", define(SymbolKind::TypeAlias).rule()),
        ("const_item", define(SymbolKind::Constant).rule()),
        ("static_item", define(SymbolKind::Variable).rule()),
        ("macro_definition", Rule::Hook(open_macro)),
        ("call_expression", Rule::Call("function")),
        ("macro_invocation", Rule::Call("macro")),
        ("struct_expression", Rule::Hook(read_literal)),
        ("struct_pattern", Rule::Hook(read_struct_pattern)),
        ("shorthand_field_identifier identifier scoped_identifier field_expression", Rule::Value),
        ("index_expression", Rule::Hook(read_index)),
        ("reference_expression", Rule::Hook(read_borrow)),
        ("token_tree", Rule::Hook(read_tokens)),
        ("type_identifier scoped_type_identifier", Rule::Refer(ReferenceKind::Type)),
        ("type_parameter", Rule::TypeParameter("name")),
        ("type_binding", Rule::Hook(skip_name)),
        ("attribute_item", Rule::Prefix),
        ("use_declaration", Rule::Hook(read_use)),
        ("extern_crate_declaration", Rule::Hook(read_extern_crate)),
    ]],
    roles: &[&[
        ("parameter let_declaration let_condition", Roles::In("pattern", Role::Pattern)),
        ("for_expression", Roles::In("pattern", Role::Pattern)),
        ("closure_parameters", Roles::All(Role::Pattern)),
        ("match_pattern", Roles::By(&[("condition", Role::Read)], Role::Pattern)),
        ("tuple_pattern slice_pattern ref_pattern mut_pattern", Roles::All(Role::Same)),
        ("reference_pattern captured_pattern or_pattern tuple_expression", Roles::All(Role::Same)),
        ("parenthesized_expression reference_expression", Roles::All(Role::Same)),
        ("tuple_struct_pattern struct_pattern", Roles::By(&[("type", Role::Read)], Role::Same)),
        ("field_pattern", Roles::By(&[("name", Role::Bind)], Role::Same)),
        ("const_item static_item const_parameter", Roles::In("name", Role::Bind)),
        ("assignment_expression compound_assignment_expr", Roles::In("left", Role::Write)),
        ("scoped_identifier", Roles::By(&[("path", Role::Scope)], Role::Same)),
        ("scoped_type_identifier", Roles::In("path", Role::Scope)),
        ("generic_type_with_turbofish", Roles::In("type", Role::Same)),
        ("mod_item", Roles::In("name", Role::Silent)),
        ("extern_crate_declaration label lifetime token_tree", Roles::All(Role::Silent)),
        ("visibility_modifier", Roles::All(Role::Silent)),
    ]],
    shapes: &[&[
        ("scoped_identifier scoped_type_identifier", Shape::Path("path", "name")),
        ("field_expression", Shape::Path("value", "field")),
        ("generic_function", Shape::Within("function")),
        ("generic_type generic_type_with_turbofish reference_type", Shape::Within("type")),
        ("pointer_type higher_ranked_trait_bound qualified_type", Shape::Within("type")),
        ("dynamic_type", Shape::Within("trait")),
        ("bracketed_type index_expression try_expression await_expression", Shape::First),
        ("struct_expression", Shape::Value("name")),
    ]],
    comments: &["line_comment", "block_comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &["//!", "/*!"],
    ignored_names: &["_", "Self", "self", "super", "crate"],
    visibility,
    inner_doc: None,
};

fn function_kind<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<SymbolKind> {
    // `#[tokio::test]` and `#[test]` end in the same word.
    let is_test = walk.prefix_of(node).split("#[").skip(1).any(|attribute| {
        let path = attribute.split(['(', ']']).next().unwrap_or("").trim();
        matches!(path.rsplit("::").next(), Some("test" | "rstest"))
    });
    Some(match walk.container_kind() {
        _ if is_test => SymbolKind::Test,
        Some(SymbolKind::Implementation | SymbolKind::Trait) => SymbolKind::Method,
        Some(_) | None => SymbolKind::Function,
    })
}

fn open_trait<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    open_with_body(walk, node, node.child_by_field_name("name"), SymbolKind::Trait);
    if let Some(bounds) = node.child_by_field_name("bounds") {
        walk.add_references(ReferenceKind::Extends, bounds);
    }
}

fn open_impl<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let implementer = node.child_by_field_name("type");
    let name = implementer.and_then(|of| walk.last_name(of).or_else(|| unnamed_type(walk, of)));
    open_with_body(walk, node, name, SymbolKind::Implementation);
    if let Some(name) = node.child_by_field_name("trait") {
        walk.add_reference(ReferenceKind::Implements, name);
    }
}

/// The part of a type without a name that names its `impl` block: `[u8; 4]`, `()`, or the first type of a
/// long tuple.
fn unnamed_type<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<Node<'t>> {
    let mut inner = node;
    for _ in 0..MOST_LAYERS {
        let text = walk.text_of(inner);
        let next = match inner.kind() {
            "reference_type" | "pointer_type" => inner.child_by_field_name("type"),
            "array_type" | "tuple_type"
                if text.len() > LONGEST_TYPE_BYTES || text.contains('\n') =>
            {
                inner.named_child(0)
            }
            _ => return Some(walk.last_name(inner).unwrap_or(inner)),
        };
        inner = next?;
    }
    None
}

/// A module in a file of its own is an import from here.
fn open_module<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    if node.child_by_field_name("body").is_some() {
        open_with_body(walk, node, Some(name), SymbolKind::Module);
    } else {
        let visibility = node.child(0).filter(|first| first.kind() == "visibility_modifier");
        walk.passes_on = visibility.is_some_and(|visibility| walk.text_of(visibility) == "pub");
        let prefix = walk.prefix_of(node);
        let mut files = paths_in(prefix).peekable();
        // With `cfg_attr` the path holds only for some builds, so the usual file is one as well.
        if files.peek().is_none() || prefix.contains("cfg_attr") {
            walk.import("self", Some(walk.text_of(name)), None, node);
        }
        for file in files {
            walk.import("self", Some(file), Some(walk.text_of(name)), node);
        }
        walk.passes_on = false;
    }
}

/// The files that attributes name: `#[path = "unix.rs"]`.
fn paths_in(prefix: &str) -> impl Iterator<Item = &str> {
    prefix.split("path").skip(1).filter_map(|rest| {
        let file = rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
        file.split('"').next().filter(|file| file.ends_with(".rs"))
    })
}

fn open_macro<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.open(node, name, SymbolKind::Macro, name.end_byte());
    }
    walk.mute();
}

fn open_with_body<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    name: Option<Node<'t>>,
    kind: SymbolKind,
) {
    if let Some(name) = name {
        walk.open(node, name, kind, head_end(node, &["body"]));
    }
}

fn skip_name<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name") {
        walk.claim(name);
    }
}

/// `S { f: 1 }` writes the field `f` of `S`.
fn read_literal<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    walk.add_reference(ReferenceKind::Call, name);
    if let Some(body) = node.child_by_field_name("body") {
        add_fields(walk, ReferenceKind::Write, name, body);
    }
}

/// `S { f, g: x }` in a pattern reads the fields `f` and `g` of `S`.
fn read_struct_pattern<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("type") {
        add_fields(walk, ReferenceKind::Read, name, node);
    }
}

fn add_fields<'t>(walk: &mut Walk<'t>, kind: ReferenceKind, owner: Node<'t>, body: Node<'t>) {
    // The fields of a variant are found by the path of its enum.
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let path = walk.text_of(owner);
    let is_known = path.len() <= LONGEST_PATH_BYTES && !path.starts_with("Self");
    let owner = if is_known && path.chars().all(is_path) {
        path
    } else {
        walk.last_name(owner).map_or("()", |owner| walk.text_of(owner))
    };
    let mut cursor = body.walk();
    for field in body.named_children(&mut cursor) {
        let name = match field.kind() {
            "field_initializer" => field.child_by_field_name("field"),
            "shorthand_field_initializer" => field.named_child(0),
            "field_pattern" => field.child_by_field_name("name"),
            _ => None,
        };
        if let Some(name) = name {
            walk.add_reference_to(kind, walk.text_of(name), Some(owner), name);
        }
    }
}

/// To assign an element of a field is to change the field.
fn read_index<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(inner) = node.named_child(0).filter(|_| walk.role == Role::Write)
        && inner.kind() == "field_expression"
    {
        walk.add_value(inner);
    }
    walk.role = Role::Read;
}

/// A mutable borrow is a write.
fn read_borrow<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let is_mutable = node.child(1).is_some_and(|word| word.kind() == "mutable_specifier");
    walk.role = if is_mutable { Role::Write } else { Role::Read };
}

/// A part of a `use` tree, and the path before it.
struct Branch<'t> {
    node: Node<'t>,
    before: String,
}

fn read_use<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    // What stands in for the real thing in tests is not what the code means.
    if walk.prefix_of(node).contains("cfg(test)") && walk.text.contains("cfg(not(test))") {
        return;
    }
    let Some(argument) = node.child_by_field_name("argument") else { return };
    // `pub(crate) use` hands nothing to others.
    let visibility = node.child(0).filter(|first| first.kind() == "visibility_modifier");
    walk.passes_on = visibility.is_some_and(|visibility| walk.text_of(visibility) == "pub");
    walk.is_for_tests = is_for_tests(walk, node);
    let mut branches = vec![Branch { node: argument, before: String::new() }];
    while let Some(Branch { node, before }) = branches.pop() {
        // Lists in lists without end must not cost their depth squared.
        if before.len() > LONGEST_PATH_BYTES {
            continue;
        }
        match node.kind() {
            "use_list" => {
                let mut cursor = node.walk();
                let children: Vec<_> = node.named_children(&mut cursor).collect();
                // The stack gives them back in the order of the text.
                for child in children.into_iter().rev().filter(|child| !child.is_extra()) {
                    branches.push(Branch { node: child, before: before.clone() });
                }
            }
            "scoped_use_list" => {
                let path = node.child_by_field_name("path").map_or("", |path| walk.text_of(path));
                if let Some(list) = node.child_by_field_name("list") {
                    branches.push(Branch { node: list, before: join(&before, path) });
                }
            }
            "use_wildcard" => {
                let path = node.named_child(0).map_or("", |path| walk.text_of(path));
                walk.import(&join(&before, path), Some("*"), None, node);
            }
            "use_as_clause" => {
                let path = node.child_by_field_name("path").map_or("", |path| walk.text_of(path));
                let alias = node.child_by_field_name("alias").map(|alias| walk.text_of(alias));
                import_path(walk, &join(&before, path), alias, node);
            }
            _ => {
                let path = join(&before, walk.text_of(node));
                import_path(walk, &path, None, node);
            }
        }
    }
    walk.passes_on = false;
    walk.is_for_tests = false;
}

/// Whether `#[cfg(test)]` stands before a node, or its module is one of tests.
fn is_for_tests<'t>(walk: &Walk<'t>, node: Node<'t>) -> bool {
    let before = walk.text.get(..node.start_byte()).unwrap_or("").trim_end();
    let is_module = walk.container_kind() == Some(SymbolKind::Module);
    before.ends_with("#[cfg(test)]")
        || is_module && matches!(walk.container_name(), "tests" | "test")
}

/// Imports the last part of a path from the rest; `self` at its end is the module itself.
fn import_path<'t>(walk: &mut Walk<'t>, path: &str, alias: Option<&str>, node: Node<'t>) {
    match path.rsplit_once("::") {
        Some((module, "self")) => walk.import(module, None, alias, node),
        Some((module, name)) => walk.import(module, Some(name), alias, node),
        None => walk.import(path, None, alias, node),
    }
}

fn read_extern_crate<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let alias = node.child_by_field_name("alias").map(|alias| walk.text_of(alias));
    if let Some(name) = node.child_by_field_name("name") {
        walk.import(walk.text_of(name), None, alias, node);
    }
}

fn join(before: &str, path: &str) -> String {
    let path: String = path.split_whitespace().collect();
    if before.is_empty() { path } else { format!("{before}::{path}") }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    let mut cursor = node.walk();
    let modifier = node
        .children(&mut cursor)
        .take_while(|child| child.start_byte() < definition.head_end)
        .take(4)
        .find(|child| child.kind() == "visibility_modifier");
    if let Some(modifier) = modifier {
        // `pub(crate)` and `pub(super)` are for the crate alone.
        let is_bare = walk.text_of(modifier) == "pub";
        return if is_bare { Visibility::Public } else { Visibility::Internal };
    }
    match definition.kind {
        SymbolKind::Implementation if node.child_by_field_name("trait").is_some() => {
            return Visibility::Public;
        }
        SymbolKind::Macro if walk.prefix_of(node).contains("macro_export") => {
            return Visibility::Public;
        }
        _ => {}
    }
    // What has no word of its own in a trait, an enum or an implementation is as they are.
    use SymbolKind::{Enum, EnumMember, Implementation, Trait};
    let around = walk.container();
    let holder =
        around.filter(|open| matches!(open.kind, Some(Trait | Enum | EnumMember | Implementation)));
    holder.map_or(Visibility::Private, |open| open.visibility)
}

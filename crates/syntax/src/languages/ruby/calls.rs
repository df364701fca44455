//! Ruby calls that define, include or hide something, and bare names that are calls.

use rutter_domain::{Place, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Head, Role};
use crate::walk::{Walk, kind_of_member, place_of};

/// Maximum distance of an earlier mention of a name, in bytes.
const MOST_BYTES_BACK: usize = 4_000;
/// Maximum number of statements of one name each in a body.
const MOST_NAMES: usize = 500;

pub fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(method) = node.child_by_field_name("method") else { return };
    let receiver = node.child_by_field_name("receiver");
    let arguments = node.child_by_field_name("arguments");
    if receiver.is_none_or(|receiver| receiver.kind() == "self")
        && let Some(arguments) = arguments
        && read_word(walk, node, method, arguments)
    {
        return;
    }
    if method.kind() == "constant" && receiver.is_some() {
        return;
    }
    walk.add_member_reference(ReferenceKind::Call, receiver, method);
}

/// Reads a call that is a word of the language in all but name; false when it is none.
fn read_word<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    method: Node<'t>,
    arguments: Node<'t>,
) -> bool {
    match walk.text_of(method) {
        "require" | "load" => return import(walk, node, arguments, ""),
        "require_relative" => return import(walk, node, arguments, "./"),
        // The file is read when the constant is first used, so it is an import of that name.
        "autoload" => {
            let path = arguments.named_child(1).and_then(|path| string_content(walk, path));
            let name = arguments.named_child(0).and_then(|name| symbol_name(walk, name));
            match path {
                Some(path) => walk.import(path, name, None, node),
                None => return false,
            }
        }
        "include" | "extend" | "prepend" => return mix_in(walk, arguments),
        "attr_reader" | "attr_writer" | "attr_accessor" | "attr" | "cattr_accessor"
        | "cattr_reader" | "mattr_accessor" | "mattr_reader" | "class_attribute" => {
            walk.claim(method);
            open_properties(walk, node, arguments);
        }
        "define_method" | "define_singleton_method" | "alias_method" => {
            let Some(name) = arguments.named_child(0).and_then(|name| symbol_name(walk, name))
            else {
                return false;
            };
            walk.open_as(node, SymbolKind::Method, name, arguments.end_byte());
        }
        word => {
            let is_read = restrict(walk, node, word, arguments);
            if is_read {
                walk.claim(method);
            }
            return is_read;
        }
    }
    true
}

fn import<'t>(walk: &mut Walk<'t>, node: Node<'t>, arguments: Node<'t>, before: &str) -> bool {
    let Some(path) = arguments.named_child(0).and_then(|path| string_content(walk, path)) else {
        return false;
    };
    if path.starts_with('.') {
        walk.import(path, None, None, node);
    } else {
        walk.import(&[before, path].concat(), None, None, node);
    }
    true
}

fn mix_in<'t>(walk: &mut Walk<'t>, arguments: Node<'t>) -> bool {
    let is_module =
        |node: Node<'t>| matches!(node.kind(), "constant" | "scope_resolution" | "self");
    if !arguments.named_child(0).is_some_and(is_module) {
        return false;
    }
    let mut cursor = arguments.walk();
    for module in arguments.named_children(&mut cursor).filter(|module| module.kind() != "self") {
        walk.add_reference(ReferenceKind::Implements, module);
        // The path before the name is accounted for as well.
        if let Some(scope) = module.child_by_field_name("scope")
            && let Some(name) = walk.last_name(scope)
        {
            walk.claim(name);
        }
    }
    true
}

fn open_properties<'t>(walk: &mut Walk<'t>, node: Node<'t>, arguments: Node<'t>) {
    let mut cursor = arguments.walk();
    let mut is_first = true;
    for name in arguments.named_children(&mut cursor).take(100) {
        let Some(name) = symbol_name(walk, name) else { continue };
        walk.open_as(node, SymbolKind::Property, name, node.end_byte());
        if !is_first {
            walk.share_doc();
        }
        is_first = false;
    }
}

/// Reads `private :name` and `private def name`.
fn restrict<'t>(walk: &mut Walk<'t>, node: Node<'t>, word: &str, arguments: Node<'t>) -> bool {
    let visibility = match word {
        "module_function" | "public_class_method" => Visibility::Public,
        "private_constant" => Visibility::Private,
        _ => match visibility_named(word) {
            Some(visibility) => visibility,
            None => return false,
        },
    };
    let mut cursor = arguments.walk();
    for argument in arguments.named_children(&mut cursor).take(100) {
        if let Some(name) = symbol_name(walk, argument) {
            walk.set_visibility(name, visibility);
        }
    }
    // `private def open` hides what is defined inside.
    walk.wrap(node, Head::Drop);
    true
}

/// The visibility that a word gives to the definitions after it.
pub fn visibility_named(word: &str) -> Option<Visibility> {
    match word {
        "private" | "private_class_method" => Some(Visibility::Private),
        "protected" => Some(Visibility::Protected),
        "public" => Some(Visibility::Public),
        _ => None,
    }
}

/// A name by itself: a word such as `private`, a variable, or a method without arguments.
pub fn read_identifier<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    read_section(walk, node);
    walk.add_value(node);
}

/// `@x` is what `attr_reader :x` hands out.
pub fn read_instance_variable<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let name = walk.text_of(node).trim_start_matches('@');
    walk.add_reference_at(kind_of_member(walk.role), name, Some("self"), place_behind_sign(node));
}

/// A variable of a class or of the program, which no method binds.
pub fn read_shared_variable<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let role = match kind_of_member(walk.role) {
        ReferenceKind::Write => Role::Write,
        _ => Role::Read,
    };
    walk.add_bare(node, role);
}

/// Where the name starts in `:name` and `@name`.
fn place_behind_sign(node: Node<'_>) -> Place {
    let place = place_of(node);
    Place { column: place.column + 1, ..place }
}

/// `before_action :check` in the body of a class names a method of it.
pub fn read_symbol<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if matches!(walk.container_kind(), Some(SymbolKind::Class | SymbolKind::Module)) {
        let name = walk.text_of(node).trim_start_matches(':');
        walk.push_bare(ReferenceKind::Read, name, place_behind_sign(node));
    }
}

/// `&:name` hands over the method `name`.
pub fn read_block_argument<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(symbol) = node.named_child(0).filter(|child| child.kind() == "simple_symbol") {
        let name = walk.text_of(symbol).trim_start_matches(':');
        walk.add_reference_at(ReferenceKind::Read, name, Some("()"), place_behind_sign(symbol));
    }
}

/// `private` by itself holds for what is defined after it.
fn read_section<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    // From `public` to `protected`: every name of a file comes by here.
    if let 6..=9 = node.end_byte() - node.start_byte()
        && let Some(visibility) = visibility_named(walk.text_of(node))
        && walk.claim(node)
    {
        walk.begin_section(visibility);
    }
}

/// Finds the statements that are a name and nothing more.
pub fn read_statements<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let names = node.named_children(&mut cursor).filter(|child| child.kind() == "identifier");
    for name in names.take(MOST_NAMES) {
        read_name(walk, name);
    }
}

pub fn read_name<'t>(walk: &mut Walk<'t>, name: Node<'t>) {
    let text = walk.text_of(name);
    if visibility_named(text).is_none() && text != "module_function" && !is_mentioned(walk, name) {
        walk.add_reference(ReferenceKind::Call, name);
    }
}

pub fn read_modifier<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(body) = node.child_by_field_name("body").filter(|body| body.kind() == "identifier")
    {
        read_name(walk, body);
    }
}

/// Whether a name occurs before in the same symbol, as a parameter or local variable would.
fn is_mentioned<'t>(walk: &Walk<'t>, name: Node<'t>) -> bool {
    // A name that was assigned or taken as a parameter before is a variable, any other is a call.
    let (text, end) = (walk.text_of(name), name.start_byte());
    let start = end.saturating_sub(MOST_BYTES_BACK);
    let start = walk.text.ceil_char_boundary(start).max(walk.container_start().unwrap_or(0));
    // What the parser puts in for a name that is missing has no text.
    let before = walk.text.get(start..end).filter(|_| !text.is_empty()).unwrap_or("");
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    before.match_indices(text).any(|(at, found)| {
        let (before, after) = (&before[..at], &before[at + found.len()..]);
        !is_word(before.chars().next_back())
            && !is_word(after.chars().next())
            // A method of that name defined before is not a variable.
            && !before.ends_with("def ")
    })
}

/// The text of a string without interpolation.
fn string_content<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<&'t str> {
    let is_plain = node.kind() == "string" && node.named_child_count() == 1;
    let content = node.named_child(0).filter(|content| content.kind() == "string_content")?;
    is_plain.then_some(walk.text_of(content))
}

/// The name in `:name` or `"name"`.
fn symbol_name<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<&'t str> {
    match node.kind() {
        "simple_symbol" => Some(walk.text_of(node).trim_start_matches(':')),
        _ => string_content(walk, node),
    }
}

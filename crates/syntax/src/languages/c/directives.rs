//! Lines of the preprocessor: includes and macros.
//!
//! The body of a macro has no syntax. A name before a parenthesis is taken for a call, any
//! other name for a value, unless it is a word of the language or a parameter.

use rutter_domain::{FALLBACK_MACRO, Place, ReferenceKind, SymbolKind};
use tree_sitter::Node;

use crate::walk::{Walk, head_end_with, place_of};

/// Maximum bytes of a macro's body to read.
const MOST_BODY_BYTES: usize = 4000;

const WORDS: &[&str] = &[
    "if", "for", "while", "switch", "return", "sizeof", "typeof", "__typeof__", "defined",
    "alignof", "_Alignof", "__alignof__", "offsetof", "__attribute__", "__asm__", "asm",
    "volatile", "__volatile__", "decltype", "else", "do", "case", "void", "int", "char", "long",
    "short", "unsigned", "signed", "const", "struct", "static_cast", "const_cast", "_Pragma",
    "_Generic", "__VA_ARGS__", "static", "inline", "extern", "union", "enum", "float", "double",
    "bool", "goto", "break", "continue", "NULL", "true", "false", "nullptr", "template",
    "typename", "class", "public", "private", "virtual", "this", "new", "delete", "auto",
    "register", "typedef", "default", "namespace", "using", "operator",
];

/// `"x"` is `x`, `<x>` stays as it is written.
pub fn read_include<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    if let Some(path) = node.child_by_field_name("path") {
        walk.import(walk.text_of(path).trim_matches('"'), None, None, node);
    }
}

/// An include guard is not a symbol.
pub fn skip_guard<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let mut cursor = node.walk();
    // A comment between the guard and its definition is common.
    let mut children = node.named_children(&mut cursor).skip(1).filter(|child| !child.is_extra());
    // A block that holds the definition alone is there for it.
    let (first, has_more) = (children.next(), children.next().is_some());
    let first = first.filter(|_| has_more);
    if let Some(define) = first.filter(|first| first.kind() == "preproc_def")
        && define.child_by_field_name("value").is_none()
        && let Some(defined) = define.child_by_field_name("name")
        && walk.text_of(defined) == walk.text_of(name)
    {
        walk.claim(defined);
        walk.claim(name);
    }
}

/// A macro with a value is a constant; one without is only there or not.
pub fn open_constant<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name").filter(|name| walk.claim(*name)) else {
        return;
    };
    let value = node.child_by_field_name("value");
    let kind = if value.is_some() { SymbolKind::Constant } else { SymbolKind::Macro };
    walk.open(node, name, kind, head_end_with(node, value));
    mark_fallback(walk, node, name);
    read_body(walk, value, "");
}

pub fn open_macro<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let parameters = node.child_by_field_name("parameters");
    let head_end = parameters.map_or(node.end_byte(), |parameters| parameters.end_byte());
    walk.open(node, name, SymbolKind::Macro, head_end);
    mark_fallback(walk, node, name);
    let parameters = parameters.map_or("", |parameters| walk.head_of(parameters));
    read_body(walk, node.child_by_field_name("value"), parameters);
}

/// A macro that is defined only where it is missing gives way to any other of its name.
fn mark_fallback<'t>(walk: &mut Walk<'t>, node: Node<'t>, name: Node<'t>) {
    let Some(around) = node.parent() else { return };
    let is_fallback = match around.kind() {
        "preproc_ifdef" => {
            let tested = around.child_by_field_name("name").map(|tested| walk.text_of(tested));
            let is_negated = around.child(0).is_some_and(|word| word.kind() == "#ifndef");
            is_negated && tested == Some(walk.text_of(name))
        }
        "preproc_if" => {
            let tested = around.child_by_field_name("condition");
            let tested = tested.map_or("", |tested| walk.text_of(tested));
            let mut words = tested.split(|c| !is_name_char(c));
            tested.contains('!') && words.any(|word| word == walk.text_of(name))
        }
        _ => false,
    };
    if is_fallback {
        walk.name_kind(FALLBACK_MACRO);
    }
}

fn read_body<'t>(walk: &mut Walk<'t>, value: Option<Node<'t>>, parameters: &'t str) {
    let Some(value) = value else { return };
    let body = walk.text_of(value);
    let bytes = body.as_bytes();
    let most = bytes.len().min(MOST_BODY_BYTES);
    let mut place = place_of(value);
    let mut counted = 0;
    let mut at = 0;
    while at < most {
        match bytes[at] {
            quote @ (b'"' | b'\'') => at = skip_quoted(bytes, at, quote),
            byte if is_name_byte(byte) => {
                let start = at;
                while at < bytes.len() && is_name_byte(bytes[at]) {
                    at += 1;
                }
                // Behind `#` a parameter is turned into text, and behind `.` or `->` the name is
                // that of a member.
                let is_member = start > 0 && matches!(bytes[start - 1], b'.' | b'>' | b'#');
                let is_called = bytes[at..].iter().find(|byte| **byte != b' ') == Some(&b'(');
                let name = body.get(start..at).unwrap_or("");
                let is_parameter =
                    || parameters.split(|c| !is_name_char(c)).any(|word| word == name);
                if byte.is_ascii_digit() || WORDS.contains(&name) || is_parameter() {
                    continue;
                }
                for byte in &bytes[counted..start] {
                    place = match byte {
                        b'\n' => Place { line: place.line + 1, column: 1 },
                        _ => Place { line: place.line, column: place.column + 1 },
                    };
                }
                counted = start;
                match (is_called, is_member) {
                    (true, false) => {
                        walk.add_reference_at(ReferenceKind::Call, name, None, place);
                    }
                    (false, true) => {
                        walk.add_reference_at(ReferenceKind::Read, name, Some("()"), place);
                    }
                    (false, false) => walk.push_bare(ReferenceKind::Read, name, place),
                    (true, true) => {}
                }
            }
            _ => at += 1,
        }
    }
}

fn skip_quoted(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

//! Items inside the braces of a macro call, such as `cfg_rt! { pub fn spawn() {} }`.
//!
//! A grammar sees tokens there. Where they are items, the call is closed before them in the text that is
//! parsed, which keeps its length, so that the items stand where the call does.

use std::ops::Range;

use tree_sitter::Tree;

/// Maximum length of a call.
const LONGEST_CALL_BYTES: usize = 1 << 18;
/// What the choices of `cfg_if!` begin with.
const CHOICE: &str = "if #[cfg";
/// Maximum number of calls of a file to examine.
const MOST_CALLS: usize = 500;

/// A macro call with braces.
pub struct Call {
    /// From the blank before the opening brace to that brace.
    open: Range<usize>,
    /// The closing brace.
    close: usize,
    /// It defines statics by `static ref`.
    is_lazy: bool,
}

/// The calls at the beginning of a line whose braces may hold items, outer ones first.
pub fn find_calls(text: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    for mark in memchr::memmem::find_iter(text.as_bytes(), "! {") {
        let line_start = memchr::memrchr(b'\n', &text.as_bytes()[..mark]).map_or(0, |it| it + 1);
        let name = text[line_start..mark].trim_start();
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        if name.is_empty() || !name.chars().all(is_path) {
            continue;
        }
        let at = mark - name.len();
        // Behind the exclamation mark.
        let blank = at + name.len() + 1;
        let brace = blank + 1;
        if !may_hold_items(text.get(brace + 1..).unwrap_or("")) {
            continue;
        }
        if let Some(close) = find_close(text.as_bytes(), brace) {
            calls.push(Call {
                open: blank..brace + 1,
                close,
                is_lazy: name.ends_with("lazy_static"),
            });
        }
        if calls.len() >= MOST_CALLS {
            break;
        }
    }
    calls
}

/// Whether the content of braces begins as an item does.
fn may_hold_items(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("//")
        || text.starts_with("/*")
        || text.starts_with("#[")
        || [
            "pub", "fn", "struct", "enum", "union", "impl", "mod", "use", "trait", "const",
            "static", "type", "unsafe", "extern", "async", "cfg", CHOICE,
        ]
        .iter()
        .any(|word| text.starts_with(word))
}

/// The content of the braces in a form that can be parsed.
pub fn content(text: &str, call: &Call) -> Vec<u8> {
    let mut content = text.as_bytes()[call.open.end..call.close].to_vec();
    if call.is_lazy {
        const WORDS: &[u8] = b"static ref ";
        for at in 0..content.len().saturating_sub(WORDS.len()) {
            if content[at..].starts_with(WORDS) {
                content[at + b"static ".len()..at + WORDS.len()].fill(b' ');
            }
        }
    }
    blank_choices(&mut content);
    content
}

/// Blanks `if #[cfg(…)] {`, `} else {` and the like around the items of `cfg_if!`.
fn blank_choices(content: &mut [u8]) {
    let mut at = skip_blanks(content, 0);
    if !content[at..].starts_with(CHOICE.as_bytes()) {
        return;
    }
    loop {
        let Some(open) = content[at..].iter().position(|byte| *byte == b'{').map(|to| at + to)
        else {
            return;
        };
        let Some(close) = find_close(content, open) else { return };
        blank(&mut content[at..=open]);
        blank(&mut content[close..=close]);
        at = skip_blanks(content, close + 1);
        if !content[at..].starts_with(b"else") {
            return;
        }
    }
}

fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

/// Skips blanks and the comments of lines.
fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"//") {
            at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at);
        } else if bytes[at].is_ascii_whitespace() {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// Whether a text holds items and nothing else.
pub fn is_items(tree: &Tree) -> bool {
    let root = tree.root_node();
    if root.has_error() {
        return false;
    }
    let mut cursor = root.walk();
    let mut has_items = false;
    for child in root.named_children(&mut cursor) {
        match child.kind() {
            "line_comment" | "block_comment" | "attribute_item" | "inner_attribute_item" => {}
            "use_declaration" | "extern_crate_declaration" | "macro_definition" => has_items = true,
            // A call may be an item or an expression, so it decides nothing.
            "macro_invocation" => {}
            "expression_statement"
                if child.named_child(0).is_some_and(|it| it.kind() == "macro_invocation") => {}
            kind if kind.ends_with("_item") => has_items = true,
            _ => return false,
        }
    }
    has_items
}

/// Closes a call before its items.
pub fn unwrap(bytes: &mut [u8], call: &Call, content: &[u8]) {
    // The blank and the brace become a pair of braces, so the text keeps its length.
    bytes[call.open.clone()].copy_from_slice(b"{}");
    bytes[call.close] = b' ';
    // Calls inside may be unwrapped already.
    for (byte, replaced) in bytes[call.open.end..call.close].iter_mut().zip(content) {
        if *replaced == b' ' {
            *byte = b' ';
        }
    }
}

/// The brace that closes the one at `open`.
fn find_close(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = open;
    let end = bytes.len().min(open + LONGEST_CALL_BYTES);
    while at < end {
        match bytes[at] {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at),
            b'}' => depth -= 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().position(|byte| *byte == b'\n')?;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += bytes[at..].windows(2).position(|pair| pair == b"*/")?;
            }
            // A brace in a string or a comment opens nothing.
            b'"' => at = skip_string(bytes, at),
            b'\'' => at = skip_character(bytes, at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The quote that ends a string; that of a raw string has the same number of signs behind it.
fn skip_string(bytes: &[u8], quote: usize) -> usize {
    let n_signs = bytes[..quote].iter().rev().take_while(|byte| **byte == b'#').count();
    let is_raw = quote > n_signs && bytes[quote - n_signs - 1] == b'r';
    let mut at = quote + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !is_raw => at += 1,
            b'"' if !is_raw
                || bytes[at + 1..].iter().take_while(|it| **it == b'#').count() >= n_signs =>
            {
                return at;
            }
            _ => {}
        }
        at += 1;
    }
    at
}

/// The end of a character, or the quote itself if it begins a lifetime.
fn skip_character(bytes: &[u8], quote: usize) -> usize {
    match bytes.get(quote + 1) {
        Some(b'\\') => {
            let end = bytes[quote + 2..].iter().take(12).skip(1).position(|byte| *byte == b'\'');
            end.map_or(quote, |end| quote + 3 + end)
        }
        Some(_) if bytes.get(quote + 2) == Some(&b'\'') => quote + 2,
        Some(_) | None => quote,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choices_of_a_macro_are_blanked() {
        let mut content =
            *b" // x\n if #[cfg(a)] { mod a; } else if #[cfg(b)] { mod b; } else { mod c; } ";
        blank_choices(&mut content);
        let kept: Vec<&str> = std::str::from_utf8(&content).unwrap().split_whitespace().collect();
        assert_eq!(kept.join(" "), "// x mod a; mod b; mod c;");
    }

    #[test]
    fn braces_are_matched_past_strings_and_comments() {
        let close = |text: &str| find_close(text.as_bytes(), 0);
        assert_eq!(close("{ '}' \"}\" r#\"}\"# }"), Some(17));
        assert_eq!(close("{ // }\n}"), Some(7));
        assert_eq!(close("{ fn f<'a>() {} '\\'' }"), Some(21));
        assert_eq!(close("{ {"), None);
    }
}

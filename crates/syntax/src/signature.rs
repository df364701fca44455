//! What the head of a function says: its parameters with their defaults.
//!
//! Signatures are read as text, alike in all languages. Where the form of one is not understood the
//! answer is `None`, and no check draws a conclusion from it.

use std::ops::Range;

use rutter_domain::{Language, Symbol};

use crate::languages::profile;
use crate::profile::DefaultMark;

/// A parameter as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The whole of it, with type and default.
    pub text: String,
    pub default: Option<String>,
}

impl Parameter {
    pub fn is_named(&self, name: &str) -> bool {
        let bare = name.trim_start_matches(['$', '@', ':', '*', '&', '-']);
        let head = self.text.split(['=', '\\']).next().unwrap_or("");
        head.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == bare)
    }

    pub fn is_variadic(&self) -> bool {
        let text = self.text.as_str();
        text.starts_with('*') && !text.starts_with("*const") && !text.starts_with("*mut")
            || text.contains("...")
            || text.contains("vararg ")
            || text.contains("params ")
    }

    /// Whether it may be left out or be empty, as far as it says so itself.
    pub fn is_optional(&self) -> bool {
        let text = self.text.as_str();
        self.default.is_some()
            || self.is_variadic()
            || ["?", "Option", "Nullable", "None", "null", "nil", "Maybe", "undefined"]
                .iter()
                .any(|mark| text.contains(mark))
    }
}

/// The parameters of a function, the receiver left out; `None` if they are not written so.
pub fn parameters(symbol: &Symbol, language: Language) -> Option<Vec<Parameter>> {
    let list = symbol.signature.get(parameter_list(symbol)?)?;
    let mut found = Vec::new();
    for part in split_at_commas(list) {
        let text = part.trim();
        let is_receiver = matches!(
            text.trim_start_matches(['&', '*']).trim_start_matches("mut ").trim(),
            "self" | "cls" | "this" | "/" | "*" | "void" | ""
        ) || text.starts_with("self:")
            || text.ends_with(" self");
        if is_receiver {
            continue;
        }
        found.push(Parameter { text: text.to_owned(), default: default_of(text, language) });
    }
    Some(found)
}

/// The bytes between the brackets that follow the name of a function.
fn parameter_list(symbol: &Symbol) -> Option<Range<usize>> {
    let signature = symbol.signature.as_str();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = symbol.name.as_str();
    let starts = signature.match_indices(name).map(|(at, _)| at).filter(|at| {
        let before = signature[..*at].chars().next_back();
        let after = signature[at + name.len()..].trim_start();
        !before.is_some_and(is_name) && after.starts_with(['(', '<', '[', '=', ':'])
    });
    for at in starts {
        let open = after_generics(signature, at + name.len())?;
        if let Some(inner) = balanced(&signature[open..]) {
            return Some(open + 1..open + 1 + inner.len());
        }
    }
    None
}

/// The first round bracket from a byte on that is not inside generic parameters.
fn after_generics(signature: &str, start: usize) -> Option<usize> {
    let mut depth = 0_i32;
    let mut before = ' ';
    for (at, c) in signature[start..].char_indices() {
        match c {
            '<' => depth += 1,
            // The arrow of a function type closes nothing.
            '>' if before != '-' && before != '=' => depth -= 1,
            '(' if depth <= 0 => return Some(start + at),
            _ => {}
        }
        before = c;
    }
    None
}

/// The inside of the bracket at the start of a text.
fn balanced(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return text.get(1..at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Cuts at the commas outside of brackets and quotes.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut quoted: Option<char> = None;
    let mut start = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match quoted {
            Some(mark) if c == mark => quoted = None,
            Some(_) => {}
            None => match c {
                '"' | '`' => quoted = Some(c),
                // A Rust lifetime opens no quotation.
                '\'' if text[at + c.len_utf8()..].contains('\'')
                    && !before.is_alphanumeric()
                    && before != '&'
                    && before != '<' =>
                {
                    quoted = Some(c);
                }
                '(' | '[' | '{' | '<' => depth += 1,
                '>' if before == '-' || before == '=' => {}
                ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    parts.push(&text[start..at]);
                    start = at + c.len_utf8();
                }
                _ => {}
            },
        }
        before = c;
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

fn default_of(text: &str, language: Language) -> Option<String> {
    let mark = profile(language).heads.default_mark;
    if mark == DefaultMark::Backslashes {
        return text.split_once("\\\\").map(|(_, value)| value.trim().to_owned());
    }
    if mark == DefaultMark::EqualsOrColon
        && let Some((name, value)) = text.split_once(':')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    {
        return Some(value.trim().to_owned()).filter(|value| !value.is_empty());
    }
    let assigned = text.match_indices('=').find_map(|(at, sign)| {
        let (before, after) = (text.get(..at)?, text.get(at + sign.len()..)?);
        // `==`, `<=` and `=>` are no default.
        let is_comparison = before.ends_with(['=', '<', '>', '!']) || after.starts_with(['=', '>']);
        (!is_comparison).then_some(after)
    })?;
    Some(assigned.trim().to_owned())
}

#[cfg(test)]
mod tests;

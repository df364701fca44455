//! Separates call signatures on consecutive lines that have no sign between them.
//!
//! `<T>(a: T): A` after another such line is taken for the arguments of its type. A semicolon takes the
//! place of a blank before it.

use std::borrow::Cow;

use crate::languages::hidden::Hidden;

/// The text to parse in place of this one.
pub fn hide(text: &str) -> Cow<'_, [u8]> {
    let mut hidden = Hidden::new(text);
    let mut before = "";
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        // There has to be a blank whose place the semicolon can take.
        if indent > 0 && is_signature(trimmed) && is_whole(before) {
            hidden.replace(start + indent - 1, start + indent, b';');
        }
        let is_comment = ["//", "/*", "*"].iter().any(|mark| trimmed.starts_with(mark));
        if !trimmed.is_empty() && !is_comment {
            before = trimmed;
        }
        start += line.len();
    }
    hidden.finish()
}

/// Whether a line begins with type parameters and a bracket.
fn is_signature(line: &str) -> bool {
    line.strip_prefix('<').is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()))
        && (line.contains(">(") || line.ends_with('<'))
}

/// Whether nothing has to follow a line.
fn is_whole(line: &str) -> bool {
    line.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '>' | ')' | ']' | '}'))
        && !line.ends_with("=>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_separated_and_casts_are_not() {
        let check = |text: &str, expected: &str| {
            assert_eq!(String::from_utf8_lossy(&hide(text)), expected);
        };
        check("  <A>(a: A): B\n  <C>(c: C): D\n", "  <A>(a: A): B\n ;<C>(c: C): D\n");
        check("  f(\n  <A>(x))", "  f(\n  <A>(x))");
    }
}

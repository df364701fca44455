//! Finds C and C++ macros by their lines alone.
//!
//! A `#define` among the members of an enum or of an initialiser is an error to the grammars. Such lines are
//! looked for in the text of a file that has errors.

use std::ops::Range;

use rutter_domain::SymbolKind;

/// A line that defines a macro.
pub struct MacroLine<'t> {
    pub name: &'t str,
    pub kind: SymbolKind,
    /// From the sign to the end of the last line it is carried on to.
    pub bytes: Range<usize>,
    pub first_line: u32,
    pub last_line: u32,
}

/// All macros that are defined in a text, but for those that keep a header from being read twice.
pub fn find(text: &str) -> Vec<MacroLine<'_>> {
    let mut found: Vec<MacroLine<'_>> = Vec::new();
    let mut is_comment = false;
    let mut is_carried = false;
    let mut tested = "";
    let mut start = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let trimmed = line.trim();
        let end = start + line.trim_end().len();
        if is_carried {
            if let Some(last) = found.last_mut().filter(|last| last.last_line + 1 == number) {
                (last.bytes.end, last.last_line) = (end, number);
            }
            is_carried = trimmed.ends_with('\\');
        } else if is_comment {
            is_comment = !trimmed.contains("*/");
        } else if let Some(directive) = trimmed.strip_prefix('#') {
            let directive = directive.trim_start();
            if let Some(defined) = directive.strip_prefix("define") {
                let bytes = start + line.len() - line.trim_start().len()..end;
                found.extend(read(defined, tested, bytes, number));
            }
            // A definition directly behind `#ifndef` of its own name is an include guard.
            tested = directive.strip_prefix("ifndef").map_or("", str::trim);
            is_carried = trimmed.ends_with('\\');
        } else if trimmed.starts_with("/*") {
            is_comment = !trimmed.contains("*/");
        }
        start += line.len();
    }
    found
}

fn read<'t>(
    defined: &'t str,
    tested: &str,
    bytes: Range<usize>,
    line: u32,
) -> Option<MacroLine<'t>> {
    let rest = defined.trim_start();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    let value = &rest[name.len()..];
    if rest.len() == defined.len() || name.is_empty() || name == tested && value.trim().is_empty() {
        return None;
    }
    // A macro with nothing or only a comment behind it has no value.
    let is_bare = value.trim().is_empty() || value.trim_start().starts_with("/*");
    let kind =
        if value.starts_with('(') || is_bare { SymbolKind::Macro } else { SymbolKind::Constant };
    Some(MacroLine { name, kind, bytes, first_line: line, last_line: line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_found_by_their_lines() {
        let text = "#ifndef H_\n#define H_\n/* x\n#define NO 1\n*/\nenum { A,\n#  define B A \\\n  + 1\n#define F(x) x\n};\n#definex\n#define E\n";
        let found: Vec<String> = find(text)
            .iter()
            .map(|it| format!("{}-{} {:?} {}", it.first_line, it.last_line, it.kind, it.name))
            .collect();
        assert_eq!(found.join(", "), "7-8 Constant B, 9-9 Macro F, 12-12 Macro E");
    }
}

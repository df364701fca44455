//! Qualified names as people and languages write them.

/// The parts of a qualified name, whatever separator its language uses.
pub fn name_parts(name: &str) -> Vec<&str> {
    name.trim_end_matches("()")
        .split(|c: char| matches!(c, ':' | '.' | '#' | '/' | '\\' | '>') || c.is_whitespace())
        .map(|part| part.trim_end_matches('-'))
        .filter(|part| !part.is_empty())
        .collect()
}

//! Attributes without which the code does the same.

use super::roles::Roles;

/// Whether each of the attributes in a text such as `#[inline]`, `@Override` or `[[nodiscard, likely]]` is inert.
pub(super) fn is_inert_attribute(roles: &Roles, written: &str) -> bool {
    let opens = |c: char| !c.is_alphanumeric() && c != '_';
    let list = written.trim_start_matches(opens).trim_start_matches("__attribute__");
    let mut depth = 0i32;
    let mut names = list.trim_start_matches(opens).split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth <= 0
    });
    !roles.inert.is_empty() && names.all(|name| roles.inert.contains(&last_of_path(name)))
}

/// `nodiscard` of ` gnu::nodiscard("why")`.
fn last_of_path(attribute: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '\\');
    let attribute = attribute.trim_start();
    let end = attribute.find(|c| !is_part(c)).unwrap_or(attribute.len());
    attribute[..end].rsplit([':', '.', '\\']).next().unwrap_or("")
}

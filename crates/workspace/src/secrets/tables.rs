//! Tables with a column of passwords: Markdown, CSV and the like. Start at [`table_of`].

use super::values::Name;
use super::words::{Word, find_words};

/// A table, of which one column has passwords.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    pub(super) separator: char,
    pub(super) n_cells: usize,
    /// The number of the column, from 0.
    pub(super) column: usize,
}

/// The table whose header a line is, if one of its columns has passwords.
pub(super) fn table_of(line: &str) -> Option<Table> {
    let separator = ['|', ';', '\t', ','].into_iter().find(|c| line.contains(*c))?;
    let cells: Vec<&str> = line.split(separator).collect();
    let is_cell = |cell: &&str| {
        let is_name =
            |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '*' | '#' | '/' | '.');
        cell.trim().chars().all(is_name) && cell.len() <= 40
    };
    // In code a blank comes after a comma.
    let is_row =
        separator == '|' || cells.iter().all(|cell| !cell.is_empty() && !cell.starts_with(' '));
    if cells.len() < 2 || !is_row || !cells.iter().all(is_cell) {
        return None;
    }
    let is_password = |cell: &str| {
        let hits = find_words(&format!(" {} ", cell.trim()));
        cell.split_whitespace().count() <= 3
            && hits
                .iter()
                .any(|hit| matches!(hit.word, Word::Names(Name::Password) | Word::Names(Name::Key)))
            || cell.trim().eq_ignore_ascii_case("pin")
    };
    let column = cells.iter().position(|cell| is_password(cell))?;
    Some(Table { separator, n_cells: cells.len(), column })
}

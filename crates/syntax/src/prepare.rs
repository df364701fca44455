//! Makes a text ready for its grammar: of the same length, without what the grammar cannot know.
//!
//! What [`languages::readable`] hides by words alone is hidden here as well; what takes a look at the
//! syntax is decided here, such as whether a macro call holds items. Start at [`prepare`].

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rutter_domain::{CallForm, Facts, Reference, ReferenceKind};

use crate::languages::{self, rust_macros};
use crate::parse::parse_bytes;
use crate::table::Table;
use crate::work::Work;

/// At most this many times its length is parsed more, to see what the macro calls of a text hold.
const MOST_ROUNDS: usize = 2;

/// Maximum distance of an error from its cause, in rows.
const NEAR_ROWS: usize = 3;
/// Maximum number of symbols around a name to examine.
const MOST_LEVELS: usize = 16;

/// The text to parse in place of this one.
pub(crate) fn prepare<'t>(table: &Table, text: &'t str, stopped: &AtomicBool) -> Cow<'t, [u8]> {
    if table.profile.has_traits() {
        unwrap_macros(table, text, stopped)
    } else {
        languages::readable(table.rules.language, text)
    }
}

/// `cfg_rt! { fn f() {} }` becomes `cfg_rt!{}  fn f() {}  ` where the braces hold items.
fn unwrap_macros<'t>(table: &Table, text: &'t str, stopped: &AtomicBool) -> Cow<'t, [u8]> {
    let mut bytes: Option<Vec<u8>> = None;
    let mut bytes_left = MOST_ROUNDS * text.len();
    for call in rust_macros::find_calls(text) {
        let content = rust_macros::content(text, &call);
        // Calls may hold calls, so the bytes of all of them together are bounded.
        let Some(rest) = bytes_left.checked_sub(content.len()) else { break };
        bytes_left = rest;
        let work = Work::new(content.len(), stopped);
        let Ok(tree) = parse_bytes(table, &content, &work) else { continue };
        if rust_macros::is_items(&tree) {
            let bytes = bytes.get_or_insert_with(|| text.as_bytes().to_vec());
            rust_macros::unwrap(bytes, &call, &content);
        }
    }
    bytes.map_or(Cow::Borrowed(text.as_bytes()), Cow::Owned)
}

/// Whether two texts of the same lines differ near some rows.
pub(crate) fn differs_near(first: &[u8], second: &[u8], rows: &[Range<usize>]) -> bool {
    let is_newline = |byte: &u8| *byte == b'\n';
    let lines = first.split(is_newline).zip(second.split(is_newline));
    let mut rows = rows.iter().peekable();
    for (row, _) in lines.enumerate().filter(|(_, (first, second))| first != second) {
        // Both are in order, so one pass over the lines is enough.
        while rows.next_if(|errors| errors.end + NEAR_ROWS < row).is_some() {}
        if rows.peek().is_some_and(|errors| errors.start <= row + NEAR_ROWS) {
            return true;
        }
    }
    false
}

/// Notes the names that are in a text and not in the one that was parsed in its place: macros, which are
/// used there all the same.
pub(crate) fn add_hidden_uses(text: &str, before: &[u8], parsed: &[u8], facts: &mut Facts) {
    if before == parsed {
        return;
    }
    let mut start = 0;
    for (row, line) in text.split_inclusive('\n').enumerate() {
        let end = start + line.len();
        let defines = line
            .trim_start()
            .strip_prefix('#')
            .is_some_and(|directive| directive.trim_start().starts_with("define"));
        if !defines && before.get(start..end) != parsed.get(start..end) {
            add_hidden_in(line, start, row as u32 + 1, parsed, facts);
        }
        start = end;
    }
}

fn add_hidden_in(line: &str, start: usize, line_number: u32, parsed: &[u8], facts: &mut Facts) {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..].iter().take_while(|byte| is_name(**byte)).count();
        let is_hidden = length > 1
            && parsed
                .get(start + at..start + at + length)
                .is_some_and(|it| it.trim_ascii().is_empty());
        // Only macros are hidden in capitals; what else is blanked is a word of the language.
        if is_hidden && bytes[at].is_ascii_uppercase() {
            let is_call = bytes[at + length..].trim_ascii_start().starts_with(b"(");
            let kind = if is_call { ReferenceKind::Call } else { ReferenceKind::Read };
            let byte = (start + at) as u32;
            facts.references.push(Reference {
                kind,
                name: line[at..at + length].to_string(),
                qualifier: None,
                line: line_number,
                column: at as u32 + 1,
                more: Vec::new(),
                from: innermost(facts, byte),
                form: CallForm::Plain,
            });
        }
        at += length.max(1);
    }
}

/// The innermost symbol that contains a byte.
fn innermost(facts: &Facts, byte: u32) -> Option<u32> {
    let end = facts.symbols.partition_point(|symbol| symbol.span.start_byte <= byte);
    let mut id = end.checked_sub(1)?;
    for _ in 0..MOST_LEVELS {
        let symbol = facts.symbols.get(id)?;
        if symbol.span.end_byte > byte {
            return Some(id as u32);
        }
        id = symbol.parent? as usize;
    }
    None
}

//! The marked block in `AGENTS.md` that says when to ask rutter.
//!
//! The block is appended after a blank line and ends as the text ended before, so [`remove_block`]
//! knows exactly what was added, and restores the text byte for byte.

use std::ops::Range;

use super::Access;

const BEGIN: &str = "<!-- rutter: begin";
const BEGIN_REST: &str = "; `rutter agents remove NAME --instructions` takes this block away -->";
const END: &str = "<!-- rutter: end -->";

const ADVICE: &str = "\
## Finding your way in this code

This repository is indexed by rutter; its tools are offered over MCP.

- To find where something is done, call `search` with a question in words before you read files.
- To understand a symbol, call `symbol`: definition, callers, callees, and what was recorded of it.
- Before you change a symbol, call `references` to see every use of it.";

const RECORDING: &str = "
- When you have understood a symbol that has no entry yet, call `record`. It is checked against the
  code, so read the code first and cite its lines.";

/// Returns the text with our block, at its end or where it was before; `None` if nothing changes.
/// A `text` of `None` is a file that does not exist.
pub fn add_block(text: Option<&str>, access: Access) -> Option<String> {
    let recording = match access {
        Access::Full => RECORDING,
        Access::ReadOnly => "",
    };
    let block = format!("{BEGIN}{BEGIN_REST}\n{ADVICE}{recording}\n{END}");
    let Some(text) = text else { return Some(format!("{block}\n")) };
    let newline = line_end(text);
    let block = block.replace('\n', newline);
    let changed = match find_block(text) {
        Some(range) => format!("{}{block}{}", &text[..range.start], &text[range.end..]),
        None if split_mark(text).1.is_empty() => format!("{text}{block}"),
        None if text.ends_with('\n') => format!("{text}{newline}{block}{newline}"),
        None => format!("{text}{newline}{newline}{block}"),
    };
    Some(changed).filter(|changed| changed != text)
}

/// Returns the text without our block, empty if there is nothing else; `None` if it has no block.
pub fn remove_block(text: &str) -> Option<String> {
    let Range { mut start, mut end } = find_block(text)?;
    if start == 0 && &text[end..] == "\n" {
        return Some(String::new());
    }
    let line = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    if text[end..line].trim().is_empty() {
        end = line;
    }
    // The blank line before the block; and, where the text ended without a line end, that one too.
    let first = split_mark(text).0.len();
    if let Some(before) = without_line_end(&text[first..start])
        && (before.is_empty() || before.ends_with('\n'))
    {
        start = first + before.len();
    }
    if end == text.len() && !text.ends_with('\n') {
        start = without_line_end(&text[first..start]).map_or(start, |before| first + before.len());
    }
    Some(format!("{}{}", &text[..start], &text[end..]))
}

pub fn advice(text: &str) -> Option<&str> {
    find_block(text).map(|range| &text[range])
}

/// Finds the last block. A beginning without an end is not a block.
fn find_block(text: &str) -> Option<Range<usize>> {
    let first = text.find(BEGIN)?;
    let end = first + text[first..].find(END)?;
    let start = text[..end].rfind(BEGIN)?;
    Some(start..end + END.len())
}

/// Splits a text into its byte order mark, possibly empty, and the rest.
fn split_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

/// The line end of the first line; `\n` for a text of one line.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// The text without its last line end; `None` if it does not end with one.
fn without_line_end(text: &str) -> Option<&str> {
    let text = text.strip_suffix('\n')?;
    Some(text.strip_suffix('\r').unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_added_once_and_taken_away() {
        for access in [Access::Full, Access::ReadOnly] {
            for text in [
                "", "\n", "\u{feff}", "# Rules\n\nBe kind.\n", "# Rules\r\n\r\nBe kind.\r\n",
                "# Rules", "# Rules\n\n\n", "# Rules\r\n\r\nBe kind.", "\u{feff}# Rules\n",
            ] {
                let added = add_block(Some(text), access).unwrap();
                assert!(added.contains("`search`"));
                assert_eq!(added.contains("`record`"), access == Access::Full);
                assert!(!text.contains('\r') || !added.replace("\r\n", "").contains('\n'));
                assert_eq!(add_block(Some(&added), access), None);
                assert_eq!(remove_block(&added).as_deref(), Some(text));
            }
            assert_eq!(remove_block(&add_block(None, access).unwrap()).as_deref(), Some(""));
        }
        assert_eq!(remove_block("# Rules\n"), None);
    }

    #[test]
    fn a_torn_block_is_left_alone() {
        let torn = "<!-- rutter: begin -->\nmine\n";
        let added = add_block(Some(torn), Access::Full).unwrap();
        assert_eq!(remove_block(&added).as_deref(), Some(torn));
        assert_eq!(remove_block(torn), None);
    }
}

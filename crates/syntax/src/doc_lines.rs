//! Which lines of a file are documentation of its symbols or of itself.
//!
//! Facts keep what a doc comment says, not where. It is found again by its first line: in the comment above
//! the symbol, or in the string at the start of its body. What is not found is not claimed.

use rutter_domain::{Facts, Family, Language, Symbol};

use crate::annotations::{CommentBlock, comment_blocks};
use crate::languages::profile;

/// A doc comment is at most this many lines above its symbol: attributes may stand between.
const MOST_BETWEEN: usize = 20;

/// Lines that document something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocLines {
    /// The symbol, as an index into the facts; `None` for the file itself.
    pub symbol: Option<u32>,
    /// From 1.
    pub start_line: u32,
    /// Inclusive.
    pub end_line: u32,
}

/// The documentation of a text whose facts are these, in order of the symbols; that of the file first.
pub fn doc_lines(text: &str, facts: &Facts) -> Vec<DocLines> {
    if facts.language.family() != Family::Code {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().collect();
    let blocks = comment_blocks(facts.language, &lines);
    let mut found: Vec<DocLines> = (of_file(facts.language, &lines, &blocks).into_iter())
        .map(|(start, end)| at(None, start, end))
        .collect();
    for (symbol, id) in facts.symbols.iter().zip(0..) {
        if let Some((start, end)) = of_symbol(symbol, &lines, &blocks) {
            found.push(at(Some(id), start, end));
        }
    }
    found
}

fn at(symbol: Option<u32>, start: usize, end: usize) -> DocLines {
    DocLines { symbol, start_line: start as u32 + 1, end_line: end as u32 + 1 }
}

/// The lines of a symbol's documentation, from 0.
fn of_symbol(symbol: &Symbol, lines: &[&str], blocks: &[CommentBlock]) -> Option<(usize, usize)> {
    let doc = symbol.doc.as_deref()?;
    let first = doc.lines().map(str::trim).find(|line| !line.is_empty())?;
    let start = (symbol.span.start_line as usize).checked_sub(1)?;
    let says = |range: std::ops::RangeInclusive<usize>| {
        lines.get(range).is_some_and(|lines| lines.iter().any(|line| line.contains(first)))
    };
    // A comment above is tried first: the first line of a doc may also occur as text inside the
    // body.
    let n_before = blocks.partition_point(|block| block.end < start);
    let above = n_before.checked_sub(1).map(|last| &blocks[last]);
    if let Some(block) = above.filter(|block| block.end + MOST_BETWEEN >= start)
        && says(block.start..=block.end)
    {
        return Some((block.start, block.end));
    }
    let end = (symbol.span.end_line as usize).min(lines.len());
    let from = start.saturating_sub(doc.lines().count() + MOST_BETWEEN);
    // Inside of the symbol first, as a docstring; then upwards, as an attribute such as `@doc`.
    let place = (start..end).chain((from..start).rev()).find(|at| lines[*at].contains(first))?;
    of_string(lines, place)
}

/// The lines of a documentation string that has text in this line.
fn of_string(lines: &[&str], place: usize) -> Option<(usize, usize)> {
    let quote_in = |line: &str| ["\"\"\"", "'''"].into_iter().find(|quote| line.contains(quote));
    // The string opens in this line or in the one before, where it may be the value of an attribute.
    let open = [Some(place), place.checked_sub(1)].into_iter().flatten().find(|at| {
        let line = lines[*at].trim_start();
        let is_string = line.trim_start_matches(['r', 'R', 'u', 'b']).starts_with(['"', '\'']);
        (is_string || line.starts_with('@')) && quote_in(line).is_some()
    });
    let Some(open) = open else {
        // `@doc "Opens it."`
        let line = lines[place].trim_start();
        let is_attribute = line.starts_with("@doc") || line.starts_with("@moduledoc");
        return is_attribute.then_some((place, place));
    };
    let quote = quote_in(lines[open])?;
    if lines[open].matches(quote).count() > 1 {
        return Some((open, open));
    }
    let close = (open + 1..lines.len()).find(|at| lines[*at].contains(quote))?;
    Some((open, close))
}

/// The documentation of the file itself: inner doc comments, or the string at its top.
fn of_file(language: Language, lines: &[&str], blocks: &[CommentBlock]) -> Vec<(usize, usize)> {
    if profile(language).placed.are_inside {
        let first = lines.iter().position(|line| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        });
        return first.and_then(|first| of_string(lines, first)).into_iter().collect();
    }
    let is_inner = |block: &&CommentBlock| {
        lines[block.start..=block.end].iter().all(|line| line.trim_start().starts_with("//!"))
    };
    blocks.iter().filter(is_inner).map(|block| (block.start, block.end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: &str) {
        let facts = crate::read(Language::of_path(path), text);
        let found: Vec<String> = (doc_lines(text, &facts).into_iter())
            .map(|doc| {
                let name = doc.symbol.map_or("file", |id| &facts.symbols[id as usize].name);
                format!("{name} {}-{}", doc.start_line, doc.end_line)
            })
            .collect();
        assert_eq!(found.join(", "), expected, "{text}");
    }

    #[test]
    fn documentation_is_found_where_it_is_written() {
        check(
            "a.rs",
            "//! Top.\n//! More.\n\n/// Keeps it.\n///\n/// Always.\n#[derive(Debug)]\npub struct A;\n// no doc\n\nfn b() {}\n",
            "file 1-2, A 4-6",
        );
        check(
            "a.py",
            "\"\"\"Top.\"\"\"\nclass A:\n    \"\"\"Keeps it.\n\n    Long.\n    \"\"\"\n    def b(self):\n        '''Does it.'''\n        return 1\n",
            "file 1-1, A 3-6, b 8-8",
        );
        check(
            "a.go",
            "package a\n\n// A keeps.\n// Always.\ntype A struct{}\n\nfunc b() {}\n",
            "A 3-4",
        );
        check("A.java", "/**\n * Keeps it.\n */\n@Deprecated\nclass A {}\n", "A 1-3");
        check(
            "a.ex",
            "defmodule A do\n  @moduledoc \"\"\"\n  Keeps it.\n  \"\"\"\n\n  @doc \"Does it.\"\n  def b(x), do: x\nend\n",
            "A 2-4, b 6-6",
        );
    }
}

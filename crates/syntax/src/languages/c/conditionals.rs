//! Hides lines of the preprocessor that split a declaration or a statement.
//!
//! `#if` between the lines of a parameter list, or around one of two heads with one body, is no syntax to
//! a grammar. Of such a block the first branch is kept, the others and the directives are blanked. The same
//! in C#, where attributes and the bodies of methods are made conditional as well.

use std::ops::Range;

use memchr::memmem;

use crate::languages::hidden::fill;

/// Deeper blocks are left as they are.
const MOST_DEPTH: usize = 64;

/// Ends of lines that finish something, so that something else may begin.
const C_ENDS: &[u8] = b";{}:,)/\\>\"";
const CSHARP_ENDS: &[u8] = b";{}:,/\"";

/// Blanks such lines in C or C++; returns whether there were any.
pub fn hide(text: &mut [u8]) -> bool {
    hide_splitting(text, C_ENDS, HalfBranch::Kept)
}

/// As [`hide`], for C#.
pub fn hide_csharp(text: &mut [u8]) -> bool {
    hide_splitting(text, CSHARP_ENDS, HalfBranch::Joined)
}

/// Treatment of a condition whose first branch ends in the middle of something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HalfBranch {
    Kept,
    /// It is joined to what follows the block.
    Joined,
}

fn hide_splitting(text: &mut [u8], ends: &[u8], half: HalfBranch) -> bool {
    let mut blocks: Vec<Block> = Vec::new();
    let mut hidden: Vec<Range<usize>> = Vec::new();
    let mut is_unfinished = false;
    let mut is_listing = false;
    let mut is_comment = false;
    let mut start = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let range = start..start + line.len();
        start = range.end;
        let trimmed = line.trim_ascii();
        let was_comment = is_comment;
        is_comment =
            (is_comment || trimmed.starts_with(b"/*")) && memmem::find(trimmed, b"*/").is_none();
        if was_comment || is_comment {
            continue;
        }
        match directive(trimmed) {
            Some(b"if" | b"ifdef" | b"ifndef") if blocks.len() < MOST_DEPTH => {
                blocks.push(Block::new(range, is_unfinished));
            }
            Some(b"else" | b"elif" | b"elifdef") => {
                if let Some(block) = blocks.last_mut() {
                    block.is_half |= block.others.is_none() && block.n_lines > 0 && is_unfinished;
                    block.directives.push(range.clone());
                    // All further branches are hidden as one.
                    block.others.get_or_insert(range.end..range.end);
                }
            }
            Some(b"endif") => {
                if let Some(mut block) = blocks.pop() {
                    block.is_half |= block.others.is_none() && block.n_lines > 0 && is_unfinished;
                    block.directives.push(range.clone());
                    if let Some(others) = &mut block.others {
                        others.end = range.start;
                    }
                    if block.splits() || block.is_half && half == HalfBranch::Joined {
                        hidden.append(&mut block.directives);
                        hidden.extend(block.others);
                    }
                }
            }
            // A macro between the members of an enum is found by its line alone.
            Some(b"define" | b"undef") if is_listing && !trimmed.ends_with(b"\\") => {
                hidden.push(range);
            }
            Some(_) => {}
            None if trimmed.is_empty()
                || trimmed.starts_with(b"//")
                || trimmed.starts_with(b"*") => {}
            None => {
                if let Some(block) = blocks.last_mut().filter(|block| block.others.is_none()) {
                    // Of a whole declaration all brackets are closed in the branch itself.
                    block.n_open += n_open(trimmed);
                    block.n_lines += 1;
                }
                // After a comma the grammar expects another item, and no directive.
                is_listing = trimmed.ends_with(b",");
                is_unfinished = !trimmed.last().is_some_and(|last| ends.contains(last));
            }
        }
    }
    for range in &hidden {
        fill(&mut text[range.clone()], b' ');
    }
    !hidden.is_empty()
}

/// The lines from `#if` to `#endif`.
struct Block {
    directives: Vec<Range<usize>>,
    /// All branches but the first.
    others: Option<Range<usize>>,
    /// Opening minus closing brackets in the first branch.
    n_open: i64,
    /// Lines of code in the first branch.
    n_lines: usize,
    /// The first branch ends in the middle of something.
    is_half: bool,
    /// The line before it ends in the middle of something.
    is_inside: bool,
}

impl Block {
    fn new(directive: Range<usize>, is_inside: bool) -> Block {
        Block {
            directives: vec![directive],
            others: None,
            n_open: 0,
            n_lines: 0,
            is_half: false,
            is_inside,
        }
    }

    fn splits(&self) -> bool {
        self.n_open != 0 && self.others.is_some() || self.is_inside
    }
}

/// The word of a line of the preprocessor.
fn directive(line: &[u8]) -> Option<&[u8]> {
    let word = line.strip_prefix(b"#")?.trim_ascii_start();
    let end = word.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(word.len());
    Some(&word[..end])
}

fn n_open(line: &[u8]) -> i64 {
    line.iter().fold(0, |count, byte| match byte {
        b'{' | b'(' => count + 1,
        b'}' | b')' => count - 1,
        _ => count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that are left.
    fn left(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        hide(&mut bytes);
        let text = String::from_utf8(bytes).unwrap();
        text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn of_two_heads_the_first_is_kept() {
        let text = "#if A\nint f(int a,\n#else\nint f(long a,\n#endif\n  int b)\n{\n}\n";
        assert_eq!(left(text), "int f(int a,\n  int b)\n{\n}");
    }

    #[test]
    fn a_condition_in_the_middle_of_a_statement_is_blanked() {
        assert_eq!(
            left("static\n#ifdef X\ninline\n#endif\nint f();\n"),
            "static\ninline\nint f();"
        );
    }

    #[test]
    fn conditional_attributes_and_bodies_of_csharp_are_joined() {
        let text =
            "#if A\n[Old]\n#endif\nint F(int a)\n#if A\n=> a\n#endif\n;\n#if B\nint g;\n#endif\n";
        let mut bytes = text.as_bytes().to_vec();
        assert!(hide_csharp(&mut bytes));
        let left = String::from_utf8(bytes).unwrap();
        let left: Vec<&str> = left.lines().filter(|line| !line.trim().is_empty()).collect();
        assert_eq!(left, ["[Old]", "int F(int a)", "=> a", ";", "#if B", "int g;", "#endif"]);
    }

    #[test]
    fn whole_declarations_are_left_alone() {
        let text = "#if A\nint f(void) {\n}\n#else\nint g(void);\n#endif\nextern \"C\" {";
        assert_eq!(left(text), text);
        let text =
            "/* A license\n   of some words.\n*/\n#if A\n# define F 1\n#else\n# define F 2\n#endif";
        assert_eq!(left(text), text);
        let guard = "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f();";
        assert_eq!(left(guard), guard);
    }
}

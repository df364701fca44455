//! The comments of a text on lines of their own.

use rutter_domain::Language;

use crate::languages::profile;

/// Comment lines that follow one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentBlock {
    /// First line, from 0.
    pub start: usize,
    /// Last line, inclusive.
    pub end: usize,
    /// Without the marks of comments, in lower case.
    pub words: String,
    /// Whether a documentation tool reads it: `/** … */`, `///`.
    pub is_for_tools: bool,
}

impl CommentBlock {
    pub fn n_words(&self) -> usize {
        n_words(&self.words)
    }

    /// Whether it is about the rights to the file.
    pub fn is_licence(&self) -> bool {
        let words = ["copyright", "license", "licence", "spdx", "all rights reserved"];
        words.iter().any(|word| self.words.contains(word))
    }
}

/// How many words with a letter a text has.
pub fn n_words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count()
}

/// The comments of a text, in order.
pub fn comment_blocks(language: Language, lines: &[&str]) -> Vec<CommentBlock> {
    let mut blocks: Vec<CommentBlock> = Vec::new();
    let comments = &profile(language).comments;
    let has_blocks = comments.block.contains(&("/*", "*/"));
    // Of several marks the first is the usual one; PHP has `//` and `#`.
    let mark = comments.line.first().copied().unwrap_or("//");
    let mut is_inside = false;
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        let opens = has_blocks && !is_inside && line.starts_with("/*");
        let is_comment = is_inside || opens || line.starts_with(mark);
        if is_inside || opens {
            let rest = if opens { &line[2..] } else { line };
            match rest.split_once("*/") {
                // Code behind the end makes it a remark inside the code.
                Some((_, code)) if opens && !code.trim().is_empty() => continue,
                Some(_) => is_inside = false,
                None => is_inside = true,
            }
        }
        if !is_comment {
            continue;
        }
        let words = line.trim_matches(|c: char| "/*#-!<= ".contains(c)).to_lowercase();
        let is_for_tools = line.starts_with("/**") || line.starts_with("///");
        match blocks.last_mut() {
            // A block that opens is a comment of its own, even directly below another one.
            Some(last) if last.end + 1 == at && !opens => {
                last.end = at;
                last.words.push('\n');
                last.words.push_str(&words);
            }
            _ => blocks.push(CommentBlock { start: at, end: at, words, is_for_tools }),
        }
    }
    blocks
}

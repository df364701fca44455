//! The description at the head of a file: a header comment or a docstring.

use rutter_domain::Language;
use rutter_domain::text::truncate;

use crate::languages::profile;
use crate::profile::Body;

/// How far from the top a header may begin, in lines.
const MOST_LINES: usize = 300;
const LONGEST_HEADER_BYTES: usize = 1000;
/// Fewer words than this describe nothing.
const FEWEST_WORDS: usize = 2;

/// Words of licences and notices, in lower case; a paragraph with one is not a description.
const LICENCE_WORDS: [&str; 20] = [
    "copyright", "(c) ", "license", "licence", "spdx", "all rights reserved",
    "permission is hereby", "redistribut", "warrant", "you may not use", "express or implied",
    "merchantability", "without limitation", "in no event", "@author", "created by",
    "file is part of", "shall be included", "apache software foundation",
    "free software foundation",
];

/// Beginnings of lines that talk to a tool, in lower case.
const DIRECTIVES: [&str; 30] = [
    "-*-", "coding:", "vim:", "vi:", "eslint", "prettier", "tslint", "jshint", "jslint", "global ",
    "flow", "@flow", "@ts-", "@format", "@jsx", "istanbul", "go:", "+build", "frozen_string",
    "encoding:", "rubocop", "typed:", "pylint", "flake8", "mypy", "type: ignore", "noqa",
    "shellcheck", "clang-format", "rutter:",
];

pub fn find(language: Language, text: &str) -> Option<String> {
    let comments = &profile(language).comments;
    let mut head = Head::default();
    let mut lines = text.trim_start_matches('\u{feff}').lines().take(MOST_LINES).peekable();
    let mut next_code = None;
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            head.end_block(Attached::No);
            continue;
        }
        // A header may follow what has to come first: a shebang, an include guard, an opening tag.
        if is_skipped(language, trimmed) {
            continue;
        }
        if let Some(quote) = docstring_quote(language, trimmed) {
            head.end_block(Attached::No);
            head.read_docstring(trimmed, quote, &mut lines);
            break;
        }
        if let Some((open, close)) =
            comments.block.iter().find(|(open, _)| trimmed.starts_with(open))
        {
            head.read_block(trimmed, open, close, &mut lines);
            continue;
        }
        match comments.line.iter().find(|mark| trimmed.starts_with(**mark)) {
            Some(mark) => head.push(trimmed[mark.len()..].trim_start_matches(['/', '!', '-', '#'])),
            None => {
                next_code = Some(trimmed);
                break;
            }
        }
    }
    // A comment directly above a definition describes that definition.
    let is_attached = next_code.is_some_and(|code| !opens_file(language, code));
    head.end_block(if is_attached { Attached::Yes } else { Attached::No });
    // Doxygen reads `@file` wherever it is, so a header may also follow the includes.
    head.header().or_else(|| file_comment(language, text))
}

/// The words of a comment anywhere in the file that says to be about the file, as Doxygen's `@file`.
fn file_comment(language: Language, text: &str) -> Option<String> {
    let mut marks = profile(language).comments.block.iter();
    let (open, close) = marks.find(|(open, _)| *open == "/*")?;
    let at = ["@file", "\\file"].iter().find_map(|tag| text.find(tag))?;
    let start = text[..at].rfind(open)?;
    if text[start..at].contains(close) {
        return None;
    }
    let mut head = Head::default();
    let mut lines = text[start..].lines();
    head.read_block(lines.next()?, open, close, &mut lines);
    for line in &mut head.block {
        for tag in ["@file", "\\file"] {
            if let Some(rest) = line.strip_prefix(tag) {
                // The first word is the name of the file.
                *line = rest.trim().split_once(' ').map_or("", |(_, rest)| rest).to_owned();
            }
        }
        for tag in ["@brief", "\\brief"] {
            if let Some(rest) = line.strip_prefix(tag) {
                *line = rest.trim().to_owned();
            }
        }
    }
    head.end_block(Attached::No);
    head.header()
}

#[derive(Clone, Copy, PartialEq)]
enum Attached {
    Yes,
    No,
}

/// The paragraphs read so far.
#[derive(Default)]
struct Head {
    paragraphs: Vec<String>,
    block: Vec<String>,
}

impl Head {
    fn push(&mut self, line: &str) {
        self.block.push(line.trim().to_owned());
    }

    fn end_block(&mut self, attached: Attached) {
        let block = std::mem::take(&mut self.block);
        if attached == Attached::No {
            let paragraphs = block.split(|line| line.is_empty()).map(|lines| lines.join("\n"));
            self.paragraphs.extend(paragraphs);
        }
    }

    fn read_block<'t>(
        &mut self,
        first: &str,
        open: &str,
        close: &str,
        lines: &mut impl Iterator<Item = &'t str>,
    ) {
        let mut line = first[open.len()..].trim_start_matches(['*', '!']);
        loop {
            let end = line.find(close);
            let words = &line[..end.unwrap_or(line.len())];
            self.push(words.trim().trim_start_matches('*').trim_end_matches('*'));
            let next = if end.is_none() { lines.next() } else { None };
            match next {
                Some(next) => line = next,
                None => return,
            }
        }
    }

    fn read_docstring<'t>(
        &mut self,
        first: &str,
        quote: &str,
        lines: &mut impl Iterator<Item = &'t str>,
    ) {
        let at = first.find(quote).map_or(0, |at| at + quote.len());
        let mut line = &first[at..];
        loop {
            let end = line.find(quote);
            self.push(&line[..end.unwrap_or(line.len())]);
            let next = if end.is_none() && quote.len() > 1 { lines.next() } else { None };
            match next {
                Some(next) => line = next,
                None => break,
            }
        }
        self.end_block(Attached::No);
    }

    fn header(self) -> Option<String> {
        // A licence, a description and an editor's mode line may be paragraphs of one comment, so
        // each paragraph is judged by itself.
        let is_description = |paragraph: &String| {
            let lower = paragraph.to_lowercase();
            let words = lower.split_whitespace();
            let n_words = words.filter(|word| word.chars().any(char::is_alphabetic)).count();
            n_words >= FEWEST_WORDS
                && !LICENCE_WORDS.iter().any(|word| lower.contains(word))
                && !DIRECTIVES.iter().any(|word| lower.starts_with(word))
        };
        let kept: Vec<String> = self.paragraphs.into_iter().filter(is_description).collect();
        let header = kept.join("\n\n");
        (!header.is_empty()).then(|| truncate(&header, LONGEST_HEADER_BYTES).to_owned())
    }
}

fn is_skipped(language: Language, line: &str) -> bool {
    line.starts_with("#!")
        || line.starts_with("<?php")
        || line.starts_with("{-#")
        || matches!(line, "\"use strict\"" | "'use strict'" | "\"use strict\";" | "'use strict';")
        || profile(language).is_like_c()
            && ["#pragma once", "#ifndef", "#define"].iter().any(|word| line.starts_with(word))
        // `declare(strict_types=1)` comes before the header in PHP.
        || line.starts_with("declare(")
}

fn docstring_quote(language: Language, line: &str) -> Option<&'static str> {
    if profile(language).body != Body::Indented {
        return None;
    }
    // `r"""` and `u"""` are docstrings too.
    let line = line.trim_start_matches(['r', 'R', 'u', 'U', 'b']);
    ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| line.starts_with(quote))
}

/// Whether a line of code belongs to the file and not to one definition: a package or an import.
fn opens_file(language: Language, line: &str) -> bool {
    const WORDS: [&str; 17] = [
        "package", "import", "use ", "#include", "require", "from ", "module", "namespace",
        "using", "#![", "local ", "set -", "source ", "'use", "\"use", "extern crate", "#if",
    ];
    if profile(language).has_crates() {
        // Rust comments other than `//!` belong to an item.
        return line.starts_with("#![") || line.starts_with("use ") || line.starts_with("mod ");
    }
    WORDS.iter().any(|word| line.starts_with(word)) || line.contains("require(")
}

//! The lines of a subject without comments and strings' marks, each with its words.

use std::collections::HashSet;

use rutter_domain::Language;
use rutter_search::tokenize;

use crate::checks::context::SubjectContext;

/// A line of the subject's code.
#[derive(Debug)]
pub(crate) struct CodeLine {
    /// Its number in the file, from 1.
    pub(crate) line: u32,
    /// Where its first character that is not blank stands in the file.
    pub(crate) start_byte: usize,
    pub(crate) text: String,
    /// The stems of its words.
    pub(crate) stems: HashSet<String>,
}

/// The lines of the subject's body, without its signature, comments and blank lines.
pub(crate) fn body_lines(context: &SubjectContext<'_>) -> Vec<CodeLine> {
    let span = context.symbol().span;
    let text = span.slice(&context.subject.parsed.text);
    let n_head = head_lines(text);
    let mut found = Vec::new();
    let mut start = span.start_byte as usize;
    let mut state = Comment::No;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let start_byte = start + line.len() - line.trim_start().len();
        start += line.len();
        let code = strip_comment(line, context.language(), &mut state);
        if (at < n_head && text.lines().count() > 1) || code.trim().is_empty() {
            continue;
        }
        let line = span.start_line + u32::try_from(at).unwrap_or(0);
        let stems = tokenize(code).into_iter().collect();
        found.push(CodeLine { line, start_byte, text: code.to_owned(), stems });
    }
    found
}

/// How many lines the signature takes: up to the first that opens the body.
fn head_lines(text: &str) -> usize {
    let mut depth = 0_i32;
    for (at, line) in text.lines().enumerate().take(12) {
        depth += line
            .chars()
            .map(|c| match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            })
            .sum::<i32>();
        if depth <= 0 {
            return at + 1;
        }
    }
    1
}

enum Comment {
    No,
    /// Until this mark.
    Until(&'static str),
}

fn strip_comment<'t>(line: &'t str, language: Language, state: &mut Comment) -> &'t str {
    if let Comment::Until(mark) = state {
        let mark = *mark;
        if line.contains(mark) {
            *state = Comment::No;
        }
        return "";
    }
    let trimmed = line.trim_start();
    let is_hash = matches!(
        language,
        Language::Python | Language::Ruby | Language::Elixir | Language::Bash | Language::Php
    );
    let is_dash = matches!(language, Language::Haskell | Language::Lua);
    for mark in ["\"\"\"", "'''"] {
        if is_hash
            && (trimmed.starts_with(mark) || trimmed.starts_with("@doc"))
            && trimmed.contains(mark)
        {
            if trimmed.matches(mark).count() == 1 {
                *state = Comment::Until(mark);
            }
            return "";
        }
    }
    if trimmed.starts_with("/*") {
        if !trimmed.contains("*/") {
            *state = Comment::Until("*/");
        }
        return "";
    }
    let mark = if is_dash {
        "--"
    } else if is_hash {
        "#"
    } else {
        "//"
    };
    match line.find(mark) {
        Some(at) if line[..at].trim().is_empty() => "",
        Some(at) if line[..at].ends_with(' ') && line[at + mark.len()..].starts_with(' ') => {
            &line[..at]
        }
        Some(_) | None => line,
    }
}

//! Pairs of text within files and the code beside it: comments, headers, paths, Markdown.

use rutter_domain::{Language, SymbolKind};

use crate::file::File;
use crate::pair::{Kind, Pair};
use crate::symbols::push;
use crate::{hash, query};

/// Bounds of the lines after a comment that belong to it.
const MOST_BLOCK_LINES: usize = 15;
const LEAST_BLOCK_LINES: usize = 3;

/// Comments between statements, each with the lines after it.
pub fn of_comments(file: &File, pairs: &mut Vec<Pair>) {
    let lines: Vec<&str> = file.text.lines().collect();
    let mark = comment_mark(file.facts.language);
    let mut at = 0;
    while at < lines.len() {
        let start = at;
        let mut comment = String::new();
        while let Some(words) = lines.get(at).and_then(|line| comment_of(line, mark)) {
            comment.push_str(words);
            comment.push('\n');
            at += 1;
        }
        if at == start {
            at += 1;
            continue;
        }
        let is_doc = file.facts.symbols.iter().any(|symbol| {
            symbol.doc.is_some() && symbol.span.start_line.abs_diff(at as u32 + 1) <= 1
        });
        // Comments outside of every definition are headings, licences and code that was commented out.
        if at - start > 5 || is_doc || indent(lines[start]) == 0 || looks_like_code(&comment) {
            continue;
        }
        let block = block_after(&lines, at, indent(lines[start]));
        let n_lines = block.lines().filter(|line| !line.trim().is_empty()).count();
        if n_lines >= LEAST_BLOCK_LINES
            && let Some(asked) = query::of_prose(&comment, 3)
        {
            push(pairs, file, Kind::Comment, asked, &block);
        }
    }
}

/// The header and the path of a file, with its signatures and chunks.
pub fn of_file(file: &File, pairs: &mut Vec<Pair>) {
    let header = header_of(file).and_then(|header| query::of_prose(&header, 4));
    let signatures = signatures_of(file);
    let n_signatures = signatures.lines().count();
    if n_signatures >= 3 {
        let n_parts = 1 + (hash::of_text(&file.path) % 3) as usize;
        let path = query::words_of_path(&file.path, n_parts);
        if path.len() >= 4 && path.is_ascii() {
            push(pairs, file, Kind::Path, path, &signatures);
        }
    }
    if n_signatures >= 2
        && let Some(header) = &header
    {
        push(pairs, file, Kind::Header, header.clone(), &signatures);
    }
    of_chunks(file, header.as_deref(), pairs);
}

/// Paragraphs of Markdown, each with the block of code right after it.
pub fn of_markdown(file: &File, pairs: &mut Vec<Pair>) {
    let (mut paragraph, mut block) = (String::new(), String::new());
    let mut fence: Option<&str> = None;
    for line in file.text.lines() {
        let bare = line.trim();
        let is_fence = bare.starts_with("```") || bare.starts_with("~~~");
        match fence {
            Some(language) if is_fence => {
                let prose = query::of_prose(&paragraph, 4);
                if let Some(asked) = prose.filter(|_| block.lines().count() >= 2) {
                    push(pairs, file, Kind::Markdown, asked, &block);
                    let language = language.split([' ', ',', '{']).next().and_then(Language::parse);
                    if let (Some(pair), Some(language)) = (pairs.last_mut(), language) {
                        pair.language = language;
                    }
                }
                (fence, paragraph, block) = (None, String::new(), String::new());
            }
            Some(_) => {
                block.push_str(line);
                block.push('\n');
            }
            None if is_fence => fence = Some(bare.trim_matches(['`', '~'])),
            None if bare.is_empty() => {
                if !paragraph.is_empty() && !paragraph.ends_with("\n\n") {
                    paragraph.push_str("\n\n");
                }
            }
            None => {
                if paragraph.ends_with("\n\n") || bare.starts_with('#') {
                    paragraph.clear();
                }
                paragraph.push_str(bare.trim_start_matches(['#', ' ', '-', '>']));
                paragraph.push('\n');
            }
        }
    }
}

/// Two chunks of a file at most, with what its header, an enclosing type's doc and its path say.
fn of_chunks(file: &File, header: Option<&str>, pairs: &mut Vec<Pair>) {
    let symbols = &file.facts.symbols;
    let mut chunks: Vec<_> = file.facts.chunks.iter().collect();
    chunks.sort_by_key(|chunk| hash::of_text(chunk.span.slice(&file.text)));
    for chunk in chunks.into_iter().filter(|chunk| chunk.span.n_lines() >= 5).take(2) {
        let text = chunk.span.slice(&file.text);
        let outer = chunk.symbol.and_then(|at| symbols.get(at as usize));
        let parent = outer.and_then(|symbol| symbols.get(symbol.parent? as usize));
        let prose = parent.and_then(|parent| query::of_prose(parent.doc.as_deref()?, 4));
        let draw = hash::mix(hash::of_text(text)) % 100;
        let path = query::words_of_path(&file.path, 1 + (draw % 3) as usize);
        let about = prose.as_deref().or(header).filter(|about| draw < 70 && !text.contains(about));
        let sentence: Vec<&str> = about.unwrap_or("").split_whitespace().take(25).collect();
        let asked = format!("{} {path}", sentence.join(" "));
        if asked.is_ascii() && asked.trim().len() >= 5 {
            push(pairs, file, Kind::Chunk, asked.trim().to_owned(), text);
        }
    }
}

/// The words of a file's first comment, if it is about the file and not about its licence.
fn header_of(file: &File) -> Option<String> {
    let mut paragraphs: Vec<String> = vec![String::new()];
    let mut is_string = false;
    for line in file.text.lines().take(80) {
        let bare = line.trim();
        let quotes = bare.matches("\"\"\"").count();
        let is_comment = is_string
            || quotes > 0
            || bare.is_empty()
            || ["//", "/*", "*", "#", "--", "{-", "<?php"]
                .iter()
                .any(|mark| bare.starts_with(mark));
        let is_directive = ["#include", "#if", "#define", "#pragma", "#[", "#!", "{-#", "#import"]
            .iter()
            .any(|mark| bare.starts_with(mark));
        if !is_comment || is_directive && paragraphs.len() > 1 {
            break;
        }
        is_string ^= quotes % 2 == 1;
        let words = bare.trim_matches(|c: char| "/*#-!\"{}|<?; ".contains(c));
        if is_directive || words == "php" {
            continue;
        }
        if words.is_empty() {
            paragraphs.push(String::new());
        } else if let Some(last) = paragraphs.last_mut() {
            last.push_str(words);
            last.push('\n');
        }
        if bare.ends_with("*/") || bare.ends_with("-}") {
            paragraphs.push(String::new());
        }
    }
    paragraphs.into_iter().find(|paragraph| query::of_prose(paragraph, 4).is_some())
}

fn signatures_of(file: &File) -> String {
    let mut signatures = String::new();
    for symbol in &file.facts.symbols {
        let is_small = matches!(symbol.kind, SymbolKind::Variable | SymbolKind::EnumMember);
        if !is_small && !symbol.signature.is_empty() && signatures.len() < 2500 {
            signatures.push_str(&symbol.signature);
            signatures.push('\n');
        }
    }
    signatures
}

/// The mark before a comment to the end of the line.
fn comment_mark(language: Language) -> &'static str {
    match language {
        Language::Python | Language::Ruby | Language::Elixir | Language::Bash => "#",
        Language::Haskell | Language::Lua => "--",
        _ => "//",
    }
}

fn comment_of<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    let line = line.trim();
    let inner = line.strip_prefix("/*").and_then(|line| line.strip_suffix("*/"));
    let words = match inner {
        Some(inner) if mark == "//" => inner,
        Some(_) | None => line.strip_prefix(mark)?,
    };
    Some(words.trim_matches(|c: char| "/*#-! ".contains(c)))
}

/// Returns whether a comment is code that was commented out.
fn looks_like_code(comment: &str) -> bool {
    comment.lines().any(|line| {
        line.ends_with([';', '{', '}', '(', ',']) && line.contains(['(', '=', '{', '}', ';'])
            || line.contains(" = ") && line.contains('(')
    })
}

/// The lines after a comment, up to where a new block begins or the one around it ends.
fn block_after(lines: &[&str], start: usize, indent_of_comment: usize) -> String {
    let mut block = String::new();
    for (n_lines, line) in lines.iter().skip(start).take(MOST_BLOCK_LINES).enumerate() {
        let is_blank = line.trim().is_empty();
        if is_blank && n_lines >= 4 || !is_blank && indent(line) < indent_of_comment {
            break;
        }
        block.push_str(line);
        block.push('\n');
    }
    block
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

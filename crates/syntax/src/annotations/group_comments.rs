//! Comments above a group of symbols, or above one that they do not touch.
//!
//! A comment over a run of declarations describes all of them. One that says to be about several does so across
//! empty lines, up to the next comment.

use std::collections::HashMap;

use rutter_domain::{Facts, Language, Symbol, SymbolKind};

use super::comment_blocks::{CommentBlock, comment_blocks};
use crate::distant_docs::directive;
use crate::languages::profile;
use crate::profile::Groups;

/// A comment with fewer words is the title of a section.
const FEWEST_WORDS: usize = 4;
/// Minimum words of a comment above a Ruby module that it does not touch; directives are shorter.
const FEWEST_WRAPPER_WORDS: usize = 8;
/// How many symbols one comment describes at most.
const MOST_IN_GROUP: usize = 24;
/// How many lines above a symbol are searched for its comment.
const MOST_LINES_BETWEEN: usize = 6;

/// For each symbol, whether a comment over it or over its group describes it.
pub fn grouped(facts: &Facts, lines: &[&str]) -> Vec<bool> {
    let mut found = vec![false; facts.symbols.len()];
    let language = facts.language;
    // A Python comment describes nothing, and a Rust comment touches what it describes.
    if profile(language).placed.groups == Groups::Never {
        return found;
    }
    let blocks = &comment_blocks(language, lines);
    // For each parent, the symbol before and what describes it.
    let mut before: HashMap<Option<u32>, (usize, Option<Lead>)> = HashMap::new();
    for (at, symbol) in facts.symbols.iter().enumerate() {
        let previous = before.remove(&symbol.parent);
        let own = own_lead(language, symbol, lines, blocks);
        let lead = match own {
            Some(own) => {
                found[at] = own.is_enough;
                Some(own)
            }
            None => previous.and_then(|(previous, lead)| {
                let lead = lead?;
                let last = &facts.symbols[previous];
                let is_run = lead.is_loose && is_contiguous(language, last, symbol, lines);
                let is_group = lead.is_plural && lead.n_symbols < MOST_IN_GROUP;
                // The type of a callback may be between the comment and the function that takes it.
                let is_callback = is_run && last.kind == SymbolKind::TypeAlias;
                let is_alike = is_same_form(last.kind, symbol.kind) || is_callback;
                let continues = is_alike && (is_run || is_group);
                found[at] = continues;
                continues.then(|| Lead { n_symbols: lead.n_symbols + 1, ..lead })
            }),
        };
        before.insert(symbol.parent, (at, lead));
    }
    found
}

/// The comment that a group of symbols follows.
#[derive(Clone, Copy)]
struct Lead {
    /// Whether it describes the symbol below it.
    is_enough: bool,
    /// Whether it is about several symbols.
    is_plural: bool,
    /// Whether it may be about all that touch.
    is_loose: bool,
    n_symbols: usize,
}

fn own_lead(
    language: Language,
    symbol: &Symbol,
    lines: &[&str],
    blocks: &[CommentBlock],
) -> Option<Lead> {
    let line = (symbol.span.start_line as usize).saturating_sub(1);
    let near = block_above(language, line, lines, blocks);
    let lead_of = |words: &str, is_enough: bool, is_for_tools: bool| {
        let is_plural = is_plural(words);
        // Tags are about one function: its parameters, its result.
        let has_tags = ["@param", "\\param", "@return", "\\return", "@brief", "\\brief"]
            .iter()
            .any(|tag| words.contains(tag));
        let is_loose = has_groups(language) && !has_tags && (!is_for_tools || is_plural);
        Lead { is_enough, is_plural, is_loose, n_symbols: 1 }
    };
    match (&symbol.doc, near) {
        (Some(doc), near) => {
            let is_for_tools = near.is_some_and(|near| near.block.is_for_tools);
            Some(lead_of(&doc.to_lowercase(), true, is_for_tools))
        }
        (None, Some(near)) => {
            // It does not touch the symbol, or the walk would have taken it for its doc. So its
            // words have to say that it is meant for what follows.
            let is_plural = is_plural(&near.block.words);
            let n_words = near.block.n_words();
            let is_of_c = profile(language).is_like_c();
            // Ruby modules are wrapped around what the comment above them is about.
            let is_wrapper = profile(language).placed.groups == Groups::ByModule
                && matches!(symbol.kind, SymbolKind::Module | SymbolKind::Class)
                && n_words >= FEWEST_WRAPPER_WORDS;
            let is_enough = is_plural
                || is_wrapper
                || is_of_c && (n_words >= FEWEST_WORDS || near.n_blank == 0);
            // The licence above the first declaration is about the file.
            let is_for_one = !near.block.is_licence() && is_enough;
            is_for_one.then(|| lead_of(&near.block.words, true, near.block.is_for_tools))
        }
        (None, None) => None,
    }
}

struct Near<'b> {
    block: &'b CommentBlock,
    n_blank: usize,
}

/// The comment above a line, with at most an empty line or two and prefixes of the declaration between.
fn block_above<'b>(
    language: Language,
    line: usize,
    lines: &[&str],
    blocks: &'b [CommentBlock],
) -> Option<Near<'b>> {
    let mut n_blank = 0;
    let mut at = line;
    for _ in 0..MOST_LINES_BETWEEN {
        at = at.checked_sub(1)?;
        let found = blocks.partition_point(|block| block.end < at);
        if let Some(block) = blocks.get(found).filter(|block| block.start <= at) {
            // The comment at the top is about the file.
            let is_top = lines[..block.start].iter().all(|line| !is_code(line));
            return (n_blank == 0 || !is_top).then_some(Near { block, n_blank });
        }
        let text = lines.get(at)?.trim();
        if text.is_empty() {
            n_blank += 1;
        } else if !is_prefix(language, text) {
            return None;
        }
        // A gap of that size parts what follows from what came before.
        if n_blank > 2 {
            return None;
        }
    }
    None
}

fn is_code(line: &&str) -> bool {
    let line = line.trim();
    !line.is_empty() && directive(line).is_none() && !line.starts_with("<?php")
}

/// Whether a line belongs to the declaration that follows it.
fn is_prefix(language: Language, line: &str) -> bool {
    if !profile(language).is_like_c() {
        return line.starts_with('@') || line.starts_with("#[") || line.starts_with('[');
    }
    let is_macro = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    // `API(int)` on a line of its own is a macro with arguments.
    let name = line.split('(').next().unwrap_or(line).trim_end();
    let is_macro_line = name.len() > 3
        && name.chars().all(is_macro)
        && (!line.contains('(') || line.ends_with(')'))
        && !line.ends_with(';');
    is_macro_line
        || line.starts_with("template")
        || line.starts_with("extern \"C\"")
        || line.starts_with("[[")
        || line.starts_with("__attribute__")
        || directive(line).is_some_and(|word| word.starts_with("if"))
        || ["public:", "protected:", "extern", "static", "inline", "typedef"].contains(&line)
}

/// Whether a comment says that it is about several symbols.
fn is_plural(words: &str) -> bool {
    const NOUNS: [&str; 16] = [
        "functions", "methods", "macros", "calls", "utilities", "routines", "helpers", "accessors",
        "wrappers", "getters", "setters", "operations", "overloads", "classes", "structs", "types",
    ];
    const ABOUT: [&str; 12] = [
        "these", "following", "helper", "for", "to", "that", "which", "convenience", "below",
        "utility", "wrapper", "of",
    ];
    // A comment says at its beginning what it is about.
    let first: String = words.chars().take(300).collect();
    let list: Vec<&str> = first
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    if list.first() == Some(&"these") || first.contains("versions of") {
        return true;
    }
    // "these functions", "functions that", "helper macros".
    list.windows(2).any(|pair| {
        NOUNS.contains(&pair[1])
            && matches!(
                pair[0],
                "these" | "following" | "helper" | "convenience" | "utility" | "wrapper"
            )
    }) || list.windows(2).take(6).any(|pair| NOUNS.contains(&pair[0]) && ABOUT.contains(&pair[1]))
}

/// Whether a language has plain comments above groups of declarations.
fn has_groups(language: Language) -> bool {
    matches!(profile(language).placed.groups, Groups::Common | Groups::ByModule)
}

/// Whether a short symbol is followed by another one without an empty line.
fn is_contiguous(language: Language, first: &Symbol, second: &Symbol, lines: &[&str]) -> bool {
    let most_lines = if profile(language).is_like_c() { 3 } else { 1 };
    let between = lines
        .get(first.span.end_line as usize..(second.span.start_line as usize).saturating_sub(1));
    // A function with a body is not part of a group; those of a class may be kept together.
    let own =
        lines.get((first.span.start_line as usize).saturating_sub(1)..first.span.end_line as usize);
    let has_body = first.kind == SymbolKind::Function
        && own.is_some_and(|own| own.iter().any(|line| line.contains('{')));
    first.span.n_lines() <= most_lines
        && !(has_body && first.parent.is_none())
        && between.is_some_and(|between| {
            between.len() <= MOST_LINES_BETWEEN
                && between.iter().all(|line| !line.trim().is_empty())
        })
}

pub fn is_same_form(left: SymbolKind, right: SymbolKind) -> bool {
    let form = |kind: SymbolKind| match kind {
        SymbolKind::Test => 4,
        kind if kind.is_callable() => 1,
        kind if kind.is_type() => 2,
        kind if kind.is_data() || kind == SymbolKind::EnumMember => 3,
        _ => 4,
    };
    form(left) == form(right)
}

//! Whether comments of a file of C, or of the header that it implements, say what is in it.

use rutter_domain::{Facts, MarkerKind, Symbol, SymbolKind, Visibility};

use crate::documents::repository_text::RepositoryText;

/// A comment that stands by itself introduces a file with at least this many words.
const FEWEST_WORDS: usize = 10;
/// If this part of its functions is described, so is the file.
const MOST_PERCENT: usize = 60;

/// Whether the file, or a header of its name, describes most of its functions or has a comment that stands
/// by itself.
pub fn is_introduced_in_c(path: &str, text: &RepositoryText<'_>) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let headers = ["h", "hpp", "hh"].map(|end| format!("{stem}.{end}"));
    let found = headers.iter().flat_map(|header| text.repository().files_ending(header));
    let mut files = found.chain([path]);
    files.any(|path| {
        let (Some(facts), Some(source)) = (text.facts(path), text.text(path)) else { return false };
        describes_most(&facts) || has_comment_by_itself(&facts, &source)
    })
}

fn describes_most(facts: &Facts) -> bool {
    let functions = facts.symbols.iter().enumerate().filter(|(_, symbol)| {
        symbol.kind == SymbolKind::Function && symbol.visibility == Visibility::Public
    });
    let (mut n_described, mut n_all) = (0, 0);
    for (at, symbol) in functions {
        let is_described =
            symbol.doc.is_some() || facts.annotations.has_marker(at, MarkerKind::Described);
        n_described += usize::from(is_described);
        n_all += 1;
    }
    n_all > 0 && n_described * 100 >= n_all * MOST_PERCENT
}

/// Whether a comment of some length, which is no licence, is followed by an empty line before the first function.
fn has_comment_by_itself(facts: &Facts, source: &str) -> bool {
    let is_function = |symbol: &&Symbol| symbol.kind == SymbolKind::Function;
    let first = facts.symbols.iter().find(is_function).map(|symbol| symbol.span.start_line);
    let first = first.unwrap_or(u32::MAX) as usize;
    let mut block: Vec<&str> = Vec::new();
    let mut is_inside = false;
    for line in source.lines().take(first.saturating_sub(1)).map(str::trim) {
        let is_comment = is_inside || line.starts_with("/*") || line.starts_with("//");
        if is_comment {
            is_inside = (is_inside || line.starts_with("/*")) && !line.contains("*/");
            block.push(line);
        } else if line.is_empty() && is_introduction(&block) {
            return true;
        } else {
            block.clear();
        }
    }
    false
}

fn is_introduction(block: &[&str]) -> bool {
    const LICENCE: [&str; 10] = [
        "copyright",
        "license",
        "licence",
        "spdx",
        "all rights reserved",
        "file is part of",
        "redistribut",
        "warrant",
        "see copying",
        "see the copying",
    ];
    let words = block.join(" ").to_lowercase();
    let n_words = words.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
    n_words.count() >= FEWEST_WORDS && !LICENCE.iter().any(|mark| words.contains(mark))
}

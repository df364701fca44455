//! Symbols that a document describes in a table, a list, a directive, or beside others of their type.

use std::collections::HashSet;

use rutter_domain::{Family, Language, Symbol};

use crate::documents::repository_text::RepositoryText;
use crate::findings::Finding;
use rutter_domain::words::contains_word;
use rutter_syntax::profile;

/// Shorter names are words of every text.
const FEWEST_BYTES: usize = 3;
/// A longer name with several words means only itself.
const FEWEST_DISTINCT_BYTES: usize = 8;
/// What follows the name in a list has at least this many words.
const FEWEST_WORDS: usize = 3;
/// A paragraph with this many methods of one type is about them.
const FEWEST_SIBLINGS: usize = 3;
/// At most this many documents are read for one symbol.
const MOST_DOCUMENTS: usize = 40;

/// Whether a document describes the symbol of a finding.
pub fn is_listed_in_document(path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
    let Some(qualified) = finding.symbol.as_deref() else { return false };
    let name = last_part(qualified);
    if name.len() < FEWEST_BYTES {
        return false;
    }
    let is_of_c = profile(Language::of_path(path)).is_like_c();
    let reader = text.reader;
    text.repository().note_marked(name);
    if is_of_c {
        // Samples of code are no mentions.
        text.repository().note_documents();
    }
    let is_document = |path: &&str| {
        let language = reader.language_of(path);
        language.is_some_and(|language| language.family() == Family::Document)
    };
    let mut naming = reader.paths_naming(name);
    let facts = text.facts(path).filter(|_| is_of_c);
    if let (Some(facts), Some(base)) = (facts, base_of_variant(name)) {
        let is_variant = |symbol: &&Symbol| base_of_variant(&symbol.name) == Some(base);
        for variant in facts.symbols.iter().filter(is_variant) {
            naming.extend(reader.paths_naming(&variant.name));
        }
    }
    let mut documents = naming
        .into_iter()
        .filter(is_document)
        .take(MOST_DOCUMENTS)
        .filter_map(|path| text.text(path));
    let siblings = siblings(path, qualified, text);
    documents.any(|document| {
        is_in_list(&document, name)
            || is_in_directive(&document, name)
            || is_beside_siblings(&document, name, &siblings)
            || is_of_c && is_in_example(&document, qualified, name)
    })
}

/// The last part of a qualified name, without what it is given.
fn last_part(name: &str) -> &str {
    let name = name.split('(').next().unwrap_or(name).trim();
    name.rsplit(['.', ':', '#', '\\', '>']).next().unwrap_or(name)
}

/// The names of the functions around a member; empty for what is not one.
fn siblings(path: &str, qualified: &str, text: &RepositoryText<'_>) -> HashSet<String> {
    let Some(facts) = text.facts(path) else { return HashSet::new() };
    let own = facts.symbols.iter().find(|symbol| symbol.qualified_name == qualified);
    let Some(parent) = own.and_then(|own| own.parent) else { return HashSet::new() };
    let inside = facts.symbols.iter().filter(|symbol| symbol.parent == Some(parent));
    inside.filter(|symbol| symbol.kind.is_callable()).map(|symbol| symbol.name.clone()).collect()
}

/// Whether a row of a table or an item of a list begins with the name as code, and some words follow.
fn is_in_list(document: &str, name: &str) -> bool {
    document.lines().any(|line| {
        let line = line.trim();
        let item = line.trim_start_matches(['|', '-', '*', '+', ' ', '[']);
        let Some((span, rest)) =
            item.strip_prefix('`').and_then(|rest| rest.trim_start_matches('`').split_once('`'))
        else {
            return false;
        };
        item.len() < line.len() && last_part(span) == name && n_words(rest) >= FEWEST_WORDS
    })
}

fn n_words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count()
}

/// Whether a directive such as `.. php:interface:: Name` has a text below it.
fn is_in_directive(document: &str, name: &str) -> bool {
    const KINDS: [&str; 16] = [
        "class",
        "function",
        "method",
        "interface",
        "exception",
        "data",
        "attribute",
        "type",
        "macro",
        "struct",
        "trait",
        "enum",
        "classmethod",
        "staticmethod",
        "decorator",
        "describe",
    ];
    let lines: Vec<&str> = document.lines().collect();
    lines.iter().enumerate().any(|(at, line)| {
        let directive =
            line.trim_start().strip_prefix(".. ").and_then(|rest| rest.split_once("::"));
        let Some((kind, subject)) = directive else { return false };
        let kind = kind.rsplit(':').next().unwrap_or(kind);
        let indent = |line: &str| line.len() - line.trim_start().len();
        let below = lines[at + 1..].iter().filter(|line| !line.trim().is_empty());
        let body = below.take_while(|below| indent(below) > indent(line));
        KINDS.contains(&kind)
            && last_part(subject.trim()) == name
            && body.filter(|line| !line.trim_start().starts_with(':')).any(|line| n_words(line) > 1)
    })
}

/// What names of variants such as `open_row_st` and `open_row_mt` have in common; they are shown once.
fn base_of_variant(name: &str) -> Option<&str> {
    let (base, end) = name.rsplit_once('_')?;
    let is_variant = name.len() >= FEWEST_DISTINCT_BYTES && base.contains('_') && end.len() <= 2;
    is_variant.then_some(base)
}

/// Whether a block of code in a document shows how a function or a type of C is used.
fn is_in_example(document: &str, qualified: &str, name: &str) -> bool {
    let is_distinct = name.len() >= FEWEST_DISTINCT_BYTES && name.contains('_');
    let is_qualified = qualified.contains("::");
    let variant = base_of_variant(name).map(|base| format!("{base}_"));
    let mut blocks = document.split("```").skip(1).step_by(2);
    blocks.any(|block| {
        is_distinct && contains_word(block, name)
            || variant.as_ref().is_some_and(|variant| block.contains(variant))
            || is_qualified && contains_word(block, qualified)
    })
}

/// Whether a paragraph names the method as code together with others of its type.
fn is_beside_siblings(document: &str, name: &str, siblings: &HashSet<String>) -> bool {
    if siblings.len() < FEWEST_SIBLINGS {
        return false;
    }
    document.split("\n\n").any(|paragraph| {
        let spans = paragraph.split('`').skip(1).step_by(2).map(last_part);
        let named: HashSet<&str> = spans.filter(|span| siblings.contains(*span)).collect();
        named.contains(name) && named.len() >= FEWEST_SIBLINGS
    })
}

//! Whether a symbol has a description: a comment, an entry, or a document, at one of its definitions.

use std::collections::HashSet;

use rutter_domain::{
    DocumentMention, Facts, MarkerKind, MentionKind, MentionSource, Symbol, SymbolKind,
};
use rutter_graph::path_text::{parent_of, stem_of};
use rutter_syntax::{parse_mention, profile};

use crate::documents::described::{prose_key, title_key};
use crate::lexicon::comments;
use crate::repository::{Definition, RepositoryView};
use crate::rules::reasons::PublicSymbol;
use crate::view::FileView;

/// A header with fewer words does not describe the type of its file.
const FEWEST_HEADER_WORDS: usize = 6;
/// The comment of a declaration is searched for in at most this many lines above it.
const MOST_LINES_BETWEEN: usize = 12;
/// Shorter names are words of every text.
const FEWEST_BYTES: usize = 3;
/// A paragraph that names this many functions of one type or file is about them.
const FEWEST_SIBLINGS: usize = 3;
/// Names at most this many lines apart are in one paragraph.
const NEAR_LINES: u32 = 1;
/// More words than this follow the name in an item of a list.
const FEWEST_WORDS: usize = 3;
/// At most this many documents are read for one symbol.
const MOST_DOCUMENTS: usize = 40;

/// Whether the facts of the repository show a description.
pub fn is_described(file: &FileView<'_>, repository: &RepositoryView<'_>, symbol: &Symbol) -> bool {
    let has_comment = |at| {
        let is_comment = |doc: &str| !comments::STATUS.has(doc.trim());
        let annotations = &file.facts.annotations;
        annotations.has_marker(at, MarkerKind::Described)
            || file.facts.symbols[at].doc.as_deref().is_some_and(is_comment)
                && !annotations.has_marker(at, MarkerKind::Comment)
    };
    file.has_good_entry(&symbol.qualified_name)
        || file.index.is_described(&symbol.qualified_name, has_comment)
        || is_described_by_header(file, symbol)
        || is_described_at_another_definition(file, repository, symbol)
        || is_in_prose(file, repository, symbol)
}

/// Whether the comment at the top of a header of C is about its only type, or that of the file's name.
fn is_described_by_header(file: &FileView<'_>, symbol: &Symbol) -> bool {
    let is_of_c = profile(file.language).is_like_c();
    let header = file.facts.annotations.header.as_deref();
    let Some(header) = header.filter(|_| is_of_c && symbol.kind.is_type()) else { return false };
    let is_outer = |one: &&Symbol| {
        let parent = file.parent_of(one);
        one.kind.is_type() && parent.is_none_or(|parent| parent.kind == SymbolKind::Module)
    };
    let is_only = || file.facts.symbols.iter().filter(is_outer).count() == 1;
    header.split_whitespace().count() >= FEWEST_HEADER_WORDS
        && (stem_of(file.path).eq_ignore_ascii_case(&symbol.name) || is_only())
}

/// Whether the prototype, another part, another variant or an override of the symbol is described.
fn is_described_at_another_definition(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    symbol: &Symbol,
) -> bool {
    let own = profile(file.language);
    let container = file.parent_of(symbol).map(|parent| parent.name.as_str());
    let is_same_kind =
        |other: &Definition<'_>| other.language() == file.language && other.kind() == symbol.kind;
    let is_it = |other: &Definition<'_>| {
        let is_same_container = other.containers().next() == container;
        // A comment at the prototype describes the definition, and the reverse.
        let is_prototype = own.is_like_c()
            && profile(other.language()).is_like_c()
            && (container.is_none() || is_same_container);
        // One variant of a build is enough.
        let is_variant = own.has_folder_packages()
            && symbol.qualified_name == symbol.name
            && is_same_kind(other)
            && parent_of(other.path()) == parent_of(file.path);
        let is_declaration =
            own.is_script() && other.path().ends_with(".d.ts") && is_same_container;
        // `export const merge = tables.merge` hands out a method as a function.
        let is_handed_out = own.is_script()
            && symbol.kind == SymbolKind::Method
            && other.language() == file.language
            && other.containers().next().is_none();
        let is_part =
            own.open.parts && symbol.kind.is_type() && is_same_kind(other) && is_same_container;
        let is_override = own.has_types_as_values()
            && symbol.kind == SymbolKind::Method
            && container.is_some_and(|container| other.is_below(container));
        is_prototype || is_variant || is_declaration || is_handed_out || is_part || is_override
    };
    let others = repository.definitions(&symbol.name);
    others.iter().any(|other| other.is_documented() && is_it(other))
}

/// Whether a heading or a sentence of a document is about the symbol, or a commented declaration of a struct.
fn is_in_prose(file: &FileView<'_>, repository: &RepositoryView<'_>, symbol: &Symbol) -> bool {
    // A member is meant only with its type.
    let container = file.parent_of(symbol).filter(|parent| parent.kind != SymbolKind::Module);
    let name = match container {
        Some(parent) => format!("{}.{}", parent.name, symbol.name),
        None => symbol.name.clone(),
    };
    let qualified = symbol.qualified_name.as_str();
    let is_heading = |name: &str| {
        let found = repository.definitions(name);
        found.iter().any(|definition| definition.kind() == SymbolKind::Section)
    };
    let title = title_key(&symbol.name).filter(|_| symbol.kind.is_type());
    let keys = [prose_key(&name), prose_key(qualified), title];
    let is_struct = profile(file.language).is_like_c() && symbol.kind.is_type();
    is_heading(qualified)
        || is_heading(&format!("{qualified}()"))
        || keys.into_iter().flatten().any(|key| repository.has_description(key))
        || repository.is_described_elsewhere(qualified)
        || is_struct && repository.is_described_elsewhere(&format!("struct {}", symbol.name))
}

/// Whether the text of a file shows a description: a comment apart from its declaration, or a document.
pub fn is_described_in_text(it: &PublicSymbol<'_>) -> bool {
    has_comment_above(it) || is_in_document(it)
}

/// Whether a comment is above a declaration with only macros, attributes, lines for the preprocessor and the
/// opening of a namespace between.
fn has_comment_above(it: &PublicSymbol<'_>) -> bool {
    let profile = profile(it.file.language);
    if !profile.is_like_c() && !profile.has_xml_comments() {
        return false;
    }
    let above = it.text.above(it.file.path, it.symbol.span.start_line);
    let Some(above) = above else { return false };
    let is_prefix = |line: &str| {
        let is_macro = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "_()".contains(c);
        line.starts_with('#') && !line.starts_with("#include")
            || line.starts_with('[')
            || line.starts_with("template")
            || line.trim_start_matches("inline ").starts_with("namespace ")
            || line.len() > 3 && line.chars().all(is_macro)
    };
    let (mut has_prefix, mut has_empty) = (false, false);
    let mut lines = above.lines().map(str::trim);
    let border = lines.by_ref().take(MOST_LINES_BETWEEN).find(|line| {
        let is_between = is_prefix(line) || has_prefix && matches!(*line, "" | "{");
        has_prefix |= is_prefix(line);
        has_empty |= line.is_empty();
        !is_between
    });
    let is_comment = border.is_some_and(|line| line.starts_with("//") || line.ends_with("*/"));
    let is_code = |line: &str| !line.is_empty() && !line.starts_with(['/', '*', '#']);
    // The comment at the top is about the file, and often a licence.
    is_comment && (!has_empty || lines.any(is_code))
}

/// Whether a directive or an item of a list in a document is about the symbol, or a paragraph about several like it.
fn is_in_document(it: &PublicSymbol<'_>) -> bool {
    let name = it.symbol.name.as_str();
    if name.len() < FEWEST_BYTES {
        return false;
    }
    it.text.repository().note_marked(name);
    let documents = it.text.documents_naming(name);
    documents.into_iter().take(MOST_DOCUMENTS).any(|path| {
        let (facts, text) = (it.text.facts(path), it.text.text(path));
        facts.zip(text).is_some_and(|(facts, text)| is_told_in(it, &facts, &text))
    })
}

fn is_told_in(it: &PublicSymbol<'_>, document: &Facts, text: &str) -> bool {
    let bare = |one: &DocumentMention| Some(parse_mention(&one.text)?.1.to_owned());
    let named = document.mentions.iter().filter(|one| one.kind == MentionKind::Name);
    let named: Vec<(&DocumentMention, String)> =
        named.filter_map(|one| Some((one, bare(one)?))).collect();
    let is_sibling = |name: &str| {
        let mut alike = it.file.facts.symbols.iter().filter(|one| one.name == name);
        alike.any(|one| one.parent == it.symbol.parent && one.kind.is_callable())
    };
    named.iter().filter(|(_, name)| *name == it.symbol.name).any(|(own, _)| {
        let line = text.lines().nth(own.line.saturating_sub(1) as usize).unwrap_or_default();
        let (before, behind) = line.split_at_checked(own.column as usize).unwrap_or((line, ""));
        let n_words = behind.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
        let is_item = before.contains(['|', '-', '*', '+'])
            && before.chars().all(|c| "|-*+[` ".contains(c))
            && n_words.count() > FEWEST_WORDS;
        // What `autoclass` and its like show is the docstring.
        let is_directive =
            own.source == MentionSource::Directive && !line.trim_start().starts_with(".. auto");
        let near = named.iter().filter(|(one, _)| one.line.abs_diff(own.line) <= NEAR_LINES);
        let near: HashSet<&str> =
            near.map(|(_, name)| name.as_str()).filter(|name| is_sibling(name)).collect();
        is_item || is_directive || near.len() >= FEWEST_SIBLINGS
    })
}

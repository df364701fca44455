//! Markers of symbols, from attributes, decorators, tags of comments and lists of exports.

use std::collections::HashSet;

use rutter_domain::{Facts, Language, Marker, MarkerKind, Symbol};

use crate::languages::profile;
use crate::profile::Groups;

use super::preprocessor;

/// Maximum number of lines before a symbol to examine.
const MOST_LINES: usize = 12;
/// Maximum bytes of a symbol's own head to examine.
const HEAD_BYTES: usize = 400;

pub fn find(text: &str, lines: &[&str], facts: &Facts) -> Vec<Marker> {
    let mut markers = Vec::new();
    let profile = profile(facts.language);
    // A computed `__all__` says nothing, so that no name is taken for one that is not exported.
    let exported = if profile.has_types_as_values() { listed_in_all(text) } else { None };
    for (symbol, at) in facts.symbols.iter().zip(0..) {
        let mut add = |kind| markers.push(Marker { symbol: at, kind });
        let start = symbol.span.start_byte as usize;
        let before = if profile.has_traits() {
            attributes_of_rust(text, start)
        } else {
            attributes_before(text, start)
        };
        let head = own_head(text, symbol);
        read_attributes(facts.language, before, head, &mut add);
        if let Some(doc) = &symbol.doc {
            read_tags(doc, &mut add);
            // Where documentation is a string, a comment above a function is not meant for readers
            // of its documentation.
            if profile.placed.are_inside && is_comment(doc, before) {
                add(MarkerKind::Comment);
            }
        }
        if profile.placed.groups == Groups::ByModule
            && first_line(text, symbol).contains("# :nodoc:")
        {
            add(MarkerKind::Hidden);
        }
        let is_top = symbol.parent.is_none();
        if is_top && exported.as_ref().is_some_and(|names| !names.contains(symbol.name.as_str())) {
            add(MarkerKind::NotExported);
        }
    }
    markers.extend(preprocessor::find_markers(text, lines, facts));
    markers
}

/// Whether a doc is made of the lines of comments before its symbol.
fn is_comment(doc: &str, before: &str) -> bool {
    let first = doc.lines().next().unwrap_or("").trim();
    let mut comments = before.lines().filter_map(|line| line.trim().strip_prefix('#'));
    comments.any(|comment| comment.trim_start_matches([':', '!', '#']).trim() == first)
}

fn read_attributes(language: Language, before: &str, head: &str, add: &mut impl FnMut(MarkerKind)) {
    if before.is_empty() && head.is_empty() {
        return;
    }
    let both = [before, head];
    let has = |word: &str| both.iter().any(|text| text.contains(word));
    // Every Rust attribute has one of these, and most symbols have no attribute.
    let may_have_attribute = || both.iter().any(|text| text.contains(['#', ']']));
    // language: attributes are words that each language and its tools have chosen
    match language {
        // Fourteen searches are made below for each symbol.
        Language::Rust if !may_have_attribute() => {}
        Language::Rust => {
            if has("doc(hidden") {
                add(MarkerKind::Hidden);
            }
            // A text from elsewhere, and what to use instead, are as good as a comment.
            let is_deprecated = has("deprecated(") && has("note");
            if has("#[doc =") || has("#[doc=") || has("doc = include_str!") || is_deprecated {
                add(MarkerKind::Described);
            }
            if has("cfg(doctest)") || has("cfg(any(doctest") || has("cfg(all(doctest") {
                add(MarkerKind::TestOnly);
            }
            if has("#[cfg(test)]")
                || has("#[cfg(all(test")
                || has("#[cfg(any(test")
                || has("#[test]")
                || has("::test]")
            {
                add(MarkerKind::TestOnly);
            }
            if has("#[proc_macro") || has("#[wasm_bindgen") || has("#[pyfunction") {
                add(MarkerKind::Registered);
            }
        }
        Language::Python => {
            for line in before.lines().map(str::trim).filter(|line| line.starts_with('@')) {
                let name = line[1..].split('(').next().unwrap_or("").trim();
                match name.rsplit('.').next().unwrap_or(name) {
                    "overload" => add(MarkerKind::Overload),
                    "override" | "overrides" => add(MarkerKind::Override),
                    "setter" | "deleter" => add(MarkerKind::Setter),
                    "fixture" => add(MarkerKind::TestOnly),
                    "register" | "route" | "get" | "post" | "put" | "delete" | "patch"
                    | "connect" | "receiver" | "hookimpl" | "listens_for" | "errorhandler"
                        if name.contains('.') || name == "receiver" || name == "hookimpl" =>
                    {
                        add(MarkerKind::Registered)
                    }
                    _ => {}
                }
            }
        }
        Language::Java | Language::Kotlin | Language::Scala => {
            if has("@Override") || head_has_word(head, "override") || head_has_word(head, "actual")
            {
                add(MarkerKind::Override);
            }
            if has("@VisibleForTesting") || has("@Test") {
                add(MarkerKind::TestOnly);
            }
        }
        Language::CSharp | Language::Swift if head_has_word(head, "override") => {
            add(MarkerKind::Override);
        }
        Language::Php if has("#[Override]") || has("#[\\Override]") => {
            add(MarkerKind::Override);
        }
        Language::TypeScript | Language::Tsx | Language::JavaScript => {
            if head_has_word(head, "override") {
                add(MarkerKind::Override);
            }
            if before.lines().any(|line| line.trim_start().starts_with('@')) {
                add(MarkerKind::Registered);
            }
        }
        Language::Cpp if head_has_word(head, "override") || head_has_word(head, "final") => {
            add(MarkerKind::Override);
        }
        Language::Elixir => {
            if before.contains("@impl ") {
                add(MarkerKind::Override);
            }
            if before.contains("@doc false") || head.contains("@moduledoc false") {
                add(MarkerKind::Hidden);
            }
        }
        _ => {}
    }
}

/// Tags by which documentation tools leave a symbol out.
fn read_tags(doc: &str, add: &mut impl FnMut(MarkerKind)) {
    const HIDDEN: [&str; 8] = [
        ":nodoc:", "@private", "@internal", "@hidden", "@hide", "@ignore", "@api private", "@nodoc",
    ];
    // TomDoc begins with who may use it; alone, the word is all there is.
    let word = doc.trim().trim_end_matches(['.', ':']);
    if HIDDEN.iter().any(|tag| doc.contains(tag)) || matches!(word, "Internal" | "Private") {
        add(MarkerKind::Hidden);
    }
    if doc.to_ascii_lowercase().contains("{@inheritdoc") || doc.contains("@inheritDoc") {
        add(MarkerKind::Override);
    }
}

/// The lines of attributes and comments directly before a symbol.
fn attributes_before(text: &str, start: usize) -> &str {
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let Some(own) = text.get(..start).map(|_| line_start(start)) else { return "" };
    let mut top = own;
    for _ in 0..MOST_LINES {
        if top == 0 {
            break;
        }
        let above = line_start(top - 1);
        let line = text[above..top].trim();
        // Comments count too: attributes may be above or below the doc comment.
        let is_attribute = ["@", "#[", "[", "//", "#", "*", "/*", ")", "]"];
        if !is_attribute.iter().any(|mark| line.starts_with(mark)) {
            break;
        }
        top = above;
    }
    &text[top..start]
}

/// The attributes and comments directly before a Rust item; an attribute may take several lines.
fn attributes_of_rust(text: &str, start: usize) -> &str {
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let Some(own) = text.get(..start).map(|_| line_start(start)) else { return "" };
    let mut top = own;
    // Where the lines above end an attribute, the line that it begins at is not yet known.
    let mut open = None;
    for _ in 0..MOST_LINES * 2 {
        if top == 0 {
            break;
        }
        let above = line_start(top - 1);
        let line = text[above..top].trim();
        let begins = line.starts_with("#[");
        if begins || open.is_none() && line.starts_with("//") {
            open = None;
        } else if open.is_none() && line.ends_with(']') {
            open = Some(top);
        } else if open.is_none() {
            break;
        }
        top = above;
    }
    &text[open.unwrap_or(top)..start]
}

/// The beginning of a symbol up to its body, with the attributes in it.
fn own_head<'t>(text: &'t str, symbol: &Symbol) -> &'t str {
    let whole = symbol.span.slice(text);
    let head = rutter_domain::text::truncate(whole, HEAD_BYTES);
    &head[..head.find('{').unwrap_or(head.len())]
}

fn first_line<'t>(text: &'t str, symbol: &Symbol) -> &'t str {
    let from = text.get(symbol.span.start_byte as usize..).unwrap_or("");
    from.lines().next().unwrap_or("")
}

fn head_has_word(head: &str, word: &str) -> bool {
    head.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

/// The names in Python's `__all__`; `None` if there is none, or it is computed.
fn listed_in_all(text: &str) -> Option<HashSet<&str>> {
    let mut names = HashSet::new();
    let mut is_found = false;
    for at in memchr::memmem::find_iter(text.as_bytes(), "__all__") {
        // `module.__all__ = [...]` and mentions in texts are not the list of this file.
        let is_at_start = at == 0 || text.as_bytes()[at - 1] == b'\n';
        let rest = text[at + 7..].trim_start();
        let Some(rest) = rest.strip_prefix("+=").or_else(|| rest.strip_prefix('=')) else {
            continue;
        };
        let rest = rest.trim_start();
        let list = rest.strip_prefix('[').or_else(|| rest.strip_prefix('('))?;
        if !is_at_start {
            continue;
        }
        let list = &list[..list.find([']', ')']).unwrap_or(list.len())];
        is_found = true;
        names.extend(list.split(['"', '\'']).skip(1).step_by(2));
    }
    is_found.then_some(names)
}

//! Symbols without a doc comment that something else in their file describes.
//!
//! A comment may be above a whole group, be parted from its symbol by an empty line or a macro, follow on the
//! same line, or introduce the file; and the members of a type may say all there is to say about it. Each
//! function finds one of these conventions.

use rutter_domain::{Facts, Language, Marker, MarkerKind, Symbol, SymbolKind};

use crate::languages::profile;
use crate::profile::Groups;

use super::comment_blocks::n_words;
use super::group_comments::{grouped, is_same_form};

/// A comment with fewer words describes nothing else.
const FEWEST_WORDS: usize = 4;
/// A header with fewer words describes no symbol.
const FEWEST_HEADER_WORDS: usize = 6;
/// A comment of a constructor with this many words tells what the class is for.
const CONSTRUCTOR_WORDS: usize = 8;

pub fn find(lines: &[&str], facts: &Facts, header: Option<&str>) -> Vec<Marker> {
    let grouped = grouped(facts, lines);
    let members = Members::of(facts);
    // Each of these conventions was added for findings of a missing description that readers had
    // judged false on fresh repositories.
    let is_described = |(at, symbol): &(usize, &Symbol)| {
        symbol.doc.is_none()
            && (grouped[*at]
                || is_described_by_header(facts, symbol, header)
                || is_first_of_module(&members, symbol, *at, &grouped)
                || has_described_constructor(&members, symbol, *at)
                || has_described_members(&members, symbol, *at, lines)
                || is_only_member(&members, symbol)
                || profile(facts.language).is_like_c()
                    && has_comment_behind(facts.language, symbol, lines))
    };
    let found = facts.symbols.iter().enumerate().filter(is_described);
    let marker = |(at, _)| Marker { symbol: at as u32, kind: MarkerKind::Described };
    found.map(marker).collect()
}

/// Whether the header of the file names the symbol, or sends the reader to a document.
fn is_described_by_header(facts: &Facts, symbol: &Symbol, header: Option<&str>) -> bool {
    let Some(header) = header.filter(|header| n_words(header) >= FEWEST_HEADER_WORDS) else {
        return false;
    };
    let is_outer = symbol
        .parent
        .and_then(|parent| facts.symbols.get(parent as usize))
        .is_none_or(|parent| parent.kind == SymbolKind::Module);
    let is_type = symbol.kind.is_type();
    if !is_outer || !is_type && symbol.kind != SymbolKind::Function {
        return false;
    }
    // A name in the header is that of a symbol only as a whole word.
    let mut words = header.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_named =
        words.any(|word| word == symbol.name || is_type && word.eq_ignore_ascii_case(&symbol.name));
    let lower = header.to_lowercase();
    // "See docs/pool.md" in the header sends the reader to where the type is described.
    let leads_on = is_type
        && lower.contains("see ")
        && [".md", ".rst", ".txt"].iter().any(|end| lower.contains(end));
    // What is wrapped is described where it is defined.
    let is_wrapped = !is_type
        && ["bindings for", "bindings to", "binding for", "wrapper for", "wrapper around"]
            .iter()
            .any(|words| lower.contains(words));
    // "This file contains …" is about the first type, for which the file is there.
    let first = facts.symbols.iter().find(|other| other.kind.is_type());
    let is_about_first =
        lower.starts_with("this file") && first.is_some_and(|first| first.span == symbol.span);
    is_named || leads_on || is_wrapped || is_about_first
}

/// Whether a type is the first one in a module that has a doc: Ruby's modules often only wrap.
fn is_first_of_module(members: &Members<'_>, symbol: &Symbol, at: usize, grouped: &[bool]) -> bool {
    if profile(members.facts.language).placed.groups != Groups::ByModule
        || !symbol.kind.is_type() && symbol.kind != SymbolKind::Module
    {
        return false;
    }
    let mut inner = (at, symbol);
    // Modules nest only a few levels deep.
    for _ in 0..8 {
        let Some(parent) = inner.1.parent.map(|parent| parent as usize) else { return false };
        let Some(module) = members.facts.symbols.get(parent) else { return false };
        let first = members.lists[parent]
            .iter()
            .copied()
            .find(|other| is_same_form(members.facts.symbols[*other].kind, inner.1.kind));
        if module.kind != SymbolKind::Module || first != Some(inner.0) {
            return false;
        }
        if module.doc.is_some() || grouped[parent] {
            return true;
        }
        inner = (parent, module);
    }
    false
}

/// The symbols directly in each symbol, in order.
struct Members<'a> {
    facts: &'a Facts,
    lists: Vec<Vec<usize>>,
}

impl<'a> Members<'a> {
    fn of(facts: &'a Facts) -> Members<'a> {
        let mut lists = vec![Vec::new(); facts.symbols.len()];
        for (at, symbol) in facts.symbols.iter().enumerate() {
            if let Some(list) = symbol.parent.and_then(|parent| lists.get_mut(parent as usize)) {
                list.push(at);
            }
        }
        Members { facts, lists }
    }

    fn within(&self, at: usize) -> impl Iterator<Item = &'a Symbol> + Clone {
        let symbols = &self.facts.symbols;
        let list: &[usize] = self.lists.get(at).map_or(&[], Vec::as_slice);
        list.iter().map(|inner| &symbols[*inner])
    }
}

/// Whether the comment of a constructor describes its class.
fn has_described_constructor(members: &Members<'_>, symbol: &Symbol, at: usize) -> bool {
    let is_constructor = |inner: &&Symbol| {
        inner.kind == SymbolKind::Constructor
            || matches!(
                inner.name.as_str(),
                "initialize" | "__init__" | "__construct" | "constructor"
            )
    };
    symbol.kind == SymbolKind::Class
        && members.within(at).filter(is_constructor).any(|constructor| {
            let doc = constructor.doc.as_deref().unwrap_or("");
            let lower = doc.to_lowercase();
            // The tags are about the parameters, not about the class.
            let prose = lower.split("@param").next().unwrap_or("");
            let is_named = doc.contains(symbol.name.as_str()) && n_words(prose) >= FEWEST_WORDS;
            // Where comments of parameters are lists, what is before them describes the class.
            is_named
                || profile(members.facts.language).placed.are_inside
                    && n_words(prose) >= CONSTRUCTOR_WORDS
        })
}

/// Whether all members of a type without methods are described.
fn has_described_members(
    members: &Members<'_>,
    symbol: &Symbol,
    at: usize,
    lines: &[&str],
) -> bool {
    use SymbolKind::{Enum, EnumMember, Field, Interface, Property, Struct, TypeAlias, Union};
    let all = members.within(at);
    matches!(symbol.kind, Enum | Struct | Union | Interface | TypeAlias)
        && all.clone().count() >= 2
        && all.clone().all(|inner| {
            matches!(inner.kind, Field | Property | EnumMember)
                && (inner.doc.is_some() || has_comment_behind(members.facts.language, inner, lines))
        })
}

/// Whether a method is all that a described interface declares.
fn is_only_member(members: &Members<'_>, symbol: &Symbol) -> bool {
    let Some(at) = symbol.parent.filter(|_| symbol.kind == SymbolKind::Method) else {
        return false;
    };
    let Some(parent) = members.facts.symbols.get(at as usize) else { return false };
    let n_methods = members.within(at as usize).filter(|inner| inner.kind == SymbolKind::Method);
    // What the interface is for is what its only method does.
    matches!(parent.kind, SymbolKind::Interface | SymbolKind::Trait)
        && parent.doc.as_deref().is_some_and(|doc| n_words(doc) >= FEWEST_WORDS)
        && n_methods.count() == 1
}

/// Whether a comment follows a declaration, on its first or last line.
fn has_comment_behind(language: Language, symbol: &Symbol, lines: &[&str]) -> bool {
    let line_of = |line: u32| lines.get((line as usize).saturating_sub(1)).copied().unwrap_or("");
    let comments = &profile(language).comments;
    let mut marks: Vec<&str> = comments.line.first().copied().into_iter().collect();
    marks.extend(comments.block.iter().map(|(open, _)| *open).filter(|open| *open == "/*"));
    [symbol.span.start_line, symbol.span.end_line].into_iter().any(|line| {
        let line = line_of(line);
        let found = marks.iter().filter_map(|mark| line.find(mark)).min();
        found.is_some_and(|at| {
            let before = line[..at].trim_end();
            let comment = &line[at..];
            // Neither `https://x` nor a mark inside of a string is a comment.
            let is_address = before.ends_with(':') || before.ends_with(['"', '\'']);
            // These silence a tool or say which brace is closed: they describe nothing.
            let is_directive =
                ["nolint", "noinspection", "eslint", "NOLINT", "noqa", "namespace", "rutter:", "}"]
                    .iter()
                    .any(|word| comment.contains(word));
            !before.is_empty() && !is_address && !is_directive && n_words(comment) >= 2
        })
    })
}

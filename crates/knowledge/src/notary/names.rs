//! Names of symbols: whether the code defines them, or did until a commit.

use rutter_domain::{DocumentMention, Family, MentionSource, Symbol, SymbolKind, name_parts};
use rutter_gaps::{has_several_words, is_sample_path};
use rutter_syntax::parse_mention;

use super::inquiry::{Notary, Standing};
use super::{ClaimPart, DocumentFinding, PartKind};
use crate::knowledge::Knowledge;

/// Definitions of one name that are looked at.
const MOST_DEFINING: usize = 50;
/// A shorter name that is gone may be another one.
const FEWEST_BYTES: usize = 6;

/// A definition of a name.
pub(super) struct FoundName {
    pub(super) path: String,
    /// Index into the symbols of the file.
    pub(super) at: usize,
    pub(super) line: u32,
}

/// `None` if the name may be a word.
pub(super) fn decide(
    notary: &mut Notary<'_>,
    mention: &DocumentMention,
    standing: Standing,
) -> Option<ClaimPart> {
    let (qualifier, name) = parse_mention(&mention.text)?;
    let is_distinct = qualifier.is_some()
        || has_several_words(name)
        || mention.text.ends_with(')')
        || name.starts_with(char::is_uppercase);
    if !is_distinct || mention.source == MentionSource::FencedCode {
        return None;
    }
    let part = |finding| ClaimPart::new(PartKind::Name, &mention.text, finding);
    if let Some(found) = definitions(notary.knowledge, &mention.text).into_iter().next() {
        return Some(part(DocumentFinding::Holds).at(&found.path, found.line));
    }
    let open = part(DocumentFinding::NotDecidable);
    if let Some(other) = definitions(notary.knowledge, name).into_iter().next() {
        return Some(open.because(format!("`{name}` is in {}:{}", other.path, other.line)));
    }
    let is_own = name.len() >= FEWEST_BYTES && has_several_words(name);
    if standing == Standing::Stated
        && is_own
        && !is_sample_path(name)
        && !notary.occurs_in_code(name)
    {
        if let Some(removal) = notary.past.removed_name(name) {
            let of = removal.path.unwrap_or_default();
            let stale = part(DocumentFinding::Stale).since(&removal.commit);
            return Some(stale.because(format!("removed from `{of}`")));
        }
        if let Some(broken) = notary.broken(mention) {
            let owner = broken.name.as_ref().and_then(|broken| broken.owner.as_deref());
            let reason = match owner {
                Some(owner) => format!("`{owner}` has no `{name}`"),
                None => format!("`{name}` is not defined"),
            };
            return Some(part(DocumentFinding::Refuted).because(reason));
        }
    }
    Some(match notary.near_name(name) {
        Some(near) if is_own => open.because(format!("not found; there is `{near}`")),
        Some(_) | None => open.because("not found"),
    })
}

/// The definitions that a name as written may mean: all of its parts fit.
pub(super) fn definitions(knowledge: &Knowledge, written: &str) -> Vec<FoundName> {
    let Some((qualifier, name)) = parse_mention(written) else { return Vec::new() };
    let owner = qualifier.and_then(|qualifier| name_parts(qualifier).pop());
    let snapshot = &knowledge.snapshot;
    let mut found = Vec::new();
    for path in snapshot.paths_defining(name).into_iter().take(MOST_DEFINING) {
        let Some(file) = snapshot.file_at(path) else { continue };
        if file.language.family() != Family::Code {
            continue;
        }
        let Some(facts) = snapshot.facts_of(file.id) else { continue };
        let is_of = |symbol: &Symbol, owner: &str| {
            let own = name_parts(&symbol.qualified_name);
            let is_module = path.split(['/', '.']).any(|part| part == owner);
            is_module || own.iter().rev().skip(1).any(|part| *part == owner)
        };
        for (at, symbol) in facts.symbols.iter().enumerate() {
            if symbol.name == name
                && symbol.kind != SymbolKind::Section
                && owner.is_none_or(|owner| is_of(symbol, owner))
            {
                let line = symbol.span.start_line;
                found.push(FoundName { path: path.to_owned(), at, line });
            }
        }
    }
    found
}

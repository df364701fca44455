//! Compares the supports of an entry with the code as it is.

use rutter_checks::{CodeReader, Link, Subject, SubjectContext};
use rutter_domain::words::contains_word;
use rutter_domain::{Symbol, name_parts};
use rutter_store::{Strength, Support, SupportKind};
use rutter_syntax::head_hash;

use super::{ALL_USERS, users_hash};
use crate::knowledge::Knowledge;

/// A definition that has moved is searched for in at most this many files.
const MOST_PLACES: usize = 16;

/// Changes of the supports since an entry was written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SupportChanges {
    /// Why the entry is stale.
    pub(crate) fault: Option<String>,
    /// Remarks on an entry that still holds.
    pub(crate) marks: Vec<String>,
}

/// Compares the supports of an entry with the code as it is. `subject` is where its symbol is now.
pub(crate) fn compare_supports(
    knowledge: &Knowledge,
    supports: &[Support],
    subject: impl Fn() -> Option<Subject>,
) -> SupportChanges {
    let mut changes = SupportChanges::default();
    for support in supports {
        let Some(change) = change_of(knowledge, support, &subject) else { continue };
        match support.strength {
            Strength::Firm => {
                changes.fault.get_or_insert(change);
            }
            Strength::Soft => {
                let what = match support.kind {
                    SupportKind::Documentation => {
                        changes.marks.push("its documentation has changed".to_owned());
                        continue;
                    }
                    SupportKind::Member => "member",
                    SupportKind::Value => "value",
                    SupportKind::Definition
                    | SupportKind::Callers
                    | SupportKind::Signature
                    | SupportKind::Name => "callee",
                };
                changes.marks.push(format!("{what} changed: {}", support.symbol));
            }
        }
    }
    changes
}

/// Why a support is not what it was; `None` if it is.
fn change_of(
    knowledge: &Knowledge,
    support: &Support,
    subject: &impl Fn() -> Option<Subject>,
) -> Option<String> {
    let Support { kind, path, symbol, hash, content, strength } = support;
    let is_unread = symbol != ALL_USERS;
    if is_unread && knowledge.snapshot.file_at(path).is_some_and(|file| file.content == *content) {
        return None;
    }
    match kind {
        SupportKind::Documentation => {
            let subject = subject()?;
            let (parsed, own) = (&subject.parsed, subject.symbol());
            // What is firm is a sentence, and was the whole in earlier versions.
            let is_same = parsed.doc_hash(own) == *hash
                || *strength == Strength::Firm
                    && parsed.doc_sentences(own).iter().any(|(_, sentence)| sentence == hash);
            (!is_same).then(|| format!("the documentation of `{symbol}` has changed since"))
        }
        SupportKind::Name => {
            let subject = subject()?;
            let context = SubjectContext::new(knowledge, &subject, &[]);
            (!contains_word(&context.code, symbol))
                .then(|| format!("`{symbol}` is not in its code any more"))
        }
        SupportKind::Definition | SupportKind::Member | SupportKind::Value => {
            (!is_defined(knowledge, support)).then(|| format!("`{symbol}` has changed since"))
        }
        SupportKind::Signature => (!is_declared(knowledge, support))
            .then(|| format!("the head of `{symbol}` has changed since")),
        SupportKind::Callers if symbol == ALL_USERS => {
            let subject = subject()?;
            let context = SubjectContext::new(knowledge, &subject, &[]);
            (users_hash(&context) != *hash).then(|| "its users have changed since".to_owned())
        }
        SupportKind::Callers => {
            let subject = subject()?;
            let context = SubjectContext::new(knowledge, &subject, &[]);
            let is_used = matches!(context.is_used_by(symbol), Link::Yes(_));
            (!is_used).then(|| format!("`{symbol}` does not use it any more"))
        }
    }
}

/// Whether a definition is unchanged in its file or in another one.
fn is_defined(knowledge: &Knowledge, support: &Support) -> bool {
    let Support { symbol, hash, strength, .. } = support;
    let last = bare_name(symbol);
    places_of(knowledge, support).into_iter().any(|path| {
        let facts = knowledge.facts_at(path);
        let is_it = |one: &Symbol| one.name == last || one.qualified_name == *symbol;
        let is_known = |one: &Symbol| is_it(one) && one.body_hash == *hash;
        *strength == Strength::Soft && facts.is_some_and(|facts| facts.symbols.iter().any(is_known))
            || knowledge.parsed_file(path).is_some_and(|parsed| {
                let mut symbols = parsed.facts.symbols.iter();
                symbols.any(|one| is_it(one) && parsed.has_hash(one, *hash))
            })
    })
}

/// Whether a symbol with that signature is in its file or in another one.
fn is_declared(knowledge: &Knowledge, support: &Support) -> bool {
    places_of(knowledge, support).into_iter().any(|path| {
        let parsed = knowledge.parsed_file(path);
        parsed.is_some_and(|parsed| {
            parsed.facts.symbols.iter().any(|one| head_hash(one) == support.hash)
        })
    })
}

/// The files that may contain the definition now, its own first.
fn places_of<'a>(knowledge: &'a Knowledge, support: &'a Support) -> Vec<&'a str> {
    let mut paths = vec![support.path.as_str()];
    paths.extend(knowledge.snapshot.paths_defining(bare_name(&support.symbol)));
    paths.truncate(MOST_PLACES);
    paths
}

fn bare_name(symbol: &str) -> &str {
    name_parts(symbol).last().copied().unwrap_or(symbol)
}

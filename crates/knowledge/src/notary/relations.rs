//! Sentences that say what one name has to do with another, and sentences about one symbol.

use rutter_checks::{
    CodeReader, EntryContent, Statement, Subject, SubjectContext, Word, WordForm, check_entry,
};
use rutter_domain::{Claim, FactKind, Finding, StatedFacts};
use rutter_syntax::parse_mention;

use super::lexicon::{CALLS, DEFINED_IN, IMPLEMENTS, RAISES};
use super::names::{FoundName, definitions};
use super::{ClaimPart, DocumentFinding, PartKind};
use crate::knowledge::Knowledge;

/// What a claim says of the names in it, as far as that is decided.
pub(super) fn decide(
    knowledge: &Knowledge,
    statement: &Statement,
    parts: &[ClaimPart],
) -> Vec<ClaimPart> {
    let mut decided = Vec::new();
    for (at, word) in statement.words.iter().enumerate() {
        if word.form != WordForm::Code || parse_mention(&word.text).is_none() {
            continue;
        }
        let said = |phrases: &[&'static str]| object_of(statement, at, phrases);
        let by_kind = [
            (CALLS, FactKind::Calls),
            (RAISES, FactKind::Raises),
            (IMPLEMENTS, FactKind::Implements),
        ];
        let fact = by_kind.into_iter().find_map(|(phrases, kind)| Some((kind, said(phrases)?)));
        if let Some((kind, (phrase, object))) = fact {
            let facts: StatedFacts = [(kind, object.text.as_str())].into_iter().collect();
            decided.extend(by_facts(knowledge, &word.text, phrase, &object.text, &facts));
        } else if let Some((phrase, object)) = said(DEFINED_IN) {
            decided.extend(by_place(knowledge, &word.text, phrase, &object.text));
        }
    }
    decided.extend(by_default(knowledge, statement));
    let n_names = parts.iter().filter(|part| part.kind == PartKind::Name).count();
    if decided.is_empty() && n_names == 1 {
        decided.extend(about_subject(knowledge, statement));
    }
    decided
}

/// The phrase behind a word, and the code behind that.
fn object_of<'s>(
    statement: &'s Statement,
    at: usize,
    phrases: &[&'static str],
) -> Option<(&'static str, &'s Word)> {
    phrases.iter().find_map(|phrase| {
        let n_words = phrase.split(' ').count();
        let is_behind = statement.find_phrase(phrase).contains(&(at + 1));
        let object = statement.words.get(at + 1 + n_words)?;
        (is_behind && object.form == WordForm::Code).then_some((*phrase, object))
    })
}

fn said(subject: &str, phrase: &str, object: &str, finding: DocumentFinding) -> ClaimPart {
    let text = format!("`{subject}` {phrase} `{object}`");
    ClaimPart::new(PartKind::Statement, &text, finding)
}

fn only_definition(knowledge: &Knowledge, name: &str) -> Option<FoundName> {
    let mut found = definitions(knowledge, name);
    let only = found.pop()?;
    found.is_empty().then_some(only)
}

/// The claims of an entry of a symbol with this text and these facts.
fn check(
    knowledge: &Knowledge,
    found: &FoundName,
    summary: &str,
    facts: &StatedFacts,
) -> Vec<Claim> {
    let Some(parsed) = CodeReader::parsed_file(knowledge, &found.path) else { return Vec::new() };
    if parsed.facts.symbols.len() <= found.at {
        return Vec::new();
    }
    let subject = Subject { parsed, at: found.at };
    let context = SubjectContext::new(knowledge, &subject, &[]);
    check_entry(&context, EntryContent { summary, details: None, surprises: &[], facts })
}

/// A part for what the checks say of a claim; `None` if it is open.
fn part_of(claim: Claim, part: impl Fn(DocumentFinding) -> ClaimPart) -> Option<ClaimPart> {
    let mut part = match claim.finding {
        Finding::Holds => part(DocumentFinding::Holds),
        Finding::Refuted => part(DocumentFinding::Refuted),
        Finding::Open => return None,
    };
    part.reason = claim.reason;
    part.evidence = claim.evidence.into_iter().next();
    Some(part)
}

fn by_facts(
    knowledge: &Knowledge,
    subject: &str,
    phrase: &str,
    object: &str,
    facts: &StatedFacts,
) -> Option<ClaimPart> {
    let found = only_definition(knowledge, subject)?;
    let claim = check(knowledge, &found, "", facts).pop()?;
    // A name from elsewhere may be known here under another one.
    let is_own = !definitions(knowledge, object).is_empty();
    let is_decided = claim.finding != Finding::Refuted || is_own;
    part_of(claim, |finding| said(subject, phrase, object, finding)).filter(|_| is_decided)
}

fn by_place(knowledge: &Knowledge, subject: &str, phrase: &str, place: &str) -> Option<ClaimPart> {
    let wanted = place.trim_start_matches("./").trim_end_matches('/');
    let found = definitions(knowledge, subject);
    let is_at = |path: &str| {
        path == wanted
            || path.ends_with(&format!("/{wanted}"))
            || format!("/{path}").contains(&format!("/{wanted}/"))
    };
    if let Some(here) = found.iter().find(|one| is_at(&one.path)) {
        let part = said(subject, phrase, place, DocumentFinding::Holds);
        return Some(part.at(&here.path, here.line));
    }
    let [other] = found.as_slice() else { return None };
    // It may be exported from there, or be declared in a way that is not read.
    let parsed = knowledge.parsed_file(wanted)?;
    let (_, name) = parse_mention(subject)?;
    let is_elsewhere = !rutter_domain::words::contains_word(&parsed.text, name);
    is_elsewhere.then(|| {
        let part = said(subject, phrase, place, DocumentFinding::Refuted);
        part.because(format!("it is in `{}`", other.path)).at(&other.path, other.line)
    })
}

/// "the default of `limit` of `fetch` is 3"
fn by_default(knowledge: &Knowledge, statement: &Statement) -> Option<ClaimPart> {
    let phrases = ["default of * of * is *", "default of * in * is *"];
    let at = phrases.iter().find_map(|phrase| statement.find_phrase(phrase).pop())?;
    let [parameter, _, function, _, value] = statement.words.get(at + 2..at + 7)? else {
        return None;
    };
    let found = only_definition(knowledge, &function.text)?;
    let fact = format!("{}={}", parameter.text, value.text);
    let facts: StatedFacts = [(FactKind::Defaults, fact)].into_iter().collect();
    let claim = check(knowledge, &found, "", &facts).pop()?;
    let text =
        format!("the default of `{}` of `{}` is {}", parameter.text, function.text, value.text);
    part_of(claim, |finding| ClaimPart::new(PartKind::Statement, &text, finding))
}

/// A claim that begins with the name of a symbol, held against it like an entry.
fn about_subject(knowledge: &Knowledge, statement: &Statement) -> Vec<ClaimPart> {
    let first = statement.words.first().filter(|word| word.form == WordForm::Code);
    let found = first.and_then(|word| only_definition(knowledge, &word.text));
    let Some(found) = found else { return Vec::new() };
    let claims = check(knowledge, &found, &statement.text, &StatedFacts::default());
    let part = |finding| ClaimPart::new(PartKind::Statement, &statement.text, finding);
    claims.into_iter().filter_map(|claim| part_of(claim, part)).collect()
}

//! What a claim says of the members and bases of a type must agree with it.

use rutter_domain::name_parts;
use rutter_domain::words::contains_word;
use rutter_domain::{FactKind, Symbol, SymbolKind};

use crate::check::{Check, CheckInfo, Example, SubjectScope};
use crate::context::SubjectContext;
use crate::facts::bases::bases;
use crate::facts::decide;
use crate::lexicon::kinds::{BASE_VERBS, BEFORE_BASE, ENUM_NOUNS, MEMBER_NOUNS};
use crate::rules::parameters::number;
use crate::statement::{is_name, plain};
use crate::{Problem, Statement};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "members",
        about: "What a claim says of the members and bases of a type must agree with it.",
        scope: &[SubjectScope::Symbol],
        code: r"//- src/level.ts
export enum Level { Low, Middle, High }
",
        path: "src/level.ts",
        symbol: "Level",
        wrong: Example::Claim("Enum with four members."),
        right: Example::Claim("Enum with three members."),
    },
    run: check,
};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_type() {
        return Vec::new();
    }
    let mut problems = check_bases(statement, context);
    for at in 0..statement.words.len() {
        problems.extend(check_member(statement, at, context));
        problems.extend(check_count(statement, at, context));
    }
    problems
}

/// "extends `X`", "inherits from `X`".
fn check_bases(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for phrase in BASE_VERBS.words() {
        for at in statement.find_phrase(phrase) {
            let mut at = at + phrase.split(' ').count();
            let is_article = |at: usize| {
                statement.words.get(at).is_some_and(|word| BEFORE_BASE.has(&word.lower))
            };
            while is_article(at) {
                at += 1;
            }
            let Some(word) = statement.words.get(at).filter(|word| is_name(word)) else { continue };
            let Some(name) = name_parts(&word.text).last().map(|name| bare(name)) else { continue };
            if !name.is_empty() {
                problems.extend(Problem::of(decide(context, FactKind::Implements, name)));
            }
        }
    }
    problems
}

/// "its `x` field", "a method `x`".
fn check_member(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let word = words.get(at).filter(|word| is_name(word))?;
    let is_noun = |at: usize| plain(words.get(at)).is_some_and(|word| MEMBER_NOUNS.has(word));
    let is_before = !word.ends_phrase && is_noun(at + 1);
    let is_after = at > 0 && !words[at - 1].ends_phrase && is_noun(at - 1);
    if !is_before && !is_after {
        return None;
    }
    // "the `x` field of `y`" is about another type.
    let after = at + 1 + usize::from(is_before);
    if matches!(plain(words.get(after)), Some("of" | "from")) {
        return None;
    }
    let name = bare(&word.text);
    let is_whole = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_whole || name.is_empty() || has_member(context, name) {
        return None;
    }
    let noun = if is_before { &words[at + 1].lower } else { &words[at - 1].lower };
    let noun = noun.trim_end_matches('s');
    let line = context.line(context.symbol().span.start_line);
    Some(Problem::refuted(format!("it has no {noun} `{name}`")).at(Some(line)))
}

fn has_member(context: &SubjectContext<'_>, name: &str) -> bool {
    let is_it = |symbol: &Symbol| {
        symbol.name == name || !symbol.kind.is_callable() && contains_word(&symbol.signature, name)
    };
    context.members().any(is_it)
        // Fields that no declaration lists: assigned in the constructor, or made by a macro.
        || context.line_of_use(name).is_some()
        || inherits_member(context, name)
}

fn inherits_member(context: &SubjectContext<'_>, name: &str) -> bool {
    let found = bases(context, context.symbol());
    let mut known = found.known.iter();
    !found.is_complete
        || known.any(|one| context.text_of(one).is_none_or(|text| contains_word(&text, name)))
}

/// "an enum with three variants".
fn check_count(statement: &Statement, at: usize, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let said = number(&words.get(at)?.lower)?;
    let noun = plain(words.get(at + 1))?;
    if context.symbol().kind != SymbolKind::Enum || !ENUM_NOUNS.has(noun) {
        return None;
    }
    let members = context.members().filter(|one| one.kind == SymbolKind::EnumMember);
    let n_members = u32::try_from(members.count()).unwrap_or(u32::MAX);
    let is_same = (f64::from(n_members) - said).abs() < 0.5;
    if n_members == 0 || is_same {
        return None;
    }
    let line = context.line(context.symbol().span.start_line);
    Some(Problem::refuted(format!("it has {n_members} {noun}")).at(Some(line)))
}

fn bare(text: &str) -> &str {
    text.trim_end_matches("()").trim_start_matches(['$', '@', ':', '.', '#'])
}

#[cfg(test)]
mod tests;

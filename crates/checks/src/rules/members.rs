//! What a claim says of the members and bases of a type must agree with it.

use rutter_domain::name_parts;
use rutter_domain::words::contains_word;
use rutter_domain::{Symbol, SymbolKind};
use rutter_syntax::profile;

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::{Neighbour, SubjectContext};
use crate::lexicon::kinds::{BASE_VERBS, BEFORE_BASE, ENUM_NOUNS, MEMBER_NOUNS, ROOT_TYPES};
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
    run: Run::Claim(check),
};

/// How far up the bases of a type are followed.
const MOST_BASES: usize = 8;

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
            // There a type implements an interface without saying so.
            let is_silent =
                profile(context.language()).is_structural() && phrase.starts_with("implement");
            if !name.is_empty() && !is_silent && !has_base(context, name) {
                let reason = match bases(context) {
                    found if found.is_empty() => format!("it names no base `{name}`"),
                    found => format!("its bases are `{}`, not `{name}`", found.join("`, `")),
                };
                let line = context.line(context.symbol().span.start_line);
                problems.push(Problem::contradicted(reason).at(Some(line)));
            }
        }
    }
    problems
}

/// Whether a type has a base of that name, itself or through its bases.
fn has_base(context: &SubjectContext<'_>, name: &str) -> bool {
    if is_named_as_base(context, name) {
        return true;
    }
    let mut next: Vec<String> = bases(context);
    let mut seen: Vec<String> = Vec::new();
    while let Some(base) = next.pop() {
        if seen.contains(&base) || seen.len() >= MOST_BASES {
            continue;
        }
        for one in context.definitions(&base).iter().filter(|one| one.symbol().kind.is_type()) {
            if contains_word(&one.symbol().signature, name) {
                return true;
            }
            next.extend(bases_of(one));
        }
        seen.push(base);
    }
    // A base that the index does not define may have any bases itself.
    seen.iter().any(|base| context.definitions(base).is_empty() && !ROOT_TYPES.has(base))
}

fn is_named_as_base(context: &SubjectContext<'_>, name: &str) -> bool {
    contains_word(&context.symbol().signature, name)
        || bases(context).iter().any(|base| base == name)
        // Attributes, mixins and declarations within the body name bases too.
        || context.symbol().kind.is_container() && contains_word(&context.code, name)
        || context.facts().symbols.iter().any(|one| {
            one.kind == SymbolKind::Implementation
                && contains_word(&one.signature, &context.symbol().name)
                && contains_word(&one.signature, name)
        })
        || context.users().users.iter().any(|user| {
            user.symbol().kind == SymbolKind::Implementation
                && contains_word(&user.symbol().signature, name)
        })
}

/// The bases that a type names.
fn bases(context: &SubjectContext<'_>) -> Vec<String> {
    let own = context.symbol();
    let at = context.facts().symbols.iter().position(|one| one.span == own.span);
    at.map_or_else(Vec::new, |at| bases_in(&context.facts().references, at))
}

fn bases_of(one: &Neighbour) -> Vec<String> {
    bases_in(&one.facts.references, one.at)
}

fn bases_in(references: &[rutter_domain::Reference], at: usize) -> Vec<String> {
    use rutter_domain::ReferenceKind::{Extends, Implements};
    let of_type = references.iter().filter(|one| {
        one.from.is_some_and(|from| from as usize == at) && matches!(one.kind, Extends | Implements)
    });
    of_type.map(|one| one.name.clone()).collect()
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
    Some(Problem::contradicted(format!("it has no {noun} `{name}`")).at(Some(line)))
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
    bases(context).iter().any(|base| {
        let found = context.definitions(base);
        let types: Vec<_> = found.iter().filter(|one| one.symbol().kind.is_type()).collect();
        types.is_empty() && !ROOT_TYPES.has(base)
            || types
                .iter()
                .any(|one| context.text_of(one).is_none_or(|text| contains_word(&text, name)))
    })
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
    Some(Problem::contradicted(format!("it has {n_members} {noun}")).at(Some(line)))
}

fn bare(text: &str) -> &str {
    text.trim_end_matches("()").trim_start_matches(['$', '@', ':', '.', '#'])
}

#[cfg(test)]
mod tests;

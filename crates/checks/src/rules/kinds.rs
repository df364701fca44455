//! The noun that a claim has for the subject must agree with its kind.
//!
//! Only the words at the head of a claim say what the subject is, and only what is certain in the
//! language counts: nobody is wrong who calls a method a function.

use rutter_domain::SymbolKind;
use rutter_domain::words::contains_word;
use rutter_syntax::profile;
use rutter_syntax::profile::Sight;

use crate::Problem;
use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::SubjectContext;
use crate::lexicon::kinds::{ADJECTIVES, AFTER_NOUN, CALLABLE_TYPES, MAKING};
use crate::statement::{Statement, plain};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "kinds",
        about: "The noun that a claim has for the subject must agree with its kind: a class, a struct, a function.",
        scope: &[SubjectScope::Symbol],
        code: r"//- Core/Money.cs
namespace Core;
public readonly struct Money {
    public long Cents { get; }
}
",
        path: "Core/Money.cs",
        symbol: "Money",
        wrong: Example::Claim("Mutable class that holds cents."),
        right: Example::Claim("Struct that holds cents."),
    },
    run: Run::Claim(check),
};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let found = noun(statement).and_then(|noun| check_noun(noun, context));
    found.into_iter().collect()
}

/// The noun at the head of a claim.
fn noun(statement: &Statement) -> Option<&str> {
    let words = &statement.words;
    let is_adjective = |at: &usize| plain(words.get(*at)).is_some_and(|word| ADJECTIVES.has(word));
    let at = (0..words.len()).find(|at| !is_adjective(at))?;
    // In "class name of …" and "method calls are …" the noun is an adjective itself.
    let ends = words[at].ends_phrase || at + 1 == words.len();
    let is_noun = ends || plain(words.get(at + 1)).is_some_and(|next| AFTER_NOUN.has(next));
    plain(words.get(at)).filter(|_| is_noun)
}

fn check_noun(noun: &str, context: &SubjectContext<'_>) -> Option<Problem> {
    use SymbolKind as Kind;
    let kind = context.symbol().kind;
    let signature = context.symbol().signature.as_str();
    let has_structs = profile(context.language()).kinds.structs_are_apart;
    let is_wrong = match noun {
        // A Java or Kotlin enum is a class; a struct of C++ is nearly one.
        "class" => {
            matches!(kind, Kind::Function | Kind::Method | Kind::Constant)
                || matches!(kind, Kind::Struct | Kind::Enum) && has_structs
        }
        "struct" => {
            matches!(kind, Kind::Enum | Kind::Function | Kind::Method | Kind::Trait)
                || kind == Kind::Class && has_structs && !contains_word(signature, "struct")
        }
        "enum" | "enumeration" => {
            matches!(
                kind,
                Kind::Struct | Kind::Function | Kind::Method | Kind::Interface | Kind::Trait
            ) || kind == Kind::Class && !context.code.contains("num")
        }
        "function" | "method" => {
            kind.is_type() && kind != Kind::TypeAlias && !CALLABLE_TYPES.is_in(&context.code)
        }
        "constant" => {
            matches!(kind, Kind::Class | Kind::Struct | Kind::Enum) || is_function(context)
        }
        "constructor" => is_function(context) && !makes_own_type(context),
        _ => false,
    };
    is_wrong.then(|| {
        let problem = Problem::contradicted(format!("it is a {}, not a {noun}", kind.name()));
        problem.at(Some(context.line(context.symbol().span.start_line)))
    })
}

fn is_function(context: &SubjectContext<'_>) -> bool {
    matches!(context.symbol().kind, SymbolKind::Function | SymbolKind::Method)
}

/// Whether the name of a function or its code says that it makes something.
fn makes_own_type(context: &SubjectContext<'_>) -> bool {
    let symbol = context.symbol();
    let containers = context.containers();
    let own_type = containers.first().map_or("Self", |parent| parent.name.as_str());
    MAKING.is_in(&symbol.name.to_lowercase())
        || contains_word(&context.code, own_type)
        || context.code.contains("Self")
        || symbol.name.starts_with(char::is_uppercase)
            && profile(context.language()).names.reach != Sight::Capitalized
}

#[cfg(test)]
mod tests;

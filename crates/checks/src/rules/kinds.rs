//! What a claim calls the subject must agree with what it is: a class, a struct, an async function …
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
use crate::statement::{Statement, WordForm};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "kinds",
        about: "What a claim calls the subject must agree with what it is: a class, a struct, an async function.",
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

/// Words that may stand between the start of a claim and the noun.
const ADJECTIVES: [&str; 38] = [
    "a",
    "an",
    "the",
    "this",
    "is",
    "it",
    "abstract",
    "static",
    "async",
    "asynchronous",
    "private",
    "public",
    "internal",
    "protected",
    "mutable",
    "immutable",
    "generic",
    "base",
    "final",
    "sealed",
    "simple",
    "small",
    "recursive",
    "frozen",
    "readonly",
    "read",
    "only",
    "exported",
    "deprecated",
    "virtual",
    "pure",
    "short",
    "plain",
    "main",
    "nested",
    "inner",
    "synchronous",
    "lazy",
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let (adjectives, noun) = head(statement);
    let mut problems = Vec::new();
    if let Some(noun) = noun {
        problems.extend(check_noun(noun, context));
    }
    let is_function =
        matches!(noun, Some("function" | "method" | "helper" | "constructor" | "generator"));
    for adjective in adjectives {
        let said = match adjective {
            "async" | "asynchronous" if is_function => Modifier::Async,
            "static" if is_function => Modifier::Static,
            "abstract" if is_function || noun == Some("class") => Modifier::Abstract,
            _ => continue,
        };
        problems.extend(check_modifier(said, context));
    }
    problems
}

/// The adjectives and the noun at the head of a claim.
fn head(statement: &Statement) -> (Vec<&str>, Option<&str>) {
    let words = statement.words.iter().take_while(|word| word.form == WordForm::Plain);
    let words: Vec<&str> = words.map(|word| word.lower.as_str()).collect();
    let n_adjectives = words.iter().take_while(|word| ADJECTIVES.contains(word)).count();
    let ends = statement.words.get(n_adjectives).is_none_or(|noun| noun.ends_phrase);
    let next = words.get(n_adjectives + 1).copied();
    // In "class name of …" and "method calls are …" the noun is an adjective itself.
    let is_noun = ends
        || n_adjectives + 1 == statement.words.len()
        || next.is_some_and(|next| {
            ["that", "which", "for", "with", "of", "holding", "to", "from", "describing", "and"]
                .contains(&next)
        });
    let noun = words.get(n_adjectives).copied().filter(|_| is_noun);
    (words.iter().take(n_adjectives).copied().collect(), noun)
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
            kind.is_type() && kind != Kind::TypeAlias && !is_callable_type(context)
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

fn is_callable_type(context: &SubjectContext<'_>) -> bool {
    ["__call__", "invoke", "operator()", "call", "apply", "Func", "delegate", "def "]
        .iter()
        .any(|mark| context.code.contains(mark))
}

/// Whether the name of a function or its code says that it makes something.
fn makes_own_type(context: &SubjectContext<'_>) -> bool {
    let name = context.symbol().name.to_lowercase();
    let makes = ["new", "create", "make", "build", "init", "from", "of", "construct", "with", "__"];
    makes.iter().any(|part| name.contains(part))
        || context
            .containers()
            .first()
            .is_some_and(|parent| contains_word(&context.code, &parent.name))
        || context.code.contains("Self")
        || context.symbol().name.starts_with(char::is_uppercase)
            && profile(context.language()).names.reach != Sight::Capitalized
}

#[derive(Clone, Copy)]
enum Modifier {
    Async,
    Static,
    Abstract,
}

fn check_modifier(said: Modifier, context: &SubjectContext<'_>) -> Option<Problem> {
    let modifiers = &profile(context.language()).modifiers;
    let code = context.code.as_str();
    let has = |marks: &[&str]| marks.iter().any(|mark| code.contains(mark));
    let (is_certain, is_so, word) = match said {
        Modifier::Async => (
            modifiers.asyncs,
            has(&[
                "async",
                "await",
                "Promise",
                "Task",
                "Future",
                "then(",
                "spawn",
                "Thread",
                "callback",
                "setTimeout",
            ]),
            "async",
        ),
        Modifier::Static => (
            modifiers.statics && context.symbol().kind == SymbolKind::Method,
            has(&["static"]),
            "static",
        ),
        Modifier::Abstract => (
            modifiers.abstracts,
            has(&["abstract", "interface", "sealed"])
                || context.containers().iter().any(|one| one.kind == SymbolKind::Interface),
            "abstract",
        ),
    };
    (is_certain && !is_so).then(|| {
        let problem = Problem::contradicted(format!("it is not {word}"));
        problem.at(Some(context.line(context.symbol().span.start_line)))
    })
}

#[cfg(test)]
mod tests {
    use crate::tests::check;

    const FILES: &str = "\
//- Core/Money.cs
namespace Core;
public readonly struct Money {
    public long Cents { get; }
    public static Money Of(long cents) { return default; }
    public long Half() { return Cents / 2; }
}
public enum Side { Debit, Credit }
";

    #[test]
    fn what_the_subject_is_called_must_fit() {
        check(
            FILES,
            "Core/Money.cs",
            &[
                ("Money", "Struct that holds cents.", "supported"),
                (
                    "Money",
                    "Mutable class that holds cents.",
                    "contradicted: it is a struct, not a class",
                ),
                ("Money.Of", "Static method that makes an amount.", "supported"),
                (
                    "Money.Half",
                    "Static method for half the cents.",
                    "contradicted: it is not static",
                ),
                (
                    "Money.Half",
                    "Asynchronous method for half the cents.",
                    "contradicted: it is not async",
                ),
                ("Side", "Enum of the sides.", "supported"),
            ],
        );
    }
}

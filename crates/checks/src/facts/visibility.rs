//! Who may use the subject, as its modifiers, its name or the rule of the language say.

use crate::lexicon::facts::VISIBILITY_WORDS;
use rutter_domain::Visibility;

use super::{Decision, head};
use crate::context::SubjectContext;
use crate::lexicon::users::EXPORTING;

/// A list of exports has at most this many lines.
const MOST_EXPORT_LINES: usize = 40;

pub(super) fn decide(context: &SubjectContext<'_>, fact: &str) -> Decision {
    let lower = fact.to_lowercase();
    let row = VISIBILITY_WORDS.rows().find(|row| row.words().any(|word| word == lower));
    let stated = match row.map(|row| row.label) {
        Some("public") => Visibility::Public,
        Some("protected") => Visibility::Protected,
        Some("private") => Visibility::Private,
        Some(_) => Visibility::Internal,
        None => return Decision::open("write public, protected, internal or private"),
    };
    let actual = declared_visibility(context);
    if stated == actual {
        return Decision::holds(head(context));
    }
    let is_public = |one: Visibility| one == Visibility::Public;
    // Between internal, private and protected people do not use the words alike.
    let is_decided = is_public(stated) != is_public(actual);
    let is_exported = is_public(stated) && is_exported_by_name(context);
    let is_hidden = is_public(actual) && is_hidden_by_container(context);
    let is_inner = context.containers().first().is_some_and(|one| one.kind.is_callable());
    if !is_decided || is_exported || is_hidden || is_inner {
        return Decision::open(format!("it is declared as {}", actual.name()));
    }
    Decision::refuted(format!("it is {}", actual.name()), head(context))
}

/// The visibility of the symbol. In C++ a method is declared in its class and defined elsewhere.
fn declared_visibility(context: &SubjectContext<'_>) -> Visibility {
    let symbol = context.symbol();
    let own = symbol.visibility;
    let others = context.definitions(&symbol.qualified_name).into_iter();
    let mut declared = others.map(|one| one.symbol().visibility);
    let is_elsewhere = own == Visibility::Public && symbol.qualified_name.contains("::");
    if !is_elsewhere {
        return own;
    }
    declared.find(|one| *one != Visibility::Public).unwrap_or(own)
}

/// Whether something around the symbol keeps it from being used elsewhere.
fn is_hidden_by_container(context: &SubjectContext<'_>) -> bool {
    let containers = context.containers();
    let mut visible = containers.iter().map(|one| one.visibility);
    visible.any(|one| matches!(one, Visibility::Private | Visibility::Internal))
}

/// Whether the file exports the symbol apart from its definition: `module.exports = { a }`, `export { a }`.
fn is_exported_by_name(context: &SubjectContext<'_>) -> bool {
    let starts: Vec<&str> = EXPORTING.words_of(context.language().name()).collect();
    let is_export = |line: &&str| starts.iter().any(|start| line.trim_start().starts_with(start));
    let lines = context.subject.parsed.text.lines().skip_while(|line| !is_export(line));
    let mut exports = lines.take(MOST_EXPORT_LINES);
    exports.any(|line| rutter_domain::words::contains_word(line, &context.symbol().name))
}

//! A parameter is in the head of a definition, with the type that is stated with it.

use rutter_domain::words::contains_word;
use rutter_domain::{Symbol, SymbolKind};
use rutter_syntax::{Parameter, parameters, profile};

use super::type_groups::{Likeness, compare};
use super::{Decision, head, last_part};
use crate::context::SubjectContext;

pub(super) fn decide(context: &SubjectContext<'_>, fact: &str) -> Decision {
    let (name, stated) =
        fact.split_once(':').map_or((fact, ""), |(name, kind)| (name, kind.trim()));
    let stated = stated.split('=').next().unwrap_or("").trim();
    let name = last_part(name.trim().trim_start_matches(['$', '@', '&', '*', '.']));
    let Some(lists) = lists(context) else {
        return Decision::open("its parameters are not read here");
    };
    if let Some(found) = lists.iter().flatten().find(|one| one.is_named(name)) {
        let written = found.text.split('=').next().unwrap_or("");
        let written = written.replacen(name, "", 1);
        let written =
            written.trim_matches(|c: char| matches!(c, ':' | ' ' | '?' | '$' | '*' | '.'));
        if stated.is_empty() || written.is_empty() {
            return Decision::holds(head(context));
        }
        return match compare(stated, written, context) {
            Likeness::Same => Decision::holds(head(context)),
            Likeness::Different if lists.len() == 1 => Decision::refuted(
                format!("`{name}` is declared as `{}`", found.text),
                head(context),
            ),
            Likeness::Different | Likeness::Unknown => {
                Decision::open(format!("`{name}` is declared as `{}`", found.text))
            }
        };
    }
    if let Some(why) = may_be_taken(context, &lists, name) {
        return Decision::open(why);
    }
    let names: Vec<&str> = lists.iter().flatten().map(|one| one.text.as_str()).collect();
    let taken =
        if names.is_empty() { "none".to_owned() } else { format!("`{}`", names.join("`, `")) };
    Decision::refuted(format!("it has no parameter `{name}`; it takes {taken}"), head(context))
}

/// The parameters of every definition; `None` if they are not written as a list.
pub(crate) fn lists(context: &SubjectContext<'_>) -> Option<Vec<Vec<Parameter>>> {
    let is_function = matches!(
        context.symbol().kind,
        SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor
    );
    let is_read = is_function && profile(context.language()).heads.parameters;
    let definitions = context.subject.parsed.definitions_of(context.symbol());
    let read = |symbol: &&Symbol| {
        let is_whole = !symbol.signature.ends_with('…');
        parameters(symbol, context.language()).filter(|_| is_whole)
    };
    is_read.then(|| definitions.iter().map(read).collect()).flatten()
}

/// Why the subject may take a parameter that its heads do not have.
pub(super) fn may_be_taken(
    context: &SubjectContext<'_>,
    lists: &[Vec<Parameter>],
    name: &str,
) -> Option<&'static str> {
    // One parameter may hold them all, and its fields be taken out of it.
    let has_any = lists.iter().flatten().any(|one| one.is_variadic() || one.text.contains('{'));
    let is_in_head = contains_word(&context.symbol().signature, name);
    let is_in_code = contains_word(&context.code, name) || contains_word(&context.doc, name);
    if has_any && is_in_code {
        return Some("it takes parameters that its head does not name");
    }
    is_in_head.then_some("its head has that name at another place")
}

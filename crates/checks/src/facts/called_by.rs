//! A caller refers to the subject in its own code.

use crate::lexicon::facts::NAME_MARKS;
use rutter_domain::words::contains_word;
use rutter_domain::{Evidence, ReferenceKind};
use rutter_syntax::profile;

use super::{Decision, last_part};
use crate::context::{Neighbour, SubjectContext, is_data};
use crate::lexicon::calls::CALLED_UNSEEN;

/// A name with this many definitions may have others that were not looked at.
const MOST_DEFINITIONS: usize = 8;
/// At most this many users are listed in a reason.
const MOST_LISTED: usize = 4;

pub(super) fn decide(context: &SubjectContext<'_>, name: &str) -> Decision {
    let last = last_part(name);
    let callers = context.definitions(name);
    for caller in &callers {
        if let Some(line) = context.reference_within(caller) {
            return Decision::holds(Evidence {
                path: caller.path.clone(),
                start_line: line,
                end_line: line,
            });
        }
    }
    if let Some(at) = use_in_file(context, name) {
        return Decision::holds(at);
    }
    if callers.is_empty() {
        return Decision::open(format!("the index has no definition of `{last}` to look at"));
    }
    if let Some(why) = may_call(context, &callers) {
        return Decision::open(why);
    }
    let span = callers[0].symbol().span;
    let (start_line, end_line) = (span.start_line, span.end_line);
    let at = Evidence { path: callers[0].path.clone(), start_line, end_line };
    let users: Vec<String> = users(context);
    let reason = match users.as_slice() {
        [] => format!("`{last}` does not name it"),
        users => format!("`{last}` does not name it; it is used by {}", users.join(", ")),
    };
    Decision::refuted(reason, at)
}

/// Why a caller that does not refer to the subject may call it all the same.
fn may_call(context: &SubjectContext<'_>, callers: &[Neighbour]) -> Option<&'static str> {
    let symbol = context.symbol();
    let own = symbol.name.as_str();
    let names = context.own_names();
    let profile = profile(context.language());
    let text_names_it = |caller: &Neighbour| {
        context
            .text_of(caller)
            .is_none_or(|text| names.iter().any(|name| contains_word(&text, name)))
    };
    if callers.len() >= MOST_DEFINITIONS {
        return Some("too many symbols have that name");
    }
    if callers.iter().any(text_names_it) {
        return Some("its text names it, and no call was found");
    }
    let is_conventional = CALLED_UNSEEN.has(own)
        || own.starts_with("__")
        || own.contains("operator")
        || (profile.is_conventional)(own, symbol.parent.is_none());
    if is_conventional {
        return Some("the language may call it without its name");
    }
    let is_open = !profile.members.are_inside || profile.open.types;
    if is_open && callers.iter().any(|one| one.symbol().kind.is_container()) {
        return Some("other places may add to that type");
    }
    is_handed_on(context).then_some("it is passed on as a value or under another name")
}

/// Whether some code passes the subject on without calling it, renames it, or has its name as a text.
fn is_handed_on(context: &SubjectContext<'_>) -> bool {
    let name = context.symbol().name.as_str();
    let as_text: Vec<String> =
        NAME_MARKS.words().iter().map(|mark| format!("{mark}{name}")).collect();
    let paths = context.code_base.paths_naming(name);
    paths.into_iter().any(|path| {
        let Some(facts) = context.facts_at(path) else { return true };
        let is_read = |kind| kind == ReferenceKind::Read && !is_data(context.symbol());
        let is_renamed = facts
            .imports
            .iter()
            .any(|import| import.name.as_deref() == Some(name) && import.alias.is_some());
        let is_exported = facts.renamed_exports.iter().any(|one| one.local_name == name);
        facts.references.iter().any(|one| one.name == name && is_read(one.kind))
            || is_renamed
            || is_exported
            || context
                .code_base
                .parsed_file(path)
                .is_none_or(|parsed| as_text.iter().any(|text| contains_word(&parsed.text, text)))
            || facts.symbols.iter().any(|one| {
                one.kind == rutter_domain::SymbolKind::Macro
                    && context
                        .code_base
                        .parsed_file(path)
                        .is_none_or(|parsed| contains_word(one.span.slice(&parsed.text), name))
            })
    })
}

/// A use in a file of that name, or at its top level.
fn use_in_file(context: &SubjectContext<'_>, name: &str) -> Option<Evidence> {
    let is_file = |path: &str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        path.ends_with(name) || file.split('.').next() == Some(name)
    };
    let users = context.users();
    let within = users.users.iter().find(|one| is_file(&one.path)).map(|one| Evidence {
        path: one.path.clone(),
        start_line: one.line,
        end_line: one.line,
    });
    within.or_else(|| users.top_level.iter().find(|at| is_file(&at.path)).cloned())
}

fn users(context: &SubjectContext<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for user in &context.users().users {
        let name = format!("`{}`", user.symbol().name);
        if !names.contains(&name) && names.len() < MOST_LISTED {
            names.push(name);
        }
    }
    names
}

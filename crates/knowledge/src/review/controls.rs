//! Statements about the subject that are certainly true or certainly false, whatever its entry says.
//!
//! They are read off the code: which names it calls, which it does not, which parameters its signature
//! has. Who calls a certainly true one wrong, or supports a certainly false one, has not read the code.

use rutter_domain::ReferenceKind;

use crate::checks::SubjectContext;

/// At most this many statements of each kind are offered; fewer are asked.
const MOST_OFFERED: usize = 12;

/// True and false statements about a subject.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Controls {
    pub(crate) right: Vec<String>,
    pub(crate) wrong: Vec<String>,
    /// Names of the project that have nothing to do with the subject.
    pub(crate) strangers: Vec<String>,
}

pub(crate) fn controls_of(context: &SubjectContext<'_>) -> Controls {
    let mut controls = Controls { strangers: strangers(context), ..Controls::default() };
    let mut called: Vec<&str> = context
        .references()
        .filter(|(_, kind, _)| *kind == ReferenceKind::Call)
        .map(|(name, ..)| name)
        .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_') && name.len() > 2)
        .collect();
    called.sort_unstable();
    called.dedup();
    for name in called.into_iter().take(MOST_OFFERED) {
        controls.right.push(format!("Its code calls something named `{name}`."));
    }
    for name in words_of(&context.symbol().signature, context).into_iter().take(MOST_OFFERED) {
        controls.right.push(format!("The word `{name}` stands in its signature."));
    }
    for name in words_of(&context.code, context).into_iter().take(MOST_OFFERED) {
        controls.right.push(format!("The word `{name}` stands in its code."));
    }
    for name in &controls.strangers {
        controls.wrong.push(format!("Its code calls something named `{name}`."));
        controls.wrong.push(format!("The word `{name}` stands in its code."));
    }
    controls
        .wrong
        .extend(controls.strangers.iter().map(|name| format!("`{name}` stands in its signature.")));
    controls
}

/// The longer words of a text, without the subject's own name.
fn words_of(text: &str, context: &SubjectContext<'_>) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.len() > 3 && word.starts_with(|c: char| c.is_alphabetic()))
        .filter(|word| *word != context.symbol().name)
        .map(str::to_owned)
        .collect();
    words.sort_unstable_by_key(|word| (std::cmp::Reverse(word.len()), word.clone()));
    words.dedup();
    words
}

/// Symbols of the same file that neither use the subject nor are used by it, nor named in its code;
/// made-up names if there are too few.
fn strangers(context: &SubjectContext<'_>) -> Vec<String> {
    const MADE_UP: [&str; 4] =
        ["rebuild_ledger", "flush_pending", "resolve_alias", "merge_windows"];
    let own = context.symbol();
    let symbols = context.facts().symbols.iter().map(|symbol| symbol.name.as_str());
    let mut names: Vec<String> = symbols
        .filter(|name| *name != own.name && name.len() > 3 && !context.shows(name))
        .map(str::to_owned)
        .collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(MOST_OFFERED);
    names.extend(MADE_UP.iter().filter(|name| !context.shows(name)).map(|name| (*name).to_owned()));
    names
}

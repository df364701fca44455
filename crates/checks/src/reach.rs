//! Text elsewhere that belongs to a subject: the constants it refers to, what it
//! calls, the fields of the types it uses, and, for a value, the code that uses it.

use rutter_domain::words::contains_word;
use rutter_domain::{Symbol, SymbolKind};
use rutter_syntax::profile;

use crate::context::{Neighbour, SubjectContext, is_data};

/// Longer definitions than this are too broad to belong to another symbol.
const MOST_BYTES: usize = 8_000;
/// At most this many definitions are read.
const MOST_TEXTS: usize = 48;

/// The text that belongs to the subject, its own left out.
pub(crate) fn linked_text(context: &SubjectContext<'_>) -> String {
    let mut found: Vec<Neighbour> = Vec::new();
    found.extend(context.callees().iter().filter(|one| is_meant(context, one)).cloned());
    let named_data = context
        .facts()
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, symbol)| is_data(symbol) && contains_word(&context.code, &symbol.name));
    found.extend(named_data.map(|(at, _)| neighbour(context, at)));
    found.extend(constants_of_other_files(context));
    if is_data(context.symbol()) || context.symbol().kind.is_type() {
        found.extend(context.users().users.iter().cloned());
    }
    if let Some(container) = context.containers().first()
        && container.kind == SymbolKind::Enum
    {
        let members = context.facts().symbols.iter().enumerate();
        let members = members
            .filter(|(_, one)| container.span.contains(&one.span) && !one.kind.is_callable());
        found.extend(members.map(|(at, _)| neighbour(context, at)));
    }
    let mut text = String::new();
    for one in found.iter().take(MOST_TEXTS) {
        text.push_str(&one.symbol().qualified_name);
        text.push('\n');
        if one.symbol().kind.is_type() {
            add_shape(&mut text, one);
        } else {
            let own = context.text_of(one).filter(|own| own.len() <= MOST_BYTES);
            text.push_str(own.as_deref().unwrap_or(&one.symbol().signature));
            text.push_str(one.symbol().doc.as_deref().unwrap_or(""));
        }
        text.push('\n');
    }
    text
}

/// Whether a definition is likely what a reference means: it is near, or there is no other.
fn is_meant(context: &SubjectContext<'_>, one: &Neighbour) -> bool {
    let same_name =
        context.callees().iter().filter(|other| other.symbol().name == one.symbol().name).count();
    let container = container_of(one);
    one.path == context.path()
        || same_name == 1
        || container.is_some_and(|container| contains_word(&context.code, &container.name))
}

fn container_of(one: &Neighbour) -> Option<&Symbol> {
    one.symbol().parent.and_then(|at| one.facts.symbols.get(at as usize))
}

/// Constants in capitals, or with a prefix such as `k`, that other files define.
fn constants_of_other_files(context: &SubjectContext<'_>) -> Vec<Neighbour> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let is_camel_case = profile(context.language()).kinds.camel_case_constants;
    let mut names: Vec<&str> = context
        .code
        .split(|c: char| !is_name(c))
        .filter(|word| {
            let has_upper = word.chars().any(char::is_uppercase);
            let is_capitals = !word.chars().any(char::is_lowercase);
            let is_prefixed =
                word.starts_with('k') && word.chars().nth(1).is_some_and(char::is_uppercase);
            word.len() > 2 && has_upper && (is_capitals || is_prefixed || is_camel_case)
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    let found = names.into_iter().take(MOST_TEXTS).flat_map(|name| context.definitions(name));
    found.filter(|one| one.path != context.path() && is_data(one.symbol())).collect()
}

/// The head of a type and the names of the values in it: its methods belong to it alone.
fn add_shape(text: &mut String, one: &Neighbour) {
    let symbol = one.symbol();
    text.push_str(&symbol.signature);
    text.push(' ');
    text.push_str(symbol.doc.as_deref().unwrap_or(""));
    for member in &one.facts.symbols {
        let is_own = symbol.span.contains(&member.span) && member.span != symbol.span;
        if is_own && !member.kind.is_callable() {
            text.push(' ');
            text.push_str(&member.signature);
            text.push(' ');
            text.push_str(&member.name);
        }
    }
}

fn neighbour(context: &SubjectContext<'_>, at: usize) -> Neighbour {
    let facts = std::sync::Arc::clone(&context.subject.parsed.facts);
    let line = facts.symbols[at].span.start_line;
    Neighbour { path: context.path().to_owned(), facts, at, line }
}

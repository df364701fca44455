//! An error is raised where the subject's code, or that of a function it calls, names it beside a `raise`,
//! `throw` or `Err`, or where the head declares it.

use std::collections::HashSet;

use rutter_domain::words::contains_word;
use rutter_domain::{Evidence, SymbolKind};

use super::own_code::{OwnCode, absent, trimmed};
use super::{Decision, last_part};
use crate::context::{Neighbour, SubjectContext};
use crate::lexicon::calls::CALLED_UNSEEN;
use crate::lexicon::facts::{CATCHING_PLACE, RAISING_PLACE, STATEMENT_ENDS};

/// An error is named at most this many tokens after its word.
const MOST_TOKENS: isize = 10;
/// At most this many functions are followed.
const MOST_FOLLOWED: usize = 300;
/// At most this many types are looked up as what an error is a kind of.
const MOST_TYPES: usize = 60;

pub(super) fn decide(context: &SubjectContext<'_>, name: &str) -> Decision {
    let last = last_part(name);
    let code = OwnCode::of(context);
    let uses = code.uses(last);
    if let Some(at) = uses.iter().find(|at| is_raised(&code, **at)) {
        return Decision::holds(context.line(code.tokens[*at].1));
    }
    if let Some(at) = line_in_callee(context, last) {
        return Decision::holds(at);
    }
    if !uses.is_empty() || code.line_with(last).is_some() || contains_word(&context.doc, last) {
        return Decision::open(format!("`{last}` is named, and nothing shows that it is raised"));
    }
    if context.definitions(last).is_empty() {
        return Decision::open(format!("`{last}` is not in the index, and may come from outside"));
    }
    if let Some(why) = may_be_raised(context, last) {
        return Decision::open(why);
    }
    absent(context, last)
}

fn is_raised(code: &OwnCode<'_>, at: usize) -> bool {
    let before = (1..=MOST_TOKENS).map(|back| code.near(at, -back));
    let before = before.take_while(|token| !token.is_empty() && !STATEMENT_ENDS.has(token));
    let words: Vec<&str> = before.map(trimmed).collect();
    let place = |is_it: &dyn Fn(&str) -> bool| words.iter().position(|word| is_it(word));
    match (place(&|word| RAISING_PLACE.has(word)), place(&|word| CATCHING_PLACE.has(word))) {
        (Some(raised), Some(caught)) => raised < caught,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// A line of a function that the subject calls, on which it raises the error.
fn line_in_callee(context: &SubjectContext<'_>, name: &str) -> Option<Evidence> {
    let callees = context.callees().iter().filter(|one| one.symbol().kind.is_callable());
    callees.into_iter().find_map(|one| {
        let text = context.text_of(one)?;
        let lines = (one.symbol().span.start_line..).zip(text.lines());
        let is_it = |line: &str| {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '!'));
            contains_word(line, name) && words.any(|word| RAISING_PLACE.has(word))
        };
        let (line, _) = lines.into_iter().find(|(_, line)| is_it(line))?;
        Some(Evidence { path: one.path.clone(), start_line: line, end_line: line })
    })
}

/// Why an error of the index that the subject and its callees do not name may be raised all the same.
fn may_be_raised(context: &SubjectContext<'_>, name: &str) -> Option<&'static str> {
    if is_base_of_raised(name, context) {
        return Some("an error that it names is a kind of that");
    }
    if is_raised_unseen(context, name) {
        return Some("code that the language calls without a name raises it");
    }
    let own: HashSet<&str> = context.references().map(|(used, ..)| used).collect();
    let takes_function = context
        .facts()
        .locals
        .iter()
        .any(|local| context.is_inside(local.owner) && own.contains(local.name.as_str()));
    if takes_function {
        return Some("it calls a function that it was given");
    }
    let mut next: Vec<Neighbour> = context.callees().to_vec();
    let mut known: HashSet<String> = own.into_iter().map(str::to_owned).collect();
    let mut n_followed = 0;
    while let Some(one) = next.pop() {
        n_followed += 1;
        let text = context.text_of(&one);
        if n_followed > MOST_FOLLOWED
            || text.is_none_or(|text| contains_word(&text, name))
            || context.code_base.paths_defining(&one.symbol().name).len() > 8
        {
            return Some("something that it calls may raise it");
        }
        let span = one.symbol().span;
        for used in &one.facts.references {
            let from = used.from.and_then(|at| one.facts.symbols.get(at as usize));
            let is_own = from.is_some_and(|from| span.contains(&from.span));
            if is_own && known.insert(used.name.clone()) {
                next.extend(context.definitions(&used.name));
            }
        }
    }
    None
}

/// Whether a getter, an operator or the like names the error.
fn is_raised_unseen(context: &SubjectContext<'_>, name: &str) -> bool {
    context.code_base.paths_naming(name).into_iter().any(|path| {
        let Some(facts) = context.facts_at(path) else { return true };
        facts.references.iter().filter(|one| one.name == name).any(|one| {
            let from = one.from.and_then(|at| facts.symbols.get(at as usize));
            from.is_some_and(|from| {
                from.kind == SymbolKind::Property
                    || CALLED_UNSEEN.has(&from.name)
                    || from.name.starts_with("__")
                    || from.name.contains("operator")
            })
        })
    })
}

/// Whether a type that the code or a callee names is a kind of this error.
fn is_base_of_raised(name: &str, context: &SubjectContext<'_>) -> bool {
    let callees = context.callees().iter().filter_map(|callee| context.text_of(callee));
    let text: String = std::iter::once(context.code.clone()).chain(callees).collect();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut types: Vec<&str> =
        words.filter(|word| word.starts_with(char::is_uppercase) && word.len() > 3).collect();
    types.sort_unstable();
    types.dedup();
    types.into_iter().take(MOST_TYPES).any(|one| {
        context.definitions(one).iter().any(|one| contains_word(&one.symbol().signature, name))
    })
}

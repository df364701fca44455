//! The tokens of the subject, and whether a name that is not among them is certainly not used.

use rutter_domain::SymbolKind;
use rutter_domain::words::contains_word;
use rutter_syntax::profile;

use super::Decision;
use crate::context::SubjectContext;
use crate::lexicon::facts::RUN_TIME_NAMES;
use crate::reach::linked_text;

/// The code of the subject without comments.
pub(super) struct OwnCode<'c> {
    pub(super) tokens: Vec<(&'c str, u32)>,
}

impl<'c> OwnCode<'c> {
    pub(super) fn of(context: &'c SubjectContext<'_>) -> OwnCode<'c> {
        OwnCode { tokens: context.tokens() }
    }

    /// The positions of the tokens that are this name.
    pub(super) fn uses(&self, name: &str) -> Vec<usize> {
        let is_it = |token: &str| trimmed(token) == trimmed(name);
        (0..self.tokens.len()).filter(|at| is_it(self.tokens[*at].0)).collect()
    }

    /// The first line that has a name, also within a text.
    pub(super) fn line_with(&self, name: &str) -> Option<u32> {
        let is_it = |token: &str| trimmed(token) == trimmed(name) || contains_word(token, name);
        self.tokens.iter().find(|(token, _)| is_it(token)).map(|(_, line)| *line)
    }

    /// The token so far from another; empty beyond the ends.
    pub(super) fn near(&self, at: usize, distance: isize) -> &'c str {
        let found = at.checked_add_signed(distance).and_then(|at| self.tokens.get(at));
        found.map_or("", |(token, _)| token)
    }
}

/// A token without signs around it: `limit` of `@limit` and `"limit"`.
pub(super) fn trimmed(token: &str) -> &str {
    let bare = token.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    if bare.is_empty() { token } else { bare }
}

/// Why a name that is not in the subject's code may be used all the same; `None` if it is certainly not.
pub(super) fn may_be_used(context: &SubjectContext<'_>, name: &str) -> Option<&'static str> {
    let symbol = context.symbol();
    let profile = profile(context.language());
    let is_open = !profile.members.are_inside || profile.open.types || profile.open.parts;
    if symbol.kind.is_container() && symbol.kind != SymbolKind::File && is_open {
        return Some("other places may add to it");
    }
    if context.facts().damaged.iter().any(|lines| {
        *lines.start() <= symbol.span.end_line && symbol.span.start_line <= *lines.end()
    }) {
        return Some("a part of it could not be parsed");
    }
    let is_run_time = |token: &str| token != symbol.name && RUN_TIME_NAMES.has(token);
    if context.tokens().iter().any(|(token, _)| is_run_time(trimmed(token))) {
        return Some("it uses names that are made at run time");
    }
    if contains_word(&context.code, name) {
        return Some("only a comment or an attribute names it");
    }
    let mut macros = context.callees().iter();
    let is_in_macro = macros.any(|one| {
        one.symbol().kind == SymbolKind::Macro
            && context.text_of(one).is_none_or(|text| contains_word(&text, name))
    });
    is_in_macro.then_some("a macro that it uses names it")
}

/// The decision on a name that the subject's code does not have.
pub(super) fn absent(context: &SubjectContext<'_>, name: &str) -> Decision {
    match may_be_used(context, name) {
        Some(why) => Decision::open(why),
        None => Decision::refuted(format!("`{name}` is not in its code"), context.own_lines()),
    }
}

/// As [`absent`], open where something that the code calls or names has it.
pub(super) fn absent_around(context: &SubjectContext<'_>, name: &str) -> Decision {
    let mut values = context.named_values().iter();
    let mut callees = context.callees().iter();
    let is_near = contains_word(&linked_text(context), name)
        || values.any(|value| contains_word(&value.text, name))
        || callees.any(|one| context.text_of(one).is_none_or(|text| contains_word(&text, name)));
    if is_near {
        return Decision::open("what it calls or names has it, and not its own code");
    }
    absent(context, name)
}

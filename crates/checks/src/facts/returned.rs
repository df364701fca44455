//! What a function returns, as it is written: the declared type, and the values of all `return` places.

use rutter_domain::Symbol;
use rutter_syntax::profile;
use rutter_syntax::profile::TypePlace;

use crate::context::{CodeToken, SubjectContext};
use crate::lexicon::facts::{
    ABSTRACT_BODIES, BODY_BEGINS, CLOSING_BRACKETS, EXPLICIT_RETURN, INNER_FUNCTIONS,
    OPENING_BRACKETS,
};

pub(super) struct Returned {
    /// Each value with its line; empty for a `return` without one.
    pub(super) values: Vec<(String, u32)>,
    /// Whether these are all values that it can return.
    pub(super) is_complete: bool,
}

/// The values that follow `return` in the subject's code.
pub(super) fn returned(context: &SubjectContext<'_>) -> Returned {
    let own = context.symbol();
    let tokens = context.tokens_with_ends();
    let body = tokens.iter().position(|one| BODY_BEGINS.has(one.text));
    let is_inner = |text: &str| {
        let is_pointer = text == "->" || text == "fn" && text == own.name;
        INNER_FUNCTIONS.has(text) && !is_pointer
    };
    let after_head = &tokens[body.map_or(0, |at| at + 1)..];
    let is_explicit = EXPLICIT_RETURN.has(context.language().name());
    let has_inner = after_head.iter().any(|one| is_inner(one.text))
        || tokens.iter().take_while(|one| one.text != "{").any(|one| one.text == "=>");
    let is_abstract = tokens.iter().any(|one| ABSTRACT_BODIES.has(one.text));
    let has_body = after_head.iter().filter(|one| !one.text.is_empty()).count() > 1;
    let inner: Vec<&Symbol> = context
        .facts()
        .symbols
        .iter()
        .filter(|one| {
            one.kind.is_callable() && own.span.contains(&one.span) && one.span != own.span
        })
        .collect();
    let mut values = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_of_inner = inner.iter().any(|one| {
            one.span.start_byte <= token.start_byte && token.start_byte < one.span.end_byte
        });
        if token.text != "return" || is_of_inner {
            continue;
        }
        values.push((value_after(&tokens[at + 1..], context), token.line));
    }
    let is_complete = is_explicit && !has_inner && inner.is_empty() && !is_abstract && has_body;
    Returned { values, is_complete }
}

/// The text of the tokens up to the end of the statement.
fn value_after(tokens: &[CodeToken<'_>], context: &SubjectContext<'_>) -> String {
    let mut depth = 0_i32;
    let mut span: Option<(u32, u32)> = None;
    for token in tokens {
        match token.text {
            text if OPENING_BRACKETS.has(text) => depth += 1,
            text if CLOSING_BRACKETS.has(text) => depth -= 1,
            _ => {}
        }
        if depth < 0 || depth == 0 && matches!(token.text, ";" | "") {
            break;
        }
        let start = span.map_or(token.start_byte, |(start, _)| start);
        span = Some((start, token.start_byte + u32::try_from(token.text.len()).unwrap_or(0)));
    }
    let text = &context.subject.parsed.text;
    let value = span.and_then(|(start, end)| text.get(start as usize..end as usize));
    value.unwrap_or("").trim().to_owned()
}

/// The return type as the head of a function declares it.
pub(super) fn declared(context: &SubjectContext<'_>, symbol: &Symbol) -> Option<String> {
    let signature = symbol.signature.as_str();
    if signature.ends_with('…') {
        return None;
    }
    let name = rutter_domain::words::find_word(signature, &symbol.name)?;
    let (before, after) = (&signature[..name], &signature[name + symbol.name.len()..]);
    let behind = behind_parameters(after);
    let written = match profile(context.language()).written.place {
        TypePlace::Arrow => behind?.split_once("->")?.1.split(" where ").next().unwrap_or(""),
        TypePlace::Colon(ends) => {
            let written = behind?.trim().strip_prefix(':')?.trim_end_matches("=>");
            &written[..written.find(ends).unwrap_or(written.len())]
        }
        TypePlace::Behind => behind?,
        TypePlace::Before => before,
        TypePlace::None => return None,
    };
    let written = written.trim().trim_end_matches([':', '{', ';']).trim();
    (!written.is_empty()).then(|| written.to_owned())
}

/// The text behind the round brackets of a head.
fn behind_parameters(after: &str) -> Option<&str> {
    let mut depth = 0_i32;
    let open = after.find('(')?;
    for (at, c) in after[open..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&after[open + at + 1..]);
        }
    }
    None
}

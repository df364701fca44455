//! The value of a constant: its initialiser.

use crate::lexicon::facts::COMMENT_SIGNS;
use rutter_domain::{Symbol, SymbolKind};

use super::literal::{is_same, read_literal};
use super::{Decision, last_part};
use crate::context::{SubjectContext, is_data};

pub(super) fn decide(context: &SubjectContext<'_>, fact: &str) -> Decision {
    let own = context.symbol();
    let named = fact.split_once('=').filter(|(name, _)| is_name(name.trim()));
    let (name, stated) = match named {
        Some((name, value)) => (last_part(name.trim()), value.trim_start_matches('=').trim()),
        None => (own.name.as_str(), fact),
    };
    let is_it = |symbol: &&Symbol| is_data(symbol) && symbol.name == name;
    let same = |symbol: &&Symbol| is_it(symbol) && symbol.qualified_name == own.qualified_name;
    let symbols = &context.facts().symbols;
    let found: Vec<&Symbol> = if is_data(own) {
        symbols.iter().filter(same).collect()
    } else {
        context.members().filter(is_it).collect()
    };
    if name != own.name && is_data(own) {
        return Decision::open(format!("it is `{}`, not `{name}`", own.name));
    }
    let text = &context.subject.parsed.text;
    let mut written = Vec::new();
    for symbol in found {
        let Some(value) = initialiser(symbol.span.slice(text)) else { continue };
        let at = context.line(symbol.span.start_line);
        if is_same(value, stated) {
            return Decision::holds(at);
        }
        written.push((symbol, value, at));
    }
    match written.as_slice() {
        [(symbol, value, at)] if is_decided(symbol, value, stated) => {
            Decision::refuted(format!("`{name}` is `{value}`"), at.clone())
        }
        [] | [_] | [_, _, ..] => Decision::open("its value is not written as one literal"),
    }
}

/// Whether a value that differs from the stated one is certainly another.
fn is_decided(symbol: &Symbol, value: &str, stated: &str) -> bool {
    // A variable may be assigned later.
    let is_constant =
        symbol.kind != SymbolKind::Variable || !symbol.name.chars().any(char::is_lowercase);
    is_constant && read_literal(value).is_some() && read_literal(stated).is_some()
}

/// What a definition assigns to its name, without what ends the statement.
pub(super) fn initialiser(text: &str) -> Option<&str> {
    let is_part = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + 1..].chars().next();
        matches!(before, Some('=' | '!' | '<' | '>')) || matches!(after, Some('=' | '>'))
    };
    let at = text.match_indices('=').map(|(at, _)| at).find(|at| !is_part(*at));
    let define = text.strip_prefix("#define").map(str::trim_start);
    let value = match (at, define) {
        (_, Some(rest)) => rest.split_once(char::is_whitespace)?.1,
        (Some(at), None) => &text[at + 1..],
        (None, None) => text.split_once(':')?.1,
    };
    let value = value.trim().trim_end_matches([';', ',']).trim();
    let line = value.lines().next().unwrap_or("");
    let is_comment = |at: &usize| {
        let rest = line[*at..].trim_start_matches([' ', '\t']);
        COMMENT_SIGNS.words().iter().any(|sign| rest.starts_with(sign))
    };
    let uncommented = line.match_indices([' ', '\t']).map(|(at, _)| at).find(is_comment);
    let is_one_line = !value.contains('\n');
    let value = match uncommented.filter(|_| is_one_line) {
        Some(end) => value[..end].trim().trim_end_matches([';', ',']).trim(),
        None => value,
    };
    (!value.is_empty()).then_some(value)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'))
}

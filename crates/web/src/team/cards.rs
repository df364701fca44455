//! Renders places in code as items of a list, with secrets masked.

use maud::{Markup, html};

use crate::layout::short;
use crate::links::Links;
use crate::site::Secrecy;
use crate::text::{Safe, breakable};

pub(super) const SECRECY: Secrecy = Secrecy::Masked;

/// A place in the code of a repository.
pub(super) struct CodePlace<'a> {
    pub(super) repository: &'a str,
    pub(super) commit: Option<&'a str>,
    pub(super) path: &'a str,
    pub(super) lines: (u32, u32),
    pub(super) symbol: Option<&'a str>,
    pub(super) text: &'a str,
}

pub(super) fn code_card(place: &CodePlace<'_>) -> Markup {
    let CodePlace { repository, commit, path, lines: (first, last), symbol, text } = place;
    let links = Links::Team(Some((*repository).to_owned()));
    html! {
        li {
            header {
                a href=(links.page("entries")) { (breakable(repository)) }
                code { (breakable(path)) ":" (first) @if last > first { "–" (last) } }
                @if let Some(symbol) = symbol { code { (Safe(symbol)) } }
                @if let Some(commit) = commit { span.faint { (Safe(short(commit))) } }
            }
            pre { code { (Safe(&SECRECY.mask(text))) } }
        }
    }
}

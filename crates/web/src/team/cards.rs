//! Entries and places in code as items of a list. What looks secret is masked.

use maud::{Markup, html};
use rutter_domain::ListedEntry;

use super::code_search::CodeHit;
use crate::layout::short;
use crate::links::Links;
use crate::pages::prose::code_spans;
use crate::pages::status_badge;
use crate::site::Secrecy;
use crate::text::{Safe, breakable, minute};

pub(super) const SECRECY: Secrecy = Secrecy::Masked;

/// An entry with a link to its page.
pub(super) fn entry_in_short(links: &Links, entry: &ListedEntry) -> Markup {
    html! {
        header {
            a href=(links.item("entries", &entry.id)) { code { (Safe(entry.title())) } }
            (status_badge(entry.status))
        }
        p { (code_spans(&SECRECY.mask(&entry.summary))) }
        p.faint {
            @if entry.start_line > 0 { (breakable(&entry.path)) ":" (entry.start_line) " · " }
            (Safe(&entry.author)) " · " (minute(entry.created_at))
            @if let Some(reason) = &entry.reason { " · " (Safe(&SECRECY.mask(reason))) }
        }
    }
}

pub(super) fn code_card(hit: &CodeHit) -> Markup {
    let links = Links::Team(Some(hit.repository.clone()));
    html! {
        li {
            header {
                a href=(links.page("entries")) { (breakable(&hit.repository)) }
                code { (breakable(&hit.path)) ":" (hit.start_line) @if hit.end_line > hit.start_line { "–" (hit.end_line) } }
                @if let Some(symbol) = &hit.symbol { code { (Safe(symbol)) } }
                @if let Some(commit) = &hit.commit { span.faint { (Safe(short(commit))) } }
            }
            pre { code { (Safe(&SECRECY.mask(&hit.snippet))) } }
        }
    }
}

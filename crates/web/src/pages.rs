//! The pages, one file for each. A page renders answers of tools as HTML.

pub(crate) mod ask;
pub(crate) mod entries;
pub(crate) mod entry_card;
pub(crate) mod failed;
pub(crate) mod file;
pub(crate) mod file_finder;
pub(crate) mod folder;
pub(crate) mod gaps;
pub(crate) mod map;
pub(crate) mod moments;
pub(crate) mod neighbours;
pub(crate) mod overview;
pub(crate) mod prose;
pub(crate) mod references;
pub(crate) mod runs;
pub(crate) mod search;
pub(crate) mod search_hit;
pub(crate) mod sign_in;
pub(crate) mod status;
pub(crate) mod symbol;
pub(crate) mod waiting;

use maud::{Markup, html};
use rutter_domain::{Citation, EntryStatus};

use crate::layout::Frame;
use crate::text::Safe;

/// Renders the status of an entry.
pub(crate) fn status_badge(status: EntryStatus) -> Markup {
    html! { span class={ "badge " (status.name()) } { (status.name()) } }
}

/// Renders a citation of an answer, and whether it holds.
pub(crate) fn citation(frame: &Frame<'_>, one: &Citation) -> Markup {
    let (class, words) =
        if one.holds { ("supported", "holds") } else { ("contradicted", "does not hold") };
    html! {
        li {
            a href=(frame.links.lines(&one.path, one.start_line, one.end_line)) {
                (Safe(&one.path)) ":" (one.start_line) @if one.end_line > one.start_line { "–" (one.end_line) }
            }
            " " span class={ "badge " (class) } { (words) } " " span.faint { (Safe(&one.reason)) }
        }
    }
}

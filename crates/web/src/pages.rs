//! The pages, one file for each. A page takes answers of tools and returns HTML.

pub(crate) mod entry_card;
pub(crate) mod failed;
pub(crate) mod file;
pub(crate) mod file_finder;
pub(crate) mod folder;
pub(crate) mod map;
pub(crate) mod neighbours;
pub(crate) mod overview;
pub(crate) mod prose;
pub(crate) mod references;
pub(crate) mod search;
pub(crate) mod search_hit;
pub(crate) mod sign_in;
pub(crate) mod status;
pub(crate) mod symbol;
pub(crate) mod waiting;

use maud::{Markup, html};
use rutter_domain::EntryStatus;

/// How far an entry can be trusted, as a word with a colour.
pub(crate) fn status_badge(status: EntryStatus) -> Markup {
    html! { span class={ "badge " (status.name()) } { (status.name()) } }
}

//! The page that is shown until there is an index. It reloads itself.

use http::header::HeaderName;
use maud::html;
use rutter_serve::Readiness;

use crate::layout::{Frame, Tab};
use crate::links::Links;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::text::Safe;

/// The waiting page; `None` if the index can answer.
pub(crate) fn unless_ready(site: &Site, request: &PageRequest) -> Option<Reply> {
    let (title, message, share) = match site.project.ready() {
        Readiness::Ready => return None,
        Readiness::Indexing(progress) => {
            let share = (progress.n_files > 0).then_some((progress.n_read, progress.n_files));
            ("Indexing", format!("The index is being built: {progress}."), share)
        }
        Readiness::Failed { reason } => {
            ("No index", format!("The index could not be built: {reason}."), None)
        }
    };
    let frame = Frame::bare(site.name(), Links::Live, request.theme);
    let body = html! {
        section.notice role="status" {
            h1 { (title) }
            p { (Safe(&message)) }
            @if let Some((n_read, n_files)) = share {
                progress value=(n_read) max=(n_files) aria-label="Files read" {}
            }
            p.faint { "This page loads itself again." }
        }
    };
    let page = frame.page(title, Tab::Aside, &[], &body);
    Some(Reply::html(page).with(HeaderName::from_static("refresh"), "1"))
}

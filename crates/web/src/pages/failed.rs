//! The error page.

use maud::html;

use crate::layout::{Frame, Tab};
use crate::problem::Problem;
use crate::reply::Reply;
use crate::text::Safe;

pub(crate) fn page(frame: &Frame<'_>, problem: &Problem) -> Reply {
    let title = problem.status.canonical_reason().unwrap_or("Not possible");
    let body = html! {
        section.notice role="alert" {
            h1 { (title) }
            p { (Safe(&problem.message)) }
            @if let Some(hint) = &problem.hint { p.faint { (Safe(hint)) } }
            p { a href=(frame.links.page("")) { "Back to the start page" } }
        }
    };
    Reply::html(frame.page(title, Tab::Aside, &[], &body)).with_status(problem.status)
}

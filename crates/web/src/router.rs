//! Routes addresses to pages.

use std::sync::Arc;

use http::{Method, StatusCode};

use crate::layout::Frame;
use crate::links::Links;
use crate::page_cache::{PageKey, PageState};
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::{api, assets, pages};

/// How long the status page is cached.
const STATUS_SECONDS: u64 = 2;

/// Answers requests that need no token.
pub(crate) fn answer_stranger(request: &PageRequest) -> Option<Reply> {
    let name = request.path.strip_prefix("/assets/")?;
    (request.method == Method::GET).then(|| assets::reply(name)).flatten()
}

pub(crate) fn answer(site: &Arc<Site>, request: &PageRequest) -> Reply {
    if request.path == "/api" || request.path.starts_with("/api/") {
        return api::answer(site, request);
    }
    if let Some(reply) = answer_stranger(request) {
        return reply;
    }
    if let Some(reply) = pages::waiting::unless_ready(site, request) {
        return reply;
    }
    let frame = Frame::new(site, Links::Live, request.theme);
    let Some((key, state)) = kept_as(site, &frame, request) else {
        return page_or_problem(site, &frame, request);
    };
    if let Some(html) = site.pages.get(&key, &state) {
        return Reply::html_bytes(html);
    }
    let _slot = site.slots.take();
    // Another request may have rendered the same page meanwhile.
    if let Some(html) = site.pages.get(&key, &state) {
        return Reply::html_bytes(html);
    }
    let reply = page_or_problem(site, &frame, request);
    if let Some(html) = reply.found_page() {
        site.pages.put(key, state, html);
    }
    reply
}

fn page_or_problem(site: &Arc<Site>, frame: &Frame<'_>, request: &PageRequest) -> Reply {
    match page(site, frame, request) {
        Ok(reply) => reply,
        Err(problem) => pages::failed::page(frame, &problem),
    }
}

/// The key of a page in the cache; `None` if it may show more than the index, the entries and the commit.
fn kept_as(site: &Site, frame: &Frame<'_>, request: &PageRequest) -> Option<(PageKey, PageState)> {
    let path = request.path.as_str();
    let is_kept = match path.trim_start_matches('/').split_once('/') {
        None => matches!(path, "/" | "/search" | "/map" | "/gaps" | "/status"),
        Some(("symbol", _)) => true,
        // A file that is not in the index can change without notice.
        Some(("file", file)) => request.query.get("go").is_none() && site.language(file).is_some(),
        Some(_) => false,
    };
    if !is_kept || request.method != Method::GET {
        return None;
    }
    let query = match path {
        // It also shows runs, which are not part of the state.
        "/status" => format!("{}", site.started.elapsed().as_secs() / STATUS_SECONDS),
        _ => request.query.with("", None),
    };
    let key = PageKey { path: path.to_owned(), query, theme: request.theme };
    Some((key, site.page_state(frame.commit.clone())?))
}

fn page(site: &Arc<Site>, frame: &Frame<'_>, request: &PageRequest) -> Result<Reply, Problem> {
    let path = request.path.as_str();
    let (first, rest) = match path.trim_start_matches('/').split_once('/') {
        Some((first, rest)) => (first, Some(rest).filter(|rest| !rest.is_empty())),
        None => (path.trim_start_matches('/'), None),
    };
    if request.method == Method::POST {
        return match (first, rest) {
            ("sign-in", None) => Ok(Reply::redirect("/")),
            ("ask", None) => pages::ask::ask(site, request),
            ("ask", Some("stream")) => pages::ask::stream(site, request),
            ("gaps", Some(rest)) => match rest.rsplit_once('/') {
                Some((id, "answer")) => pages::gaps::take_answer(site, frame, request, id),
                Some((id, what @ ("dismiss" | "reopen"))) => {
                    pages::gaps::decide(site, request, id, what)
                }
                Some(_) | None => Err(not_allowed(request)),
            },
            ("entries", Some(rest)) => match rest.rsplit_once('/') {
                Some((id, "review")) => pages::entries::review(site, frame, request, id),
                Some((id, "reject")) => pages::entries::reject(site, request, id),
                Some(_) | None => Err(not_allowed(request)),
            },
            _ => Err(not_allowed(request)),
        };
    }
    if request.method != Method::GET && request.method != Method::HEAD {
        return Err(not_allowed(request));
    }
    match (first, rest) {
        ("" | "search", None) => pages::search::answer(site, frame, request),
        ("file", rest) => pages::file::answer(site, frame, request, rest.unwrap_or("")),
        ("files", None) => pages::file_finder::answer(site, request),
        ("gaps", None) => pages::gaps::list(site, frame, &request.query).map(Reply::html),
        ("gaps", Some(id)) => pages::gaps::one(site, frame, id, None).map(Reply::html),
        ("entries", None) => pages::entries::list(site, frame, &request.query).map(Reply::html),
        ("entries", Some(rest)) => match rest.strip_suffix("/review") {
            Some(id) => pages::entries::questionnaire(site, frame, id),
            None => pages::entries::one(site, frame, rest).map(Reply::html),
        },
        ("ask", None) => pages::ask::answer(site, frame, request),
        ("runs", None) => pages::runs::list(site, frame),
        ("runs", Some(rest)) => match rest.strip_suffix("/events") {
            Some(id) => pages::runs::events(site, request, id),
            None => pages::runs::one(site, frame, request, rest),
        },
        ("map", None) => pages::map::answer(site, frame, request),
        ("symbol", Some(name)) => pages::symbol::answer(site, frame, request, name),
        ("status", None) => pages::status::page(site, frame).map(Reply::html),
        ("favicon.ico", None) => assets::reply("icon.svg").ok_or_else(|| no_page(path)),
        _ => Err(no_page(path)),
    }
}

pub(crate) fn no_page(path: &str) -> Problem {
    Problem::missing(format!("there is no page `{path}`"))
}

fn not_allowed(request: &PageRequest) -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("`{}` does not take {}", request.path, request.method),
    )
}

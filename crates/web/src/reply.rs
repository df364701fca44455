//! The reply of a page before it is sent.

use http::header::{self, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use maud::Markup;
use serde_json::Value;
use std::convert::Infallible;

use crate::stream::EventStream;

pub(crate) type HttpResponse = Response<BoxBody<Bytes, Infallible>>;

/// Content security policy: scripts, styles, images, connections and forms only of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

#[derive(Debug)]
pub(crate) struct Reply {
    status: StatusCode,
    body: ReplyBody,
    headers: Vec<(HeaderName, HeaderValue)>,
}

#[derive(Debug)]
enum ReplyBody {
    Whole(Bytes),
    Events(EventStream),
}

impl Reply {
    pub(crate) fn html(page: Markup) -> Reply {
        Reply::html_bytes(page.into_string().into())
    }

    pub(crate) fn html_bytes(page: Bytes) -> Reply {
        Reply::typed("text/html; charset=utf-8", page)
    }

    pub(crate) fn json(value: &Value) -> Reply {
        Reply::typed("application/json", value.to_string())
    }

    pub(crate) fn typed(kind: &'static str, body: impl Into<Bytes>) -> Reply {
        let headers = vec![(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
        Reply { status: StatusCode::OK, body: ReplyBody::Whole(body.into()), headers }
            .with(header::CACHE_CONTROL, "no-store")
    }

    /// Redirects the browser to another address of this server.
    pub(crate) fn redirect(to: &str) -> Reply {
        let reply =
            Reply::typed("text/plain; charset=utf-8", "").with_status(StatusCode::SEE_OTHER);
        reply.with(header::LOCATION, to)
    }

    pub(crate) fn events(events: EventStream) -> Reply {
        let kind = HeaderValue::from_static("text/event-stream");
        let headers = vec![(header::CONTENT_TYPE, kind)];
        Reply { status: StatusCode::OK, body: ReplyBody::Events(events), headers }
            .with(header::CACHE_CONTROL, "no-store")
    }

    /// The body, if the status is 200 and the body is not streamed.
    pub(crate) fn found_page(&self) -> Option<Bytes> {
        match &self.body {
            ReplyBody::Whole(body) if self.status == StatusCode::OK => Some(body.clone()),
            ReplyBody::Whole(_) | ReplyBody::Events(_) => None,
        }
    }

    pub(crate) fn with_status(mut self, status: StatusCode) -> Reply {
        self.status = status;
        self
    }

    /// Sets a header. An invalid value is left out.
    pub(crate) fn with(mut self, name: HeaderName, value: &str) -> Reply {
        self.headers.retain(|(known, _)| *known != name);
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }

    /// Builds the response, with the headers that all responses have.
    pub(crate) fn into_response(self) -> HttpResponse {
        let body = match self.body {
            ReplyBody::Whole(bytes) => Full::new(bytes).boxed(),
            ReplyBody::Events(events) => events.boxed(),
        };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        for (name, value) in [
            ("content-security-policy", POLICY),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            // With `no-referrer` a browser would send `Origin: null` with our own forms.
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
        ] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers.extend(self.headers);
        response
    }
}

//! Who is let in: requests to a name of this machine, from its own pages, with the token.
//!
//! A web page elsewhere may send requests here, under its own name (DNS rebinding) or under ours. So the
//! `Host` must be a name of this machine, an `Origin` must be this server, and a change needs both the token
//! and proof that it comes from one of our pages. The token arrives once in the address that was opened, and
//! then in a cookie that no script can read and no other site can send.

use http::request::Parts;
use http::{HeaderMap, Method, header};
use rutter_serve::{is_authorised, is_same_token};

use crate::fields::Fields;

/// Which machines can connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteReach {
    ThisMachine,
    /// The names of this server are not known, so any `Host` is accepted.
    Network,
}

#[derive(Debug)]
pub(crate) struct Gate {
    pub(crate) token: String,
    pub(crate) reach: SiteReach,
    pub(crate) port: u16,
}

/// What a request may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admission {
    Granted,
    /// The token is in the address: set the cookie and go on without it.
    GrantedByAddress,
    NoToken,
    ForeignHost,
    ForeignOrigin,
}

impl Gate {
    pub(crate) fn admit(&self, head: &Parts) -> Admission {
        let headers = &head.headers;
        let host = text(headers, header::HOST.as_str()).unwrap_or_default();
        if self.reach == SiteReach::ThisMachine && !is_local_name(host) {
            return Admission::ForeignHost;
        }
        let origin = text(headers, "origin");
        let is_own_origin = origin.map(|origin| origin == format!("http://{host}"));
        if is_own_origin == Some(false) {
            return Admission::ForeignOrigin;
        }
        let site = text(headers, "sec-fetch-site");
        let is_navigation = text(headers, "sec-fetch-mode") == Some("navigate");
        let is_reading = head.method == Method::GET || head.method == Method::HEAD;
        if site == Some("cross-site") && !(is_navigation && is_reading) {
            return Admission::ForeignOrigin;
        }
        if is_authorised(headers, &self.token) {
            return Admission::Granted;
        }
        if self.has_cookie(headers) {
            // A browser says where a change comes from in one of these two ways.
            let is_ours = is_own_origin == Some(true) || site == Some("same-origin");
            return match is_reading || is_ours {
                true => Admission::Granted,
                false => Admission::ForeignOrigin,
            };
        }
        let sent = head.uri.query().map(Fields::parse).unwrap_or_default();
        match sent.get("token") {
            Some(sent) if is_reading && self.is_token(sent) => Admission::GrantedByAddress,
            Some(_) | None => Admission::NoToken,
        }
    }

    pub(crate) fn is_token(&self, sent: &str) -> bool {
        is_same_token(sent.trim().as_bytes(), &self.token)
    }

    /// The cookie that stands for the token. It ends with the browser's session.
    pub(crate) fn cookie(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name(), self.token)
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter();
        let mut pairs =
            cookies.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(';'));
        pairs.any(|pair| match pair.trim().split_once('=') {
            Some((known, value)) => known == name && self.is_token(value),
            None => false,
        })
    }

    /// Cookies do not tell ports apart, and there may be several servers.
    fn cookie_name(&self) -> String {
        format!("rutter-{}", self.port)
    }
}

/// Whether a `Host` is a name of this machine, with any port.
fn is_local_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or(rest, |(name, _)| name),
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    ["localhost", "127.0.0.1", "::1"].iter().any(|local| name.eq_ignore_ascii_case(local))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    fn check(method: &str, uri: &str, headers: &[(&str, &str)], expect: Admission) {
        let mut request = Request::builder().method(method).uri(uri);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", "127.0.0.1:7431");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (head, ()) = request.body(()).unwrap().into_parts();
        let gate = Gate { token: TOKEN.to_owned(), reach: SiteReach::ThisMachine, port: 7431 };
        assert_eq!(gate.admit(&head), expect, "{method} {uri} {headers:?}");
    }

    #[test]
    fn only_the_token_opens() {
        let cookie = ("cookie", "a=b; rutter-7431=0123456789abcdef");
        check("GET", "/", &[], Admission::NoToken);
        check("GET", "/", &[cookie], Admission::Granted);
        check("GET", "/", &[("cookie", "rutter-7431=0123456789abcdeF")], Admission::NoToken);
        check("GET", "/", &[("cookie", "rutter-9999=0123456789abcdef")], Admission::NoToken);
        check("GET", "/", &[("authorization", "Bearer 0123456789abcdef")], Admission::Granted);
        check("GET", "/?token=0123456789abcdef", &[], Admission::GrantedByAddress);
        check("GET", "/?token=0123", &[], Admission::NoToken);
        check("POST", "/gaps/a?token=0123456789abcdef", &[], Admission::NoToken);
    }

    #[test]
    fn names_of_other_machines_are_refused() {
        let cookie = ("cookie", "rutter-7431=0123456789abcdef");
        for host in ["localhost:7431", "LOCALHOST", "[::1]:7431", "127.0.0.1"] {
            check("GET", "/", &[("host", host), cookie], Admission::Granted);
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil:7431", "", "[::2]:1"]
        {
            check("GET", "/", &[("host", host), cookie], Admission::ForeignHost);
        }
    }

    #[test]
    fn a_change_comes_from_our_own_page() {
        let cookie = ("cookie", "rutter-7431=0123456789abcdef");
        let bearer = ("authorization", "Bearer 0123456789abcdef");
        check("POST", "/gaps/a", &[cookie], Admission::ForeignOrigin);
        check("POST", "/gaps/a", &[bearer], Admission::Granted);
        check(
            "POST",
            "/gaps/a",
            &[cookie, ("origin", "http://127.0.0.1:7431")],
            Admission::Granted,
        );
        check("POST", "/gaps/a", &[cookie, ("sec-fetch-site", "same-origin")], Admission::Granted);
        for origin in
            ["http://127.0.0.1:8000", "https://127.0.0.1:7431", "null", "http://evil.example"]
        {
            check("POST", "/", &[cookie, ("origin", origin)], Admission::ForeignOrigin);
            check("GET", "/", &[cookie, ("origin", origin)], Admission::ForeignOrigin);
            check("POST", "/", &[bearer, ("origin", origin)], Admission::ForeignOrigin);
        }
        check("GET", "/", &[cookie, ("sec-fetch-site", "cross-site")], Admission::ForeignOrigin);
        let followed = [cookie, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        check("GET", "/", &followed, Admission::Granted);
        check("POST", "/", &followed, Admission::ForeignOrigin);
    }
}

//! Access control: admits requests to a name of this machine, from its own pages, with the token.
//!
//! A foreign web page may send requests here, under its own name (DNS rebinding) or under ours. So the
//! `Host` must be a name of this machine, an `Origin` must be this server, and a change needs both the token
//! and proof that it comes from one of our pages. The token arrives once in the address that was opened, and
//! then in a cookie that no script can read and no other site can send.

use http::request::Parts;
use http::{HeaderMap, Method, header};
use rutter_serve::{Authority, Origin, Scheme, Stated, bearer_token, requested_authority};

use crate::fields::Fields;

/// Tokens of one request that are looked up, since each may cost a query to the store.
const MOST_TOKENS: usize = 4;

/// The machines that can connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteReach {
    ThisMachine,
    /// The names of this server are not known, so any `Host` is accepted.
    Network,
}

#[derive(Debug)]
pub(crate) struct Gate {
    pub(crate) reach: SiteReach,
    pub(crate) port: u16,
    /// The public address of a reverse proxy, such as `https://rutter.example.org`.
    pub(crate) public_url: Option<String>,
}

/// The decision about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admission {
    Granted,
    /// The token is in the address: set the cookie, and redirect to the address without the token.
    GrantedByAddress,
    NoToken,
    ForeignHost,
    ForeignOrigin,
}

impl Gate {
    /// Decides about a request. `is_token` returns whether a token is valid.
    pub(crate) fn admit(&self, head: &Parts, is_token: &dyn Fn(&str) -> bool) -> Admission {
        let headers = &head.headers;
        let host = match requested_authority(head) {
            Stated::As(host) => Some(host),
            Stated::Absent => None,
            Stated::Malformed => return Admission::ForeignHost,
        };
        if !self.is_known(host.as_ref()) {
            return Admission::ForeignHost;
        }
        let is_own_origin = match Origin::stated(headers) {
            Stated::Absent => None,
            Stated::Malformed => Some(false),
            Stated::As(origin) => Some(self.is_own(&origin, host.as_ref())),
        };
        if is_own_origin == Some(false) {
            return Admission::ForeignOrigin;
        }
        let site = text(headers, "sec-fetch-site");
        let is_navigation = text(headers, "sec-fetch-mode") == Some("navigate");
        let is_reading = head.method == Method::GET || head.method == Method::HEAD;
        if site == Some("cross-site") && !(is_navigation && is_reading) {
            return Admission::ForeignOrigin;
        }
        if bearer(headers).is_some_and(is_token) {
            return Admission::Granted;
        }
        if self.cookies(headers).any(is_token) {
            // Browsers name the origin of a change in one of these two ways.
            let is_ours = is_own_origin == Some(true) || site == Some("same-origin");
            return if is_reading || is_ours {
                Admission::Granted
            } else {
                Admission::ForeignOrigin
            };
        }
        match token_in_address(head) {
            Some(sent) if is_reading && is_token(&sent) => Admission::GrantedByAddress,
            Some(_) | None => Admission::NoToken,
        }
    }

    /// The tokens that a request carries, the strongest first.
    pub(crate) fn sent_tokens(&self, head: &Parts) -> Vec<String> {
        let headers = &head.headers;
        let sent = bearer(headers).into_iter().chain(self.cookies(headers)).map(str::to_owned);
        sent.chain(token_in_address(head)).take(MOST_TOKENS).collect()
    }

    /// Returns whether a request was sent to one of our names. `host` is `None` if it names none.
    fn is_known(&self, host: Option<&Authority>) -> bool {
        let is_local = host.is_some_and(Authority::is_this_machine);
        match (self.public_origin(), self.reach) {
            (Some(public), _) => is_local || host.is_some_and(|host| public.is_at(host)),
            (None, SiteReach::ThisMachine) => is_local,
            (None, SiteReach::Network) => true,
        }
    }

    /// Returns whether a request comes from a page of this server. A reverse proxy with TLS may be in front of it.
    fn is_own(&self, origin: &Origin, host: Option<&Authority>) -> bool {
        let may_be_secure = self.reach == SiteReach::Network;
        let is_fit = origin.scheme == Scheme::Http || may_be_secure;
        let is_at_host = is_fit && host.is_some_and(|host| origin.is_at(host));
        is_at_host || self.public_origin().is_some_and(|public| public.is_same(origin))
    }

    fn public_origin(&self) -> Option<Origin> {
        Origin::parse(self.public_url.as_deref()?)
    }

    /// The cookie with the token. It ends with the browser's session.
    pub(crate) fn cookie(&self, token: &str) -> String {
        let is_secure = self.public_url.as_ref().is_some_and(|url| url.starts_with("https:"));
        let secure = if is_secure { "; Secure" } else { "" };
        format!("{}={token}; Path=/; HttpOnly; SameSite=Strict{secure}", self.cookie_name())
    }

    /// The values of our cookie.
    fn cookies<'h>(&self, headers: &'h HeaderMap) -> impl Iterator<Item = &'h str> {
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter();
        let pairs = cookies.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(';'));
        pairs.filter_map(move |pair| {
            let (known, value) = pair.trim().split_once('=')?;
            (known == name).then_some(value)
        })
    }

    /// The name includes the port: cookies ignore ports, and there may be several servers.
    fn cookie_name(&self) -> String {
        format!("rutter-{}", self.port)
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    bearer_token(headers).and_then(|sent| std::str::from_utf8(sent).ok())
}

pub(crate) fn token_in_address(head: &Parts) -> Option<String> {
    let sent = head.uri.query().map(Fields::parse).unwrap_or_default();
    sent.get("token").map(|sent| sent.trim().to_owned())
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
        let gate = Gate { reach: SiteReach::ThisMachine, port: 7431, public_url: None };
        let admission = gate.admit(&head, &|sent| sent == TOKEN);
        assert_eq!(admission, expect, "{method} {uri} {headers:?}");
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
        for host in [
            "evil.example", "127.0.0.1.evil.example", "localhost.evil:7431", "", "[::2]:1",
            "[::1].evil.com", "evil@localhost", "localhost:80:80",
        ] {
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

    #[test]
    fn a_server_with_tls_may_be_in_front() {
        let request = |origin: &str| {
            let request = Request::builder().method("POST").uri("/reject");
            let cookie = "rutter-7431=0123456789abcdef";
            let request = request.header("host", "rutter.example").header("cookie", cookie);
            request.header("origin", origin).body(()).unwrap().into_parts().0
        };
        let admit = |reach: SiteReach, public_url: Option<&str>, origin: &str| {
            let gate = Gate { reach, port: 7431, public_url: public_url.map(str::to_owned) };
            assert_eq!(gate.cookie("t").contains("; Secure"), public_url.is_some());
            gate.admit(&request(origin), &|sent| sent == TOKEN)
        };
        let (local, network) = (SiteReach::ThisMachine, SiteReach::Network);
        let (ours, theirs) = ("https://rutter.example", "https://evil.example");
        assert_eq!(admit(network, None, ours), Admission::Granted);
        assert_eq!(admit(network, None, "http://rutter.example"), Admission::Granted);
        assert_eq!(admit(network, None, theirs), Admission::ForeignOrigin);
        assert_eq!(admit(local, None, ours), Admission::ForeignHost);
        for reach in [local, network] {
            assert_eq!(admit(reach, Some(ours), ours), Admission::Granted);
            assert_eq!(admit(reach, Some(ours), theirs), Admission::ForeignOrigin);
            assert_eq!(admit(reach, Some(theirs), ours), Admission::ForeignHost);
        }
    }
}

//! Host names and origins of requests, parsed in one place for every listener.
//!
//! A text that is not exactly one host with an optional port is not an authority, so it is never compared with a name
//! of this machine. Start at [`requested_authority`] and [`Origin::parse`].

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use http::header::{HOST, ORIGIN};
use http::request::Parts;
use http::{HeaderMap, HeaderName};

/// The longest name of a host.
const LIMIT_NAME_BYTES: usize = 253;

/// A host and its port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authority {
    host: Host,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Host {
    /// In lower case, without a dot at the end.
    Name(String),
    Address(IpAddr),
}

/// The origin of a web page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    pub scheme: Scheme,
    authority: Authority,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    Http,
    Https,
}

/// The value of a header that may occur only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stated<T> {
    Absent,
    /// It occurs twice or cannot be parsed.
    Malformed,
    As(T),
}

impl Authority {
    /// Parses `name`, `name:port`, `1.2.3.4:port` or `[::1]:port`. Returns `None` for everything else, such as
    /// `user@name` and `[::1].example`.
    pub fn parse(text: &str) -> Option<Authority> {
        let (host, rest) = match text.strip_prefix('[') {
            Some(rest) => {
                let (address, rest) = rest.split_once(']')?;
                (Host::Address(IpAddr::V6(address.parse::<Ipv6Addr>().ok()?)), rest)
            }
            None => {
                let (name, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
                (Host::parse(name)?, rest)
            }
        };
        let port = match rest.strip_prefix(':') {
            None if rest.is_empty() => None,
            None => return None,
            Some("") => None,
            // `parse` alone would take a sign.
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(digits.parse().ok()?)
            }
            Some(_) => return None,
        };
        Some(Authority { host, port })
    }

    /// Returns whether this is a name or an address of this machine, with any port.
    pub fn is_this_machine(&self) -> bool {
        match &self.host {
            Host::Name(name) => name == "localhost",
            Host::Address(address) => address.is_loopback(),
        }
    }

    fn is_same(&self, other: &Authority, scheme: Scheme) -> bool {
        let port = |one: &Authority| one.port.unwrap_or(scheme.default_port());
        self.host == other.host && port(self) == port(other)
    }
}

impl Host {
    fn parse(name: &str) -> Option<Host> {
        if let Ok(address) = name.parse::<Ipv4Addr>() {
            return Some(Host::Address(IpAddr::V4(address)));
        }
        let name = name.strip_suffix('.').unwrap_or(name);
        let is_part = |part: &str| {
            let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            !part.is_empty() && part.bytes().all(is_fit)
        };
        let is_name = name.len() <= LIMIT_NAME_BYTES && name.split('.').all(is_part);
        is_name.then(|| Host::Name(name.to_ascii_lowercase()))
    }
}

impl Scheme {
    fn default_port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }
}

impl Origin {
    /// Parses `http://host:port` or the same with `https`, without a path.
    pub fn parse(text: &str) -> Option<Origin> {
        let (scheme, authority) = text.split_once("://")?;
        let scheme = match scheme {
            "http" => Scheme::Http,
            "https" => Scheme::Https,
            _ => return None,
        };
        Some(Origin { scheme, authority: Authority::parse(authority)? })
    }

    /// The `Origin` header of a request.
    pub fn stated(headers: &HeaderMap) -> Stated<Origin> {
        stated(headers, &ORIGIN, Origin::parse)
    }

    pub fn is_this_machine(&self) -> bool {
        self.authority.is_this_machine()
    }

    pub fn is_same(&self, other: &Origin) -> bool {
        self.scheme == other.scheme && self.is_at(&other.authority)
    }

    /// Returns whether this is the origin of the pages at `authority`.
    pub fn is_at(&self, authority: &Authority) -> bool {
        self.authority.is_same(authority, self.scheme)
    }
}

/// The host to which a request was sent, by its `Host` header and by its URI if that names one. They must agree.
pub fn requested_authority(head: &Parts) -> Stated<Authority> {
    let host = stated(&head.headers, &HOST, Authority::parse);
    let Some(named) = head.uri.authority() else { return host };
    let named = Authority::parse(named.as_str());
    match (named, host) {
        (Some(named), Stated::Absent) => Stated::As(named),
        (Some(named), Stated::As(host)) if named == host => Stated::As(host),
        _ => Stated::Malformed,
    }
}

fn stated<T>(
    headers: &HeaderMap,
    name: &HeaderName,
    parse: impl Fn(&str) -> Option<T>,
) -> Stated<T> {
    let mut values = headers.get_all(name).iter();
    let Some(first) = values.next() else { return Stated::Absent };
    let value = first.to_str().ok().filter(|_| values.next().is_none());
    value.and_then(parse).map_or(Stated::Malformed, Stated::As)
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    #[test]
    fn only_names_of_this_machine_are_taken_for_it() {
        for host in [
            "localhost", "LOCALHOST", "localhost.", "localhost:7431", "localhost:", "127.0.0.1",
            "127.0.0.1:1", "127.1.2.3", "[::1]", "[::1]:65535", "[0:0:0:0:0:0:0:1]:80",
        ] {
            assert!(Authority::parse(host).is_some_and(|one| one.is_this_machine()), "{host}");
        }
        for host in [
            "", ".", "..", "localhost..", "evil.example", "localhost.evil.example",
            "127.0.0.1.evil.example", "[::1].evil.com", "[::1]evil.com", "[::1]:80.evil.com",
            "[::1", "::1", "[::2]", "[::1%25lo]", "[localhost]", "[127.0.0.1]", "evil@localhost",
            "localhost@evil", "localhost:80@evil", "localhost:65536", "localhost:+80",
            "localhost:-1", "localhost:80:80", "localhost: 80", "local host", " localhost",
            "localhost/", "localhost#", "localhost?", "localhost\\", "0.0.0.0", "127.1", "0x7f.1",
            "2130706433", "128.0.0.1", "localhost%00", "[::ffff:8.8.8.8]", "localhost,evil",
        ] {
            assert!(!Authority::parse(host).is_some_and(|one| one.is_this_machine()), "{host}");
        }
    }

    #[test]
    fn an_origin_is_compared_with_its_default_port() {
        let is_at = |origin: &str, host: &str| {
            Origin::parse(origin).is_some_and(|one| one.is_at(&Authority::parse(host).unwrap()))
        };
        assert!(is_at("http://rutter.example", "rutter.example"));
        assert!(is_at("http://rutter.example", "Rutter.Example:80"));
        assert!(is_at("https://rutter.example:443", "rutter.example"));
        assert!(is_at("http://[::1]:7431", "[0:0::1]:7431"));
        for origin in [
            "null", "", "http://", "http:rutter.example", "ftp://rutter.example",
            "http://rutter.example/", "http://a@rutter.example", "http://rutter.example.evil",
            "http://rutter.example:8080", "HTTP://rutter.example", "http://rutter.example#x",
        ] {
            assert!(!is_at(origin, "rutter.example"), "{origin}");
        }
    }

    #[test]
    fn a_request_names_one_host() {
        let check = |uri: &str, hosts: &[&str], expected: Option<bool>| {
            let mut request = Request::builder().uri(uri);
            for host in hosts {
                request = request.header("host", *host);
            }
            let (head, ()) = request.body(()).unwrap().into_parts();
            let found = match requested_authority(&head) {
                Stated::As(authority) => Some(authority.is_this_machine()),
                Stated::Absent | Stated::Malformed => None,
            };
            assert_eq!(found, expected, "{uri} {hosts:?}");
        };
        check("/", &["localhost:1"], Some(true));
        check("/", &["evil.example"], Some(false));
        check("/", &[], None);
        check("/", &["localhost", "evil.example"], None);
        check("/", &["localhost", "localhost"], None);
        check("http://localhost:1/", &["localhost:1"], Some(true));
        check("http://evil.example/", &["localhost:1"], None);
        check("http://localhost:1/", &[], Some(true));
    }
}

//! The base URL of a service, as users write it.

use std::net::IpAddr;

use reqwest::Url;

/// A checked URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Endpoint {
    pub url: Url,
    pub reach: Reach,
}

/// The distance to a service. Requests to this machine bypass proxies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    ThisMachine,
    Network,
}

/// Why a text is not an endpoint. Never repeats the text, which may contain a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EndpointError {
    #[error("it must start with `http://` or `https://`")]
    Scheme,
    #[error("it is not a valid URL, {reason}")]
    Malformed { reason: String },
    #[error("it must not contain a user name or password; use a key instead")]
    Credentials,
    #[error("it must not contain a query or fragment")]
    Query,
}

impl Endpoint {
    pub fn parse(text: &str) -> Result<Endpoint, EndpointError> {
        let text = text.trim();
        if !text.starts_with("http://") && !text.starts_with("https://") {
            return Err(EndpointError::Scheme);
        }
        let url = Url::parse(text)
            .map_err(|error| EndpointError::Malformed { reason: error.to_string() })?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EndpointError::Credentials);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(EndpointError::Query);
        }
        let reach = if is_this_machine(&url) { Reach::ThisMachine } else { Reach::Network };
        Ok(Endpoint { url, reach })
    }

    /// The path without slashes at its end; empty if there is none.
    pub fn path(&self) -> &str {
        self.url.path().trim_end_matches('/')
    }

    pub fn with_path(mut self, path: &str) -> Endpoint {
        self.url.set_path(path);
        self
    }

    /// Host and port, for messages.
    pub fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        match self.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    pub fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    match host.parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_endpoint_is_refused_without_repeating_it() {
        let scheme = "it must start with `http://` or `https://`";
        let credentials = "it must not contain a user name or password; use a key instead";
        let query = "it must not contain a query or fragment";
        for (text, expected) in [
            ("", scheme),
            ("h:1", scheme),
            ("ftp://h", scheme),
            ("http://", "it is not a valid URL, empty host"),
            ("https://:80", "it is not a valid URL, empty host"),
            ("http://a b", "it is not a valid URL, invalid international domain name"),
            ("https://me:secret@a", credentials),
            ("http://me@a", credentials),
            ("https://a/v1?key=secret", query),
            ("https://a/v1#part", query),
        ] {
            let error = Endpoint::parse(text).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn this_machine_is_recognised_by_its_names() {
        for (text, reach) in [
            ("http://localhost:1", Reach::ThisMachine),
            ("http://127.0.0.1", Reach::ThisMachine),
            ("http://127.8.0.1", Reach::ThisMachine),
            ("http://[::1]:9", Reach::ThisMachine),
            ("http://10.0.0.1", Reach::Network),
            ("http://localhost.example.org", Reach::Network),
            ("http://127.0.0.1.example.org", Reach::Network),
        ] {
            assert_eq!(Endpoint::parse(text).map(|endpoint| endpoint.reach), Ok(reach), "{text}");
        }
    }

    #[test]
    fn the_host_is_named_with_a_port_that_is_not_the_default() {
        let host = |text: &str| Endpoint::parse(text).map(|endpoint| endpoint.host());
        assert_eq!(host("http://h:8080/v1"), Ok("h:8080".to_owned()));
        assert_eq!(host("https://h:443/v1"), Ok("h".to_owned()));
    }
}

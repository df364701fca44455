//! The address that requests go to.

use ureq::http::Uri;

use super::error::Error;
use super::service::Service;

/// Where requests go.
#[derive(Debug, Clone)]
pub(super) struct Endpoint {
    pub uri: Uri,
    /// Host and port, for messages.
    pub host: String,
    pub reach: Reach,
}

/// Whether a proxy may stand between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    ThisMachine,
    Network,
}

impl Endpoint {
    /// A base without a path gets the service's usual one; with a path, only the call is added.
    pub fn new(service: Service, base: &str, model: &str) -> Result<Self, Error> {
        let unusable = |hindrance| Error::Endpoint { hindrance };
        let base = base.trim().trim_end_matches('/');
        let rest = (base.strip_prefix("http://"))
            .or_else(|| base.strip_prefix("https://"))
            .ok_or(unusable("it must begin with `http://` or `https://`"))?;
        if rest.contains(['?', '#']) {
            return Err(unusable("it must end with its path"));
        }
        if rest.contains('@') {
            return Err(unusable("it must hold no name or password; give a key instead"));
        }
        let call = service.call_path(model);
        let version = if rest.contains('/') { "" } else { service.version_path() };
        let whole =
            if base.ends_with(&call) { base.to_owned() } else { format!("{base}{version}{call}") };
        let uri: Uri = whole.parse().map_err(|_| unusable("it is malformed"))?;
        let authority = uri.authority().ok_or(unusable("it names no host"))?;
        if authority.host().is_empty() {
            return Err(unusable("it names no host"));
        }
        let host = authority.as_str().to_owned();
        let reach = reach(authority.host());
        Ok(Endpoint { uri, host, reach })
    }
}

fn reach(host: &str) -> Reach {
    let is_here = host == "localhost" || host == "[::1]" || is_loopback(host);
    if is_here { Reach::ThisMachine } else { Reach::Network }
}

fn is_loopback(host: &str) -> bool {
    host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(service: Service, base: &str, wanted: &str) {
        let found = match Endpoint::new(service, base, "m") {
            Ok(endpoint) => endpoint.uri.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_base_without_a_path_gets_the_usual_one() {
        check(Service::OpenAiCompatible, "http://a:8080/", "http://a:8080/v1/embeddings");
        check(Service::Ollama, "http://a", "http://a/api/embed");
        check(Service::Cohere, "https://a", "https://a/v2/embed");
        check(Service::Gemini, "https://a", "https://a/v1beta/models/m:batchEmbedContents");
    }

    #[test]
    fn a_base_with_a_path_keeps_it() {
        check(Service::OpenAi, "https://a/openai/v1", "https://a/openai/v1/embeddings");
        check(Service::OpenAi, "https://a/v1/embeddings", "https://a/v1/embeddings");
        check(Service::Ollama, "https://a/ollama/api/", "https://a/ollama/api/embed");
    }

    #[test]
    fn an_address_that_cannot_be_used_is_refused_without_repeating_it() {
        let no = "the endpoint is no usable address: ";
        let check = |base, why: &str| check(Service::OpenAi, base, &format!("{no}{why}"));
        check("a:8080", "it must begin with `http://` or `https://`");
        check("https://me:secret@a", "it must hold no name or password; give a key instead");
        check("https://a/v1?key=secret", "it must end with its path");
        check("https://", "it must begin with `http://` or `https://`");
        check("https://a b", "it is malformed");
        check("https://:80", "it names no host");
    }

    #[test]
    fn only_this_machine_is_reached_without_a_proxy() {
        assert_eq!(reach("127.0.0.1"), Reach::ThisMachine);
        assert_eq!(reach("localhost"), Reach::ThisMachine);
        assert_eq!(reach("127.0.0.1.example.org"), Reach::Network);
    }
}

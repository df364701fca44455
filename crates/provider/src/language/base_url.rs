//! The base URL that `genai` appends its calls to, from the endpoint that a user wrote.

use super::providers::Protocol;
use crate::transport::{Endpoint, EndpointError};

/// Completes an endpoint to the form that the provider's own clients use. It ends with a slash.
pub(super) fn base_url(protocol: Protocol, text: &str) -> Result<Endpoint, EndpointError> {
    let endpoint = Endpoint::parse(text)?;
    let path = base_path(protocol, endpoint.path());
    Ok(endpoint.with_path(&path))
}

/// Removes the name of a call and adds or removes the version, as the provider's protocol needs it.
fn base_path(protocol: Protocol, path: &str) -> String {
    let call = match protocol {
        Protocol::Chat => "/chat/completions",
        Protocol::Responses => "/responses",
        Protocol::Anthropic => "/messages",
        Protocol::Ollama => "/api/chat",
        Protocol::Gemini => "/models",
    };
    let path = path.strip_suffix(call).unwrap_or(path);
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_version = {
        let mut chars = last.chars();
        chars.next() == Some('v') && chars.next().is_some_and(|c| c.is_ascii_digit())
    };
    match protocol {
        Protocol::Gemini if !is_version => format!("{path}/v1beta/"),
        Protocol::Anthropic if !is_version => format!("{path}/v1/"),
        Protocol::Chat | Protocol::Responses if path.is_empty() => "/v1/".to_owned(),
        Protocol::Ollama => {
            let bare = path.strip_suffix("/v1").or_else(|| path.strip_suffix("/api"));
            format!("{}/", bare.unwrap_or(path))
        }
        Protocol::Gemini | Protocol::Anthropic | Protocol::Chat | Protocol::Responses => {
            format!("{path}/")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(protocol: Protocol, text: &str, expected: &str) {
        let url = base_url(protocol, text).map(|endpoint| endpoint.url.to_string());
        assert_eq!(url, Ok(expected.to_owned()));
    }

    #[test]
    fn a_version_is_added_where_it_is_missing() {
        check(Protocol::Chat, "http://h:1", "http://h:1/v1/");
        check(Protocol::Chat, "http://h:1/", "http://h:1/v1/");
        check(Protocol::Chat, "http://h:1/v1", "http://h:1/v1/");
        check(Protocol::Chat, "http://h:1/v1/chat/completions", "http://h:1/v1/");
        check(Protocol::Responses, "http://h:1/v1/responses", "http://h:1/v1/");
        check(Protocol::Responses, "http://h:1/responses/", "http://h:1/v1/");
        check(Protocol::Chat, "https://h/api/v4/", "https://h/api/v4/");
        check(Protocol::Anthropic, "http://h:1", "http://h:1/v1/");
        check(Protocol::Anthropic, "http://h:1/v1/", "http://h:1/v1/");
        check(Protocol::Anthropic, "http://h:1/anthropic", "http://h:1/anthropic/v1/");
        check(Protocol::Gemini, "http://h:1/v1beta/", "http://h:1/v1beta/");
        check(Protocol::Gemini, "http://h:1/gemini/v1beta", "http://h:1/gemini/v1beta/");
        check(Protocol::Gemini, "http://h:1", "http://h:1/v1beta/");
        check(Protocol::Ollama, "http://h:1", "http://h:1/");
        check(Protocol::Ollama, "http://h:1/v1", "http://h:1/");
        check(Protocol::Ollama, "http://h:1/behind/api/", "http://h:1/behind/");
    }

    #[test]
    fn an_invalid_endpoint_is_refused() {
        for text in ["", "h:1", "ftp://h", "http://", "http://a b", "http://u:p@h", "http://h?x=1"]
        {
            assert!(base_url(Protocol::Chat, text).is_err(), "{text}");
        }
    }
}

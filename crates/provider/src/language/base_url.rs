//! The base URL that `genai` appends its calls to, from the endpoint that a user wrote.

use super::providers::LanguageProvider;
use crate::transport::{Endpoint, EndpointError};

/// Completes an endpoint to the form that the provider's own clients use. It ends with a slash.
pub(super) fn base_url(service: LanguageProvider, text: &str) -> Result<Endpoint, EndpointError> {
    let endpoint = Endpoint::parse(text)?;
    let path = base_path(service, endpoint.path());
    Ok(endpoint.with_path(&path))
}

/// Removes the name of a call and adds or removes the version, as the provider's protocol needs it.
fn base_path(service: LanguageProvider, path: &str) -> String {
    let call = match service {
        LanguageProvider::OpenAi | LanguageProvider::Compatible => "/chat/completions",
        LanguageProvider::Anthropic => "/messages",
        LanguageProvider::Ollama => "/api/chat",
        LanguageProvider::Gemini => "/models",
    };
    let path = path.strip_suffix(call).unwrap_or(path);
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_version = {
        let mut chars = last.chars();
        chars.next() == Some('v') && chars.next().is_some_and(|c| c.is_ascii_digit())
    };
    match service {
        LanguageProvider::Gemini if !is_version => format!("{path}/v1beta/"),
        LanguageProvider::Anthropic if !is_version => format!("{path}/v1/"),
        LanguageProvider::OpenAi | LanguageProvider::Compatible if path.is_empty() => {
            "/v1/".to_owned()
        }
        LanguageProvider::Ollama => {
            let bare = path.strip_suffix("/v1").or_else(|| path.strip_suffix("/api"));
            format!("{}/", bare.unwrap_or(path))
        }
        LanguageProvider::Gemini
        | LanguageProvider::Anthropic
        | LanguageProvider::OpenAi
        | LanguageProvider::Compatible => format!("{path}/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(service: LanguageProvider, text: &str, expected: &str) {
        let url = base_url(service, text).map(|endpoint| endpoint.url.to_string());
        assert_eq!(url, Ok(expected.to_owned()));
    }

    #[test]
    fn a_version_is_added_where_it_is_missing() {
        check(LanguageProvider::Compatible, "http://h:1", "http://h:1/v1/");
        check(LanguageProvider::Compatible, "http://h:1/", "http://h:1/v1/");
        check(LanguageProvider::Compatible, "http://h:1/v1", "http://h:1/v1/");
        check(LanguageProvider::OpenAi, "http://h:1/v1/chat/completions", "http://h:1/v1/");
        check(LanguageProvider::Compatible, "https://h/api/v4/", "https://h/api/v4/");
        check(LanguageProvider::Anthropic, "http://h:1", "http://h:1/v1/");
        check(LanguageProvider::Anthropic, "http://h:1/v1/", "http://h:1/v1/");
        check(LanguageProvider::Anthropic, "http://h:1/anthropic", "http://h:1/anthropic/v1/");
        check(LanguageProvider::Gemini, "http://h:1/v1beta/", "http://h:1/v1beta/");
        check(LanguageProvider::Gemini, "http://h:1/gemini/v1beta", "http://h:1/gemini/v1beta/");
        check(LanguageProvider::Gemini, "http://h:1", "http://h:1/v1beta/");
        check(LanguageProvider::Ollama, "http://h:1", "http://h:1/");
        check(LanguageProvider::Ollama, "http://h:1/v1", "http://h:1/");
        check(LanguageProvider::Ollama, "http://h:1/behind/api/", "http://h:1/behind/");
    }

    #[test]
    fn an_invalid_endpoint_is_refused() {
        for text in ["", "h:1", "ftp://h", "http://", "http://a b", "http://u:p@h", "http://h?x=1"]
        {
            assert!(base_url(LanguageProvider::OpenAi, text).is_err(), "{text}");
        }
    }
}

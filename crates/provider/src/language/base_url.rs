//! The base URL that `genai` appends its calls to, from the endpoint that a user wrote.

use super::service::LanguageService;
use crate::transport::{Endpoint, EndpointError};

/// Completes an endpoint to the form that the provider's own clients use. It ends with a slash.
pub(super) fn base_url(service: LanguageService, text: &str) -> Result<Endpoint, EndpointError> {
    let endpoint = Endpoint::parse(text)?;
    let path = base_path(service, endpoint.path());
    Ok(endpoint.with_path(&path))
}

/// Removes the name of a call and adds or removes the version, as the provider's protocol needs it.
fn base_path(service: LanguageService, path: &str) -> String {
    let call = match service {
        LanguageService::OpenAi | LanguageService::Compatible => "/chat/completions",
        LanguageService::Anthropic => "/messages",
        LanguageService::Ollama => "/api/chat",
        LanguageService::Gemini => "/models",
    };
    let path = path.strip_suffix(call).unwrap_or(path);
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_version = {
        let mut chars = last.chars();
        chars.next() == Some('v') && chars.next().is_some_and(|c| c.is_ascii_digit())
    };
    match service {
        LanguageService::Gemini if !is_version => format!("{path}/v1beta/"),
        LanguageService::Anthropic if !is_version => format!("{path}/v1/"),
        LanguageService::OpenAi | LanguageService::Compatible if path.is_empty() => {
            "/v1/".to_owned()
        }
        LanguageService::Ollama => {
            let bare = path.strip_suffix("/v1").or_else(|| path.strip_suffix("/api"));
            format!("{}/", bare.unwrap_or(path))
        }
        LanguageService::Gemini
        | LanguageService::Anthropic
        | LanguageService::OpenAi
        | LanguageService::Compatible => format!("{path}/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(service: LanguageService, text: &str, expected: &str) {
        let url = base_url(service, text).map(|endpoint| endpoint.url.to_string());
        assert_eq!(url, Ok(expected.to_owned()));
    }

    #[test]
    fn a_version_is_added_where_it_is_missing() {
        check(LanguageService::Compatible, "http://h:1", "http://h:1/v1/");
        check(LanguageService::Compatible, "http://h:1/", "http://h:1/v1/");
        check(LanguageService::Compatible, "http://h:1/v1", "http://h:1/v1/");
        check(LanguageService::OpenAi, "http://h:1/v1/chat/completions", "http://h:1/v1/");
        check(LanguageService::Compatible, "https://h/api/v4/", "https://h/api/v4/");
        check(LanguageService::Anthropic, "http://h:1", "http://h:1/v1/");
        check(LanguageService::Anthropic, "http://h:1/v1/", "http://h:1/v1/");
        check(LanguageService::Anthropic, "http://h:1/anthropic", "http://h:1/anthropic/v1/");
        check(LanguageService::Gemini, "http://h:1/v1beta/", "http://h:1/v1beta/");
        check(LanguageService::Gemini, "http://h:1/gemini/v1beta", "http://h:1/gemini/v1beta/");
        check(LanguageService::Gemini, "http://h:1", "http://h:1/v1beta/");
        check(LanguageService::Ollama, "http://h:1", "http://h:1/");
        check(LanguageService::Ollama, "http://h:1/v1", "http://h:1/");
        check(LanguageService::Ollama, "http://h:1/behind/api/", "http://h:1/behind/");
    }

    #[test]
    fn an_invalid_endpoint_is_refused() {
        for text in ["", "h:1", "ftp://h", "http://", "http://a b", "http://u:p@h", "http://h?x=1"]
        {
            assert!(base_url(LanguageService::OpenAi, text).is_err(), "{text}");
        }
    }
}

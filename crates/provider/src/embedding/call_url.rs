//! The URL that embedding requests go to.

use super::service::EmbeddingService;
use crate::transport::{Endpoint, EndpointError};

/// Completes a base URL. Without a path it gets the service's default one; with a path, only the
/// name of the call is added.
pub(super) fn call_url(
    service: EmbeddingService,
    base: &str,
    model: &str,
) -> Result<Endpoint, EndpointError> {
    let endpoint = Endpoint::parse(base)?;
    let call = service.call_path(model);
    let path = match endpoint.path() {
        "" => format!("{}{call}", service.version_path()),
        path if path.ends_with(&call) => path.to_owned(),
        path => format!("{path}{call}"),
    };
    Ok(endpoint.with_path(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(service: EmbeddingService, base: &str, expected: &str) {
        let url = call_url(service, base, "m").map(|endpoint| endpoint.url.to_string());
        assert_eq!(url, Ok(expected.to_owned()));
    }

    #[test]
    fn a_base_without_a_path_gets_the_default_one() {
        check(EmbeddingService::OpenAiCompatible, "http://a:8080/", "http://a:8080/v1/embeddings");
        check(EmbeddingService::Ollama, "http://a", "http://a/api/embed");
        check(EmbeddingService::Cohere, "https://a", "https://a/v2/embed");
        check(
            EmbeddingService::Gemini,
            "https://a",
            "https://a/v1beta/models/m:batchEmbedContents",
        );
    }

    #[test]
    fn a_base_with_a_path_keeps_it() {
        check(EmbeddingService::OpenAi, "https://a/openai/v1", "https://a/openai/v1/embeddings");
        check(EmbeddingService::OpenAi, "https://a/v1/embeddings", "https://a/v1/embeddings");
        check(EmbeddingService::Ollama, "https://a/ollama/api/", "https://a/ollama/api/embed");
    }
}

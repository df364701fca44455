//! The embedding services and the facts in which they differ.

use crate::transport::{GEMINI_KEY_VARIABLES, OPENAI_KEY_VARIABLES};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum EmbeddingService {
    Ollama,
    OpenAi,
    OpenAiCompatible,
    Gemini,
    Voyage,
    Cohere,
}

/// Limits of one request. Sizes are in bytes, well below the service's limits in tokens for
/// ordinary code. If that is still too much, the service says so and less is sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct BatchLimits {
    pub n_texts: usize,
    pub batch_bytes: usize,
    /// Longer texts are truncated.
    pub text_bytes: usize,
    /// Requests that may be in flight at once.
    pub n_in_flight: usize,
}

impl EmbeddingService {
    pub const ALL: [EmbeddingService; 6] = [
        EmbeddingService::Ollama,
        EmbeddingService::OpenAi,
        EmbeddingService::OpenAiCompatible,
        EmbeddingService::Gemini,
        EmbeddingService::Voyage,
        EmbeddingService::Cohere,
    ];

    /// The part of a spec before the colon.
    pub fn name(self) -> &'static str {
        match self {
            EmbeddingService::Ollama => "ollama",
            EmbeddingService::OpenAi => "openai",
            EmbeddingService::OpenAiCompatible => "openai-compatible",
            EmbeddingService::Gemini => "gemini",
            EmbeddingService::Voyage => "voyage",
            EmbeddingService::Cohere => "cohere",
        }
    }

    pub fn from_name(name: &str) -> Option<EmbeddingService> {
        EmbeddingService::ALL.into_iter().find(|service| service.name() == name)
    }

    /// Environment variables that may hold the key, in order of precedence.
    pub fn key_variables(self) -> &'static [&'static str] {
        match self {
            EmbeddingService::Ollama | EmbeddingService::OpenAiCompatible => &[],
            EmbeddingService::OpenAi => OPENAI_KEY_VARIABLES,
            EmbeddingService::Gemini => GEMINI_KEY_VARIABLES,
            EmbeddingService::Voyage => &["VOYAGE_API_KEY"],
            EmbeddingService::Cohere => &["COHERE_API_KEY"],
        }
    }

    pub fn needs_key(self) -> bool {
        !self.key_variables().is_empty()
    }

    /// The provider's own base URL. `None` for compatible servers, which can be anywhere.
    pub fn default_endpoint(self) -> Option<&'static str> {
        match self {
            EmbeddingService::Ollama => Some("http://localhost:11434"),
            EmbeddingService::OpenAi => Some("https://api.openai.com"),
            EmbeddingService::OpenAiCompatible => None,
            EmbeddingService::Gemini => Some("https://generativelanguage.googleapis.com"),
            EmbeddingService::Voyage => Some("https://api.voyageai.com"),
            EmbeddingService::Cohere => Some("https://api.cohere.com"),
        }
    }

    /// The first part of the path, which an endpoint may already contain: `http://localhost:8080/v1`.
    pub fn version_path(self) -> &'static str {
        match self {
            EmbeddingService::Ollama => "/api",
            EmbeddingService::OpenAi
            | EmbeddingService::OpenAiCompatible
            | EmbeddingService::Voyage => "/v1",
            EmbeddingService::Gemini => "/v1beta",
            EmbeddingService::Cohere => "/v2",
        }
    }

    /// The rest of the path, which names the call.
    pub fn call_path(self, model: &str) -> String {
        match self {
            EmbeddingService::Ollama | EmbeddingService::Cohere => "/embed".to_owned(),
            EmbeddingService::OpenAi
            | EmbeddingService::OpenAiCompatible
            | EmbeddingService::Voyage => "/embeddings".to_owned(),
            EmbeddingService::Gemini => format!("/models/{model}:batchEmbedContents"),
        }
    }

    pub fn limits(self) -> BatchLimits {
        match self {
            EmbeddingService::Ollama | EmbeddingService::OpenAiCompatible => BatchLimits {
                n_texts: 32,
                batch_bytes: 128_000,
                text_bytes: 24_000,
                n_in_flight: 2,
            },
            EmbeddingService::OpenAi => BatchLimits {
                n_texts: 256,
                batch_bytes: 400_000,
                text_bytes: 24_000,
                n_in_flight: 4,
            },
            EmbeddingService::Gemini => BatchLimits {
                n_texts: 100,
                batch_bytes: 200_000,
                text_bytes: 8_000,
                n_in_flight: 2,
            },
            EmbeddingService::Voyage => BatchLimits {
                n_texts: 128,
                batch_bytes: 240_000,
                text_bytes: 48_000,
                n_in_flight: 4,
            },
            EmbeddingService::Cohere => BatchLimits {
                n_texts: 96,
                batch_bytes: 400_000,
                text_bytes: 24_000,
                n_in_flight: 4,
            },
        }
    }
}

//! The services, and the facts in which they differ.

/// A kind of service that embeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Service {
    Ollama,
    OpenAi,
    OpenAiCompatible,
    Gemini,
    Voyage,
    Cohere,
}

/// How much may go into one request. Sizes are in bytes, well below what the service allows in
/// tokens for usual code; where that is still too much, the service says so and less is sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub n_texts: usize,
    pub batch_bytes: usize,
    /// A longer text is cut off.
    pub text_bytes: usize,
    /// How many requests are under way at once.
    pub n_in_flight: usize,
}

impl Service {
    pub const ALL: [Service; 6] = [
        Service::Ollama,
        Service::OpenAi,
        Service::OpenAiCompatible,
        Service::Gemini,
        Service::Voyage,
        Service::Cohere,
    ];

    /// As written before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Service::Ollama => "ollama",
            Service::OpenAi => "openai",
            Service::OpenAiCompatible => "openai-compatible",
            Service::Gemini => "gemini",
            Service::Voyage => "voyage",
            Service::Cohere => "cohere",
        }
    }

    pub fn from_name(name: &str) -> Option<Service> {
        Service::ALL.into_iter().find(|service| service.name() == name)
    }

    /// The environment variables that may hold the key, first one first.
    pub fn key_variables(self) -> &'static [&'static str] {
        match self {
            Service::Ollama | Service::OpenAiCompatible => &[],
            Service::OpenAi => &["OPENAI_API_KEY"],
            Service::Gemini => &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
            Service::Voyage => &["VOYAGE_API_KEY"],
            Service::Cohere => &["COHERE_API_KEY"],
        }
    }

    pub(super) fn needs_key(self) -> bool {
        !self.key_variables().is_empty()
    }

    /// Where it usually is. What only speaks like another has no usual place.
    pub(super) fn usual_endpoint(self) -> Option<&'static str> {
        match self {
            Service::Ollama => Some("http://localhost:11434"),
            Service::OpenAi => Some("https://api.openai.com"),
            Service::OpenAiCompatible => None,
            Service::Gemini => Some("https://generativelanguage.googleapis.com"),
            Service::Voyage => Some("https://api.voyageai.com"),
            Service::Cohere => Some("https://api.cohere.com"),
        }
    }

    /// The part of the path that an endpoint may name itself, as in `http://localhost:8080/v1`.
    pub(super) fn version_path(self) -> &'static str {
        match self {
            Service::Ollama => "/api",
            Service::OpenAi | Service::OpenAiCompatible | Service::Voyage => "/v1",
            Service::Gemini => "/v1beta",
            Service::Cohere => "/v2",
        }
    }

    /// The rest of the path.
    pub(super) fn call_path(self, model: &str) -> String {
        match self {
            Service::Ollama | Service::Cohere => "/embed".to_owned(),
            Service::OpenAi | Service::OpenAiCompatible | Service::Voyage => {
                "/embeddings".to_owned()
            }
            Service::Gemini => format!("/models/{model}:batchEmbedContents"),
        }
    }

    pub(super) fn limits(self) -> Limits {
        match self {
            Service::Ollama | Service::OpenAiCompatible => {
                Limits { n_texts: 32, batch_bytes: 128_000, text_bytes: 24_000, n_in_flight: 2 }
            }
            Service::OpenAi => {
                Limits { n_texts: 256, batch_bytes: 400_000, text_bytes: 24_000, n_in_flight: 4 }
            }
            Service::Gemini => {
                Limits { n_texts: 100, batch_bytes: 200_000, text_bytes: 8_000, n_in_flight: 2 }
            }
            Service::Voyage => {
                Limits { n_texts: 128, batch_bytes: 240_000, text_bytes: 48_000, n_in_flight: 4 }
            }
            Service::Cohere => {
                Limits { n_texts: 96, batch_bytes: 400_000, text_bytes: 24_000, n_in_flight: 4 }
            }
        }
    }
}

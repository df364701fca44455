//! The providers of language models and the facts in which they differ.
//!
//! To add one, start here. Its base URL is in `base_url.rs`, its way to name models in `route.rs`, what its
//! requests need beyond `genai` in `wire.rs` and `remote/streaming.rs`, its prices in the price list.

use genai::adapter::AdapterKind;

use crate::transport::{GEMINI_KEY_VARIABLES, OPENAI_KEY_VARIABLES};

/// The format of requests and replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    Gemini,
    Anthropic,
    /// OpenAI's Responses API.
    Responses,
    /// OpenAI's chat completions.
    Chat,
    Ollama,
}

impl Protocol {
    /// The adapter of `genai` for this protocol.
    pub fn adapter(self) -> AdapterKind {
        match self {
            Protocol::Gemini => AdapterKind::Gemini,
            Protocol::Anthropic => AdapterKind::Anthropic,
            Protocol::Responses => AdapterKind::OpenAIResp,
            Protocol::Chat => AdapterKind::OpenAI,
            Protocol::Ollama => AdapterKind::Ollama,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LanguageProvider {
    Gemini,
    Anthropic,
    OpenAi,
    Ollama,
    /// A server with OpenAI's protocol.
    Compatible,
}

impl LanguageProvider {
    /// Finds a provider by the name before `::`.
    pub fn from_namespace(name: &str) -> Option<LanguageProvider> {
        match name {
            "gemini" | "google" => Some(LanguageProvider::Gemini),
            "anthropic" | "claude" => Some(LanguageProvider::Anthropic),
            "openai" => Some(LanguageProvider::OpenAi),
            "ollama" => Some(LanguageProvider::Ollama),
            "openai-compatible" => Some(LanguageProvider::Compatible),
            _ => None,
        }
    }

    /// Finds a provider by the name of a model.
    pub fn from_model(name: &str) -> Option<LanguageProvider> {
        let is_numbered_o = {
            let mut chars = name.chars();
            chars.next() == Some('o') && chars.next().is_some_and(|c| c.is_ascii_digit())
        };
        if name.starts_with("gemini-") {
            Some(LanguageProvider::Gemini)
        } else if name.starts_with("claude-") {
            Some(LanguageProvider::Anthropic)
        } else if name.starts_with("gpt-") || name.starts_with("chatgpt-") || is_numbered_o {
            Some(LanguageProvider::OpenAi)
        } else {
            None
        }
    }

    /// The protocol to use at this endpoint; `None` is the provider's own. Of OpenAI's two, its newer models
    /// need the Responses API for tools, but most compatible servers only have chat completions.
    pub fn protocol(self, endpoint: Option<&str>) -> Protocol {
        let is_named = |endpoint: &str| endpoint.trim_end_matches('/').ends_with("/responses");
        match (self, endpoint) {
            (LanguageProvider::Gemini, _) => Protocol::Gemini,
            (LanguageProvider::Anthropic, _) => Protocol::Anthropic,
            (LanguageProvider::Ollama, _) => Protocol::Ollama,
            (LanguageProvider::OpenAi, None) => Protocol::Responses,
            (_, Some(endpoint)) if is_named(endpoint) => Protocol::Responses,
            (LanguageProvider::OpenAi | LanguageProvider::Compatible, _) => Protocol::Chat,
        }
    }

    pub fn default_endpoint(self) -> Option<&'static str> {
        match self {
            LanguageProvider::Gemini => Some("https://generativelanguage.googleapis.com/v1beta/"),
            LanguageProvider::Anthropic => Some("https://api.anthropic.com/v1/"),
            LanguageProvider::OpenAi => Some("https://api.openai.com/v1/"),
            LanguageProvider::Ollama => Some("http://localhost:11434/"),
            LanguageProvider::Compatible => None,
        }
    }

    /// Environment variables that may hold the key, in order of precedence. A key of one provider is
    /// never sent to another, so the user's own servers have a variable of their own.
    pub fn key_variables(self) -> &'static [&'static str] {
        match self {
            LanguageProvider::Gemini => GEMINI_KEY_VARIABLES,
            LanguageProvider::Anthropic => &["ANTHROPIC_API_KEY"],
            LanguageProvider::OpenAi => OPENAI_KEY_VARIABLES,
            LanguageProvider::Ollama | LanguageProvider::Compatible => &["RUTTER_API_KEY"],
        }
    }

    pub fn needs_key(self) -> bool {
        match self {
            LanguageProvider::Gemini | LanguageProvider::Anthropic | LanguageProvider::OpenAi => {
                true
            }
            LanguageProvider::Ollama | LanguageProvider::Compatible => false,
        }
    }
}

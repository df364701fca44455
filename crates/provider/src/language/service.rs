//! The providers that can be asked, and what is particular about each.

use genai::adapter::AdapterKind;

/// Who runs the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    Gemini,
    Anthropic,
    OpenAi,
    Ollama,
    /// A server that speaks as OpenAI does.
    Compatible,
}

impl Service {
    /// By the name before `::`.
    pub fn from_namespace(name: &str) -> Option<Service> {
        match name {
            "gemini" | "google" => Some(Service::Gemini),
            "anthropic" | "claude" => Some(Service::Anthropic),
            "openai" => Some(Service::OpenAi),
            "ollama" => Some(Service::Ollama),
            "openai-compatible" => Some(Service::Compatible),
            _ => None,
        }
    }

    /// By the model's name alone.
    pub fn from_model(name: &str) -> Option<Service> {
        let is_numbered_o = {
            let mut chars = name.chars();
            chars.next() == Some('o') && chars.next().is_some_and(|c| c.is_ascii_digit())
        };
        if name.starts_with("gemini-") {
            Some(Service::Gemini)
        } else if name.starts_with("claude-") {
            Some(Service::Anthropic)
        } else if name.starts_with("gpt-") || name.starts_with("chatgpt-") || is_numbered_o {
            Some(Service::OpenAi)
        } else {
            None
        }
    }

    /// How `genai` calls the way it is spoken to. OpenAI's older interface is the one that all
    /// speak.
    pub fn kind(self) -> AdapterKind {
        match self {
            Service::Gemini => AdapterKind::Gemini,
            Service::Anthropic => AdapterKind::Anthropic,
            Service::OpenAi | Service::Compatible => AdapterKind::OpenAI,
            Service::Ollama => AdapterKind::Ollama,
        }
    }

    pub fn usual_endpoint(self) -> Option<&'static str> {
        match self {
            Service::Gemini => Some("https://generativelanguage.googleapis.com/v1beta/"),
            Service::Anthropic => Some("https://api.anthropic.com/v1/"),
            Service::OpenAi => Some("https://api.openai.com/v1/"),
            Service::Ollama => Some("http://localhost:11434/"),
            Service::Compatible => None,
        }
    }

    /// A key of one provider is never sent to another, so servers of one's own have their own.
    pub fn key_variables(self) -> &'static [&'static str] {
        match self {
            Service::Gemini => &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
            Service::Anthropic => &["ANTHROPIC_API_KEY"],
            Service::OpenAi => &["OPENAI_API_KEY"],
            Service::Ollama | Service::Compatible => &["RUTTER_API_KEY"],
        }
    }

    pub fn needs_key(self) -> bool {
        match self {
            Service::Gemini | Service::Anthropic | Service::OpenAi => true,
            Service::Ollama | Service::Compatible => false,
        }
    }
}

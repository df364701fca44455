//! The providers of language models and the facts in which they differ.

use genai::adapter::AdapterKind;

use crate::transport::{GEMINI_KEY_VARIABLES, OPENAI_KEY_VARIABLES};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LanguageService {
    Gemini,
    Anthropic,
    OpenAi,
    Ollama,
    /// A server with OpenAI's protocol.
    Compatible,
}

impl LanguageService {
    /// Finds a provider by the name before `::`.
    pub fn from_namespace(name: &str) -> Option<LanguageService> {
        match name {
            "gemini" | "google" => Some(LanguageService::Gemini),
            "anthropic" | "claude" => Some(LanguageService::Anthropic),
            "openai" => Some(LanguageService::OpenAi),
            "ollama" => Some(LanguageService::Ollama),
            "openai-compatible" => Some(LanguageService::Compatible),
            _ => None,
        }
    }

    /// Finds a provider by the name of a model.
    pub fn from_model(name: &str) -> Option<LanguageService> {
        let is_numbered_o = {
            let mut chars = name.chars();
            chars.next() == Some('o') && chars.next().is_some_and(|c| c.is_ascii_digit())
        };
        if name.starts_with("gemini-") {
            Some(LanguageService::Gemini)
        } else if name.starts_with("claude-") {
            Some(LanguageService::Anthropic)
        } else if name.starts_with("gpt-") || name.starts_with("chatgpt-") || is_numbered_o {
            Some(LanguageService::OpenAi)
        } else {
            None
        }
    }

    /// The protocol in `genai`'s terms. Of OpenAI's two, chat completions is the one that all
    /// compatible servers implement.
    pub fn adapter(self) -> AdapterKind {
        match self {
            LanguageService::Gemini => AdapterKind::Gemini,
            LanguageService::Anthropic => AdapterKind::Anthropic,
            LanguageService::OpenAi | LanguageService::Compatible => AdapterKind::OpenAI,
            LanguageService::Ollama => AdapterKind::Ollama,
        }
    }

    pub fn default_endpoint(self) -> Option<&'static str> {
        match self {
            LanguageService::Gemini => Some("https://generativelanguage.googleapis.com/v1beta/"),
            LanguageService::Anthropic => Some("https://api.anthropic.com/v1/"),
            LanguageService::OpenAi => Some("https://api.openai.com/v1/"),
            LanguageService::Ollama => Some("http://localhost:11434/"),
            LanguageService::Compatible => None,
        }
    }

    /// Environment variables that may hold the key, in order of precedence. A key of one provider is
    /// never sent to another, so the user's own servers have a variable of their own.
    pub fn key_variables(self) -> &'static [&'static str] {
        match self {
            LanguageService::Gemini => GEMINI_KEY_VARIABLES,
            LanguageService::Anthropic => &["ANTHROPIC_API_KEY"],
            LanguageService::OpenAi => OPENAI_KEY_VARIABLES,
            LanguageService::Ollama | LanguageService::Compatible => &["RUTTER_API_KEY"],
        }
    }

    pub fn needs_key(self) -> bool {
        match self {
            LanguageService::Gemini | LanguageService::Anthropic | LanguageService::OpenAi => true,
            LanguageService::Ollama | LanguageService::Compatible => false,
        }
    }
}

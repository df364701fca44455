//! The limits of a model, as far as they are known by its name.

use rutter_domain::Timestamp;
use serde::Deserialize;

use super::prices::bare_name;

const KNOWN: &str = include_str!("../../data/models.toml");

/// Limits of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ModelLimits {
    /// The longest input.
    pub context_tokens: Option<u64>,
    /// Tokens to allow for a reply in an exploration, thoughts included.
    pub output_tokens: Option<u32>,
    /// Tokens to allow for a reply beyond its text, because the model thinks without being asked to.
    pub thinking_tokens: u32,
    /// When the provider stops answering, if it has announced it.
    pub ends: Option<Timestamp>,
}

impl ModelLimits {
    /// The limits of a model by its name; nothing is known of a model that is not listed.
    pub fn of(model: &str) -> ModelLimits {
        let list: List = toml::from_str(KNOWN).expect("the list is valid, as a test shows");
        let model = bare_name(model);
        let fits = |row: &&Row| match row.model.strip_suffix('*') {
            Some(prefix) => model.starts_with(prefix),
            None => model == row.model,
        };
        let best = list.model.iter().filter(fits).max_by_key(|row| row.model.len());
        best.map_or_else(ModelLimits::default, |row| ModelLimits {
            context_tokens: row.context,
            output_tokens: row.output,
            thinking_tokens: row.thinking,
            ends: row.ends.as_deref().and_then(day),
        })
    }
}

/// The beginning of a day, written as `2026-12-01`.
pub(super) fn day(date: &str) -> Option<Timestamp> {
    Timestamp::parse(&format!("{date}T00:00:00Z"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(rename = "noted")]
    _noted: String,
    model: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    model: String,
    context: Option<u64>,
    output: Option<u32>,
    #[serde(default)]
    thinking: u32,
    ends: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(model: &str, context_tokens: Option<u64>, output_tokens: Option<u32>) {
        let limits = ModelLimits::of(model);
        let found = (limits.context_tokens, limits.output_tokens);
        assert_eq!(found, (context_tokens, output_tokens), "{model}");
    }

    #[test]
    fn a_model_is_known_by_the_longest_prefix_of_its_name() {
        check("gemini::gemini-3.5-flash-lite", Some(1_048_576), Some(16_384));
        check("claude-sonnet-5-5", Some(1_000_000), Some(32_768));
        check("claude-sonnet-4-6", Some(200_000), Some(8_192));
        check("openai::gpt-6-luna", Some(922_000), Some(16_384));
        check("ollama::qwen3:8b", None, Some(8_192));
    }

    #[test]
    fn a_hosted_model_of_tomorrow_has_room_to_think() {
        for model in ["claude-opus-9", "gpt-12-mini", "gemini-8-flash"] {
            let limits = ModelLimits::of(model);
            assert!(limits.output_tokens > Some(16_000), "{model}");
            assert!(limits.thinking_tokens > 4_000, "{model}");
        }
        assert_eq!(ModelLimits::of("claude-opus-4-6").thinking_tokens, 0);
    }

    #[test]
    fn the_end_of_a_model_is_known() {
        let ends = |model| ModelLimits::of(model).ends.map(|day| day.to_string());
        assert_eq!(ends("gemini-2.5-flash").as_deref(), Some("2026-12-01T00:00:00.000Z"));
        assert_eq!(ends("gpt-5-mini-2025-08-07").as_deref(), Some("2026-12-11T00:00:00.000Z"));
        assert_eq!(ends("gemini-2.5-flash-lite"), None);
        let list: List = toml::from_str(KNOWN).unwrap();
        let unread = list.model.iter().filter(|row| row.ends.is_some());
        assert!(unread.clone().count() > 0);
        unread.for_each(|row| assert!(ends(&row.model).is_some(), "{}", row.model));
    }

    #[test]
    fn nothing_is_known_of_other_models() {
        for model in ["", "openai-compatible::default", "ollama::llama3", "my-gpt-5"] {
            check(model, None, None);
        }
    }
}

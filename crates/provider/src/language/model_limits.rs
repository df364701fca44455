//! How much a model reads and writes, as far as its name tells.

use serde::Deserialize;

use super::prices::bare_name;

const KNOWN: &str = include_str!("../../data/models.toml");

/// What is known of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ModelLimits {
    /// The longest input.
    pub context_tokens: Option<u64>,
    /// How long a reply should be allowed to be, thoughts included.
    pub output_tokens: Option<u32>,
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
        })
    }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(model: &str, context_tokens: Option<u64>, output_tokens: Option<u32>) {
        assert_eq!(
            ModelLimits::of(model),
            ModelLimits { context_tokens, output_tokens },
            "{model}"
        );
    }

    #[test]
    fn a_model_is_known_by_the_longest_prefix_of_its_name() {
        check("gemini::gemini-2.5-flash", Some(1_048_576), Some(16_384));
        check("claude-sonnet-4-6", Some(200_000), Some(8_192));
        check("openai::gpt-5-mini-2025-08-07", Some(272_000), Some(16_384));
        check("ollama::qwen3:8b", None, Some(8_192));
    }

    #[test]
    fn nothing_is_known_of_other_models() {
        for model in ["", "openai-compatible::default", "ollama::llama3", "my-gpt-5"] {
            check(model, None, None);
        }
    }
}

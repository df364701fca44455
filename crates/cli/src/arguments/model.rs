//! Which language model to ask, and how much it may cost.

use clap::{Args, ValueEnum};

/// The model, and its limits. What is left out comes from the environment, then from the user's own
/// `rutter/config.toml`; `.rutter/config.toml` of a repository can only restrict that.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Language model")]
pub struct ModelArgs {
    /// Ask this model: `gemini-…`, `claude-…`, `gpt-…`, `ollama::NAME`, or `openai-compatible` with
    /// `--endpoint` [default: $RUTTER_MODEL, or the provider whose key is in the environment:
    /// GEMINI_API_KEY, ANTHROPIC_API_KEY, OPENAI_API_KEY]
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// Where the model is served, if not at its provider, such as `http://127.0.0.1:8080/v1`
    #[arg(long, value_name = "URL")]
    pub endpoint: Option<String>,
    /// How tools are called: by the model's own function calling, by a JSON decision that any model
    /// can fill in, or by the first that works
    #[arg(long, value_enum, value_name = "HOW")]
    pub dispatch: Option<DispatchArg>,
    /// End after so many turns [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_turns: Option<u32>,
    /// End before this many tokens, in and out, are used up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tokens: Option<u64>,
    /// End before this many US dollars are spent
    #[arg(long, value_name = "USD", value_parser = dollars, allow_negative_numbers = true)]
    pub max_cost: Option<f64>,
    /// Send at most so many requests a minute
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rpm: Option<u32>,
    /// Give up a request after so many seconds [default: 120; 600 for a model on this machine]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,
    /// Let a reply be at most so long [default: 4096]
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_output: Option<u32>,
    /// Keep the conversation within so many tokens, for models with a small window [default: 60000]
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1000..))]
    pub context: Option<u64>,
    /// Answer a request that was made before from the answer it got then
    #[arg(long)]
    pub cache: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DispatchArg {
    Auto,
    Native,
    Structured,
}

/// An amount of money that a cap can be set to.
fn dollars(typed: &str) -> Result<f64, String> {
    match typed.trim_start_matches('$').parse::<f64>() {
        Ok(amount) if amount.is_finite() && amount > 0.0 => Ok(amount),
        Ok(_) | Err(_) => Err("give an amount above zero, such as 0.50".to_owned()),
    }
}

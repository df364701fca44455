//! The flags that choose a language model and limit what it may cost.

use clap::{Args, ValueEnum};
use rutter_provider::language::Price;

/// The model and its limits. Defaults come from the environment, then from the user's own
/// `rutter/config.toml`; a repository's `.rutter/config.toml` can only restrict them.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Language model")]
pub struct ModelArgs {
    /// Model to use: `gemini-…`, `claude-…`, `gpt-…`, `ollama::NAME`, or `openai-compatible` with
    /// `--endpoint` [default: $RUTTER_MODEL, or the provider whose key is in the environment:
    /// GEMINI_API_KEY, ANTHROPIC_API_KEY, OPENAI_API_KEY]
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// Address of the model's server, if not its provider's, such as `http://127.0.0.1:8080/v1`
    #[arg(long, value_name = "URL")]
    pub endpoint: Option<String>,
    /// How the model calls tools: `native` function calling, a `structured` JSON reply that any
    /// model can produce, or `auto`, the first that works
    #[arg(long, value_enum, value_name = "HOW")]
    pub dispatch: Option<DispatchArg>,
    /// How much the model thinks before it answers [default: up to the model]
    #[arg(long, value_enum, value_name = "HOW")]
    pub effort: Option<EffortArg>,
    /// Stop after N turns [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_turns: Option<u32>,
    /// Stop before N tokens, input and output, are used up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tokens: Option<u64>,
    /// Stop before this many US dollars are spent
    #[arg(long, value_name = "USD", value_parser = dollars, allow_negative_numbers = true)]
    pub max_cost: Option<f64>,
    /// What the model costs, in US dollars per million tokens of input and output, such as `0.30/2.50`;
    /// needed for `--max-cost` with a model that rutter knows no price of
    #[arg(long, value_name = "IN/OUT", value_parser = price)]
    pub price: Option<Price>,
    /// Send at most N requests per minute
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rpm: Option<u32>,
    /// Timeout of a request [default: 120; 600 for a model on this machine]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,
    /// Longest reply [default: 4096; `explore` gives known models that think more]
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_output: Option<u32>,
    /// Longest conversation, for models with a small context window [default: 60000; `explore` uses
    /// the window of a known model, up to 200000]
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1000..))]
    pub context: Option<u64>,
    /// Answer a repeated request from the cache of earlier replies
    #[arg(long)]
    pub cache: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DispatchArg {
    Auto,
    Native,
    Structured,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EffortArg {
    Low,
    Medium,
    High,
}

fn price(typed: &str) -> Result<Price, String> {
    Price::parse(typed).ok_or_else(|| {
        "give US dollars per million tokens of input and output, such as 0.30/2.50".to_owned()
    })
}

fn dollars(typed: &str) -> Result<f64, String> {
    match typed.trim_start_matches('$').parse::<f64>() {
        Ok(amount) if amount.is_finite() && amount > 0.0 => Ok(amount),
        Ok(_) | Err(_) => Err("give an amount above zero, such as 0.50".to_owned()),
    }
}

//! The arguments of `entries review`.

use clap::Args;
use rutter_tools::positive;

use super::ModelArgs;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter entries review                              those that wait, by the model whose key is set\n  \
    rutter entries review 3f2a --model claude-opus-4   one entry, by another model than its author\n  \
    rutter entries review --path 'src/net/**' --limit 5 --max-cost 0.10\n  \
    rutter entries review --manual                     by you\n  \
    rutter entries review --manual 3f2a < answers.txt  one answer per line")]
pub struct ReviewArgs {
    /// Ids of the entries, or their first characters [default: those that wait for a reader]
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    /// Judge the statements yourself, in place of a model
    #[arg(long, conflicts_with = "ModelArgs")]
    pub manual: bool,
    /// With `--manual`: your name [default: git's user.name, else `user`]
    #[arg(long, value_name = "NAME", requires = "manual")]
    pub reader: Option<String>,
    /// Review only entries of paths that match, such as `src/**/*.rs` or `src/net`; may be repeated
    #[arg(short = 'p', long, value_name = "GLOB")]
    pub path: Vec<String>,
    /// Review at most N entries
    #[arg(short = 'n', long, default_value_t = 20, value_name = "N", value_parser = positive)]
    pub limit: usize,
    #[command(flatten)]
    pub model: ModelArgs,
}

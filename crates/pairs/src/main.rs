//! `rutter-pairs`: from source packages to what the embedding model is trained on.
//!
//! A [`pair::Pair`] is something a person might ask and the code that answers it, both taken from the
//! same package. `extract` finds them, `changes` makes them of commits, `words` counts what the vocabulary is made from, `pack` turns
//! text into numbers, `judge` does the same with the set that models are compared by. `cargo xtask
//! pairs` builds and starts this program; `training/README.md` describes the whole pipeline.

mod blocks;
mod changes;
mod extract;
mod file;
mod hash;
mod judge;
mod pack;
mod package;
mod pair;
mod pick;
mod query;
mod refused;
mod symbols;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::Parser;

/// Prepares what the embedding model is trained on; see `training/README.md`.
#[derive(Parser)]
#[command(name = "cargo xtask pairs", bin_name = "cargo xtask pairs")]
enum Step {
    /// Finds pairs in a folder of packages and writes them as JSON lines.
    Extract {
        folder: PathBuf,
        #[arg(long)]
        out: PathBuf,
        /// A folder of packages that must not be learned from; none of their code comes through.
        #[arg(long)]
        without: Vec<PathBuf>,
    },
    /// Reads changed files, as `training/history.py` writes them, from standard input and writes pairs.
    Changes {
        #[arg(long)]
        out: PathBuf,
    },
    /// Counts the words of the pairs, for the vocabulary.
    Words {
        pairs: PathBuf,
        #[arg(long)]
        out: PathBuf,
    },
    /// Turns pairs into shards of numbers.
    Pack(pack::Args),
    /// Turns the chunks and queries that judge a model into numbers.
    Judge(judge::Args),
}

fn main() -> anyhow::Result<()> {
    match Step::parse() {
        Step::Extract { folder, out, without } => extract::run(&folder, &out, &without),
        Step::Changes { out } => changes::run(&out),
        Step::Words { pairs, out } => pack::count_words(&pairs, &out),
        Step::Pack(args) => pack::run(&args),
        Step::Judge(args) => judge::run(&args),
    }
}

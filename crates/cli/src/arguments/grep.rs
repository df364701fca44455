//! Flags of `grep`, by ripgrep's names.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    rutter grep -w retry src                     lines with the word in a folder\n  \
    rutter grep -c 'panic|unwrap' -t rust        how many in each Rust file\n  \
    rutter grep -F -C2 'a[0]' -g '!*.md'         literal text, with lines around it")]
pub struct GrepArgs {
    /// Regular expression to search for, line by line
    pub pattern: String,
    /// Search only these files and folders, relative to the root
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Ignore case
    #[arg(short = 'i', long)]
    pub ignore_case: bool,
    /// Match whole words only
    #[arg(short = 'w', long)]
    pub word_regexp: bool,
    /// Treat the pattern as literal text
    #[arg(short = 'F', long)]
    pub fixed_strings: bool,
    /// At most N matching lines per file
    #[arg(short = 'm', long, value_name = "N")]
    pub max_count: Option<u64>,
    /// Search only files that match, or with a leading `!` all others; may be repeated
    #[arg(short = 'g', long, value_name = "GLOB")]
    pub glob: Vec<String>,
    /// Search only this language, such as `rust` or `py`; may be repeated
    #[arg(short = 't', long, visible_alias = "type", value_name = "LANG")]
    pub lang: Vec<String>,
    /// Print N lines before and after each match
    #[arg(short = 'C', long, value_name = "N")]
    pub context: Option<usize>,
    /// Print N lines after each match
    #[arg(short = 'A', long, value_name = "N")]
    pub after_context: Option<usize>,
    /// Print N lines before each match
    #[arg(short = 'B', long, value_name = "N")]
    pub before_context: Option<usize>,
    /// Print only the paths of files that match
    #[arg(short = 'l', long, conflicts_with = "count")]
    pub files_with_matches: bool,
    /// Print only the number of matching lines of each file
    #[arg(short = 'c', long)]
    pub count: bool,
}

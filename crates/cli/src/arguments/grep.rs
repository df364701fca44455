//! Flags of `grep`: those of ripgrep, by the same names, or the reason why one is refused.

use clap::Args;
use clap::builder::ArgAction;
use clap::error::{ContextKind, ContextValue, ErrorKind};

#[derive(Debug, Args)]
#[command(
    args_override_self = true,
    after_help = "Examples:\n  \
    rutter grep -w retry src                     lines with the word in a folder\n  \
    rutter grep -e panic -e unwrap -t rust -c    how many in each Rust file\n  \
    rutter grep -o 'v\\d+\\.\\d+' --hidden -I       only what matches, hidden files too\n  \
    rutter grep --files -g '*.toml'              files that would be searched"
)]
pub struct GrepArgs {
    /// Regular expression to search for; with `-e` or `--files`, a path
    #[arg(required_unless_present_any = ["regexp", "files", "type_list"])]
    pub pattern: Option<String>,
    /// Search only these files and folders, relative to the root
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    #[command(flatten)]
    pub matching: MatchingArgs,
    #[command(flatten)]
    pub files: GrepFilesArgs,
    #[command(flatten)]
    pub output: GrepOutputArgs,
    #[command(flatten)]
    pub accepted: AcceptedArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "What matches")]
pub struct MatchingArgs {
    /// Regular expression to search for, also one that begins with `-`; may be repeated
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub regexp: Vec<String>,
    /// Ignore case
    #[arg(short = 'i', long, overrides_with_all = ["smart_case", "case_sensitive"])]
    pub ignore_case: bool,
    /// Ignore case unless the pattern has a capital letter
    #[arg(short = 'S', long, overrides_with_all = ["ignore_case", "case_sensitive"])]
    pub smart_case: bool,
    /// Match case; the default
    #[arg(short = 's', long, overrides_with_all = ["ignore_case", "smart_case"])]
    pub case_sensitive: bool,
    /// Match whole words only
    #[arg(short = 'w', long, overrides_with = "line_regexp")]
    pub word_regexp: bool,
    /// Match whole lines only
    #[arg(short = 'x', long, overrides_with = "word_regexp")]
    pub line_regexp: bool,
    /// Treat the pattern as literal text
    #[arg(short = 'F', long)]
    pub fixed_strings: bool,
    /// Print lines that do not match
    #[arg(short = 'v', long)]
    pub invert_match: bool,
    /// Let matches span lines
    #[arg(short = 'U', long)]
    pub multiline: bool,
    /// With `-U`, let `.` match a line break
    #[arg(long)]
    pub multiline_dotall: bool,
    /// At most N matching lines per file
    #[arg(short = 'm', long, value_name = "N")]
    pub max_count: Option<u64>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Which files")]
pub struct GrepFilesArgs {
    /// Search only files that match, or with a leading `!` all others; may be repeated
    #[arg(short = 'g', long, value_name = "GLOB")]
    pub glob: Vec<String>,
    /// Search only this language or type of file; may be repeated
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub types: Vec<String>,
    /// Search no file of this type; may be repeated
    #[arg(short = 'T', long = "type-not", value_name = "TYPE")]
    pub types_not: Vec<String>,
    /// List the types of files, and search nothing
    #[arg(long)]
    pub type_list: bool,
    /// Search hidden files and folders, too, but never `.git` and `.rutter`
    #[arg(short = '.', long)]
    pub hidden: bool,
    /// Search files that ignore files leave out, too
    #[arg(long)]
    pub no_ignore: bool,
    /// Search files that git ignores, too
    #[arg(long)]
    pub no_ignore_vcs: bool,
    /// Leave out less: `-u` is `--no-ignore`, `-uu` also `--hidden`, `-uuu` also `--binary`
    #[arg(short = 'u', long, action = ArgAction::Count)]
    pub unrestricted: u8,
    /// Search binary files, too, without printing their lines
    #[arg(long)]
    pub binary: bool,
    /// Search binary files as if they were text
    #[arg(short = 'a', long)]
    pub text: bool,
    /// Enter folders at most N levels deep
    #[arg(short = 'd', long, visible_alias = "maxdepth", value_name = "N")]
    pub max_depth: Option<usize>,
    /// Print the files that would be searched, and search nothing
    #[arg(long)]
    pub files: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "What is printed")]
pub struct GrepOutputArgs {
    /// Print N lines before and after each match
    #[arg(short = 'C', long, value_name = "N")]
    pub context: Option<usize>,
    /// Print N lines after each match
    #[arg(short = 'A', long, value_name = "N")]
    pub after_context: Option<usize>,
    /// Print N lines before each match
    #[arg(short = 'B', long, value_name = "N")]
    pub before_context: Option<usize>,
    /// Print all lines, matching or not
    #[arg(long)]
    pub passthru: bool,
    /// Print only the paths of files that match
    #[arg(short = 'l', long, overrides_with_all = ["files_without_match", "count", "count_matches"])]
    pub files_with_matches: bool,
    /// Print only the paths of files without a match
    #[arg(long, overrides_with_all = ["files_with_matches", "count", "count_matches"])]
    pub files_without_match: bool,
    /// Print only the number of matching lines of each file
    #[arg(short = 'c', long, overrides_with_all = ["files_with_matches", "files_without_match", "count_matches"])]
    pub count: bool,
    /// Print only the number of matches of each file
    #[arg(long, overrides_with_all = ["files_with_matches", "files_without_match", "count"])]
    pub count_matches: bool,
    /// Print counts of 0, too
    #[arg(long)]
    pub include_zero: bool,
    /// Print only the part of each line that matches
    #[arg(short = 'o', long)]
    pub only_matching: bool,
    /// Print TEXT instead of each match; `$1` is its first group. Changes no file
    #[arg(short = 'r', long, value_name = "TEXT", allow_hyphen_values = true)]
    pub replace: Option<String>,
    /// Print the path once above its lines
    #[arg(long, overrides_with = "no_heading")]
    pub heading: bool,
    /// Print the path in every line; the default
    #[arg(long, overrides_with = "heading")]
    pub no_heading: bool,
    /// The same as `--color always --heading`
    #[arg(short = 'p', long)]
    pub pretty: bool,
    /// Print line numbers; the default
    #[arg(short = 'n', long, overrides_with = "no_line_number")]
    pub line_number: bool,
    /// Print no line numbers
    #[arg(short = 'N', long, overrides_with = "line_number")]
    pub no_line_number: bool,
    /// Print paths; the default
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub with_filename: bool,
    /// Print no paths
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub no_filename: bool,
    /// Print the column of the first match
    #[arg(long)]
    pub column: bool,
    /// Print a line for each match, with its column
    #[arg(long)]
    pub vimgrep: bool,
    /// Print the offset of each line in its file
    #[arg(short = 'b', long)]
    pub byte_offset: bool,
    /// Print lines without white space at their start
    #[arg(long)]
    pub trim: bool,
    /// Do not print lines longer than N bytes
    #[arg(short = 'M', long, value_name = "N")]
    pub max_columns: Option<u64>,
    /// Print a NUL instead of a colon or line break after each path
    #[arg(short = '0', long)]
    pub null: bool,
    /// Print nothing about files that cannot be read
    #[arg(long)]
    pub no_messages: bool,
}

/// ripgrep flags that are accepted and have no effect.
#[derive(Debug, Args)]
pub struct AcceptedArgs {
    /// Results are always sorted by path
    #[arg(long, hide = true, value_parser = ["path", "none"])]
    sort: Option<String>,
    /// All cores are used
    #[arg(short = 'j', long, hide = true)]
    threads: Option<usize>,
    /// There are no settings of ripgrep to ignore
    #[arg(long, hide = true)]
    no_config: bool,
    /// Nothing above the root is read
    #[arg(long, hide = true)]
    no_ignore_parent: bool,
    /// Ignore files count without a repository of git, too
    #[arg(long, hide = true)]
    no_require_git: bool,
    /// A mistake in an ignore file is not reported
    #[arg(long, hide = true)]
    no_ignore_messages: bool,
    #[arg(long, hide = true)]
    no_hidden: bool,
    #[arg(long, hide = true)]
    line_buffered: bool,
    #[arg(long, hide = true)]
    no_mmap: bool,
    #[arg(long, hide = true)]
    mmap: bool,
    /// Patterns and files are Unicode
    #[arg(long, hide = true)]
    unicode: bool,
}

/// Flags of ripgrep and grep that are refused: their names, the reason, and what to do instead.
const REFUSED: &[(&[&str], &str, &str)] = &[
    (
        &[
            "-P",
            "--pcre2",
            "--auto-hybrid-regex",
            "--engine",
            "--no-pcre2-unicode",
            "--pcre2-version",
        ],
        "look-around and backreferences need PCRE2, which rutter does not contain",
        "write the pattern without them, or use `rg -P`",
    ),
    (&["-f", "--file"], "patterns are not read from a file", "give each pattern with `-e PATTERN`"),
    (
        &["-L", "--follow"],
        "links are never followed, so that a search stays in the repository",
        "name the file or folder that the link leads to",
    ),
    (
        &["-R", "--recursive", "--dereference-recursive"],
        "folders are always searched with all that is in them",
        "leave it out",
    ),
    (
        &["-z", "--search-zip", "--pre", "--pre-glob"],
        "files are searched as they are; no other program is run to unpack them",
        "unpack the file and pipe it to `rg`",
    ),
    (
        &["-E", "--encoding"],
        "text is read as UTF-8, or as UTF-16 where the file begins so; patterns are always extended regular expressions",
        "leave it out",
    ),
    (&["--extended-regexp"], "patterns are always extended regular expressions", "leave it out"),
    (
        &["--iglob", "--glob-case-insensitive"],
        "globs match case",
        "give `-g` with both spellings, such as `-g '*.{md,MD}'`",
    ),
    (
        &["--include", "--exclude", "--exclude-dir"],
        "files are chosen by globs",
        "use `-g '*.rs'`, or `-g '!target'` to leave something out",
    ),
    (
        &["--type-add", "--type-clear"],
        "the types of files are fixed",
        "use `-g GLOB`; `rutter grep --type-list` lists the types",
    ),
    (
        &["--ignore-file", "--ignore-file-case-insensitive"],
        "ignore files are only read in the repository",
        "put the rules into `.rutterignore`, or leave files out with `-g '!GLOB'`",
    ),
    (
        &["--no-ignore-dot", "--no-ignore-exclude", "--no-ignore-files", "--no-ignore-global"],
        "ignore files are taken together, or those of git apart",
        "use `--no-ignore`, or `--no-ignore-vcs` for those of git",
    ),
    (&["-y"], "it is an old name of another flag", "use `-i`"),
    (
        &["--dfa-size-limit", "--regex-size-limit"],
        "the memory of a pattern is limited as in ripgrep",
        "write a shorter pattern, or several with `-e`",
    ),
    (&["--sortr"], "results are sorted by path, ascending", "leave it out"),
    (
        &["--max-filesize"],
        "files are searched up to 1 GiB, whatever their size",
        "leave files out with `-g '!GLOB'`",
    ),
    (&["--stats"], "there is no text form of the totals", "use `--json`, whose last line has them"),
    (
        &[
            "--context-separator",
            "--field-match-separator",
            "--field-context-separator",
            "--path-separator",
            "--no-context-separator",
        ],
        "separators are fixed: `:`, `-` and `--`",
        "use `--json`, or `-0` for a NUL after each path",
    ),
    (
        &["--colors", "--hyperlink-format"],
        "the colours are those of ripgrep's default",
        "use `--color never` or `--color always`",
    ),
    (
        &[
            "--crlf",
            "--null-data",
            "--no-unicode",
            "--max-columns-preview",
            "--one-file-system",
            "--stop-on-nonmatch",
            "--block-buffered",
            "--debug",
            "--trace",
        ],
        "this part of ripgrep is not in rutter",
        "use `rg` for it",
    ),
];

/// Explains an argument of `grep` that clap does not know: the reason, and what to do instead. Returns `None` if it is
/// not a ripgrep flag or belongs to another command.
pub fn refused_flag(error: &clap::Error) -> Option<(String, &'static str)> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    // The usage begins with the name by which the program was started, whatever it is.
    let usage = error.get(ContextKind::Usage)?.to_string();
    if !usage.split_whitespace().any(|word| word == "grep") {
        return None;
    }
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let flag = argument.split('=').next().unwrap_or(argument);
    let (_, reason, instead) = REFUSED.iter().find(|(names, ..)| names.contains(&flag))?;
    Some((format!("`rutter grep` does not take `{flag}`: {reason}"), instead))
}

//! What a user asks of grep: one field a flag, named as ripgrep names them.

use rutter_domain::Language;

/// One search of the working tree; the default is a case-sensitive regular expression, everywhere.
#[derive(Debug, Clone, Default)]
pub struct GrepRequest {
    pub pattern: String,
    /// Files and folders relative to the root; empty for all of it.
    pub paths: Vec<String>,
    pub kind: PatternKind,
    pub case: Case,
    pub boundary: Boundary,
    /// Lines of context before a match; only lines and JSON show them.
    pub before_lines: usize,
    /// Lines of context after a match.
    pub after_lines: usize,
    /// Which paths to search, as in `-g '*.rs'`; `!` in front leaves them out. The last that matches wins.
    pub globs: Vec<String>,
    /// Only files in these languages; empty for all.
    pub languages: Vec<Language>,
    /// At most this many matching lines a file.
    pub max_per_file: Option<u64>,
    pub output: GrepOutput,
    pub color: Color,
}

/// How the pattern is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PatternKind {
    #[default]
    Regex,
    /// As literal text (`-F`).
    Literal,
}

/// Whether `a` is also `A`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Case {
    #[default]
    Sensitive,
    /// `-i`
    Insensitive,
}

/// Where a match may begin and end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Boundary {
    #[default]
    Anywhere,
    /// Only at the edges of words (`-w`).
    Word,
}

/// What is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GrepOutput {
    /// `path:line:text`
    #[default]
    Lines,
    /// The path of each file with a match (`-l`).
    Files,
    /// `path:matching lines` for each file with a match (`-c`).
    Counts,
    /// ripgrep's JSON lines (`--json`).
    Json,
    /// Nothing: [`super::grep`] ends at the first match (`-q`), [`super::grep_places`] returns places.
    Nothing,
}

/// Whether the output holds the escape codes of ripgrep's default colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Color {
    #[default]
    Never,
    Always,
}

//! What a user asks of grep: one field a flag, named as ripgrep names them.

use rutter_domain::Language;

/// One search of the working tree; the default is a case-sensitive regular expression, everywhere.
#[derive(Debug, Clone, Default)]
pub struct GrepRequest {
    /// A line matches if it matches one of them (`-e`).
    pub patterns: Vec<String>,
    /// Files and folders relative to the root; empty for all of it.
    pub paths: Vec<String>,
    pub kind: PatternKind,
    pub case: Case,
    pub boundary: Boundary,
    pub selection: Selection,
    pub extent: MatchExtent,
    /// Lines of context before a match; only lines and JSON show them.
    pub before_lines: usize,
    /// Lines of context after a match.
    pub after_lines: usize,
    /// Which paths to search, as in `-g '*.rs'`; `!` in front leaves them out. The last that matches wins.
    pub globs: Vec<String>,
    /// Only files in these languages; empty for all.
    pub languages: Vec<Language>,
    /// Only files of these types, by ripgrep's names of types or by ours of languages; empty for all (`-t`).
    pub types: Vec<String>,
    /// No files of these types (`-T`).
    pub types_not: Vec<String>,
    pub reach: Reach,
    pub binary: Binary,
    /// At most this many matching lines a file.
    pub max_per_file: Option<u64>,
    pub output: GrepOutput,
    pub line_style: LineStyle,
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
    /// Insensitive unless the pattern holds a capital (`-S`).
    Smart,
}

/// Where a match may begin and end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Boundary {
    #[default]
    Anywhere,
    /// Only at the edges of words (`-w`).
    Word,
    /// Only at the edges of lines (`-x`).
    Line,
}

/// Which lines are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Selection {
    #[default]
    Matching,
    /// Those without a match (`-v`).
    NotMatching,
}

/// Whether a match may span lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MatchExtent {
    #[default]
    OneLine,
    /// `-U`
    ManyLines,
    /// `-U --multiline-dotall`: a dot matches a line break, too.
    DotMatchesLineBreak,
}

/// What is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GrepOutput {
    /// `path:line:text`
    #[default]
    Lines,
    /// The path of each file with a match (`-l`).
    Files,
    /// The path of each file without a match (`--files-without-match`).
    FilesWithout,
    /// `path:matching lines` for each file with a match (`-c`).
    Counts,
    /// `path:matches` for each file with a match (`--count-matches`).
    MatchCounts,
    /// ripgrep's JSON lines (`--json`).
    Json,
    /// Nothing: the search ends at the first match (`-q`).
    Nothing,
    /// The path of each file that would be searched (`--files`).
    Candidates,
    /// Nothing: [`super::grep_places`] returns where the matches are.
    Places,
}

/// Whether the output holds the escape codes of ripgrep's default colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Color {
    #[default]
    Never,
    Always,
}

/// Which files are searched though the walk usually leaves them out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reach {
    /// Hidden files and folders (`--hidden`); `.git` and `.rutter` stay out.
    pub hidden: bool,
    pub ignored: Ignored,
    /// Folders at most this far below where the search begins (`--max-depth`).
    pub max_depth: Option<usize>,
}

/// Which ignore files count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ignored {
    #[default]
    LeftOut,
    /// All but those of git (`--no-ignore-vcs`).
    LeftOutButByGit,
    /// None (`--no-ignore`).
    Searched,
}

/// Whether files that are not text are searched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Binary {
    /// Only those that are named.
    #[default]
    Named,
    /// All, without printing their lines (`--binary`).
    Searched,
    /// All, as if they were text (`-a`).
    AsText,
}

/// The form of a printed line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineStyle {
    /// `-N`
    pub without_numbers: bool,
    /// `-I`
    pub without_paths: bool,
    /// The path once above its lines (`--heading`).
    pub heading: bool,
    /// Only the part that matches (`-o`).
    pub only_matching: bool,
    /// A line for each match, with its column (`--vimgrep`).
    pub each_match: bool,
    /// The column of the first match (`--column`).
    pub column: bool,
    /// The offset in the file (`-b`).
    pub byte_offset: bool,
    /// Without white space at its start (`--trim`).
    pub trim: bool,
    /// What to print instead of each match (`-r`).
    pub replacement: Option<String>,
    /// Longer lines are not printed (`-M`).
    pub max_columns: Option<u64>,
    /// A NUL after each path (`-0`).
    pub null: bool,
    /// Counts of files without a match, too (`--include-zero`).
    pub zero_counts: bool,
    /// All lines, matching or not (`--passthru`).
    pub all_lines: bool,
}

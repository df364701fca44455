//! Word lists of the search, one table for each concern.
//!
//! A row is a word, or several with a blank between them, and the case that needs it. A word that is in no
//! table changes no ranking, so a row is added with the query or the file that it is for. Start at [`WordTable`].

/// Words with the case that needs them.
pub type WordTable = &'static [(&'static str, &'static str)];

/// The words of a table.
pub fn words(table: WordTable) -> impl Iterator<Item = &'static str> {
    table.iter().flat_map(|(words, _)| words.split(' '))
}

/// Whether a table has exactly this word.
pub fn has_word(table: WordTable, word: &str) -> bool {
    words(table).any(|one| one == word)
}

/// Keywords that precede a name in code. A query `fn parse` is a query for `parse`.
pub const KEYWORDS: WordTable = &[
    ("fn struct enum trait impl type const", "Rust: `fn parse`"),
    ("def class", "Python, Ruby: `def parse`"),
    ("func interface", "Go, Swift: `func Parse`"),
    ("function", "JavaScript, PHP, Lua: `function parse`"),
];

/// Phrases in the messages of compilers, runtimes and shells, in lower case. A row is one phrase.
pub const ERROR_PHRASES: WordTable = &[
    ("traceback (most recent call last)", "Python"),
    ("panicked at", "Rust: `thread 'main' panicked at src/main.rs:4:5`"),
    ("stack backtrace", "Rust with `RUST_BACKTRACE`"),
    ("stack trace:", "PHP: `Stack trace:` above `#0`"),
    ("segmentation fault", "a shell, of a program that died by it"),
    ("undefined reference to", "the linker of GNU"),
    ("exception in thread", "Java: `Exception in thread \"main\"`"),
    ("unhandled exception", ".NET: `Unhandled exception. System.IO…`"),
    // The blank keeps `uncaughtException`, an event of Node.js, from being a message.
    ("uncaught ", "JavaScript, PHP: `Uncaught TypeError`"),
    ("caused by:", "Java, of the exception behind another one"),
    ("fatal error", "Go: `fatal error: all goroutines are asleep`; C: of a header that is missing"),
    ("fatal:", "git: `fatal: not a git repository`"),
    ("error:", "most compilers: `error: cannot open file`"),
    ("error[", "Rust: `error[E0308]: mismatched types`"),
];

/// Marks of code that are in no word of prose. A row is one mark.
pub const CODE_MARKS: WordTable = &[
    ("::", "C++, Rust, PHP: `Foo::bar`"),
    ("->", "C, C++, PHP: `foo->bar`"),
    ("()", "a call without arguments: `foo()`"),
    ("\\", "namespaces of PHP: `Foo\\Bar`"),
];

/// Terms, stemmed, that ask for auxiliary files such as tests.
pub const AUXILIARY_TERMS: WordTable = &[
    ("test", "`tests of the parser`"),
    ("spec", "tests of Ruby and JavaScript"),
    ("mock", "`mock of the database`"),
    ("fixtur", "`fixture`, `fixtures`"),
    ("exampl", "`example of a server`"),
    ("benchmark bench", "`benchmark of the tokenizer`"),
];

/// Platforms that few people mean: code for them mirrors the code for the usual ones. Queries are stemmed.
pub const RARE_PLATFORMS: WordTable = &[
    ("win win32 windows cygwin", "folders and files: `src/win/fs.c`, `path_windows.go`"),
    ("window", "the stem of `windows`, in a query that asks for them"),
    ("aix haiku ibmi os390 qnx solaris sunos", "one file for each system: `src/unix/os390.c`"),
];

/// Folders of code beside the sources of the project. Not `doc`: it is also the name of packages.
pub const BESIDE_SOURCES: WordTable = &[
    ("vendor third_party node_modules external", "what others wrote"),
    ("docs", "scripts and samples of the documents"),
];

/// Names of files that many folders share; the name of the folder says more.
pub const SHARED_STEMS: WordTable = &[
    ("mod lib main", "Rust: `net/mod.rs`"),
    ("index", "JavaScript: `net/index.js`"),
    ("__init__", "Python: `net/__init__.py`"),
    ("init", "Lua: `net/init.lua`"),
];

/// Extensions of headers, which declare what a file of [`IMPLEMENTATIONS`] beside them defines.
pub const HEADERS: WordTable = &[("h hh hpp hxx", "C, C++, Objective-C: `tcp.h`")];

/// Extensions of files that implement what a header declares.
pub const IMPLEMENTATIONS: WordTable =
    &[("c", "C"), ("cc cpp cxx", "C++"), ("m mm", "Objective-C")];

/// Verbs that a description of a change begins with: in the imperative, as in "Add", or as in "Adds" and
/// "Added". Those that are more often nouns (`group`, `store`, `log`) are left out.
pub const CHANGE_VERBS: WordTable = &[
    (
        "accept add allow create enable expose extend implement include introduce provide support",
        "something new: `Add a flag for the port`",
    ),
    (
        "delete deprecate disable drop exclude hide ignore omit remove silence skip strip suppress",
        "something that goes: `dropped support for old servers`",
    ),
    (
        "avoid correct detect escape fix force guard handle harden prevent recognize reject resolve \
         respect throw treat",
        "a bug: `Fix the timeout of idle connections`",
    ),
    (
        "always better correctly do don let minor more never no only properly",
        "how it should be: `Don't close the socket twice`",
    ),
    (
        "adjust align apply assign call change check convert decrease emit ensure enforce increase \
         infer initialise initialize keep limit load make mark move pass prefer preserve print \
         propagate push raise read release report require reset restore return revert send set show \
         stop switch trim truncate tweak update upgrade use wrap",
        "other behaviour: `applies the patch before parsing`",
    ),
    (
        "clarify clean clear copy deduplicate extract improve inline merge migrate normalize \
         optimise optimize reduce refactor rename replace rework rewrite separate simplify split unify",
        "a clean-up: `Rename the module of payments`",
    ),
];

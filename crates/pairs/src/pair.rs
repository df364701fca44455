//! A [`Pair`]: what a person might ask, and the code that answers it.

use rutter_domain::Language;

/// A query and the code that answers it, both taken from the same package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub kind: Kind,
    pub language: Language,
    pub query: String,
    pub code: String,
    /// From the root of the package.
    pub path: String,
    /// Code of the same file that does not answer the query.
    pub other: Option<String>,
}

/// Where a pair comes from. The order is that of the numbers in a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A doc comment, and the symbol without it.
    Doc,
    /// A symbol's name with words of its path, and its body.
    Name,
    /// A comment within code, and the lines after it.
    Comment,
    /// A paragraph of Markdown, and the code block after it.
    Markdown,
    /// The comment at the head of a file, and the signatures in it.
    Header,
    /// A path, and the signatures in the file.
    Path,
    /// A description of a file, and a piece of it.
    Chunk,
    /// A test's name, and the function it tests.
    Test,
    /// The purpose of a function, and one that it calls.
    Call,
    /// The message of a commit, and a chunk that it changed.
    Change,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Doc,
        Kind::Name,
        Kind::Comment,
        Kind::Markdown,
        Kind::Header,
        Kind::Path,
        Kind::Chunk,
        Kind::Test,
        Kind::Call,
        Kind::Change,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Doc => "doc",
            Kind::Name => "name",
            Kind::Comment => "comment",
            Kind::Markdown => "markdown",
            Kind::Header => "header",
            Kind::Path => "path",
            Kind::Chunk => "chunk",
            Kind::Test => "test",
            Kind::Call => "call",
            Kind::Change => "change",
        }
    }

    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

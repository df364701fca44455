//! Mentions of code, files and commands in documents.

use serde::{Deserialize, Serialize};

use crate::names::names;

/// A place in a document that may refer to something in the repository. The document alone does not tell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentMention {
    pub kind: MentionKind,
    pub source: MentionSource,
    /// As written: `Parser::parse()`, `src/lib.rs:12`, `../guide.md#setup`, `tool run --all`.
    pub text: String,
    /// The scope of the text: the module that an import names, the current module at a reStructuredText role, or the
    /// only program that the section of a flag names.
    pub scope: Option<String>,
    /// Line, from 1.
    pub line: u32,
    /// The byte of the line at which the text begins, from 0.
    pub column: u32,
    /// The section that contains it: an index into the symbols of the file.
    pub section: Option<u32>,
}

/// The kind of thing that a mention may refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MentionKind {
    /// A symbol, bare or qualified.
    Name,
    /// A file or folder, maybe with a line: `src/lib.rs:12`.
    Path,
    /// The target of a link: a path, an anchor, or both.
    Link,
    /// The target of an import in a code sample.
    Import,
    /// A command line.
    Command,
    /// An option of a program, alone: `--all`.
    Flag,
}

/// The markup of a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MentionSource {
    InlineCode,
    Link,
    /// A block of code.
    FencedCode,
    /// A reStructuredText role that says what its text is.
    Role,
    /// A directive: a table of contents, an include, or one that documents a symbol.
    Directive,
}

names! {
    MentionSource {
        InlineCode => "inline-code",
        Link => "link",
        FencedCode => "fenced-code",
        Role => "role",
        Directive => "directive",
    }
}

names! {
    MentionKind {
        Name => "name",
        Path => "path",
        Link => "link",
        Import => "import",
        Command => "command",
        Flag => "flag",
    }
}

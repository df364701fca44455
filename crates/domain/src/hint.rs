//! Hints: typed suggestions what to do next, which each skin puts into its own words.
//!
//! Lower layers know what would help, but not what it is called: a flag on the command line, a tool
//! for a model, another tool for an agent. So errors and remarks carry a [`Hint`], and every skin
//! implements [`Vocabulary`]. No crate below `tools` names a tool, a flag or a command.

use std::borrow::Cow;

/// A suggestion what a caller can do about an error or a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// Advice that names no tool, flag or command, and so reads the same in every skin.
    Advice(Cow<'static, str>),
    DidYouMean {
        names: Vec<String>,
    },

    // Reading and searching.
    /// Arguments of a tool that make sense, as JSON.
    Example {
        tool: &'static str,
        arguments: &'static str,
    },
    FindFiles,
    ListFolder,
    ReadFile,
    /// Read the lines of a file that were not shown; up to its end if `end_line` is `None`.
    ReadLines {
        path: String,
        start_line: u32,
        end_line: Option<u32>,
    },
    /// Read the lines that an answer had to leave out.
    ReadRest,
    /// Search for the pattern as literal text.
    LiteralPattern,
    /// Name what to compare with: a line of a file, a chunk or some code.
    NamePlace,
    /// Ask what is in a folder or a file.
    DescribePath {
        path: String,
    },
    /// Paths are relative to the root, which can be asked for.
    ShowRoot,
    ShowStatus,

    // The index.
    UpdateIndex,
    ContinueIndexing,
    /// Rebuild a damaged index from the files.
    RepairIndex,
    RebuildIndex,
    RebuildVectors,
    /// Write the file again that says which format the data folder has.
    RewriteFormat,
    /// An operation on the index failed: check the disk, then the index.
    CheckIndex,
    /// An operation on the caches failed: check the disk, then rebuild.
    CheckDisk,
    /// Rebuild the index with another embedder, or keep the recorded one.
    SwitchEmbedder {
        spec: String,
        endpoint: Option<String>,
        dims: Option<u32>,
    },
    UseBuiltInEmbedder,

    // The data folder.
    MoveData,
    FreeDataFolder,
    /// The data is of a newer version.
    UpdateProgram,
    /// The index is of a newer version, and can be deleted.
    UpdateOrDelete {
        index: String,
    },
    /// Something in the data folder is not what belongs there.
    MoveOddData {
        path: String,
    },
    /// Only the user knows whether the data folder is theirs.
    VouchForData {
        path: String,
    },
    UntrackData,
    RestoreNotebook {
        path: String,
    },
    MoveForeignNotebook {
        path: String,
    },

    // Entries and runs.
    ListEntries,
    ListGaps,
    /// Say what is wrong with an entry.
    GiveNote,
    RestoreOrForgetEntries,
    RestoreOrImportEntries,
    ExportElsewhere,
    ImportBeforeExport,
    ImportExported,
    ListRuns {
        newest: String,
    },
    Explore,

    // Starting the program.
    AddPrice {
        model: String,
    },
    BindElsewhere,
    GiveToken,
}

/// The words of one skin, in which its users know rutter's capabilities.
pub trait Vocabulary: Send + Sync {
    /// The hint as its reader can follow it, without a full stop.
    fn render(&self, hint: &Hint) -> String;

    /// The name of a tool in this skin.
    fn tool_name(&self, name: &'static str) -> &'static str {
        name
    }

    /// The name of a tool's argument in this skin.
    fn argument_name<'a>(&self, name: &'a str) -> &'a str {
        name
    }
}

impl From<&'static str> for Hint {
    fn from(advice: &'static str) -> Hint {
        Hint::Advice(Cow::Borrowed(advice))
    }
}

impl From<String> for Hint {
    fn from(advice: String) -> Hint {
        Hint::Advice(Cow::Owned(advice))
    }
}

/// Asks whether one of these names was meant.
pub fn did_you_mean(names: &[String]) -> String {
    format!("did you mean {}?", names.join(", "))
}

/// An error and its causes on one line. A cause that the message before it already contains is left
/// out.
pub fn error_chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.ends_with(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        source = cause.source();
    }
    text
}

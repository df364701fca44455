//! The arguments of `entries`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use rutter_domain::EntryStatus;

use super::ReviewArgs;

#[derive(Debug, Args)]
pub struct EntriesArgs {
    #[command(subcommand)]
    pub command: EntriesCommand,
}

#[derive(Debug, Subcommand)]
pub enum EntriesCommand {
    /// List the entries with their current status
    List(ListArgs),
    /// Show an entry in full
    Show {
        /// An id or its first characters, or a symbol, bare or qualified: `bar`, `Foo::bar`
        #[arg(value_name = "ID|SYMBOL")]
        entry: String,
        /// Print what it said before, and who reviewed or rejected it
        #[arg(long)]
        history: bool,
    },
    /// Compare every entry with the code; a finding is one that is neither checked nor confirmed
    Check,
    /// Have entries reviewed by an independent second reader, a language model or you
    ///
    /// For each entry the reader gets its claims, shuffled among statements that are known to be true or false,
    /// and the code; neither author nor status. If the reader judges a known statement wrongly, the review does
    /// not count. If the reader agrees to every claim, the entry is confirmed; if one is contradicted, the entry
    /// is disputed.
    ///
    /// With `--manual` you are the reader. Answer each statement with `s` (supported), `c` (contradicted) or `n`
    /// (the code does not show it); `q` quits. For `s` and `c` give the lines that show it, as `12-14` or
    /// `src/a.rs:12-14`; Enter takes the lines of the symbol. If standard input is not a terminal, it holds one
    /// answer per line, such as `s 12-14` or `n`.
    Review(Box<ReviewArgs>),
    /// Delete entries for good
    Forget {
        /// Ids of the entries, or their first characters
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
    },
    /// Mark an entry as wrong; the next author of an entry for that symbol sees the note
    Reject {
        /// Id of the entry, or its first characters
        id: String,
        /// What is wrong with it
        #[arg(value_name = "TEXT", required_unless_present = "note")]
        text: Option<String>,
        /// The same as TEXT
        #[arg(long, value_name = "TEXT", conflicts_with = "text")]
        note: Option<String>,
    },
    /// Write all entries as text files to review and commit, one for each source file
    ///
    /// The same entries give the same bytes. Files whose entries no longer exist are removed; files
    /// that rutter did not write are kept.
    Export {
        /// Folder to write to [default: `.rutter-entries` in the root, which git does not ignore]
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Import exported entries
    ///
    /// Each entry is compared with the code: it is stale if the code has changed since. An entry
    /// that is newer here is kept. You can also write such a file by hand: `path` at its top, and
    /// `symbol` and `summary` for each entry are enough.
    Import {
        /// Folder to read [default: `.rutter-entries` in the root]
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// List only entries of this status; may be repeated
    #[arg(long, value_enum, value_name = "STATUS")]
    pub status: Vec<StatusArg>,
    /// List only entries of paths that match, such as `src/**/*.rs` or `src/net`; may be repeated
    #[arg(short = 'p', long, value_name = "GLOB")]
    pub path: Vec<String>,
    /// List only stale entries; the same as `--status stale`
    #[arg(long)]
    pub stale: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatusArg {
    /// An independent reader agreed, claim by claim
    Confirmed,
    /// No check found anything against it, and the code has not changed since
    Checked,
    /// Kept although a check failed
    Unverified,
    /// A reader or another entry of the symbol disagrees
    Disputed,
    /// The code that it describes has changed since
    Stale,
    /// Marked as wrong by a person
    Rejected,
}

impl From<StatusArg> for EntryStatus {
    fn from(status: StatusArg) -> EntryStatus {
        match status {
            StatusArg::Confirmed => EntryStatus::Confirmed,
            StatusArg::Checked => EntryStatus::Checked,
            StatusArg::Unverified => EntryStatus::Unverified,
            StatusArg::Disputed => EntryStatus::Disputed,
            StatusArg::Stale => EntryStatus::Stale,
            StatusArg::Rejected => EntryStatus::Rejected,
        }
    }
}

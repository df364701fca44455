//! The arguments of `entries`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use rutter_domain::EntryStatus;

#[derive(Debug, Args)]
pub struct EntriesArgs {
    #[command(subcommand)]
    pub command: EntriesCommand,
}

#[derive(Debug, Subcommand)]
pub enum EntriesCommand {
    /// List what was recorded, each entry with what has become of it since
    List(ListArgs),
    /// Show all that is known of an entry
    Show {
        /// An id or its beginning, or a symbol, bare or qualified: `bar`, `Foo::bar`
        #[arg(value_name = "ID|SYMBOL")]
        entry: String,
    },
    /// Compare every entry with the code; exit code 1 when some are not verified
    Check,
    /// Take entries out for good
    Forget {
        /// The ids of the entries, or the beginnings of these
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
    },
    /// Mark an entry as wrong; whoever records that symbol next is told why
    Reject {
        /// The id of the entry, or its beginning
        id: String,
        /// What is wrong with it
        #[arg(long, value_name = "TEXT")]
        note: String,
    },
    /// Write all entries as text, one file for each source file, to be reviewed and committed
    ///
    /// The same entries give the same bytes. Files of entries that are gone are removed; files
    /// that rutter did not write are left alone.
    Export {
        /// The folder [default: `.rutter-entries` in the root, which git does not ignore]
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Bring in what `export` wrote, here or elsewhere; exit code 1 when something was not taken
    ///
    /// Each entry is compared with the code as it is: what has changed since is stale. An entry
    /// that is newer here is kept. You may write such a file by hand: `symbol`, `summary` and the
    /// `path` at its top are enough.
    Import {
        /// The folder [default: `.rutter-entries` in the root]
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only entries of this status; may be repeated
    #[arg(long, value_enum, value_name = "STATUS")]
    pub status: Vec<StatusArg>,
    /// Only of paths that match, such as `src/**/*.rs` or `src/net`; may be repeated
    #[arg(short = 'p', long, value_name = "GLOB")]
    pub path: Vec<String>,
    /// Only entries that do not hold any more, like `--status stale`
    #[arg(long)]
    pub stale: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatusArg {
    /// Every check held, and still does
    Verified,
    /// Kept, though a check failed
    Unverified,
    /// What it speaks of has changed since
    Stale,
    /// A person says that it is wrong
    Rejected,
}

impl From<StatusArg> for EntryStatus {
    fn from(status: StatusArg) -> EntryStatus {
        match status {
            StatusArg::Verified => EntryStatus::Verified,
            StatusArg::Unverified => EntryStatus::Unverified,
            StatusArg::Stale => EntryStatus::Stale,
            StatusArg::Rejected => EntryStatus::Rejected,
        }
    }
}

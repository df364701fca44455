//! The error of this crate.

use std::io;
use std::path::PathBuf;

use rutter_domain::{Hint, TooLong};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no entry `{wanted}`")]
    NoEntry { wanted: String, near: Vec<String> },
    #[error("several entries begin with `{wanted}`: {}", fitting.join(", "))]
    AmbiguousEntry { wanted: String, fitting: Vec<String> },
    #[error("the entry `{id}` cannot be reviewed: {reason}")]
    NotReviewable { id: String, reason: String },
    #[error("there is no gap `{wanted}`")]
    NoGap { wanted: String, near: Vec<String> },
    #[error("several gaps begin with `{wanted}`: {}", fitting.join(", "))]
    AmbiguousGap { wanted: String, fitting: Vec<String> },
    #[error("the text is empty, so nothing was recorded")]
    EmptyAnswer,
    #[error(transparent)]
    TooLong(#[from] TooLong),
    #[error("no run `{wanted}` has worked on gaps")]
    NoResolvingRun { wanted: String, near: Vec<String> },
    #[error("cannot write the entries to `{path}`")]
    WriteExport { path: PathBuf, source: io::Error },
    #[error("`{path}` was written by hand, and an export does not overwrite it")]
    HandWritten { path: PathBuf },
    #[error("cannot read the entries in `{path}`")]
    ReadExport { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Engine(#[from] rutter_engine::Error),
    #[error(transparent)]
    Workspace(#[from] rutter_workspace::Error),
    #[error(transparent)]
    Store(#[from] rutter_store::Error),
}

impl Error {
    /// A hint for the user.
    pub fn hint(&self) -> Option<Hint> {
        Some(match self {
            Error::NoEntry { near, .. } if !near.is_empty() => {
                Hint::DidYouMean { names: near.clone() }
            }
            Error::NoEntry { .. } => Hint::ListEntries,
            Error::NoGap { near, .. } | Error::NoResolvingRun { near, .. } if !near.is_empty() => {
                Hint::DidYouMean { names: near.clone() }
            }
            Error::NoGap { .. } | Error::NoResolvingRun { .. } => Hint::ListGaps,
            Error::TooLong(_) => "say it in fewer words".into(),
            Error::EmptyAnswer => "say it in a sentence or two".into(),
            Error::AmbiguousEntry { .. } | Error::AmbiguousGap { .. } => {
                "give more of the id".into()
            }
            Error::NotReviewable { .. } => {
                "record what is right about the symbol as it is now, then have that reviewed".into()
            }
            Error::WriteExport { .. } => Hint::ExportElsewhere,
            Error::HandWritten { .. } => Hint::ImportBeforeExport,
            Error::ReadExport { .. } => Hint::ImportExported,
            Error::Engine(error) => return error.hint(),
            Error::Workspace(error) => return error.hint(),
            Error::Store(error) => return error.hint(),
        })
    }
}

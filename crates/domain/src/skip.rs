//! The reasons why files are not in the index.

use serde::{Deserialize, Serialize};

use crate::names::names;

/// The reason why a file was left out. Every skipped file is counted and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    Binary,
    Generated,
    Minified,
    TooLarge,
    /// Hidden, or matched by an ignore file. A folder counts once.
    Ignored,
    /// Neither a regular file nor a folder: a link, a pipe, a device.
    NotAFile,
    Unreadable,
}

names! {
    SkipReason {
        Binary => "binary",
        Generated => "generated",
        Minified => "minified",
        TooLarge => "too large",
        Ignored => "ignored",
        NotAFile => "not a file",
        Unreadable => "unreadable",
    }
}

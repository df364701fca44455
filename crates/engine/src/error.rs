//! Why the engine could not do as it was asked.

use std::io;
use std::path::PathBuf;

use crate::EmbedderChoice;

/// Why the engine could not do as it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no folder `{path}`")]
    NoFolder { path: PathBuf },
    #[error("cannot read the folder `{path}`")]
    ReadFolder { path: PathBuf, source: io::Error },
    #[error("cannot write to the data folder `{path}`")]
    WriteData { path: PathBuf, source: io::Error },
    #[error("cannot read the data folder `{path}`")]
    ReadData { path: PathBuf, source: io::Error },
    #[error(
        "the data folder `{path}` was written by a newer rutter (format {found}, this one reads up to {known})"
    )]
    NewerFormat { path: PathBuf, found: u32, known: u32 },
    #[error("`{path}` is a link, and rutter writes its data through none")]
    LinkedData { path: PathBuf },
    #[error(
        "`{path}` came with the repository (git tracks `{file}`), so rutter does not trust what is in it"
    )]
    TrackedData { path: PathBuf, file: String },
    #[error("there is no usable index of `{root}` yet, and another rutter is making one")]
    Busy { root: PathBuf },
    #[error("the index at `{path}` is damaged: {what}")]
    Damaged { path: PathBuf, what: String },
    #[error("there is no index of `{root}` yet")]
    Absent { root: PathBuf },
    #[error("`{glob}` is not a valid glob: {why}")]
    BadGlob { glob: String, why: String },
    #[error("`{path}` is not in the index")]
    NotIndexed { path: String, near: Vec<String> },
    #[error("`{path}` has no line {line}")]
    NoLine { path: String, line: u32, n_lines: usize },
    #[error("`{path}` has no chunk {number}")]
    NoChunk { path: String, number: u32, n_chunks: usize },
    #[error("there is no entry `{wanted}`")]
    NoEntry { wanted: String, near: Vec<String> },
    #[error("several entries begin with `{wanted}`: {}", fitting.join(", "))]
    AmbiguousEntry { wanted: String, fitting: Vec<String> },
    #[error("cannot write the entries to `{path}`")]
    WriteExport { path: PathBuf, source: io::Error },
    #[error("`{path}` was written by hand, and an export does not overwrite it")]
    OtherSheet { path: PathBuf },
    #[error("cannot read the entries in `{path}`")]
    ReadExport { path: PathBuf, source: io::Error },
    #[error("indexing was stopped")]
    Stopped,
    #[error(
        "the index was made with the embedder `{recorded}`, and `{asked}` cannot be mixed into it"
    )]
    OtherEmbedder { recorded: EmbedderChoice, asked: EmbedderChoice },
    #[error("the embedder `{spec}` cannot be used: {why}")]
    NoEmbedder { spec: String, why: String },
    #[error(transparent)]
    Embed(#[from] rutter_domain::EmbedError),
    #[error(transparent)]
    Search(#[from] rutter_search::Error),
    #[error(transparent)]
    Store(#[from] rutter_store::Error),
}

impl Error {
    /// What the user may do about it, as a command or a flag.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::NoFolder { .. } => Some("give a folder that exists".to_owned()),
            Error::ReadFolder { .. } => Some("rutter needs the right to read it".to_owned()),
            Error::WriteData { .. } => {
                Some("check free disk space and write permission there, or pass `--data-dir DIR`".to_owned())
            }
            Error::ReadData { .. } => Some("put the data elsewhere with `--data-dir DIR`".to_owned()),
            Error::NewerFormat { path, .. } => Some(format!(
                "update rutter, use another folder with `--data-dir DIR`, or delete `{}` to start anew",
                path.join("index").display()
            )),
            Error::LinkedData { path } => Some(format!(
                "remove `{}`, or name the folder it leads to with `--data-dir DIR`",
                path.display()
            )),
            Error::TrackedData { .. } => Some(
                "if it is yours, `git rm -r --cached .rutter`; else use another folder with `--data-dir DIR`"
                    .to_owned(),
            ),
            Error::Busy { .. } => {
                Some("wait until it is done, or stop it if it hangs, then try again".to_owned())
            }
            Error::Damaged { .. } => {
                Some("run `rutter index` to rebuild it from your files; no entry is lost".to_owned())
            }
            Error::Absent { .. } => Some("run `rutter index`".to_owned()),
            Error::BadGlob { .. } => {
                Some("write it like `src/**/*.rs`, and quote it for the shell".to_owned())
            }
            Error::NotIndexed { near, .. } if !near.is_empty() => {
                Some(format!("did you mean {}?", near.join(", ")))
            }
            Error::NotIndexed { .. } => {
                Some("paths are relative to the root; `rutter status` shows it".to_owned())
            }
            Error::NoLine { n_lines: 0, .. } | Error::NoChunk { n_chunks: 0, .. } => {
                Some("there is nothing in it to compare".to_owned())
            }
            Error::NoLine { n_lines, .. } => Some(format!("its lines are 1 to {n_lines}")),
            Error::NoChunk { path, n_chunks, .. } => Some(format!(
                "its chunks are 0 to {}; the numbers change with the file, `{path}:LINE` does not",
                n_chunks.saturating_sub(1)
            )),
            Error::OtherEmbedder { asked, .. } => Some(format!(
                "run `rutter index --full {}` to make it anew, or leave `--embedder` out",
                asked.flags()
            )),
            Error::NoEmbedder { .. } | Error::Embed(_) => Some(
                "`rutter index --full --embedder built-in` needs no service; what is indexed stays as it was"
                    .to_owned(),
            ),
            Error::NoEntry { near, .. } if !near.is_empty() => {
                Some(format!("did you mean {}?", near.join(", ")))
            }
            Error::NoEntry { .. } => {
                Some("`rutter entries list` shows those that there are".to_owned())
            }
            Error::AmbiguousEntry { .. } => Some("give more of the id".to_owned()),
            Error::WriteExport { .. } => {
                Some("give a folder that can be written: `rutter entries export DIR`".to_owned())
            }
            Error::OtherSheet { .. } => Some(
                "bring it in with `rutter entries import`, remove it, then export again".to_owned(),
            ),
            Error::ReadExport { .. } => Some(
                "give the folder that `rutter entries export` wrote: `rutter entries import DIR`"
                    .to_owned(),
            ),
            Error::Stopped => Some("run `rutter index` to go on where it stopped".to_owned()),
            Error::Search(_) => Some(
                "is the disk full? `rutter doctor` looks at the index, `rutter index --full` builds it anew"
                    .to_owned(),
            ),
            Error::Store(rutter_store::Error::NotebookDamaged { path, .. }) => Some(format!(
                "it is left as it is; restore it from a copy, or move `{}` away and bring back what was exported with `rutter entries import`",
                path.display()
            )),
            Error::Store(rutter_store::Error::NotebookVersion { .. }) => {
                Some("update rutter, or use another folder with `--data-dir DIR`".to_owned())
            }
            Error::Store(rutter_store::Error::NotebookForeign { path, .. }) => Some(format!(
                "somebody else made it; move `{}` away, or use another folder with `--data-dir DIR`",
                path.display()
            )),
            Error::Store(
                rutter_store::Error::NotebookRead { .. }
                | rutter_store::Error::NotebookWrite { .. }
                | rutter_store::Error::NotebookBlocked { .. }
                | rutter_store::Error::NotebookReadOnly { .. },
            ) => Some(
                "check free disk space and write permission there, or pass `--data-dir DIR`"
                    .to_owned(),
            ),
            Error::Store(_) => {
                Some("is the disk full? `rutter index --full` builds everything anew".to_owned())
            }
        }
    }
}

//! Why the engine could not do as it was asked.

use std::path::PathBuf;

use crate::EmbedderChoice;

/// Why the engine could not do as it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no usable index of `{root}` yet, and another rutter is making one")]
    Busy { root: PathBuf },
    #[error("the index at `{path}` is damaged: {what}")]
    Damaged { path: PathBuf, what: String },
    #[error("there is no index of `{root}` yet")]
    Absent { root: PathBuf },
    #[error("`{path}` is not in the index")]
    NotIndexed { path: String, near: Vec<String> },
    #[error("`{path}` has no line {line}")]
    NoLine { path: String, line: u32, n_lines: usize },
    #[error("`{path}` has no chunk {number}")]
    NoChunk { path: String, number: u32, n_chunks: usize },
    #[error("indexing was stopped")]
    Stopped,
    #[error(
        "the index was made with the embedder `{recorded}`, and `{asked}` cannot be mixed into it"
    )]
    OtherEmbedder { recorded: EmbedderChoice, asked: EmbedderChoice },
    #[error("the embedder `{spec}` cannot be used: {why}")]
    NoEmbedder { spec: String, why: String },
    #[error(transparent)]
    Workspace(#[from] rutter_workspace::Error),
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
            Error::Busy { .. } => {
                Some("wait until it is done, or stop it if it hangs, then try again".to_owned())
            }
            Error::Damaged { .. } => {
                Some("run `rutter index` to rebuild it from your files; no entry is lost".to_owned())
            }
            Error::Absent { .. } => Some("run `rutter index`".to_owned()),
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
            Error::Stopped => Some("run `rutter index` to go on where it stopped".to_owned()),
            Error::Workspace(error) => error.hint(),
            Error::Search(_) => Some(
                "is the disk full? `rutter doctor` looks at the index, `rutter index --full` builds it anew"
                    .to_owned(),
            ),
            Error::Store(_) => {
                Some("is the disk full? `rutter index --full` builds everything anew".to_owned())
            }
        }
    }
}

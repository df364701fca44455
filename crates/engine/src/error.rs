//! Errors of the engine, and hints what to do about them.

use std::path::PathBuf;

use rutter_domain::Hint;
use rutter_workspace::LeftOut;

use crate::embedder_choice::EmbedderChoice;

/// An error of the engine.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no usable index of `{root}` yet, and another rutter is making one")]
    Busy { root: PathBuf },
    #[error("the index at `{path}` is damaged: {what}")]
    Damaged { path: PathBuf, what: String },
    #[error("there is no index of `{root}` yet")]
    Absent { root: PathBuf },
    #[error("`{path}` is not in the index{}", why(.path, .left_out.as_deref()))]
    NotIndexed { path: String, near: Vec<String>, left_out: Option<Box<LeftOut>> },
    #[error("`{path}` is a folder")]
    IsFolder { path: String },
    #[error("`{path}` is a file, not a symbol")]
    IsFile { path: String },
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
    /// Advice for the caller.
    pub fn hint(&self) -> Option<Hint> {
        Some(match self {
            Error::Busy { .. } => {
                "wait until it is done, or stop it if it hangs, then try again".into()
            }
            Error::Damaged { .. } => Hint::RepairIndex,
            Error::Absent { .. } => Hint::UpdateIndex,
            // The reason is the answer: another file is not what was asked for.
            Error::NotIndexed { left_out: Some(_), .. } => return None,
            Error::NotIndexed { near, .. } if !near.is_empty() => {
                Hint::DidYouMean { names: near.clone() }
            }
            Error::NotIndexed { .. } => Hint::ShowRoot,
            Error::IsFolder { path } | Error::IsFile { path } => {
                Hint::DescribePath { path: path.clone() }
            }
            Error::NoLine { n_lines: 0, .. } | Error::NoChunk { n_chunks: 0, .. } => {
                "there is nothing in it to compare".into()
            }
            Error::NoLine { n_lines, .. } => format!("its lines are 1 to {n_lines}").into(),
            Error::NoChunk { path, n_chunks, .. } => format!(
                "its chunks are 0 to {}; the numbers change with the file, `{path}:LINE` does not",
                n_chunks.saturating_sub(1)
            )
            .into(),
            Error::OtherEmbedder { asked, .. } => Hint::SwitchEmbedder {
                spec: asked.spec.clone(),
                endpoint: asked.endpoint.clone(),
                dims: asked.dims,
            },
            Error::NoEmbedder { .. } | Error::Embed(_) => Hint::UseBuiltInEmbedder,
            Error::Stopped => Hint::ContinueIndexing,
            Error::Workspace(error) => return error.hint(),
            Error::Search(_) => Hint::CheckIndex,
            Error::Store(_) => Hint::CheckDisk,
        })
    }
}

/// Why a file is not in the index, as the end of a sentence.
fn why(path: &str, left_out: Option<&LeftOut>) -> String {
    match left_out {
        None => String::new(),
        Some(left_out) if left_out.path == path => format!(": it is {}", left_out.words()),
        Some(left_out) => format!(": `{}` is {}", left_out.path, left_out.words()),
    }
}

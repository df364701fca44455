//! Errors of access to a file by a tool.

use std::io;

use rutter_domain::Hint;

use crate::secrets::SecretKind;

/// The reason why a path is refused. Every message names the path, and the hint says what would be right.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error("the path is empty")]
    Empty,
    #[error("the path is too long: {n_bytes} bytes")]
    TooLong { n_bytes: usize },
    #[error("the path holds a NUL character: {path}")]
    Nul { path: String },
    #[error("Absolute paths not allowed: {path}")]
    Absolute { path: String },
    #[error("Parent directory references not allowed: {path}")]
    Parent { path: String },
    #[error("`{path}` is a link that leads outside the repository")]
    Outside { path: String },
    #[error("`{path}` goes through a link to an absolute path, and such links are not followed")]
    AbsoluteLink { path: String, target: String },
    #[error("`{path}` was changed during the call")]
    Changed { path: String },
    #[error("`{path}` is a link that leads in a circle")]
    Circle { path: String },
    #[error("`{path}` is a link, and links are not written through")]
    Link { path: String },
    #[error("`{path}` is not for tools: `{folder}` holds data of git or rutter")]
    Private { path: String, folder: String },
    #[error("`{path}` is secret, not shown: {kind}")]
    Secret { path: String, kind: SecretKind },
    #[error("there is no file or folder `{path}`")]
    Missing { path: String, near: Vec<String> },
    #[error("`{path}` is a folder, not a file")]
    IsFolder { path: String },
    #[error("`{path}` is a file, not a folder")]
    NotAFolder { path: String },
    #[error("`{path}` is neither a file nor a folder: a pipe, a socket or a device")]
    NotAFile { path: String },
    #[error("`{path}` is a binary file of {n_bytes} bytes")]
    Binary { path: String, n_bytes: u64 },
    #[error("`{path}` leads to a name that is not UTF-8")]
    NotUtf8 { path: String },
    #[error("the content has {n_bytes} bytes, {limit_bytes} at most")]
    TooLarge { n_bytes: usize, limit_bytes: usize },
    #[error("`{path}` cannot be used: {source}")]
    Io { path: String, source: io::Error },
}

impl AccessError {
    /// Says what to do instead.
    pub fn hint(&self) -> Hint {
        match self {
            AccessError::Empty => {
                "name it relative to the root, such as `src/main.rs`; the root is `.`"
            }
            AccessError::Nul { .. } => "write it without that character",
            AccessError::Absolute { .. } | AccessError::Parent { .. } => {
                "paths are relative to the root of the repository, such as `src/main.rs`; the root is `.`"
            }
            AccessError::Outside { .. } => "only files in the repository can be used",
            AccessError::AbsoluteLink { target, .. } => {
                return format!("name the file it leads to: `{target}`").into();
            }
            AccessError::Changed { .. } => "call it again",
            AccessError::Circle { .. } => "name the file itself",
            AccessError::Link { .. } => "name the file that it leads to",
            AccessError::Private { .. } => "look at the repository's own files instead",
            AccessError::Secret { .. } => {
                "its content stays with the user; see how the code uses it, or an example file"
            }
            AccessError::Missing { near, .. } if !near.is_empty() => {
                return Hint::DidYouMean { names: near.clone() };
            }
            AccessError::Missing { .. } | AccessError::TooLong { .. } => return Hint::FindFiles,
            AccessError::IsFolder { .. } => return Hint::ListFolder,
            AccessError::NotAFolder { .. } => return Hint::ReadFile,
            AccessError::NotAFile { .. } => "only files can be read",
            AccessError::Binary { .. } => "only text can be shown",
            AccessError::NotUtf8 { .. } => "such names cannot be used here",
            AccessError::TooLarge { .. } => "write less at once",
            AccessError::Io { .. } => "try another file",
        }
        .into()
    }
}

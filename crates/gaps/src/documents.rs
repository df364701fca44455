//! What the rules about documents ask of a repository beyond names and paths.

pub mod anchors;
pub mod described;
pub mod judged;
pub mod own;
mod package_entries;
pub mod repository_text;
pub mod targets;

//! Documents, and the text and manifests of the repository that they are held against.

pub mod anchors;
pub mod described;
pub mod judged;
pub mod own;
mod package_entries;
pub mod repository_text;
pub mod targets;

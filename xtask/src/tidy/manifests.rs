//! Rules on the manifests: what a crate may depend on.

pub mod arrows;
pub mod claims;
pub mod dependencies;
mod manifest;

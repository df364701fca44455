//! One file for each rule.

pub mod broken_mention;
pub mod missing_description;
pub mod unlinked_document;

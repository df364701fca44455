//! One file for each rule, and what several of them share.

mod described;
mod doc_text;
mod documented_parameters;
mod import_target;
pub(crate) mod reasons;
mod rust_paths;

pub mod broken_mention;
pub mod missing_description;
pub mod missing_overview;
pub mod stale_entry;
pub mod undocumented_parameters;
pub mod unresolved_reference;
pub mod weak_entry;

//! One file for each rule, and the judgements that several of them share.

mod accessors;
mod confirmed_by_text;
mod conventions;
mod derived_types;
mod doc_text;
mod documented_parameters;
mod import_target;
mod inherited;
mod meaning;
mod rust_paths;
mod source_paths;
mod wanted;

pub mod broken_mention;
pub mod missing_description;
pub mod missing_overview;
pub mod short_description;
pub mod stale_entry;
pub mod undocumented_parameters;
pub mod unlinked_document;
pub mod unresolved_reference;
pub mod weak_entry;

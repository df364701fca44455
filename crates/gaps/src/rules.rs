//! One file for each rule, and the judgements that several of them share.

mod accessors;
mod confirmed_by_text;
mod derived_types;
mod doc_text;
mod documented_parameters;
mod helpers_of_file;
mod import_target;
mod inherited;
mod introduced_in_c;
mod listed_in_document;
mod meaning;
mod refuted_by_text;
mod rust_paths;
pub(super) mod source_paths;
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

//! Answers queries from one generation of the index.
//!
//! A [`Snapshot`](snapshot::Snapshot) is that generation, opened for reading. Each question is a function
//! of it in a file of its own: `search.rs`, `similar.rs`, `symbols.rs`, `references.rs`, `impact.rs`,
//! `way.rs`, `changed.rs`, `overview.rs`, `central.rs`, `map.rs`. Hits are cut to size by
//! `shorten.rs` and `budget.rs`.

pub(crate) mod boosted;
pub(crate) mod budget;
pub(crate) mod central;
pub(crate) mod changed;
pub(crate) mod companions;
pub(crate) mod definition_at;
pub(crate) mod definitions;
pub(crate) mod doc_lines;
pub(crate) mod duplicates;
pub(crate) mod embedder;
pub(crate) mod evaluation;
pub(crate) mod exported_chunk;
pub(crate) mod fact_pool;
pub(crate) mod file_cache;
pub(crate) mod file_history;
pub(crate) mod generated_lines;
pub(crate) mod graph;
pub(crate) mod grouping;
pub(crate) mod hit;
pub(crate) mod impact;
pub(crate) mod map;
pub(crate) mod mentions;
pub(crate) mod overview;
pub(crate) mod page;
pub(crate) mod path_class;
pub(crate) mod paths;
pub(crate) mod phrase;
pub(crate) mod place_hits;
pub(crate) mod programs;
pub(crate) mod purpose;
pub(crate) mod references;
pub(crate) mod request;
pub(crate) mod search;
pub(crate) mod shorten;
pub(crate) mod similar;
pub(crate) mod snapshot;
pub(crate) mod snippet;
pub(crate) mod surroundings;
pub(crate) mod symbols;
pub(crate) mod tracked;
pub(crate) mod way;
pub(crate) mod whole_function;
pub(crate) mod word_lines;
pub(crate) mod written_places;

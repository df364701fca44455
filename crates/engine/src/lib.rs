//! Keeps an index up to date with a tree of files, and answers queries from it.
//!
//! An [`Engine`] is one repository folder and its data folder. [`Engine::index`] brings the index
//! up to date in one streaming pass; everything else answers from a [`Snapshot`], a complete
//! generation of the index that no writer can change under its reader. Start at `index/pass.rs` for
//! writing and `query/snapshot.rs` for reading.

mod doctor;
mod embedder_choice;
mod engine;
mod error;
mod index;
mod query;
mod report;
mod watch;

pub use doctor::{Check, Health};
pub use embedder_choice::{BUILT_IN, EmbedderChoice};
pub use engine::{Engine, Extent, Refresh};
pub use error::Error;
pub use index::derived_file::{DerivedFile, read_derived, write_derived};
pub use index::embedder::{Connector, built_in as built_in_model};
pub use index::history::HistoryState;
pub use index::manifest::IndexedFile;
pub use index::pass::Step;
pub use query::boosted::BoostedChunk;
pub use query::central::{CentralContainer, central_containers, first_sentence};
pub use query::changed::{
    ChangedAnswer, ChangedLimits, ChangedPath, ChangedSymbol, SymbolChange, changed_since,
};
pub use query::companions::{ChangedPair, ChangedWith};
pub use query::definition_at::{NameMeaning, NameUse, definition_at, names_of};
pub use query::definitions::DefinitionPlace;
pub use query::doc_lines::doc_lines_of;
pub use query::evaluation::{EvaluatedHit, Evaluation, prepare_evaluation, rank_with_weights};
pub use query::exported_chunk::{
    ExportedChunk, ExportedFile, built_in_query_vector, export_file, export_messages,
    exported_message_scores,
};
pub use query::graph::AllFacts;
pub use query::grouping::{ChunkGroup, group_chunks};
pub use query::hit::{Hit, HitKind, count_tokens};
pub use query::impact::{AffectedSymbol, ImpactAnswer, ImpactLimits, impact_of};
pub use query::map::{
    EntryStatuses, FilesAside, MappedContainer, MappedFolder, ProgramStart, RepositoryMap, draw_map,
};
pub use query::mentions::MentionPlace;
pub use query::overview::{FolderInside, LanguageShare, OverviewAnswer, overview_of};
pub use query::path_class::is_main_source;
pub use query::paths::near_paths;
pub use query::phrase::lift_phrases_in;
pub use query::place_hits::{PlaceHits, place_hits};
pub use query::purpose::FolderPurpose;
pub use query::references::{
    AmbiguousUses, FileLines, ReachingTest, ReferencePlace, ReferencesAnswer, ReferencesRequest,
    UseKind, find_references,
};
pub use query::request::{HitDetail, HitOrder, SearchRequest};
pub use query::search::{
    SearchAnswer, SearchPlan, append_rounds, plan_search, present_chunks, present_hits,
    rank_chunks, rank_rounds, search,
};
pub use query::shorten::words_of as query_words;
pub use query::similar::{
    SameFile, SimilarAnswer, SimilarHit, SimilarRequest, SimilarSource, SourcePlace, SourceTold,
    find_similar,
};
pub use query::snapshot::Snapshot;
pub use query::symbols::{
    Callee, Caller, ListedSymbol, SymbolAnswer, SymbolMatch, SymbolRequest, SymbolsAnswer,
    defining_paths, find_symbol, symbols_of_file,
};
pub use query::tracked::Untracked;
pub use query::way::{PathAnswer, PathOutcome, PathStep, find_path};
pub use report::{IndexReport, Status, Unparsed, status};
pub use watch::inotify::{Coverage, TreeWatcher};

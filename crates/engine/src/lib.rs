//! Keeps an index true to a tree of files, and answers from it.
//!
//! An [`Engine`] is one repository folder and its data folder. [`Engine::index`] brings the index
//! up to date in one streaming pass; everything else answers from a [`Snapshot`], a complete
//! generation of the index that no writer can change under its reader. Only this crate reads the
//! working tree. Start at `pass.rs` for writing and `snapshot.rs` for reading.

mod alike;
mod ask;
mod changes;
mod code;
mod deadline;
mod doctor;
mod embedding;
mod engine;
mod entries;
mod error;
mod excerpt;
mod filter;
mod generation;
mod grep;
mod hit;
mod lock;
mod lookout;
mod lookup;
mod manifest;
mod map;
mod meaning;
mod packing;
mod pass;
mod place;
mod report;
mod rules;
mod secrets;
mod similar;
mod snapshot;
mod snippet;
mod source;
mod stat;
mod tree;
mod trial;
mod trust;
mod walk;
mod watch;
mod workspace;

pub use ask::{SearchAnswer, SearchRequest};
pub use doctor::{Check, Health};
pub use embedding::{BUILT_IN, Connector, EmbedderChoice, NO_EMBEDDER};
pub use engine::{Engine, Extent, Refresh};
pub use entries::{
    EntriesAnswer, EntriesFilter, EntryDraft, EntryMark, ExportReport, ImportReport, ImportedFile,
    ListedEntry,
};
pub use error::Error;
pub use filter::Scope;
pub use grep::{
    Boundary, Case, Color, FilePlaces, GrepError, GrepOutput, GrepReport, GrepRequest, MatchExtent,
    PatternKind, Selection, grep, grep_places,
};
pub use hit::Hit;
pub use lookout::{Coverage, Lookout};
pub use lookup::{
    AffectedSymbol, Callee, Caller, ImpactAnswer, ImpactLimits, ListedSymbol, SymbolAnswer,
    SymbolMatch, SymbolRequest, SymbolsAnswer,
};
pub use map::{MappedFile, MappedSymbol, RepositoryMap};
pub use pass::Step;
pub use place::Place;
pub use report::{IndexReport, Status, Unparsed};
pub use secrets::{Redacted, Redactor, SecretKind, redact, secret_file};
pub use similar::{
    SameFile, SimilarAnswer, SimilarHit, SimilarRequest, SimilarSource, SourcePlace, SourceTold,
};
pub use snapshot::Snapshot;
pub use tree::read_small_file;
pub use trial::{Trial, TrialHit};
pub use workspace::{
    AccessError, Excerpt, FoundFiles, ItemKind, Line, LineExtent, ListedItem, Listing, Resolved,
    Workspace, Written, check_glob, check_path, distance_within,
};

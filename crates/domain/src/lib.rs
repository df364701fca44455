//! The shared nouns: files, symbols, references, chunks, entries, conversations, hints.
//!
//! No I/O, and no logic beyond what a type knows about itself and how text is cut into words. Start at [`Facts`],
//! the result of parsing one file.

mod annotations;
mod chat;
mod chunk;
mod citation;
mod claim;
mod content;
mod conversation;
mod edit_distance;
mod embedder;
mod entry;
mod entry_kind;
mod evidence;
mod exploration_plan;
mod facts;
mod freshness;
mod gap;
mod hint;
mod language;
mod location;
mod mention;
mod name_parts;
mod names;
mod near_paths;
mod outline;
mod path_role;
mod provenance;
mod recording;
mod reference;
mod remark;
mod remote_store;
mod run;
mod search_mode;
mod seen;
mod skip;
mod stat;
mod suggest;
mod symbol;
pub mod text;
mod text_limit;
mod timestamp;
pub mod tokens;
mod window;
pub mod words;

pub use annotations::{Annotations, Marker, MarkerKind, Suppression, SuppressionScope};
pub use chat::ChatSession;
pub use chunk::{Chunk, ChunkKind};
pub use citation::Citation;
pub use claim::{Claim, EntryEvent, Finding, PastEvent, Review, ReviewedClaim, StatedFacts};
pub use content::ContentHash;
pub use conversation::{Conversation, Message, Thoughts, ToolCall, ToolResult, Turn, Usage};
pub use edit_distance::edit_distance_within;
pub use embedder::{EmbedError, Embedder, Purpose};
pub use entry::{Entry, EntryMark, EntryStatus, KnownEntry, ListedEntry, RivalEntry, Verdict};
pub use entry_kind::{EntryKind, REPOSITORY_PATH, REPOSITORY_TITLE};
pub use evidence::Evidence;
pub use exploration_plan::{
    CoveredShare, ExplorationPlan, PlanProgress, PlannedSymbol, SeenSymbol,
};
pub use facts::{Facts, ParseOutcome};
pub use freshness::{FileChange, Freshness, OutdatedFiles, State};
pub use gap::{
    Attempt, AttemptEnd, AttemptOutcome, Completeness, Gap, GapState, Measurement, Phase, Severity,
    Strategy,
};
pub use hint::{Hint, Vocabulary, did_you_mean, error_chain};
pub use language::{Family, Language};
pub use location::{FileId, Span};
pub use mention::{DocumentMention, MentionKind, MentionSource};
pub use name_parts::name_parts;
pub use near_paths::{folders_of, is_under, nearest_paths};
pub use outline::{Outline, OutlineSymbol};
pub use path_role::is_auxiliary_path;
pub use provenance::Provenance;
pub use recording::{RecordedPlace, Recording};
pub use reference::{
    CallForm, Import, Local, LocalOrigin, Place, Reference, ReferenceKind, RenamedExport,
};
pub use remark::{Remark, Worded};
pub use remote_store::RemoteStore;
pub use run::{Ending, Event, Moment, Totals};
pub use search_mode::SearchMode;
pub use seen::Seen;
pub use skip::SkipReason;
pub use stat::Stat;
pub use suggest::nearest;
pub use symbol::{FALLBACK_MACRO, Symbol, SymbolKind, Visibility};
pub use text_limit::{LIMIT_ARGUMENTS_BYTES, TextLimit, TooLong};
pub use timestamp::Timestamp;
pub use window::{TokenUnit, Window};

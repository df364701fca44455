//! The nouns everyone shares: what a file, a symbol, a reference and a chunk are.
//!
//! No I/O and no logic beyond what a noun knows of itself. Start at [`Facts`], which is all that
//! the syntax of one file says.

mod chunk;
mod content;
mod embedder;
mod facts;
mod freshness;
mod language;
mod location;
mod provenance;
mod reference;
mod skip;
mod symbol;

pub use chunk::{Chunk, ChunkKind};
pub use content::ContentHash;
pub use embedder::{EmbedError, Embedder, Purpose};
pub use facts::Facts;
pub use freshness::{Freshness, State};
pub use language::{Family, Language};
pub use location::{FileId, Span};
pub use provenance::Provenance;
pub use reference::{Import, Reference, ReferenceKind};
pub use skip::SkipReason;
pub use symbol::{Symbol, SymbolKind, Visibility};

//! From the text of a query to ranked hits.
//!
//! [`plan`] reads the query: its [`intent`], its terms and the symbols and files that it names.
//! [`candidates`] picks the best chunks by words ([`score`]), by vector, and by definitions. [`rank`]
//! orders them by [`weights`]: [`own`] scores a chunk apart from its file, [`path_prior`] judges paths, and
//! [`change`] scores candidates of a query that describes a change. The reader's `rounds` repeat this with
//! more candidates when a request wants more hits. Start at [`plan::QueryPlan`] and [`candidates::find`].

use rutter_domain::{FileId, SearchMode, SymbolKind};

pub mod breakdown;
pub mod candidates;
pub mod change;
pub mod change_words;
pub mod intent;
pub mod nonsense;
pub mod own;
pub mod path_prior;
pub mod plan;
pub mod rank;
pub mod score;
pub mod scored;
pub mod versions;
pub mod weights;

pub use breakdown::ScoreBreakdown;
pub use candidates::CALLABLE;
pub use own::OwnWeights;
pub use plan::describes_change;
pub use rank::{CandidateSet, Ranked, rank};
pub use score::{FieldWeight, FieldWeights};
pub use weights::{TunableWeight, Weights};

/// The unit of a query's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counted {
    #[default]
    Chunks,
    /// Files, each with all its chunks in the round that found it.
    Files,
}

/// A query, with the filters that hits must pass.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    pub text: &'a str,
    /// At most this many hits, in the unit of `counted`.
    pub limit: usize,
    pub counted: Counted,
    /// Only chunks that define, or belong to, a symbol of one of these kinds; all chunks if empty.
    pub kinds: &'a [SymbolKind],
    /// Only chunks of files that this accepts. Filters apply before the best are picked.
    pub accepts: Option<&'a (dyn Fn(FileId) -> bool + Sync)>,
    /// The vector of the query, if there is a model to embed it.
    pub vector: Option<&'a [i8]>,
    /// `Hybrid` uses words alone if there are no vectors.
    pub mode: SearchMode,
}

//! Many repositories for a whole team: what is published of each, and search over all of them.
//!
//! A database holds the manifest of each repository and decides what exists and who may see it. An index of
//! candidates holds the chunks themselves, as points that can be rebuilt. [`publish`] writes both; [`search`] takes
//! candidates from the index, drops what is not in a manifest that one may see, and ranks the rest as a local
//! search does. `point.rs` says what a point consists of, `visible.rs` what a caller may see.

mod error;
mod point;
mod publish;
mod references;
mod search;
mod symbol;
mod visible;

pub use error::Error;
pub use publish::{PublishAnswer, PublishRequest, Repair, Wait, forget_points, publish};
pub use references::{TeamLine, TeamReferencesAnswer, find_references};
pub use search::{TeamHit, TeamSearchAnswer, TeamSearchRequest, search};
pub use symbol::{TeamSymbol, TeamSymbolAnswer, find_symbol};
pub use visible::{CodeIndex, TeamIndex};

//! Many repositories for a whole team: publishing each of them, and tools that search all.
//!
//! A database holds the manifest of each repository and decides what exists and who may see it. An index of
//! candidates holds the chunks themselves, as points that can be rebuilt. [`publish`] writes both. A search takes
//! candidates from the index, drops those that are not in a manifest the caller may see, and ranks the rest as a local
//! search does. `point.rs` defines a point, `visible.rs` what a caller may see. Every question goes
//! through a [`TeamToolbox`]: the tools are in `tools/`.

mod entry_cache;
mod error;
mod point;
mod publish;
mod references;
mod registry;
mod search;
mod symbol;
mod toolbox;
pub mod tools;
mod visible;

pub use error::{Error, Refusal};
pub use publish::{PublishAnswer, PublishRequest, Repair, Wait, forget_points, publish};
pub use references::{TeamLine, TeamReferencesAnswer};
pub use registry::{RegisteredTool, TOOLS, ToolReach};
pub use search::{TeamHit, TeamSearchAnswer};
pub use symbol::{TeamSymbol, TeamSymbolAnswer};
pub use toolbox::{AuditLine, Team, TeamCall, TeamTool, TeamToolbox, TeamVisitor};

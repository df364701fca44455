//! Many repositories for a whole team: what is published of each, and what can be asked of all.
//!
//! A database holds the manifest of each repository and decides what exists and who may see it. An index of
//! candidates holds the chunks themselves, as points that can be rebuilt. [`publish`] writes both; a search takes
//! candidates from the index, drops what is not in a manifest that one may see, and ranks the rest as a local
//! search does. `point.rs` says what a point consists of, `visible.rs` what a caller may see. Whatever is asked goes
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
pub use toolbox::{AuditLine, Team, TeamCall, TeamReply, TeamTool, TeamToolbox, TeamVisitor};

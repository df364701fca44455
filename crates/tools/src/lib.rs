//! Every capability as a tool: its arguments, its answer, its bounds, and who may call it.
//!
//! A [`Tool`] has typed arguments and a typed answer. Command line, models and agents over MCP are
//! skins over the same [`Toolbox`]: a person gets the answer rendered by the command line, a model
//! gets it as text ([`ModelTool`]), an agent gets text and data ([`PagedTool`]). Start at
//! [`Toolbox::run`], [`Toolbox::call`] and [`Toolbox::call_page`].

pub mod bash;
pub mod code;
pub mod files;
pub mod knowledge;
pub mod maintenance;

mod clean_text;
mod counts;
mod dispatch;
mod error;
mod lenient_args;
mod mcp_face;
mod outdated;
mod page;
mod permission;
mod quote;
mod reply;
mod schema;
mod session;
mod tool;
mod toolbox;
mod vocabulary;

pub use clean_text::CleanText;
pub use counts::positive;
pub use dispatch::{DataShape, Declaration, data_shape, declarations};
pub use error::ToolError;
pub use lenient_args::read_input;
pub use mcp_face::{McpFace, McpTool};
pub use outdated::mark_outdated;
pub use page::{Page, PageCut, PagedReply, TextAndData};
pub use permission::{CallerKind, Effect, Mode, Permission};
pub use quote::{flatten, quote};
pub use reply::{ShownCode, ToolReply};
pub use schema::plain_schema;
pub use session::{
    ChatRecord, Confinement, Consent, EntryVisibility, Outcome, Proposal, RecordedSubject, Session,
    ToolSet,
};
pub use tool::{BadItems, ModelTool, PagedTool, Tool};
pub use toolbox::{FreshnessCheck, RefreshWait, Toolbox};
pub use vocabulary::{ModelVocabulary, render_for_model};

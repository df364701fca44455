//! Every capability once: its arguments, its answer, its bounds.
//!
//! A [`Tool`] is a question with typed arguments and a typed answer. The command line is a skin
//! over the [`Toolbox`]: it parses the same arguments and renders the same answer. Models are
//! another one: what they may call is [`Offered`], by a schema and in words that come from the same
//! arguments and the same answer. Start at [`Toolbox::run`] and [`Toolbox::call`].

pub mod bash;
pub mod create_index_entry;
pub mod grep;
pub mod impact;
pub mod list_files;
pub mod list_filesystem;
pub mod read_file;
pub mod search;
pub mod similar;
pub mod status;
pub mod symbol;
pub mod symbols;
pub mod write_file;

mod consult;
mod error;
mod forgive;
mod hits;
mod offer;
mod project;
mod schema;
mod session;
mod telling;
mod tool;
mod toolbox;
mod vocabulary;

pub use consult::{Consulted, Cut, Page};
pub use error::ToolError;
pub use offer::declarations;
pub use project::{Progress, Project, Readiness};
pub use schema::plain_schema;
pub use session::{Confinement, Consent, Declaration, Effect, Mode, Outcome, Proposal, Session};
pub use telling::{ShownCode, Telling};
pub use tool::{Offered, Tool};
pub use toolbox::{Looks, Toolbox};
pub use vocabulary::{ModelVocabulary, render_for_model};

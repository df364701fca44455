//! Every capability once: its arguments, its answer, its bounds.
//!
//! A [`Tool`] is a question with typed arguments and a typed answer. The command line is a skin
//! over the [`Toolbox`]: it parses the same arguments and renders the same answer. Start at
//! [`Toolbox::run`].

pub mod impact;
pub mod search;
pub mod similar;
pub mod status;
pub mod symbol;
pub mod symbols;

mod error;
mod session;
mod toolbox;

pub use error::ToolError;
pub use session::{Confinement, Consent, Declaration, Effect, Mode, Outcome, Proposal, Session};
pub use toolbox::{Tool, Toolbox};

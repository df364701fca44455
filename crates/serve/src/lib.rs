//! Serves rutter to coding agents over the Model Context Protocol, and the HTTP listener for pages.
//!
//! [`Shared`] is the state of all connections: the repositories ([`Project`]) with their
//! toolboxes, and limits. `mcp` is the protocol, `http` the listener for network clients. Nothing
//! here writes to a repository. Start at [`serve_stdio`] and [`Http`].

mod error;
mod file_uri;
mod http;
mod mcp;
mod project;
mod projects;
mod shared;
mod vocabulary;

pub use error::Error;
pub use file_uri::percent_encode;
pub use http::{
    Authority, BodyError, Http, Origin, PageService, RequestBody, Scheme, Stated, Visitor,
    bearer_token, is_same_token, new_token, requested_authority,
};
pub use mcp::server::Server;
pub use mcp::single_messages::{ToolSource, answer_message};
pub use mcp::stdio::{serve_lines, serve_stdio};
pub use project::{Progress, Project, Readiness};
pub use shared::{AskTeam, Brief, Folders, OpenProject, RecordAccess, Shared};

//! Serves rutter to coding agents, by the Model Context Protocol.
//!
//! The protocol is one more skin over the toolbox: [`catalog`] says which of its tools are offered
//! and under which names, [`calls`] runs one, [`answers`] gives the result its form. A [`Shared`]
//! is what all connections have in common, a [`Server`] is one of them. Nothing here writes to a
//! repository. Start at [`serve_stdio`] and [`Http`].

mod answers;
mod calls;
mod catalog;
mod connections;
mod error;
mod http;
mod indexing;
mod open_requests;
mod projects;
mod prompts;
mod resources;
mod roots;
mod server;
mod sessions;
mod shared;
mod stdio;
mod vocabulary;
mod wording;

pub use error::Error;
pub use http::{Http, new_token};
pub use server::Server;
pub use shared::{Brief, Folders, Open, Recording, Shared};
pub use stdio::{serve_lines, serve_stdio};

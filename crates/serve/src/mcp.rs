//! The Model Context Protocol: one more skin over the toolbox.
//!
//! [`catalog`] lists the tools, [`calls`] runs one, [`envelope`] adds the fields that all answers share. A
//! [`server`] is one connection; [`stdio`] is the transport for a client on this machine, and
//! `http` serves such connections over the network. [`single_messages`] is the protocol for tools that need
//! no connection.

mod calls;
mod catalog;
mod envelope;
mod indexing;
mod open_requests;
mod prompts;
mod resources;
mod roots;
pub(crate) mod server;
pub(crate) mod single_messages;
pub(crate) mod stdio;

//! The boundaries, each with the promise it keeps.

pub mod agent;
pub mod damage;
pub mod decode;
pub mod mcp;
pub mod query;
pub mod reply;
pub mod repository;
mod server;
pub mod sheet;
pub mod syntax;
pub mod vectors;

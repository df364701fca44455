//! HTTP: the listener, who is let in, and the limits on connections and sessions.

mod auth;
mod connections;
mod listener;
mod sessions;

pub use auth::{bearer_token, is_same_token, new_token};
pub use listener::{Http, PageService, Visitor};

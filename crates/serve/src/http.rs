//! HTTP: the listener, who is let in, and the limits on connections and sessions.

mod auth;
mod connections;
mod listener;
mod sessions;

pub use auth::{is_authorised, is_same_token, new_token};
pub use listener::{Http, PageService, Visitor};

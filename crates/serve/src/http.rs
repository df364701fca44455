//! HTTP: the listener, authorisation, and the limits on connections and sessions.

mod auth;
mod authority;
mod connections;
mod listener;
mod request_body;
mod sessions;
mod write_timeout;

pub use auth::{bearer_token, is_same_token, new_token};
pub use authority::{Authority, Origin, Scheme, Stated, requested_authority};
pub use listener::{Http, PageService, Visitor};
pub use request_body::{BodyError, RequestBody};

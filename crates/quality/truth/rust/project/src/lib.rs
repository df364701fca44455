//! A cache of build outputs, keyed by the content of their inputs.

pub mod budget;
pub mod config;
pub mod error;
pub mod key;
pub mod remote;
pub mod session;
pub mod store;

pub use config::Config;
pub use error::CacheError;
pub use key::{CacheKey, KeyBuilder};
pub use session::Session;

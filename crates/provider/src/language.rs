//! Language models: asked with words and tools, answering with words and calls of tools.
//!
//! A [`LanguageModel`] is whatever answers a [`Request`] with a [`Reply`]. [`connect`] makes one
//! from what a user chose; [`Script`] plays one in tests; [`Dispatcher`] lends tools to one that
//! has none, and [`Cache`] memory.

mod address;
mod cache;
mod cancelling;
mod choice;
mod connect;
mod dispatcher;
mod error;
mod key;
mod limits;
mod line;
mod model;
mod pace;
mod patience;
mod prices;
mod probe;
mod reading;
mod relay;
mod remote;
mod request;
mod script;
mod service;
mod verdict;
mod wire;

pub use cache::Cache;
pub use choice::{Choice, Chooser, Connected, Dispatch, Surroundings, Variable, WithheldKey};
pub use connect::connect;
pub use dispatcher::Dispatcher;
pub use error::Error;
pub use limits::ReplyLimits;
pub use model::{LanguageModel, Listener, Pause, Silent};
pub use prices::{Price, Prices};
pub use probe::probe;
pub use request::{Delivery, Reply, Request, Stop, ToolChoice, ToolDeclaration};
pub use script::{Answer, Script, Step};

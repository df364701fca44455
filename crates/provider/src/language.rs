//! Language models: a request with messages and tools goes in, text and tool calls come out.
//!
//! A [`LanguageModel`] answers a [`Request`] with a [`Reply`]. [`connect`] makes one from the user's
//! choice, [`Script`] is one for tests. Three layers change how another model is asked: [`Dispatcher`]
//! gives tools to a model without function calling, `Adaptive` falls back to it when needed, and
//! [`Cache`] stores replies. The protocols are `genai`'s; connections, limits, retries and prices are
//! ours.

mod base_url;
mod cache;
mod cancellation;
mod catalog;
mod choice;
mod classify;
mod client;
mod connect;
mod connected;
mod dispatcher;
mod error;
mod limits;
mod model;
mod model_limits;
mod prices;
mod probe;
mod providers;
mod relay;
mod remote;
mod reply_parser;
mod request;
mod route;
mod script;
mod thoughts;
mod window;
mod wire;

pub use cache::Cache;
pub use catalog::{Catalog, OfferedModel};
pub use choice::{Choice, Chooser, Dispatch, Effort, WithheldKey};
pub use connect::connect;
pub use connected::Connected;
pub use dispatcher::Dispatcher;
pub use error::Error;
pub use limits::ReplyLimits;
pub use model::{LanguageModel, Listener, Silent};
pub use model_limits::ModelLimits;
pub use prices::{Price, Prices};
pub use probe::probe;
pub use request::{Delivery, Reply, Request, Stop, ToolChoice, ToolDeclaration};
pub use script::{Answer, Script, ScriptStep};

pub use crate::transport::Pause;

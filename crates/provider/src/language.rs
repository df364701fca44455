//! Language models: asked with words and tools, answering with words and calls of tools.
//!
//! A [`LanguageModel`] is whatever answers a [`Request`] with a [`Reply`].

mod error;
mod model;
mod request;

pub use error::Error;
pub use model::{LanguageModel, Listener, Pause, Silent};
pub use request::{
    Call, CallResult, Delivery, Message, Reply, Request, Stop, ToolChoice, ToolDeclaration, Turn,
    Usage,
};

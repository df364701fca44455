//! Services that turn text into vectors: Ollama, OpenAI and all that speak like it, Gemini,
//! Voyage, Cohere.
//!
//! They differ in how a request and a reply are written, which is all in `wire`, and in a few
//! facts, which are all in [`Service`]. Everything else is done once for all of them: texts are cut
//! into batches, several batches are under way at once, each is asked for again when that may
//! help, and every answer is checked. Requests run on threads of their own, so that the caller can
//! leave at any moment, even while a service keeps silent. Start at [`connect`], then `crew` and `line`.

mod answer;
mod batches;
mod clock;
mod connect;
mod crew;
mod endpoint;
mod error;
mod exchange;
mod gate;
mod key;
mod line;
mod patience;
mod service;
mod settings;
mod verdict;
mod wire;

pub use clock::{Clock, SystemClock};
pub use connect::{connect, connect_with};
pub use error::Error;
pub use key::Key;
pub use service::Service;
pub use settings::{Pause, Settings, Surroundings};

//! The tools as a model meets them: by name, with JSON, in words.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changing;
mod declared;
mod hostile;
mod looking;
mod recording;
mod secrets;
mod shell;
mod stage;

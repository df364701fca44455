//! The tools as a model meets them: by name, with JSON, in words.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod declared;
mod every_tool;
mod harness;
mod hostile;
mod outlines;
mod quoting;
mod reading;
mod recording;
mod reviewing;
mod secrets;
mod shell;
mod uses;
mod writing;

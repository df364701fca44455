//! The tools as a model meets them: by name, with JSON, in words.

mod changing;
mod declared;
mod hostile;
mod looking;
mod recording;
mod secrets;
mod shell;
mod stage;

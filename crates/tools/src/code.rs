//! Tools that answer from the index: search, similar code, symbols and their uses, changes.

pub mod changed;
pub mod definition_at;
pub mod impact;
pub mod outline;
pub mod overview;
pub mod path;
pub mod references;
pub mod search;
pub mod similar;
pub mod symbol;
pub mod symbols;
pub mod why;

mod companions;
mod hits;
mod links;
mod mentions;
mod reference_data;

//! Tools that answer from the index: search, similar code, symbols, impact.

pub mod impact;
pub mod references;
pub mod search;
pub mod similar;
pub mod symbol;
pub mod symbols;

mod hits;
mod mentions;

//! Tools that look after the index.

pub mod index;
pub mod status;

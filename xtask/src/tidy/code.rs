//! Rules on the Rust sources.
//!
//! They read a file through [`scan`], which separates code, comments, literals and tests; that is
//! all they know of the language, so each rule states what it cannot see.

pub mod cycles;
pub mod header;
pub mod languages;
pub mod layers;
mod lexer;
mod modules;
pub mod names;
pub mod scan;
pub mod size;
pub mod type_names;
pub mod word_lists;

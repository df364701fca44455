//! One type for each tool: its fields are the arguments.

pub mod code;
pub mod entries;
pub mod records;

//! One file for each rule.

pub mod missing_description;

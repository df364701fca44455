//! The word lists of the checks.

pub(crate) mod english;
pub(crate) mod verbs;

//! Word lists of the checks.

pub(crate) mod english;
pub(crate) mod hostile;
pub(crate) mod verbs;

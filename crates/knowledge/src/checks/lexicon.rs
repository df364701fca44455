//! Word lists of the checks.

pub(crate) mod hostile;

//! Word lists of the checks.

pub(crate) mod hostile;
pub(crate) mod standard_names;

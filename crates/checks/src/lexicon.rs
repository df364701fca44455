//! Word lists of the checks.

pub(crate) mod errors;
pub(crate) mod hostile;
pub(crate) mod standard_names;
pub(crate) mod units;
pub(crate) mod users;

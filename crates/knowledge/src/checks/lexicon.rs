//! Word lists of the checks.

pub(crate) mod standard_names;

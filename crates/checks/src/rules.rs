//! Every check of a claim, one file each.

pub(crate) mod calls;
pub(crate) mod errors;
pub(crate) mod evidence;
pub(crate) mod graph;
pub(crate) mod kinds;
pub(crate) mod literals;
pub(crate) mod members;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod parameters;
pub(crate) mod relations;
pub(crate) mod stated;
pub(crate) mod units;
pub(crate) mod vague;

use crate::check::Check;

/// All checks. Their order is the order of the reasons.
pub(crate) static CHECKS: &[&Check] = &[
    &names::CHECK,
    &relations::CHECK,
    &calls::CHECK,
    &parameters::CHECK,
    &members::CHECK,
    &kinds::CHECK,
    &numbers::CHECK,
    &units::CHECK,
    &literals::CHECK,
    &errors::CHECK,
    &graph::CHECK,
    &vague::CHECK,
    &evidence::CHECK,
    &stated::CHECK,
];

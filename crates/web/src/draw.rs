//! Drawings as SVG, made from data on the server: a treemap, a line chart, a neighbourhood of symbols.

pub(crate) mod chart;
pub(crate) mod neighbourhood;
pub(crate) mod treemap;

//! SVG drawings that the server makes from data: a treemap, a line chart, a neighbourhood of symbols.

pub(crate) mod chart;
pub(crate) mod neighbourhood;
pub(crate) mod treemap;
